"""The rows and hands of 3x8 in characters."""

from collections.abc import Sequence
from typing import Any

from abaculus.games.three_by_eight.cards import STANDARD_DECK
from abaculus.kernel.game import Position

INKS = (
    "black on #e2c9a6",
    "black on #e8a39a",
    "black on #e6b877",
    "black on #e3d272",
    "black on #b9d279",
    "black on #8cc79a",
    "black on #86c5c5",
    "black on #9dbbe3",
    "black on #b5a8dd",
    "black on #d6a3cf",
    "black on #c9c9c9",
)
Card = int | str


def draw(view: Position, player: int) -> str:
    """Every seat's four rows, the pool and the piles; below them one's hand. A row's blocker stands behind it."""
    order = [(player + turn) % view["seats"] for turn in range(1, view["seats"] + 1)]
    lines = []
    for seat in order:
        lines += [f"seat {seat}{' (yours)' if seat == player else ''}   {_hand(view['hands'][seat])}"]
        lines += [f"  {place}  {_row(view, row)}" for place, row in enumerate(view["rows"][seat], start=1)]
        lines.append("")
    draw_pile = view["draw"] if isinstance(view["draw"], int) else len(view["draw"])
    lines.append(f"Pool: {_cards(view['pool'])}   Draw pile: {draw_pile}   Discarded: {len(view['discard'])}")
    due = f"   {view['to_draw']} to draw" if view["to_draw"] else ""
    return "\n".join([*lines, f"Turn {view['turn']}{due}"])


def _row(view: Position, row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    if "completed" in row:
        return f"completed ({_card(row['completed'])} turned over)"
    blocker = f"   blocked by [b]b{row['blocker']}[/b]: {_blocked(view, row['blocker'])}" if row["blocker"] else ""
    return _cards(row["cards"]) + blocker


def _blocked(view: Position, blocker: str) -> str:
    """The decades that a half of a blocker blocks."""
    deck = view["options"]["blockers"]
    half = (STANDARD_DECK if deck == "standard" else deck)[int(blocker[0])][blocker[1]]
    return ", ".join(f"{10 * decade}–{10 * decade + 9}" for decade in half["blocks"])


def _hand(hand: list[Card] | dict[str, Any]) -> str:
    if isinstance(hand, dict):
        known = f", of them {_cards(hand['known'])}" if hand["known"] else ""
        return f"{hand['count']} cards{known}"
    return _cards(hand)


def _cards(cards: Sequence[Card | None]) -> str:
    return " ".join(map(_card, cards)) or "none"


def _card(card: Card | None) -> str:
    if card is None:
        return "–"
    return f"[reverse]{card}[/]" if isinstance(card, str) else f"[{INKS[card // 10]}]{card}[/]"
