"""Fixtures of seasons of groups that fit no group."""

import json
import sqlite3
from collections.abc import Iterable

from footydata.rules.group_doubts import StagedFixture, unplaced
from footydata.rules.stages import stage_of
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.seasons.results import season_head, stages_with_tables


def unplaced_fixtures(connection: sqlite3.Connection, season_ids: Iterable[int]) -> dict[int, str]:
    """Fixture id → why it fits no group, of the fixtures of these seasons that have a table for each group."""
    doubts: dict[int, str] = {}
    stages = connection.execute(_STAGES, {"ids": json.dumps(list(season_ids))}).fetchall()
    seasons = {
        season_id: league_id
        for season_id, league_id, stage in stages
        if stage_of(stage).group is not None
    }
    for season_id, league_id in seasons.items():
        head = season_head(connection, league_id, season_id, needs_table=False)
        groups = stages_with_tables(connection, head)
        rows = connection.execute(_FIXTURES, {"season_id": season_id})
        fixtures = {fixture_id: StagedFixture._make(row) for fixture_id, *row in rows}
        names = team_names(
            connection,
            {team for each in fixtures.values() for team in (each.home_id, each.away_id)},
        )
        doubts |= unplaced(fixtures, groups, names)
    return doubts


_STAGES = """
    select distinct fixture.season_id, fixture.league_id, fixture.stage from fixture
    where fixture.stage is not null and fixture.season_id in (
      select season.id from season join league on league.id = season.league_id
      where (league.has_standings = 0 or league.rules is null) and season.id in (select value from json_each(:ids))
    )
    order by fixture.season_id, fixture.stage
"""
_FIXTURES = """
    select id, kickoff_ts, stage, home_id, away_id from fixture where season_id = :season_id order by kickoff_ts, id
"""
