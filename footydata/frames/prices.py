"""The frames of odds, read by columns, and of a ladder of our own prices."""

import sqlite3
from collections.abc import Iterable
from typing import Unpack

import pandas as pd

from footydata.football.markets import Market
from footydata.football.records.meaning import NUMBER
from footydata.frames.framing import frame_of
from footydata.frames.reading import odds_columns
from footydata.frames.viewed import with_facts
from footydata.odds.prices import Ladder
from footydata.views.arguments import Clock, FixtureFilters
from footydata.views.recorded import odds_asked


def odds(
    connection: sqlite3.Connection,
    clock: Clock,
    fixture_id: int | Iterable[int] | None = None,
    *,
    market: str | None = None,
    bookmaker: str | None = None,
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
    )
    return with_facts(frame_of(asked.view.columns, arrays), asked.view)


def ladder(rungs: Ladder, market: Market) -> pd.DataFrame:
    """One row per quarter line, lowest first: the fair prices of both sides, named by the market's selections."""
    prices_by_side = zip(market.shape.selections, rungs.prices.T, strict=True)
    return pd.DataFrame(
        {"line": pd.Series(rungs.lines, dtype=NUMBER)}
        | {selection: pd.Series(fair, dtype=NUMBER) for selection, fair in prices_by_side}
    )
