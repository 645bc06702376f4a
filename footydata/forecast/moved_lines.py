"""What a quote at one line says of another line of the same market.

The quote's margin-free chance fixes one unknown of a typical fixture: the mean total for totals, who gets it for
handicaps; the other line is then priced from the same distribution.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from footydata.contract.errors import FootydataError
from footydata.contract.markets import TOTAL, Market
from footydata.contract.terms import Figure
from footydata.forecast.distributions import Counts, Floats, differences, grid, negative_binomial, top_of
from footydata.rules.margins import implied_probabilities
from footydata.rules.prices import Quote, shares

STEPS = 500
"""How finely the unknown is stepped through; between steps the chances are interpolated, true to 1e-4."""


class NoQuote(FootydataError):
    """A quote without line or prices says nothing of other lines."""


class Typical(NamedTuple):
    """A figure as it is in a typical fixture. Source: design ANALYTICS 4, big five leagues, 2017/18 to 2023/24."""

    total: float
    dispersion: float
    alikeness: float


TYPICAL: dict[tuple[Figure, bool], Typical] = {
    (Figure.GOALS, False): Typical(2.75, 1.0, 0.0),
    (Figure.GOALS, True): Typical(1.2, 1.0, 0.0),
    (Figure.CORNERS, False): Typical(10.0, 1.13, 0.058),
    (Figure.CORNERS, True): Typical(4.7, 1.13, 0.058),
    (Figure.CARD_POINTS, False): Typical(4.3, 1.35, 0.0),
}


def fair_prices_at(market: Market, quote: Quote, line: float, *, method: str = "power") -> tuple[float, float]:
    """The fair prices of both sides at a line, as the quote at its own line implies them.

    method: of margin removal. Raises NoQuote where the quote lacks its line or prices.
    """
    if quote.line is None or not quote.prices:
        raise NoQuote(f"a quote of {market.param} without a line and prices says nothing of the line {line}")
    first, second = implied_probabilities(quote.prices, method=method).tolist()
    if line == quote.line:
        return 1 / first, 1 / second
    told, wanted = _first_chances(market, np.array([quote.line, line]))
    chance = float(np.interp(first, told, wanted))
    return 1 / chance, 1 / (1 - chance)


def _first_chances(market: Market, lines: Floats) -> Floats:
    """The margin-free chances of the first side over the whole range of the unknown, rising, (lines, range)."""
    chances, first = _range(market.figure, market.half, market.shape is TOTAL)
    expected = shares(chances, lines if market.shape is TOTAL else -lines, first=first)
    result: Floats = (expected.won / (expected.won + expected.lost)).T
    return np.clip(result, 1e-9, 1 - 1e-9)


@cache
def _range(figure: Figure, half: bool, is_total: bool) -> tuple[Floats, int]:
    """The totals, or differences and the first of them, over the whole range of the unknown."""
    typical = TYPICAL[figure, half]
    if is_total:
        means = np.geomspace(0.05, 40.0, STEPS)
        return negative_binomial(means, typical.dispersion, top_of(40.0, typical.dispersion)), 0
    share = np.linspace(0.01, 0.99, STEPS)
    counts = Counts(typical.total * share, typical.total * (1 - share), typical.dispersion, typical.alikeness)
    return differences(grid(counts))
