"""A display of NMBR 9 in characters."""

from abaculus.games.nmbr9.tiles import ORIENTATIONS
from abaculus.kernel.game import Position

LEVELS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SHADES = ("black on #e4dfd0", "black on #b9ccd4", "white on #5b7f90", "white on #34525f", "white on #14252d")
Cell = tuple[int, int]


def draw(view: Position, seat: int) -> str:
    """The display of a seat: each cell shows the highest tile's number and its level.

    A bar stands between two tiles side by side, a line under a tile that another one follows below. Numbers along the
    edges are x and y, by which a placement is written.
    """
    tiles = view["displays"][seat]
    top = _seen_from_above(tiles)
    lines = [_cards(view, seat), ""]
    if not top:
        return "\n".join([*lines, "The first tile goes to 0,0, in any orientation."])
    xs = range(min(x for x, _ in top) - 1, max(x for x, _ in top) + 3)
    ys = range(min(y for _, y in top) - 1, max(y for _, y in top) + 3)
    lines.append("     " + "".join(f"{x:>3}" if x % 2 == 0 else "   " for x in xs))
    for y in ys:
        cells = "".join(_cell(tiles, top, (x, y)) for x in xs)
        lines.append(f"{y:>4} {cells}")
    return "\n".join(lines)


def _seen_from_above(tiles: list[dict[str, int]]) -> dict[Cell, int]:
    """Which tile is the highest on each cell."""
    top: dict[Cell, int] = {}
    for i, tile in enumerate(tiles):
        for dx, dy in ORIENTATIONS[tile["number"]][tile["turn"]]:
            top[tile["x"] + dx, tile["y"] + dy] = i
    return top


def _cell(tiles: list[dict[str, int]], top: dict[Cell, int], cell: Cell) -> str:
    x, y = cell
    here = top.get(cell)
    bar = "│" if here != top.get((x - 1, y)) else " "
    if here is None:
        return f"{bar} ·"
    tile = tiles[here]
    last = "bold " if here == len(tiles) - 1 else ""
    line = "underline " if here != top.get((x, y + 1)) else ""
    shade = SHADES[min(tile["level"], len(SHADES) - 1)]
    return f"{bar}[{last}{line}{shade}]{tile['number']}{LEVELS[tile['level']]}[/]"


def _cards(view: Position, seat: int) -> str:
    placed = len(view["displays"][seat])
    coming = view["turned"][placed:]
    left = view["left"][seat] if view["options"]["draft"] == "free" else view["left"]
    counts = " ".join(f"{number}×{count}" for number, count in enumerate(left) if count)
    due = f"Place [b]{coming[0]}[/b]" if coming else "Choose a number" if view["options"]["draft"] == "free" else "—"
    after = f", then {' '.join(map(str, coming[1:]))}" if len(coming) > 1 else ""
    return f"{due}{after}.   Left: {counts or 'none'}"
