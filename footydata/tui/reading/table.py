"""A league table with the seasons that it could be of."""

import sqlite3
from typing import NamedTuple

from footydata.contract.errors import StandingsNotAvailable
from footydata.contract.terms import TableType
from footydata.queries.leagues import seasons
from footydata.queries.standings import standings
from footydata.records import Season
from footydata.tables import Table, TableHalf, Venue


class TableAsked(NamedTuple):
    """Which table: season_id None is the newest season with fixtures."""

    league_id: int
    season_id: int | None
    type: TableType = TableType.TOTAL
    venue: str = Venue.ALL
    half: str = TableHalf.FULL


class TableRead(NamedTuple):
    """A table, or why there is none; seasons: of the league, newest first."""

    table: Table | None
    refusal: str
    seasons: list[Season]


def read_table(connection: sqlite3.Connection, asked: TableAsked, *, now: int) -> TableRead:
    """A league's table, with the seasons that there are."""
    there = seasons(connection, asked.league_id)
    try:
        table = standings(connection, **asked._asdict(), now=now)
    except StandingsNotAvailable as error:
        return TableRead(None, str(error), there)
    return TableRead(table, "", there)
