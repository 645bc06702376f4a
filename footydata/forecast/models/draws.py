"""Random scores of coming fixtures from a fit, in many runs.

Each run draws the teams' strengths first, from the covariance of the fit, and then all its fixtures from these: a team
that is better than the fit says is better in all fixtures of the run. Strengths are also drawn to change, which the fit
does not count.
"""

from collections.abc import Sequence

import numpy as np

from footydata.forecast.models.fitted import Fitted
from footydata.odds.numbers import Floats
from footydata.rules.endings import Runs, Teams

CHANGE = 0.08
"""The standard deviation by which a team's strength and tempo change from those of its past; of logarithms of means.

Chosen from .02 to .12 by the log loss of projections of seasons that began before 2017
(tests/benchmarks/projections.py), which is flat from .08 to .10.
"""

NEWCOMERS_DIFFER = 0.5
"""How much newcomers differ from one another, as a share of how much the ridge of all teams lets them.

The best of .25, .5 and 1 by the log loss of projections of seasons that began before 2017
(tests/benchmarks/projections.py).
"""


class Draws:
    """Draws the score of a fixture in every run.

    teams: the league's teams as the fit names them; a fixture names them by their indices in it.
    """

    def __init__(
        self,
        fitted: Fitted,
        teams: Sequence[int],
        *,
        runs: int,
        rng: np.random.Generator,
    ) -> None:
        self._rng = rng
        self._low = fitted.effects.settings.low
        level, edge, strength, tempo = _parameters(fitted, teams, runs, rng)
        noise = rng.normal(scale=CHANGE, size=(2, *strength.shape))
        strength, tempo = strength + noise[0], tempo + noise[1]
        self._attack, self._defence = strength + tempo, strength - tempo
        self._at_home, self._away = level + edge / 2, level - edge / 2
        self._runs = np.arange(runs)

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        """The goals of both sides in each run; home, away: the index of a team, or one for each run."""
        home_index, away_index = self._index(home), self._index(away)
        neutral = (self._at_home + self._away) / 2
        home_level, away_level = (neutral, neutral) if is_neutral else (self._at_home, self._away)
        home_mean = np.exp(home_level + self._attack[home_index] - self._defence[away_index])
        away_mean = np.exp(away_level + self._attack[away_index] - self._defence[home_index])
        home_goals, away_goals = (
            self._rng.poisson(mean).astype(np.int16) for mean in (home_mean, away_mean)
        )
        if self._low:
            self._correct(home_goals, away_goals, home_mean, away_mean)
        return home_goals, away_goals

    def _index(self, team: Teams) -> tuple[Teams, ...]:
        return (team,) if isinstance(team, int) else (team, self._runs)

    def _correct(self, home: Runs, away: Runs, home_mean: Floats, away_mean: Floats) -> None:
        """Draw scores of at most one goal a side again, with the correction of Dixon and Coles.

        It changes the chances of these four scores and not their sum.
        """
        low = np.flatnonzero((home <= 1) & (away <= 1))
        home_mean, away_mean = home_mean[low], away_mean[low]
        nil = np.maximum(1 - home_mean * away_mean * self._low, 0)
        away_one = away_mean * np.maximum(1 + home_mean * self._low, 0)
        home_one = home_mean * np.maximum(1 + away_mean * self._low, 0)
        one_one = home_mean * away_mean * max(1 - self._low, 0)
        draws = self._rng.random(len(low)) * (nil + away_one + home_one + one_one)
        home[low] = draws > nil + away_one
        away[low] = ((draws > nil) & (draws <= nil + away_one)) | (
            draws > nil + away_one + home_one
        )


def _parameters(
    fitted: Fitted, teams: Sequence[int], runs: int, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats, Floats]:
    """Level and edge, (runs,), strength and tempo, (teams, runs), drawn from the distribution of the fit.

    Unseen teams are drawn as newcomers, independently of one another, and closer together than the ridge of all
    teams lets them be: a promoted team is neither the best nor far behind. Referee and market are left out.
    """
    # The errors are curvature^-1 times a gradient with the covariance gradient_covariance.
    root = np.linalg.cholesky(fitted.gradient_covariance + np.eye(len(fitted.values)) * 1e-9)
    noise = np.linalg.solve(
        fitted.curvature, root @ rng.standard_normal((len(fitted.values), runs))
    )
    values = fitted.values[:, None] + noise
    # Tempos stand before the edge, strengths after it (Effects); a fit of goals has no other effects of the market.
    effects, teams_count = fitted.effects, fitted.effects.team_count
    edge = len(values) - teams_count - 1
    tempo, strength = values[edge - teams_count : edge], values[edge + 1 :]
    index_of = {team: index for index, team in enumerate(effects.ids.tolist())}
    indices = np.array([index_of.get(team, len(index_of)) for team in teams])
    strength, tempo = strength[indices], tempo[indices]
    for unseen in np.flatnonzero(indices == len(index_of)):
        # All unseen teams have the same draws: in another order they are independent.
        order = rng.permutation(runs)
        for drawn in (strength, tempo):
            mean = drawn[unseen].mean()
            drawn[unseen] = mean + NEWCOMERS_DIFFER * (drawn[unseen, order] - mean)
    return values[0], values[edge], strength, tempo
