"""How sure fair prices are: the interval that the fit's own uncertainty leaves them.

What is counted: that strengths, tempos, level and edge are known from a few fixtures only. What is not: that teams
change, that the shape of the counts is itself a guess, that the model is wrong. In simulated leagues, where the model
is right and nothing changes, intervals of 80 % hold the true price in 76 to 84 of 100 (tests/benchmarks/coverage.py).
"""

from typing import NamedTuple

import numpy as np

from footydata.contract.markets import Market
from footydata.forecast.distributions import Counts, Floats, grid
from footydata.forecast.lines import prices_at
from footydata.forecast.prediction import Prediction

COVERAGE = 0.8
"""The share of intervals that should hold the true price."""

DEVIATIONS = 1.2815515655446004
"""So many standard errors to each side hold COVERAGE of a normal distribution."""

STEP = 0.05
"""By so much the logarithm of a mean is moved to see how much a price moves."""


class Interval(NamedTuple):
    """The lowest and the highest fair price that the fit leaves likely, (n, selections) each."""

    low: Floats
    high: Floats


class MovedGrids(NamedTuple):
    """Grids with the logarithm of one mean moved by STEP: home up, home down, away up, away down."""

    joints: tuple[Floats, Floats, Floats, Floats]


def moved(prediction: Prediction, top: int) -> MovedGrids:
    """The grids of a prediction, each (n, top + 1, top + 1), with its means moved."""
    counts = prediction.counts
    up = np.exp(STEP)
    home = np.concatenate([counts.home * up, counts.home / up, counts.home, counts.home])
    away = np.concatenate([counts.away, counts.away, counts.away * up, counts.away / up])
    joint = grid(Counts(home, away, counts.dispersion, counts.correlation, counts.low), top)
    first, second, third, fourth = np.split(joint, 4)
    return MovedGrids((first, second, third, fourth))


def price_interval(market: Market, prediction: Prediction, at: MovedGrids, lines: Floats, prices: Floats) -> Interval:
    """The interval of the fair prices of each fixture at its line (NaN in markets without one).

    prices: (n, selections), the fair ones there. A price that is known to be at its end (1 or infinite) has itself.
    """
    by_mean = []
    for up, down in (at.joints[:2], at.joints[2:]):
        by_mean.append(
            (_log_odds(prices_at(market, up, lines)) - _log_odds(prices_at(market, down, lines))) / (2 * STEP)
        )
    slopes = np.stack(by_mean, axis=-1)
    with np.errstate(invalid="ignore"):
        error = np.sqrt(np.einsum("nsi,nij,nsj->ns", slopes, prediction.spread, slopes))
    middle = _log_odds(prices)
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = (1 + np.exp(-middle - sign * DEVIATIONS * error) for sign in (1, -1))
    known = np.isfinite(error)
    return Interval(np.where(known, low, prices), np.where(known, high, prices))


def _log_odds(prices: Floats) -> Floats:
    """ln(q / (1 - q)) of the chance q that a fair price stands for: -ln(price - 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return -np.log(prices - 1)
