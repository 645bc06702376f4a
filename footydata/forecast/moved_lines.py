"""What a quote at one line says of another line of the same market.

The quote's margin-free chance fixes one unknown of a typical fixture: the mean total for totals, who gets it for
handicaps; the other line is then priced from the same distribution.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from footydata.contract.errors import FootydataError
from footydata.contract.markets import TOTAL, Market
from footydata.contract.terms import Figure
from footydata.forecast.distributions import Counts, Floats, differences, grid, negative_binomial, top_of
from footydata.rules.margins import implied_probabilities
from footydata.rules.prices import PeriodQuote, shares

LINES = 1024
"""Of so many lines the chances are kept: more than bookmakers quote."""

STEPS = 500
"""How finely the unknown is stepped through; between steps the chances are interpolated, true to 1e-4."""


class NoQuote(FootydataError):
    """A quote without line or prices says nothing of other lines."""


class Typical(NamedTuple):
    """A figure as it is in a typical fixture. Source: design ANALYTICS 4, big five leagues, 2017/18 to 2023/24."""

    total: float
    dispersion: float
    correlation: float


TYPICAL: dict[tuple[Figure, bool], Typical] = {
    (Figure.GOALS, False): Typical(2.75, 1.0, 0.0),
    (Figure.GOALS, True): Typical(1.2, 1.0, 0.0),
    (Figure.CORNERS, False): Typical(10.0, 1.13, 0.058),
    (Figure.CORNERS, True): Typical(4.7, 1.13, 0.058),
    (Figure.CARD_POINTS, False): Typical(4.3, 1.35, 0.0),
}


def fair_prices_at(market: Market, quote: PeriodQuote, line: float, *, method: str = "power") -> tuple[float, float]:
    """The fair prices of both sides at a line, as the quote at its own line implies them.

    method: of margin removal. Raises NoQuote where the quote lacks its line or prices.
    """
    if quote.line is None or not quote.prices:
        raise NoQuote(f"a quote of {market.param} without a line and prices says nothing of the line {line}")
    first = implied_probabilities(quote.prices, method=method)[:1]
    home, away = fair_prices_moved(market, first, np.array([quote.line]), np.array([line]))[0].tolist()
    return home, away


def fair_prices_moved(market: Market, first: Floats, quoted: Floats, lines: Floats) -> Floats:
    """The fair prices of both sides at lines of many bets, (n, 2), each as a quote at its own line implies them.

    first: the margin-free chance of the first side at the line that is quoted.
    """
    chances = first.copy()
    for line, wanted in set(zip(quoted.tolist(), lines.tolist(), strict=True)):
        if line != wanted:
            alike = (quoted == line) & (lines == wanted)
            chances[alike] = np.interp(first[alike], _first_chances(market, line), _first_chances(market, wanted))
    return np.stack([1 / chances, 1 / (1 - chances)], axis=-1)


@lru_cache(maxsize=LINES)
def _first_chances(market: Market, line: float) -> Floats:
    """The margin-free chances of the first side at a line over the whole range of the unknown, rising."""
    chances, first = _range(market.figure, market.half, market.shape is TOTAL)
    expected = shares(chances, line if market.shape is TOTAL else -line, first=first)
    result: Floats = (expected.won / (expected.won + expected.lost))[:, 0]
    return np.clip(result, 1e-9, 1 - 1e-9)


@cache
def _range(figure: Figure, half: bool, is_total: bool) -> tuple[Floats, int]:
    """The totals, or differences and the first of them, over the whole range of the unknown."""
    typical = TYPICAL[figure, half]
    if is_total:
        means = np.geomspace(0.05, 40.0, STEPS)
        return negative_binomial(means, typical.dispersion, top_of(40.0, typical.dispersion)), 0
    share = np.linspace(0.01, 0.99, STEPS)
    counts = Counts(typical.total * share, typical.total * (1 - share), typical.dispersion, typical.correlation)
    return differences(grid(counts))
