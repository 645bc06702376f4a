"""Distributions of counts: a total (Poisson or NB1) split between the sides (binomial or beta-binomial).

The corners of two sides are negatively correlated (-.26), their cards positively (+.22): a total and its split can be
either, two independent counts neither. Every function takes many fixtures at once, a fixture a row.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.odds.numbers import Floats

SLACK = 0.01
"""How far from 1 the chances of a fixture may sum, as those of a grid do whose last counts are left out."""


class Counts(NamedTuple):
    """How the figure of fixtures is distributed, a fixture a row.

    home, away: the means of the sides, (n,).
    dispersion: phi, the variance of the total over its mean, of all fixtures or one each; Poisson if it is at most 1.
    correlation: rho of the beta-binomial split; binomial if it is at most 0.
    low: rho of Dixon and Coles. Below 0 it makes 0-0 and 1-1 likelier and 1-0 and 0-1 less likely than with independent
    counts; it moves no mean. It is for Poisson counts with a binomial split.
    none: the chance that nothing is counted at all beside that of the distribution; mean and dispersion include it.
    """

    home: Floats
    away: Floats
    dispersion: float | Floats = 1.0
    correlation: float = 0.0
    low: float = 0.0
    none: float = 0.0


def check_chances(chances: Floats, fixtures: Sequence[str] = ()) -> None:
    """Raise InvalidArgument unless each row of an array has chances: none below zero, that sum to 1.

    chances: (n, ...), a fixture a row; fixtures: what the rows are called.

    >>> check_chances(np.array([[0.5, 0.5], [1.0, 1.0]]))
    Traceback (most recent call last):
    footydata.football.errors.InvalidArgument: row 1 has chances that sum to 2; those of a fixture sum to 1
    """
    rows = chances.reshape(len(chances), math.prod(chances.shape[1:]))
    # A product takes a third of the time of sum(axis=1). NaN compares as false, so it is wrong too.
    with np.errstate(invalid="ignore"):
        sums = rows @ np.ones(rows.shape[1])
    is_right = np.abs(sums - 1) <= SLACK
    if is_right.all() and rows.min(initial=0.0) >= 0:
        return
    lowest = rows.min(axis=1, initial=0.0)
    is_right &= lowest >= 0
    first = int(np.argmin(is_right))
    row = f"row {first}{f' ({fixtures[first]})' if fixtures else ''}"
    if not np.isfinite(rows[first]).all():
        raise InvalidArgument(
            f"{row} has chances that are no numbers (NaN or infinite); their sum is {sums[first]:g}",
            parameter="chances",
            value=sums[first],
        )
    if lowest[first] < 0:
        raise InvalidArgument(
            f"{row} has a chance below 0: {lowest[first]:g}; their sum is {sums[first]:g}",
            parameter="chances",
            value=lowest[first],
        )
    raise InvalidArgument(
        f"{row} has chances that sum to {sums[first]:g}; those of a fixture sum to 1",
        parameter="chances",
        value=sums[first],
    )


def top_of(mean: float, dispersion: float = 1.0) -> int:
    """The highest count that a grid needs: the chance of more is below 1e-9.

    A grid of up to 15 corners would silently lose 2 to 5 % of the chances.
    """
    return math.ceil(mean + 9 * math.sqrt(mean * max(dispersion, 1.0)) + 12 * max(dispersion, 1.0))


def poisson(mean: ArrayLike, top: int) -> Floats:
    """The chances of 0 to `top`, (..., top + 1), of a Poisson count."""
    means = np.asarray(mean, dtype=np.float64)[..., None]
    ratios = means / np.arange(1, top + 1)
    return _from_zero(np.exp(-means), ratios)


LEAST_DISPERSION = 1 + 1e-9
"""A negative binomial is a Poisson distribution at 1, where its formula divides by zero."""


def negative_binomial(mean: ArrayLike, dispersion: ArrayLike, top: int) -> Floats:
    """The chances of 0 to `top`, (..., top + 1), of an NB1 count: variance = dispersion x mean.

    dispersion: of all, or one each. Poisson if it is at most 1.

    >>> negative_binomial(10.0, 1.1, 40)[10].round(6).item()
    0.119279
    """
    if np.max(dispersion) <= LEAST_DISPERSION:
        return poisson(mean, top)
    phi = np.maximum(np.asarray(dispersion, dtype=np.float64), LEAST_DISPERSION)[..., None]
    means = np.asarray(mean, dtype=np.float64)[..., None]
    # (size + count) (1 - 1 / phi), without the quotient of two small numbers that size has near phi = 1.
    counts = np.arange(top)
    ratios = (means + counts * (phi - 1)) / (phi * (counts + 1))
    return _from_zero(np.exp(-means * np.log(phi) / (phi - 1)), ratios)


@named_arguments
def grid(counts: Counts, top: int | None = None) -> Floats:
    """The joint chances of home (rows) and away (columns) counts, (n, top + 1, top + 1).

    top: the highest total, so that cells beyond the anti-diagonal are zero; without it, as high as top_of says. A
    Poisson total with a binomial split is two independent counts: there each side's count goes up to top.
    """
    _check_means(counts)
    if counts.none:
        joint = grid(_without_none(counts), top) * (1 - counts.none)
        joint[:, 0, 0] += counts.none
        return joint
    total = np.atleast_1d(counts.home + counts.away)
    dispersion = float(np.max(counts.dispersion))
    top = top_of(float(total.max()), dispersion) if top is None else top
    is_independent = dispersion <= 1 and counts.correlation <= 0
    joint = _independent(counts, top) if is_independent else _split_totals(counts, top)
    if counts.low:
        _correct_low_scores(
            joint, np.atleast_1d(counts.home), np.atleast_1d(counts.away), counts.low
        )
    return joint


def _without_none(counts: Counts) -> Counts:
    """The distribution that has the means and the dispersion of the counts once `none` is mixed into it."""
    share = 1 - counts.none
    home, away = counts.home / share, counts.away / share
    return Counts(
        home, away, counts.dispersion - counts.none * (home + away), counts.correlation, counts.low
    )


def _check_means(counts: Counts) -> None:
    """Raise InvalidArgument unless each expected count is a number, zero or above."""
    means = np.stack([np.atleast_1d(counts.home), np.atleast_1d(counts.away)], axis=-1)
    is_right = ((means >= 0) & np.isfinite(means)).all(axis=-1)
    if not is_right.all():
        first = int(np.argmin(is_right))
        home, away = means[first]
        raise InvalidArgument(
            f"row {first} expects {home:g} at home and {away:g} away; counts are expected from 0 on",
            parameter="counts",
            value=(home, away),
        )


def _independent(counts: Counts, top: int) -> Floats:
    home, away = poisson(np.atleast_1d(counts.home), top), poisson(np.atleast_1d(counts.away), top)
    result: Floats = home[:, :, None] * away[:, None, :]
    return result


def _split_totals(counts: Counts, top: int) -> Floats:
    total = np.atleast_1d(counts.home + counts.away)
    chances = negative_binomial(total, counts.dispersion, top)
    each = np.arange(top + 1)
    sums = each[:, None] + each[None, :]
    split = _split(np.atleast_1d(counts.home) / total, counts.correlation, top)
    result: Floats = np.where(sums <= top, chances[:, np.minimum(sums, top)] * split, 0.0)
    return result


def _correct_low_scores(joint: Floats, home: Floats, away: Floats, low: float) -> None:
    """Multiply the chances of 0-0, 0-1, 1-0 and 1-1 by the factors of Dixon and Coles, in place.

    home, away: the means. low: rho, which is cut to the range in which no factor is below zero.
    Source: Dixon and Coles, Applied Statistics 46 (1997).
    """
    least, most = -1 / np.maximum(np.maximum(home, away), 1.0), 1 / np.maximum(home * away, 1.0)
    rho = np.clip(low, least, most)
    joint[:, 0, 0] *= 1 - home * away * rho
    joint[:, 0, 1] *= 1 + home * rho
    joint[:, 1, 0] *= 1 + away * rho
    joint[:, 1, 1] *= 1 - rho


def totals(joint: Floats) -> Floats:
    """The chances of the totals 0, 1 ... of a joint grid, (..., totals)."""
    return _diagonals(joint[..., ::-1, :])


def differences(joint: Floats) -> tuple[Floats, int]:
    """The chances of home - away of a joint grid, (..., differences), and the lowest difference, which is below 0."""
    return _diagonals(joint.swapaxes(-1, -2)), 1 - joint.shape[-1]


def _diagonals(joint: Floats) -> Floats:
    """The sums along the diagonals, from the lower left corner to the upper right one."""
    size = joint.shape[-1]
    # Each row shifted by one more than the row below it turns diagonals into columns.
    shifted = np.zeros((*joint.shape[:-2], size, 2 * size - 1))
    for row in range(size):
        shifted[..., row, size - 1 - row : 2 * size - 1 - row] = joint[..., row, :]
    result: Floats = shifted.sum(axis=-2)
    return result


def _split(home_share: Floats, correlation: float, top: int) -> Floats:
    """P(home = x | home + away = x + y) for x (rows) and y from 0 to top, (n, top + 1, top + 1)."""
    share = home_share[:, None]
    steps = np.arange(top)
    if correlation > 1e-9:
        size = 1 / correlation - 1
        log_home = _running_sums(np.log(share * size + steps))
        log_away = _running_sums(np.log((1 - share) * size + steps))
        log_both = _running_sums(np.log(size + np.arange(2 * top))[None, :])
    else:
        log_home = np.log(share) * np.arange(top + 1)
        log_away = np.log(1 - share) * np.arange(top + 1)
        log_both = np.zeros((1, 2 * top + 1))
    log_factorial = _running_sums(np.log(np.arange(1, 2 * top + 1))[None, :])[0]
    x = np.arange(top + 1)[:, None]
    y = np.arange(top + 1)[None, :]
    choices = log_factorial[x + y] - log_factorial[x] - log_factorial[y]
    result: Floats = np.exp(
        choices - log_both[0][x + y] + log_home[:, :, None] + log_away[:, None, :]
    )
    return result


def _running_sums(logs: Floats) -> Floats:
    """The running sums of logarithms, from 0: the logarithms of rising factorials."""
    return np.concatenate([np.zeros((*logs.shape[:-1], 1)), np.cumsum(logs, axis=-1)], axis=-1)


def _from_zero(zero: Floats, ratios: Floats) -> Floats:
    """The chances of 0, 1 ... from the chance of 0 and the ratio of each chance to the one before."""
    return np.concatenate([zero, zero * np.cumprod(ratios, axis=-1)], axis=-1)
