"""Positions of 108 that are arranged, and games that are played towards a common solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import abaculus

# The board of the rules: capitals are Dragons (B1).
BOARD = """
# b r r r g # y #
r + r R r + r + r
# b r r r g y y y
y + y + y + y Y y
b b b r # g y y y
b B b + b + b + b
b b b r g g g y #
g + g + g G g + g
# b # r g g g y #
"""
# All four homes solved at once, with all black numbers.
SOLVED = """
7 6 5 8 4 5 9 8 1
6 9 2 7 3 8 1 4 5
3 2 9 1 6 6 8 6 5
6 5 2 9 8 4 1 3 7
9 3 1 4 5 3 4 2 9
6 4 8 2 7 1 3 9 5
5 7 2 3 6 9 8 1 4
1 8 3 6 4 2 5 7 9
2 1 6 5 1 7 3 5 8
"""
SQUARES = [f"{column}{row}" for row in "123456789" for column in "abcdefghi"]
KIND = dict(zip(SQUARES, BOARD.split(), strict=True))
SOLUTION = {square: int(n) for square, n in zip(SQUARES, SOLVED.split(), strict=True)}
WHITES = [square for square in SQUARES if KIND[square] == "+"]
BLACKS = [square for square in SQUARES if KIND[square] == "#"]
DRAGONS = ["d2", "h4", "f8", "b6"]


def home(seat: int) -> list[str]:
    """B2: the Dragon's row, column and base."""
    column, row = DRAGONS[seat]
    return [
        square
        for square in SQUARES
        if square[0] == column
        or square[1] == row
        or (abs(ord(square[0]) - ord(column)) <= 1 and abs(ord(square[1]) - ord(row)) <= 1)
    ]


def arrange(
    board: dict[str, int],
    *,
    seats: int = 4,
    turn_of: int = 0,
    first: int = 0,
    round: int | None = None,
    phase: str = "act",
    table: dict[int, list[int]] | None = None,
    owner: dict[str, int] | None = None,
    out: dict[int, int] | None = None,
    **more: Any,
) -> abaculus.State:
    """A position with these numbers on the board, at least these on the tables, and whatever goes with it.

    ``out``: for each seat that went out, in this order, the round in which it did. A white number is of the lowest seat
    that shares its square unless ``owner`` says otherwise. Rounds are as few as will do. Seats turn up what they need
    and then 2, 3, 4 …; black numbers that have to come by the 1s and 8s turned up lie where SOLUTION has them.
    """
    table, owner, out = table or {}, owner or {}, out or {}
    options = {
        "first": first,
        "play_on": bool(out),
        "forbidden": "prevented",
        "max_rounds": 100,
        **more.pop("options", {}),
    }
    white_owner = {
        square: owner.get(square, next(seat for seat in range(seats) if square in home(seat)))
        for square in board
        if KIND[square] == "+"
    }
    pieces: list[list[int]] = []
    for seat in range(seats):
        own = [n for square, n in board.items() if KIND[square].upper() == "RYGB"[seat]]
        own += [board[square] for square, whose in white_owner.items() if whose == seat]
        pieces.append(own)
    need = [pieces[seat] + table.get(seat, []) for seat in range(seats)]

    def begun(seat: int, rounds: int) -> int:
        if seat in out:
            return out[seat]
        return rounds - ((seat - first) % seats > (turn_of - first) % seats)

    def flips(seat: int, rounds: int) -> int:
        return min(27, begun(seat, rounds) - (phase == "flip" and seat == turn_of))

    def acts(seat: int, rounds: int) -> int:
        return begun(seat, rounds) - (seat == turn_of and phase in ("flip", "stack", "reveal", "black", "act"))

    if round is None:
        round = next(
            r
            for r in range(max([1, *out.values()]), 99)
            if all(flips(s, r) >= len(need[s]) and acts(s, r) >= len(pieces[s]) for s in range(seats))
        )
    taken = sum(KIND[square] == "#" for square in board) + (more.get("revealed") is not None)
    lacking = taken + (phase in ("stack", "reveal")) - sum(n in (1, 8) for numbers in need for n in numbers)
    for seat in range(seats):
        while len(need[seat]) < flips(seat, round):
            wanted = [1, 8, 2, 3, 4, 5, 6, 7, 9] if lacking > 0 else [2, 3, 4, 5, 6, 7, 9, 1, 8]
            number = next(n for n in wanted if need[seat].count(n) < 3)
            lacking -= number in (1, 8)
            need[seat].append(number)
    board = dict(board)
    if taken + (phase in ("stack", "reveal")) < 9:
        assert lacking <= 0, "no turn left to turn up a 1 or an 8"
        for _ in range(min(-lacking, 9 - taken)):
            used = {n for square, n in board.items() if KIND[square] == "#"} | {more.get("revealed")}
            square = next(square for square in BLACKS if square not in board and SOLUTION[square] not in used)
            board[square] = SOLUTION[square]
    on_board = {n for square, n in board.items() if KIND[square] == "#"} | {more.get("revealed")}
    left = [n for n in range(1, 10) if n not in on_board]
    heights = [0, 0, 0]
    for i in range(len(left) - (phase == "reveal")):
        heights[i // 3] += 1
    tables = [sorted(need[seat]) for seat in range(seats)]
    for seat in range(seats):
        for n in pieces[seat]:
            tables[seat].remove(n)
    position = {
        "game": "108",
        "options": options,
        "seats": seats,
        "to_act": "chance" if phase in ("draw", "flip", "reveal") else [turn_of],
        "over": False,
        "returns": None,
        "phase": phase,
        "first": first,
        "drawn": None,
        "turn_of": turn_of,
        "round": round,
        "passes": 0,
        "board": board,
        "white_owner": white_owner,
        "table": tables,
        "wall": [[3 - need[seat].count(n) for n in range(1, 10)] for seat in range(seats)],
        "black_left": left,
        "black_stacks": heights,
        "revealed": None,
        "out": list(out),
        "offence": None,
        **more,
    }
    return abaculus.from_dict(position)


def towards_solution(state: abaculus.State, luck: abaculus.Luck) -> int:
    """An action of the seat to act that brings the homes nearer to SOLUTION, if there is one."""
    seat = state.current_player()
    texts = {state.action_to_string(seat, action): action for action in state.legal_actions()}
    if any(text.startswith("#") for text in texts):
        revealed = state.to_dict()["revealed"]
        good = [action for text, action in texts.items() if SOLUTION[text[1:]] == revealed]
    else:
        good = [action for text, action in texts.items() if "@" in text and SOLUTION[text[2:]] == int(text[0])]
    if not good and "-" in texts:
        return texts["-"]
    return luck.choice(good or list(texts.values()))


@pytest.fixture(scope="session", name="arrange")
def fixture_arrange() -> Callable[..., abaculus.State]:
    return arrange


@pytest.fixture(scope="session")
def solution() -> dict[str, int]:
    """A number for each square: all four homes solved, with all black numbers."""
    return SOLUTION


@pytest.fixture(scope="session", name="towards_solution")
def fixture_towards_solution() -> Callable[[abaculus.State, abaculus.Luck], int]:
    return towards_solution
