"""Intervals, against values from the literature, by hand, and by how often they hold the truth."""

import numpy as np
import pytest

from abaculus.arena.intervals import mean, share, t95


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        # the mirror image
        (20, 20, 0.8389, 1.0),
    ],
)
def test_independent_games_have_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    found = share([1.0] * wins + [0.0] * (games - wins))
    assert found.value == wins / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-4)


def test_games_of_a_set_that_always_end_alike_count_once() -> None:
    once = [1.0] * 30 + [0.0] * 20
    for size in (2, 4):
        sets = [number for number in range(50) for _ in range(size)]
        assert share([once[number] for number in sets], sets) == pytest.approx(share(once))
        assert mean([once[number] for number in sets], sets) == pytest.approx(mean(once))


def test_where_the_seat_decides_a_set_says_more_than_as_many_games() -> None:
    values, sets = [1.0, 0.0] * 50, [number for number in range(50) for _ in range(2)]
    alone, by_set = share(values), share(values, sets)
    assert 0.4 < by_set.low < by_set.value == 0.5 < by_set.high < 0.6
    assert alone.high - alone.low > 4 * (by_set.high - by_set.low)
    assert by_set.high - by_set.low > 0.01  # a few sets alike do not make it certain


def test_the_order_of_values_and_the_names_of_sets_do_not_matter() -> None:
    values, sets = [1.0, 0.0, 0.5, 1.0, 1.0], [0, 0, 1, 2, 2]
    again = [7, 7, 3, 900, 900]
    assert share(values, sets) == share(values, again)
    assert mean(values[::-1], sets[::-1]) == pytest.approx(mean(values, sets))


@pytest.mark.parametrize(("freedom", "t"), [(1, 12.706), (3, 3.182), (10, 2.228), (30, 2.042), (100, 1.984)])
def test_students_t(freedom: int, t: float) -> None:
    """From the tables that every book has."""
    assert t95(freedom) == pytest.approx(t, abs=5e-4)


def test_mean() -> None:
    assert mean([4.0]) == (4.0, None)
    assert mean([4.0, 6.0], sets=[1, 1]) == (5.0, None)
    assert mean([2.0, 2.0, 2.0]) == (2.0, 0.0)
    # by hand: standard deviation 1.5811, times 2.776 / sqrt(5)
    assert mean([1.0, 2.0, 3.0, 4.0, 5.0]) == (3.0, pytest.approx(1.963, abs=0.001))
    # by hand, with sets of different sizes: deviations −4/3 and 4/3 of a mean size of 3/2
    assert mean([1.0, 3.0, 1.0], sets=[0, 1, 0]) == (pytest.approx(5 / 3), pytest.approx(t95(1) * 8 / 9))


@pytest.mark.parametrize("function", [mean, share])
def test_without_values_there_is_nothing_to_tell(function: object) -> None:
    assert callable(function)
    with pytest.raises(ValueError, match="no values"):
        function([])


# How often a 95 % interval holds the truth, where each set has a chance to win of its own: games of a set are
# correlated by 1 / (1 + concentration).


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("chance", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("concentration", [0.5, 1.0, 1000.0])
def test_shares_cover_the_truth(size: int, chance: float, concentration: float) -> None:
    luck, sets, tries = np.random.default_rng(1), np.repeat(np.arange(60), size), 1000
    held = naive = 0
    for _ in range(tries):
        of_sets = luck.beta(chance * concentration, (1 - chance) * concentration, 60)
        won = (luck.random(len(sets)) < of_sets[sets]).astype(float)
        found, independent = share(won.tolist(), sets.tolist()), share(won.tolist())
        held += found.low <= chance <= found.high
        naive += independent.low <= chance <= independent.high
    assert 0.93 <= held / tries <= 0.97
    if concentration < 10:
        assert naive / tries < 0.91  # what the sets are for


@pytest.mark.parametrize("size", [2, 4])
def test_means_cover_the_truth(size: int) -> None:
    luck, sets, tries = np.random.default_rng(2), np.repeat(np.arange(40), size), 1000
    held = 0
    for _ in range(tries):
        scores = 50 + 10 * luck.normal(size=40)[sets] + 5 * luck.normal(size=len(sets))
        value, reach = mean(scores.tolist(), sets.tolist())
        assert reach is not None
        held += abs(value - 50) <= reach
    assert 0.93 <= held / tries <= 0.97
