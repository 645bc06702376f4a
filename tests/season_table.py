"""The table of a season by the ids of its league and of itself."""

import sqlite3

from footydata.football.rows import Table
from footydata.store.read.seasons.season import WHOLE, LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import table_of


def standings(
    connection: sqlite3.Connection,
    limits: TableLimits = WHOLE,
    *,
    league_id: int,
    season_id: int | None = None,
    now: int,
) -> Table:
    """The table of a season, of its newest with fixtures if none is named."""
    return table_of(LeagueSeason(connection, league_id, season_id, now=now), limits)
