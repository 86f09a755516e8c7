"""The words of Sumoku: texts of actions, reasons, the position form."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku import observation, plays, rules
from abaculus.games.sumoku.drawing import draw
from abaculus.games.sumoku.lines import DESK
from abaculus.games.sumoku.rules import DRAW, OVER, PLAY, ROLL, STOCK
from abaculus.games.sumoku.tiles import (
    ACTIONS,
    COLOUR_OF,
    COLOUR_WORDS,
    COPIES,
    END,
    FACE_NAMES,
    KEYS,
    KIND_NAMES,
    KIND_OF,
    LONGEST,
    NINE,
    OUTCOMES,
    PASS,
    REACH,
    ROLLED,
    TILES,
    VALUE_OF,
    decode,
    encode,
)
from abaculus.kernel.game import TEXTS_KEPT, Game, NotAnAction, Position, register_game, require, whole_number
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import Reason
from abaculus.kernel.state import State
from abaculus.kernel.verbs import Kernels, StateRecord

PHASES = ("draw", "roll", "play", "over")
_COORDINATE = "(0|-?[1-9][0-9]?)"
_LAY = re.compile(rf"([roygbp][1-9])@{_COORDINATE},{_COORDINATE}")
_TILE = re.compile(r"\*([roygbp][1-8])")
_ROLL = re.compile(r"\*([345])")
_PLAIN = {"end": END, "pass": PASS}

Place = tuple[int, int]
Line = tuple[Place, ...]
Tiles = dict[Place, int]
"""Faces by place."""


@register_game
class Sumoku(Game):
    """Tiles are laid as in a crossword; each row and column has a sum that the key divides.

    >>> import abaculus
    >>> state = abaculus.load_game("sumoku", key=5).new_initial_state()
    >>> for tile in "R1 R2 Y7 B8 G1 P4 P4 O6  R8 R8 O8 O8 Y8 Y8 G8 G8".split():
    ...     state.apply_action(state.string_to_action(-1, f"*{tile}"))
    >>> for text in "Y7@0,0", "B8@1,0", "end":
    ...     state.apply_action(state.string_to_action(0, text))
    >>> state.to_dict()["scores"]
    [15, 0]
    """

    name = "sumoku"
    title = "Sumoku"
    summary = "Lay number tiles crosswise: no colour twice in a line, and every sum a multiple of the key."
    rules_version = 1
    min_players = 2
    max_players = 8
    default_players = 2
    option_specs = (
        Option(
            "key",
            "the number that every sum is a multiple of: rolled at the start, or one that you choose",
            "choice",
            default="roll",
            choices=("roll", *KEYS),
        ),
    )
    part_names = ("kind", "tile", "face", "x", "y")
    dtype = rules.STATE
    kernels = Kernels(
        init=rules.init,
        players_to_act=rules.players_to_act,
        legal_actions=rules.legal_actions,
        chance_outcomes=rules.chance_outcomes,
        sample_chance=rules.sample_chance,
        chance_stream=rules.chance_stream,
        apply_action=rules.apply_action,
        returns=rules.returns,
        observation=observation.observation,
        erase_observation=observation.erase_observation,
        evaluate=observation.evaluate,
        prefer=observation.prefer,
    )
    slips = 1.5

    def num_distinct_actions(self) -> int:
        """Faces × places, end, pass."""
        return ACTIONS

    def max_legal_actions(self) -> int:
        """Each place that touches the crossword, or is up to five before one in its row or column, and each face."""
        touching = 2 * TILES + 2
        return 2 * LONGEST * touching * (STOCK + LONGEST)

    def max_chance_outcomes(self) -> int:
        """The kinds of tiles, and the faces of the die."""
        return OUTCOMES

    def max_game_length(self) -> int:
        """Each tile is laid once, at most as many plays end, and after each of them every seat passes at most once."""
        return 2 * TILES + (TILES + 1) * self._players

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The planes of ``observation``."""
        return (observation.PLANES, observation.SIDE, observation.SIDE)

    def observation_bounds(self) -> tuple[float, float]:
        """A score, which may be below 0 at the end, divided by 100; no score leaves 16 bits."""
        return -328.0, 328.0

    def write_options(self, record: StateRecord) -> None:
        """Seats and key."""
        record.seats = self._players
        record.fixed_key = 0 if self.options["key"] == "roll" else self.options["key"]

    def plays(self, state: State, player: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """All legal plays of a seat, or all ways to go on with the play under way, each with what the play scores.

        A play is the actions that lay its tiles, without ``end``. Each is given once, and never are more than a few at
        a time in memory.
        """
        desks = np.zeros(1, DESK)
        actions, points = np.empty((256, LONGEST), np.int32), np.empty(256, np.int32)
        n, more = len(actions), False
        while n == len(actions):
            n = plays.list_plays(state.record, player, desks, actions, points, more)
            more = True
            for row, scored in zip(actions[:n].tolist(), points[:n].tolist(), strict=True):
                yield tuple(action for action in row if action >= 0), scored

    # Texts

    def action_to_text(self, action: int) -> str:
        """``Y7@2,-1``, ``end``, ``pass``."""
        if action >= END:
            return "end" if action == END else "pass"
        face, x, y = decode(action)
        return f"{FACE_NAMES[face]}@{x},{y}"

    def text_to_action(self, text: str) -> int:
        """The action."""
        if text in _PLAIN:
            return _PLAIN[text]
        match = _LAY.fullmatch(text)
        if match is None:
            raise NotAnAction('Actions are "Y7@2,-1" (yellow 7 at x 2, y -1), "end" and "pass".')
        x, y = int(match[2]), int(match[3])
        if max(abs(x), abs(y)) > REACH:
            raise NotAnAction(f"Coordinates go from -{REACH} to {REACH}.")
        return int(encode(FACE_NAMES.index(match[1].upper()), x, y))

    def outcome_to_text(self, outcome: int) -> str:
        """``*G6``, ``*5``."""
        return f"*{KIND_NAMES[outcome] if outcome < ROLLED else KEYS[outcome - ROLLED]}"

    def text_to_outcome(self, text: str) -> int:
        """The tile drawn, or the key rolled."""
        if match := _TILE.fullmatch(text):
            return KIND_NAMES.index(match[1].upper())
        match = _ROLL.fullmatch(text)
        if match is None or self.options["key"] != "roll":
            rolls = ", a roll as in *5" if self.options["key"] == "roll" else "; the key is not rolled"
            raise NotAnAction(f"A tile drawn is written as in *G6, with a number from 1 to 8{rolls}.")
        return ROLLED + KEYS.index(int(match[1]))

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """The tile is not in the bag, or the other thing is due."""
        if record.phase == ROLL:
            return "The die is rolled now: 3, 4 or 5."
        if outcome >= ROLLED:
            return "A tile is drawn now; the die is not rolled."
        return f"No {KIND_NAMES[outcome]} is left in the bag."

    # Reasons

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """The clause that an action breaks."""
        if action == PASS:
            if record.laid > 0:
                return self.clause("P6", "A play is under way; a tile that was laid is not taken back.")
            return self.clause("E1", "A play can be made, and who can play must.")
        if action == END:
            return self._cannot_end(record, player)
        face, x, y = decode(action)
        return (
            self._not_at_hand(record, player, face)
            or self._wrong_place(record, x, y)
            or self._wrong_lines(record, face, x, y)
            or self._leads_nowhere(record, player, action)
        )

    def _cannot_end(self, record: StateRecord, player: int) -> Reason:
        if record.laid == 0:
            if not plays.has_play(record, player):
                return self._must_pass(record)
            return self.clause("P2", "A play lays one tile or more; none is laid yet.")
        if record.on_board == 0 and record.laid == 1:
            return self.clause("P3", "The first play lays two tiles or more.")
        tiles = _board(record) | _laid(record)
        for place in _laid(record):
            for line in _lines(tiles, place):
                total = _sum(tiles, line)
                if total % int(record.key):
                    return self.clause(
                        "P4", f"The {_which(line)} {_show(tiles, line)} sums to {total}, no multiple of {record.key}."
                    )
        return self.clause("P3", "The play does not touch a tile that lay there before.")

    def _must_pass(self, record: StateRecord) -> Reason:
        if record.bonus:
            return self.clause("C2", "There is no legal play for the bonus; pass.")
        return self.clause("E1", "There is no legal play with these tiles; pass.")

    def _not_at_hand(self, record: StateRecord, player: int, face: int) -> Reason | None:
        kind = int(KIND_OF[face])
        if kind in record.stock[player, : record.held[player]].tolist():
            return None
        name = KIND_NAMES[kind]
        if VALUE_OF[face] == NINE:
            return self.clause("P5", f"Only a 6 is laid as a nine, and no {name} is in the stock.")
        return self.clause("P2", f"No {name} is in the stock.")

    def _wrong_place(self, record: StateRecord, x: int, y: int) -> Reason | None:
        board, laid = _board(record), _laid(record)
        tiles = board | laid
        if (x, y) in tiles:
            return self.clause("P2", f"At {x},{y} lies {FACE_NAMES[tiles[x, y]]} already.")
        if not laid:
            if not board and (x, y) != (0, 0):
                return self.clause("P1", "The first tile of the first play is laid at 0,0.")
            return None
        xs, ys = {x, *(place[0] for place in laid)}, {y, *(place[1] for place in laid)}
        if not board and len(ys) > 1:
            return self.clause("P3", "The first play is a row.")
        if len(xs) > 1 and len(ys) > 1:
            return self.clause("P2", "The tiles of a play lie in one row or one column.")
        last_x, last_y = list(laid)[-1]
        if x < last_x or y < last_y:
            return self.clause(
                "P6", f"Tiles are laid left to right or top to bottom, so none before {last_x},{last_y}."
            )
        for between in [(at, y) for at in range(last_x + 1, x)] + [(x, at) for at in range(last_y + 1, y)]:
            if between not in tiles:
                return self.clause("P2", f"Between the tiles of a play {between[0]},{between[1]} would be empty.")
        return None

    def _wrong_lines(self, record: StateRecord, face: int, x: int, y: int) -> Reason | None:
        tiles = _board(record) | _laid(record) | {(x, y): face}
        lines = _lines(tiles, (x, y))
        for line in lines:
            same = [place for place in line if COLOUR_OF[tiles[place]] == COLOUR_OF[face]]
            if len(same) > 1:
                colour = COLOUR_WORDS[COLOUR_OF[face]].capitalize()
                return self.clause("P4", f"{colour} would stand twice in the {_which(line)} {_show(tiles, line)}.")
        # Nothing that is laid later changes the lines across the play. A first tile has two directions to go on in.
        key = int(record.key)
        if record.laid == 0:
            if len(lines) == 2 and all(_sum(tiles, line) % key for line in lines):
                sums = " and ".join(f"the {_which(line)} {_show(tiles, line)} to {_sum(tiles, line)}" for line in lines)
                return self.clause("P4", f"No multiple of {key}: it would bring {sums}.")
            return None
        across = "column" if record.laid_y[0] == y else "row"
        for place in (*_laid(record), (x, y)):
            for line in _lines(tiles, place):
                total = _sum(tiles, line)
                if _which(line) == across and total % key:
                    words = f"The {across} {_show(tiles, line)} would sum to {total}, no multiple of {key}."
                    return self.clause("P4", words)
        return None

    def _leads_nowhere(self, record: StateRecord, player: int, action: int) -> Reason:
        if record.laid == 0 and not plays.has_play(record, player):
            return self._must_pass(record)
        face, x, y = decode(action)
        if record.on_board > 0 and not _touches(_board(record), _laid(record) | {(x, y): face}):
            ahead = [(x + n, y) for n in range(LONGEST)] + [(x, y + n) for n in range(LONGEST)]
            if not any(_touches(_board(record), {place: 0}) for place in ahead):
                return self.clause("P3", f"From {x},{y} no play reaches a tile that lies there already.")
        return self.clause("P6", f"No legal play with these tiles goes on from {self.action_to_text(action)}.")

    # Parts

    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> list[tuple[Any, ...]]:
        """The kind (lay, end, pass), and of a tile to be laid its name in the stock, what it shows, and x and y."""
        return [_parts(action) for action in actions.tolist()]

    def row_keys(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The action."""
        return actions.astype(np.int64)

    # Positions

    def position(self, record: StateRecord) -> Position:
        """Course, crossword, stocks, bag, scores."""
        return {
            "phase": PHASES[record.phase],
            "key": int(record.key) or None,
            "turn_of": int(record.turn_of),
            "bonus": bool(record.bonus),
            "passes": int(record.passes),
            "laid": [[x, y, FACE_NAMES[face]] for (x, y), face in _laid(record).items()],
            "to_draw": int(record.to_draw),
            "board": [[x, y, FACE_NAMES[face]] for (x, y), face in _board(record).items()],
            "stocks": [
                [KIND_NAMES[kind] for kind in record.stock[seat, : record.held[seat]].tolist()]
                for seat in range(self._players)
            ],
            "bag": [KIND_NAMES[kind] for kind, left in enumerate(record.bag.tolist()) for _ in range(left)],
            "scores": record.score[: self._players].tolist(),
        }

    def draw(self, view: Position, player: int) -> str:
        """The crossword and the stocks."""
        return draw(view, player)

    def read_position(self, record: StateRecord, position: Position) -> None:
        """Lay the tiles out, and check that each is somewhere once and that the course could have led here."""
        self.kernels.init(record)
        phase = position["phase"]
        require(isinstance(phase, str) and phase in PHASES, f"'phase' is {phase!r}; phases are {', '.join(PHASES)}.")
        record.phase = PHASES.index(phase)
        record.turn_of = whole_number(position["turn_of"], "turn_of", 0, self._players - 1)
        record.passes = whole_number(position["passes"], "passes", 0, self._players)
        require(isinstance(position["bonus"], bool), "'bonus' is true or false.")
        record.bonus = position["bonus"]
        key = position["key"]
        if key is not None:
            require(whole_number(key, "key", 0, max(KEYS)) in KEYS, f"'key' is {key}; keys are 3, 4 and 5.")
        record.key = key or 0

        self._read_stocks(record, position["stocks"])
        self._read_board(record, position["board"])
        laid = position["laid"]
        require(isinstance(laid, list) and len(laid) <= LONGEST, "'laid' is a list of at most six tiles.")
        laid = [_placed(tile, "laid") for tile in laid]
        self._read_bag(record, position["bag"], [KIND_OF[face] for _, _, face in laid])
        self._check_key(record, position)
        self._read_scores(record, position["scores"])
        if phase == "draw":
            record.to_draw = min(STOCK - int(record.held[record.turn_of]), rules.in_bag(record))
        else:
            record.to_draw = 0
        self._check_course(record, len(laid))
        self._check_passes(record)
        self._lay_again(record, laid)

    def _read_stocks(self, record: StateRecord, stocks: list[list[str]]) -> None:
        require(
            isinstance(stocks, list) and len(stocks) == self._players,
            f"'stocks' has a list for each of {self._players} seats.",
        )
        for seat, stock in enumerate(stocks):
            kinds = _kinds(stock, f"stock {seat}")
            require(len(kinds) <= STOCK, f"Stock {seat} has {len(kinds)} tiles; {STOCK} is the most.")
            record.held[seat] = len(kinds)
            record.stock[seat, : len(kinds)] = kinds

    def _read_board(self, record: StateRecord, board: list[Any]) -> None:
        require(isinstance(board, list) and len(board) <= TILES, f"'board' is a list of at most {TILES} tiles.")
        placed = [_placed(tile, "board") for tile in board]
        order = [(y, x) for x, y, _ in placed]
        require(order == sorted(set(order)), "'board' is sorted by y, then x, and no place is there twice.")
        for x, y, face in placed:
            rules.put_on_board(record, x, y, face)
        if not placed:
            return
        tiles = _board(record)
        require(
            (0, 0) in tiles and (1, 0) in tiles,
            "The first play has its first tile at 0,0 and its second at 1,0, but the board has none there.",
        )
        reached, new = {(0, 0)}, {(0, 0)}
        while new:
            new = {place for one in new for place in _beside(one) if place in tiles} - reached
            reached |= new
        require(len(reached) == len(tiles), "The tiles on the board are not all connected.")

    def _read_bag(self, record: StateRecord, bag: list[str], laid: list[int]) -> None:
        """Every tile is in the bag, in a stock or on the table."""
        in_bag = _kinds(bag, "bag")
        held = [kind for seat in range(self._players) for kind in record.stock[seat, : record.held[seat]].tolist()]
        on_board = [int(KIND_OF[face]) for face in record.face[: record.on_board].tolist()]
        every = [*in_bag, *held, *on_board, *laid]
        for kind, name in enumerate(KIND_NAMES):
            there = every.count(kind)
            require(there == COPIES, f"There are {there} tiles {name}, but {COPIES} in the game.")
            record.bag[kind] = in_bag.count(kind)

    def _check_key(self, record: StateRecord, position: Position) -> None:
        dealing = record.phase == ROLL or (record.phase == DRAW and record.on_board == 0)
        require(not dealing or record.on_board == 0, "The key is rolled before anything is laid.")
        expected = int(record.fixed_key)
        if expected or dealing:
            require(
                int(record.key) == expected,
                f"'key' is {position['key']!r}; it is {expected if expected else 'null until it is rolled'}.",
            )
        else:
            require(record.key > 0, "'key' is null, but it has been rolled.")
        tiles = _board(record)
        for line in _all_lines(tiles):
            colours = {int(COLOUR_OF[tiles[place]]) for place in line}
            words = f"the {_which(line)} {_show(tiles, line)}"
            require(len(colours) == len(line), f"A colour stands twice in {words}.")
            total = _sum(tiles, line)
            require(
                total % int(record.key) == 0,
                f"There is {words}, which sums to {total}, no multiple of {record.key}.",
            )

    def _read_scores(self, record: StateRecord, scores: list[int]) -> None:
        """Plays score multiples of the key, and each line was scored when it was last added to."""
        require(
            isinstance(scores, list) and len(scores) == self._players,
            f"'scores' has a number for each of {self._players} seats.",
        )
        most = 2 * TILES * LONGEST * NINE
        tiles = _board(record)
        lines_sum = sum(_sum(tiles, line) for line in _all_lines(tiles))
        scored = 0
        for seat, score in enumerate(scores):
            before = whole_number(score, "scores", -STOCK * STOCK, most)
            if record.phase == OVER:
                before += rules.total(record, seat)  # E3
            require(
                before >= 0 and (before % int(record.key) == 0 if record.key else before == 0),
                f"Seat {seat} cannot have scored {before}, for every play scores a multiple of the key.",
            )
            record.score[seat] = score
            scored += before
        require(
            lines_sum <= scored <= most and (scored == 0 or lines_sum > 0),
            f"The scores come to {scored}, but the lines on the board to {lines_sum}.",
        )

    def _check_course(self, record: StateRecord, laid: int) -> None:
        """Who has how many tiles, and what goes with each phase."""
        phase, turn, bag = int(record.phase), int(record.turn_of), rules.in_bag(record)
        held = record.held[: self._players].tolist()
        held[turn] += laid
        require(laid == 0 or phase == PLAY, "Tiles are laid in the phase 'play' only.")
        require(
            not record.bonus or (phase == PLAY and record.passes == 0),
            "'bonus' is true only while a seat plays again, with 'passes' 0.",
        )
        require(
            not record.bonus or any(len(line) == LONGEST for line in _all_lines(_board(record))),
            "'bonus' is true, but there is no line of six.",
        )
        if phase == DRAW and record.on_board == 0:
            full = [STOCK] * turn + [held[turn]] + [0] * (self._players - turn - 1)
            require(held == full and held[turn] < STOCK, "At the start each seat draws eight tiles, seat 0 first.")
            require(record.passes == 0, "'passes' is not 0 at the start.")
            return
        short = [seat for seat in range(self._players) if held[seat] < STOCK]
        if phase == DRAW:
            require(
                short == [turn] and bag > 0, "In 'draw' seat 'turn_of' alone has fewer than eight tiles, and draws."
            )
            require(record.passes == 0, "'passes' is 0 after a play.")
        elif record.bonus:
            require(turn in short, "Who plays again has not drawn since.")
            require(bag == 0 or short == [turn], "Seats have fewer than eight tiles though the bag is not empty.")
        else:
            require(bag == 0 or not short, "Seats have fewer than eight tiles though the bag is not empty.")
        if phase == ROLL:
            require(record.passes == 0, "The key is rolled before anybody passes.")
        if record.on_board == 0 and laid == 0:
            first = int(rules.starter(record))
            since = int(record.passes) - (phase == OVER)
            require(turn == (first + since) % self._players, f"Seat {first} has the smallest total and starts.")

    def _check_passes(self, record: StateRecord) -> None:
        """Who has passed had no play."""
        everyone = record.passes == self._players
        require(
            (record.phase == OVER) == everyone, "The game is over when every seat in turn has passed, and only then."
        )
        for back in range(int(record.passes)):
            seat = (int(record.turn_of) - back - (not everyone)) % self._players
            require(not plays.has_play(record, seat), f"Seat {seat} has passed, but could play.")

    def _lay_again(self, record: StateRecord, laid: list[tuple[int, int, int]]) -> None:
        """Take the tiles laid into the stock, and lay them from there one by one."""
        turn = int(record.turn_of)
        stock = sorted(record.stock[turn, : record.held[turn]].tolist() + [int(KIND_OF[face]) for _, _, face in laid])
        require(len(stock) <= STOCK, f"Seat {turn} has {len(stock)} tiles with those laid; {STOCK} is the most.")
        record.held[turn] = len(stock)
        record.stock[turn, : len(stock)] = stock
        if laid and record.on_board == 0:
            first = int(rules.starter(record))
            require(turn == (first + record.passes) % self._players, f"Seat {first} has the smallest total and starts.")
        legal = np.empty(self.max_legal_actions(), np.int32)
        for x, y, face in laid:
            action = encode(face, x, y)
            n = rules.legal_actions(record, turn, legal)
            if action not in legal[:n]:
                require(False, f"'laid' has {FACE_NAMES[face]}: {self.explain(record, turn, action)}")
            rules.apply_action(record, turn, action)


# Tiles on the table, for words


@lru_cache(maxsize=TEXTS_KEPT)
def _parts(action: int) -> tuple[Any, ...]:
    if action >= END:
        return "end" if action == END else "pass", None, None, None, None
    face, x, y = decode(action)
    return "lay", KIND_NAMES[KIND_OF[face]], FACE_NAMES[face], x, y


def _board(record: StateRecord) -> Tiles:
    n = int(record.on_board)
    return dict(
        zip(zip(record.x[:n].tolist(), record.y[:n].tolist(), strict=True), record.face[:n].tolist(), strict=True)
    )


def _laid(record: StateRecord) -> Tiles:
    n = int(record.laid)
    places = zip(record.laid_x[:n].tolist(), record.laid_y[:n].tolist(), strict=True)
    return dict(zip(places, record.laid_face[:n].tolist(), strict=True))


def _beside(place: Place) -> list[Place]:
    x, y = place
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def _touches(board: Tiles, laid: Tiles) -> bool:
    return any(beside in board for place in laid for beside in _beside(place))


def _lines(tiles: Tiles, place: Place) -> list[Line]:
    """The lines that hold a tile, the row first."""
    lines = []
    for dx, dy in ((1, 0), (0, 1)):
        x, y = place
        while (x - dx, y - dy) in tiles:
            x, y = x - dx, y - dy
        line = []
        while (x, y) in tiles:
            line.append((x, y))
            x, y = x + dx, y + dy
        if len(line) > 1:
            lines.append(tuple(line))
    return lines


def _all_lines(tiles: Tiles) -> list[Line]:
    return list(dict.fromkeys(line for place in tiles for line in _lines(tiles, place)))


def _which(line: Line) -> str:
    return "row" if line[0][1] == line[1][1] else "column"


def _sum(tiles: Tiles, line: Line) -> int:
    return sum(int(VALUE_OF[tiles[place]]) for place in line)


def _show(tiles: Tiles, line: Line) -> str:
    return " ".join(FACE_NAMES[tiles[place]] for place in line)


# Values of a position


def _kinds(names: Any, where: str) -> list[int]:
    """The kinds of these names, which are in order."""
    require(isinstance(names, list), f"The {where} is a list of tiles.")
    for name in names:
        require(isinstance(name, str) and name in KIND_NAMES, f"The {where} has {name!r}, which is no tile.")
    kinds = [KIND_NAMES.index(name) for name in names]
    require(kinds == sorted(kinds), f"The {where} is not in the order of colours (R O Y G B P) and numbers.")
    return kinds


def _placed(tile: Any, where: str) -> tuple[int, int, int]:
    require(isinstance(tile, list | tuple) and len(tile) == 3, f"'{where}' has {tile!r}, but takes x, y and a tile.")
    x, y, name = tile
    require(isinstance(name, str) and name in FACE_NAMES, f"'{where}' has {name!r}, which no tile shows.")
    return whole_number(x, where, -REACH, REACH), whole_number(y, where, -REACH, REACH), FACE_NAMES.index(name)
