"""What a model says of coming fixtures, and the two methods that every model has."""

from typing import NamedTuple, Protocol

from numpy.typing import ArrayLike

from footydata.forecast.distributions import Counts, grid
from footydata.forecast.past import Floats, Past, Whole


class Prediction(NamedTuple):
    """How a figure of fixtures is distributed, and on what that rests; a fixture a row.

    counts: the means of both sides and the shape around them. spread: (n, 2, 2), the covariance of the logarithms of
    the two means: how unsure the fit is of them. home_seen, away_seen: how many past fixtures of each side were seen.
    sample: the sum of the weights of those fixtures, an old one counting less than one of yesterday.
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
        """The joint chances of home (rows) and away (columns) counts, (n, counts, counts), as high as the mass goes."""
        return grid(self.counts, top)


class FittedModel(Protocol):
    """A model that has seen a past."""

    def predict(
        self,
        home: ArrayLike,
        away: ArrayLike,
        *,
        referee: ArrayLike | None = None,
        tilt: ArrayLike | None = None,
        neutral: ArrayLike = False,
    ) -> Prediction:
        """What is to be expected of fixtures between these teams, named as in the past that was fitted."""


class Model(Protocol):
    """A model of one figure."""

    def fit(self, past: Past, *, at_ts: int | None = None) -> FittedModel:
        """The fit of a league's past as of a moment (unix seconds), of all of it where none is named."""
