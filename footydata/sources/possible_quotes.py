"""What the quotes of a market can be: the chances that their prices sum to, and how far their lines go."""

from typing import NamedTuple

from footydata.football.markets import HANDICAP, Market
from footydata.football.terms import Figure
from footydata.odds.markets import ALL_MARKETS
from footydata.sources.parsed import ParsedOdds

LEAST_CHANCES, MOST_CHANCES = 0.85, 1.6
"""What the chances of a quote (1 / price) sum to, a winner of the market; the extremes of real ones are inside."""

HIGHEST_TOTALS = {Figure.GOALS: 12.0, Figure.CORNERS: 25.0, Figure.CARD_POINTS: 16.0}
FURTHEST_HANDICAP = 8.0
"""The furthest lines that are offered, with room."""


class QuoteLimits(NamedTuple):
    """What the quotes of a market can be: a third price or none, the sum of chances, the lowest and highest line."""

    has_third: bool
    least: float
    most: float
    lowest: float
    highest: float


def _limits_of(market: Market) -> QuoteLimits:
    shape = market.shape
    far = FURTHEST_HANDICAP if shape is HANDICAP else HIGHEST_TOTALS[market.figure]
    return QuoteLimits(
        len(shape.selections) > 2,
        LEAST_CHANCES * shape.winners,
        MOST_CHANCES * shape.winners,
        -far if shape is HANDICAP else 0.5,
        far,
    )


LIMITS = {market.key: _limits_of(market) for market in ALL_MARKETS}


def are_possible(odds: tuple[ParsedOdds, ...]) -> bool:
    """Whether all quotes can be, of both periods that files have; False if one has an in-play quote.

    In one step, as files have millions of quotes.
    """
    for _, market, line, one, two, three, end, last_one, last_two, last_three, *inplay in odds:
        if inplay != _NO_QUOTE:
            return False
        has_third, least, most, lowest, highest = LIMITS[market]
        if one and two and (three or not has_third):
            chances = 1 / one + 1 / two + (1 / three if three else 0.0)
            if chances < least or chances > most:
                return False
        if last_one and last_two and (last_three or not has_third):
            chances = 1 / last_one + 1 / last_two + (1 / last_three if last_three else 0.0)
            if chances < least or chances > most:
                return False
        if (line is not None and not lowest <= line <= highest) or (
            end is not None and not lowest <= end <= highest
        ):
            return False
    return True


_NO_QUOTE = [None] * 4
