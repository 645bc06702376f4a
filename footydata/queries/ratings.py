"""The results that ratings are made of."""

import sqlite3
from collections.abc import Iterator

from footydata.contract.terms import StateDetail, Status
from footydata.rows import PlayedFixture

# An awarded result was not decided on the field.
_PLAYED = """
select id, league_id, kickoff_ts, home_id, away_id, home_goals, away_goals from fixture
where status = :finished and coalesce(state_detail, '') <> :awarded and esports = 0
and home_goals is not null and away_goals is not null and kickoff_ts < :end_ts
order by kickoff_ts, id
"""

_NEWEST = """
select season_id from fixture
where league_id = :league_id and status = :finished and kickoff_ts < :end_ts and season_id is not null
order by kickoff_ts desc, id limit 1
"""

# Fixtures outside the table are left out, as play-offs are against other divisions; a cup has only such fixtures.
_SIDES = """
with tabled as (select exists (select 1 from fixture where season_id = :season_id and in_table = 1) as any_is)
select home_id from fixture, tabled where season_id = :season_id and in_table >= tabled.any_is
union select away_id from fixture, tabled where season_id = :season_id and in_table >= tabled.any_is order by 1
"""


def played_fixtures(connection: sqlite3.Connection, *, end_ts: int) -> Iterator[PlayedFixture]:
    """The finished fixtures with kickoff before end_ts, oldest first; no awarded ones, no e-football."""
    values = {"finished": Status.FINISHED, "awarded": StateDetail.AWARDED, "end_ts": end_ts}
    return map(PlayedFixture._make, connection.execute(_PLAYED, values))


def newest_members(connection: sqlite3.Connection, league_id: int, *, end_ts: int) -> set[int]:
    """The teams of a league's newest season with a finished fixture before a moment, empty if there is none."""
    values = {"league_id": league_id, "finished": Status.FINISHED, "end_ts": end_ts}
    found = connection.execute(_NEWEST, values).fetchone()
    return {row[0] for row in connection.execute(_SIDES, {"season_id": found[0]})} if found else set()
