"""Two layouts of the same likelihood: one cell a fixture, or one cell a pair of teams, which is many times as fast.

If the means of a fixture depend on its two teams alone, fixtures of the same pair are one cell. ByPair keeps the
cells as a table of home teams (rows) by away teams (columns): a step of Newton's method then sums its rows and columns,
and multiplies no matrices with a row a fixture. A test holds the two equal.
"""

from dataclasses import dataclass

import numpy as np

from footydata.forecast.models.past import Floats


@dataclass(frozen=True, slots=True)
class ByFixture:
    """One cell a fixture, any effects.

    Attributes:
        home_design, away_design: (fixtures, parameters), as Effects.design gives them.
    """

    home_design: Floats
    away_design: Floats

    def log_means(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means, (fixtures,) each."""
        return self.home_design @ values, self.away_design @ values

    def gradient(self, home: Floats, away: Floats) -> Floats:
        """The derivatives by the parameters, from those by the logarithms of the means."""
        result: Floats = self.home_design.T @ home + self.away_design.T @ away
        return result

    def quadratic(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """The second derivatives by the parameters, from those by the logarithms of the means."""
        result: Floats = self.home_design.T @ (home[:, None] * self.home_design + both[:, None] * self.away_design)
        result += self.away_design.T @ (away[:, None] * self.away_design + both[:, None] * self.home_design)
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
        (total_rows, total_columns), (difference_rows, difference_columns), (mixed_rows, mixed_columns) = (
            (table.sum(axis=1), table.sum(axis=0)) for table in (total, difference, mixed)
        )
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
