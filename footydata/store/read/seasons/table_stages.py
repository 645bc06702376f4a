"""The stages of a season that have a table of their own, its groups, in the order of their names; what fits none."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from footydata.rules.group_doubts import StagedFixture, group_doubts, spans_of
from footydata.rules.stages import TABLED, Kind, stage_of
from footydata.store.read.fixtures.fixtures import team_names

Opponents = Mapping[int, Set[int]]
"""Team id → ids of those that it meets in a stage."""


def table_stages(connection: sqlite3.Connection, season_id: int) -> list[str]:
    """The stages of a season that have a table: those before others with the same teams first, then by name.

    A stage has one if its name says so, as that of a group does; else if each of its teams meets several others, and it
    is not a knock-out round by its name.
    """
    fixtures = _fixtures(connection, season_id, in_table=True)
    opponents, spans = _opponents(fixtures), spans_of(fixtures)
    before: dict[str, int] = {}
    for stage, met in opponents.items():
        named = stage_of(stage)
        if named.kind in TABLED or (not named.is_knock_out and _meet_several(met)):
            # A team in two groups at once makes neither the later one.
            earlier = [
                order
                for name, order in before.items()
                if spans[name].last < spans[stage].first and opponents[name].keys() & met.keys()
            ]
            before[stage] = max(earlier, default=0) + 1
    return sorted(before, key=lambda stage: (before[stage], _in_order(stage)))


def stage_doubts(connection: sqlite3.Connection, season_id: int, stage: str) -> tuple[str, ...]:
    """Why the table of a stage may be wrong, a sentence each: fixtures of the season fit no group, or two."""
    fixtures = _fixtures(connection, season_id, in_table=False)
    stages = table_stages(connection, season_id)
    if stage not in stages:
        return ()
    names = team_names(
        connection, {team for each in fixtures for team in (each.home_id, each.away_id)}
    )
    return group_doubts(stage, fixtures, stages, names)


def knock_out_stages(connection: sqlite3.Connection, season_id: int) -> list[str]:
    """The stages of a season that are knock-out rounds, by kickoff; no table is made of them.

    By their names, or numbered rounds; in none of them does each team meet several others.
    """
    return [
        stage
        for stage, met in _opponents(_fixtures(connection, season_id, in_table=False)).items()
        if not _meet_several(met)
        and (stage_of(stage).is_knock_out or stage_of(stage).kind is Kind.ROUND)
    ]


def _fixtures(
    connection: sqlite3.Connection, season_id: int, *, in_table: bool
) -> list[StagedFixture]:
    """The fixtures of a season by kickoff; in_table: only those that a table may count."""
    sql = """
    select kickoff_ts, stage, home_id, away_id from fixture
    where season_id = :season_id and in_table >= :in_table order by kickoff_ts, id
    """
    rows = connection.execute(sql, {"season_id": season_id, "in_table": int(in_table)})
    return [StagedFixture._make(row) for row in rows]


def _opponents(fixtures: Iterable[StagedFixture]) -> dict[str, Opponents]:
    """Stage → who meets whom in it, by kickoff."""
    opponents: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for _, stage, home, away in fixtures:
        if stage is not None:
            opponents[stage][home].add(away)
            opponents[stage][away].add(home)
    return dict(opponents)


def _meet_several(met: Opponents) -> bool:
    """Whether each team meets several others."""
    return min(map(len, met.values())) > 1


def _in_order(stage: str) -> list[tuple[int, str]]:
    """What orders names with numbers in them.

    >>> sorted(["Group 10", "Group 2", "Group 1"], key=_in_order)
    ['Group 1', 'Group 2', 'Group 10']
    """
    return [
        (int(number or 0), text) for text, number in re.findall(r"(\D+)(\d*)|$", stage.casefold())
    ]
