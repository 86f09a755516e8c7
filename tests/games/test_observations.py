"""Observations beside views: planes hold what the documentation says, from the side of whoever looks.

That nothing hidden gets in is a check of the conformance suite (``check_views``).
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus import State
from abaculus.testing import walk

View = dict[str, Any]
Planes = np.ndarray


def looks(name: str, every: int = 9, most: int = 40, **options: Any) -> Iterator[tuple[int, View, Planes]]:
    """States of a random game, a few of them, as each seat sees them."""
    game = abaculus.load_game(name, **options)
    for state in islice(walk(game, 3), 0, every * most, every):
        for seat in range(game.num_players()):
            yield seat, state.view(seat), state.observation(seat)


def places(plane: np.ndarray) -> set[tuple[int, ...]]:
    """Where a plane is not 0."""
    return set(zip(*(axis.tolist() for axis in plane.nonzero()), strict=True))


def all_over(planes: np.ndarray) -> list[float]:
    """The one number of each of these planes."""
    assert (planes == planes[:, :1, :1]).all()
    return [float(plane[0, 0]) for plane in planes]


def one_hot(index: int | None, length: int) -> list[float]:
    return [float(i == index) for i in range(length)]


def from_seat(seat: int, by_seat: list[Any]) -> list[Any]:
    """What belongs to the seats, in their order from the one that looks."""
    return by_seat[seat:] + by_seat[:seat]


def test_108() -> None:
    for seat, view, planes in looks("108", players=3):
        board = {(int(name[1]) - 1, "abcdefghi".index(name[0])): number for name, number in view["board"].items()}
        for number in range(1, 10):
            assert places(planes[number - 1]) == {place for place, lies in board.items() if lies == number}
        tables, walls = from_seat(seat, view["table"]), from_seat(seat, view["wall"])
        for distance in range(3):
            piled = planes[17 + distance]
            assert [int(row.sum()) for row in piled[:, :3]] == [tables[distance].count(n) for n in range(1, 10)]
            assert [int(row.sum()) for row in piled[:, 3:6]] == walls[distance]
        assert not planes[[12, 16, 20, 48]].any()  # of the seat that is missing
        assert all_over(planes[22:25]) == pytest.approx([height / 3 for height in view["black_stacks"]])
        assert all_over(planes[45:48]) == from_seat(seat, one_hot(view["turn_of"], 3))
        assert all_over(planes[49:52]) == from_seat(seat, one_hot(view["first"], 3))


def test_3x8() -> None:
    def square(card: int | str) -> tuple[int, int]:
        return divmod(110 + int(card[1:]) if isinstance(card, str) else card, 10)

    def squares(cards: list[int | str]) -> set[tuple[int, int]]:
        return {square(card) for card in cards}

    for seat, view, planes in looks("3x8", players=3):
        hands, rows, known = (from_seat(seat, view[key]) for key in ("hands", "rows", "known"))
        assert places(planes[0]) == squares(hands[0])
        for place, card in enumerate(view["pool"]):
            assert places(planes[1 + place]) == (set() if card is None else {square(card)})
        assert places(planes[4]) == squares(view["discard"])
        assert places(planes[5]) == squares(view["box"])
        laid = [row for seat_rows in rows for row in seat_rows if row is not None]
        seen = squares([card for row in laid for card in row.get("cards", [row.get("completed")])])
        seen |= squares([f"b{row['blocker'][0]}" for row in laid if row.get("blocker")])
        seen |= squares(
            [*hands[0], *view["discard"], *view["box"], *(card for card in view["pool"] if card is not None)]
        )
        seen |= squares([*known[1], *known[2]])
        assert places(planes[6]) == {divmod(card, 10) for card in range(120)} - seen
        for distance in range(3):
            own = planes[7 + 9 * distance :]
            assert places(own[0]) == squares(known[distance])
            for plane, row in zip(own[1:5], rows[distance], strict=True):
                if row is None:
                    assert not plane.any()
                elif "completed" in row:
                    assert places(plane) == {square(row["completed"])}
                    assert plane.min() == -1
                else:
                    assert places(plane) == squares(row["cards"])
        facts = planes[-1]
        assert facts[2, :4].tolist() == one_hot(None if view["row"] is None else view["row"] - 1, 4)
        assert facts[3:6, 2].tolist() == from_seat(seat, one_hot(view["turn_of"], 3))


def test_sumoku() -> None:
    colours = "ROYGBP"
    for seat, view, planes in looks("sumoku", players=3, every=7, most=20):
        tiles = {(x, y): face for x, y, face in view["board"] + view["laid"]}
        left, top = (min((place[axis] for place in tiles), default=0) for axis in (0, 1))
        shown = {(colours.index(face[0]), y - top, x - left): int(face[1]) / 9 for (x, y), face in tiles.items()}
        assert places(planes[:6]) == set(shown)
        for place, value in shown.items():
            assert planes[place] == pytest.approx(value)
        assert places(planes[6]) == {(y - top, x - left) for x, y, _ in view["laid"]}
        facts = planes[7]
        for row, pile in enumerate([*from_seat(seat, view["stocks"]), *[[]] * 5, view["bag"]]):
            kinds = [8 * colours.index(kind[0]) + int(kind[1]) - 1 for kind in pile]
            assert facts[row, :48].tolist() == [kinds.count(kind) / 2 for kind in range(48)]
        assert facts[9, :3] == pytest.approx([score / 100 for score in from_seat(seat, view["scores"])])
        assert places(facts[10:11]) == (set() if view["key"] is None else {(0, view["key"])})
        assert facts[11, :3].tolist() == from_seat(seat, one_hot(view["turn_of"], 3))
        assert facts[11, 15:17] == pytest.approx([-left / 81, -top / 81])


@pytest.mark.parametrize("draft", ["unknown", "free"])
def test_nmbr9(draft: str) -> None:
    options = {"max_number": 4, "cards": 7} if draft == "free" else {}
    for seat, view, planes in looks("nmbr9", players=2, every=3, draft=draft, **options):
        displays = from_seat(seat, view["displays"])
        placed = len(displays[0])
        assert places(planes[0, :20]) == set(enumerate(view["turned"][placed:]))
        left = from_seat(seat, view["left"]) if draft == "free" else [view["left"]]
        for row, numbers in enumerate(left):
            assert planes[0, 20 + row, : len(numbers)].tolist() == [count / 2 for count in numbers]
        assert planes[0, 24, 0] == pytest.approx(placed / 20)
        for distance, display in enumerate(displays):
            heights, tiles = planes[1 + 2 * distance], planes[2 + 2 * distance]
            assert heights.max() == pytest.approx(max((tile["level"] + 1 for tile in display), default=0) / 10)
            assert tiles.max() == pytest.approx(len(display) / 20)  # the last one lies on top
            x, y = (min((tile[axis] for tile in display), default=0) for axis in "xy")
            if display:
                assert heights[0].any()
                assert heights[:, 0].any()
            if distance == 0:
                assert planes[0, 24, 1:3] == pytest.approx([-x / 60, -y / 60])


def test_toushi() -> None:
    dice, phases = ("T4", "T6", "T8", "T10", "T12", "T20"), ("first", "choose", "roll", "one", "mark")

    def square(name: str) -> tuple[int, int]:
        return int(name[1]) - 1, "abcdef".index(name[0])

    for _, view, planes in looks("toushi"):
        for die, plane in zip(dice, planes[:6], strict=True):
            assert places(plane) == {square(name) for name, bears in view["grid"].items() if bears == die}
        assert places(planes[6]) == (set() if view["at"] is None else {square(view["at"])})
        assert all_over(planes[13:18]) == [float(view["phase"] == phase) for phase in phases]
        faces = int(view["die"][1:]) if view["die"] else 0
        facts = (
            view["stars"] / 3,
            faces / 20,
            (view["rolled"] or 0) / 20,
            len(view["grid"]) / 36,
            view["scores"][0] / 84,
        )
        assert all_over(planes[18:23]) == pytest.approx(facts)
        for row, die in enumerate(dice):
            left = [*view["left"][die], *[0] * 20][:20]
            assert planes[23:43, row, 0] == pytest.approx([count / 3 for count in left])


ROTATED = {
    "3x8": ("hands", "rows", "known"),
    "nmbr9": ("displays", "scores"),
    "sumoku": ("stocks", "scores"),
}


@pytest.mark.parametrize("name", ROTATED)
def test_every_seat_is_shown_the_same_from_its_place(name: str) -> None:
    """Everybody moves on by one seat: what seat 0 was shown is now shown to seat 1."""
    game = abaculus.load_game(name, players=3)
    # Whose turn it is follows in 3x8 from who began.
    other = abaculus.load_game(name, players=3, first=1) if name == "3x8" else game
    for state in islice(walk(game, 5), 40, 200, 20):  # the seats' first cards and tiles are dealt by then
        position = state.to_dict()
        moved = {key: value[-1:] + value[:-1] for key, value in position.items() if key in ROTATED[name]}
        if "turn_of" in position:
            moved["turn_of"] = (position["turn_of"] + 1) % 3
        record = other.new_record()
        other.read_position(record, {**position, **moved})
        for seat in range(3):
            assert np.array_equal(State(other, record).observation((seat + 1) % 3), state.observation(seat))
