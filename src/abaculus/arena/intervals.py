"""Means and shares with 95 % intervals, where the values of a set depend on one another.

All games of a set have the same random numbers, so they tell less (or, since the seats rotate, sometimes more) than as
many independent games would. Sets are independent of each other: only they count for an interval (cluster-robust
variance; Cameron and Miller 2015, "A practitioner's guide to cluster-robust inference").
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
"""A normal variable is within this many standard deviations of its mean with a probability of 95 %."""


class Mean(NamedTuple):
    """A mean, and how far its 95 % interval reaches to either side (``None``: one set alone cannot tell)."""

    value: float
    reach: float | None

    def scaled(self, factor: float) -> "Mean":
        """The mean of the values times a positive factor."""
        return Mean(self.value * factor, None if self.reach is None else self.reach * factor)


class Share(NamedTuple):
    """A share, and its 95 % interval."""

    value: float
    low: float
    high: float


def mean(values: Sequence[float], sets: Sequence[int] | None = None) -> Mean:
    """The mean, with the 95 % interval of Student's t.

    ``sets`` has the set of each value; without it each value is a set by itself. Raises ``ValueError`` without values.

    >>> mean([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0])
    Mean(value=6.0, reach=2.22...)
    >>> mean([1.0, 1.0, 5.0, 5.0], sets=[0, 0, 1, 1]) == mean([1.0, 5.0])
    True
    """
    middle, deviations = _by_set(values, sets)
    n = len(deviations)
    if n < 2:
        return Mean(middle, None)
    variance = float(deviations @ deviations) / (n * (n - 1))
    return Mean(middle, t95(n - 1) * sqrt(variance))


def share(values: Sequence[float], sets: Sequence[int] | None = None) -> Share:
    """The mean of values from 0 to 1, with Wilson's interval for the number of independent games they are worth.

    That number is the variance of a single win or loss, divided by the variance of the mean as the sets show it (the
    effective sample size: Kish 1965; with Wilson's interval: Dean and Pagano 2015). One set with the variance of a
    single win or loss is added to the estimate, so that a few sets that happen to be alike do not look certain. Where
    each set is one game, won or lost, this is Wilson's interval of n² / (n + 1) games. Raises ``ValueError`` without
    values.

    >>> [round(value, 3) for value in share([1.0] * 81 + [0.0] * 182)]
    [0.308, 0.255, 0.366]
    """
    middle, deviations = _by_set(values, sets)
    middle = min(max(middle, 0.0), 1.0)
    n, single = len(deviations), middle * (1 - middle)
    # Where everything is won or lost the sets show no variance: each counts as one game.
    worth = n * n * single / (float(deviations @ deviations) + single) if single > 0 else n
    scale = 1 + Z95**2 / worth
    centre = (middle + Z95**2 / (2 * worth)) / scale
    reach = Z95 * sqrt(single / worth + Z95**2 / (4 * worth**2)) / scale
    return Share(middle, min(middle, max(0.0, centre - reach)), max(middle, min(1.0, centre + reach)))


def t95(freedom: int) -> float:
    """The absolute value that Student's t exceeds with a probability of 5 %.

    >>> round(t95(10), 3), round(t95(1000), 3)
    (2.228, 1.962)
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


def _by_set(values: Sequence[float], sets: Sequence[int] | None) -> tuple[float, npt.NDArray[np.float64]]:
    """The mean of all values, and for each set the sum of its deviations, in units of the mean size of a set."""
    if not len(values):
        raise ValueError("There are no values.")
    found = np.asarray(values, np.float64)
    middle = float(found.mean())
    deviations: npt.NDArray[np.float64] = found - middle
    if sets is None:
        return middle, deviations
    _, places = np.unique(np.asarray(sets), return_inverse=True)
    sums = np.zeros(int(places.max()) + 1)
    np.add.at(sums, places, deviations * (len(sums) / len(found)))
    return middle, sums
