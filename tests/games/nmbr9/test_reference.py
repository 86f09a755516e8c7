"""NMBR 9 a second time, slow and plain, from the rules alone: sets of cells, and every placement tried.

Everything is taken from the position form, so that nothing but the rules decides what is expected.
"""

from __future__ import annotations

import functools
import json
import math
from fractions import Fraction
from typing import Any

import pytest

import abaculus
from abaculus.bots import Budget, make_bot

Cell = tuple[int, int]
Position = dict[str, Any]

# NMBR9-K1, as the rules draw the tiles.
DRAWINGS = """
XXX XX. .XX XXX .XX XXX XX. XXX .XX XXX
X.X .X. .XX ..X .X. XXX X.. .X. .XX XXX
X.X .X. XX. .XX XXX ..X XXX XX. XX. XX.
XXX .X. XXX XXX .XX XXX XXX X.. XX. XX.
"""
TABLE = 60


def drawn(number: int) -> frozenset[Cell]:
    rows = [line.split()[number] for line in DRAWINGS.split("\n")[1:-1]]
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X")


def turned(cells: frozenset[Cell]) -> frozenset[Cell]:
    """A quarter turn clockwise: what was the top is the right side then; the corner is brought back to 0,0."""
    right = [(-y, x) for x, y in cells]
    left = min(x for x, _ in right)
    return frozenset((x - left, y) for x, y in right)


def shapes_of(number: int) -> list[frozenset[Cell]]:
    """By quarter turns, without those that repeat a smaller one."""
    shapes = [drawn(number)]
    while (following := turned(shapes[-1])) not in shapes:
        shapes.append(following)
    return shapes


SHAPES = [shapes_of(number) for number in range(10)]


def cells_of(tile: dict[str, int]) -> set[Cell]:
    return {(tile["x"] + dx, tile["y"] + dy) for dx, dy in SHAPES[tile["number"]][tile["turn"]]}


def neighbours(cells: set[Cell]) -> set[Cell]:
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def side(cells: set[Cell]) -> int:
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    return max(max(xs) - min(xs), max(ys) - min(ys)) + 1


class Display:
    """One seat's tiles: how high each cell is, and which tiles lie at each level."""

    def __init__(self, tiles: list[dict[str, int]]) -> None:
        self.height: dict[Cell, int] = {}
        self.levels: dict[int, list[set[Cell]]] = {}
        for tile in tiles:
            cells = cells_of(tile)
            assert {self.height.get(cell, 0) for cell in cells} == {tile["level"]}  # P1, P6
            self.levels.setdefault(tile["level"], []).append(cells)
            self.height.update({cell: max(self.height.get(cell, 0), tile["level"] + 1) for cell in cells})
        self.beside = {level: neighbours(set().union(*there)) for level, there in self.levels.items()}

    def takes(self, cells: list[Cell]) -> bool:
        if not self.levels:
            return min(x for x, _ in cells) == 0 and min(y for _, y in cells) == 0  # P7
        level = self.height.get(cells[0], 0)
        if any(self.height.get(cell, 0) != level for cell in cells):
            return False  # P4, P6
        if level in self.levels and self.beside[level].isdisjoint(cells):
            return False  # P3
        if level > 0 and sum(not there.isdisjoint(cells) for there in self.levels[level - 1]) < 2:
            return False  # P5
        return side({*cells, *self.height}) <= TABLE  # P7

    def placements(self, number: int) -> set[str]:
        """The texts of all legal placements of a number."""
        xs, ys = [x for x, _ in self.height] or [0], [y for _, y in self.height] or [0]
        return {
            f"r{turn}@{x},{y}"
            for turn, shape in enumerate(SHAPES[number])
            for x in range(min(xs) - 4, max(xs) + 2)
            for y in range(min(ys) - 4, max(ys) + 2)
            if self.takes([(x + dx, y + dy) for dx, dy in shape])
        }


@functools.lru_cache(10000)
def placements(tiles: str, number: int) -> set[str]:
    """The same, found once for each display (its tiles as JSON) and number."""
    return Display(json.loads(tiles)).placements(number)


def seats_to_act(position: Position) -> list[int] | str:
    """C1, C3, V1."""
    options, placed = position["options"], [len(display) for display in position["displays"]]
    if min(placed) == options["cards"]:
        return []
    cards = len(position["turned"])
    if options["draft"] == "unknown" and cards == min(placed):
        return "chance"
    if options["draft"] == "known" and cards < options["cards"]:
        return "chance"
    return [seat for seat, n in enumerate(placed) if n == min(placed)]


def legal_texts(position: Position, seat: int) -> set[str]:
    if position["to_act"] == "chance" or seat not in position["to_act"]:
        return set()
    display = json.dumps(position["displays"][seat])
    if position["options"]["draft"] == "free":
        left = position["left"][seat]
        return {f"{n}{text}" for n in range(len(left)) if left[n] for text in placements(display, n)}
    return placements(display, position["turned"][len(position["displays"][seat])])


def left_of(position: Position) -> list[Any]:
    """V1: what is left of each number, from what was turned or placed."""
    numbers, copies = range(position["options"]["max_number"] + 1), position["options"]["copies"]
    if position["options"]["draft"] != "free":
        return [copies - position["turned"].count(n) for n in numbers]
    gone = [[tile["number"] for tile in display] for display in position["displays"]]
    return [[copies - taken.count(n) for n in numbers] for taken in gone]


def scores_of(position: Position) -> list[int]:
    """S1."""
    return [sum(tile["number"] * tile["level"] for tile in display) for display in position["displays"]]


def returns_of(position: Position) -> list[float]:
    """S2."""
    scores = scores_of(position)
    if len(scores) == 1:
        return [float(scores[0])]
    winners = scores.count(max(scores))
    return [1 / winners if score == max(scores) else 0.0 for score in scores]


def check(state: abaculus.State) -> None:
    position = state.to_dict()
    assert position["to_act"] == seats_to_act(position)
    assert position["over"] == (position["to_act"] == [])
    assert position["scores"] == scores_of(position)
    assert position["left"] == left_of(position)
    for seat in range(position["seats"]):
        texts = [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
        assert len(texts) == len(set(texts))
        assert set(texts) == legal_texts(position, seat)
    if position["to_act"] == "chance":
        left = position["left"]
        expected = {f"*{n}": Fraction(left[n], sum(left)) for n in range(len(left)) if left[n]}
        found = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
        assert found.keys() == expected.keys()
        assert all(math.isclose(found[text], chance) for text, chance in expected.items())
    if position["over"]:
        assert position["returns"] == returns_of(position)


def climb(state: abaculus.State, seat: int, luck: abaculus.Luck) -> int:
    """Of some legal actions one that lies highest."""
    actions = state.legal_actions(seat)
    some = [luck.choice(actions) for _ in range(40)] + actions[-10:]
    return max(some, key=lambda action: state.action_parts(seat, action)[4])


def play(game: abaculus.Game, choosers: list[str], seed: int) -> None:
    """Play a game, and compare everything at every step. The choosers take turns with the steps, and the seats act in
    an order that changes from step to step.
    """
    state = game.new_initial_state()
    luck = abaculus.Luck(seed)
    own = luck.fork(0)
    check(state)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = own.choice(state.players_to_act())
            name = choosers[state.move_number() % len(choosers)]
            if name == "climb":
                action = climb(state, seat, own)
            else:
                action = make_bot(name).choose(state.as_seen_by(seat), seat, own, Budget(iterations=400))
            state.apply_action_for(seat, action)
        check(state)


SHORT = [
    (1, {}, ["climb"]),
    (1, {"draft": "free", "max_number": 6, "copies": 1, "cards": 5}, ["climb"]),
    (2, {"draft": "known", "cards": 7}, ["random"]),
    (3, {"max_number": 6, "copies": 1, "cards": 5}, ["climb"]),
    (2, {"draft": "free", "max_number": 2, "cards": 4}, ["climb", "random"]),
    (1, {"max_number": 0, "copies": 1}, ["random"]),
    (4, {"max_number": 1, "copies": 2}, ["random"]),
]
LONG = [
    (1, {}, ["random"]),
    (1, {}, ["greedy"]),
    (1, {"draft": "free"}, ["greedy"]),
    (1, {"draft": "free"}, ["climb"]),
    (1, {"draft": "known", "max_number": 8}, ["random", "greedy"]),
    (2, {"draft": "free", "cards": 8}, ["random"]),
    (2, {"draft": "known"}, ["greedy"]),
    (3, {"draft": "unknown"}, ["random", "climb"]),
    (3, {"draft": "unknown"}, ["climb"]),
    (4, {"draft": "known", "cards": 11}, ["random"]),
    (4, {"draft": "unknown"}, ["greedy"]),
]


def name_of(case: tuple[int, dict[str, Any], list[str]]) -> str:
    seats, options, choosers = case
    return "-".join([f"{seats}-seats", *map(str, options.values()), *choosers])


@pytest.mark.parametrize("case", SHORT, ids=name_of)
def test_agrees_with_the_reference(case: tuple[int, dict[str, Any], list[str]]) -> None:
    seats, options, choosers = case
    play(abaculus.load_game("nmbr9", seats, **options), choosers, seed=9)


@pytest.mark.slow
@pytest.mark.parametrize("case", LONG, ids=name_of)
def test_agrees_with_the_reference_in_long_games(case: tuple[int, dict[str, Any], list[str]]) -> None:
    seats, options, choosers = case
    for seed in range(19, 23):
        play(abaculus.load_game("nmbr9", seats, **options), choosers, seed)


@pytest.mark.slow
@pytest.mark.parametrize("axis", [0, 1], ids=["x", "y"])
@pytest.mark.parametrize("sign", [1, -1])
def test_agrees_with_the_reference_at_the_end_of_the_table(axis: int, sign: int) -> None:
    """NMBR9-P7: build in one direction as far as the table goes."""
    state = abaculus.load_game("nmbr9", 1, draft="known").new_initial_state()
    luck = abaculus.Luck(4)
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    for number in state.to_dict()["turned"]:

        def reach(text: str, number: int = number) -> int:
            turn, corner = text[1:].split("@")
            return max(sign * (int(corner.split(",")[axis]) + cell[axis]) for cell in SHAPES[number][int(turn)])

        texts = [state.action_to_string(0, action) for action in state.legal_actions()]
        state.apply_action(state.string_to_action(max(texts, key=reach)))
        display = Display(state.to_dict()["displays"][0])
        if side(set(display.height)) > TABLE - 5:
            check(state)
    assert side(set(display.height)) == TABLE
