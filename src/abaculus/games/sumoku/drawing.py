"""The crossword of Sumoku in characters."""

from abaculus.kernel.game import Position

INKS = {
    "R": "white on #b23a3a",
    "O": "black on #e39a4b",
    "Y": "black on #e3cf5c",
    "G": "black on #7fb57a",
    "B": "white on #3f6aa8",
    "P": "white on #7b4b94",
}


def draw(view: Position, player: int) -> str:
    """The crossword with the play under way (underlined), and every stock below it.

    Numbers along the edges are x and y, by which a tile is laid.
    """
    key = f"Key [b]{view['key']}[/b]" if view["key"] else "The key is to be rolled"
    bonus = "   bonus play" if view["bonus"] else ""
    lines = [f"{key}   {len(view['bag'])} tiles in the bag{bonus}", ""]
    return "\n".join([*lines, *_crossword(view), "", *_stocks(view, player)])


def _crossword(view: Position) -> list[str]:
    tiles = {(x, y): _tile(tile) for x, y, tile in view["board"]}
    tiles |= {(x, y): f"[u]{_tile(tile)}[/u]" for x, y, tile in view["laid"]}
    if not tiles:
        return ["The table is empty: the first tile goes to 0,0."]
    xs = range(min(x for x, _ in tiles) - 2, max(x for x, _ in tiles) + 3)
    ys = range(min(y for _, y in tiles) - 2, max(y for _, y in tiles) + 3)
    lines = ["     " + "".join(f"{x:>3}" if x % 2 == 0 else "   " for x in xs)]
    return lines + [f"{y:>4} " + "".join(" " + tiles.get((x, y), " ·") for x in xs) for y in ys]


def _stocks(view: Position, player: int) -> list[str]:
    order = [(player + turn) % view["seats"] for turn in range(view["seats"])]
    return [f"seat {seat}: " + " ".join(map(_tile, view["stocks"][seat])) for seat in order]


def _tile(tile: str) -> str:
    return f"[{INKS[tile[0]]}]{tile}[/]"
