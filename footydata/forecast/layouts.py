"""Two layouts of one likelihood: by fixture, whatever the effects are, and by pair of teams, many times as fast.

ByPair holds the cells as a table of home teams (rows) by away teams (columns), so that a step of Newton's costs sums
of rows and columns of it instead of products of matrices with a row a fixture. It knows level, edge, tempos and
strengths alone. A test compares the two.
"""

from dataclasses import dataclass

import numpy as np

from footydata.forecast.past import Floats


@dataclass(frozen=True, slots=True)
class ByFixture:
    """Cells are fixtures, each with its row of two matrices (fixtures, parameters)."""

    in_home: Floats
    in_away: Floats

    def logs(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means of the fixtures."""
        return self.in_home @ values, self.in_away @ values

    def gathered(self, by_home: Floats, by_away: Floats) -> Floats:
        """What each parameter collects of the fixtures' values."""
        result: Floats = self.in_home.T @ by_home + self.in_away.T @ by_away
        return result

    def crossed(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """What each pair of parameters collects of the fixtures' values."""
        result: Floats = self.in_home.T @ (home[:, None] * self.in_home + both[:, None] * self.in_away)
        result += self.in_away.T @ (away[:, None] * self.in_away + both[:, None] * self.in_home)
        return result


@dataclass(frozen=True, slots=True)
class ByPair:
    """Cells are pairs of teams, (teams, teams); parameters are level, edge, tempos, strengths; no venue is neutral."""

    teams: int

    def logs(self, values: Floats) -> tuple[Floats, Floats]:
        """The logarithms of the home and away means of the pairs."""
        level, half_edge = values[0], values[1] / 2
        tempos, strengths = values[2:].reshape(2, self.teams)
        attack, defence = strengths + tempos, strengths - tempos
        return (
            (level + half_edge + attack)[:, None] - defence[None, :],
            attack[None, :] + (level - half_edge - defence)[:, None],
        )

    def gathered(self, by_home: Floats, by_away: Floats) -> Floats:
        """What each parameter collects of the pairs' values."""
        even, odd = by_home + by_away, by_home - by_away
        result = np.empty(2 + 2 * self.teams)
        at_home = odd.sum(axis=1)
        result[0], result[1] = even.sum(), at_home.sum() / 2
        result[2 : 2 + self.teams] = even.sum(axis=1) + even.sum(axis=0)
        result[2 + self.teams :] = at_home - odd.sum(axis=0)
        return result

    def crossed(self, home: Floats, away: Floats, both: Floats) -> Floats:
        """What each pair of parameters collects of the pairs' values."""
        sums = home + away
        even, odd, mixed = sums + 2 * both, sums - 2 * both, home - away
        (even_rows, even_columns), (odd_rows, odd_columns), (mixed_rows, mixed_columns) = (
            (table.sum(axis=1), table.sum(axis=0)) for table in (even, odd, mixed)
        )
        first = slice(2, 2 + self.teams)
        second = slice(2 + self.teams, 2 + 2 * self.teams)
        result = np.empty((2 + 2 * self.teams, 2 + 2 * self.teams))
        result[0, 0], result[1, 1] = even_rows.sum(), odd_rows.sum() / 4
        result[0, 1] = result[1, 0] = mixed_rows.sum() / 2
        result[0, first] = result[first, 0] = even_rows + even_columns
        result[0, second] = result[second, 0] = mixed_rows - mixed_columns
        result[1, first] = result[first, 1] = (mixed_rows + mixed_columns) / 2
        result[1, second] = result[second, 1] = (odd_rows - odd_columns) / 2
        result[first, first] = even + even.T
        result[second, second] = -odd - odd.T
        result[second, first] = mixed - mixed.T
        on = np.arange(self.teams)
        result[first, first][on, on] += even_rows + even_columns
        result[second, second][on, on] += odd_rows + odd_columns
        result[second, first][on, on] += mixed_rows - mixed_columns
        result[first, second] = result[second, first].T
        return result
