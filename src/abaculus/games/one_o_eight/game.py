"""The words of 108: texts of actions and reasons."""

import re
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight import evaluation, form, home, lookahead, observation, rules
from abaculus.games.one_o_eight.board import (
    BLACK_SQUARES,
    COLOUR,
    DRAGONS,
    HOMES,
    LINES,
    MATES,
    MOVABLE,
    MOVES,
    NAMES,
    NUMBERS,
    PLAIN_INDEX,
    PLAIN_SQUARES,
    PLAINS,
    SEATS,
    SIDE,
    SQUARES,
    WHITE_INDEX,
    WHITE_SQUARES,
)
from abaculus.games.one_o_eight.drawing import draw
from abaculus.games.one_o_eight.rules import BLACKEN, NOTHING, PUNISHING, REMOVING, STACK, WARNING
from abaculus.kernel.game import Game, NotAnAction, Position, register_game
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import OptionError, Reason
from abaculus.kernel.settings import SearchSettings
from abaculus.kernel.verbs import Kernels, StateRecord

FORBIDDEN = ("prevented", "declared")
MOST_ROUNDS = 2**63 - 1
"""Stands for all numbers of rounds from it on: no game gets there."""

_WORDS = {"-": rules.PASS, "warn": rules.WARN, "punish": rules.PUNISH, "silent": rules.SILENT}
_SQUARE = "([a-i][1-9])"
_STACK = re.compile("s([1-3])")
_BLACK = re.compile(f"#{_SQUARE}")
_PLACE = re.compile(f"([1-9])@{_SQUARE}")
_MOVE = re.compile(f"{_SQUARE}-{_SQUARE}")
_TAKE = re.compile(f"{_SQUARE}x")
_REMOVE = re.compile(f"remove {_SQUARE}")
_OUTCOME = re.compile(r"\*([1-9])")


@register_game
class OneOhEight(Game):
    """Each seat fills its row, column and base with 1 to 9; white squares are shared, black numbers block.

    >>> import abaculus
    >>> state = abaculus.load_game("108", first=0).new_initial_state()
    >>> for text in ("*5", "5@b2", "*5"):
    ...     state.apply_action(state.string_to_action(text))
    >>> state.why_not(1, "5@h2")
    '108-P3: A 5 is forbidden on h2: it stands on the white square b2 of the same row.'
    """

    name = "108"
    title = "108"
    summary = "Fill your row, column and base with 1 to 9, while the others place numbers that you have to live with."
    rules_version = 1
    min_players = 2
    max_players = SEATS
    default_players = SEATS
    option_specs = (
        Option(
            "first",
            "who goes first: the seat that draws the highest black number, or the seat named",
            "choice",
            default="draw",
            choices=("draw", *range(SEATS)),
        ),
        Option("play_on", "whether the others play on when one has gone out", "boolean", default=False),
        Option(
            "forbidden",
            "whether forbidden numbers cannot be placed, or are for the other seats to declare",
            "choice",
            default="prevented",
            choices=FORBIDDEN,
        ),
        Option("max_rounds", "after how many rounds the game ends at the latest", "integer", default=100, minimum=1),
    )
    part_names = ("kind", "number", "square", "from")
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
        evaluate=evaluation.evaluate,
        evaluate_actions=lookahead.evaluate_actions,
        estimate=evaluation.estimate,
    )
    search = SearchSettings(exploration=0.5, first_play=0.0, rollout=0)
    slips = 0.45

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """With a first player that there is."""
        if options["first"] != "draw" and options["first"] >= self._players:
            seats = ", ".join(str(seat) for seat in range(self._players))
            raise OptionError(
                f"108: option 'first' cannot be {options['first']} with {self._players} seats; it is one of 'draw', "
                f"{seats}."
            )
        return options

    def num_distinct_actions(self) -> int:
        """Stacks, black squares, numbers with squares, moves, takings, four words and removals."""
        return rules.ACTIONS

    def max_legal_actions(self) -> int:
        """See ``rules.MOST_LEGAL``."""
        return rules.MOST_LEGAL

    def max_chance_outcomes(self) -> int:
        """The numbers."""
        return NUMBERS

    def max_game_length(self) -> int:
        """A bound that no game can reach: in every turn all that can be done in one."""
        acts = 1
        if self.options["forbidden"] == "declared":
            # Each of the numbers 1 to 9 is warned back from each of six white squares, when all others were asked, then
            # one stands, and all are asked whether to warn, to punish and to remove.
            acts += 6 * NUMBERS * self._players + 2 * (self._players - 1) + self._players
        return int(self.options["max_rounds"] * self._players * acts + 2 * len(BLACK_SQUARES))

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The planes of ``observation``, each a board."""
        return (observation.PLANES, SIDE, SIDE)

    def write_options(self, record: StateRecord) -> None:
        """Seats and options."""
        record.seats = self._players
        record.first_option = NOTHING if self.options["first"] == "draw" else self.options["first"]
        record.play_on = self.options["play_on"]
        record.declared = self.options["forbidden"] == "declared"
        record.max_rounds = min(self.options["max_rounds"], MOST_ROUNDS)

    def aids(self, record: StateRecord, player: int) -> dict[str, Any]:
        """``solvable``: whether the seat's home has a solution yet (C2, ``home.solvable``)."""
        return {"solvable": bool(home.solvable(record, player))}

    def action_to_text(self, action: int) -> str:
        """``s1``, ``#e5``, ``5@e1``, ``e1-c2``, ``e1x``, ``-``, ``warn``, ``punish``, ``silent``, ``remove d4``."""
        return _text(action)

    def text_to_action(self, text: str) -> int:
        """The action; for squares between which or on which it is never possible, one that no state allows."""
        if text in _WORDS:
            return _WORDS[text]
        if match := _STACK.fullmatch(text):
            return rules.CHOOSE_STACK + int(match[1]) - 1
        for kind, pattern in _WRITTEN.items():
            if match := pattern.fullmatch(text):
                return _action(kind, *match.groups())
        raise NotAnAction(
            'Actions are "s1", "#e5", "5@e1", "e1-c2", "e1x", "-", "warn", "punish", "silent" and "remove d4".'
        )

    def outcome_to_text(self, outcome: int) -> str:
        """``*5``."""
        return f"*{outcome + 1}"

    def text_to_outcome(self, text: str) -> int:
        """The number, less one."""
        match = _OUTCOME.fullmatch(text)
        if match is None:
            raise NotAnAction("A number that turns up is written as in *5, from 1 to 9.")
        return int(match[1]) - 1

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """That the number is not there any more."""
        if record.phase == rules.FLIP:
            return f"No {outcome + 1} is left in the wall of seat {record.turn_of}."
        if record.phase == rules.REVEAL:
            return f"The black {outcome + 1} is on the board already."
        return f"The black {outcome + 1} was drawn by another seat."

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """The clause that an action breaks, or that of the phase that is due."""
        kind, number, square, start = _meaning(action)
        phase = int(record.phase)
        if phase == STACK:
            if kind == "stack":
                return self.clause("T2", f"Stack {number} is empty.")
            return self.clause("T2", 'A 1 or an 8 was turned up: choose a stack of black numbers first, as in "s1".')
        if phase == BLACKEN:
            if kind != "black":
                revealed = int(record.revealed)
                return self.clause("T2", f'Place the black {revealed} on an empty black square first, as in "#e5".')
            if square not in BLACK_SQUARES:
                return self.clause("T2", f"{NAMES[square]} is no black square.")
            return self.clause("T2", f"{NAMES[square]} is taken by the black {record.number[square]}.")
        if phase == WARNING:
            return self.clause("F2a", f'{_offence(record)}: say "warn" or "silent".')
        if phase == PUNISHING:
            return self.clause("F2b", f'{_offence(record)}, and nobody warned: say "punish" or "silent".')
        if phase == REMOVING:
            if kind != "remove":
                return self.clause("F2c", 'White numbers repeat: remove one, as in "remove d4", or say "silent".')
            return self.clause("F2c", _not_to_be_removed(record, square))
        if kind in ("place", "move", "take"):
            return self._explain_act(record, player, kind, number, square, start)
        return self.clause("T3", "Place, move or take off a number, or pass.")

    def _explain_act(self, record: StateRecord, player: int, kind: str, number: int, square: int, start: int) -> Reason:
        if kind != "place":
            number = int(record.number[start])
            if number and COLOUR[start] == NOTHING:
                colour = "black" if start in BLACK_SQUARES else "white"
                return self.clause("P2", f"Numbers on {colour} squares stay; {NAMES[start]} is {colour}.")
            if COLOUR[start] != player:
                return self.clause("T3", f"{NAMES[start]} is none of your coloured squares.")
            if not number:
                return self.clause("T3", f"There is no number on {NAMES[start]}.")
        elif record.table[player, number - 1] == 0:
            return self.clause("T3", f"There is no {number} on your table.")
        name = NAMES[square]
        if square not in HOMES[player]:
            return self.clause("T3", f"{name} is not in your home.")
        if record.number[square]:
            return self.clause("T3", f"{name} is already taken.")
        if square == DRAGONS[player]:
            if kind == "move":
                return self.clause("P4", f"{name} is your Dragon: its number comes from the table.")
            empty = [NAMES[other] for other in HOMES[player] if other != square and not record.number[other]]
            if empty:
                others = "another square is" if len(empty) == 1 else f"{len(empty)} others are"
                return self.clause("P4", f"{name} is your Dragon, the last square to be filled; {others} still empty.")
            return self.clause("P4", _not_solved(record, player, number))
        white = int(WHITE_INDEX[square])
        if record.declared and int(record.warned[white]) >> (number - 1) & 1:
            return self.clause("F2a", f"{_a(number)} on {name} was warned of in this turn.")
        mate = _same_number(record, square, number)
        line = "row" if mate // SIDE == square // SIDE else "column"
        return self.clause(
            "P3",
            f"{_a(number)} is forbidden on {name}: it stands on the white square {NAMES[mate]} of the same {line}.",
        )

    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> list[tuple[Any, ...]]:
        """The kind (stack, black, place, move, take, pass, warn, punish, silent, remove), then where they apply:

        the number that is placed, moved, taken or removed (of a stack its own number); the square that it is put onto,
        or removed from; the square that it is moved or taken from.
        """
        numbers, revealed = record.number.tolist(), int(record.revealed)
        return [_parts(action, numbers, revealed) for action in actions.tolist()]

    def row_keys(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The action with the number it is about, where that lies on the board already or was revealed."""
        numbers = np.append(record.number, [record.revealed, 0])
        return actions.astype(np.int64) * (NUMBERS + 1) + numbers[_NUMBER_LIES[actions]]

    def position(self, record: StateRecord) -> Position:
        """The board, tables and walls."""
        return form.write(record)

    def draw(self, view: Position, player: int) -> str:
        """The board and the tables."""
        return draw(view, player)

    def read_position(self, record: StateRecord, position: Position) -> None:
        """Fill the board, tables and walls, and check that they belong together."""
        self.kernels.init(record)
        form.read(record, position)


_WRITTEN = {"black": _BLACK, "place": _PLACE, "move": _MOVE, "take": _TAKE, "remove": _REMOVE}
_BEYOND = tuple(_WRITTEN)


def _action(kind: str, *written: str) -> int:
    """The action of a kind with these squares, or a number and a square; beyond all actions where none has them."""
    number = int(written[0]) if kind == "place" else 0
    start = NAMES.index(written[0]) if kind in ("move", "take") else 0
    square = 0 if kind == "take" else NAMES.index(written[-1])
    if kind == "black" and square in BLACK_SQUARES:
        return rules.BLACK_AT + BLACK_SQUARES.index(square)
    if kind == "place" and square in PLAIN_SQUARES:
        return rules.PLACE + (number - 1) * PLAINS + int(PLAIN_INDEX[square])
    if kind == "move" and (start, square) in _MOVE_PLACES:
        return rules.MOVE + _MOVE_PLACES[start, square]
    if kind == "take" and start in MOVABLE:
        return rules.TAKE + MOVABLE.index(start)
    if kind == "remove" and square in WHITE_SQUARES:
        return rules.REMOVE + WHITE_SQUARES.index(square)
    return rules.ACTIONS + ((_BEYOND.index(kind) * (NUMBERS + 1) + number) * SQUARES + start) * SQUARES + square


_MOVE_PLACES = {move: place for place, move in enumerate(MOVES)}
_PLAIN_KINDS = {rules.PASS: "pass", rules.WARN: "warn", rules.PUNISH: "punish", rules.SILENT: "silent"}


@cache
def _meaning(action: int) -> tuple[str, int, int, int]:
    """An action's kind; the number placed, or that of the stack; the square it goes to; the square it comes from."""
    if action >= rules.ACTIONS:
        rest, square = divmod(action - rules.ACTIONS, SQUARES)
        rest, start = divmod(rest, SQUARES)
        kind, number = divmod(rest, NUMBERS + 1)
        return _BEYOND[kind], number, square, start
    if action >= rules.REMOVE:
        return "remove", 0, WHITE_SQUARES[action - rules.REMOVE], 0
    if action >= rules.PASS:
        return _PLAIN_KINDS[action], 0, 0, 0
    if action >= rules.TAKE:
        return "take", 0, 0, MOVABLE[action - rules.TAKE]
    if action >= rules.MOVE:
        start, square = MOVES[action - rules.MOVE]
        return "move", 0, square, start
    if action >= rules.PLACE:
        number, place = divmod(action - rules.PLACE, PLAINS)
        return "place", number + 1, PLAIN_SQUARES[place], 0
    if action >= rules.BLACK_AT:
        return "black", 0, BLACK_SQUARES[action - rules.BLACK_AT], 0
    return "stack", action - rules.CHOOSE_STACK + 1, 0, 0


@cache
def _text(action: int) -> str:
    kind, number, square, start = _meaning(action)
    return {
        "stack": f"s{number}",
        "black": f"#{NAMES[square]}",
        "place": f"{number}@{NAMES[square]}",
        "move": f"{NAMES[start]}-{NAMES[square]}",
        "take": f"{NAMES[start]}x",
        "pass": "-",
        "remove": f"remove {NAMES[square]}",
    }.get(kind, kind)


def _parts(action: int, numbers: list[int], revealed: int) -> tuple[Any, ...]:
    kind, number, square, start = _meaning(action)
    if kind in ("stack", "place"):
        return kind, number, None if kind == "stack" else NAMES[square], None
    if kind == "black":
        return kind, revealed, NAMES[square], None
    if kind == "move":
        return kind, numbers[start], NAMES[square], NAMES[start]
    if kind == "take":
        return kind, numbers[start], None, NAMES[start]
    if kind == "remove":
        return kind, numbers[square], NAMES[square], None
    return kind, None, None, None


_REVEALED, _NOWHERE = SQUARES, SQUARES + 1


def _number_lies(action: int) -> int:
    """On which square the number lies that an action is about; or ``_REVEALED``, or ``_NOWHERE``."""
    kind, _, square, start = _meaning(action)
    return {"black": _REVEALED, "move": start, "take": start, "remove": square}.get(kind, _NOWHERE)


_NUMBER_LIES = np.array([_number_lies(action) for action in range(rules.ACTIONS)], np.int64)


def _a(number: int) -> str:
    return f"An {number}" if number == 8 else f"A {number}"


def _offence(record: StateRecord) -> str:
    square = int(record.offence)
    number = int(record.number[square])
    mate = NAMES[_same_number(record, square, number)]
    return f"{_a(number)} on {NAMES[square]} is forbidden, as it stands on {mate} too"


def _same_number(record: StateRecord, square: int, number: int) -> int:
    """The first other white square in a white square's row or column that bears the number."""
    mates = (WHITE_SQUARES[mate] for mate in MATES[WHITE_INDEX[square]])
    return next(mate for mate in mates if record.number[mate] == number)


def _not_to_be_removed(record: StateRecord, square: int) -> str:
    name = NAMES[square]
    if square not in WHITE_SQUARES:
        return f"{name} is no white square."
    if not record.number[square]:
        return f"There is no number on {name}."
    if not rules.repeats(record, int(WHITE_INDEX[square])):
        return f"The {record.number[square]} on {name} does not repeat in its row or column."
    return f"{name} lies in the home of a seat that has gone out."


def _not_solved(record: StateRecord, player: int, number: int) -> str:
    """What is wrong with a home if this number completes it on the Dragon (W1)."""
    lies = {square: int(record.number[square]) for square in HOMES[player]} | {DRAGONS[player]: number}
    blocked = [
        square
        for square in HOMES[player]
        if COLOUR[square] == player and int(home.blocked(record, square)) >> (lies[square] - 1) & 1
    ]
    if blocked:
        return f"A black {lies[blocked[0]]} lies in the row or column of {NAMES[blocked[0]]}, so this does not solve."
    for line, squares in LINES[player].items():
        numbers = [lies[square] for square in squares]
        for twice in range(1, NUMBERS + 1):
            if numbers.count(twice) > 1:
                return f"{_a(twice)} would stand twice in your {line}, so this does not solve."
    raise AssertionError("the home is solved")
