"""Distributions of counts: a total (Poisson or NB1) split between the sides (binomial or beta-binomial).

Corners of two sides pull against each other (correlation -.26), cards go together (+.22): a total and its split
tell both, two independent counts neither. NumPy and math alone; fixtures are rows, all at once.
"""

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]


class Counts(NamedTuple):
    """How the figure of fixtures is distributed, a fixture a row.

    home, away: the means of the sides.
    dispersion: variance over mean of the total, phi; Poisson where it is at most 1.
    correlation: rho of two draws in the split; binomial where it is at most 0.
    low: rho of Dixon and Coles, by which 0-0 and 1-1 are likelier than two independent counts say (where it is below
    zero), 1-0 and 0-1 less likely; it moves no mean. It is for Poisson counts with a binomial split.
    """

    home: Floats
    away: Floats
    dispersion: float = 1.0
    correlation: float = 0.0
    low: float = 0.0


def top_of(mean: float, dispersion: float = 1.0) -> int:
    """The highest count that a grid needs: less than 1e-9 of the mass lies above it.

    A grid of 15 corners silently loses 2 to 5 % of it.
    """
    return math.ceil(mean + 9 * math.sqrt(mean * max(dispersion, 1.0)) + 12 * max(dispersion, 1.0))


def poisson(mean: ArrayLike, top: int) -> Floats:
    """The chances of 0 to `top`, (..., top + 1), of a Poisson count."""
    means = np.asarray(mean, dtype=np.float64)[..., None]
    steps = means / np.arange(1, top + 1)
    return _from_zero(np.exp(-means), steps)


def negative_binomial(mean: ArrayLike, dispersion: float, top: int) -> Floats:
    """The chances of 0 to `top`, (..., top + 1), of an NB1 count: variance = dispersion x mean.

    Poisson where the dispersion is at most 1.

    >>> negative_binomial(10.0, 1.1, 40)[10].round(6).item()
    0.119279
    """
    if dispersion <= 1 + 1e-9:
        return poisson(mean, top)
    size = np.asarray(mean, dtype=np.float64)[..., None] / (dispersion - 1)
    counts = np.arange(top)
    steps = (size + counts) / (counts + 1) * (1 - 1 / dispersion)
    return _from_zero(np.exp(-size * math.log(dispersion)), steps)


def grid(counts: Counts, top: int | None = None) -> Floats:
    """The joint chances of home (rows) and away (columns) counts, (n, top + 1, top + 1).

    The total runs to `top`, so what lies beyond the anti-diagonal is zero; without `top` it holds the mass. Of a
    Poisson total with a binomial split, which are two independent counts, each runs to `top` by itself.
    """
    total = np.atleast_1d(counts.home + counts.away)
    reach = top_of(float(total.max()), counts.dispersion) if top is None else top
    if counts.dispersion <= 1 and counts.correlation <= 0:
        home, away = poisson(np.atleast_1d(counts.home), reach), poisson(np.atleast_1d(counts.away), reach)
        both_ways: Floats = home[:, :, None] * away[:, None, :]
        if counts.low:
            _correct_low(both_ways, counts)
        return both_ways
    totals = negative_binomial(total, counts.dispersion, reach)
    each = np.arange(reach + 1)
    both = each[:, None] + each[None, :]
    inside = both <= reach
    split = _split(np.atleast_1d(counts.home) / total, counts.correlation, reach)
    joint: Floats = np.where(inside, totals[:, np.minimum(both, reach)] * split, 0.0)
    if counts.low:
        _correct_low(joint, counts)
    return joint


def _correct_low(joint: Floats, counts: Counts) -> None:
    """Moves chances among 0-0, 0-1, 1-0 and 1-1, in place, as far as none falls below zero."""
    home, away = np.atleast_1d(counts.home), np.atleast_1d(counts.away)
    low = np.clip(counts.low, -1 / np.maximum(np.maximum(home, away), 1.0), 1 / np.maximum(home * away, 1.0))
    joint[:, 0, 0] *= 1 - home * away * low
    joint[:, 0, 1] *= 1 + home * low
    joint[:, 1, 0] *= 1 + away * low
    joint[:, 1, 1] *= 1 - low


def totals(joint: Floats) -> Floats:
    """The chances of home + away from a joint grid, from 0."""
    return _diagonals(joint[..., ::-1, :])


def differences(joint: Floats) -> tuple[Floats, int]:
    """The chances of home - away from a joint grid, and the first difference, which is below zero."""
    return _diagonals(joint.swapaxes(-1, -2)), 1 - joint.shape[-1]


def _diagonals(joint: Floats) -> Floats:
    """The sums along the diagonals, from the one of the last row's first cell to the first row's last."""
    size = joint.shape[-1]
    # Each row shifted by one more than the row below it turns diagonals into columns.
    shifted = np.zeros((*joint.shape[:-2], size, 2 * size - 1))
    for row in range(size):
        shifted[..., row, size - 1 - row : 2 * size - 1 - row] = joint[..., row, :]
    result: Floats = shifted.sum(axis=-2)
    return result


def _split(home_share: Floats, correlation: float, top: int) -> Floats:
    """P(home = x | home + away = x + y) for all x, y to `top`, (n, top + 1, top + 1)."""
    share = home_share[:, None]
    steps = np.arange(top)
    if correlation > 1e-9:
        draws = 1 / correlation - 1
        log_home = _log_rising(np.log(share * draws + steps))
        log_away = _log_rising(np.log((1 - share) * draws + steps))
        log_both = _log_rising(np.log(draws + np.arange(2 * top))[None, :])
    else:
        log_home = np.log(share) * np.arange(top + 1)
        log_away = np.log(1 - share) * np.arange(top + 1)
        log_both = np.zeros((1, 2 * top + 1))
    log_factorial = _log_rising(np.log(np.arange(1, 2 * top + 1))[None, :])[0]
    x = np.arange(top + 1)[:, None]
    y = np.arange(top + 1)[None, :]
    choices = log_factorial[x + y] - log_factorial[x] - log_factorial[y]
    result: Floats = np.exp(choices - log_both[0][x + y] + log_home[:, :, None] + log_away[:, None, :])
    return result


def _log_rising(logs: Floats) -> Floats:
    """Running sums of logs, from 0: the logarithms of rising factorials."""
    return np.concatenate([np.zeros((*logs.shape[:-1], 1)), np.cumsum(logs, axis=-1)], axis=-1)


def _from_zero(none: Floats, steps: Floats) -> Floats:
    """Chances from that of 0 and the ratio of each count's chance to the one before."""
    return np.concatenate([none, none * np.cumprod(steps, axis=-1)], axis=-1)
