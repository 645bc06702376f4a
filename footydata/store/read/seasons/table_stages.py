"""The stages of a season that have a table of their own, its groups, in the order of their names; what fits none."""

import re
import sqlite3
from collections import defaultdict

from footydata.rules.group_doubts import StagedFixture, group_doubts, spans_of
from footydata.rules.stages import TABLED, Kind, stage_of
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.seasons.results import SeasonHead


def stages_with_tables(connection: sqlite3.Connection, head: SeasonHead) -> list[str]:
    """The stages that have tables in place of one of all teams, in the order of `table_stages`; empty if there is one.

    Of a competition without a league table, and of one that the register does not know if it is played in groups.
    """
    if not head.has_standings:
        return table_stages(connection, head.season_id)
    if head.rules is not None:
        return []
    named = [stage for (stage,) in connection.execute(_STAGES, {"season_id": head.season_id})]
    has_groups = None not in named and any(stage_of(stage).kind is Kind.GROUP for stage in named)
    return table_stages(connection, head.season_id) if has_groups else []


_STAGES = "select distinct stage from fixture where season_id = :season_id and in_table = 1 order by stage"


def table_stages(connection: sqlite3.Connection, season_id: int) -> list[str]:
    """The stages of a season that have a table: those before others with the same teams first, then by name.

    A stage has one if its name says so, as that of a group does; else if each of its teams meets several others, and it
    is not a knock-out round by its name.
    """
    return _table_stages(_fixtures(connection, season_id, in_table=True))


def stage_doubts(connection: sqlite3.Connection, season_id: int, stage: str) -> tuple[str, ...]:
    """Why the table of a stage may be wrong, a sentence each: fixtures of the season fit no group, or two."""
    fixtures = _fixtures(connection, season_id, in_table=False)
    stages = table_stages(connection, season_id)
    if stage not in stages:
        return ()
    names = team_names(connection, {team for each in fixtures for team in (each.home_id, each.away_id)})
    return group_doubts(stage, fixtures, stages, names)


def _fixtures(connection: sqlite3.Connection, season_id: int, *, in_table: bool) -> list[StagedFixture]:
    """The fixtures of a season by kickoff; in_table: only those that a table may count."""
    sql = """
    select kickoff_ts, stage, home_id, away_id from fixture
    where season_id = :season_id and in_table >= :in_table order by kickoff_ts, id
    """
    rows = connection.execute(sql, {"season_id": season_id, "in_table": int(in_table)})
    return [StagedFixture._make(row) for row in rows]


def _table_stages(fixtures: list[StagedFixture]) -> list[str]:
    opponents: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for _, stage, home, away in fixtures:
        if stage is not None:
            opponents[stage][home].add(away)
            opponents[stage][away].add(home)
    spans = spans_of(fixtures)
    before: dict[str, int] = {}
    for stage, met in opponents.items():
        named = stage_of(stage)
        if named.kind in TABLED or (not named.is_knock_out and min(map(len, met.values())) > 1):
            # A team in two groups at once makes neither the later one.
            earlier = [
                order
                for name, order in before.items()
                if spans[name].last < spans[stage].first and opponents[name].keys() & met.keys()
            ]
            before[stage] = max(earlier, default=0) + 1
    return sorted(before, key=lambda stage: (before[stage], _in_order(stage)))


def _in_order(stage: str) -> list[tuple[int, str]]:
    """What orders names with numbers in them.

    >>> sorted(["Group 10", "Group 2", "Group 1"], key=_in_order)
    ['Group 1', 'Group 2', 'Group 10']
    """
    return [(int(number or 0), text) for text, number in re.findall(r"(\D+)(\d*)|$", stage.casefold())]
