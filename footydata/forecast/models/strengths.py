"""A model of counts in closed form, without iteration: shrunk averages of each team.

Each team has a tempo (how many there are in its fixtures) and a strength (who gets them), both drawn towards the
league's mean. With tilt = sqrt(strength home / strength away) the expected counts of a fixture are

    home = league home mean x tempo home x tempo away x tilt
    away = league away mean x tempo home x tempo away / tilt

Corners and cards are then scaled to a total of league mean x tempo home x tempo away: one-sided fixtures have more
goals, but not more corners or cards. In a walk-forward test that is worth .0024 of log loss a corner total. The model
reaches two thirds (corners) to 90 % (cards) of what a maximum-likelihood fit gains over the league's mean.
Its lines are fair by the model; there is no evidence that betting on them makes a profit.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.errors import TooFewFixtures
from footydata.football.terms import DAY, Figure
from footydata.forecast.models.distributions import Counts
from footydata.forecast.models.fitted import count_shape
from footydata.forecast.models.model import FEWEST_FIXTURES, Past, Prediction
from footydata.odds.numbers import Floats, Whole

MODEL = "shrunk total x split 1"
"""The model's name, as fair lines carry it."""


class Shrinkage(NamedTuple):
    """How strongly teams are drawn to the league's mean, and how much less older fixtures weigh.

    tempo, strength: so many counts at the league's mean are added to each team's own. fading: a fixture t days old has
    the weight exp(-fading t); level_fading: the same for the league's mean alone, as the level of cards drifts with the
    instructions to referees. keeps_total: whether a one-sided fixture has the same total as an even one.
    """

    tempo: float
    strength: float
    fading: float = 0.002
    level_fading: float = 0.002
    keeps_total: bool = True


SHRINKAGE: dict[Figure, Shrinkage] = {
    Figure.CORNERS: Shrinkage(tempo=600, strength=50),
    Figure.CARD_POINTS: Shrinkage(tempo=200, strength=50, level_fading=0.01),
    Figure.GOALS: Shrinkage(tempo=100, strength=10, keeps_total=False),
}
"""Figure → its shrinkage, chosen by walk-forward log loss (tests/benchmarks/fair_lines.py)."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """The fit of one league and figure.

    Attributes:
        ids: the teams, ascending.
        tempo, strength: of each team, 1 at the league's mean.
        home_mean, away_mean: the league's mean counts.
        dispersion, correlation: as in distributions.Counts.
        fixtures: how many past fixtures were used.
        keeps_total: as in Shrinkage.
    """

    ids: Whole
    tempo: Floats
    strength: Floats
    home_mean: float
    away_mean: float
    dispersion: float
    correlation: float
    fixtures: int
    keeps_total: bool

    def counts(self, home_ids: ArrayLike, away_ids: ArrayLike) -> Counts:
        """How the figure of fixtures between these teams is distributed; an unknown team has the league's mean."""
        home, away = self._indices(home_ids), self._indices(away_ids)
        tempo = self._at(self.tempo, home) * self._at(self.tempo, away)
        tilt = np.sqrt(self._at(self.strength, home) / self._at(self.strength, away))
        home_mean, away_mean = self.home_mean * tilt, self.away_mean / tilt
        if self.keeps_total:
            tempo = tempo * (self.home_mean + self.away_mean) / (home_mean + away_mean)
        return Counts(home_mean * tempo, away_mean * tempo, self.dispersion, self.correlation)

    def predict(self, home: ArrayLike, away: ArrayLike, **_: object) -> Prediction:
        """The expected counts of fixtures between these teams, as from every model, but with a spread of 0."""
        counts = self.counts(home, away)
        count = len(counts.home)
        none = np.zeros(count, dtype=np.int64)
        return Prediction(counts, np.zeros((count, 2, 2)), none, none, np.zeros(count))

    def _indices(self, team_ids: ArrayLike) -> Whole:
        """The index of each team, len(ids) for an unknown one."""
        ids = np.atleast_1d(np.asarray(team_ids))
        indices = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        return np.where(self.ids[indices] == ids, indices, len(self.ids))

    @staticmethod
    def _at(values: Floats, indices: Whole) -> Floats:
        """The values of teams, 1 for an unknown one."""
        result: Floats = np.append(values, 1.0)[indices]
        return result


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """The closed form as a model, with fit and predict.

    Attributes:
        figure: what is counted; it chooses the shrinkage.
    """

    figure: Figure

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return MODEL

    def fit(self, past: Past, *, at_ts: int | None = None) -> Strengths:
        """The fit of a league's past as of a moment. Raises TooFewFixtures."""
        return fit(
            past,
            figure=self.figure,
            at_ts=int(past.kickoffs_ts.max()) + 1 if at_ts is None else at_ts,
        )


def fit(past: Past, *, figure: Figure, at_ts: int, shrinkage: Shrinkage | None = None) -> Strengths:
    """The fit of a league's past as of a moment (unix seconds); fixtures at or after it are left out.

    shrinkage: SHRINKAGE of the figure by default.
    Raises TooFewFixtures below FEWEST_FIXTURES fixtures.
    """
    amount = shrinkage or SHRINKAGE[figure]
    known = past.kickoffs_ts < at_ts
    if known.sum() < FEWEST_FIXTURES:
        raise TooFewFixtures(
            f"{known.sum()} past fixtures with {figure}; a fair line needs {FEWEST_FIXTURES}"
        )
    past = past.only(known)
    days = (at_ts - past.kickoffs_ts) / DAY
    weights = np.exp(-amount.fading * days)
    home_mean, away_mean = _means(past, weights)
    ids, tempo, strength = _teams(past, weights, amount, means=(home_mean, away_mean))
    if amount.level_fading != amount.fading:
        home_mean, away_mean = _means(past, np.exp(-amount.level_fading * days))
    fitted = Strengths(
        ids, tempo, strength, home_mean, away_mean, 1.0, 0.0, len(days), amount.keeps_total
    )
    shape = count_shape(past, weights, fitted.counts(past.home_ids, past.away_ids))
    return replace(fitted, dispersion=shape.dispersion, correlation=shape.correlation)


def _means(past: Past, weights: Floats) -> tuple[float, float]:
    # A league without a single count would have no mean to multiply; a hundredth of one keeps it above zero.
    weight = float(weights.sum())
    return (
        max(float(weights @ past.home) / weight, 0.01),
        max(float(weights @ past.away) / weight, 0.01),
    )


def _teams(
    past: Past, weights: Floats, shrinkage: Shrinkage, *, means: tuple[float, float]
) -> tuple[Whole, Floats, Floats]:
    """The teams, their tempos and strengths: counts for and against over those of an average team, shrunk."""
    ids, indices = np.unique(np.concatenate([past.home_ids, past.away_ids]), return_inverse=True)
    home, away = indices[: len(weights)], indices[len(weights) :]

    def by_team(at_home: Floats, at_away: Floats) -> Floats:
        at_homes, at_aways = (
            np.bincount(home, weights * at_home, len(ids)),
            np.bincount(away, weights * at_away, len(ids)),
        )
        return np.asarray(at_homes + at_aways, dtype=np.float64)

    made, conceded = by_team(past.home, past.away), by_team(past.away, past.home)
    one = np.ones_like(weights)
    mean_made, mean_conceded = (
        by_team(one * means[0], one * means[1]),
        by_team(one * means[1], one * means[0]),
    )
    tempo = (made + conceded + shrinkage.tempo) / (mean_made + mean_conceded + shrinkage.tempo)
    strength = ((made + shrinkage.strength) / (mean_made + shrinkage.strength)) / (
        (conceded + shrinkage.strength) / (mean_conceded + shrinkage.strength)
    )
    return ids, tempo, strength
