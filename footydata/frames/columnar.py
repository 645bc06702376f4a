"""The frames of fixtures and odds, read by columns, and of a ladder of our own prices."""

import sqlite3
from collections.abc import Iterable
from typing import Unpack

import pandas as pd

from footydata.football.languages import ENGLISH
from footydata.football.records.meaning import NUMBER
from footydata.forecast.pricing import fair_ladder
from footydata.frames.reading import fixture_columns, odds_columns
from footydata.frames.viewed import frame_of, with_facts
from footydata.odds.settlement import market_of
from footydata.store.read.fixtures.fixtures import fixture_filter
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.typed_names import language
from footydata.views.arguments import Clock, FixtureFilters, FixtureId, Market
from footydata.views.fixtures import FIXTURE_COLUMNS, fixture_named
from footydata.views.recorded import odds_asked


def all_fixtures(
    connection: sqlite3.Connection,
    clock: Clock,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    lang: str = ENGLISH,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame | None:
    """One row per fixture by kickoff; None where they are wanted otherwise."""
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    if newest_first or limit is not None or narrowed.figures is not None:
        return None
    frame = frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=language(lang)))
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame


def odds(
    connection: sqlite3.Connection,
    clock: Clock,
    fixture_id: int | Iterable[int] | None = None,
    *,
    market: str | None = None,
    bookmaker: str | None = None,
    ladder: bool = False,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame:
    """The frame of odds_view, without its rows as Python objects."""
    asked = odds_asked(connection, clock, fixture_id, market, bookmaker, filters)
    arrays = odds_columns(
        connection,
        asked.chosen.ids,
        market=asked.market.key if asked.market else None,
        bookmaker_id=asked.bookmaker.id if asked.bookmaker else None,
        columns=asked.view.columns,
        ladder=ladder,
    )
    return with_facts(frame_of(asked.view.columns, arrays), asked.view)


def ladder(
    connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId, market: Market
) -> pd.DataFrame:
    """One row per quarter line of a market of a fixture, lowest first: our fair prices of both sides, up to 15.

    Priced as fair_lines are. Raises FixtureNotFound, InvalidArgument, and TooFewFixtures if it can't be priced.
    """
    priced = market_of(market)
    rungs = fair_ladder(connection, fixture_named(connection, fixture_id), priced, now=clock.now)
    prices_by_side = zip(priced.shape.selections, rungs.prices.T, strict=True)
    return pd.DataFrame(
        {"line": pd.Series(rungs.lines, dtype=NUMBER)}
        | {selection: pd.Series(fair, dtype=NUMBER) for selection, fair in prices_by_side}
    )
