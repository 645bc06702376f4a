"""Scores of coming fixtures drawn from a fit, many times over: what is not known of the strengths is drawn too.

Each run has its own strengths, from the covariance of the fit, and all its fixtures are drawn from these: a side that
is better than it seemed is so in all of them. To that comes what the fit does not count: teams change.
"""

from collections.abc import Sequence

import numpy as np

from footydata.forecast.fitted import Fitted
from footydata.forecast.past import Floats
from footydata.rules.endings import Runs, Teams

CHANGE = 0.08
"""How much a team's strength and tempo differ from its past's, as standard deviation of the logarithm of a mean.

Chosen by the log loss of endings of seasons that began before 2017 (tests/benchmarks/projections.py): of .02 to .12,
where it is flat from .08 to .10.
"""

MOST_GOALS = 30


class Draws:
    """The scores of fixtures between teams of a league, once a run; home and away are places among the teams."""

    def __init__(
        self, fitted: Fitted, teams: Sequence[int], *, runs: int, rng: np.random.Generator, change: float | None = None
    ) -> None:
        self._rng = rng
        self._low = fitted.low
        drawn = fitted.drawn(teams, runs, rng)
        change = CHANGE if change is None else change
        noise = rng.normal(scale=change, size=(2, *drawn.strength.shape))
        strength, tempo = drawn.strength + noise[0], drawn.tempo + noise[1]
        self._attack, self._defence = strength + tempo, strength - tempo
        self._at_home, self._away = drawn.level + drawn.edge / 2, drawn.level - drawn.edge / 2
        self._runs = np.arange(runs)

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        """The score of a fixture in each run."""
        ours, theirs = self._of(home), self._of(away)
        middle = (self._at_home + self._away) / 2
        at_home, at_away = (middle, middle) if is_neutral else (self._at_home, self._away)
        home_mean = np.exp(at_home + self._attack[ours] - self._defence[theirs])
        away_mean = np.exp(at_away + self._attack[theirs] - self._defence[ours])
        goals, conceded = self._counts(home_mean), self._counts(away_mean)
        if self._low:
            self._correct(goals, conceded, home_mean, away_mean)
        return goals, conceded

    def _of(self, team: Teams) -> tuple[Teams, ...]:
        return (team,) if isinstance(team, int) else (team, self._runs)

    def _counts(self, means: Floats) -> Runs:
        """Poisson counts of these means, by inversion: a third of the time of a generator's own."""
        chance = np.exp(-means)
        reached = chance.copy()
        drawn = self._rng.random(len(means))
        counts = (drawn > reached).astype(np.int16)
        for count in range(1, MOST_GOALS):
            chance *= means
            chance /= count
            reached += chance
            above = drawn > reached
            if not above.any():
                break
            counts += above
        result: Runs = counts
        return result

    def _correct(self, home: Runs, away: Runs, home_mean: Floats, away_mean: Floats) -> None:
        """Draw the scores with at most a goal a side again, as Dixon and Coles correct them: their sum is the same."""
        at = np.flatnonzero((home <= 1) & (away <= 1))
        ours, theirs = home_mean[at], away_mean[at]
        none = np.maximum(1 - ours * theirs * self._low, 0)
        away_win = theirs * np.maximum(1 + ours * self._low, 0)
        home_win = ours * np.maximum(1 + theirs * self._low, 0)
        both = ours * theirs * max(1 - self._low, 0)
        drawn = self._rng.random(len(at)) * (none + away_win + home_win + both)
        home[at] = drawn > none + away_win
        away[at] = ((drawn > none) & (drawn <= none + away_win)) | (drawn > none + away_win + home_win)
