"""The bracket of a season, with the other seasons of its league."""

import sqlite3
from typing import NamedTuple

from footydata.football.errors import NotFound, StandingsNotAvailable
from footydata.football.languages import ENGLISH
from footydata.football.records import SeasonRecord
from footydata.store.read.seasons.brackets import SeasonBracket, season_bracket
from footydata.store.read.seasons.leagues import seasons


class BracketContent(NamedTuple):
    """A bracket, or why there is none; seasons: of the league, newest first."""

    bracket: SeasonBracket | None
    refusal: str
    seasons: list[SeasonRecord]


def read_bracket(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    now: int,
    lang: str = ENGLISH,
) -> BracketContent:
    """The bracket of a season; season_id None: of the newest with fixtures."""
    league_seasons = seasons(connection, league_id)
    try:
        bracket = season_bracket(
            connection, league_id=league_id, season_id=season_id, now=now, lang=lang
        )
    except (NotFound, StandingsNotAvailable) as error:
        return BracketContent(None, str(error), league_seasons)
    return BracketContent(bracket, "", league_seasons)
