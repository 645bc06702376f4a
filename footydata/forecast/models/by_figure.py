"""The models of goals and of corners and cards, and the settings by which they price each figure.

    fitted = DixonColes().fit(past)                          # past: footydata.forecast.models.model
    prediction = fitted.predict(["Arsenal"], ["Chelsea"])    # teams named as in the past, ids or names
    prediction.home, prediction.away                         # expected goals
    prediction.grid()                                        # (n, goals, goals): home in rows, away in columns

All models have these two methods (model.Model, model.FittedModel): `fit(past, at_ts=...)` gives an object whose
`predict(home, away, referee=..., tilt=..., neutral=...)` gives a Prediction of many fixtures at once. A fit is frozen,
so that several threads can predict from it. Fit anew for each day: fixtures are weighted by their age.
Chances are fair by the model; there is no evidence that betting on them makes a profit.

The ridges of strengths and the newcomers of goals are those with the best walk-forward log loss of both counts (goals:
ranked probability score) on E0, SP1 and D1 of 2014-15 to 2016-17; all that moves totals was chosen by the log loss of
the total on the seasons of the choice in tests/benchmarks/choice_split.py. judged_lines and frozen_split there measure
them on others. A strength that newcomers share improved nothing in corners and cards.
"""

from dataclasses import dataclass, replace

import numpy as np

from footydata.football.terms import DAY, Figure
from footydata.forecast.models.effects import NOTHING_KNOWN, Prior, Ridge, season_effects
from footydata.forecast.models.fitted import Fitted, fit_effects
from footydata.forecast.models.model import Past


@dataclass(frozen=True, slots=True)
class DixonColes:
    """A model of goals: Poisson attacks and defences with a ridge, and the low-score correction of Dixon and Coles.

    The correction is the same in every league: fitted by league it ranged from -.26 to +.17, and made the log loss of
    the total worse by .0014 +- .0003 on 16,530 fixtures of 2008 to 2026.
    Source: Dixon and Coles, Applied Statistics 46 (1997); the ridge and the weights are ours.

    Attributes:
        ridge: ridge / 2 x the sum of the squared attacks and defences is taken off the log-likelihood (of more if tempo
            is above 1).
        tempo: how many times as strongly tempos are drawn to 0 as strengths, since teams differ less in how many goals
            their fixtures have than in who scores them.
        fading: xi, by which a fixture t days old has the weight exp(-xi t).
        newcomer: the ridge of the strength that the newcomers of a division share; None treats them like all others.
        low: rho, the correction of low scores, as in Counts.
    """

    ridge: float = 8.0
    tempo: float = 7.5
    fading: float = 0.002
    newcomer: float | None = 20.0
    low: float = -0.04

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "ridge dixon-coles 3"

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past goals as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        # attack^2 + defence^2 = 2 (strength^2 + tempo^2)
        strength = 2 * self.ridge
        ridge = Ridge(
            strength, self.tempo * strength, newcomer=self.newcomer if self.ridge else None
        )
        return fit_effects(
            past, ridge=ridge, fading=self.fading, at_ts=at_ts, is_poisson=True, low=self.low
        )


@dataclass(frozen=True, slots=True)
class TotalSplit:
    """A model of corners or cards: a total (NB1) that is split between the sides (beta-binomial).

    The means are fitted by Poisson likelihood with ridges on strengths and tempos (see effects), older fixtures
    weighing less; dispersion and correlation by moments.

    Attributes:
        strength, tempo: the ridges of who gets them, and of how many there are.
        referee: the ridge of the referees; None leaves them out.
        tilt: the ridge of the market's x = ln(chance home / chance away); None leaves it out. With it every fixture,
            past and coming, needs an x. curve: the ridge of x squared, which moves the total.
        level: the ridge that draws the league's mean to that of the prior.
        prior: what is known of the totals of every league.
        newcomer: the ridge of the strength that the newcomers of a division share; None treats them like all others.
        fading: a fixture t days old has the weight exp(-fading t); level_fading: the same for the league's mean alone,
            as the level of cards drifts with the instructions to referees.
    """

    strength: float = 50.0
    tempo: float = 300.0
    referee: float | None = None
    tilt: float | None = None
    curve: float = 1.0
    newcomer: float | None = None
    fading: float = 0.002
    level_fading: float = 0.002
    level: float = 0.0
    prior: Prior = NOTHING_KNOWN

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "shrunk total x split 4" + (" with result prices" if self.tilt is not None else "")

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past counts as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        ridge = Ridge(
            self.strength,
            self.tempo,
            self.referee,
            self.tilt,
            self.curve,
            self.newcomer,
            self.level,
        )
        fitted = fit_effects(
            past,
            ridge=ridge,
            fading=self.fading,
            at_ts=at_ts,
            is_poisson=False,
            prior=self.prior,
        )
        if self.level_fading == self.fading:
            return fitted
        return _with_recent_level(fitted, past, self.level_fading, at_ts)


def _with_recent_level(fitted: Fitted, past: Past, fading: float, at_ts: int | None) -> Fitted:
    """The fit with its level multiplied by counts over expected counts, recent fixtures weighing most."""
    moment = int(past.kickoffs_ts.max()) + 1 if at_ts is None else at_ts
    past = past.only(past.kickoffs_ts < moment)
    weights = np.exp(-fading * (moment - past.kickoffs_ts) / DAY)
    expected = fitted.predict(
        past.home_ids,
        past.away_ids,
        referee=past.referees,
        tilt=past.tilt,
        overs=past.overs,
        neutral=False if past.neutral is None else past.neutral,
        with_spread=False,
    )
    weights_of_means = weights * np.exp(
        season_effects(fitted.effects.prior, past.kickoffs_ts, moment)
    )
    total = max(float(weights @ (past.home + past.away)), 0.01)
    values = fitted.values.copy()
    values[0] += np.log(total / float(weights_of_means @ (expected.home + expected.away)))
    return replace(fitted, values=values)


GOALS = DixonColes(ridge=8, tempo=7.5, fading=0.002, newcomer=20)
CORNERS = TotalSplit(
    strength=50, tempo=600, level=300, prior=Prior(total=10.0, dispersion=1.09, fixtures=1000)
)
OF_CARDS = Prior(
    total=4.5,
    fouls=0.5,
    season=-0.04,
    opening=-0.07,
    dispersion=1.22,
    fixtures=100,
    power=0.6,
    none=0.0075,
)
CARDS = TotalSplit(
    strength=50,
    tempo=130,
    level=30,
    referee=150,
    fading=0.003,
    level_fading=0.003,
    prior=OF_CARDS,
)

MODELS: dict[Figure, DixonColes | TotalSplit] = {
    Figure.GOALS: GOALS,
    Figure.CORNERS: CORNERS,
    Figure.CARD_POINTS: CARDS,
}
"""Figure → the model that prices it from past counts alone."""

FIRST_HALVES: dict[Figure, DixonColes | TotalSplit] = {
    Figure.GOALS: GOALS,
    Figure.CORNERS: TotalSplit(strength=50, tempo=300),
}
"""Figure → the model that prices it in first halves; nothing is known of those of every league."""

WITH_PRICES: dict[Figure, TotalSplit] = {
    Figure.CORNERS: TotalSplit(
        strength=400,
        tempo=600,
        tilt=1,
        curve=10_000,
        level=300,
        prior=Prior(
            total=10.0, tilt=0.0143, curve=-0.015, overs=0.07, dispersion=1.09, fixtures=1000
        ),
    ),
    Figure.CARD_POINTS: TotalSplit(
        strength=100,
        tempo=130,
        level=30,
        referee=150,
        tilt=1,
        curve=1000,
        fading=0.003,
        level_fading=0.003,
        prior=OF_CARDS._replace(curve=-0.028),
    ),
}
"""Figure → the model that also uses the market's result prices of each fixture, past and coming."""
