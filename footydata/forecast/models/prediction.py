"""What a model predicts for fixtures, and the two methods that every model has."""

from typing import NamedTuple, Protocol

from numpy.typing import ArrayLike

from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.past import Floats, Past, Whole


class Prediction(NamedTuple):
    """How a figure of fixtures is distributed, and how well that is known; a fixture a row.

    counts: the means of both sides and the shape of the distribution. spread: (n, 2, 2), the covariance of the errors
    of the logarithms of the two means. home_seen, away_seen: past fixtures of each side in the fit. sample: the sum of
    the weights of these fixtures, older ones weighing less.
    """

    counts: Counts
    spread: Floats
    home_seen: Whole
    away_seen: Whole
    sample: Floats

    @property
    def home(self) -> Floats:
        """The expected counts of the home sides."""
        return self.counts.home

    @property
    def away(self) -> Floats:
        """The expected counts of the away sides."""
        return self.counts.away

    def grid(self, top: int | None = None) -> Floats:
        """The joint chances of home (rows) and away (columns) counts, (n, counts, counts); top: as in grid."""
        return grid(self.counts, top)


class FittedModel(Protocol):
    """A model that is fitted to a past."""

    def predict(
        self,
        home: ArrayLike,
        away: ArrayLike,
        *,
        referee: ArrayLike | None = None,
        tilt: ArrayLike | None = None,
        neutral: ArrayLike = False,
    ) -> Prediction:
        """The expected counts of fixtures between these teams, named as in the past that was fitted."""


class Model(Protocol):
    """A model of one figure."""

    def fit(self, past: Past, *, at_ts: int | None = None) -> FittedModel:
        """The fit of a league's past as of a moment (unix seconds), of all of it if at_ts is None."""
