"""Scores of forecast chances, and whether one forecaster's are better than another's by more than chance.

Log loss, ranked probability score, calibration: lower is better.

The log loss of a bet at a line counts only the shares of the stake that were won and lost, so that the best chance to
forecast is that of the fair price. The ranked probability score is divided by the number of classes less one.
Source: Epstein, Journal of Applied Meteorology 8 (1969), as Constantinou and Fenton (2012) use it for results.
The mean difference of two forecasters' losses on the same fixtures has two errors: of fixtures that are independent of
one another, and clustered by season of a league, within which fixtures may be correlated in any way.
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.odds.numbers import Floats, Whole

BINS = 10
SIMULATIONS = 400


LEAST = 1e-12
"""Smaller chances are scored as this one, as the log loss of 0 would be infinite."""


FEWEST_CLUSTERS = 2
"""With fewer clusters there is no clustered error."""

FARTHEST = 40.0
"""So many standard deviations beyond a statistic there is nothing left of its tail."""

NODES = 100
"""Of the quadrature of that tail, which is exact to twelve digits."""


class Difference(NamedTuple):
    """The mean difference of scores on the same fixtures, and its standard error (None with one fixture)."""

    mean: float
    error: float | None


class Bin(NamedTuple):
    """The chances from low to high: how many, their mean (chance), and the share that came true."""

    low: float
    high: float
    count: int  # type: ignore[assignment]  # hides tuple.count
    chance: float
    share: float


class Calibration(NamedTuple):
    """How often chances came true.

    error: the mean distance between a bin's chance and share, weighted by its count; band: what the error stays below
    in 95 of 100 simulated samples of the same size whose chances are right.
    """

    bins: list[Bin]
    error: float
    band: float


def class_loss(chances: Floats, ended: Whole) -> Floats:
    """The log loss of each row, (n,). chances: (n, classes); ended: the class that came true."""
    return -np.log(np.maximum(chances[np.arange(len(ended)), ended], LEAST))


def line_loss(chance: Floats, won: Floats, lost: Floats) -> Floats:
    """The log loss of the first side's chance at a line, (n,). won, lost: the shares of its stake; 0 for a push."""
    known = np.clip(chance, LEAST, 1 - LEAST)
    result: Floats = -won * np.log(known) - lost * np.log(1 - known)
    return result


def ranked_score(chances: Floats, ended: Whole) -> Floats:
    """The ranked probability score of each row, (n,). chances: (n, classes), in order; ended: the class that came true.

    >>> ranked_score(np.array([[0.5, 0.3, 0.2]]), np.array([0])).round(4).tolist()
    [0.145]
    """
    classes = chances.shape[1]
    outcome = np.arange(classes - 1) >= ended[:, None]
    errors = np.cumsum(chances, axis=1)[:, :-1] - outcome
    result: Floats = (errors**2).sum(axis=1) / (classes - 1)
    return result


def difference(differences: Floats) -> Difference:
    """The mean of how much higher one score is than another on the same fixtures."""
    count = len(differences)
    error = float(differences.std(ddof=1)) / math.sqrt(count) if count > 1 else None
    return Difference(float(differences.mean()), error)


def calibration(chance: Floats, happened: Floats, *, seed: int = 1) -> Calibration:
    """How often chances came true, in BINS bins with equally many. happened: 1 or 0, or a share for half stakes."""
    order = np.argsort(chance, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    bins = [
        Bin(
            float(chance[part[0]]),
            float(chance[part[-1]]),
            len(part),
            float(chance[part].mean()),
            float(happened[part].mean()),
        )
        for part in parts
    ]
    weights = np.array([len(part) for part in parts]) / max(len(chance), 1)
    rng = np.random.default_rng(seed)
    simulated = rng.random((SIMULATIONS, len(chance))) < chance
    errors = np.stack(
        [np.abs(simulated[:, part].mean(axis=1) - chance[part].mean()) for part in parts]
    )
    error = float(weights @ np.array([abs(each.chance - each.share) for each in bins]))
    return Calibration(bins, error, float(np.quantile(weights @ errors, 0.95)))


class Significance(NamedTuple):
    """A test that a mean difference is zero: the statistic, and the chance of one as far from 0 if it is (two-sided).

    Both are None where there is nothing to test: too few fixtures or clusters, or no difference at all.
    """

    statistic: float | None
    p_value: float | None


NO_TEST = Significance(None, None)


class Clustered(NamedTuple):
    """A mean's standard error by clusters (None with fewer than FEWEST_CLUSTERS), how many there are, and its test."""

    error: float | None
    clusters: int
    test: Significance


def clustered(differences: Floats, cluster: Whole) -> Clustered:
    """The standard error of the mean of differences that may be correlated within clusters, and its test.

    cluster: the number of each difference's cluster. With G clusters, u_g the sum of the deviations from the mean in a
    cluster: sqrt(G / (G - 1) x sum u_g^2) / n, and a t distribution of G - 1 degrees of freedom, as there are few.
    Source: Cameron and Miller, Journal of Human Resources 50 (2015), sections II.B and VI.

    >>> clustered(np.array([1.0, 2.0, 4.0, 5.0]), np.array([0, 0, 1, 1])).error
    1.5
    """
    _, codes = np.unique(cluster, return_inverse=True)
    count = int(codes.max(initial=-1)) + 1
    if count < FEWEST_CLUSTERS:
        return Clustered(None, count, NO_TEST)
    mean = float(differences.mean())
    sums = np.bincount(codes, weights=differences - mean)
    error = math.sqrt(count / (count - 1) * float(sums @ sums)) / len(differences)
    return Clustered(error, count, _t_test(mean, error, degrees=count - 1))


def diebold_mariano(differences: Floats) -> Significance:
    """The test of Diebold and Mariano that two forecasters' losses on the same fixtures are equal on average.

    differences: of their losses; a statistic below 0 says that the first one is better. Forecasts are one step ahead:
    with the small-sample correction of Harvey, Leybourne and Newbold and their t distribution it is the paired t test.
    Source: Diebold and Mariano, Journal of Business & Economic Statistics 13 (1995); Harvey, Leybourne and Newbold,
    International Journal of Forecasting 13 (1997).
    """
    mean, error = difference(differences)
    return NO_TEST if error is None else _t_test(mean, error, degrees=len(differences) - 1)


def _t_test(mean: float, error: float, *, degrees: int) -> Significance:
    if error == 0:
        return NO_TEST
    return Significance(mean / error, p_value_of_t(mean / error, degrees))


def p_value_of_t(statistic: float, degrees: int) -> float:
    """The chance that a t-distributed number is at least as far from 0.

    With the angle whose tangent is t / sqrt(degrees), the density is that of cos^(degrees - 1) from 0 to a right angle.

    >>> round(p_value_of_t(12.706, 1), 4), round(p_value_of_t(-2.228, 10), 4)
    (0.05, 0.05)
    """
    low = math.atan(abs(statistic) / math.sqrt(degrees))
    half = min(math.pi / 2 - low, FARTHEST / math.sqrt(degrees)) / 2
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    tail = half * float(weights @ np.cos(low + half * (1 + nodes)) ** (degrees - 1))
    log_scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 / math.sqrt(math.pi) * math.exp(log_scale) * tail
