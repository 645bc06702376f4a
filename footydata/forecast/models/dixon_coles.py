"""Goals: Poisson attacks and defences with a ridge, and the low-score correction of Dixon and Coles.

    fitted = DixonColes().fit(past)                          # past: footydata.forecast.models.past
    prediction = fitted.predict(["Arsenal"], ["Chelsea"])    # teams named as in the past, ids or names
    prediction.home, prediction.away                         # expected goals
    prediction.grid()                                        # (n, goals, goals): home in rows, away in columns

All models have these two methods (prediction.Model, prediction.FittedModel): `fit(past, at_ts=...)` gives an object
whose `predict(home, away, referee=..., tilt=..., neutral=...)` gives a Prediction of many fixtures at once. A fit is
frozen, so that several threads can predict from it. Fit anew for each day: fixtures are weighted by their age.
Chances are fair by the model; there is no evidence that betting on them makes a profit.
Source: Dixon and Coles, Applied Statistics 46 (1997); the ridge and the weights are ours.
"""

from dataclasses import dataclass

from footydata.forecast.models.effects import Ridge
from footydata.forecast.models.fitted import Fitted, fit_effects
from footydata.forecast.models.past import Past


@dataclass(frozen=True, slots=True)
class DixonColes:
    """A model of goals.

    Attributes:
        ridge: ridge / 2 x the sum of the squared attacks and defences is taken off the log-likelihood; 0 is the model
            of Dixon and Coles.
        fading: xi, by which a fixture t days old has the weight exp(-xi t).
        newcomer: the ridge of the strength that the newcomers of a division share; None treats them like all others.
    """

    ridge: float = 8.0
    fading: float = 0.002
    newcomer: float | None = 20.0

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "ridge dixon-coles 1"

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past goals as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        # attack^2 + defence^2 = 2 (strength^2 + tempo^2)
        ridge = Ridge(2 * self.ridge, 2 * self.ridge, newcomer=self.newcomer if self.ridge else None)
        return fit_effects(past, ridge=ridge, fading=self.fading, at_ts=at_ts, is_corrected=True, has_spread=False)
