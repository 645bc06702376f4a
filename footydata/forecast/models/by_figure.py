"""The models of goals and of corners and cards, their settings for each figure, and which one forecasts a fixture.

    fitted = DixonColes().fit(past)                          # past: footydata.forecast.models.model
    prediction = fitted.predict(["Arsenal"], ["Chelsea"])    # teams named as in the past, ids or names
    prediction.home, prediction.away                         # expected goals
    prediction.grid()                                        # (n, goals, goals): home in rows, away in columns

All models have these two methods: `fit(past, at_ts=...)` gives an object whose
`predict(home, away, referee=..., tilt=..., neutral=...)` gives a Prediction of many fixtures at once. A fit is frozen,
so that several threads can predict from it. Fit anew for each day: fixtures are weighted by their age.
Chances are fair by the model; there is no evidence that betting on them makes a profit.

The ridges of strengths and the newcomers of goals are those with the best walk-forward log loss of both counts (goals:
ranked probability score) on E0, SP1 and D1 of 2014-15 to 2016-17; all that moves totals was chosen by the log loss of
the total on the seasons of the choice in tests/benchmarks/choice_split.py. judged_lines and frozen_split there measure
them on others. A strength that newcomers share improved nothing in corners and cards.

Corners and cards are forecast with the market's result prices if the fixture has them and enough past fixtures of
its league do, else from past counts alone; prices of 2.5 goals are used where there are any, and referees for cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from footydata.football.terms import Figure
from footydata.forecast.models.effects import FitSettings, Prior
from footydata.forecast.models.fitted import Fitted, fit_effects
from footydata.forecast.models.model import Labels, Past, Prediction
from footydata.odds.numbers import Floats, Whole


@dataclass(frozen=True, slots=True)
class DixonColes(FitSettings):
    """A model of goals: Poisson strengths and tempos with ridges, and the low-score correction of Dixon and Coles.

    Tempos are drawn to 0 more strongly than strengths, since teams differ less in how many goals their fixtures have
    than in who scores them. The correction is the same in every league: fitted by league it ranged from -.26 to +.17,
    and made the log loss of the total worse by .0014 +- .0003 on 16,530 fixtures of 2008 to 2026.
    Source: Dixon and Coles, Applied Statistics 46 (1997); the ridges and the weights are ours.
    """

    strength: float = 16.0
    tempo: float = 120.0
    newcomer: float | None = 20.0
    low: float = -0.04
    is_poisson: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "ridge dixon-coles 3"

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past goals as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        return fit_effects(past, self, at_ts=at_ts)


@dataclass(frozen=True, slots=True)
class TotalSplit(FitSettings):
    """A model of corners or cards: a total (NB1) that is split between the sides (beta-binomial).

    The means are fitted by Poisson likelihood with ridges on strengths and tempos (see effects), older fixtures
    weighing less; dispersion and correlation by moments. With a ridge of tilt past fixtures without result prices are
    left out, and coming ones have no means.
    """

    @property
    def name(self) -> str:
        """The model's name, as fair lines carry it."""
        return "shrunk total x split 4" + (" with result prices" if self.tilt is not None else "")

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past counts as of a moment (unix seconds); fixtures at or after it are left out.

        Raises InvalidArgument if no fixture is left.
        """
        return fit_effects(past, self, at_ts=at_ts)


GOALS = DixonColes()
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
        prior=OF_CARDS._replace(curve=-0.028),
    ),
}
"""Figure → the model that also uses the market's result prices of each fixture, past and coming."""

FEWEST_PRICED = 200
"""With fewer past fixtures that have result prices, the model without prices is as good or better.

On 2015-16 and 2016-17 of E0, SP1 and D1 the model with prices, fitted to the last 200 fixtures, had a better joint log
loss than the one without, fitted to all: by .0113 +- .0062 (corners) and .0038 +- .0055 (cards). Fitted to the last
100 it was worse.
"""


class Coming(NamedTuple):
    """Fixtures to be forecast, a fixture a row; referees, tilt and overs as in Past."""

    home_ids: Labels
    away_ids: Labels
    referees: Labels
    tilt: Floats
    overs: Floats


class Forecast(NamedTuple):
    """What one model predicts for some of the coming fixtures.

    rows: their indices among the coming fixtures. model: its name. with_prices: whether it used result prices.
    fixtures: how many past ones it was fitted to.
    """

    rows: Whole
    prediction: Prediction
    model: str
    with_prices: bool
    fixtures: int


def forecasts(
    figure: Figure, past: Past, coming: Coming, *, at_ts: int, half: bool = False
) -> Iterator[Forecast]:
    """The forecasts of all coming fixtures by the models of this package, those with result prices first.

    half: of first halves, without result prices, as nothing shows that they help there. at_ts: unix seconds.
    Raises InvalidArgument if no past fixture was before that moment.
    """
    priced = np.zeros(len(coming.tilt), dtype=np.bool_)
    if figure in WITH_PRICES and not half:
        known = past.has_prices & (past.kickoffs_ts < at_ts)
        if known.sum() >= FEWEST_PRICED:
            priced = np.asarray(~np.isnan(coming.tilt), dtype=np.bool_)
    unpriced = FIRST_HALVES[figure] if half else MODELS[figure]
    for mask, model in ((priced, WITH_PRICES.get(figure)), (~priced, unpriced)):
        if model is not None and mask.any():
            fitted = model.fit(past, at_ts=at_ts)
            home_ids, away_ids, referees, tilt, overs = (column[mask] for column in coming)
            prediction = fitted.predict(
                home_ids, away_ids, referee=referees, tilt=tilt, overs=overs
            )
            rows = np.flatnonzero(mask)
            yield Forecast(rows, prediction, model.name, model.tilt is not None, fitted.fixtures)
