"""The sheet of Tóushì in characters."""

from abaculus.games.toushi.sheet import FACES, SIDE
from abaculus.kernel.game import Position


def draw(view: Position) -> str:
    """The grid beside the lists, the stars and the roll above them."""
    stars = "★" * view["stars"] + "☆" * (3 - view["stars"])
    roll = ""
    if view["die"]:
        shows = f"shows [b]{view['rolled']}[/b]" if view["rolled"] else "is rolled"
        roll = f"   {view['die']} {shows}"
    return "\n".join([f"Round {view['round']}   {stars}{roll}", "", *_grid(view), "", *_lists(view)])


def _grid(view: Position) -> list[str]:
    edge = "  ├" + "┼".join(["─────"] * SIDE) + "┤"
    lines = ["     " + "     ".join("abcdef"), edge.replace("├", "┌").replace("┼", "┬").replace("┤", "┐")]
    for row in range(1, SIDE + 1):
        cells = [_square(view, f"{column}{row}") for column in "abcdef"]
        lines += [f"{row} │" + "│".join(cells) + "│", edge]
    lines[-1] = edge.replace("├", "└").replace("┼", "┴").replace("┤", "┘")
    return lines


def _square(view: Position, square: str) -> str:
    die = view["grid"].get(square, "")
    if square == view["at"]:
        return f"[reverse]{die:^5}[/]"
    return f"{die:^5}"


def _lists(view: Position) -> list[str]:
    """Each list: a number as often as it is left, crossed out where it is not."""
    lines = []
    for faces in FACES:
        name = f"T{faces}"
        numbers = [
            f"{value}" + ("" if left == 1 else f"×{left}") if left else f"[dim strike]{value}[/]"
            for value, left in enumerate(view["left"][name], start=1)
        ]
        lines.append(f"{name:>4}  " + " ".join(numbers))
    return lines
