"""The fair prices of the lines around a stored fair line, without its model and without NumPy (slow to import).

The total is taken as negative binomial with the stored means and the dispersion that gives the stored price at the
stored line. Quarter lines are two half stakes.
"""

from math import ceil, exp, lgamma, log
from typing import NamedTuple

from footydata.football.records import FairLine

AROUND = 4
"""Lines shown on each side of ours."""

STEP = 0.5
LEAST_DISPERSION, MOST_DISPERSION = 1.0001, 3.0
"""The range of variance over mean that is tried: corners have about 1.13, cards 1.35."""


class Rung(NamedTuple):
    """A line with its fair prices."""

    line: float
    over: float
    under: float


def ladder(fair: FairLine) -> list[Rung]:
    """The fair prices of the lines around ours, the lowest first; empty without a line or means."""
    mean = fair.home_mean + fair.away_mean
    if fair.line is None or mean <= 0:
        return []
    dispersion = _dispersion(mean, fair.line, fair.price_1)
    lines = [fair.line + STEP * place for place in range(-AROUND, AROUND + 1)]
    chances = _chances(mean, dispersion)
    rungs = [Rung(line, *_prices(chances, line)) for line in lines if line > 0]
    return [rung for rung in rungs if max(rung.over, rung.under) < 100]


def _dispersion(mean: float, line: float, price: float) -> float:
    """The dispersion that gives the price of over at a line, or comes nearest to it."""

    def miss(dispersion: float) -> float:
        return abs(_prices(_chances(mean, dispersion), line)[0] - price)

    steps = [LEAST_DISPERSION + (MOST_DISPERSION - LEAST_DISPERSION) * place / 60 for place in range(61)]
    return min(steps, key=miss)


def _chances(mean: float, dispersion: float) -> list[float]:
    """The chances of 0, 1, 2 ... of a negative binomial."""
    size = mean / (dispersion - 1)
    top = ceil(mean + 10 * (mean * dispersion) ** 0.5) + 2
    zero, step = size * log(dispersion), log(1 - 1 / dispersion)
    return [exp(lgamma(count + size) - lgamma(size) - lgamma(count + 1) - zero + count * step) for count in range(top)]


def _prices(chances: list[float], line: float) -> tuple[float, float]:
    """The fair prices of over and under: 1 + expected share lost / expected share won."""
    won = lost = 0.0
    for half in (line - 0.25, line + 0.25) if line % STEP else (line, line):
        won += sum(chance for count, chance in enumerate(chances) if count > half) / 2
        lost += sum(chance for count, chance in enumerate(chances) if count < half) / 2
    return 1 + lost / won, 1 + won / lost
