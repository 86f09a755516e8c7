"""The board of 108 in characters."""

from typing import Any

from abaculus.games.one_o_eight.board import BLACK_SQUARES, COLOURS, DRAGONS, HOMES, NAMES, SEATS, SIDE, WHITE_SQUARES
from abaculus.kernel.game import Position

INKS = ("black on #e8a39a", "black on #e6cf7d", "black on #a5cfa2", "black on #a3bfe3")
WHITE_INK = "black on #f4f1e8"
BLACK_INK = "white on #2b2b2b"


def draw(view: Position, seat: int) -> str:
    """The board, each square in its owner's colour; below it the tables.

    An empty square has its owner's letter, a white one ``○``, a black one ``#``; a Dragon has brackets.
    """
    lines = ["    " + "  ".join("abcdefghi")]
    for row in range(SIDE):
        cells = "".join(_square(view, square) for square in range(row * SIDE, row * SIDE + SIDE))
        lines.append(f"{row + 1:>2} {cells}")
    return "\n".join([*lines, "", *_tables(view), "", *_now(view)])


def _square(view: Position, square: int) -> str:
    number = view["board"].get(NAMES[square])
    if square in BLACK_SQUARES:
        return f"[{BLACK_INK}] {number or '#'} [/]"
    if square in WHITE_SQUARES:
        return f"[{WHITE_INK}] {number or '○'} [/]"
    owner = next(seat for seat in range(SEATS) if square in HOMES[seat])
    shown = number or (COLOURS[owner][0] if owner < view["seats"] else " ")
    left, right = "[]" if square in DRAGONS else "  "
    return f"[{INKS[owner]}]{_plain(left)}{shown}{right}[/]"


def _plain(text: str) -> str:
    """Text that markup does not take for its own."""
    return text.replace("[", "\\[")


def _tables(view: Position) -> list[str]:
    lines = []
    for seat in range(view["seats"]):
        table = " ".join(map(str, view["table"][seat])) or "nothing"
        out = ", is out" if seat in view["out"] else ""
        lines.append(f"[{INKS[seat]}] {COLOURS[seat]:<6} [/] {table}   (wall: {sum(view['wall'][seat])}){out}")
    return lines


def _now(view: Position) -> list[str]:
    notes = [f"Round {view['round']}.   Stacks of black numbers: {', '.join(map(str, view['black_stacks']))}"]
    if view["revealed"] is not None:
        notes.append(f"The black {view['revealed']} is to be placed.")
    offence: dict[str, Any] | None = view["offence"]
    if offence and offence["square"]:
        notes.append(f"{offence['number']} on {offence['square']} is forbidden: warn, punish or be silent?")
    return notes
