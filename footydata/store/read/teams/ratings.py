"""The results that ratings are made of."""

import sqlite3
from collections.abc import Iterator

from footydata.football.rows import PlayedFixture
from footydata.football.terms import StateDetail, Status
from footydata.store.known_results import KNOWN_FROM, known_by

# An awarded result was not decided on the field.
_PLAYED = f"""
select id, league_id, kickoff_ts, home_id, away_id, home_goals, away_goals from fixture
where status = :finished and coalesce(state_detail, '') <> :awarded and esports = 0
and home_goals is not null and away_goals is not null and kickoff_ts < :at_ts and {KNOWN_FROM} <= :known_by
order by kickoff_ts, id
"""

_NEWEST = f"""
select season_id from fixture
where league_id = :league_id and status = :finished and season_id is not null
and kickoff_ts < :at_ts and {KNOWN_FROM} <= :known_by
order by kickoff_ts desc, id limit 1
"""

# Fixtures outside the table are left out, as play-offs are against other divisions; a cup has only such fixtures.
_SIDES = """
with tabled as (select exists (select 1 from fixture where season_id = :season_id and in_table = 1) as any_is)
select home_id from fixture, tabled where season_id = :season_id and in_table >= tabled.any_is
union select away_id from fixture, tabled where season_id = :season_id and in_table >= tabled.any_is order by 1
"""


def played_fixtures(connection: sqlite3.Connection, *, at_ts: int, now: int) -> Iterator[PlayedFixture]:
    """The fixtures whose results are known at a moment, oldest first; no awarded ones, no e-football."""
    values = {"awarded": StateDetail.AWARDED, **_known(at_ts, now)}
    return map(PlayedFixture._make, connection.execute(_PLAYED, values))


def newest_members(connection: sqlite3.Connection, league_id: int, *, at_ts: int, now: int) -> set[int]:
    """The teams of a league's newest season with a result that is known at a moment, empty if there is none."""
    season = connection.execute(_NEWEST, {"league_id": league_id, **_known(at_ts, now)}).fetchone()
    return {row[0] for row in connection.execute(_SIDES, {"season_id": season[0]})} if season else set()


def _known(at_ts: int, now: int) -> dict[str, object]:
    """The values of the parameters that say which results are known at a moment."""
    return {"finished": Status.FINISHED, "at_ts": at_ts, "known_by": known_by(at_ts, now=now)}
