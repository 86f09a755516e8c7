"""The display made for speed against the rules, and what it promises."""

import numpy as np
import pytest

import abaculus
from abaculus import Luck, State
from abaculus.games.nmbr9 import display as displays
from abaculus.games.nmbr9.display import (
    load_table,
    new_buffers,
    new_display,
    placements,
    promise,
    put,
    rate_placements,
    take_back,
)
from abaculus.games.nmbr9.rules import decode
from abaculus.games.nmbr9.tiles import ORIENTATIONS


def positions(seed: int, chosen: int) -> list[State]:
    """The decisions of a game in which the best of so many random placements by the game's evaluation is played."""
    luck = Luck(seed)
    state = abaculus.load_game("nmbr9", 1).new_initial_state()
    decisions = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        decisions.append(state.clone())
        children = [state.child(luck.choice(state.legal_actions())) for _ in range(chosen)]
        state = max(children, key=lambda child: child.evaluate(0))
    return decisions


@pytest.mark.parametrize("chosen", [1, 12])
@pytest.mark.parametrize("seed", range(3))
def test_placements_are_those_of_the_rules(seed: int, chosen: int) -> None:
    display, buffers = new_display(), new_buffers()
    for state in positions(seed, chosen):
        record = state.record
        displays.load(record, 0, display)
        x0, y0 = displays.corner(record, 0)
        number = int(record.turned[record.placed[0]])
        found = buffers.places[: placements(display, number, buffers)].tolist()
        listed = [decode(action) for action in state.legal_actions()]
        assert sorted((turn, x - x0, y - y0) for turn, x, y, _ in found) == sorted(place[1:] for place in listed)
        for turn, x, y, level in found[:: len(found) // 3 + 1]:
            action = next(a for a in state.legal_actions() if decode(a)[1:] == (turn, x - x0, y - y0))
            assert state.child(action).record.level[0, record.placed[0]] == level


def test_a_tile_gains_what_the_display_promises_more() -> None:
    display, buffers = new_display(), new_buffers()
    table = load_table()[7]
    for state in positions(5, 12)[1:]:
        displays.load(state.record, 0, display)
        tiles = int(state.record.placed[0])
        number = int(state.record.turned[tiles])
        before = promise(display, table, buffers.sums)
        n = rate_placements(display, number, 0.5, table, buffers, False)
        gains, places = buffers.worths[:n].copy(), buffers.places[:n].tolist()
        for (turn, x, y, level), gained in list(zip(places, gains, strict=True))[:: n // 5 + 1]:
            put(display, number, turn, x, y, level)
            after = promise(display, table, buffers.sums)
            assert number * level + (after - before) / 2 == pytest.approx(gained, abs=1e-3)
            take_back(display, tiles)


def test_tiles_that_are_taken_back_leave_no_trace() -> None:
    display, fresh = new_display(), new_display()
    for state in positions(6, 12)[::5]:
        displays.load(state.record, 0, display)
        x0, y0 = displays.corner(state.record, 0)
        for i, (number, turn, x, y, level) in enumerate(display.tiles[: display.size[0], :5].tolist()):
            put(fresh, number, turn, x, y, level)
            assert (x - x0, y - y0) == (state.record.x[0, i], state.record.y[0, i])
        for part, again in zip(display[:2], fresh[:2], strict=True):
            assert (part == again).all()
        take_back(fresh, 0)
    for part, again in zip(fresh[:2], new_display()[:2], strict=True):
        assert (part == again).all()
    assert not fresh.size.any()


def test_snug_placements_are_those_that_touch_with_two_cells() -> None:
    display, buffers = new_display(), new_buffers()
    displays.load(positions(7, 12)[6].record, 0, display)
    every = buffers.places[: placements(display, 9, buffers)].tolist()
    snug = buffers.places[: placements(display, 9, buffers, True)].tolist()
    taken = {(x, row) for row in range(displays.FRAME) for x in range(64) if int(display.boards[1, row]) >> x & 1}

    def touching(turn: int, x: int, y: int) -> int:
        cells = [(x + dx, y + dy) for dx, dy in ORIENTATIONS[9][turn]]
        return sum(bool({(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)} & taken) for a, b in cells)

    assert snug == [place for place in every if place[3] > 0 or touching(*place[:3]) > 1]


def test_nothing_is_promised_without_cards_or_tiles() -> None:
    table = load_table()
    assert not table[0].any()
    assert promise(new_display(), table[10], new_buffers().sums) == 0.0


def test_what_a_turned_display_promises_is_alike() -> None:
    table = load_table()[9]
    codes = np.arange(displays.PATTERNS)
    places = [(row, column) for row in range(3) for column in range(3)]
    turned = sum(codes // 3 ** (3 * row + column) % 3 * 3 ** (3 * column + 2 - row) for row, column in places)
    assert (table[:, turned] == table).all()
