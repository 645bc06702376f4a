"""Newton's ascent of a penalised Poisson likelihood of two counts a fixture, with the Dixon-Coles correction or not.

log(mean home) and log(mean away) are linear in the parameters. The likelihood is concave in them but for the
correction, which is small; each step is halved until it climbs. Source of the correction: Dixon and Coles, Applied
Statistics 46 (1997).
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.forecast.past import Floats

STEPS = 60
"""More than any fit needs; a fit that has no finite optimum (a team without a goal and no ridge) ends there."""

LOW_RIDGE = 1.0
"""Draws rho to 0, where a league is so short that no score tells of it; over a season it moves rho by .0002."""

GAIN = 1e-9
"""A step that can gain less than this log-likelihood is the last."""


class Counted(NamedTuple):
    """What was counted, a cell a row: fixtures that are alike in all that the model knows are one cell.

    in_home, in_away: (cells, parameters), what the logarithms of the means are made of.
    weight, home, away: sums of weights, and of weights times counts. low: (4, cells), weights of fixtures that ended
    0-0, 0-1, 1-0 and 1-1. penalty: (parameters, parameters), half of whose quadratic form is taken off.
    """

    in_home: Floats
    in_away: Floats
    weight: Floats
    home: Floats
    away: Floats
    low: Floats
    penalty: Floats


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


def climb(counted: Counted, start: Floats, *, is_corrected: bool) -> Peak:
    """The peak of the likelihood from a start; is_corrected: whether rho is fitted, else it is 0."""
    values = np.append(start, 0.0)
    size = len(start)
    free = slice(0, size + is_corrected)
    height = _height(counted, values)
    for _ in range(STEPS):
        gradient, curvature = _slopes(counted, values)
        step = np.zeros_like(values)
        step[free] = np.linalg.solve(curvature[free, free], gradient[free])
        gain = float(gradient @ step) / 2
        values, height, has_climbed = _halved(counted, values, step, height)
        if gain < GAIN or not has_climbed:
            break
    _, curvature = _slopes(counted, values)
    off = 0.5 * float(values[:size] @ counted.penalty @ values[:size] + LOW_RIDGE * values[size] ** 2)
    return Peak(values[:size], float(values[size]), curvature[:size, :size], height + off)


def _halved(counted: Counted, values: Floats, step: Floats, height: float) -> tuple[Floats, float, bool]:
    """The values a whole, half, quarter ... step on, the first that is higher; where none is, the old ones."""
    for halving in range(30):
        tried = values + step / 2**halving
        reached = _height(counted, tried)
        if reached >= height:
            return tried, reached, reached > height
    return values, height, False


def _means(counted: Counted, values: Floats) -> tuple[Floats, Floats]:
    with np.errstate(over="ignore"):
        return np.exp(counted.in_home @ values[:-1]), np.exp(counted.in_away @ values[:-1])


def _height(counted: Counted, values: Floats) -> float:
    """The penalised log-likelihood, minus infinity where the correction would make a chance negative."""
    home, away = _means(counted, values)
    rho = values[-1]
    fitted = values[:-1]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        value = (
            counted.home @ (counted.in_home @ fitted)
            + counted.away @ (counted.in_away @ fitted)
            - counted.weight @ (home + away)
            - 0.5 * fitted @ counted.penalty @ fitted
            - 0.5 * LOW_RIDGE * rho**2
        )
        if rho:
            factors = np.stack([1 - home * away * rho, 1 + home * rho, 1 + away * rho, np.full_like(home, 1 - rho)])
            value += float(np.sum(np.where(counted.low > 0, counted.low * np.log(factors), 0.0)))
    return float(value) if math.isfinite(value) else -math.inf


def _slopes(counted: Counted, values: Floats) -> tuple[Floats, Floats]:
    """The gradient, and minus the second derivative, both with rho last."""
    home, away = _means(counted, values)
    rho, low = values[-1], counted.low
    both, at_home, at_away = home * away, home * rho, away * rho
    nil, away_one, home_one = 1 - both * rho, 1 + at_home, 1 + at_away
    # By the logarithms of the two means (1, 2) and rho (r).
    by_1 = counted.home - counted.weight * home - low[0] * both * rho / nil + low[1] * at_home / away_one
    by_2 = counted.away - counted.weight * away - low[0] * both * rho / nil + low[2] * at_away / home_one
    by_r = -low[0] * both / nil + low[1] * home / away_one + low[2] * away / home_one - low[3] / (1 - rho)
    by_12 = low[0] * both * rho / nil**2
    by_11 = counted.weight * home + by_12 - low[1] * at_home / away_one**2
    by_22 = counted.weight * away + by_12 - low[2] * at_away / home_one**2
    by_1r = low[0] * both / nil**2 - low[1] * home / away_one**2
    by_2r = low[0] * both / nil**2 - low[2] * away / home_one**2
    by_rr = (
        low[0] * (both / nil) ** 2
        + low[1] * (home / away_one) ** 2
        + low[2] * (away / home_one) ** 2
        + low[3] / (1 - rho) ** 2
    )
    fitted = values[:-1]
    by_rho, by_rho_twice = by_r.sum() - LOW_RIDGE * rho, by_rr.sum() + LOW_RIDGE
    gradient = counted.in_home.T @ by_1 + counted.in_away.T @ by_2 - counted.penalty @ fitted
    inner = counted.in_home.T @ (by_11[:, None] * counted.in_home + by_12[:, None] * counted.in_away)
    inner += counted.in_away.T @ (by_22[:, None] * counted.in_away + by_12[:, None] * counted.in_home)
    edge = counted.in_home.T @ by_1r + counted.in_away.T @ by_2r
    curvature = np.block([[inner + counted.penalty, edge[:, None]], [edge[None, :], np.atleast_2d(by_rho_twice)]])
    return np.append(gradient, by_rho), curvature
