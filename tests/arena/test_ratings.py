"""Ratings: they recover known strengths, do not depend on the order of games, and their intervals hold the truth."""

import itertools
import math
import random

import numpy as np
import pytest

from abaculus.arena.contests import Contest, Result
from abaculus.arena.ratings import ELO, elo, openskill

LUCE = (0.0, 0.4, 0.8, 1.4)
"""Logarithms of strengths."""


def contest(number: int, bots: tuple[int, ...], returns: tuple[float, ...], alone: bool = False) -> Contest:
    best = [value == max(returns) for value in returns]
    shares = [one / sum(best) for one in best] if alone else returns
    results = [Result(bot, value, share, None) for bot, value, share in zip(bots, returns, shares, strict=True)]
    return Contest(number, alone, sorted(results))


def duels(won: int, drawn: int, lost: int) -> list[Contest]:
    outcomes = [(1.0, 0.0)] * won + [(0.5, 0.5)] * drawn + [(0.0, 1.0)] * lost
    return [contest(number, (0, 1), returns) for number, returns in enumerate(outcomes)]


def values(bots: int, contests: list[Contest], **more: int) -> list[float]:
    found = elo(bots, contests, **more)
    assert all(rating is not None for rating in found)
    return [rating.value for rating in found if rating is not None]


def test_two_bots_have_the_logarithm_of_their_wins() -> None:
    """With one drawn game more, as each pair is given; a draw counts as half a win."""
    first, second = values(2, duels(9, 0, 0))
    assert first - second == pytest.approx(400 * math.log10(9.5 / 0.5), abs=1e-4)
    first, second = values(2, duels(6, 2, 2))
    assert first - second == pytest.approx(400 * math.log10(7.5 / 3.5), abs=1e-4)
    assert first == pytest.approx(-second)


def test_the_anchor_is_0() -> None:
    first, second = elo(2, duels(9, 0, 0), anchor=1)
    assert second == (pytest.approx(0.0), pytest.approx(0.0))
    assert first is not None
    assert first.value == pytest.approx(400 * math.log10(19), abs=1e-4)


def luce(sets: int, luck: np.random.Generator, seats: int, spread: float = 0.0) -> list[Contest]:
    """Games of as many of the bots as there are seats; in each set the strengths differ from ``LUCE`` by some luck."""
    found = []
    for number in range(sets):
        own = np.array(LUCE) + luck.normal(0, spread, len(LUCE))
        for bots in itertools.combinations(range(len(LUCE)), seats):
            chances = np.exp(own[list(bots)])
            for _ in range(seats):
                winner = luck.choice(seats, p=chances / chances.sum())
                found.append(contest(number, bots, tuple(float(seat == winner) for seat in range(seats))))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_recovered(seats: int) -> None:
    found = values(len(LUCE), luce(1500 if seats == 4 else 500, np.random.default_rng(seats), seats))
    assert found == pytest.approx([ELO * (one - sum(LUCE) / len(LUCE)) for one in LUCE], abs=15)


@pytest.mark.parametrize("seats", [2, 3])
def test_neither_order_nor_numbers_matter(seats: int) -> None:
    played = luce(20, np.random.default_rng(5), seats)
    found = elo(len(LUCE), played)
    shuffled = random.Random(1).sample(played, len(played))
    for one, other in zip(found, elo(len(LUCE), shuffled), strict=True):
        assert one == pytest.approx(other, abs=1e-4)
    # the same bots under other numbers
    other_way = {bot: 3 - bot for bot in range(4)}
    renamed = [
        Contest(one.set, False, sorted(result._replace(bot=other_way[result.bot]) for result in one.results))
        for one in played
    ]
    for one, other in zip(found, reversed(elo(len(LUCE), renamed)), strict=True):
        assert one == pytest.approx(other, abs=1e-4)
    # openskill's do depend on it
    assert openskill(len(LUCE), played) != openskill(len(LUCE), shuffled)


@pytest.mark.parametrize("size", [2, 4])
def test_intervals_cover_the_truth(size: int) -> None:
    """Each set has a chance to win of its own."""
    luck, sets, tries, chance = np.random.default_rng(4), 60, 800, 0.7
    truth = 200 * math.log10(chance / (1 - chance))
    held = 0
    for _ in range(tries):
        of_sets = luck.beta(chance, 1 - chance, sets)
        won = (luck.random((sets, size)) < of_sets[:, None]).astype(float)
        rating = elo(2, [contest(i, (0, 1), (one, 1 - one)) for i in range(sets) for one in won[i].tolist()])[0]
        assert rating is not None
        assert rating.reach is not None
        held += abs(rating.value - truth) <= rating.reach
    assert 0.93 <= held / tries <= 0.97


def test_games_of_a_set_that_always_end_alike_count_about_once() -> None:
    once = duels(60, 0, 40)
    four_times = [one for one in once for _ in range(4)]
    (single, _), (clustered, _) = elo(2, once), elo(2, four_times)
    independent, _ = elo(2, [one._replace(set=number) for number, one in enumerate(four_times)])
    assert single is not None
    assert clustered is not None
    assert independent is not None
    assert single.reach is not None
    assert clustered.reach == pytest.approx(single.reach, rel=0.05)
    assert independent.reach == pytest.approx(single.reach / 2, rel=0.05)


def test_who_wins_everything_is_rated_with_a_wide_interval() -> None:
    first, second = elo(2, duels(20, 0, 0))
    assert first is not None
    assert second is not None
    assert first.reach is not None
    assert first.value > 300
    assert 100 < first.reach < first.value


def test_alone_the_whole_order_counts() -> None:
    """The best of a set says nothing of the others; their returns do."""
    played = [contest(number, (0, 1, 2), (20.0 + number, 10.0, 84.0), alone=True) for number in range(10)]
    for ratings in (elo(3, played), openskill(3, played)):
        weak, weakest, best = (rating.value for rating in ratings if rating is not None)
        assert best > weak > weakest + 2
    played = [contest(number, (0, 1, 2), (10.0, 10.0, 84.0), alone=True) for number in range(10)]
    for ratings in (elo(3, played), openskill(3, played)):
        one, other, best = (rating.value for rating in ratings if rating is not None)
        assert best > one == pytest.approx(other, abs=1e-3)


def test_who_met_nobody_has_no_rating() -> None:
    assert elo(3, duels(1, 0, 0))[2] is None
    assert openskill(3, duels(1, 0, 0))[2] is None
    assert elo(1, [contest(0, (0,), (50.0,), alone=True)]) == [None]
    assert openskill(1, [contest(0, (0,), (50.0,), alone=True)]) == [None]


def test_groups_that_never_met_cannot_be_compared() -> None:
    apart = [contest(0, (0, 1), (1.0, 0.0)), contest(1, (2, 3), (1.0, 0.0))]
    assert elo(4, apart) == [None] * 4
    assert None not in elo(4, [*apart, contest(2, (1, 2), (0.5, 0.5))])


def test_one_set_has_no_interval() -> None:
    played = [one._replace(set=0) for one in duels(3, 0, 1)]
    for ratings in (elo(2, played), openskill(2, played)):
        assert [rating.reach for rating in ratings if rating is not None] == [None, None]


def test_openskills_ratings_follow_the_order_and_ties_are_ties() -> None:
    first, second, third = openskill(3, [contest(n, (0, 1, 2), (0.5, 0.5, 0.0)) for n in range(10)])
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.value == pytest.approx(second.value)
    assert first.value > third.value + 5


def test_openskills_intervals_are_about_as_wide_as_its_ratings_vary() -> None:
    luck, found, reaches = np.random.default_rng(6), [], []
    for _ in range(60):
        of_sets = luck.beta(0.7, 0.3, 40)
        won = (luck.random((40, 2)) < of_sets[:, None]).astype(float)
        rating = openskill(2, [contest(i, (0, 1), (one, 1 - one)) for i in range(40) for one in won[i].tolist()])[0]
        assert rating is not None
        assert rating.reach is not None
        found.append(rating.value)
        reaches.append(rating.reach)
    assert np.mean(reaches) == pytest.approx(2.09 * np.std(found), rel=0.25)
