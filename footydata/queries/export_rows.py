"""What an export writes beside the fixtures: which parts there are, and the small tables whole."""

import json
import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from footydata.queries.fixtures import FixtureFilter
from footydata.records import OddsTickRecord, PointsAdjustment, SeasonTeam, TeamAlias


class SeasonPart(NamedTuple):
    """The seasons of a country's leagues that start in one year; none of fixtures whose season is not known."""

    start_year: int
    country_code: str
    narrowed: FixtureFilter
    seasons: tuple[tuple[int, int], ...]


class ExportScope(NamedTuple):
    """What the small tables are narrowed to.

    seasons: the ids of those that are exported; leagues: of all leagues of exported fixtures; leagues_without_season:
    of those with exported fixtures whose season is not known; is_whole: nothing is left out.
    """

    seasons: list[int]
    leagues: set[int]
    leagues_without_season: set[int]
    is_whole: bool


class ExportedSeason(NamedTuple):
    """A season with the rules of its own, None if its league's apply."""

    id: int
    league_id: int
    label: str
    start_year: int
    current: int
    rules: str | None


class RefereeRow(NamedTuple):
    """A referee in a country: his fixtures, the first and the last kickoff of them."""

    referee: str
    country: str
    fixtures: int
    first_ts: int
    last_ts: int


def season_parts(connection: sqlite3.Connection, asked: FixtureFilter) -> list[SeasonPart]:
    """The parts of what is asked for (leagues and seasons), by year and country; seasons: (season, league) ids.

    Fixtures without a season stand under the year of their kickoff.
    """
    found: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for season_id, league_id, year, country in connection.execute(_SEASONS, _narrowing(asked)):
        found.setdefault((year, country), []).append((season_id, league_id))
    parts = [
        SeasonPart(*key, FixtureFilter(season_ids=tuple(season for season, _ in seasons)), tuple(seasons))
        for key, seasons in found.items()
    ]
    if asked.season_id is None and asked.season_ids is None:
        for year, country, first_ts, after_ts, leagues in connection.execute(_WITHOUT, _narrowing(asked)):
            of_year = FixtureFilter(
                start_ts=first_ts, end_ts=after_ts, without_season=True, league_ids=tuple(json.loads(leagues))
            )
            parts.append(SeasonPart(year, country, of_year, ()))
    return sorted(parts, key=lambda part: (part.start_year, part.country_code, not part.seasons))


def scope_of(parts: Collection[SeasonPart], *, is_whole: bool) -> ExportScope:
    """What the small tables of parts are narrowed to."""
    seasons = [season for part in parts for season in part.seasons]
    bare = {league for part in parts if not part.seasons for league in part.narrowed.league_ids or ()}
    return ExportScope([season for season, _ in seasons], {league for _, league in seasons} | bare, bare, is_whole)


def exported_seasons(connection: sqlite3.Connection, scope: ExportScope) -> list[ExportedSeason]:
    """The seasons of a scope."""
    return [ExportedSeason._make(row) for row in connection.execute(_RULES, _of_scope(scope))]


def season_members(connection: sqlite3.Connection, scope: ExportScope) -> list[SeasonTeam]:
    """The teams of the seasons of a scope."""
    return [SeasonTeam._make(row) for row in connection.execute(_MEMBERS, _of_scope(scope))]


def team_ids(connection: sqlite3.Connection, scope: ExportScope) -> set[int]:
    """The ids of the teams of a scope: the members of its seasons, and whoever plays in its fixtures."""
    return {team_id for (team_id,) in connection.execute(_TEAM_IDS, _of_scope(scope))}


def deductions(connection: sqlite3.Connection, scope: ExportScope) -> list[PointsAdjustment]:
    """The decisions on points in the seasons of a scope."""
    return [PointsAdjustment._make(row) for row in connection.execute(_DECISIONS, _of_scope(scope))]


def aliases(connection: sqlite3.Connection) -> list[TeamAlias]:
    """How sources may call teams, by the user's word."""
    return [TeamAlias._make(row) for row in connection.execute(_ALIASES)]


def referees(connection: sqlite3.Connection, scope: ExportScope) -> list[RefereeRow]:
    """The referees of the fixtures of a scope, by country."""
    return [RefereeRow._make(row) for row in connection.execute(_REFEREES, _of_scope(scope))]


def ticks(connection: sqlite3.Connection, fixture_ids: Collection[int]) -> list[OddsTickRecord]:
    """Every recorded movement of every market of the fixtures, oldest first."""
    return [OddsTickRecord._make(row) for row in connection.execute(_TICKS, _ids(fixture_ids))]


def _ids(ids: Collection[int]) -> dict[str, str]:
    return {"ids": json.dumps(list(ids))}


def _of_scope(scope: ExportScope) -> dict[str, str]:
    return _ids(scope.seasons) | {"bare": json.dumps(list(scope.leagues_without_season))}


def _narrowing(asked: FixtureFilter) -> dict[str, str | None]:
    leagues = asked.league_ids if asked.league_id is None else (asked.league_id,)
    seasons = asked.season_ids if asked.season_id is None else (asked.season_id,)
    return {
        "leagues": None if leagues is None else json.dumps(leagues),
        "seasons": None if seasons is None else json.dumps(seasons),
    }


_SEASONS = """
select season.id, season.league_id, season.start_year, league.country_code
from season join league on league.id = season.league_id
where (:leagues is null or season.league_id in (select value from json_each(:leagues)))
and (:seasons is null or season.id in (select value from json_each(:seasons)))
order by season.start_year, league.country_code, season.league_id, season.id
"""

_WITHOUT = """
with bare as (
  select league.country_code, fixture.league_id,
         cast(strftime('%Y', fixture.kickoff_ts, 'unixepoch') as integer) as year
  from fixture join league on league.id = fixture.league_id
  where fixture.season_id is null
  and (:leagues is null or fixture.league_id in (select value from json_each(:leagues))))
select year, country_code, unixepoch(printf('%04d-01-01', year)), unixepoch(printf('%04d-01-01', year + 1)),
       json_group_array(distinct league_id)
from bare group by year, country_code order by year, country_code
"""

_OF_SEASONS = "season_id in (select value from json_each(:ids))"

_RULES = """
select season.id, season.league_id, season.label, season.start_year, season.current, season_rules.rules
from season left join season_rules on season_rules.season_id = season.id
where season.id in (select value from json_each(:ids)) order by season.id
"""

_MEMBERS = f"select {', '.join(SeasonTeam._fields)} from season_team where {_OF_SEASONS} order by season_id, team_id"

_DECISIONS = (
    f"select {', '.join(PointsAdjustment._fields)} from points_adjustment where {_OF_SEASONS} "
    "order by season_id, team_id, seq"
)

_OF_FIXTURES = f"""({_OF_SEASONS}
  or season_id is null and fixture.league_id in (select value from json_each(:bare)))"""

_TEAM_IDS = f"""
select team_id from season_team where {_OF_SEASONS}
union select home_id from fixture where {_OF_FIXTURES}
union select away_id from fixture where {_OF_FIXTURES}
"""

_ALIASES = f"select {', '.join(TeamAlias._fields)} from team_alias order by source, scope, spelling"

_REFEREES = f"""
select fixture.referee, country.name, count(*), min(kickoff_ts), max(kickoff_ts)
from fixture join league on league.id = fixture.league_id join country on country.code = league.country_code
where fixture.referee is not null and {_OF_FIXTURES}
group by fixture.referee, country.name order by fixture.referee, country.name
"""

_TICKS = (
    f"select {', '.join(OddsTickRecord._fields)} from odds_tick "
    "where fixture_id in (select value from json_each(:ids)) "
    "order by fixture_id, bookmaker_id, market, recorded_ts, seq"
)
