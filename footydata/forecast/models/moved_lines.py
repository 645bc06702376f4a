"""The fair price at one line, from a quote at another line of the same market.

The quote's margin-free chance fixes one unknown of a typical fixture: the mean of the total for totals, the home side's
share of it for handicaps. The other line is then priced from that distribution.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from footydata.football.markets import TOTAL, Market
from footydata.football.terms import Figure
from footydata.forecast.models.distributions import (
    Counts,
    differences,
    grid,
    negative_binomial,
    top_of,
)
from footydata.odds.numbers import Floats
from footydata.odds.prices import shares

LINES = 1024
"""How many lines' chances are cached: more than bookmakers quote."""

STEPS = 500
"""The values of the unknown that are computed; between them the chances are interpolated, exact to 1e-4."""


class Typical(NamedTuple):
    """A figure in a typical fixture: mean total, and dispersion and correlation as in Counts.

    Source: measured on the big five leagues, 2017/18 to 2023/24.
    """

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


def fair_prices_moved(market: Market, first: Floats, quoted: Floats, lines: Floats) -> Floats:
    """The fair prices of both sides at the lines of many bets, (n, 2), each from a quote at another line.

    first: the margin-free chances of the first side at the quoted lines; quoted, lines: both (n,).
    """
    chances = first.copy()
    for quoted_line, line in set(zip(quoted.tolist(), lines.tolist(), strict=True)):
        if quoted_line != line:
            same = (quoted == quoted_line) & (lines == line)
            chances[same] = np.interp(
                first[same], _first_chances(market, quoted_line), _first_chances(market, line)
            )
    return np.stack([1 / chances, 1 / (1 - chances)], axis=-1)


@lru_cache(maxsize=LINES)
def _first_chances(market: Market, line: float) -> Floats:
    """The margin-free chances of the first side at a line, for each value of the unknown, ascending."""
    chances, first = _distributions(market.figure, market.half, market.shape is TOTAL)
    expected = shares(chances, line if market.shape is TOTAL else -line, first=first)
    result: Floats = (expected.won / (expected.won + expected.lost))[:, 0]
    return np.clip(result, 1e-9, 1 - 1e-9)


@cache
def _distributions(figure: Figure, half: bool, is_total: bool) -> tuple[Floats, int]:
    """The chances of totals, or of differences, for each value of the unknown; and the lowest total or difference."""
    typical = TYPICAL[figure, half]
    if is_total:
        means = np.geomspace(0.05, 40.0, STEPS)
        return negative_binomial(means, typical.dispersion, top_of(40.0, typical.dispersion)), 0
    share = np.linspace(0.01, 0.99, STEPS)
    counts = Counts(
        typical.total * share, typical.total * (1 - share), typical.dispersion, typical.correlation
    )
    return differences(grid(counts))
