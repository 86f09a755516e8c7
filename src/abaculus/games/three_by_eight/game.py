"""The words of 3x8: texts of actions, reasons, the position form."""

import re
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight import evaluation, observation, rules
from abaculus.games.three_by_eight.cards import (
    BLOCKERS,
    CARDS,
    COLOURS,
    HALVES,
    NUMBERS,
    STANDARD_DECK,
    TENS,
    has,
    read_deck,
)
from abaculus.games.three_by_eight.drawing import draw
from abaculus.games.three_by_eight.positions import (
    card_value,
    cards_of,
    half_name,
    read_position,
    write_position,
)
from abaculus.games.three_by_eight.rules import (
    BLOCKS,
    DEAL,
    DRAW,
    DRAWN,
    DROPS,
    END,
    GROW,
    MOST_MOVED,
    MOST_TURNS,
    MOVES,
    NEW,
    NOTHING,
    OVER,
    PILE_DRAW,
    PLAY,
    PLAYS,
    POOL_DRAWS,
    ROWS,
    SEATS,
)
from abaculus.kernel.game import TEXTS_KEPT, Game, NotAnAction, Position, register_game
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import OptionError, Reason
from abaculus.kernel.settings import SearchSettings
from abaculus.kernel.verbs import Kernels, StateRecord

_PLAY = re.compile(r"(0|[1-9][0-9]?|10[0-9])>([1-4n])")
_MOVE = re.compile(r"m([1-9][0-9]{0,5})>([1-4n])")
_DROP = re.compile(r"drop ([1-4])")
_BLOCK = re.compile(r"b([0-9])([ab])>(0|[1-9][0-9]{0,5})\.([1-4])")
_DRAW = re.compile(r"p([1-3])")
_CARD = re.compile(r"\*(0|[1-9][0-9]?|10[0-9]|b[0-9])")
_PLAIN = {"end": END, "grow": GROW, "d": PILE_DRAW}


@register_game
class ThreeByEight(Game):
    """Rows of ascending cards are played, moved together and blocked; three rows of eight win.

    >>> import abaculus
    >>> state = abaculus.load_game("3x8").new_initial_state()
    >>> for card in "*61 *13 *b9 *4 *16 *19 *78 *9 *70 *75 *101".split():
    ...     state.apply_action(state.string_to_action(card))
    >>> for text in ("16>n", "19>1"):
    ...     state.apply_action(state.string_to_action(text))
    >>> state.why_not(0, "m2>n")
    '3x8-A4: To move the whole row to a new row would do nothing.'
    """

    name = "3x8"
    clauses = "3x8"
    title = "3x8"
    summary = "Build rows of ascending numbers, block the others' rows, and be first to complete three rows of eight."
    rules_version = 1
    min_players = 2
    max_players = SEATS
    default_players = 2
    option_specs = (
        Option("first", "the seat that has the first turn", "integer", default=0, minimum=0, maximum=SEATS - 1),
        Option("max_turns", "after so many turns without a winner it is a draw", "integer", default=400, minimum=1),
        Option(
            "blockers",
            'the blocker deck: "standard", or a list of ten cards {"a": {"base": 3, "blocks": [4, 5]}, "b": {…}}',
            "data",
            default="standard",
        ),
    )
    part_names = ("kind", "card", "row", "new", "count", "half", "seat", "place")
    hides = True
    dtype = rules.STATE
    kernels = Kernels(
        init=rules.init,
        players_to_act=rules.players_to_act,
        legal_actions=rules.legal_actions,
        chance_outcomes=rules.chance_outcomes,
        sample_chance=rules.sample_chance,
        apply_action=rules.apply_action,
        returns=rules.returns,
        hide=rules.hide,
        determinize=rules.determinize,
        observation=observation.observation,
        erase_observation=observation.erase_observation,
        evaluate=evaluation.evaluate,
        estimate=evaluation.estimate,
        prior=evaluation.prior,
        sees=rules.sees,
    )
    search = SearchSettings(rollout=0, exploration=1.0)
    slips = 0.25

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """With a first seat that is there, and a copy of the deck."""
        if options["first"] >= self._players:
            raise OptionError(
                f"3x8: option 'first' cannot be {options['first']}; with {self._players} seats it is a whole number "
                f"from 0 to {self._players - 1}."
            )
        if options["blockers"] != "standard":
            try:
                options["blockers"] = read_deck(options["blockers"])
            except ValueError as error:
                raise OptionError(
                    f"3x8: option 'blockers' cannot be this deck: {error}. It is \"standard\" or a list of {BLOCKERS} "
                    'cards such as {"a": {"base": 3, "blocks": [4, 5]}, "b": {"base": 8, "blocks": [7, 8, 9]}}.'
                ) from error
        return options

    def num_distinct_actions(self) -> int:
        """Plays, moves, blocks, draws, and a few more."""
        return rules.ACTIONS

    def max_legal_actions(self) -> int:
        """Less than all of them."""
        return rules.ACTIONS

    def max_chance_outcomes(self) -> int:
        """The cards."""
        return CARDS

    def max_game_length(self) -> int:
        """A turn has at most ten plays, a move, six drops (four rows and two new ones), an end, ten draws."""
        return int(self.options["max_turns"]) * (TENS + 1 + 6 + 1 + TENS)

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The planes of ``observation``."""
        return (observation.SEAT + observation.SEAT_PLANES * self._players + 1, COLOURS + 1, TENS)

    def observation_bounds(self) -> tuple[float, float]:
        """−1 is a face-down card; a hand may have all cards, and counts divided by 10."""
        return -1.0, CARDS / 10

    def write_options(self, record: StateRecord) -> None:
        """Seats, options, the deck."""
        record.seats = self._players
        record.first = self.options["first"]
        record.max_turns = min(self.options["max_turns"], MOST_TURNS)
        deck = STANDARD_DECK if self.options["blockers"] == "standard" else self.options["blockers"]
        for half in range(HALVES):
            facts = deck[half // 2]["ab"[half % 2]]
            record.half_base[half] = facts["base"]
            record.half_blocks[half] = sum(1 << colour for colour in facts["blocks"])

    # Texts

    def action_to_text(self, action: int) -> str:
        """``17>2``, ``m3>n``, ``end``, ``drop 2``, ``grow``, ``b4a>1.2``, ``p1``, ``d``."""
        if action < MOVES:
            return f"{action % NUMBERS}>{_target(action // NUMBERS)}"
        if action < END:
            cards, target = _move_of(action)
            return f"m{cards}>{_target(target)}"
        if DROPS <= action < GROW:
            return f"drop {action - DROPS + 1}"
        if BLOCKS <= action < POOL_DRAWS:
            half, seat, place = _block_of(action)
            return f"b{half_name(half)}>{seat}.{place + 1}"
        if POOL_DRAWS <= action < PILE_DRAW:
            return f"p{action - POOL_DRAWS + 1}"
        return "end" if action == END else "grow" if action == GROW else "d"

    def text_to_action(self, text: str) -> int:
        """The action; for a longer move than there is, or a seat that is not there, one that is never legal."""
        if text in _PLAIN:
            return _PLAIN[text]
        if match := _PLAY.fullmatch(text):
            return PLAYS + _place(match[2]) * NUMBERS + int(match[1])
        if match := _MOVE.fullmatch(text):
            cards, target = int(match[1]), _place(match[2])
            if cards <= MOST_MOVED:
                return MOVES + target * MOST_MOVED + cards - 1
            return rules.ACTIONS + 2 * (cards * (ROWS + 1) + target)
        if match := _DROP.fullmatch(text):
            return DROPS + int(match[1]) - 1
        if match := _BLOCK.fullmatch(text):
            half, seat, place = 2 * int(match[1]) + "ab".index(match[2]), int(match[3]), int(match[4]) - 1
            if seat < SEATS:
                return BLOCKS + (half * SEATS + seat) * ROWS + place
            return rules.ACTIONS + 2 * ((seat * HALVES + half) * ROWS + place) + 1
        if match := _DRAW.fullmatch(text):
            return POOL_DRAWS + int(match[1]) - 1
        raise NotAnAction(
            'Actions are "17>2" and "17>n", "m3>1" and "m3>n", "end", "drop 2", "grow", "b4a>1.2", "p1" and "d"; '
            "cards are 0 to 109 and b0 to b9, rows 1 to 4."
        )

    def outcome_to_text(self, outcome: int) -> str:
        """``*17``, ``*b3``."""
        return f"*{card_value(outcome)}"

    def text_to_outcome(self, text: str) -> int:
        """The card."""
        match = _CARD.fullmatch(text)
        if match is None:
            raise NotAnAction("A card is written as in *17 or *b3, from 0 to 109 and from b0 to b9.")
        return NUMBERS + int(match[1][1:]) if match[1].startswith("b") else int(match[1])

    def seen_outcome(self, record: StateRecord, outcome: int, player: int) -> str:
        """``*?`` for a card that goes to a hand, unless it is the player's own (D3)."""
        to = (
            rules.seat_dealt_to(record) if record.phase == DEAL else record.turn_of if record.phase == DRAWN else player
        )
        return self.outcome_to_text(outcome) if to == player else "*?"

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """The card is not in the draw pile."""
        return f"The draw pile does not hold {card_value(outcome)}."

    # Reasons

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """The clause that an action breaks, or that of the phase that is due."""
        if DROPS <= action < GROW:
            place = action - DROPS
            if record.completed[player, place] >= 0:
                return self.clause("M2", f"Row {place + 1} is completed, and completed rows cannot be dropped.")
            return self.clause("M2", f"There is no row {place + 1} to drop.")
        if record.phase == DRAW:
            return self._explain_draw(record, action)
        kind = _kind(action)
        if record.phase == PLAY:
            if kind == "play":
                return self._explain_more(record, player, action)
            if kind == "move":
                return self._explain_move(record, player, action)
            return self.clause("A5", 'A play is under way; "end" closes it.')
        if kind == "play":
            return self._explain_play(record, player, action)
        if kind == "block":
            return self._explain_block(record, player, action)
        return self.clause("M1", "A turn starts with one of three: play a card, grow, or block another seat's row.")

    def _explain_draw(self, record: StateRecord, action: int) -> Reason:
        if action == PILE_DRAW:
            return self.clause("D2", "Neither the draw pile nor the discard pile has a card.")
        if POOL_DRAWS <= action < PILE_DRAW:
            return self.clause("D1", f"Place {action - POOL_DRAWS + 1} of the pool is empty.")
        cards = "a card is" if record.to_draw == 1 else f"{record.to_draw} cards are"
        return self.clause(
            "D1", f"{cards.capitalize()} to be drawn first: p1, p2 or p3 from the pool, d from the pile."
        )

    def _explain_play(self, record: StateRecord, player: int, action: int) -> Reason:
        card, target = action % NUMBERS, action // NUMBERS
        if target == NEW:
            if rules.free_place(record, player) == NOTHING:
                return self.clause("R1", "Four rows lie there already; no fifth can be started.")
            return self.clause("A1", f"Your hand has no {card}.")
        return (
            self._closed(record, player, target, "A1")
            or self._passed(record, player, target, card)
            or self._blocked(record, player, target, [card])
            or self.clause("A1", f"Your hand has no {card}.")
        )

    def _explain_more(self, record: StateRecord, player: int, action: int) -> Reason:
        card, target = action % NUMBERS, action // NUMBERS
        if record.moved:
            return self.clause("A4", 'After the move no more cards are played: "drop" and "end" are left.')
        if record.row == NOTHING:
            return self.clause("M2", 'The row played on was dropped: only "drop" and "end" are left.')
        if target != record.row:
            return self.clause("A2", f"All cards of a play go to the same row: this one is on row {record.row + 1}.")
        row = cards_of(record.rows[player, target])
        colour = row[-1] // TENS
        if card // TENS != colour:
            return self.clause(
                "A2",
                f"All cards of a play have the same colour: this one's are {_colours([colour])}, and {card} is not.",
            )
        return self._passed(record, player, target, card) or self.clause("A2", f"Your hand has no {card}.")

    def _explain_move(self, record: StateRecord, player: int, action: int) -> Reason:
        cards, target = _move_of(action)
        if record.moved:
            return self.clause("A4", "Cards were moved already, and that is done once in a turn.")
        if record.row == NOTHING:
            return self.clause("M2", 'The row played on was dropped: only "drop" and "end" are left.')
        row = cards_of(record.rows[player, record.row])
        if target == NEW:
            if rules.free_place(record, player) == NOTHING:
                return self.clause("R1", "Four rows lie there already; no fifth can be started.")
        elif target != record.row and (reason := self._closed(record, player, target, "A4")):
            return reason
        if cards > len(row):
            return self.clause("A4", f"Row {record.row + 1} has only {_count(len(row))}.")
        if target == NEW:
            return self.clause("A4", "To move the whole row to a new row would do nothing.")
        if target == record.row:
            return self.clause("A4", f"The cards lie on row {target + 1} already; they move to another row.")
        moved = row[-cards:]
        return (
            self._passed(record, player, target, moved[0])
            or self._blocked(record, player, target, moved)
            or self.clause("A4", "The cards cannot be moved there.")
        )

    def _closed(self, record: StateRecord, player: int, place: int, clause: str) -> Reason | None:
        """The place bears no open row of the player's."""
        if record.completed[player, place] >= 0:
            return self.clause("R2", f"Row {place + 1} is completed and takes part in nothing more.")
        if not rules.is_open(record, player, place):
            return self.clause(clause, f'There is no row {place + 1}; a new row is written "n".')
        return None

    def _passed(self, record: StateRecord, player: int, place: int, card: int) -> Reason | None:
        """The card is not above the last one of the row."""
        last = cards_of(record.rows[player, place])[-1]
        if card > last:
            return None
        return self.clause("R1", f"Row {place + 1} ends in {last}, and a row ascends: a {card} cannot follow.")

    def _blocked(self, record: StateRecord, player: int, place: int, cards: list[int]) -> Reason | None:
        """A card has a colour that is blocked on the row."""
        colours = rules.blocked_colours(record, player, place)
        blocked = [colour for colour in range(COLOURS) if colours >> colour & 1]
        for card in cards:
            if card // TENS in blocked:
                name = half_name(record.blocker[player, place])[0]
                return self.clause(
                    "B2",
                    f"On row {place + 1} the blocker b{name} blocks {_colours(blocked)}, and with them the {card}.",
                )
        return None

    def _explain_block(self, record: StateRecord, player: int, action: int) -> Reason:
        half, seat, place = _block_of(action)
        if seat >= self._players:
            return self.clause("B1", f"There is no seat {seat}; seats are 0 to {self._players - 1}.")
        row = f"Row {place + 1} of seat {seat}"
        if record.completed[seat, place] >= 0:
            return self.clause("R2", f"{row} is completed and takes part in nothing more.")
        if record.blocker[seat, place] != NOTHING:
            return self.clause("R3", f"{row} bears a blocker already, and one is the most.")
        if seat == player:
            return self.clause("B1", "A blocker goes on a row of another seat, not on your own.")
        if not has(record.hands[player], NUMBERS + half // 2):
            return self.clause("B1", f"Your hand has no b{half // 2}.")
        if not rules.is_open(record, seat, place):
            return self.clause("B1", f"Seat {seat} has no row {place + 1}.")
        last = cards_of(record.rows[seat, place])[-1]
        return self.clause(
            "B1", f"{row} ends in {last}, but this half goes on {_colours([int(record.half_base[half])])}."
        )

    # Parts

    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> list[tuple[Any, ...]]:
        """What the action is; card, row (1 … 4), whether the row is new, cards moved, half, seat, place of the pool."""
        free = rules.free_place(record, player)
        new_row = None if free == NOTHING else free + 1
        pool = tuple(record.pool.tolist())
        return [_parts(action, new_row, pool) for action in actions.tolist()]

    def row_keys(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The action with the new row, or with the card of the pool's place."""
        keys = actions.astype(np.int64) * (CARDS + 1) + rules.free_place(record, player) + 1
        draws = (actions >= POOL_DRAWS) & (actions < PILE_DRAW)
        if draws.any():
            keys[draws] = actions[draws] * (CARDS + 1) + record.pool[actions[draws] - POOL_DRAWS]
        return keys

    # Positions

    def position(self, record: StateRecord) -> Position:
        """All that lies on the table, and all hands."""
        return write_position(record, record.hidden[: self._players].astype(bool).tolist())

    def view_position(self, record: StateRecord, player: int) -> Position:
        """Other hands as what is known of them and how many they are, the draw pile as how many it has."""
        if record.phase == OVER:
            return self.position(record)
        return write_position(record, [seat != player for seat in range(self._players)])

    def draw(self, view: Position, player: int) -> str:
        """Rows, pool and hand."""
        return draw(view, player)

    def read_position(self, record: StateRecord, position: Position) -> None:
        """Lay all cards where they are, each once, and check that the turn's counters belong to them."""
        read_position(record, position)


def _parts(action: int, new_row: int | None, pool: tuple[int, ...]) -> tuple[Any, ...]:
    if POOL_DRAWS <= action < PILE_DRAW:
        place = action - POOL_DRAWS
        return ("pool", card_value(pool[place]), None, None, None, None, None, place + 1)
    return _parts_without_pool(action, new_row)


@lru_cache(maxsize=TEXTS_KEPT)
def _parts_without_pool(action: int, new_row: int | None) -> tuple[Any, ...]:
    kind = _kind(action)
    if kind == "play":
        target = action // NUMBERS
        row = new_row if target == NEW else target + 1
        return (kind, action % NUMBERS, row, target == NEW, None, None, None, None)
    if kind == "move":
        cards, target = _move_of(action)
        row = new_row if target == NEW else target + 1
        return (kind, None, row, target == NEW, cards, None, None, None)
    if kind == "drop":
        return (kind, None, action - DROPS + 1, None, None, None, None, None)
    if kind == "block":
        half, seat, place = _block_of(action)
        return (kind, f"b{half // 2}", place + 1, None, None, "ab"[half % 2], seat, None)
    return (kind, None, None, None, None, None, None, None)


# Beyond the actions that there are even ones are moves of too many cards, odd ones blocks of seats that are not there.


def _kind(action: int) -> str:
    if action < MOVES:
        return "play"
    if action < END or (action >= rules.ACTIONS and (action - rules.ACTIONS) % 2 == 0):
        return "move"
    if action >= rules.ACTIONS or BLOCKS <= action < POOL_DRAWS:
        return "block"
    if DROPS <= action < GROW:
        return "drop"
    if POOL_DRAWS <= action < PILE_DRAW:
        return "pool"
    return {END: "end", GROW: "grow", PILE_DRAW: "pile"}[action]


def _move_of(action: int) -> tuple[int, int]:
    """How many cards move, and the target."""
    if action < END:
        return (action - MOVES) % MOST_MOVED + 1, (action - MOVES) // MOST_MOVED
    cards, target = divmod((action - rules.ACTIONS) // 2, ROWS + 1)
    return cards, target


def _block_of(action: int) -> tuple[int, int, int]:
    """Half, seat and place."""
    if action < POOL_DRAWS:
        halves, place = divmod(action - BLOCKS, ROWS)
        half, seat = divmod(halves, SEATS)
        return half, seat, place
    seats, place = divmod((action - rules.ACTIONS) // 2, ROWS)
    seat, half = divmod(seats, HALVES)
    return half, seat, place


def _target(place: int) -> str:
    return "n" if place == NEW else str(place + 1)


def _place(target: str) -> int:
    return NEW if target == "n" else int(target) - 1


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _colours(colours: list[int]) -> str:
    """Colours as the cards they have."""
    return " and ".join(f"{colour * TENS}–{colour * TENS + TENS - 1}" for colour in colours)
