"""Fair lines and prices of every market of the contract, from joint grids of home and away counts.

All fixtures of a market are priced in one matrix product. The prices are fair by the model alone: there is no
evidence that betting on them makes a profit.
"""

from typing import NamedTuple

import numpy as np

from footydata.contract.markets import THREE_WAY, TOTAL, Market
from footydata.forecast.distributions import Floats, differences, totals
from footydata.rules.prices import (
    Ladder,
    handicap_ladder,
    handicap_prices,
    main_line,
    total_ladder,
    total_prices,
)


class Quotes(NamedTuple):
    """Lines and prices, a fixture a row.

    lines: (n,), NaN in markets without one. prices: (n, selections), in the order of the market's selections.
    """

    lines: Floats
    prices: Floats


def main_quotes(market: Market, joint: Floats) -> Quotes:
    """The main line of each fixture and its fair prices; joint: (n, counts, counts)."""
    if not market.shape.has_line:
        return Quotes(np.full(len(joint), np.nan), 1 / selection_chances(market, joint))
    if market.shape is TOTAL:
        chances = totals(joint)
        lines = np.arange(1, 4 * joint.shape[-1]) / 4
        prices = total_prices(chances, lines)
    else:
        chances, first = differences(joint)
        lines = np.arange(4 * first, -4 * first + 1) / 4
        prices = handicap_prices(chances, lines, first=first)
    chosen = main_line(prices)
    return Quotes(lines[chosen], prices[np.arange(len(joint)), chosen])


def prices_at(market: Market, joint: Floats, lines: Floats) -> Floats:
    """The fair prices of each fixture at a line of its own, (n, selections); NaN where a line that is needed is."""
    if not market.shape.has_line:
        return 1 / selection_chances(market, joint)
    known = ~np.isnan(lines)
    result = np.full((len(joint), 2), np.nan)
    if known.any():
        # One column a distinct line, then each fixture takes its own.
        distinct, places = np.unique(lines[known], return_inverse=True)
        mine = joint[known]
        if market.shape is TOTAL:
            prices = total_prices(totals(mine), distinct)
        else:
            chances, first = differences(mine)
            prices = handicap_prices(chances, distinct, first=first)
        result[known] = prices[np.arange(len(mine)), places]
    return result


def ladder(market: Market, joint: Floats, *, longest: float = 15.0) -> Ladder:
    """The quarter lines of one fixture, (counts, counts), up to prices of `longest`; the market has a line."""
    if market.shape is TOTAL:
        return total_ladder(totals(joint), longest=longest)
    chances, first = differences(joint)
    return handicap_ladder(chances, first=first, longest=longest)


def selection_chances(market: Market, joint: Floats) -> Floats:
    """The chances of the selections of a market without a line, (n, selections)."""
    if market.shape is THREE_WAY:
        chances, first = differences(joint)
        return np.stack(
            [chances[..., 1 - first :].sum(-1), chances[..., -first], chances[..., :-first].sum(-1)],
            axis=-1,
        )
    both = joint[..., 1:, 1:].sum(axis=(-2, -1))
    return np.stack([both, 1 - both], axis=-1)
