"""Fixtures that are stored twice, and teams that play two fixtures at once."""

import json
import sqlite3
from collections.abc import Iterator

from footydata.football.register.leagues import meets_once, side_of
from footydata.football.register.teams import NATIONAL
from footydata.football.terms import DAY
from footydata.football.wording import plural
from footydata.rules.same_club import SAME_DAY
from footydata.store.read.quality.checks.finding import ERROR, REMARK, Check, Find, Flagged, by_sql
from footydata.store.read.seasons.result_rows import NOT_COUNTED

NEAR = 2 * DAY
"""Seconds within which no two teams meet twice, except in e-football."""

TOGETHER = 3600
"""Seconds within which no team plays two others."""

_ABSENT = ", ".join(f"'{state}'" for state in NOT_COUNTED)
_PLAYED = f"coalesce(state_detail, '') not in ({_ABSENT})"


def _near(*, of_nations: bool) -> Find:
    """Pairs that meet again within two days.

    of_nations: nations, on another day, or on one day with another score, as two of their elevens did into the 1970s.
    """

    def find(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
        rows = connection.execute(_NEAR, {"near": NEAR}).fetchall()
        national = _national_leagues(connection) if rows else set()
        for fixture_id, other_id, apart, *facts, league_id in rows:
            times_known, is_reversed, is_other_score = facts
            may_be = apart >= DAY or (apart > 0 if times_known else is_other_score)
            if of_nations == bool(league_id in national and may_be):
                turned = ", at the other venue" if is_reversed else ""
                yield Flagged(
                    "fixture",
                    fixture_id,
                    f"the same teams meet {_when(apart, times_known=bool(times_known))} in fixture {other_id}{turned}",
                    other_id,
                )

    return find


def _when(apart: int, *, times_known: bool) -> str:
    """When a fixture was that began so many seconds before another."""
    if times_known:
        return f"{plural(apart // 3600, 'hour')} before it"
    return f"{plural(apart // DAY, 'day')} before it" if apart >= DAY else "on the same day"


def _national_leagues(connection: sqlite3.Connection) -> set[int]:
    leagues = connection.execute("select id, country_code, name from league")
    return {
        league_id
        for league_id, country, name in leagues
        if side_of(country, name).startswith(NATIONAL)
    }


def _met_twice(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Pairs that meet more than once at one venue, in leagues in which a pair meets there once.

    A remark: play-offs and seasons of several stages, as in Japan and China, are in files that mark neither.
    """
    leagues = connection.execute("select id, country_code, name from league order by id").fetchall()
    once = [league_id for league_id, country, name in leagues if meets_once(country, name)]
    values = {"leagues": json.dumps(once), "near": NEAR}
    for fixture_id, other_id, meetings in connection.execute(_MET_TWICE, values):
        yield Flagged(
            "fixture",
            fixture_id,
            f"its teams meet {meetings} times at one venue in the season, where the league's table asks for once: "
            f"a play-off or further stage that is not marked, or a double of fixture {other_id}",
        )


def _twice(*, of_nations: bool) -> Find:
    """Teams that play two others at once: mostly their opponent is one club, stored under two names.

    of_nations: nations on a day without times; some sent two elevens out, as England in the years from 1890.
    """
    when = "on the same day, at times unknown," if of_nations else "at the same time"

    def find(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
        rows = connection.execute(_TWICE, {"together": TOGETHER}).fetchall()
        national = _national_leagues(connection) if rows else set()
        for fixture_id, other_id, team, time_known, *league_ids in rows:
            if of_nations == (not time_known and national.issuperset(league_ids)):
                sentence = f"{team} plays another team {when} in fixture {other_id}"
                yield Flagged("fixture", fixture_id, sentence, other_id)

    return find


_NEAR = f"""
    select id, other_id, kickoff_ts - other_ts, min(time_known, other_known), home_id <> other_home,
           score <> iif(home_id = other_home, other_score, other_turned), league_id
    from (
      select id, league_id, kickoff_ts, time_known, home_id, esports, home || '-' || away as score,
             lag(id) over pair as other_id, lag(kickoff_ts) over pair as other_ts, lag(home_id) over pair as other_home,
             lag(time_known) over pair as other_known, lag(home || '-' || away) over pair as other_score,
             lag(away || '-' || home) over pair as other_turned
      from (
        select fixture.*, coalesce(extra_home_goals, home_goals, final_home_goals) as home,
               coalesce(extra_away_goals, away_goals, final_away_goals) as away
        from fixture left join knockout on fixture_id = id where {_PLAYED}
      )
      window pair as (partition by season_id, league_id, min(home_id, away_id), max(home_id, away_id)
                      order by kickoff_ts, id)
    ) where kickoff_ts - other_ts <= case esports when 1 then 0 else :near end order by kickoff_ts, id
"""
# team_fixture is ordered by team and kickoff: only neighbours there are looked up.
_BESIDE = """
    with beside as materialized (
      select team_id, fixture_id, lag(fixture_id) over own as other_id,
             kickoff_ts - lag(kickoff_ts) over own as apart
      from team_fixture window own as (partition by team_id order by kickoff_ts, fixture_id)
    )
"""
_TWICE = f"""
    {_BESIDE}
    select max(fixture_id, other_id), min(fixture_id, other_id), team.name,
           one.time_known, one.league_id, other.league_id
    from beside
    join fixture as one on one.id = beside.fixture_id
    join fixture as other on other.id = beside.other_id
    join team on team.id = beside.team_id
    where beside.apart <= :together and one.esports = 0 and one.time_known = other.time_known
      and {_PLAYED.replace("state_detail", "one.state_detail")}
      and {_PLAYED.replace("state_detail", "other.state_detail")}
      and (min(one.home_id, one.away_id), max(one.home_id, one.away_id))
          is not (min(other.home_id, other.away_id), max(other.home_id, other.away_id))
    order by 1, 2, team.id
"""
_IN_TWO_LEAGUES = f"""
    {_BESIDE}
    select max(fixture_id, other_id), min(fixture_id, other_id) as other_id,
           case when fixture_id > other_id then league.name else other_league.name end as league,
           case when fixture_id > other_id then other_league.name else league.name end as other, country.name as country
    from beside
    join fixture as one on one.id = beside.fixture_id
    join fixture as other on other.id = beside.other_id
    join league on league.id = one.league_id join league as other_league on other_league.id = other.league_id
    join country on country.code = league.country_code
    where beside.apart <= {SAME_DAY} and one.league_id <> other.league_id and beside.team_id = one.home_id
      and one.home_id = other.home_id and one.away_id = other.away_id and one.esports = 0
      and league.country_code = other_league.country_code
      and {_PLAYED.replace("state_detail", "one.state_detail")}
      and {_PLAYED.replace("state_detail", "other.state_detail")}
    order by 1, 2
"""
_MET_TWICE = f"""
    select max(id), min(id), count(*) from fixture
    where season_id is not null and in_table = 1 and {_PLAYED}
      and league_id in (select value from json_each(:leagues))
    group by season_id, home_id, away_id
    having count(*) > 1 and max(kickoff_ts) - min(kickoff_ts) > :near
    order by max(id)
"""

CHECKS = (
    Check("double_fixture", ERROR, _near(of_nations=False)),
    by_sql(
        "in_two_leagues",
        ERROR,
        "it stands in {league} and, as fixture {other_id}, in {other} ({country})",
        _IN_TWO_LEAGUES,
    ),
    Check("plays_twice", ERROR, _twice(of_nations=False)),
    Check("nations_meet_again", REMARK, _near(of_nations=True)),
    Check("nation_plays_twice", REMARK, _twice(of_nations=True)),
    Check("met_twice", REMARK, _met_twice),
)
"""What is looked for among fixtures of the same teams."""
