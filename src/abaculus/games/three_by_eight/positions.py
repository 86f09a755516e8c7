"""The position form of 3x8: names of cards, writing a position, and reading one with all its checks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from abaculus.games.three_by_eight import rules
from abaculus.games.three_by_eight.cards import (
    BLOCKERS,
    CARDS,
    HALVES,
    NUMBERS,
    TENS,
    WORD,
    CardSet,
    add,
    has,
    is_empty,
)
from abaculus.games.three_by_eight.rules import (
    DEAL,
    DRAW,
    DRAWN,
    FILL,
    HAND,
    LONG,
    MAIN,
    NOTHING,
    OVER,
    PLAY,
    POOL,
    REFILL,
    ROWS,
    ROWS_TO_WIN,
    START,
)
from abaculus.kernel.game import Position, require, whole_number
from abaculus.kernel.reasons import shown
from abaculus.kernel.verbs import StateRecord

PHASES = ("pool", "deal", "main", "play", "pool", "draw", "drawn", "pool", "over")


# Names


def card_value(card: int) -> int | str:
    """A card as positions write it: 17, or "b3"."""
    return card if card < NUMBERS else f"b{card - NUMBERS}"


def cards_of(words: Sequence[int]) -> list[int]:
    """The cards of a set, ascending; a set's ``tolist()`` is faster to read than the set itself."""
    bits = int(words[0]) | int(words[1]) << WORD
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def card_values(words: Sequence[int]) -> list[int | str]:
    """A set of cards as positions write it."""
    return [_VALUES[card] for card in cards_of(words)]


def half_name(half: int) -> str:
    """A half of a blocker as positions write it: "4a"."""
    return f"{half // 2}{'ab'[half % 2]}"


_VALUES = [card_value(card) for card in range(CARDS)]
_CARD_OF = {value: card for card, value in enumerate(_VALUES)}
_HALF_OF = {half_name(half): half for half in range(HALVES)}


# Writing


def write_position(record: StateRecord, hidden: Sequence[bool]) -> Position:
    """The own keys of a position, with these hands hidden; the draw pile is, where one of them is."""
    seats = range(int(record.seats))
    rows, blockers, completed = record.rows.tolist(), record.blocker.tolist(), record.completed.tolist()
    hands, known = record.hands.tolist(), [card_values(words) for words in record.known.tolist()]
    row = int(record.row)
    return {
        "phase": PHASES[record.phase],
        "turn_of": int(record.turn_of),
        "turn": int(record.turn),
        "hands": [
            {"known": known[seat], "count": int(rules.hand_size(record, seat))}
            if hidden[seat]
            else card_values(hands[seat])
            for seat in seats
        ],
        "rows": [
            [_row(rows[seat][place], blockers[seat][place], completed[seat][place]) for place in range(ROWS)]
            for seat in seats
        ],
        "pool": [None if card == NOTHING else _VALUES[card] for card in record.pool.tolist()],
        "draw": int(rules.pile_size(record)) if any(hidden) else card_values(record.draw.tolist()),
        "discard": card_values(record.discard.tolist()),
        "box": [f"b{i}" for i in range(BLOCKERS) if int(record.box) >> i & 1],
        "played": int(record.played),
        "row": None if row == NOTHING else row + 1,
        "moved": bool(record.moved),
        "to_draw": int(record.to_draw),
        "known": [known[seat] for seat in seats],
    }


def _row(words: Sequence[int], half: int, completed: int) -> dict[str, Any] | None:
    if completed != NOTHING:
        return {"completed": completed}
    cards = cards_of(words)
    return {"cards": cards, "blocker": None if half == NOTHING else half_name(half)} if cards else None


# Reading


def read_position(record: StateRecord, position: Position) -> None:
    """Write a position's own keys into a blank record. Raises ``PositionError``."""
    rules.init(record)
    _Reader(record, position).read()


class _Reader:
    """Lays the cards, then checks what the rules say of the turn that is under way."""

    def __init__(self, record: StateRecord, position: Position) -> None:
        self.record = record
        self.position = position
        self.seats = int(record.seats)
        self.laid: dict[int, str] = {}
        self.lengths = [[0] * ROWS for _ in range(self.seats)]

    def read(self) -> None:
        phase = self.position["phase"]
        require(isinstance(phase, str) and phase in PHASES, f"'phase' is {phase!r}; it is {_or(PHASES)}.")
        self.read_counters()
        self.read_cards()
        self.record.phase = self.find_phase(phase)
        self.check_rows()
        if phase == "over":
            self.check_end()
        elif self.record.phase in (START, DEAL):
            self.check_start()
        else:
            self.check_turn()

    # What lies where

    def read_counters(self) -> None:
        record = self.record
        record.turn = self.whole("turn", 1, int(record.max_turns))
        record.turn_of = (int(record.first) + int(record.turn) - 1) % self.seats
        record.played = self.whole("played", 0, TENS)
        record.to_draw = self.whole("to_draw", 0, TENS)
        moved = self.position["moved"]
        require(isinstance(moved, bool), f"'moved' is {moved!r}; it is true or false.")
        record.moved = moved
        if self.position["row"] is not None:
            record.row = self.whole("row", 1, ROWS) - 1

    def read_cards(self) -> None:
        record, position = self.record, self.position
        hands, known, rows = (self.list_of(key, position[key], self.seats) for key in ("hands", "known", "rows"))
        record.draw[:] = 0
        for seat in range(self.seats):
            self.lay_set(f"hand {seat}", hands[seat], record.hands[seat])
            for card in self.ascending(f"known {seat}", known[seat]):
                require(has(record.hands[seat], card), f"{card_value(card)} is known of hand {seat}, but not in it.")
                add(record.known[seat], card)
            for place, row in enumerate(self.list_of(f"rows of seat {seat}", rows[seat], ROWS)):
                if row is not None:
                    self.lay_row(f"row {place + 1} of seat {seat}", seat, place, row)
        for place, value in enumerate(self.list_of("pool", position["pool"], POOL)):
            if value is not None:
                record.pool[place] = self.lay("the pool", self.card("the pool", value))
        self.lay_set("the draw pile", position["draw"], record.draw)
        self.lay_set("the discard pile", position["discard"], record.discard)
        for card in self.ascending("the box", position["box"]):
            require(card >= NUMBERS, f"{card} lies in the box, where only blockers go.")
            self.lay("the box", card)
            record.box |= 1 << card - NUMBERS
        missing = [card_value(card) for card in range(CARDS) if card not in self.laid]
        require(not missing, f"Of the 120 cards some are nowhere: {', '.join(map(str, missing[:5]))}.")

    def lay_row(self, where: str, seat: int, place: int, row: Any) -> None:
        record = self.record
        if isinstance(row, dict) and set(row) == {"completed"}:
            record.completed[seat, place] = self.lay(where, self.number(where, row["completed"]))
            return
        require(
            isinstance(row, dict) and set(row) == {"cards", "blocker"},
            f"{where} is {shown(row)}; a row has 'cards' and 'blocker', or 'completed', or is null.",
        )
        cards = self.ascending(where, row["cards"])
        require(len(cards) > 0, f"{where} has no card; a place without a row is null.")
        self.lengths[seat][place] = len(cards)
        for card in cards:
            add(record.rows[seat, place], self.lay(where, self.number(where, card_value(card))))
        if row["blocker"] is not None:
            half = _HALF_OF.get(row["blocker"], NOTHING) if isinstance(row["blocker"], str) else NOTHING
            require(half != NOTHING, f"{where}: the blocker is {shown(row['blocker'])}; it is as in '4a' or null.")
            self.lay(where, NUMBERS + half // 2)
            record.blocker[seat, place] = half
            self.check_blocker(where, cards, half)

    def check_blocker(self, where: str, cards: list[int], half: int) -> None:
        """It was put on a card of its base colour; after that cards were moved there at most (B1, B2, A4)."""
        base, blocked = int(self.record.half_base[half]), int(self.record.half_blocks[half])
        colours = [card // TENS for card in cards]
        name = half_name(half)
        require(base in colours, f"{where} bears {name}, but has no card of its base colour {base}.")
        later = [card for card, colour in zip(cards, colours, strict=True) if colour > base and blocked >> colour & 1]
        require(not later, f"{where} bears {name}, which blocks its {later[0] if later else ''}.")

    def lay_set(self, where: str, values: Any, cards: CardSet) -> None:
        for card in self.ascending(where, values):
            add(cards, self.lay(where, card))

    def lay(self, where: str, card: int) -> int:
        """Note that the card lies there, and nowhere else."""
        require(card not in self.laid, f"{card_value(card)} lies in {where} and in {self.laid.get(card)}.")
        self.laid[card] = where
        return card

    # The turn

    def find_phase(self, phase: str) -> int:
        """Which of the three phases that are written "pool" it is."""
        if phase != "pool":
            return PHASES.index(phase)
        if self.record.to_draw == 1:
            return FILL
        hands = any(not is_empty(self.record.hands[seat]) for seat in range(self.seats))
        return REFILL if hands or self.record.turn > 1 else START

    def check_rows(self) -> None:
        """No seat has won, and none but the one at play has a row to complete."""
        for seat in range(self.seats):
            for place in range(ROWS):
                row = f"Row {place + 1} of seat {seat}"
                at_play = self.record.phase == PLAY and seat == self.record.turn_of
                length = self.length(seat, place)
                require(length < LONG or at_play, f"{row} has {length} cards and should be completed.")
            completed = int(rules.completed_rows(self.record, seat))
            won = self.record.phase == OVER and seat == self.record.turn_of
            require(completed < ROWS_TO_WIN or won, f"With {completed} rows completed seat {seat} has won already.")

    def check_end(self) -> None:
        record = self.record
        self.check_no_turn("When the game is over")
        if rules.completed_rows(record, record.turn_of) < ROWS_TO_WIN:
            require(
                record.turn == record.max_turns,
                f"Nobody has three completed rows, and turn {record.turn} is not the last one, {record.max_turns}.",
            )
            require(
                NOTHING not in record.pool or not rules.can_draw(record),
                "The pool is to be refilled before the last turn is over.",
            )

    def check_start(self) -> None:
        record = self.record
        self.check_no_turn("Before the first turn")
        require(record.turn == 1, f"Cards are dealt before turn 1, not in turn {record.turn}.")
        require(is_empty(record.discard) and record.box == 0, "Before the first turn no card was put aside.")
        for seat in range(self.seats):
            require(is_empty(record.known[seat]), "Before the first turn no card was taken from the pool.")
            require(all(row is None for row in self.position["rows"][seat]), "Before the first turn there are no rows.")
        if record.phase == START:
            self.check_filling()
            return
        require(NOTHING not in record.pool, "The pool has three cards before hands are dealt.")
        sizes = [int(rules.hand_size(record, seat)) for seat in range(self.seats)]
        dealt = sum(sizes)
        require(dealt < HAND * self.seats, "All hands are dealt already.")
        expected = [min(HAND, max(0, dealt - HAND * seat)) for seat in range(self.seats)]
        require(sizes == expected, f"The hands have {sizes} cards; dealt one seat after another they have {expected}.")

    def check_turn(self) -> None:
        record = self.record
        phase = int(record.phase)
        drawing = phase in (DRAW, DRAWN)
        if phase in (MAIN, FILL) or (phase != PLAY and record.played == 0):
            self.check_no_turn("Before a card is played", drawn=drawing or phase == FILL)
            require(record.to_draw <= 2, f"{record.to_draw} cards to draw are too many where none was played.")
        else:
            self.check_play()
        if drawing:
            require(record.to_draw > 0, "While cards are drawn, 'to_draw' is 1 or more.")
        if phase in (PLAY, REFILL):
            require(record.to_draw == 0, f"'to_draw' is {record.to_draw}, but nothing is to be drawn now.")
        if phase == DRAW:
            require(
                any(card >= 0 for card in record.pool) or bool(rules.can_draw(record)),
                "There is no card to draw: the turn is over.",
            )
        elif phase in (FILL, DRAWN, REFILL):
            require(rules.pile_size(record) > 0, "The draw pile has no card, so none can be turned up.")
        if phase in (MAIN, PLAY):
            require(
                NOTHING not in record.pool or rules.pile_size(record) == 0,
                "The pool is short, but the draw pile could have filled it.",
            )
        if phase == FILL:
            self.check_filling()
        if phase == REFILL:
            require(NOTHING in record.pool, "The pool is full.")

    def check_filling(self) -> None:
        """The pool is filled anew from the left."""
        filled = [card >= 0 for card in self.record.pool]
        require(filled in ([False] * 3, [True, False, False], [True, True, False]), "The pool is filled from the left.")

    def check_no_turn(self, when: str, drawn: bool = False) -> None:
        record = self.record
        require(record.played == 0, f"{when} 'played' is 0.")
        require(record.row == NOTHING, f"{when} 'row' is null.")
        require(not record.moved, f"{when} 'moved' is false.")
        require(drawn or record.to_draw == 0, f"{when} 'to_draw' is 0.")

    def check_play(self) -> None:
        """The rows are such as cards that were played and moved leave behind (A1–A5)."""
        record, seat, played = self.record, int(self.record.turn_of), int(self.record.played)
        phase = int(record.phase)
        require(played > 0, "In a play 'played' is 1 or more.")
        require(record.to_draw <= played, f"{record.to_draw} cards are to be drawn, but {played} were played.")
        place = int(record.row)
        lengths = [self.length(seat, other) for other in range(ROWS)]
        spare = [other for other in range(ROWS) if other != place and lengths[other] >= LONG]
        require(len(spare) <= bool(record.moved), "Only a row that was played on or moved to has eight cards.")
        for other in spare:
            require(lengths[other] <= LONG - 1 + LONG - 1 + played, f"Row {other + 1} cannot have got so long.")
        if place == NOTHING:
            return
        require(
            lengths[place] > 0 or (phase != PLAY and record.completed[seat, place] != NOTHING),
            f"'row' is {place + 1}, but there is no such row.",
        )
        if lengths[place] == 0:
            return
        require(record.blocker[seat, place] == NOTHING, f"Row {place + 1} was played on, so it bears no blocker.")
        require(lengths[place] <= LONG - 1 + played - bool(record.moved), f"Row {place + 1} cannot have got so long.")
        if not record.moved:
            last = cards_of(record.rows[seat, place])[-played:]
            require(
                len(last) == played and len({card // TENS for card in last}) == 1,
                f"Row {place + 1} does not end in {played} cards of one colour, as many as were played.",
            )

    def length(self, seat: int, place: int) -> int:
        return self.lengths[seat][place]

    # Values

    def whole(self, key: str, least: int, most: int) -> int:
        return whole_number(self.position[key], key, least, most)

    def list_of(self, what: str, value: Any, length: int) -> list[Any]:
        require(isinstance(value, list | tuple) and len(value) == length, f"{what!r} is not a list of {length}.")
        return list(value)

    def card(self, where: str, value: Any) -> int:
        known = isinstance(value, int | str) and not isinstance(value, bool) and value in _CARD_OF
        require(known, f"{shown(value)} in {where} is no card; cards are 0 to 109 and 'b0' to 'b9'.")
        return _CARD_OF[value]

    def number(self, where: str, value: Any) -> int:
        card = self.card(where, value)
        require(card < NUMBERS, f"{value} is no number card, and {where} holds no others.")
        return card

    def ascending(self, where: str, values: Any) -> list[int]:
        require(isinstance(values, list | tuple), f"The cards of {where} are not a list.")
        cards = [self.card(where, value) for value in values]
        require(
            all(low < high for low, high in pairwise(cards)),
            f"The cards of {where} are not in ascending order, numbers before blockers.",
        )
        return cards


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(dict.fromkeys(words))
