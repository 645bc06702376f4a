"""fd.evaluate: the scores of a model's past forecasts as frames."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from footydata.database import Database, check_database
from footydata.evaluation.scoring import Evaluated, scored
from footydata.football.choices import MarketName, OneOrMany
from footydata.football.declared_types import checked
from footydata.football.errors import TooFewFixtures
from footydata.football.markets import Market
from footydata.football.moments import Moment
from footydata.football.terms import DAY, Order, Status
from footydata.forecast.models.by_figure import MODELS
from footydata.forecast.models.strengths import ClosedForm
from footydata.frames.columns import CALIBRATION_COLUMNS, SCORE_COLUMNS
from footydata.frames.framing import framed
from footydata.odds.settlement import market_of
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter, fixtures
from footydata.store.read.seasons.leagues import leagues
from footydata.store.typed_names import one_of

if TYPE_CHECKING:
    import pandas as pd

MODEL_NAMES = ("ours", "without-prices", "closed-form")
"""The models that have a name. ours: the one that prices fair lines, with the market's result prices if they are
known and help. without-prices: the same from past counts alone. closed-form: forecast.strengths."""

FIRST_YEAR = 365 * DAY
"""Seconds from the first finished fixture to the start of an evaluation that names none: models need a past."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of a model, walk-forward: each week is forecast from what was known before it.

    Attributes:
        scores: one row per thing scored and forecaster (the model, the base rate, the market if its prices are
            recorded): log loss, ranked probability score (lower is better), and how far the forecaster is behind the
            model on the same fixtures, with the standard error of that.
        calibration: one row per bin of the model's chances: their mean, and the share that came true.
        remarks: which fixtures were left out and why; the calibration error beside what chance alone would give.
    """

    scores: "pd.DataFrame"
    calibration: "pd.DataFrame"
    remarks: list[str]


class EvaluatedSpan(NamedTuple):
    """The leagues and the moments (unix seconds, the end exclusive) between which fixtures are evaluated."""

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

    start, end: days, both inclusive; without a start, a year after the first finished fixture, as a model needs a past.
    model: "ours", "without-prices", "closed-form", a model of footydata.forecast, or any object with fit and predict.
    Each week fit(db) gets the database as it was known at the start of the week, and predict(fixtures) a frame of the
    week's fixtures without their figures; it returns chances, (n, counts, counts) of home and away counts, or
    (n, selections) in a market without a line. A model of footydata.forecast also gets referees and result prices; one
    that needs result prices is scored on the fixtures that have them. No model sees what was not known at the time,
    but opening prices of the week's fixtures count as known, as they are stored without a moment.
    A good score is no evidence of profit, and beating closing prices is not to be expected.
    Raises TooFewFixtures, InvalidArgument, LeagueNotFound, AmbiguousName.
    """
    check_database(db)
    scored_market = market_of(market)
    evaluated = run(db.connection, scored_market, span_of(db.connection, league=league, start=start, end=end), model)
    return Evaluation(
        framed(SCORE_COLUMNS, evaluated.scores),
        framed(CALIBRATION_COLUMNS, evaluated.calibration),
        remarks_of(evaluated),
    )


def run(
    connection: sqlite3.Connection,
    market: Market,
    span: EvaluatedSpan,
    model: object,
    *,
    progress: Callable[[str], None] | None = None,
) -> Evaluated:
    """The scores of a model over a span; progress: called with the date of each week. Raises as scored does."""
    with TemporaryDirectory(prefix="footydata-") as folder:
        return scored(
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
    """The span of the leagues and days asked for. Raises TooFewFixtures if no finished fixture is left in it."""
    filters = fixture_filter(connection, league=league, start=start, end=end)
    ids = filters.league_ids or tuple(row.id for row in leagues(connection))
    played = FixtureFilter(league_ids=ids, statuses=(Status.FINISHED,), esports=filters.esports)
    first, last = (fixtures(connection, played, order=order, limit=1) for order in (Order.ASC, Order.DESC))
    if not first:
        raise TooFewFixtures("there is no finished fixture on which a forecast could be scored")
    begin = filters.start_ts if filters.start_ts is not None else _midnight(first[0].kickoff_ts + FIRST_YEAR)
    until = filters.end_ts if filters.end_ts is not None else last[0].kickoff_ts + 1
    if until <= begin:
        raise TooFewFixtures("all finished fixtures are of the first year, from which a model learns; name a start")
    return EvaluatedSpan(list(ids), _midnight(begin), until)


def remarks_of(evaluated: Evaluated) -> list[str]:
    """Which fixtures were left out, and the calibration error, a sentence each."""
    left_out = [f"{count:,} left out: {why}" for why, count in evaluated.refused.items()]
    calibrated = [
        f"{selection}{'' if line is None else f' {line:g}'}: calibration error {error:.3f}, "
        f"{'within' if error <= band else 'above'} the {band:.3f} that chance alone stays below in 95 of 100"
        for (selection, line), (error, band) in evaluated.errors.items()
    ]
    return left_out + calibrated


def _model(model: object, market: Market) -> Any:
    if not isinstance(model, str):
        return model
    model_name = one_of("model", model, MODEL_NAMES)
    if model_name == "ours":
        return None
    return MODELS[market.figure] if model_name == "without-prices" else ClosedForm(market.figure)


def _midnight(seconds: int) -> int:
    return seconds - seconds % DAY
