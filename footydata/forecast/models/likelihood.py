"""The highest penalised Poisson likelihood of two counts a fixture, found by Newton's method.

The logarithms of the home and away means are linear in the parameters. The likelihood can have the correction of Dixon
and Coles for low scores, by rho; without it the likelihood is concave. Each step is halved until it climbs.
There are two layouts of it: one cell a fixture, or one cell a pair of teams, which is many times as fast. If the means
of a fixture depend on its two teams alone, fixtures of the same pair are one cell. ByPair keeps the cells as a table of
home teams (rows) by away teams (columns): a step then sums its rows and columns, and multiplies no matrices with a row
a fixture. A test holds the two equal.
Source of the correction: Dixon and Coles, Applied Statistics 46 (1997).
"""

import math
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from footydata.odds.numbers import Flags, Floats


@dataclass(frozen=True, slots=True)
class ByFixture:
    """One cell a fixture, any effects.

    Attributes:
        total, split: (fixtures, parameters), the designs of the parameters that move both means alike, and of those
            that move the home mean up and the away mean down.
        is_split: of each parameter, whether it is of the latter.
    """

    total: Floats
    split: Floats
    is_split: Flags

    def log_means(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means, (fixtures,) each."""
        alike, apart = self.total @ values[~self.is_split], self.split @ values[self.is_split]
        return alike + apart, alike - apart

    def gradient(self, home: Floats, away: Floats) -> Floats:
        """The derivatives by the parameters, from those by the logarithms of the means."""
        result = np.empty(len(self.is_split))
        result[~self.is_split] = self.total.T @ (home + away)
        result[self.is_split] = self.split.T @ (home - away)
        return result

    def quadratic(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """The second derivatives by the parameters, from those by the logarithms of the means."""
        # As in ByPair; three products of half the width take less than half the time of two of the whole.
        alike, apart = np.flatnonzero(~self.is_split), np.flatnonzero(self.is_split)
        sums = home + away
        result = np.empty((len(self.is_split), len(self.is_split)))
        result[np.ix_(alike, alike)] = self.total.T @ ((sums + 2 * both)[:, None] * self.total)
        result[np.ix_(apart, apart)] = self.split.T @ ((sums - 2 * both)[:, None] * self.split)
        mixed = self.total.T @ ((home - away)[:, None] * self.split)
        result[np.ix_(alike, apart)], result[np.ix_(apart, alike)] = mixed, mixed.T
        return result


@dataclass(frozen=True, slots=True)
class ByPair:
    """One cell a pair of teams, (teams, teams); the parameters are level, edge, tempos and strengths alone.

    No venue is neutral.
    """

    teams: int

    def log_means(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means, (teams, teams) each."""
        level, half_edge = values[0], values[1] / 2
        tempos, strengths = values[2:].reshape(2, self.teams)
        attack, defence = strengths + tempos, strengths - tempos
        return (
            (level + half_edge + attack)[:, None] - defence[None, :],
            attack[None, :] + (level - half_edge - defence)[:, None],
        )

    def gradient(self, home: Floats, away: Floats) -> Floats:
        """The derivatives by the parameters, from those by the logarithms of the means."""
        # Level and tempos move both means alike, edge and strengths move them apart.
        total, difference = home + away, home - away
        result = np.empty(2 + 2 * self.teams)
        difference_rows = difference.sum(axis=1)
        result[0], result[1] = total.sum(), difference_rows.sum() / 2
        result[2 : 2 + self.teams] = total.sum(axis=1) + total.sum(axis=0)
        result[2 + self.teams :] = difference_rows - difference.sum(axis=0)
        return result

    def quadratic(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """The second derivatives by the parameters, from those by the logarithms of the means."""
        # The same for pairs of parameters: two of the total, two of the difference, one of each.
        sums = home + away
        total, difference, mixed = sums + 2 * both, sums - 2 * both, home - away
        (
            (total_rows, total_columns),
            (difference_rows, difference_columns),
            (mixed_rows, mixed_columns),
        ) = ((table.sum(axis=1), table.sum(axis=0)) for table in (total, difference, mixed))
        tempos = slice(2, 2 + self.teams)
        strengths = slice(2 + self.teams, 2 + 2 * self.teams)
        result = np.empty((2 + 2 * self.teams, 2 + 2 * self.teams))
        result[0, 0], result[1, 1] = total_rows.sum(), difference_rows.sum() / 4
        result[0, 1] = result[1, 0] = mixed_rows.sum() / 2
        result[0, tempos] = result[tempos, 0] = total_rows + total_columns
        result[0, strengths] = result[strengths, 0] = mixed_rows - mixed_columns
        result[1, tempos] = result[tempos, 1] = (mixed_rows + mixed_columns) / 2
        result[1, strengths] = result[strengths, 1] = (difference_rows - difference_columns) / 2
        result[tempos, tempos] = total + total.T
        result[strengths, strengths] = -difference - difference.T
        result[strengths, tempos] = mixed - mixed.T
        own = np.arange(self.teams)
        result[tempos, tempos][own, own] += total_rows + total_columns
        result[strengths, strengths][own, own] += difference_rows + difference_columns
        result[strengths, tempos][own, own] += mixed_rows - mixed_columns
        result[tempos, strengths] = result[strengths, tempos].T
        return result


STEPS = 60
"""More than any fit needs; a fit that has no finite optimum (a team without a goal and no ridge) ends there."""

HALVINGS = 30

RHO_RIDGE = 1.0
"""Draws rho to 0, if a league is so short that its scores say nothing of it; over a season it moves rho by .0002."""

GAIN = 1e-6
"""A step that can gain no more log-likelihood than this is the last; it is still taken, and gains far less of it."""


Layout: TypeAlias = ByFixture | ByPair
"""How parameters make up the logarithms of the means of cells; a cell is one fixture, or several with the same two.

With X the matrix of the derivatives of these logarithms by the parameters, gradient is X'd and quadratic X'WX; of
covariances of the cells in place of derivatives, quadratic is the covariance of their gradient.
"""


class CellCounts(NamedTuple):
    """What was counted, in the shape of the layout's cells.

    weight, home, away: sums of weights, and of weights times counts. low: (4, cells), weights of the fixtures that
    ended 0-0, 0-1, 1-0 and 1-1, None if there is no correction.
    """

    weight: Floats
    home: Floats
    away: Floats
    low: Floats | None


class Maximum(NamedTuple):
    """Where the likelihood is highest.

    values: the parameters. rho: of the correction. curvature: (parameters, parameters), minus the second derivatives
    there, penalty included, those by rho left out. log_likelihood: without the penalty and without what no parameter
    moves.
    """

    values: Floats
    rho: float
    curvature: Floats
    log_likelihood: float


class _Derivatives(NamedTuple):
    """First and second derivatives of the log-likelihood by the logarithms of a cell's two means and by rho.

    home, away, rho: the first ones. home_home and so on: minus the second ones.
    """

    home: Floats
    away: Floats
    home_home: Floats
    away_away: Floats
    home_away: Floats
    rho: float = 0.0
    home_rho: Floats | None = None
    away_rho: Floats | None = None
    rho_rho: float = 0.0


def maximum_likelihood(
    layout: Layout, counts: CellCounts, penalty: Floats, start: Floats
) -> Maximum:
    """The maximum of the penalised likelihood, reached from a start.

    penalty: (parameters, parameters); half of its quadratic form is taken off the log-likelihood.
    """
    values, rho = start, 0.0
    height = _penalised(layout, counts, penalty, values, rho)
    for _ in range(STEPS):
        gradient, curvature = _gradient_and_curvature(layout, counts, penalty, values, rho)
        step = np.linalg.solve(curvature, gradient)
        gain = float(gradient @ step) / 2
        for halving in range(HALVINGS):
            next_values = values + step[: len(values)] / 2**halving
            next_rho = rho + float(step[-1]) / 2**halving if counts.low is not None else 0.0
            next_height = _penalised(layout, counts, penalty, next_values, next_rho)
            if next_height >= height:
                values, rho, height = next_values, next_rho, next_height
                break
        if gain < GAIN or halving == HALVINGS - 1:
            break
    return Maximum(
        values,
        rho,
        curvature[: len(values), : len(values)],
        height + _penalty_of(penalty, values, rho),
    )


def _penalty_of(penalty: Floats, values: Floats, rho: float) -> float:
    return 0.5 * float(values @ penalty @ values) + 0.5 * RHO_RIDGE * rho**2


def _penalised(
    layout: Layout, counts: CellCounts, penalty: Floats, values: Floats, rho: float
) -> float:
    """The penalised log-likelihood, minus infinity if the correction would make a chance negative."""
    log_home, log_away = layout.log_means(values)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        home, away = np.exp(log_home), np.exp(log_away)
        value = float(
            (counts.home * log_home + counts.away * log_away - counts.weight * (home + away)).sum()
        )
        if counts.low is not None and rho:
            nil, away_one, home_one, one_one = counts.low
            value += float(
                _weighted_log(nil, 1 - home * away * rho)
                + _weighted_log(away_one, 1 + home * rho)
                + _weighted_log(home_one, 1 + away * rho)
                + one_one.sum() * np.log(1 - rho)
            )
    value -= _penalty_of(penalty, values, rho)
    return value if math.isfinite(value) else -math.inf


def _weighted_log(weight: Floats, factor: Floats) -> float:
    return float(np.where(weight > 0, weight * np.log(factor), 0.0).sum())


def _gradient_and_curvature(
    layout: Layout, counts: CellCounts, penalty: Floats, values: Floats, rho: float
) -> tuple[Floats, Floats]:
    """The gradient, and minus the second derivatives; with rho last if there is a correction."""
    home, away = map(np.exp, layout.log_means(values))
    expected_home, expected_away = counts.weight * home, counts.weight * away
    cells = _Derivatives(
        counts.home - expected_home,
        counts.away - expected_away,
        expected_home,
        expected_away,
        np.zeros_like(home),
    )
    if counts.low is not None:
        cells = _with_correction(cells, home, away, counts.low, rho)
    gradient = layout.gradient(cells.home, cells.away) - penalty @ values
    curvature = layout.quadratic(cells.home_home, cells.away_away, cells.home_away) + penalty
    if cells.home_rho is None or cells.away_rho is None:
        return gradient, curvature
    size = len(values)
    bordered = np.empty((size + 1, size + 1))
    bordered[:size, :size] = curvature
    bordered[size, :size] = bordered[:size, size] = layout.gradient(cells.home_rho, cells.away_rho)
    bordered[size, size] = cells.rho_rho + RHO_RIDGE
    return np.append(gradient, cells.rho - RHO_RIDGE * rho), bordered


def _with_correction(
    cells: _Derivatives, home: Floats, away: Floats, low: Floats, rho: float
) -> _Derivatives:
    """The derivatives with those of the factors 1 - home away rho at 0-0, 1 + home rho at 0-1 and so on."""
    both = home * away
    nil, away_one, home_one = (
        both / (1 - both * rho),
        home / (1 + home * rho),
        away / (1 + away * rho),
    )
    of_nil, of_away_one, of_home_one = low[0] * nil, low[1] * away_one, low[2] * home_one
    # The second derivatives by a mean's logarithm are those by rho, times rho over the factor.
    nil_rho, away_one_rho = of_nil / (1 - both * rho), of_away_one / (1 + home * rho)
    home_one_rho = of_home_one / (1 + away * rho)
    one_one = float(low[3].sum())
    return _Derivatives(
        home=cells.home + rho * (of_away_one - of_nil),
        away=cells.away + rho * (of_home_one - of_nil),
        home_home=cells.home_home + rho * (nil_rho - away_one_rho),
        away_away=cells.away_away + rho * (nil_rho - home_one_rho),
        home_away=rho * nil_rho,
        rho=float((of_away_one + of_home_one - of_nil).sum()) - one_one / (1 - rho),
        home_rho=nil_rho - away_one_rho,
        away_rho=nil_rho - home_one_rho,
        rho_rho=float((of_nil * nil + of_away_one * away_one + of_home_one * home_one).sum())
        + one_one / (1 - rho) ** 2,
    )
