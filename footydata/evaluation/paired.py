"""Whether one forecaster's losses on the same fixtures are lower than another's by more than chance.

Three errors of a mean difference, from the plainest to the most careful: of fixtures that are independent of one
another; the test of Diebold and Mariano, which lets neighbours in time be correlated; and errors clustered by season of
a league, within which fixtures may be correlated in any way.
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.football.errors import InvalidArgument
from footydata.odds.numbers import Floats, Whole

FEWEST_CLUSTERS = 2
"""With fewer clusters there is no clustered error."""

PRECISION = 1e-15
"""The continued fraction of the beta function ends at a factor so close to 1."""

TERMS = 1000
"""The most terms of that fraction; with a million degrees of freedom it needs some hundred."""


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


def diebold_mariano(one: Floats, other: Floats, *, horizon: int = 1) -> Significance:
    """The test of Diebold and Mariano that two forecasters' losses on the same fixtures are equal on average.

    one, other: the losses, in the order of time; a statistic below 0 says that `one` is better. horizon: h, how many
    steps ahead the forecasts are, so that losses less than h steps apart may be correlated. With the small-sample
    correction of Harvey, Leybourne and Newbold and their t distribution of n - 1 degrees of freedom; for h = 1 that is
    the paired t test. Raises InvalidArgument for a horizon below 1.
    Source: Diebold and Mariano, Journal of Business & Economic Statistics 13 (1995); Harvey, Leybourne and Newbold,
    International Journal of Forecasting 13 (1997).
    """
    if horizon < 1:
        raise InvalidArgument(f"horizon {horizon} is below 1", parameter="horizon", value=horizon)
    count = len(one)
    if count <= max(horizon, 1):
        return NO_TEST
    mean = float((one - other).mean())
    centred = one - other - mean
    covariances = [float(centred[lag:] @ centred[: count - lag]) / count for lag in range(horizon)]
    variance = (covariances[0] + 2 * sum(covariances[1:])) / count
    # Autocovariances that are estimated may sum to less than zero: then there is no test of this horizon.
    if variance <= 0:
        return NO_TEST
    correction = (count + 1 - 2 * horizon + horizon * (horizon - 1) / count) / count
    return _t_test(mean * math.sqrt(correction), math.sqrt(variance), degrees=count - 1)


def _t_test(mean: float, error: float, *, degrees: int) -> Significance:
    if error == 0:
        return NO_TEST
    return Significance(mean / error, p_value_of_t(mean / error, degrees))


def p_value_of_t(statistic: float, degrees: int) -> float:
    """The chance that a t-distributed number is at least as far from 0.

    >>> round(p_value_of_t(12.706, 1), 4), round(p_value_of_t(-2.228, 10), 4)
    (0.05, 0.05)
    """
    return _beta_share(degrees / (degrees + statistic**2), degrees / 2, 0.5)


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction.

    Source: NIST Digital Library of Mathematical Functions, 8.17.22, by Lentz's method.
    """
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    log_front = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    fraction, upper, lower = 1.0, 1.0, 0.0
    for term in range(1, TERMS):
        m = term // 2
        if term % 2:
            step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / (1 + step * lower)
        upper = 1 + step / upper
        fraction *= upper * lower
        if abs(upper * lower - 1) < PRECISION:
            break
    return math.exp(log_front) / (a * fraction)
