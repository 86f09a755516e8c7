"""The most that five tiles of 0 … 6 can score: a search through all displays that could score more.

With five tiles a display scores only if its levels hold, from the table up, 4 + 1, 3 + 2, 2 + 3 or 2 + 2 + 1 tiles
(P5).
4 + 1 scores 6 at most, and three tiles have at least 22 cells while two have at most 20, so 2 + 3 is impossible (P4).
Of the two others all are looked at: for each pair of tiles on level 1, side by side, every way to cover it by tiles of
level 0. Sets of cells are the bits of a whole number.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import abaculus

Cells = frozenset[tuple[int, int]]

DRAWINGS = """
XXX XX. .XX XXX .XX XXX XX.
X.X .X. .XX ..X .X. XXX X..
X.X .X. XX. .XX XXX ..X XXX
XXX .X. XXX XXX .XX XXX XXX
"""
SIDE = 32  # of the square table; nothing comes near its edge
MIDDLE = 12
NEAR = range(MIDDLE - 4, MIDDLE + 5)


def drawn(number: int) -> Cells:
    rows = [line.split()[number] for line in DRAWINGS.split("\n")[1:-1]]
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X")


def turned(cells: Cells) -> Cells:
    bottom = max(y for _, y in cells)
    return frozenset((bottom - y, x) for x, y in cells)


def bits(cells: Cells, x: int, y: int) -> int:
    return sum(1 << (y + dy) * SIDE + x + dx for dx, dy in cells)


def around(cells: int) -> int:
    return cells << 1 | cells >> 1 | cells << SIDE | cells >> SIDE


@functools.cache
def shapes(number: int) -> list[Cells]:
    """A number's orientations; equal ones stand in the list twice."""
    shape = drawn(number)
    return [shape, turned(shape), turned(turned(shape)), turned(turned(turned(shape)))]


@functools.cache
def places(number: int) -> list[int]:
    """All placements of a number around the middle of the table."""
    return [bits(shape, x, y) for shape in shapes(number) for x in NEAR for y in NEAR]


def beside(tile: int, number: int) -> Iterator[int]:
    return (place for place in places(number) if not place & tile and place & around(tile))


def covers(cells: int, stock: list[int], tiles: int, taken: int = 0) -> Iterator[list[int]]:
    """The ways to cover all the cells by so many tiles of the stock that do not overlap."""
    if tiles == 0 or not cells:
        if tiles == 0 and not cells:
            yield []
        return
    y, x = divmod((cells & -cells).bit_length() - 1, SIDE)
    for number in set(stock):
        rest = list(stock)
        rest.remove(number)
        room = sum(sorted((len(drawn(n)) for n in rest), reverse=True)[: tiles - 1])
        for shape in shapes(number):
            for dx, dy in shape:  # the cell that covers the first of the cells
                tile = bits(shape, x - dx, y - dy)
                left = cells & ~tile
                if not tile & taken and left.bit_count() <= room:
                    for others in covers(left, rest, tiles - 1, taken | tile):
                        yield [tile, *others]


def lies_on_two(tile: int, tiles: list[int]) -> bool:
    """P5."""
    return sum(bool(tile & other) for other in tiles) >= 2


def can_lie_on(stock: list[int], tiles: int, upper: tuple[int, int]) -> bool:
    """Whether so many tiles of the stock can carry both upper ones. As these are side by side, so are those (P3)."""
    return any(all(lies_on_two(tile, lower) for tile in upper) for lower in covers(upper[0] | upper[1], stock, tiles))


def is_possible(copies: int, more_than: int) -> bool:
    """Whether some display of five tiles scores more."""
    everything = list(range(7)) * copies
    for a in range(7):
        for b in range(a + 1 if copies > 1 else a):
            stock = list(everything)
            stock.remove(a)
            stock.remove(b)
            first = bits(drawn(a), MIDDLE, MIDDLE)
            for second in beside(first, b):
                if a + b > more_than and any(can_lie_on(stock, tiles, (first, second)) for tiles in (2, 3)):
                    return True
                for c in {n for n in stock if a + b + 2 * n > more_than}:
                    on_top = (top for top in places(c) if not top & ~(first | second))
                    if any(lies_on_two(top, [first, second]) for top in on_top):
                        lower = list(stock)
                        lower.remove(c)
                        if can_lie_on(lower, 2, (first, second)):
                            return True
    return False


def final_score(copies: int, *texts: str) -> float:
    game = abaculus.load_game("nmbr9", draft="free", max_number=6, copies=copies, cards=5)
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state.returns()[0]


def test_V2_F_6_1_5_has_the_optimum_17() -> None:
    """NMBR9-V2: five tiles, one of each number to choose from.

    The paper's program finds 9: an implied constraint that is meant to say that no level has more cells than the one
    below sums the numbers of the tiles instead of their cells, and the border of its table has to stay empty.
    """
    assert final_score(1, "0r0@0,0", "3r0@-3,0", "6r1@-1,0", "1r1@-1,2", "5r3@-1,0") == 6 + 1 + 5 * 2
    assert not is_possible(copies=1, more_than=17)


def test_V2_F_6_2_5_has_the_optimum_19() -> None:
    """NMBR9-V2: five tiles, two of each number to choose from. The paper's program finds 15, as above."""
    assert final_score(2, "3r0@0,0", "3r2@-1,1", "6r1@-1,2", "1r1@-1,0", "6r1@-1,1") == 6 + 1 + 6 * 2
    assert not is_possible(copies=2, more_than=19)


def test_V2_the_search_finds_what_there_is() -> None:
    """NMBR9-V2: with one point less to beat, the search above does find the displays."""
    assert is_possible(copies=1, more_than=16)
    assert is_possible(copies=2, more_than=18)
