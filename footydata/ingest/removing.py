"""Removes a league from a database, or one season of it, with the clubs that nothing else needs."""

import sqlite3

from footydata.football.records import CLAIM_BITS
from footydata.ingest.deleting import Deleted, deletion
from footydata.store.write.loads import delete_pages_of_loads


def remove(
    connection: sqlite3.Connection,
    league_id: int,
    season_id: int | None = None,
    *,
    dry_run: bool = False,
) -> Deleted:
    """Delete a league, or one season of it, and commit; dry_run: only count what would be deleted.

    A league is deleted with its last season. Its files and pages can be loaded again. Raises DatabaseError.
    """
    values = {"league_id": league_id, "season_id": season_id}
    with deletion(connection, dry_run=dry_run) as deleter:
        ids = [row[0] for row in connection.execute(_FIXTURES, values)]
        seasons = [row[0] for row in connection.execute(_SEASONS, values)]
        teams = {row[0] for row in connection.execute(_TEAMS, values)}
        delete_pages_of_loads(
            connection, [row[0] for row in connection.execute(_LOADS, values).fetchall()]
        )
        deleter.delete_fixtures(ids)
        for each in seasons:
            deleter.delete_season(each)
        if not connection.execute(_IS_NEEDED, values).fetchone()[0]:
            deleter.delete_league(league_id)
        deleter.delete_teams(teams)
    return deleter.deleted


_OF_PART = (
    "fixture.league_id = :league_id and (:season_id is null or fixture.season_id = :season_id)"
)
_FIXTURES = f"select id from fixture where {_OF_PART} order by id"
_SEASONS = "select id from season where league_id = :league_id and (:season_id is null or id = :season_id) order by id"
_TEAMS = f"""
    select home_id from fixture where {_OF_PART}
    union select away_id from fixture where {_OF_PART}
    union select team_id from season_team join season on season.id = season_id
    where season.league_id = :league_id and (:season_id is null or season.id = :season_id)
"""
_IS_NEEDED = """
    select exists(select 1 from season where league_id = :league_id)
        or exists(select 1 from fixture where league_id = :league_id)
"""
_LOADS = f"""
    select claim.id >> {CLAIM_BITS} from claim join fixture on fixture.id = fixture_id where {_OF_PART}
    union
    select claim_again.load_id from claim_again join claim on claim.id = claim_id
    join fixture on fixture.id = fixture_id where {_OF_PART}
"""
