"""What a tournament tells, against values known from elsewhere or by hand."""

import pytest

from abaculus.arena.contests import contests
from abaculus.arena.intervals import mean, share
from abaculus.arena.statistics import differences, standings
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
    assert first.elo is not None
    assert second.elo is not None
    assert first.elo.value > 0 > second.elo.value
    assert first.openskill is not None
    assert second.openskill is not None
    assert first.openskill.value > 25 > second.openskill.value


def test_bots_with_several_seats_win_with_any_of_them() -> None:
    played = [game(0, 0, [0, 1, 0, 1], [0.25, 0.0, 0.5, 0.25], [1.0, 2.0, 3.0, 4.0])]
    [contest] = contests(played)
    first, second = contest.results
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
        assert (only.wins, only.margin, only.elo, only.openskill) == (None, None, None, None)
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


def test_wins_of_a_set_count_together() -> None:
    """Both games of a set go to the same bot here: there are half as many independent games as games."""
    won = [1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0]
    played = [
        game(2 * number + seat, number, [seat, 1 - seat], [one, 1 - one] if seat == 0 else [1 - one, one])
        for number, one in enumerate(won)
        for seat in range(2)
    ]
    first, second = standings(["a", "b"], played)
    assert first.wins == pytest.approx(share(won))
    assert second.wins == pytest.approx(share([1 - one for one in won]))


def test_differences_are_those_of_the_same_games() -> None:
    played = [
        game(0, 0, [0, 1, 2], [1.0, 0.0, 0.0], [30.0, 20.0, 25.0]),
        game(1, 0, [1, 2, 0], [0.0, 0.5, 0.5], [20.0, 28.0, 28.0]),
        game(2, 1, [2, 0, 1], [0.0, 1.0, 0.0], [35.0, 44.0, 30.0]),
    ]
    one, two, three = differences(["a", "b", "c"], reversed(played))
    assert [(pair.bot, pair.other, pair.games) for pair in (one, two, three)] == [
        ("a", "b", 3),
        ("a", "c", 3),
        ("b", "c", 3),
    ]
    assert one.ahead == pytest.approx(share([1.0, 1.0, 1.0], [0, 0, 1]))
    assert two.ahead == pytest.approx(share([1.0, 0.5, 1.0], [0, 0, 1]))
    assert three.ahead == pytest.approx(share([0.5, 0.0, 0.5], [0, 0, 1]))
    assert one.returns == pytest.approx(mean([1.0, 0.5, 1.0], [0, 0, 1]))
    assert one.score == pytest.approx(mean([10.0, 8.0, 14.0], [0, 0, 1]))


def test_differences_alone_are_those_of_the_same_set() -> None:
    """Luck that is worth a hundred points cancels out."""
    luck = [0.0, 100.0, 200.0, 300.0]
    played = [
        game(2 * number + bot, number, [bot], [points + 2 * bot + number % 2 * bot])
        for number, points in enumerate(luck)
        for bot in range(2)
    ]
    [pair] = differences(["a", "b"], played)
    assert (pair.games, pair.ahead.value) == (4, 0.0)
    assert pair.score == pytest.approx(mean([-2.0, -3.0, -2.0, -3.0]))
    first, _ = standings(["a", "b"], played)
    assert first.score is not None
    assert first.score.reach is not None
    assert first.score.reach > 100


def test_a_forfeited_game_has_no_difference_of_scores() -> None:
    played = [game(0, 0, [0, 1], [1.0, 0.0], [3.0, 0.0], Forfeit(1, "it failed"))]
    [pair] = differences(["a", "b"], played)
    assert (pair.ahead.value, pair.score) == (1.0, None)


def test_bots_that_never_met_have_no_difference() -> None:
    played = [game(0, 0, [0, 1], [1.0, 0.0]), game(1, 0, [1, 2], [1.0, 0.0])]
    assert [(pair.bot, pair.other) for pair in differences(["a", "b", "c"], played)] == [("a", "b"), ("b", "c")]
