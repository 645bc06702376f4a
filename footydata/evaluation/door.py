"""fd.evaluate: how good a model's forecasts were, as frames."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from footydata.choices import MarketName, OneOrMany
from footydata.contract.markets import Market
from footydata.contract.terms import DAY, Order, Status
from footydata.database import Database
from footydata.database.opened import check_database
from footydata.declared_types import checked
from footydata.evaluation.evaluating import CalibrationRow, Evaluated, NotScored, Score, evaluated
from footydata.forecast.models import MODELS
from footydata.forecast.strengths import ClosedForm
from footydata.frames import prices as frames
from footydata.moments import Moment
from footydata.queries.asked import narrowed, one_of
from footydata.queries.fixtures import FixtureFilter, fixtures
from footydata.queries.leagues import leagues
from footydata.rules.settlement import market_of

if TYPE_CHECKING:
    import pandas as pd

MODEL_NAMES = ("ours", "without-prices", "closed-form")
"""The models that go by a name: ours is what prices fair lines, with the market's result prices where they help and are
known; without-prices the same from past counts alone; closed-form the one before it, without iteration."""

FIRST_YEAR = 365 * DAY
"""So much of the past is left to be learnt from where no start is named."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a model's forecasts were, walked forward week by week, each week from what was known before it.

    Attributes:
        scores: one row per what was scored and forecaster (the model, the base rate, the market where its prices are
            recorded): log loss, ranked probability score, how far behind the model it is, with the standard error of
            that on the same fixtures. Lower is better.
        calibration: one row per bin of the model's chances: their mean, and the share that came true.
        remarks: what was left out and why; the calibration error beside the band of chance.
    """

    scores: "pd.DataFrame"
    calibration: "pd.DataFrame"
    remarks: list[str]


class EvaluatedSpan(NamedTuple):
    """The fixtures that are evaluated."""

    league_ids: list[int]
    start_ts: int
    end_ts: int


@checked
def evaluate(
    db: Database,
    *,
    market: MarketName,
    league: OneOrMany[int | str] | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    model: object = "ours",
) -> Evaluation:
    """How good forecasts of a market were, beside base rates and the recorded opening and closing prices.

    start, end: days, both inclusive; from a year after the first finished fixture on where no start is named,
    which a model needs to learn from.
    model: "ours", "without-prices", "closed-form", or any object with fit and predict: fit(db) gets the database as it
    was known at a week's first moment, predict(fixtures) the frame of that week's fixtures without their figures, and
    gives chances: (n, counts, counts) of home and away counts, or (n, selections) of a market without a line. One of
    footydata.forecast is one too; it gets referees and result prices as well, and one that needs result prices is
    scored on the fixtures that have them. No model sees what was not known then; opening prices of the week's fixtures
    count as known, as no moment is stored with them.
    A good score is no evidence of profit, and beating a closing price is not to be expected.
    Raises NotScored, WrongForecast, UnknownMarket, LeagueNotFound, AmbiguousName, NotAMoment.
    """
    check_database(db)
    wanted = market_of(market)
    found = run(db.connection, wanted, span_of(db.connection, league=league, start=start, end=end), model)
    return Evaluation(
        frames.scores(found.scores, Score._fields),
        frames.calibration(found.calibration, CalibrationRow._fields),
        remarks_of(found),
    )


def run(
    connection: sqlite3.Connection,
    market: Market,
    span: EvaluatedSpan,
    model: object,
    *,
    progress: Callable[[str], None] | None = None,
) -> Evaluated:
    """The scores of a model over a span; progress: called with a line a week."""
    with TemporaryDirectory(prefix="footydata-") as folder:
        return evaluated(
            connection,
            Path(folder) / "as_of.db",
            market=market,
            league_ids=span.league_ids,
            start_ts=span.start_ts,
            end_ts=span.end_ts,
            model=_model(model, market),
            progress=progress,
        )


def span_of(
    connection: sqlite3.Connection,
    *,
    league: OneOrMany[int | str] | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
) -> EvaluatedSpan:
    """The leagues and the days that are meant, in unix seconds. Raises NotScored where no fixture is finished."""
    asked = narrowed(connection, league=league, start=start, end=end)
    ids = [asked.league_id] if asked.league_id is not None else list(asked.league_ids or ())
    ids = ids or [row.id for row in leagues(connection)]
    played = FixtureFilter(league_ids=tuple(ids), status=Status.FINISHED, esports=asked.esports)
    first, last = (fixtures(connection, played, order=order, limit=1) for order in (Order.ASC, Order.DESC))
    if not first:
        raise NotScored("no finished fixture here, of which a forecast could be scored")
    begin = asked.start_ts if asked.start_ts is not None else _midnight(first[0].kickoff_ts + FIRST_YEAR)
    until = asked.end_ts if asked.end_ts is not None else last[0].kickoff_ts + 1
    if until <= begin:
        raise NotScored("all finished fixtures are of the first year, which is left to be learnt from; name a start")
    return EvaluatedSpan(ids, _midnight(begin), until)


def remarks_of(found: Evaluated) -> list[str]:
    """What was left out, and the calibration, in words."""
    left_out = [f"{count:,} left out: {why}" for why, count in found.refused.items()]
    calibrated = [
        f"{selection}{'' if line is None else f' {line:g}'}: calibration error {error:.3f}, "
        f"{'within' if error <= band else 'above'} the {band:.3f} that chance alone stays below in 95 of 100"
        for (selection, line), (error, band) in found.errors.items()
    ]
    return left_out + calibrated


def _model(model: object, market: Market) -> Any:
    if not isinstance(model, str):
        return model
    named = one_of("model", model, MODEL_NAMES, NotScored)
    if named == "ours":
        return None
    return MODELS[market.figure] if named == "without-prices" else ClosedForm(market.figure)


def _midnight(seconds: int) -> int:
    return seconds - seconds % DAY
