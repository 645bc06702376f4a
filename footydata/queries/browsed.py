"""What the terminal browser lists beside fixtures: leagues with their seasons, teams by name, stored languages."""

import sqlite3
from typing import NamedTuple

from footydata.contract.languages import ENGLISH


class SeasonSpan(NamedTuple):
    """The seasons of a league. seasons: how many; first, last: their labels."""

    league_id: int
    seasons: int
    first: str
    last: str


class ShownTeam(NamedTuple):
    """A team by the name that is shown."""

    id: int
    name: str


class ShownSeason(NamedTuple):
    """A season of a league."""

    id: int
    league_id: int
    label: str


_LANGUAGES = """
select lang from team_name union select lang from league_name union select lang from country_name order by 1
"""

_SPANS = """
select league_id, count(*),
       (select label from season as other where other.league_id = season.league_id order by start_year, label limit 1),
       (select label from season as other where other.league_id = season.league_id
        order by start_year desc, label desc limit 1)
from season group by league_id order by league_id
"""

_LAST = """
select kickoff_ts from fixture where season_id in (
  select id from season where league_id = :league order by start_year desc, label desc limit 1)
order by kickoff_ts desc limit 1
"""

_TEAMS = """
select team.id, coalesce(team_name.name, team.name) from team
left join team_name on team_name.team_id = team.id and team_name.lang = :lang
where :id is null or team.id = :id order by team.id
"""


def stored_languages(connection: sqlite3.Connection) -> list[str]:
    """The languages of which names are stored, English first."""
    return [ENGLISH, *[row[0] for row in connection.execute(_LANGUAGES) if row[0] != ENGLISH]]


def season_spans(connection: sqlite3.Connection) -> dict[int, SeasonSpan]:
    """League → its seasons; a league without any has none."""
    return {row[0]: SeasonSpan._make(row) for row in connection.execute(_SPANS)}


def last_kickoff_of(connection: sqlite3.Connection, league_id: int) -> int | None:
    """The last kickoff of a league's newest season, None if it has no fixtures."""
    row = connection.execute(_LAST, {"league": league_id}).fetchone()
    return row[0] if row else None


def shown_teams(connection: sqlite3.Connection, *, lang: str = ENGLISH, team_id: int | None = None) -> list[ShownTeam]:
    """Every team, or one, by its name in a language; the English one if there is none."""
    return [ShownTeam._make(row) for row in connection.execute(_TEAMS, {"lang": lang, "id": team_id})]


def shown_seasons(connection: sqlite3.Connection) -> list[ShownSeason]:
    """Every season, the newest first."""
    sql = "select id, league_id, label from season order by start_year desc, label desc, id"
    return [ShownSeason._make(row) for row in connection.execute(sql)]


def played_moment(connection: sqlite3.Connection) -> int | None:
    """How far the replay in a file has got, unix seconds; None if the file is not a replay's."""
    if connection.execute("select 1 from sqlite_master where name = 'replay'").fetchone() is None:
        return None
    row = connection.execute("select moment_ts from replay").fetchone()
    return row[0] if row else None
