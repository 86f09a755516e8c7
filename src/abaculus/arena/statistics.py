"""What a tournament tells about its bots: pure functions of the games that were played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from abaculus.arena.tournament import Played

Z95 = 1.959963984540054
"""A normal variable is within so many standard deviations 95 times of a hundred."""


class Mean(NamedTuple):
    """A mean, and how far its 95 % interval reaches to both sides (``None``: too few values to tell)."""

    value: float
    reach: float | None


class Share(NamedTuple):
    """A share, and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """How a bot did. What is ``None`` cannot be told: a bot alone wins nothing, and not every game has points."""

    bot: str
    games: int
    wins: Share | None
    score: Mean | None
    margin: Mean | None
    """By how much its score is above the best of the others."""
    rating: Mean | None
    forfeits: int
    decisions: int
    seconds: float


class Result(NamedTuple):
    """What one bot got in one contest, from all seats it had."""

    set: int
    bot: int
    share: float
    score: float | None
    """Its mean score; ``None`` where the game has no points or was not played to its end."""


def wilson(wins: float, games: int) -> Share:
    """The 95 % interval of a share by Wilson's method; shared wins count in part.

    >>> [round(value, 4) for value in wilson(81, 263)]
    [0.308, 0.2553, 0.3662]
    """
    share = wins / games
    scale = 1 + Z95**2 / games
    middle = (share + Z95**2 / (2 * games)) / scale
    reach = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2)) / scale
    return Share(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Mean:
    """The mean of independent values, with the 95 % interval of Student's t.

    >>> mean([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0])
    Mean(value=6.0, reach=2.22...)
    """
    n = len(values)
    middle = sum(values) / n
    if n < 2:
        return Mean(middle, None)
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return Mean(middle, t95(n - 1) * sqrt(variance / n))


def t95(freedom: int) -> float:
    """Student's t that is exceeded to either side 5 times of a hundred (Cornish and Fisher's expansion).

    >>> round(t95(10), 2), round(t95(1000), 3)
    (2.23, 1.962)
    """
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def standings(labels: Sequence[str], games: Iterable[Played]) -> list[Standing]:
    """How each bot did (``labels`` has their names), in the order of the bots."""
    played = sorted(games, key=lambda game: game.number)
    contests = results(played)
    ratings = rated(len(labels), contests)
    return [_standing(bot, label, played, contests, ratings[bot]) for bot, label in enumerate(labels)]


def results(played: Sequence[Played]) -> list[list[Result]]:
    """What the bots got in each contest: a game, or where there is one seat a set, in which the best return wins."""
    contests = []
    for _, group in groupby(played, lambda game: game.number if len(game.seating) > 1 else -game.set - 1):
        games = list(group)
        solo = len(games[0].seating) == 1
        shares: dict[int, float] = {}
        scores: dict[int, list[float] | None] = {}
        best = max(value for game in games for value in game.returns)
        winners = sum(game.returns.count(best) for game in games)
        for game in games:
            points = game.returns if solo and game.scores is None else game.scores
            for seat, bot in enumerate(game.seating):
                won = (game.returns[seat] == best) / winners if solo else game.returns[seat]
                shares[bot] = shares.get(bot, 0.0) + won
                own = scores.setdefault(bot, [])
                if points is None or game.forfeit is not None:
                    scores[bot] = None
                elif own is not None:
                    own.append(points[seat])
        contests.append(
            [
                Result(games[0].set, bot, shares[bot], sum(own) / len(own) if (own := scores[bot]) else None)
                for bot in sorted(shares)
            ]
        )
    return contests


def rated(bots: int, contests: Iterable[Sequence[Result]]) -> list[Mean | None]:
    """Each bot's rating (openskill's Plackett and Luce), contest by contest; 25 is where all start."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    known = set()
    for contest in contests:
        if len(contest) < 2:
            continue
        ranks = [float(sum(other.share > result.share for other in contest)) for result in contest]
        teams = model.rate([[ratings[result.bot]] for result in contest], ranks=ranks)
        for result, [rating] in zip(contest, teams, strict=True):
            ratings[result.bot] = rating
            known.add(result.bot)
    return [Mean(rating.mu, Z95 * rating.sigma) if bot in known else None for bot, rating in enumerate(ratings)]


def _standing(
    bot: int, label: str, played: Sequence[Played], contests: Sequence[Sequence[Result]], rating: Mean | None
) -> Standing:
    contested: list[float] = []
    games = 0
    scores: dict[int, list[float]] = {}
    margins: dict[int, list[float]] = {}
    for contest in contests:
        for result in contest:
            if result.bot == bot:
                games += 1
                others = [other.score for other in contest if other.bot != bot]
                if others:
                    contested.append(result.share)
                if result.score is not None:
                    scores.setdefault(result.set, []).append(result.score)
                    if others and None not in others:
                        best = max(score for score in others if score is not None)
                        margins.setdefault(result.set, []).append(result.score - best)
    seats = [(game, seat) for game in played for seat, other in enumerate(game.seating) if other == bot]
    return Standing(
        label,
        games,
        wilson(sum(contested), len(contested)) if contested else None,
        _mean_of_sets(scores),
        _mean_of_sets(margins),
        rating,
        sum(game.forfeit is not None and game.forfeit.seat == seat for game, seat in seats),
        sum(game.decisions[seat] for game, seat in seats),
        sum(game.seconds[seat] for game, seat in seats),
    )


def _mean_of_sets(values: dict[int, list[float]]) -> Mean | None:
    """Games of a set are not independent of each other, as they are played on the same luck; sets are."""
    return mean([sum(own) / len(own) for own in values.values()]) if values else None
