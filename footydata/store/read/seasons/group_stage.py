"""The group stage of a season as a bracket reads it: tables with what is open in them, thirds, and who stands where."""

import sqlite3
from functools import partial
from typing import NamedTuple

from footydata.football.terms import TableType
from footydata.rules.groups import (
    GroupTable,
    Places,
    Thirds,
    group_table,
    places,
    third_places,
    thirds_of,
)
from footydata.store.read.seasons.decided_order import decided_order
from footydata.store.read.seasons.results import season_head, season_results
from footydata.store.read.seasons.standings import points_facts
from footydata.store.read.seasons.table_stages import stage_doubts, table_stages


class GroupStage(NamedTuple):
    """tables: of every group, stage by stage; thirds: None if none go on; places: who stands at 1A, 2B, 3C/D/E."""

    tables: tuple[GroupTable, ...]
    thirds: Thirds | None
    places: Places


def group_stage(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    at_ts: int | None = None,
    as_it_stands: bool = False,
    now: int,
) -> GroupStage:
    """The groups of a season, of its newest with fixtures if none is named; at_ts: as it stood at that moment.

    as_it_stands: with the scores so far of live fixtures, which leave their group open.
    Raises LeagueNotFound, SeasonNotFound, StandingsNotAvailable if the league has no season.
    """
    head = season_head(connection, league_id, season_id, needs_table=False)
    tables = []
    read = partial(
        season_results,
        connection,
        head,
        type=TableType.TOTAL,
        half="full",
        now=now,
        at_ts=at_ts,
        as_it_stands=as_it_stands,
    )
    for stage in table_stages(connection, head.season_id):
        results = read(stage=stage)
        facts, _ = points_facts(connection, head, results, at_ts=at_ts)
        doubt = ", and ".join(stage_doubts(connection, head.season_id, stage))
        tables.append(
            group_table(
                stage,
                results.counted,
                facts,
                is_open=bool(results.open or results.live),
                doubt=doubt,
            )
        )
    rule = thirds_of(head.rules, head.start_year)
    thirds = None
    if rule is not None:
        names = {row.team_id: row.team_name for table in tables for row in table.rows}
        thirds = third_places(
            tables, rule, decisions=decided_order(connection, head, names, at_ts=at_ts)
        )
    return GroupStage(tuple(tables), thirds, places(tables, rule, thirds))
