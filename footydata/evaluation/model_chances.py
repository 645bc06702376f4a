"""What a model says of fixtures, whoever wrote it: joint grids of counts, or chances of a market's selections.

Three kinds of models are asked in their own way: ours, which chooses by itself for each fixture; one that is fitted to
a Past, as those of footydata.forecast are; and any object that is fitted to a database as it was known.
"""

import inspect
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np

from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, MARKETS, THREE_WAY, TOTAL, YES_NO, Market
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.forecast.models.by_figure import Coming, forecasts
from footydata.forecast.models.distributions import check_chances
from footydata.forecast.models.lines import prices_at
from footydata.forecast.models.model import Past, Prediction
from footydata.odds.numbers import Floats, Whole

OURS = "ours"
"""The name of the model that prices fair lines, with the market's result prices if they are known and help."""

DECIDED_SHAPES = (THREE_WAY, YES_NO, TOTAL, HANDICAP)
"""The shapes that can be scored: exactly one of their selections wins, but for returned stakes at a line."""

OpenDatabase = Callable[[int], AbstractContextManager[Any]]
"""Opens the Database as it was known at a moment (unix seconds), which is its present."""


class ModelChances(NamedTuple):
    """The chances of fixtures, one a row; one of the two is None.

    joint: (n, counts, counts), of home and away counts. selections: (n, selections), of a market without a line.
    """

    joint: Floats | None
    selections: Floats | None

    def only(self, mask: Any) -> "ModelChances":
        """Those of the wanted fixtures, in their order."""
        return ModelChances(*(None if chances is None else chances[mask] for chances in self))


NO_CHANCES = ModelChances(None, None)
"""Before a model is asked."""


def check_can_be_scored(market: Market) -> None:
    """Raise InvalidArgument for a market of which several selections may win, or none."""
    if market.shape not in DECIDED_SHAPES:
        raise InvalidArgument(
            f"{market.param} can't be scored: its selections overlap or give stakes back",
            parameter="market",
            value=market.param,
            choices=tuple(row.param for row in MARKETS if row.shape in DECIDED_SHAPES),
        )


def model_of(model: object) -> Any:
    """The model itself, an object with fit and predict; None for OURS. Raises InvalidArgument."""
    if model == OURS:
        return None
    if not callable(getattr(model, "fit", None)):
        raise InvalidArgument(
            f"{model!r} is not a model, which has fit and predict; {OURS!r} is the one of fair lines",
            parameter="model",
            value=model,
            choices=(OURS,),
        )
    return model


def takes_past(model: Any) -> bool:
    """Whether a model is fitted to a Past as of a moment, as ours are, and not to a database."""
    return model is None or "at_ts" in inspect.signature(model.fit).parameters


def selection_chances(market: Market, said: ModelChances) -> Floats:
    """The chances of the selections of a market without a line, (n, selections)."""
    if said.selections is not None:
        return said.selections
    assert said.joint is not None
    result: Floats = 1 / prices_at(market, said.joint, np.zeros(0))
    return result


def first_side_chances(market: Market, said: ModelChances, lines: Floats) -> Floats:
    """The chance of the first selection of each fixture at its own line, returned stakes left out, (n,)."""
    assert said.joint is not None
    result: Floats = 1 / prices_at(market, said.joint, lines)[:, 0]
    return result


def class_of_result(market: Market, home: Floats, away: Floats) -> Whole:
    """The selection that won in a market without a line, by its place, (n,)."""
    if market.shape is YES_NO:
        return np.where((home > 0) & (away > 0), 0, 1)
    return np.where(home > away, 0, np.where(home == away, 1, 2))


def chances_from_past(
    model: Any,
    past: Past,
    coming: Coming,
    rows: Sequence[FixtureRow],
    *,
    market: Market,
    at_ts: int,
) -> ModelChances:
    """What a model that takes_past says of coming fixtures. model: None for ours. Raises InvalidArgument."""
    if model is None:
        parts = forecasts(market.figure, past, coming, at_ts=at_ts, half=market.half)
        grids = [(part.rows, part.prediction.grid()) for part in parts]
        size = max(joint.shape[-1] for _, joint in grids)
        joined = np.zeros((len(rows), size, size))
        for places, joint in grids:
            joined[places, : joint.shape[-1], : joint.shape[-1]] = joint
        return ModelChances(joined, None)
    unpriced = np.isnan(coming.tilt)
    if getattr(model, "tilt", None) is not None and unpriced.any():
        row = rows[int(np.argmax(unpriced))]
        raise InvalidArgument(
            f"{row.home} v {row.away}, {day_of(row.kickoff_ts)}, has no result prices, which the model needs; "
            f"evaluate fixtures that have them, or {OURS!r}, which does without where there are none",
            parameter="model",
            value=model,
        )
    fitted = model.fit(past, at_ts=at_ts)
    predicted = fitted.predict(
        coming.home_ids, coming.away_ids, referee=coming.referees, tilt=coming.tilt
    )
    return checked_chances(predicted, rows, market, model)


def chances_from_database(
    model: Any,
    open_as_known: OpenDatabase,
    rows: Sequence[FixtureRow],
    *,
    market: Market,
    at_ts: int,
    until_ts: int,
) -> ModelChances:
    """What a model that is fitted to a database says of fixtures from at_ts to before until_ts. Raises InvalidArgument.

    Its predict gets the frame of the fixtures in the order of rows.
    """
    with open_as_known(at_ts) as db:
        fitted = model.fit(db) or model
        frame = db.fixtures(start=day_of(at_ts), end=day_of(until_ts - 1))
        index_of = {id_: i for i, id_ in enumerate(frame["fixture_id"].tolist())}
        predicted = fitted.predict(
            frame.iloc[[index_of[row.id] for row in rows]].reset_index(drop=True)
        )
    return checked_chances(predicted, rows, market, model)


def checked_chances(
    predicted: Any, rows: Sequence[FixtureRow], market: Market, model: Any
) -> ModelChances:
    """What a model predicted, scaled to sums of 1. Raises InvalidArgument if it has no chances for each fixture."""
    chances = _array(predicted)
    is_grid = (
        chances.ndim == 3 and len(chances) == len(rows) and chances.shape[1] == chances.shape[2]
    )
    selections = len(market.shape.selections)
    if not is_grid and (chances.shape != (len(rows), selections) or market.shape.has_line):
        or_chances = "" if market.shape.has_line else f" or ({len(rows)}, {selections})"
        need = f"({len(rows)}, counts, counts){or_chances}"
        raise InvalidArgument(
            f"the model gave {chances.shape} for {market.param}, which needs chances as {need}",
            parameter="model",
            value=model,
        )
    check_chances(chances, [f"{row.home} v {row.away}, {day_of(row.kickoff_ts)}" for row in rows])
    # What the check lets pass must not change a score.
    chances = chances / chances.sum(axis=tuple(range(1, chances.ndim)), keepdims=True)
    return ModelChances(chances, None) if is_grid else ModelChances(None, chances)


def _array(predicted: Any) -> Floats:
    """What a model predicted as an array. Raises InvalidArgument if it is not one of numbers."""
    if isinstance(predicted, Prediction):
        return predicted.grid()
    try:
        return np.asarray(predicted, dtype=np.float64)
    except (ValueError, TypeError):
        raise InvalidArgument(
            f"the model gave a {type(predicted).__name__} that is no array of chances",
            parameter="model",
            value=predicted,
        ) from None
