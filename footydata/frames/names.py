"""The frames of leagues, teams, bookmakers and loads."""

import sqlite3
from collections.abc import Sequence

import pandas as pd

from footydata.frames.columns import (
    BOOKMAKER_COLUMNS,
    LEAGUE_COLUMNS,
    LOAD_COLUMNS,
    MATCH_COLUMNS,
    TEAM_COLUMNS,
)
from footydata.frames.framing import framed_or_reason
from footydata.store.read.odds import bookmakers as bookmakers_of
from footydata.store.read.quality.loads import loads as select_loads
from footydata.store.read.seasons.leagues import leagues as select_leagues
from footydata.store.read.teams.team_matches import TeamMatch
from footydata.store.read.teams.teams import teams as select_teams


def leagues(connection: sqlite3.Connection, *, lang: str) -> pd.DataFrame:
    rows = select_leagues(connection, lang=lang)
    return framed_or_reason("the database has no leagues", LEAGUE_COLUMNS, rows)


def teams(connection: sqlite3.Connection, *, league_id: int | None, season_id: int | None, lang: str) -> pd.DataFrame:
    rows = select_teams(connection, league_id=league_id, season_id=season_id, lang=lang)
    whose = "the season has" if season_id is not None else "the league has" if league_id is not None else "there are"
    return framed_or_reason(f"{whose} no teams in the database", TEAM_COLUMNS, rows)


def team_matches(rows: Sequence[TeamMatch]) -> pd.DataFrame:
    """One row per name, in order."""
    return framed_or_reason("no name was given", MATCH_COLUMNS, rows)


def bookmakers(connection: sqlite3.Connection) -> pd.DataFrame:
    rows = bookmakers_of.bookmakers(connection)
    return framed_or_reason(
        "the database has no bookmakers: no odds were loaded",
        BOOKMAKER_COLUMNS,
        rows,
    )


def loads(connection: sqlite3.Connection) -> pd.DataFrame:
    """One row per load, the newest first; unload: yes, or why it can't be taken back."""
    return framed_or_reason("nothing was loaded", LOAD_COLUMNS, select_loads(connection))
