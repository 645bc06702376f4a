"""Goals: Poisson attacks and defences with a ridge, and the low-score correction of Dixon and Coles.

    fitted = DixonColes().fit(past)                    # past: footydata.forecast.past
    said = fitted.predict(["Arsenal"], ["Chelsea"])    # teams named as in the past, ids or names
    said.home, said.away                               # expected goals
    said.grid()                                        # (n, goals, goals): home in rows, away in columns

These two methods are the interface of all models (prediction.Model, prediction.FittedModel): `fit(past, at_ts=...)`
gives an object whose `predict(home, away, referee=..., tilt=..., neutral=...)` gives a Prediction, many fixtures at
once. A fit is frozen, so it can be predicted from in several threads, and a fit of one day prices that day alone.
Chances from it are fair by the model; there is no evidence that betting on them makes a profit.
Source: Dixon and Coles, Applied Statistics 46 (1997); the ridge and the weights are ours.
"""

from dataclasses import dataclass

from footydata.forecast.effects import Ridge
from footydata.forecast.fitted import Fitted, fit_effects
from footydata.forecast.past import Past


@dataclass(frozen=True, slots=True)
class DixonColes:
    """A model of goals.

    Attributes:
        ridge: half of so much times the sum of the squared attacks and defences is taken off the likelihood; 0 is
            Dixon's and Coles's own model.
        fading: of a fixture's weight a day, xi.
        newcomer: the ridge of what the newcomers of a division share; None treats them like all others.
    """

    ridge: float = 8.0
    fading: float = 0.002
    newcomer: float | None = 20.0

    @property
    def name(self) -> str:
        """The model's name beside what it says."""
        return "ridge dixon-coles 1"

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past goals as of a moment; fixtures at or after it are left out.

        Raises WrongPast where no fixture is left.
        """
        # attack^2 + defence^2 = 2 (strength^2 + tempo^2)
        ridge = Ridge(2 * self.ridge, 2 * self.ridge, newcomer=self.newcomer if self.ridge else None)
        return fit_effects(past, ridge=ridge, fading=self.fading, at_ts=at_ts, is_corrected=True, has_spread=False)
