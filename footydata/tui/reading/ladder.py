"""The fair prices of the lines around a stored fair line, without the model that made it.

A total is taken as negative binomial with the stored means; its spread is the one that gives the stored price at the
stored line. Quarter lines are two half stakes.
"""

from math import ceil, exp, lgamma, log
from typing import NamedTuple

from footydata.records import FairLine

AROUND = 4
"""Lines shown on each side of ours."""

STEP = 0.5
LEAST_SPREAD, MOST_SPREAD = 1.0001, 3.0
"""Variance over mean of counts in football: corners about 1.13, cards about 1.35."""


class Rung(NamedTuple):
    """A line with its fair prices."""

    line: float
    over: float
    under: float


def ladder(fair: FairLine) -> list[Rung]:
    """The fair prices of the lines around ours, the lowest first; empty where line or means say nothing."""
    mean = fair.home_mean + fair.away_mean
    if fair.line is None or mean <= 0:
        return []
    spread = _spread(mean, fair.line, fair.price_1)
    lines = [fair.line + STEP * place for place in range(-AROUND, AROUND + 1)]
    chances = _chances(mean, spread)
    rungs = [Rung(line, *_prices(chances, line)) for line in lines if line > 0]
    return [rung for rung in rungs if max(rung.over, rung.under) < 100]


def _spread(mean: float, line: float, price: float) -> float:
    """The variance over mean that gives the price of over at a line; the nearest end where none gives it."""

    def miss(spread: float) -> float:
        return abs(_prices(_chances(mean, spread), line)[0] - price)

    steps = [LEAST_SPREAD + (MOST_SPREAD - LEAST_SPREAD) * place / 60 for place in range(61)]
    return min(steps, key=miss)


def _chances(mean: float, spread: float) -> list[float]:
    """The chances of 0, 1, 2 ... of a negative binomial."""
    size = mean / (spread - 1)
    top = ceil(mean + 10 * (mean * spread) ** 0.5) + 2
    return [
        exp(lgamma(count + size) - lgamma(size) - lgamma(count + 1) - size * log(spread) + count * log(1 - 1 / spread))
        for count in range(top)
    ]


def _prices(chances: list[float], line: float) -> tuple[float, float]:
    """The fair prices of over and under: what is won for each unit that is lost, plus the stake."""
    won = lost = 0.0
    for half in (line - 0.25, line + 0.25) if line % STEP else (line, line):
        won += sum(chance for count, chance in enumerate(chances) if count > half) / 2
        lost += sum(chance for count, chance in enumerate(chances) if count < half) / 2
    return 1 + lost / won, 1 + won / lost
