"""Intervals of fair prices: how uncertain they are because the fit rests on few fixtures.

Counted is that strengths, tempos, level and edge are estimated. Not counted is that teams change, that the shape of the
counts is estimated too, and that the model may be wrong. In simulated leagues, where the model is right and nothing
changes, 76 to 84 of 100 intervals of 80 % hold the true price (tests/benchmarks/coverage.py).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from footydata.football.markets import Market
from footydata.forecast.models.distributions import grid
from footydata.forecast.models.lines import prices_at
from footydata.forecast.models.model import Prediction
from footydata.odds.numbers import Floats

DEVIATIONS = 1.2815515655446004
"""The standard errors on each side that hold 80 % of a normal distribution."""

STEP = 0.05
"""By so much the logarithm of a mean is moved for the numerical derivative of a price."""


class Interval(NamedTuple):
    """The ends of the intervals of fair prices, (n, selections) each."""

    low: Floats
    high: Floats


def shifted_grids(prediction: Prediction, top: int) -> list[Floats]:
    """The grids of a prediction with the logarithm of one mean shifted by STEP: home up, down, away up, down.

    Each is (n, counts, counts), counts from 0 to top.
    """
    counts = prediction.counts
    up = np.exp(STEP)
    home = np.concatenate([counts.home * up, counts.home / up, counts.home, counts.home])
    away = np.concatenate([counts.away, counts.away, counts.away * up, counts.away / up])
    dispersion = np.tile(np.broadcast_to(counts.dispersion, counts.home.shape), 4)
    joint = grid(counts._replace(home=home, away=away, dispersion=dispersion), top)
    return np.split(joint, 4)


def price_interval(
    market: Market, prediction: Prediction, shifted: Sequence[Floats], lines: Floats, prices: Floats
) -> Interval:
    """The interval of the fair prices of each fixture at its line.

    lines: (n,), NaN in markets without one. prices: (n, selections), the fair prices at these lines. A price of 1 or
    infinity is its own interval.
    """
    home_up, home_down, away_up, away_down = (
        _log_odds(prices_at(market, joint, lines)) for joint in shifted
    )
    slopes = np.stack([home_up - home_down, away_up - away_down], axis=-1) / (2 * STEP)
    with np.errstate(invalid="ignore"):
        error = np.sqrt(np.einsum("nsi,nij,nsj->ns", slopes, prediction.spread, slopes))
    middle = _log_odds(prices)
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = (1 + np.exp(-middle - sign * DEVIATIONS * error) for sign in (1, -1))
    known = np.isfinite(error)
    return Interval(np.where(known, low, prices), np.where(known, high, prices))


def _log_odds(prices: Floats) -> Floats:
    """ln(q / (1 - q)) of the chance q = 1 / price: -ln(price - 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return -np.log(prices - 1)
