"""The frames of odds, read by columns, and of a ladder of our own prices."""

import sqlite3
from collections.abc import Iterable
from typing import Unpack

import pandas as pd

from footydata.football.records.meaning import NUMBER
from footydata.forecast.pricing import fair_ladder
from footydata.frames.framing import frame_of
from footydata.frames.reading import odds_columns
from footydata.frames.viewed import with_facts
from footydata.odds.settlement import market_of
from footydata.views.arguments import Clock, FixtureFilters, FixtureId, Market
from footydata.views.fixtures import fixture_named
from footydata.views.recorded import odds_asked


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
