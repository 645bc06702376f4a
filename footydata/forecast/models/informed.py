"""Forecasts of coming fixtures, each by the model that uses most of what is known of it.

Corners and cards are forecast with the market's result prices if the fixture has them and enough past fixtures of
its league do, else from past counts alone; prices of 2.5 goals are used where there are any, and referees for cards.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from footydata.football.terms import Figure
from footydata.forecast.models.by_figure import FIRST_HALVES, MODELS, WITH_PRICES
from footydata.forecast.models.model import Labels, Model, Past, Prediction
from footydata.odds.numbers import Flags, Floats, Whole

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

    def only(self, mask: Flags) -> "Coming":
        """The fixtures that are wanted, in their order."""
        return Coming(*(column[mask] for column in self))


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
    if figure in WITH_PRICES and not half and past.tilt is not None:
        known = has_prices(past) & (past.kickoffs_ts < at_ts)
        if known.sum() >= FEWEST_PRICED:
            priced = np.asarray(~np.isnan(coming.tilt), dtype=np.bool_)
    unpriced = FIRST_HALVES[figure] if half else MODELS[figure]
    for mask, model in ((priced, WITH_PRICES.get(figure)), (~priced, unpriced)):
        if model is not None and mask.any():
            yield forecast_by(model, past, coming, mask, at_ts=at_ts)


def forecast_by(model: Model, past: Past, coming: Coming, mask: Flags, *, at_ts: int) -> Forecast:
    """The forecast of the wanted ones of the coming fixtures by one model.

    A model that needs result prices is fitted to the past fixtures that have them; the wanted ones must have them too.
    """
    if needs_prices(model):
        past = past.only(has_prices(past))
    rows = coming.only(mask)
    fitted = model.fit(past, at_ts=at_ts)
    prediction = fitted.predict(
        rows.home_ids, rows.away_ids, referee=rows.referees, tilt=rows.tilt, overs=rows.overs
    )
    used = int((past.kickoffs_ts < at_ts).sum())
    return Forecast(
        np.flatnonzero(mask), prediction, str(getattr(model, "name", "")), needs_prices(model), used
    )


def needs_prices(model: object) -> bool:
    """Whether a model needs result prices of each fixture."""
    return getattr(model, "tilt", None) is not None


def has_prices(past: Past) -> Flags:
    """Which past fixtures have result prices."""
    if past.tilt is None:
        return np.zeros(len(past.home), dtype=np.bool_)
    return np.asarray(~np.isnan(past.tilt), dtype=np.bool_)
