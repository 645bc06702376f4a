"""What a model said of a week's fixtures before they were played, and what the league's mean says of them."""

import inspect
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.contract.errors import FootydataError
from footydata.contract.markets import Market
from footydata.contract.terms import DAY, RED_POINTS, YELLOW_POINTS, Figure, Side
from footydata.database import Database
from footydata.evaluation.walk import Week
from footydata.forecast.past import Flags, Floats, Past, Whole
from footydata.forecast.prediction import Prediction
from footydata.forecast.total_split import TotalSplit
from footydata.moments import day_of
from footydata.pricing import FEWEST_FIXTURES, WINDOW, past_of
from footydata.queries.figures import PastFixture, past_fixtures
from footydata.rows import FixtureRow

LEAGUE_MEAN = TotalSplit(strength=1e9, tempo=1e9)
"""Every team alike: the base rate of a figure."""


class WrongForecast(FootydataError):
    """What a model said has not the shape that a market needs; the message says which."""


class Said(NamedTuple):
    """What was said of fixtures of one league and week, and how they ended.

    joint: (n, counts, counts), None where the model names chances of the selections alone: chances, (n, selections).
    base: (n, counts, counts), what the league's mean says. past: what both were fitted to. home, away: the counts
    that came.
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
    return "at_ts" in inspect.signature(model.fit).parameters


def said_of(week: Week, model: Any, market: Market, path: Path, refused: dict[str, int]) -> list[Said]:
    """What a model said of a week, by league; counts in `refused` what has too little past, or no figure.

    path: of the database as it was known, which a model that takes one is fitted to. Raises WrongForecast.
    """
    by_league: dict[int, list[int]] = defaultdict(list)
    for place, row in enumerate(week.ended):
        by_league[row.league_id].append(place)
    found = []
    for league_id, places in by_league.items():
        known, ended = [week.known[place] for place in places], [week.ended[place] for place in places]
        counts = np.array([counts_of(row, market) for row in ended], dtype=np.float64)
        with_figure: Flags = np.asarray(~np.isnan(counts).any(axis=1))
        missing = f"{ended[0].league}: no {market.figure}"
        refused[missing] = refused.get(missing, 0) + int((~with_figure).sum())
        past = _past(week, league_id, market)
        if len(past.home) < FEWEST_FIXTURES:
            few = f"{ended[0].league}: fewer than {FEWEST_FIXTURES} past fixtures with {market.figure}"
            refused[few] = refused.get(few, 0) + int(with_figure.sum())
        if len(past.home) < FEWEST_FIXTURES or not with_figure.any():
            continue
        wanted = [row for row, is_known in zip(known, with_figure, strict=True) if is_known]
        joint, chances = _forecast(model, past, wanted, week, market, path)
        home, away = _ids(wanted)
        base = LEAGUE_MEAN.fit(past, at_ts=week.moment).predict(home, away).grid()
        found.append(Said(wanted, joint, chances, base, past, *counts[with_figure].T))
    return found


def counts_of(row: FixtureRow, market: Market) -> tuple[float | None, float | None]:
    """The home and away counts of a fixture on which a market settles, None where unknown."""
    prefix = "half_" if market.half else ""
    if market.figure is Figure.CARD_POINTS:
        cards = row.home_yellow, row.away_yellow, row.home_red, row.away_red
        if market.half or None in cards:
            return None, None
        home_yellow, away_yellow, home_red, away_red = (card or 0 for card in cards)
        return (
            YELLOW_POINTS * home_yellow + RED_POINTS * home_red,
            YELLOW_POINTS * away_yellow + RED_POINTS * away_red,
        )
    return tuple(getattr(row, f"{prefix}{side}_{market.figure}") for side in Side)


def _past(week: Week, league_id: int, market: Market) -> Past:
    rows = past_fixtures(week.as_of.connection, league_id, start_ts=week.moment - WINDOW, end_ts=week.moment)
    table = np.array(rows, dtype=np.float64).reshape(len(rows), len(PastFixture._fields))
    return past_of(table, market.figure, market.half)


def _ids(rows: Sequence[FixtureRow]) -> tuple[Whole, Whole]:
    return np.array([row.home_id for row in rows]), np.array([row.away_id for row in rows])


def _forecast(
    model: Any, past: Past, wanted: list[FixtureRow], week: Week, market: Market, path: Path
) -> tuple[Floats | None, Floats | None]:
    """The joint grids of the fixtures, or the chances of the market's selections."""
    if takes_past(model):
        said = model.fit(past, at_ts=week.moment).predict(*_ids(wanted))
    else:
        with Database(path, clock=lambda: week.moment) as db:
            fitted = model.fit(db) or model
            frame = db.fixtures(start=day_of(week.moment), end=day_of(week.moment + 6 * DAY))
            places = {id_: place for place, id_ in enumerate(frame["fixture_id"].tolist())}
            said = fitted.predict(frame.iloc[[places[row.id] for row in wanted]].reset_index(drop=True))
    if isinstance(said, Prediction):
        return said.grid(), None
    given = np.asarray(said, dtype=np.float64)
    selections = len(market.shape.selections)
    if given.ndim == 3 and len(given) == len(wanted) and given.shape[1] == given.shape[2]:
        return given, None
    if given.shape == (len(wanted), selections) and not market.shape.has_line:
        return None, given
    need = f"({len(wanted)}, counts, counts)" + ("" if market.shape.has_line else f" or ({len(wanted)}, {selections})")
    raise WrongForecast(f"the model said {given.shape} of {market.param}; it needs chances as {need}")
