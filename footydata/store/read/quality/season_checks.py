"""Checks seasons: fixtures outside their span, missing members, tables that fit no format."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress

from footydata.football.errors import StandingsNotAvailable
from footydata.football.register.leagues import meets_once
from footydata.football.register.teams import namesakes
from footydata.football.terms import OWN_IDS_FROM
from footydata.store.read.quality.evidence import possible_duplicates
from footydata.store.read.quality.finding import ERROR, REMARK, Check, Flagged, by_sql
from footydata.store.read.seasons.season import LeagueSeason
from footydata.store.read.seasons.standings import table_of
from footydata.store.read.seasons.table_doubts import SEASON_OVER_AFTER, unmet


def _doubts(season: LeagueSeason) -> list[str]:
    """Why the table of a season may be wrong, nothing if it has none; fixtures that are lacking are counted elsewhere."""
    head = season.head
    with suppress(StandingsNotAvailable):
        doubts = list(table_of(season).doubts)
        lacking = unmet(season.results(), now=season.now) if doubts else ()
        is_counted = meets_once(head.country_code, head.league)
        return [doubt for doubt in doubts if not is_counted or doubt not in lacking]
    return []


def _doubtful(connection: sqlite3.Connection, now: int, *_: object) -> Iterator[Flagged]:
    """Seasons whose fixtures fit no format that we know: a club under two names, play-offs among the rest."""
    for season_id, league_id, league, label in connection.execute(_WITH_TABLES).fetchall():
        for doubt in _doubts(LeagueSeason(connection, league_id, season_id, now=now)):
            yield Flagged("season", season_id, f"{league} {label}: {doubt}")


def _two_names(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    """Clubs that may be one under two names, if too few fixtures agree to decide, or some differ."""
    for pair, clause in possible_duplicates(connection):
        yield Flagged("team", max(pair), clause)


def _shared_name(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    """Clubs in two leagues of a year, one of which a source may have named with the short name of another club."""
    for team_id, country, key, team, leagues in connection.execute(_IN_TWO_TABLES):
        others = [one.name for one in namesakes(country, key) if one.id != team_id]
        if others:
            what = f"what a source calls {key!r} may be {' or '.join(others)} in one of them"
            yield Flagged("team", team_id, f"{team} plays in {leagues}: {what}")


def _incomplete(connection: sqlite3.Connection, now: int, *_: object) -> Iterator[Flagged]:
    """Seasons that are over with too few fixtures, of leagues in which each pair meets once at each venue.

    The fixtures are those that the season's table counts. A season whose table is doubted is not named again.
    """
    for season_id, league_id, league, label in connection.execute(_WITH_TABLES).fetchall():
        season = LeagueSeason(connection, league_id, season_id, now=now)
        head = season.head
        is_over = head.last_ts is not None and head.last_ts < now - SEASON_OVER_AFTER
        if not is_over or not meets_once(head.country_code, head.league):
            continue
        results = season.results()
        teams = len({team for row in results.counted for team in row[:2]})
        if results.counted and results.played < teams * (teams - 1) and not _doubts(season):
            sentence = f"{results.played} of {teams * (teams - 1)} fixtures of its {teams} teams are finished"
            yield Flagged("season", season_id, f"{league} {label}: {sentence}")


_SPANS = """
    select id,
           unixepoch(case when label like '%/%' then printf('%04d-06-01', start_year)
                          else printf('%04d-01-01', start_year) end) as start_ts,
           unixepoch(case when label like '%/%' then printf('%04d-09-01', start_year + 1)
                          else printf('%04d-04-01', start_year + 1) end) as end_ts
    from season
"""
"""The days of a season: June to August of the next year, or January to March of the next (the pandemic moved many)."""

CHECKS = (
    by_sql(
        "season_of_another_league",
        ERROR,
        "it is of league {league_id}, its season of league {other}",
        """select fixture.id, fixture.league_id, season.league_id as other
        from fixture join season on season.id = fixture.season_id
        where season.league_id <> fixture.league_id order by fixture.id""",
    ),
    by_sql(
        "outside_season",
        REMARK,
        "it is of the season {label}, and its day is not",
        f"""with span as materialized ({_SPANS})
        select fixture.id, season.label from fixture
        join span on span.id = fixture.season_id join season on season.id = fixture.season_id
        where fixture.kickoff_ts < span.start_ts or fixture.kickoff_ts >= span.end_ts
        order by fixture.kickoff_ts, fixture.id""",
    ),
    by_sql(
        "no_member",
        ERROR,
        "it plays {fixtures:fixture} of season {season_id}, and is not a member of it",
        """with playing as (
          select home_id as team_id, season_id, count(*) as fixtures from fixture
          where season_id is not null group by home_id, season_id
          union all
          select away_id, season_id, count(*) from fixture where season_id is not null group by away_id, season_id
        )
        select team_id, season_id, sum(fixtures) as fixtures from playing
        where not exists (
          select 1 from season_team
          where season_team.season_id = playing.season_id and season_team.team_id = playing.team_id)
        group by team_id, season_id order by team_id, season_id""",
        of="team",
    ),
    by_sql(
        "two_current_seasons",
        ERROR,
        "{seasons} of its seasons are current",
        """select league_id, count(*) as seasons from season where current = 1
        group by league_id having count(*) > 1 order by league_id""",
        of="league",
    ),
    Check("doubtful_table", ERROR, _doubtful),
    Check("two_names", REMARK, _two_names),
    Check("shared_name", REMARK, _shared_name),
    Check("incomplete_season", REMARK, _incomplete),
)
"""What is looked for in seasons."""

_IN_TWO_TABLES = f"""
    with played as (
      select distinct season_team.team_id, league.country_code, season.start_year, league.id, league.name, season.label
      from season_team join season on season.id = season_team.season_id
      join league on league.id = season.league_id
      where league.has_standings = 1 and league.esports = 0
    ), doubled as (
      select team_id, country_code, group_concat(name || ' ' || label, ' and ') as leagues
      from (select * from played order by team_id, start_year, id)
      group by team_id, country_code, start_year having count(distinct id) > 1
    )
    select distinct doubled.team_id, doubled.country_code, external_id.key, team.name, doubled.leagues
    from doubled join team on team.id = doubled.team_id
    join external_id on external_id.kind = 'team' and external_id.entity_id = doubled.team_id
      and external_id.scope = doubled.country_code
    where doubled.team_id >= {OWN_IDS_FROM} order by doubled.team_id, doubled.leagues, external_id.key
"""
_WITH_TABLES = """
    select season.id, league.id, league.name, season.label
    from season join league on league.id = season.league_id
    where league.has_standings = 1
    order by league.id, season.start_year, season.id
"""
