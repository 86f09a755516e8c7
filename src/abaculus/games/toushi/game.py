"""The words of Tóushì: texts of actions, reasons, the position form."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi import features, observation, rules
from abaculus.games.toushi.drawing import draw
from abaculus.games.toushi.rules import (
    BONUS_MARKS,
    BONUS_REROLL,
    CHOOSE,
    FIRST,
    MARKS,
    NOTHING,
    ONE_ROLLED,
    REROLL,
    ROLLS,
    STOP,
)
from abaculus.games.toushi.sheet import (
    CROSS,
    DICE,
    DIE_OF,
    FACES,
    FIRST_NUMBER,
    MAX_FACES,
    MAX_SCORE,
    REACHED,
    SIDE,
    SQUARES,
    VALUE_OF,
)
from abaculus.kernel.game import Game, NotAnAction, Position, register_game, require, whole_number
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import Reason, shown
from abaculus.kernel.verbs import Kernels, StateRecord

DIE_NAMES = tuple(f"T{faces}" for faces in FACES)
PHASES = ("first", "choose", "roll", "one", "mark", "over")
_SQUARE_NAMES = tuple(f"{'abcdef'[square % SIDE]}{square // SIDE + 1}" for square in range(SQUARES))
_NUMBER = r"t(4|6|8|10|12|20):([1-9][0-9]{0,5})"
_MARK = re.compile(rf"(bonus )?{_NUMBER}@([a-f][1-6])")
_ROLL = re.compile(rf"roll {_NUMBER}")
_OUTCOME = re.compile(r"\*([1-9][0-9]?)")
_PLAIN = {"reroll": REROLL, "bonus reroll": BONUS_REROLL, "stop": STOP}


@register_game
class Toushi(Game):
    """A die is rolled, split into steps and a number, and written in a square of the grid.

    >>> import abaculus
    >>> state = abaculus.load_game("toushi").new_initial_state()
    >>> for player, text in [(0, "T6:4@c3"), (0, "roll T8:5"), (-1, "*6")]:
    ...     state.apply_action_for(player, state.string_to_action(player, text))
    >>> state.why_not(0, "T8:3@c5")
    'TOUSHI-R3: c5 is 2 steps away; a 3 of the 6 rolled leaves exactly 3 steps, and those end elsewhere.'
    """

    name = "toushi"
    title = "Tóushì"
    summary = "Roll dice, walk the grid and write them down: fill rows and columns before the luck runs out."
    rules_version = 1
    min_players = 1
    max_players = 1
    default_players = 1
    option_specs = (
        Option(
            "lists",
            "whether each die has at least twelve numbers to cross out, or each number once",
            "choice",
            default="ample",
            choices=("ample", "single"),
        ),
    )
    part_names = ("kind", "die", "number", "square")
    feature_names = features.NAMES
    dtype = rules.STATE
    kernels = Kernels(
        init=rules.init,
        players_to_act=rules.players_to_act,
        legal_actions=rules.legal_actions,
        chance_outcomes=rules.chance_outcomes,
        sample_chance=rules.sample_chance,
        apply_action=rules.apply_action,
        returns=rules.returns,
        rewarded=rules.returns,
        observation=observation.observation,
        evaluate=observation.evaluate,
        features=features.features,
    )
    slips = 0.3

    def num_distinct_actions(self) -> int:
        """Marks, bonus marks, rolls, and three more."""
        return rules.ACTIONS

    def max_legal_actions(self) -> int:
        """The first round's marks."""
        return rules.BONUS_MARKS

    def max_chance_outcomes(self) -> int:
        """The faces of the largest die."""
        return MAX_FACES

    def max_game_length(self) -> int:
        """No bound, for ones can be rolled again and again; longer games are as good as impossible."""
        return 1000

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The planes of ``observation``, each a sheet."""
        return (observation.PLANES, SIDE, SIDE)

    def max_utility(self) -> float:
        """A full sheet and all stars."""
        return float(MAX_SCORE)

    def write_options(self, record: StateRecord) -> None:
        """Which lists."""
        record.single = self.options["lists"] == "single"

    def action_to_text(self, action: int) -> str:
        """``T6:4@c3``, ``roll T8:5``, ``reroll``, ``bonus reroll``, ``bonus T4:2@a1``, ``stop``."""
        return _text(action)

    def text_to_action(self, text: str) -> int:
        """The action; for a number beyond its die's range (K3) one that no state allows."""
        if text in _PLAIN:
            return _PLAIN[text]
        if match := _ROLL.fullmatch(text):
            return _Written("roll", int(match[1]), int(match[2]), 0).action()
        if match := _MARK.fullmatch(text):
            square = _SQUARE_NAMES.index(match[4])
            return _Written("bonus" if match[1] else "mark", int(match[2]), int(match[3]), square).action()
        raise NotAnAction('Actions are "T6:4@c3", "roll T8:5", "reroll", "bonus reroll", "bonus T4:2@a1" and "stop".')

    def outcome_to_text(self, outcome: int) -> str:
        """``*6``."""
        return f"*{outcome + 1}"

    def text_to_outcome(self, text: str) -> int:
        """The face, less one."""
        match = _OUTCOME.fullmatch(text)
        if match is None or int(match[1]) > MAX_FACES:
            raise NotAnAction(f"A roll is written as in *6, from 1 to {MAX_FACES}.")
        return int(match[1]) - 1

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """The die has no such face."""
        return f"A {DIE_NAMES[record.die]} does not show {outcome + 1}."

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """The clause that an action breaks, or that of the phase that is due."""
        written = _Written.of(action)
        if record.phase == FIRST:
            return self.clause("F1", written.beyond() or 'The game starts with a mark of your choice, as in "T6:4@c3".')
        if record.phase == CHOOSE:
            if written.kind != "roll":
                return self.clause("R1", 'A round starts with a die: roll one, as in "roll T8:5".')
            return self.clause("R1", written.beyond() or written.crossed_out())
        if record.phase == ONE_ROLLED:
            if action == BONUS_REROLL:
                return self.clause("R4", "After a one the reroll is free: no star may be spent on it.")
            if written.kind != "bonus":
                return self.clause("R2", "After a one, reroll, or use a star for a bonus mark.")
            if record.stars == 0:
                return self.clause("R5", "No star is left for a bonus mark.")
            return self.clause("R5", written.beyond() or self._cannot_write(record, written))
        if action == STOP:
            return self.clause("R7", "A mark can still be made, so the game goes on.")
        if action == BONUS_REROLL:
            return self.clause("R4", "No star is left for a bonus reroll.")
        if written.kind != "mark":
            if rules.can_mark(record):
                return self.clause("R3", "The roll is to be used: write a die in a square that it leads to.")
            return self.clause("R7", "No mark can be made: use a star for a bonus reroll, or stop.")
        return self.clause("R3", written.beyond() or self._cannot_reach(record, written))

    def _cannot_write(self, record: StateRecord, written: "_Written") -> str:
        if record.left[written.die, written.value - 1] == 0:
            return written.crossed_out()
        if rules.marked(record) >> written.place & 1:
            return f"{written.square_name} is marked already."
        return f"A {written.die_name} stands in the row or column of {written.square_name} already."

    def _cannot_reach(self, record: StateRecord, written: "_Written") -> str:
        steps = int(record.rolled) - written.value
        if steps < 1:
            return f"A roll of {record.rolled} leaves at most {record.rolled - 1} to write, for one step is the least."
        if not REACHED[record.at, steps] >> written.place & 1 and not rules.marked(record) >> written.place & 1:
            at, square = int(record.at), written.square
            away = abs(at // SIDE - square // SIDE) + abs(at % SIDE - square % SIDE)
            return (
                f"{written.square_name} is {away} {'step' if away == 1 else 'steps'} away; a {written.value} of the "
                f"{record.rolled} rolled leaves exactly {steps} {'step' if steps == 1 else 'steps'}, "
                f"and {'that ends' if steps == 1 else 'those end'} elsewhere."
            )
        return self._cannot_write(record, written)

    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> list[tuple[Any, ...]]:
        """The kind (mark, bonus, roll, reroll, bonus reroll, stop), and die, number and square where they apply."""
        return [_parts(action) for action in actions.tolist()]

    def row_keys(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The action."""
        return actions.astype(np.int64)

    def position(self, record: StateRecord) -> Position:
        """The sheet."""
        left, bearing = record.left.tolist(), record.bearing.tolist()
        at, die = int(record.at), int(record.die)
        return {
            "phase": PHASES[record.phase],
            "round": int(record.round_number),
            "grid": {
                _SQUARE_NAMES[square]: name
                for square in range(SQUARES)
                for name, squares in zip(DIE_NAMES, bearing, strict=True)
                if squares >> square & 1
            },
            "at": None if at == NOTHING else _SQUARE_NAMES[at],
            "die": None if die == NOTHING else DIE_NAMES[die],
            "rolled": int(record.rolled) or None,
            "left": {name: numbers[:faces] for name, numbers, faces in zip(DIE_NAMES, left, FACES, strict=True)},
            "stars": int(record.stars),
            "scores": [int(rules.score(record))],
        }

    def draw(self, view: Position, player: int) -> str:
        """The sheet with its lists, and the roll."""
        return draw(view)

    def read_position(self, record: StateRecord, position: Position) -> None:
        """Fill the sheet and check that the counts of marks, rolls and numbers crossed out belong together."""
        self.kernels.init(record)
        phase = position["phase"]
        require(phase in PHASES, f"'phase' is {shown(phase)}; phases are {', '.join(PHASES)}.")
        record.phase = PHASES.index(phase)
        record.stars = whole_number(position["stars"], "stars", 0, 3)
        self._read_grid(record, position["grid"])
        crossed = self._read_lists(record, position["left"])
        marks = len(position["grid"])

        die, at = position["die"], position["at"]
        by_a_mark = phase in ("first", "choose") or (phase == "over" and die is None)
        record.at = NOTHING if phase == "first" else _place(at, _SQUARE_NAMES, "at")
        require(phase == "first" or at in position["grid"], f"'at' is {at}, a square that is not marked.")
        record.die = NOTHING if by_a_mark else _place(die, DIE_NAMES, "die")
        if phase == "one":
            record.rolled = 1
        elif phase in ("mark", "over") and not by_a_mark:
            record.rolled = whole_number(position["rolled"], "rolled", 2, FACES[record.die])
        # A mark that ends the game does not raise the round.
        record.round_number = marks if phase == "over" and by_a_mark else marks + 1

        # Each mark crosses out a number, and so does each roll; between marks stands one roll.
        rolls = max(marks - 1, 0) if by_a_mark else marks
        require(
            sum(crossed) == marks + rolls,
            f"{sum(crossed)} numbers are crossed out, but {marks} marks and {rolls} rolls cross out {marks + rolls}.",
        )
        bearing = [sum(name == other for other in position["grid"].values()) for name in DIE_NAMES]
        for i, name in enumerate(DIE_NAMES):
            least = bearing[i] + (not by_a_mark and name == die)
            require(crossed[i] >= least, f"{name} has {crossed[i]} numbers crossed out, but was used {least} times.")
        self._check_phase(record, phase, marks, by_a_mark)

    def _check_phase(self, record: StateRecord, phase: str, marks: int, by_a_mark: bool) -> None:
        if phase == "first":
            require(marks == 0 and record.stars == 3, "In 'first' nothing is marked and all stars are left.")
        elif phase == "over" and by_a_mark:
            require(marks >= 2 and (record.stars == 0 or marks == SQUARES), "This last mark would not end the game.")
        else:
            require(marks >= 1, f"In {phase!r} at least one square is marked.")
            require(marks < SQUARES, "With all squares marked the game is over.")
            require(phase != "choose" or record.stars > 0, "With no star left the game is over.")
            require(phase != "choose" or marks > 1 or record.stars == 3, "No star can be used before the first roll.")
            if phase == "mark":
                require(bool(rules.can_mark(record)) or record.stars > 0, "With no mark and no star the game is over.")
            if phase == "over":
                require(not rules.can_mark(record), "A mark can still be made, so the game is not over.")

    def _read_grid(self, record: StateRecord, grid: dict[str, str]) -> None:
        require(isinstance(grid, dict), "'grid' is an object of squares and dice.")
        for name, die_name in grid.items():
            square, die = _place(name, _SQUARE_NAMES, "grid"), _place(die_name, DIE_NAMES, "grid")
            require(not record.bearing[die] & CROSS[square], f"Two {die_name} stand in a row or column with {name}.")
            record.bearing[die] |= np.uint64(1 << square)

    def _read_lists(self, record: StateRecord, left: dict[str, list[int]]) -> list[int]:
        """Write the lists; how many numbers are crossed out of each."""
        require(isinstance(left, dict) and set(left) == set(DIE_NAMES), f"'left' has the lists {', '.join(DIE_NAMES)}.")
        crossed = []
        for die, name in enumerate(DIE_NAMES):
            copies = int(record.left[die, 0])
            numbers = left[name]
            require(len(numbers) == FACES[die], f"The list of {name} has {FACES[die]} counts.")
            require(
                all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= copies for n in numbers),
                f"The counts of {name} are whole numbers from 0 to {copies}.",
            )
            record.left[die, : FACES[die]] = numbers
            crossed.append(copies * FACES[die] - sum(numbers))
        return crossed


@dataclass(frozen=True)
class _Written:
    """An action that names a number of a list: what it is made of. ``kind`` is empty for an action that names none."""

    kind: str
    faces: int
    value: int
    square: int

    _KINDS = ("mark", "bonus", "roll")

    def action(self) -> int:
        """The action; beyond all distinct actions where the die has no such number."""
        die, kind = FACES.index(self.faces), self._KINDS.index(self.kind)
        if self.value > self.faces:
            return rules.ACTIONS + ((self.value * 3 + kind) * DICE + die) * SQUARES + self.square
        number = int(FIRST_NUMBER[die]) + self.value - 1
        return ROLLS + number if self.kind == "roll" else (MARKS, BONUS_MARKS)[kind] + number * SQUARES + self.square

    @classmethod
    def of(cls, action: int) -> "_Written":
        """What an action is made of."""
        if action >= rules.ACTIONS:
            rest, square = divmod(action - rules.ACTIONS, SQUARES)
            rest, die = divmod(rest, DICE)
            value, kind = divmod(rest, 3)
            return cls(cls._KINDS[kind], FACES[die], value, square)
        if action >= REROLL:
            return cls("", 0, 0, 0)
        if action >= ROLLS:
            number, square, kind = action - ROLLS, 0, 2
        else:
            number, square = divmod(action % BONUS_MARKS, SQUARES)
            kind = action // BONUS_MARKS
        return cls(cls._KINDS[kind], FACES[DIE_OF[number]], int(VALUE_OF[number]), square)

    @property
    def die(self) -> int:
        return FACES.index(self.faces)

    @property
    def die_name(self) -> str:
        return f"T{self.faces}"

    @property
    def square_name(self) -> str:
        return _SQUARE_NAMES[self.square]

    @property
    def place(self) -> Any:
        return np.uint64(self.square)

    def text(self) -> str:
        number = f"{self.die_name}:{self.value}"
        if self.kind == "roll":
            return f"roll {number}"
        return f"{'bonus ' if self.kind == 'bonus' else ''}{number}@{self.square_name}"

    def beyond(self) -> str | None:
        """That the die has no such number, if it has none."""
        return f"The numbers of a {self.die_name} go from 1 to {self.faces}." if self.value > self.faces else None

    def crossed_out(self) -> str:
        return f"No {self.value} is left in the list of {self.die_name}."


@cache
def _text(action: int) -> str:
    for text, plain in _PLAIN.items():
        if action == plain:
            return text
    return _Written.of(action).text()


@cache
def _parts(action: int) -> tuple[Any, ...]:
    written = _Written.of(action)
    if not written.kind:
        return _text(action), None, None, None
    return written.kind, written.die_name, written.value, None if written.kind == "roll" else written.square_name


def _place(value: Any, names: tuple[str, ...], key: str) -> int:
    require(value in names, f"'{key}' has {shown(value)}; it takes {names[0]} to {names[-1]}.")
    return names.index(value)
