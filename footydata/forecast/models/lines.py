"""Fair lines and prices of every market, from joint grids of home and away counts.

All fixtures are priced at once. The prices are fair by the model; there is no evidence that betting on them makes a
profit.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import TOTAL, Market
from footydata.football.terms import Side
from footydata.forecast.models.distributions import check_chances, differences, totals
from footydata.odds.markets import AHEAD
from footydata.odds.numbers import Floats, Whole
from footydata.odds.prices import (
    Ladder,
    handicap_ladder,
    handicap_prices,
    main_line,
    total_ladder,
    total_prices,
)
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
        return Quotes(np.full(len(joint), np.nan), _board((MarketLine(market),), joint))
    if market.shape is TOTAL:
        chances = _totals(market, joint)
        lines = np.arange(1, 4 * joint.shape[-1]) / 4
        prices = total_prices(chances, lines)
    else:
        chances, first = differences(joint)
        lines = np.arange(4 * first, -4 * first + 1) / 4
        prices = handicap_prices(chances, lines, first=first)
    main = main_line(prices)
    return Quotes(lines[main], prices[np.arange(len(joint)), main])


def prices_at(market: Market, joint: Floats, lines: Floats) -> Floats:
    """The fair prices of each fixture at its own line, (n, selections).

    joint: (n, counts, counts). lines: (n,); if one is NaN in a market with a line, so are the prices.
    """
    if not market.shape.has_line:
        return _board((MarketLine(market),), joint)
    known = ~np.isnan(lines)
    result = np.full((len(joint), 2), np.nan)
    if known.any():
        # Every fixture is priced at every distinct line, and then takes its own.
        distinct, own = np.unique(lines[known], return_inverse=True)
        joint = joint[known]
        if market.shape is TOTAL:
            prices = total_prices(_totals(market, joint), distinct)
        else:
            chances, first = differences(joint)
            prices = handicap_prices(chances, distinct, first=first)
        result[known] = prices[np.arange(len(joint)), own]
    return result


@named_arguments
def ladder(market: Market, joint: Floats, *, longest: float = 15.0) -> Ladder:
    """The quarter lines of one fixture whose prices are both at most `longest`, with these prices.

    market: a total or a handicap. joint: (counts, counts). Raises InvalidArgument.
    """
    _check(joint[None])
    if market.shape is TOTAL:
        return total_ladder(_totals(market, joint), longest=longest)
    chances, first = differences(joint)
    return handicap_ladder(chances, first=first, longest=longest)


class MarketLine(NamedTuple):
    """A market at a line, None in markets without one."""

    market: Market
    line: float | None = None


@named_arguments
def board(rungs: tuple[MarketLine, ...], joint: Floats) -> Floats:
    """The fair prices of all selections of many markets and lines, (n, selections), in the order of the rungs.

    joint: (n, counts, counts). One matrix product prices all selections of all fixtures; what each of them wins and
    loses in each cell of a grid is computed once for the same rungs and size of the grid. Raises InvalidArgument.
    """
    _check(joint)
    return _board(rungs, joint)


def _board(rungs: tuple[MarketLine, ...], joint: Floats) -> Floats:
    payouts = _payouts(rungs, joint.shape[-1])
    expected = joint.reshape(len(joint), -1) @ payouts.shares
    with np.errstate(divide="ignore", invalid="ignore"):
        prices: Floats = 1 + expected.take(payouts.lost, axis=1) / expected.take(
            payouts.won, axis=1
        )
    return prices


class _Payouts(NamedTuple):
    """Shares of a stake in each cell of a grid, (cells, columns), and the columns that each selection wins and loses.

    What one side wins the other one loses: a column stands for both.
    """

    shares: Floats
    won: Whole
    lost: Whole


@lru_cache(maxsize=32)
def _payouts(rungs: tuple[MarketLine, ...], size: int) -> _Payouts:
    counts = np.arange(size, dtype=np.float64)
    home, away = (side.reshape(-1) for side in np.meshgrid(counts, counts, indexing="ij"))
    won = []
    for market, line in rungs:
        of_sides = (home * (market.team is not Side.AWAY), away * (market.team is not Side.HOME))
        for side in market.shape.selections:
            lines = np.full(len(home), 0.0 if line is None else line)
            won.append(half_stakes(AHEAD[market.shape.name, side](*of_sides, lines)) / 2)
    stakes = np.stack(won, axis=-1)
    shares = np.concatenate([np.maximum(stakes, 0), np.maximum(-stakes, 0)], axis=1)
    distinct, columns = np.unique(shares, axis=1, return_inverse=True)
    gains, losses = np.split(columns.reshape(-1).astype(np.int64), 2)
    return _Payouts(np.ascontiguousarray(distinct), gains, losses)


def _check(joint: Floats) -> None:
    """Raise InvalidArgument unless the grids are chances."""
    if joint.ndim != 3 or joint.shape[1] != joint.shape[2]:
        raise InvalidArgument(
            f"an array of shape {joint.shape} is not a grid; grids are (fixtures, counts, counts)",
            parameter="joint",
            value=joint.shape,
        )
    check_chances(joint)


def _totals(market: Market, joint: Floats) -> Floats:
    """The chances of 0, 1 ... of what a total market counts: both sides together, or one of them."""
    if market.team is None:
        return totals(joint)
    result: Floats = joint.sum(axis=-1 if market.team is Side.HOME else -2)
    return result
