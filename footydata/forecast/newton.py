"""Newton's ascent of a penalised Poisson likelihood of two counts a fixture, with the Dixon-Coles correction or not.

log(mean home) and log(mean away) are linear in the parameters. The likelihood is concave in them but for the
correction, which is small; each step is halved until it climbs. Source of the correction: Dixon and Coles, Applied
Statistics 46 (1997).
"""

import math
from typing import NamedTuple, Protocol

import numpy as np

from footydata.forecast.past import Floats

STEPS = 60
"""More than any fit needs; a fit that has no finite optimum (a team without a goal and no ridge) ends there."""

LOW_RIDGE = 1.0
"""Draws rho to 0, where a league is so short that no score tells of it; over a season it moves rho by .0002."""

GAIN = 1e-6
"""A step that can gain no more log-likelihood than this is the last; it is still taken, and gains far less of it."""


class Layout(Protocol):
    """How parameters make up the logarithms of the means of cells; a cell is one fixture, or all alike."""

    def logs(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means of the cells."""

    def gathered(self, by_home: Floats, by_away: Floats) -> Floats:
        """What each parameter collects of values that belong to the cells' logarithms, as a gradient does."""

    def crossed(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """The same of each pair of parameters: of home with home, away with away, and one with the other."""


class Counted(NamedTuple):
    """What was counted, in the shape of the layout's cells.

    weight, home, away: sums of weights, and of weights times counts. low: one axis more, weights of fixtures that
    ended 0-0, 0-1, 1-0 and 1-1, None where there is no correction.
    """

    weight: Floats
    home: Floats
    away: Floats
    low: Floats | None


class Peak(NamedTuple):
    """Where the likelihood is highest.

    values: the parameters. low: rho of the correction. curvature: (parameters, parameters), minus the second
    derivative there, penalty included, that of rho left out. log_likelihood: without the penalty and without what
    no parameter moves.
    """

    values: Floats
    low: float
    curvature: Floats
    log_likelihood: float


class _Slopes(NamedTuple):
    """Derivatives of the likelihood of cells by the logarithms of the two means (home, away) and by rho.

    The second ones with the sign turned.
    """

    home: Floats
    away: Floats
    home_twice: Floats
    away_twice: Floats
    both: Floats
    low: float = 0.0
    home_low: Floats | None = None
    away_low: Floats | None = None
    low_twice: float = 0.0


def climb(layout: Layout, counted: Counted, penalty: Floats, start: Floats) -> Peak:
    """The peak of the likelihood from a start. penalty: half of its quadratic form is taken off."""
    values, low = start, 0.0
    height = _height(layout, counted, penalty, values, low)
    for _ in range(STEPS):
        gradient, curvature = _all_slopes(layout, counted, penalty, values, low)
        step = np.linalg.solve(curvature, gradient)
        gain = float(gradient @ step) / 2
        for halving in range(30):
            moved = values + step[: len(values)] / 2**halving
            moved_low = low + float(step[-1]) / 2**halving if counted.low is not None else 0.0
            reached = _height(layout, counted, penalty, moved, moved_low)
            if reached >= height:
                values, low, height = moved, moved_low, reached
                break
        if gain < GAIN or halving == 29:
            break
    off = 0.5 * float(values @ penalty @ values) + 0.5 * LOW_RIDGE * low**2
    return Peak(values, low, curvature[: len(values), : len(values)], height + off)


def _height(layout: Layout, counted: Counted, penalty: Floats, values: Floats, low: float) -> float:
    """The penalised log-likelihood, minus infinity where the correction would make a chance negative."""
    log_home, log_away = layout.logs(values)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        home, away = np.exp(log_home), np.exp(log_away)
        value = float((counted.home * log_home + counted.away * log_away - counted.weight * (home + away)).sum())
        if counted.low is not None and low:
            nil, away_one, home_one, one_one = counted.low
            value += float(
                _logs(nil, 1 - home * away * low)
                + _logs(away_one, 1 + home * low)
                + _logs(home_one, 1 + away * low)
                + one_one.sum() * np.log(1 - low)
            )
    value -= 0.5 * float(values @ penalty @ values) + 0.5 * LOW_RIDGE * low**2
    return value if math.isfinite(value) else -math.inf


def _logs(weight: Floats, factor: Floats) -> float:
    return float(np.where(weight > 0, weight * np.log(factor), 0.0).sum())


def _all_slopes(layout: Layout, counted: Counted, penalty: Floats, values: Floats, low: float) -> tuple[Floats, Floats]:
    """The gradient, and minus the second derivative; with rho last where there is a correction."""
    home, away = map(np.exp, layout.logs(values))
    of_home, of_away = counted.weight * home, counted.weight * away
    slopes = _Slopes(counted.home - of_home, counted.away - of_away, of_home, of_away, np.zeros_like(home))
    if counted.low is not None:
        slopes = _corrected(slopes, home, away, counted.low, low)
    gradient = layout.gathered(slopes.home, slopes.away) - penalty @ values
    curvature = layout.crossed(slopes.home_twice, slopes.away_twice, slopes.both) + penalty
    if slopes.home_low is None or slopes.away_low is None:
        return gradient, curvature
    size = len(values)
    bordered = np.empty((size + 1, size + 1))
    bordered[:size, :size] = curvature
    bordered[size, :size] = bordered[:size, size] = layout.gathered(slopes.home_low, slopes.away_low)
    bordered[size, size] = slopes.low_twice + LOW_RIDGE
    return np.append(gradient, slopes.low - LOW_RIDGE * low), bordered


def _corrected(slopes: _Slopes, home: Floats, away: Floats, low: Floats, rho: float) -> _Slopes:
    """The slopes with what the factors of low scores add: 1 - home away rho at 0-0, 1 + home rho at 0-1 and so on."""
    both = home * away
    nil, away_one, home_one = both / (1 - both * rho), home / (1 + home * rho), away / (1 + away * rho)
    of_nil, of_away_one, of_home_one = low[0] * nil, low[1] * away_one, low[2] * home_one
    # The second derivatives by a mean's logarithm are those by rho, times rho over the factor.
    nil_low, away_one_low = of_nil / (1 - both * rho), of_away_one / (1 + home * rho)
    home_one_low = of_home_one / (1 + away * rho)
    one_one = float(low[3].sum())
    return _Slopes(
        home=slopes.home + rho * (of_away_one - of_nil),
        away=slopes.away + rho * (of_home_one - of_nil),
        home_twice=slopes.home_twice + rho * (nil_low - away_one_low),
        away_twice=slopes.away_twice + rho * (nil_low - home_one_low),
        both=rho * nil_low,
        low=float((of_away_one + of_home_one - of_nil).sum()) - one_one / (1 - rho),
        home_low=nil_low - away_one_low,
        away_low=nil_low - home_one_low,
        low_twice=float((of_nil * nil + of_away_one * away_one + of_home_one * home_one).sum())
        + one_one / (1 - rho) ** 2,
    )
