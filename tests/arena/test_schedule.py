"""Schedules: each bot in each seat equally often, on the same luck."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abaculus.arena.schedule import schedule, seatings, set_size

counts = st.integers(1, 6)


@given(counts, counts, st.integers(0, 200))
def test_a_set_has_each_bot_in_each_seat_equally_often(bots: int, seats: int, turn: int) -> None:
    games = seatings(bots, seats, turn)
    assert len(games) == set_size(bots, seats) == len(set(games))
    seen = Counter((bot, seat) for game in games for seat, bot in enumerate(game))
    assert len(seen) == bots * seats
    assert len(set(seen.values())) == 1


@given(counts, counts)
def test_a_set_has_each_choice_of_bots_equally_often(bots: int, seats: int) -> None:
    met = Counter(tuple(sorted(set(game))) for game in seatings(bots, seats))
    assert set(met) == set(combinations(range(bots), min(bots, seats)))
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(
    ("bots", "seats", "games"),
    [
        (2, 2, [(0, 1), (1, 0)]),
        (3, 3, [(0, 1, 2), (1, 2, 0), (2, 0, 1)]),
        (1, 2, [(0, 0)]),
        (2, 1, [(0,), (1,)]),
        (3, 2, [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]),
        (2, 3, [(0, 1, 0), (1, 0, 1)]),
    ],
)
def test_the_first_set(bots: int, seats: int, games: list[tuple[int, ...]]) -> None:
    assert seatings(bots, seats) == games


def test_sets_take_turns_through_the_ways_to_sit_around_a_table() -> None:
    """Who plays after whom is as even as the seats are: over six sets of four bots each follows each equally often."""
    followed = Counter(
        (game[seat], game[(seat + 1) % 4]) for turn in range(6) for game in seatings(4, 4, turn) for seat in range(4)
    )
    assert len(followed) == 12
    assert len(set(followed.values())) == 1


def test_a_schedule_has_whole_sets() -> None:
    fixtures = schedule(3, 2, 7)
    assert [fixture.number for fixture in fixtures] == list(range(12))
    assert [fixture.set for fixture in fixtures] == [0] * 6 + [1] * 6


def test_a_longer_schedule_starts_like_a_shorter_one() -> None:
    assert schedule(3, 3, 100)[:6] == schedule(3, 3, 5)
