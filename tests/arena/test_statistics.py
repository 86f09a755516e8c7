"""What a tournament tells, against values known from elsewhere or by hand."""

import pytest

from abaculus.arena.statistics import mean, rated, results, standings, t95, wilson
from abaculus.arena.tournament import Played
from abaculus.play.record import Forfeit


def game(
    number: int,
    set: int,
    seating: list[int],
    returns: list[float],
    scores: list[float] | None = None,
    forfeit: Forfeit | None = None,
) -> Played:
    seats = len(seating)
    return Played(number, set, seating, 7, returns, scores, [10] * seats, [0.5] * seats, forfeit, "")


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # the mirror image
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.value == wins / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("freedom", "t"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)])
def test_students_t(freedom: int, t: float) -> None:
    """From the tables that every book has."""
    assert t95(freedom) == pytest.approx(t, rel=0.01)


def test_mean() -> None:
    assert mean([4.0]) == (4.0, None)
    assert mean([2.0, 2.0, 2.0]) == (2.0, 0.0)
    # by hand: deviation 1.5811, times 2.776 / sqrt(5)
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found == (3.0, pytest.approx(1.963, abs=0.02))


def test_a_duel() -> None:
    played = [
        game(0, 0, [0, 1], [1.0, 0.0], [30.0, 20.0]),
        game(1, 0, [1, 0], [0.5, 0.5], [20.0, 20.0]),
        game(2, 1, [0, 1], [1.0, 0.0], [44.0, 30.0]),
        game(3, 1, [1, 0], [0.0, 1.0], [24.0, 26.0]),
    ]
    first, second = standings(["a", "b"], reversed(played))
    assert (first.bot, first.games, first.decisions, first.seconds) == ("a", 4, 40, 2.0)
    assert first.wins is not None
    assert first.wins.value == 3.5 / 4
    # means of the sets are 25 and 35
    assert first.score == mean([25.0, 35.0])
    assert first.margin == mean([5.0, 8.0])
    assert second.margin is not None
    assert second.margin.value == -first.margin.value
    assert first.rating is not None
    assert second.rating is not None
    assert first.rating.value > 25 > second.rating.value


def test_bots_with_several_seats_win_with_any_of_them() -> None:
    played = [game(0, 0, [0, 1, 0, 1], [0.25, 0.0, 0.5, 0.25], [1.0, 2.0, 3.0, 4.0])]
    [[first, second]] = results(played)
    assert (first.share, first.score) == (0.75, 2.0)
    assert (second.share, second.score) == (0.25, 3.0)


def test_alone_the_best_of_a_set_wins() -> None:
    played = [game(0, 0, [0], [50.0]), game(1, 0, [1], [40.0]), game(2, 1, [0], [30.0]), game(3, 1, [1], [30.0])]
    first, second = standings(["a", "b"], played)
    assert first.games == 2
    assert first.wins is not None
    assert first.wins.value == 0.75
    assert second.score is not None
    assert second.score.value == 35.0
    assert second.margin is not None
    assert second.margin.value == -5.0


def test_a_bot_without_others_wins_nothing() -> None:
    for played in ([game(0, 0, [0], [50.0])], [game(0, 0, [0, 0], [1.0, 0.0], [5.0, 4.0])]):
        [only] = standings(["a"], played)
        assert (only.wins, only.margin, only.rating) == (None, None, None)
        assert only.score is not None


def test_a_forfeited_game_is_lost_but_its_points_do_not_count() -> None:
    played = [
        game(0, 0, [0, 1], [1.0, 0.0], [3.0, 0.0], Forfeit(1, "it failed")),
        game(1, 0, [1, 0], [0.0, 1.0], [10.0, 20.0]),
    ]
    first, second = standings(["a", "b"], played)
    assert (first.forfeits, second.forfeits) == (0, 1)
    assert first.wins is not None
    assert first.wins.value == 1.0
    assert first.score is not None
    assert first.score.value == 20.0
    assert first.margin is not None
    assert first.margin.value == 10.0


def test_without_points_there_is_no_score() -> None:
    first, _ = standings(["a", "b"], [game(0, 0, [0, 1], [1.0, 0.0])])
    assert (first.score, first.margin) == (None, None)


def test_ratings_follow_the_order_and_ties_are_ties() -> None:
    contests = results([game(n, n, [0, 1, 2], [0.5, 0.5, 0.0]) for n in range(10)])
    first, second, third = rated(3, contests)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.value == pytest.approx(second.value)
    assert first.value > third.value + 5
