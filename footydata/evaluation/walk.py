"""Walks forward through past fixtures: what a model forecasts of each week from what was known before it."""

import inspect
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.database import Database
from footydata.football.errors import InvalidArgument
from footydata.football.markets import Market
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Status
from footydata.forecast.league_past import league_coming, league_past
from footydata.forecast.models.by_figure import WITH_PRICES, TotalSplit
from footydata.forecast.models.distributions import check_chances
from footydata.forecast.models.informed import Coming, Forecast, forecasts, has_prices, needs_prices
from footydata.forecast.models.model import FEWEST_FIXTURES, Past, Prediction
from footydata.odds.numbers import Flags, Floats, Whole
from footydata.odds.settlement import VOID_STATES, counts
from footydata.store.as_of import AsOf
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import leagues

WEEK = 7 * DAY


class Week(NamedTuple):
    """Seven days: the database as it was known at their first moment, and their fixtures.

    moment: unix seconds. known: the fixtures as they were then, without figures; ended: the same fixtures in the same
    order, as they are now.
    """

    moment: int
    as_of: AsOf
    known: list[FixtureRow]
    ended: list[FixtureRow]


def weeks(
    connection: sqlite3.Connection, path: Path, *, league_ids: Sequence[int], start_ts: int, end_ts: int
) -> Iterator[Week]:
    """Each week with finished fixtures of the leagues, from start_ts to before end_ts (unix seconds).

    path: where the database as it was known is built; it also holds the other leagues of the same countries, from which
    clubs are promoted. Awarded and void fixtures are left out, as they were not played out.
    """
    filters = FixtureFilter(league_ids=tuple(league_ids), start_ts=start_ts, end_ts=end_ts, statuses=(Status.FINISHED,))
    played = [row for row in fixtures(connection, filters) if row.state_detail not in VOID_STATES]
    countries = {row.country_code for row in leagues(connection) if row.id in set(league_ids)}
    neighbour_ids = [row.id for row in leagues(connection) if row.country_code in countries]
    with closing(AsOf(connection, path, league_ids=neighbour_ids)) as as_of:
        for moment in range(start_ts, end_ts, WEEK):
            ended = [row for row in played if moment <= row.kickoff_ts < moment + WEEK]
            if not ended:
                continue
            as_of.move_to(moment, coming_until=moment + WEEK)
            ids = {row.id for row in ended}
            coming = FixtureFilter(league_ids=tuple(league_ids), start_ts=moment, end_ts=moment + WEEK)
            known = {row.id: row for row in fixtures(as_of.connection, coming) if row.id in ids}
            yield Week(moment, as_of, [known[row.id] for row in ended], ended)


LEAGUE_MEAN = TotalSplit(strength=1e9, tempo=1e9)
"""A model of which every team is the same: the base rate of a figure."""


class WeekForecasts(NamedTuple):
    """The forecasts of one league's fixtures in one week, and how they ended.

    joint: (n, counts, counts), the chances by the model; chances: (n, selections), if the model gives only these.
    The other one is None. base: (n, counts, counts), by LEAGUE_MEAN. past: what both were fitted to. home, away: the
    final counts, (n,).
    """

    fixtures: list[FixtureRow]
    joint: Floats | None
    chances: Floats | None
    base: Floats
    past: Past
    home: Floats
    away: Floats


def takes_past(model: Any) -> bool:
    """Whether a model is fitted to a Past as of a moment, as ours are, and not to a database."""
    return model is None or "at_ts" in inspect.signature(model.fit).parameters


def week_forecasts(week: Week, model: Any, market: Market, path: Path, refused: dict[str, int]) -> list[WeekForecasts]:
    """A model's forecasts of a week, by league.

    model: None for ours, which chooses for each fixture. path: of the database as it was known, for models that are
    fitted to a database. Adds to `refused` how many fixtures have no figure, too little past or no result prices.
    Raises InvalidArgument.
    """
    by_league: dict[int, list[int]] = defaultdict(list)
    for i, row in enumerate(week.ended):
        by_league[row.league_id].append(i)
    forecasts = []
    for league_id, rows in by_league.items():
        known, ended = [week.known[i] for i in rows], [week.ended[i] for i in rows]
        final = np.array([counts(market, row) for row in ended], dtype=np.float64)
        with_figure: Flags = np.asarray(~np.isnan(final).any(axis=1))
        missing = f"{ended[0].league}: no {market.figure}"
        refused[missing] = refused.get(missing, 0) + int((~with_figure).sum())
        connection = week.as_of.connection
        with_prices = model is not None or market.figure in WITH_PRICES
        past = league_past(connection, league_id, at_ts=week.moment, now=week.moment, with_prices=with_prices).of(
            market.figure, half=market.half
        )
        if needs_prices(model):
            past = past.only(has_prices(past))
        if len(past.home) < FEWEST_FIXTURES:
            knowledge = f"{market.figure}{' and result prices' if needs_prices(model) else ''}"
            few = f"{ended[0].league}: fewer than {FEWEST_FIXTURES} past fixtures with {knowledge}"
            refused[few] = refused.get(few, 0) + int(with_figure.sum())
            continue
        coming = league_coming(connection, known, at_ts=week.moment, with_prices=with_prices).coming
        scored = with_figure
        if needs_prices(model):
            scored = with_figure & ~np.isnan(coming.tilt)
            unpriced = f"{ended[0].league}: no result prices before kickoff"
            refused[unpriced] = refused.get(unpriced, 0) + int((with_figure & ~scored).sum())
        if not scored.any():
            continue
        scored_rows = [row for row, is_scored in zip(known, scored, strict=True) if is_scored]
        joint, chances = _forecast(model, past, coming.only(scored), scored_rows, week, market, path)
        base = LEAGUE_MEAN.fit(past, at_ts=week.moment).predict(*_ids(scored_rows)).grid()
        forecasts.append(WeekForecasts(scored_rows, joint, chances, base, past, *final[scored].T))
    return forecasts


def _ids(rows: Sequence[FixtureRow]) -> tuple[Whole, Whole]:
    return np.array([row.home_id for row in rows]), np.array([row.away_id for row in rows])


def _forecast(
    model: Any, past: Past, coming: Coming, rows: list[FixtureRow], week: Week, market: Market, path: Path
) -> tuple[Floats | None, Floats | None]:
    """The joint grids of the fixtures, or the chances of the market's selections."""
    if model is None:
        return _joined(forecasts(market.figure, past, coming, at_ts=week.moment, half=market.half)), None
    if takes_past(model):
        predicted = model.fit(past, at_ts=week.moment).predict(
            coming.home_ids, coming.away_ids, referee=coming.referees, tilt=coming.tilt
        )
    else:
        with Database(path, clock=lambda: week.moment) as db:
            fitted = model.fit(db) or model
            frame = db.fixtures(start=day_of(week.moment), end=day_of(week.moment + 6 * DAY))
            index_of = {id_: i for i, id_ in enumerate(frame["fixture_id"].tolist())}
            predicted = fitted.predict(frame.iloc[[index_of[row.id] for row in rows]].reset_index(drop=True))
    chances = _array(predicted)
    is_grid = chances.ndim == 3 and len(chances) == len(rows) and chances.shape[1] == chances.shape[2]
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
    return (chances, None) if is_grid else (None, chances)


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


def _joined(parts: Iterable[Forecast]) -> Floats:
    """The grids of several models' forecasts in the order of the fixtures, all of the size of the largest."""
    grids = [(one.rows, one.prediction.grid()) for one in parts]
    size = max(joint.shape[-1] for _, joint in grids)
    result = np.zeros((sum(len(rows) for rows, _ in grids), size, size))
    for rows, joint in grids:
        result[rows, : joint.shape[-1], : joint.shape[-1]] = joint
    return result
