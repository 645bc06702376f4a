"""Fair lines and prices of every market, from joint grids of home and away counts.

All fixtures are priced at once. The prices are fair by the model; there is no evidence that betting on them makes a
profit.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, Market
from footydata.football.terms import Side
from footydata.forecast.models.distributions import check_chances, differences, totals
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
