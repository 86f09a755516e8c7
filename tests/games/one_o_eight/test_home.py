"""Whether a home can still be solved, against trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

import abaculus
from abaculus.games.one_o_eight import home
from abaculus.games.one_o_eight.board import NAMES

SQUARES = [f"{column}{row}" for row in "123456789" for column in "abcdefghi"]
DRAGONS = ["d2", "h4", "f8", "b6"]
WHITES = ["b2", "f2", "h2", "b4", "d4", "f4", "d6", "f6", "h6", "b8", "d8", "h8"]
BLACKS = ["a1", "g1", "i1", "a3", "e5", "i7", "a9", "c9", "i9"]
Lies = dict[str, int]


def lines(seat: int) -> list[list[str]]:
    """A home's row, column and base."""
    column, row = DRAGONS[seat]
    return [
        [square for square in SQUARES if square[1] == row],
        [square for square in SQUARES if square[0] == column],
        [s for s in SQUARES if abs(ord(s[0]) - ord(column)) <= 1 and abs(ord(s[1]) - ord(row)) <= 1],
    ]


def candidates(lies: Lies, square: str) -> set[int]:
    """What a square may hold, for what lies on white and black squares (W1, P3)."""
    beside = {
        number
        for other, number in lies.items()
        if other != square and (other[0] == square[0] or other[1] == square[1])
        if other in (WHITES if square in WHITES else BLACKS)
    }
    if square in WHITES and square in lies:
        return {lies[square]}
    return set(range(1, 10)) - beside


def all_solutions(lies: Lies, seat: int) -> Iterator[Lies]:
    """Every solution, square after square, the one with the fewest candidates first."""
    through = {square: [line for line in lines(seat) if square in line] for line in lines(seat) for square in line}
    allowed = {square: candidates(lies, square) for square in through}

    def fill(found: Lies) -> Iterator[Lies]:
        if len(found) == len(through):
            yield dict(found)
            return
        open_to = {
            square: allowed[square] - {found[other] for line in through[square] for other in line if other in found}
            for square in through
            if square not in found
        }
        square = min(open_to, key=lambda square: len(open_to[square]))
        for number in sorted(open_to[square]):
            found[square] = number
            yield from fill(found)
            del found[square]

    return fill({})


def state_with(lies: Lies, seats: int = 4) -> abaculus.State:
    """A state in which these numbers lie; walls and tables are as at the start, for no solution asks for them."""
    state = abaculus.load_game("108", seats, first=0).new_initial_state()
    for square, number in lies.items():
        state.record.number[NAMES.index(square)] = number
    return state


def shuffled(squares: list[str], luck: abaculus.Luck) -> list[str]:
    return [square for _, square in sorted((luck.uniform(), square) for square in squares)]


def random_lies(luck: abaculus.Luck, whites: int, blacks: int) -> Lies:
    """So many white numbers (fewer where none is allowed), none forbidden, and black ones."""
    lies: Lies = {}
    for square in shuffled(WHITES, luck)[:whites]:
        if numbers := sorted(candidates(lies, square)):
            lies[square] = luck.choice(numbers)
    numbers = list(range(1, 10))
    for square in shuffled(BLACKS, luck)[:blacks]:
        lies[square] = numbers.pop(luck.below(len(numbers)))
    return lies


def narrow_lies(luck: abaculus.Luck) -> Lies:
    """Red's row and column whites hold the same three numbers (C2), and black numbers shut the base to these."""
    numbers = shuffled(list("123456789"), luck)
    lies = {square: int(n) for square, n in zip(("b2", "f2", "h2"), numbers, strict=False)}
    lies |= {square: int(n) for square, n in zip(("d4", "d6", "d8"), shuffled(numbers[:3], luck), strict=True)}
    first = shuffled(numbers[: 3 + luck.below(2)], luck)[:3]
    rest = shuffled([n for n in numbers if n not in first], luck)
    for square, n in zip(("a1", "g1", "i1", "a3", "c9", "e5", "i7", "a9", "i9"), first + rest, strict=True):
        lies[square] = int(n)
    return lies


def check_count(lies: Lies, seat: int, most: int) -> int:
    """The count is right; where it is more than ``most`` there are so many at least."""
    counted = home.solutions(state_with(lies).record, seat)
    assert home.solvable(state_with(lies).record, seat) == (counted > 0)
    found = sum(1 for _ in zip(all_solutions(lies, seat), range(most + 1), strict=False))
    assert found == min(counted, most + 1)
    return int(counted)


def test_solutions_are_counted() -> None:
    """As many as there are, where black and white numbers leave few or none."""
    luck = abaculus.Luck(1)
    counts = [check_count(narrow_lies(luck), 0, 5000) for _ in range(16)]
    assert 2 < counts.count(0) < 14
    assert any(0 < count <= 5000 for count in counts)


@pytest.mark.slow
def test_solutions_are_counted_on_many_boards() -> None:
    luck = abaculus.Luck(2)
    counts = [check_count(narrow_lies(luck), 0, 10_000) for _ in range(150)]
    assert min(counts.count(0), sum(0 < count <= 10_000 for count in counts)) > 15
    for _ in range(3):
        lies = random_lies(luck, 12, 9)
        for seat in range(4):
            check_count(lies, seat, 20_000)


def test_an_empty_home() -> None:
    """9! / (1! 2! 2! 4!) divisions; the groups' squares in any order."""
    assert home.solutions(state_with({}).record, 0) == 3780 * 2 * 2 * 24 * 720 * 720


def test_pieces_never_run_out() -> None:
    """What ``solutions`` says of tables and walls: the three of each number are enough for any solution."""
    luck = abaculus.Luck(3)
    checked = 0
    while checked < 300:
        lies = random_lies(luck, 10, 9)
        for seat in range(4):
            own = {square for square in lies if square in WHITES and luck.below(2)}
            spent = Counter(lies[square] for square in own if any(square in line for line in lines(seat)))
            for found, _ in zip(all_solutions(lies, seat), range(40), strict=False):
                # The seat's own are needed on its coloured squares and on white ones that are still empty.
                needed = Counter(n for square, n in found.items() if not (square in WHITES and square in lies))
                assert all(needed[n] + spent[n] <= 3 for n in range(1, 10))
                checked += 1


def test_coloured_numbers_tables_and_walls_do_not_matter(solution: Lies) -> None:
    luck = abaculus.Luck(4)
    for _ in range(5):
        lies = random_lies(luck, 10, 8)
        state = state_with(lies)
        counted = [home.solutions(state.record, seat) for seat in range(4)]
        for square in SQUARES:
            if square not in WHITES + BLACKS + DRAGONS and luck.below(2):
                state.record.number[NAMES.index(square)] = luck.below(9) + 1
        state.record.wall[:] = 0
        assert [home.solutions(state.record, seat) for seat in range(4)] == counted


def test_a_forbidden_number_is_none_for_an_empty_white_square() -> None:
    """P3 looks at the lines of the others too: h2 lies in yellow's column."""
    whites = {"b2": 1, "f2": 2, "d4": 4, "d6": 5, "d8": 6}
    assert home.possible(state_with(whites).record, 0, 11) == 0b111111100  # h2: not 1, 2
    assert home.possible(state_with({**whites, "h6": 3, "h8": 9}).record, 0, 11) == 0b011111000


def test_a_repeated_white_number_leaves_no_solution() -> None:
    """F2d."""
    assert home.solutions(state_with({"b2": 5, "h2": 5}).record, 0) == 0
    assert home.solutions(state_with({"b2": 5, "h2": 5}).record, 2) > 0


def test_the_solving_number() -> None:
    """W1: the number that the Dragon takes, in every solution and in no other filling."""
    luck = abaculus.Luck(5)
    checked = 0
    while checked < 60:
        lies = random_lies(luck, 8, 9)
        for found, _ in zip(all_solutions(lies, 1), range(6), strict=False):
            full = {**lies, **found}
            number = full.pop("h4")
            assert home.solving_number(state_with(full).record, 1) == number
            square = luck.choice([square for square in found if square != "h4"])
            changed = {**full, square: luck.below(9) + 1}
            expected = number if changed == full else 0
            assert home.solving_number(state_with(changed).record, 1) == expected
            del changed[square]
            assert home.solving_number(state_with(changed).record, 1) == 0
            checked += 1


def test_no_black_number_is_overlooked() -> None:
    """W1: one black number that meets one number of a filled home, for every coloured square it can meet."""
    found = next(all_solutions({}, 0))
    dragon = found.pop("d2")
    for black in BLACKS:
        for number in range(1, 10):
            met = [
                square
                for square, n in found.items()
                if n == number and square not in WHITES and (square[0] == black[0] or square[1] == black[1])
            ]
            state = state_with({**found, black: number})
            assert home.solving_number(state.record, 0) == (0 if met else dragon)


def test_aids(towards_solution: Callable[[abaculus.State, abaculus.Luck], int]) -> None:
    """A seat that asks is told whether its home can be solved; one that has gone out, that it is."""
    game = abaculus.load_game("108", 3, play_on=True, first=0)
    luck = abaculus.Luck(6)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(luck.draw(state) if state.is_chance_node() else towards_solution(state, luck))
        if state.move_number() % 15 == 0 or state.is_terminal():
            for seat in range(3):
                assert state.aids(seat) == {"solvable": True}
    assert len(state.to_dict()["out"]) == 2
