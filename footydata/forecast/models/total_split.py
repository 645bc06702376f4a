"""Corners and cards: a total (NB1) that is split between the sides (beta-binomial), by shrunk strengths and tempos.

The means are fitted by Poisson likelihood with ridges on strengths and tempos (see effects), older fixtures weighing
less; dispersion and correlation by moments. Referees, and the market's result prices as a covariate, are used if a
ridge is given for them. fit and predict are those of all models: see dixon_coles.
"""

from dataclasses import dataclass, replace

import numpy as np

from footydata.football.terms import DAY
from footydata.forecast.models.effects import Ridge
from footydata.forecast.models.fitted import Fitted, fit_effects
from footydata.forecast.models.past import Past


@dataclass(frozen=True, slots=True)
class TotalSplit:
    """A model of corners or cards.

    Attributes:
        strength, tempo: the ridges of who gets them, and of how many there are.
        referee: the ridge of the referees; None leaves them out.
        tilt: the ridge of the market's x = ln(chance home / chance away); None leaves it out. With it every fixture,
            past and coming, needs an x. curve: the ridge of x squared, which moves the total.
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

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "shrunk total x split 2" + (" with result prices" if self.tilt is not None else "")

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past counts as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        ridge = Ridge(self.strength, self.tempo, self.referee, self.tilt, self.curve, self.newcomer)
        fitted = fit_effects(past, ridge=ridge, fading=self.fading, at_ts=at_ts, is_corrected=False, has_spread=True)
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
        neutral=False if past.neutral is None else past.neutral,
    )
    total = max(float(weights @ (past.home + past.away)), 0.01)
    values = fitted.values.copy()
    values[0] += np.log(total / float(weights @ (expected.home + expected.away)))
    return replace(fitted, values=values)
