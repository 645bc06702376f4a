"""Fair lines and prices of every market, from joint grids of home and away counts.

All fixtures are priced at once. The prices are fair by the model; there is no evidence that betting on them makes a
profit.

Intervals say how uncertain they are because the fit rests on few fixtures. Counted is that strengths, tempos, level and
edge are estimated. Not counted is that teams change, that the shape of the counts is estimated too, and that the model
may be wrong. In simulated leagues, where the model is right and nothing changes, 76 to 84 of 100 intervals of 80 % hold
the true price (tests/benchmarks/coverage.py).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, Market
from footydata.football.terms import Side
from footydata.forecast.models.distributions import check_chances, differences, grid, totals
from footydata.forecast.models.model import Prediction
from footydata.odds.markets import AHEAD
from footydata.odds.numbers import Floats
from footydata.odds.prices import Ladder, line_prices, main_line, quarter_lines
from footydata.odds.settlement_arrays import half_stakes


class Quotes(NamedTuple):
    """Lines and prices, a fixture a row.

    lines: (n,), NaN in markets without one. prices: (n, selections), in the order of the market's selections.
    """

    lines: Floats
    prices: Floats


@named_arguments
def main_quotes(market: Market, joint: Floats) -> Quotes:
    """The main line of each fixture and its fair prices; joint: (n, counts, counts). Raises InvalidArgument."""
    _check(joint)
    if not market.shape.has_line:
        return Quotes(np.full(len(joint), np.nan), _selection_prices(market, joint))
    chances, first = counted(market, joint)
    lines, prices = quarter_lines(market, chances, first=first)
    main = main_line(prices)
    return Quotes(lines[main], prices[np.arange(len(joint)), main])


def prices_at(market: Market, joint: Floats, lines: Floats) -> Floats:
    """The fair prices of each fixture at its own line, (n, selections).

    joint: (n, counts, counts). lines: (n,); if one is NaN in a market with a line, so are the prices.
    """
    if not market.shape.has_line:
        return _selection_prices(market, joint)
    known = ~np.isnan(lines)
    result = np.full((len(joint), 2), np.nan)
    if known.any():
        # Every fixture is priced at every distinct line, and then takes its own.
        distinct, own = np.unique(lines[known], return_inverse=True)
        chances, first = counted(market, joint[known])
        prices = line_prices(market, chances, distinct, first=first)
        result[known] = prices[np.arange(len(own)), own]
    return result


@named_arguments
def ladder(market: Market, joint: Floats, *, longest: float = 15.0) -> Ladder:
    """The quarter lines of one fixture whose prices are both at most `longest`, with these prices.

    market: a total or a handicap. joint: (counts, counts). Raises InvalidArgument.
    """
    _check(joint[None])
    chances, first = counted(market, joint)
    lines, prices = quarter_lines(market, chances, first=first)
    is_within = (prices <= longest).all(axis=-1)
    return Ladder(lines[is_within], prices[is_within])


def counted(market: Market, joint: Floats) -> tuple[Floats, int]:
    """The chances of what the lines of a market are about, (..., counts), and the lowest count.

    It is the count of both sides or of one of them, or in a handicap market the difference, whose lowest is below 0.
    """
    if market.shape is HANDICAP:
        return differences(joint)
    if market.team is None:
        return totals(joint), 0
    return joint.sum(axis=-1 if market.team is Side.HOME else -2), 0


def _selection_prices(market: Market, joint: Floats) -> Floats:
    """The fair prices of the selections of a market without a line, (n, selections)."""
    stakes = _half_stakes(market, joint.shape[-1])
    cells = joint.reshape(len(joint), -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        prices: Floats = 1 + cells @ np.maximum(-stakes, 0) / (cells @ np.maximum(stakes, 0))
    return prices


@lru_cache(maxsize=32)
def _half_stakes(market: Market, size: int) -> Floats:
    """The half stakes that each selection wins in each cell of a grid, below 0 those that it loses; (cells, selections)."""
    counts = np.arange(size, dtype=np.float64)
    home, away = (side.reshape(-1) for side in np.meshgrid(counts, counts, indexing="ij"))
    ahead = [
        AHEAD[market.shape.name, side](home, away, np.zeros(len(home)))
        for side in market.shape.selections
    ]
    return half_stakes(np.stack(ahead, axis=-1))


def _check(joint: Floats) -> None:
    """Raise InvalidArgument unless the grids are chances."""
    if joint.ndim != 3 or joint.shape[1] != joint.shape[2]:
        raise InvalidArgument(
            f"an array of shape {joint.shape} is not a grid; grids are (fixtures, counts, counts)",
            parameter="joint",
            value=joint.shape,
        )
    check_chances(joint)


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
