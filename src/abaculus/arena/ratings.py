"""Ratings of bots by the contests they had: one that does not depend on their order, and openskill's.

Both intervals take contests of a set to depend on each other, as ``abaculus.arena.intervals`` does.
"""

from collections.abc import Sequence
from itertools import combinations
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.arena.contests import Contest
from abaculus.arena.intervals import Mean, t95

ELO = 400 / log(10)
"""Elo's scale: who is rated 400 higher wins ten times as often as the other."""
PARTS = 20
"""A jackknife leaves out this many parts of the sets, one at a time."""


class Comparisons(NamedTuple):
    """Comparisons of bots, a row each."""

    sets: npt.NDArray[np.int64]
    compared: npt.NDArray[np.bool_]
    """[comparisons, bots]: who was compared,"""
    won: npt.NDArray[np.float64]
    """[comparisons, bots]: and how much of the win each got."""


def elo(bots: int, contests: Sequence[Contest], anchor: int | None = None) -> list[Mean | None]:
    """Each bot's rating on Elo's scale: those that make the contests likeliest, in whatever order they were played.

    The chance to win a contest is taken to be a bot's strength divided by the sum of the strengths (two bots: Bradley
    and Terry 1952; more: Luce 1959 and Plackett 1975; both: Hunter 2004). A shared win counts in part for each. Bots
    that played alone are compared in pairs by their returns, equal ones as a shared win. Each pair that met is taken to
    have drawn one more game, so that a bot that won or lost everything has a rating, too.

    The interval is that of a cluster-robust ("sandwich") variance, the drawn games being a set each. ``anchor`` is the
    bot whose rating is 0, otherwise their mean is. A bot without an opponent has no rating; nor has any bot if some
    were never compared with the others, directly or through third ones.
    """
    from scipy.optimize import minimize

    found = _comparisons(bots, contests)
    known = np.flatnonzero(found.compared.any(0))
    ratings: list[Mean | None] = [None] * bots
    if not len(known) or (anchor is not None and anchor not in known):
        return ratings
    compared, won = found.compared[:, known], found.won[:, known]
    total = won.sum(1)

    def expected(strengths: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Each bot's chance in each comparison, and the logarithm of the sum of strengths."""
        powers = np.where(compared, np.exp(strengths), 0.0)
        sums = powers.sum(1)
        return powers / sums[:, None], np.log(sums)

    def surprise(free: npt.NDArray[np.float64]) -> float:
        strengths = np.append(free, 0.0)
        return float(total @ expected(strengths)[1] - won.sum(0) @ strengths)

    def gradient(free: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        chances, _ = expected(np.append(free, 0.0))
        slopes: npt.NDArray[np.float64] = total @ chances - won.sum(0)
        return slopes[:-1]

    def curvature(strengths: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        chances, _ = expected(strengths)
        weighted = total[:, None] * chances
        curved: npt.NDArray[np.float64] = np.diag(weighted.sum(0)) - weighted.T @ chances
        return curved

    if np.linalg.matrix_rank(curvature(np.zeros(len(known)))) < len(known) - 1:
        return ratings
    # Only differences count: the last one is held at 0.
    best = minimize(
        surprise,
        np.zeros(len(known) - 1),
        jac=gradient,
        hess=lambda free: curvature(np.append(free, 0.0))[:-1, :-1],
        method="trust-exact",
        options={"gtol": 1e-9},
    )
    strengths = np.append(best.x, 0.0)
    chances, _ = expected(strengths)
    names, places = np.unique(found.sets, return_inverse=True)
    scores = np.zeros((len(names), len(known)))
    np.add.at(scores, places, won - total[:, None] * chances)
    bread = np.linalg.pinv(curvature(strengths))
    variance = bread @ (scores.T @ scores) @ bread
    zero = np.full(len(known), 1 / len(known)) if anchor is None else (known == anchor).astype(np.float64)
    from_zero = np.eye(len(known)) - zero
    strengths, variance = from_zero @ strengths, from_zero @ variance @ from_zero.T
    played = int((names >= 0).sum())
    for i, bot in enumerate(known):
        reach = ELO * t95(played - 1) * sqrt(max(0.0, float(variance[i, i]))) if played > 1 else None
        ratings[bot] = Mean(ELO * float(strengths[i]), reach)
    return ratings


def openskill(bots: int, contests: Sequence[Contest]) -> list[Mean | None]:
    """Each bot's rating by openskill (its Plackett–Luce model), contest after contest; 25 is where all start.

    It depends on the order of the contests: late ones count for more. openskill's own uncertainty takes contests to be
    independent; the interval here is a jackknife's, which leaves out one part of the sets at a time (Efron and Stein
    1981).
    """
    ratings = _in_order(bots, contests)
    part = {number: i % PARTS for i, number in enumerate(sorted({contest.set for contest in contests}))}
    parts = len(set(part.values()))
    without = [
        _in_order(bots, [contest for contest in contests if part[contest.set] != left_out]) for left_out in range(parts)
    ]
    found: list[Mean | None] = []
    for bot, rating in enumerate(ratings):
        others = [one[bot] for one in without]
        if rating is None:
            found.append(None)
        elif parts < 2 or None in others:
            found.append(Mean(rating, None))
        else:
            # About the rating itself, not the mean of the others: who always wins is not certain of a rating.
            variance = (parts - 1) / parts * float(((np.array(others, np.float64) - rating) ** 2).sum())
            found.append(Mean(rating, t95(parts - 1) * sqrt(variance)))
    return found


def _in_order(bots: int, contests: Sequence[Contest]) -> list[float | None]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    known = set()
    for contest in contests:
        results = contest.results
        if len(results) < 2:
            continue
        ranks = [float(sum(other.returns > result.returns for other in results)) for result in results]
        teams = model.rate([[ratings[result.bot]] for result in results], ranks=ranks)
        for result, [rating] in zip(results, teams, strict=True):
            ratings[result.bot] = rating
            known.add(result.bot)
    return [rating.mu if bot in known else None for bot, rating in enumerate(ratings)]


def _comparisons(bots: int, contests: Sequence[Contest]) -> Comparisons:
    """The contests as comparisons; a drawn game of each pair that met is a set of its own, with a number below 0."""
    sets: list[int] = []
    rows: list[dict[int, float]] = []
    for contest in contests:
        for row in _outcomes(contest):
            sets.append(contest.set)
            rows.append(row)
    for pair in sorted({pair for row in rows for pair in combinations(sorted(row), 2)}):
        sets.append(-1 - len(sets))
        rows.append(dict.fromkeys(pair, 0.5))
    compared, won = np.zeros((len(rows), bots), np.bool_), np.zeros((len(rows), bots))
    for i, row in enumerate(rows):
        for bot, share in row.items():
            compared[i, bot], won[i, bot] = True, share
    return Comparisons(np.array(sets, np.int64), compared, won)


def _outcomes(contest: Contest) -> list[dict[int, float]]:
    """Who was compared, with the share of the win of each."""
    if contest.alone:
        return [
            {one.bot: (won := _better(one.returns, other.returns)), other.bot: 1 - won}
            for one, other in combinations(contest.results, 2)
        ]
    return [{result.bot: result.share for result in contest.results}] if len(contest.results) > 1 else []


def _better(one: float, other: float) -> float:
    return 1.0 if one > other else 0.5 if one == other else 0.0
