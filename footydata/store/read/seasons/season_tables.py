"""The tables of a season: of all teams or of each group, of third places, in its course, and what is still to come.

Of a season of groups there is one of each group, stage by stage, and that of third places where some go on. The course
is a table by day or round; beside it stands what each team can reach.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.register.leagues import Zone, zones_of
from footydata.football.rows import PointsStanding, Table, Through, table_title
from footydata.football.terms import DAY, TableType
from footydata.rules.groups import (
    GroupTable,
    Places,
    Thirds,
    group_table,
    places,
    third_places,
    thirds_of,
)
from footydata.rules.regulations import SeasonFacts
from footydata.rules.stages import stage_of
from footydata.rules.standings import Reach, reachable, remaining_fixtures
from footydata.rules.tallies import Counting
from footydata.store.known_results import FOREVER
from footydata.store.read.fixtures import team_names
from footydata.store.read.seasons.season import (
    WHOLE,
    LeagueSeason,
    SeasonHead,
    SeasonResults,
    TableLimits,
)
from footydata.store.read.seasons.standings import (
    decided_order,
    level_doubt,
    points_facts,
    table_of,
    without_play_offs,
)
from footydata.store.rows import ids_of

THIRD_PLACES = "Third places"
"""What the table of the thirds of groups is called among the stages."""


class SeasonTables(NamedTuple):
    """The tables of a season: the one of a league, or those of its groups, with that of third places where some go on.

    left_out: stage → why it has no table. notes, doubts: those that all groups have, which then stand in none of them.
    zones: those of one table of points, from the top down; decisive_after: the places below which something is decided.
    """

    tables: tuple[Table, ...]
    left_out: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    decisive_after: tuple[int, ...] = ()

    @property
    def added_fields(self) -> tuple[str, ...]:
        """The fields that stand after those of each row: whether a third goes through, where there are thirds."""
        return ("goes_through",) if any(table.through for table in self.tables) else ()

    def staged_rows(self) -> list[tuple[str | int | float | None, ...]]:
        """The rows of all tables: each after its stage, and before its added fields."""
        return [
            (table.stage, *row, *(table.goes_through(row) for _ in self.added_fields))
            for table in self.tables
            for row in table.rows
        ]

    @property
    def is_of_stages(self) -> bool:
        """Whether each table is of a stage alone."""
        return any(table.stage is not None for table in self.tables)

    def total(self, field: str) -> int:
        """The sum of a count of the tables: known, played or live."""
        return sum(getattr(table, field) for table in self.tables)

    def title(self, limits: Iterable[str] = ()) -> str:
        """The title of the table, or of all tables together. limits: as in table_title."""
        first, *others = self.tables
        if others:
            known, played = self.total("known"), self.total("played")
            return table_title(first._replace(round=None, known=known, played=played), limits)
        return table_title(first, [*filter(None, [first.stage]), *limits])


def tables_of_season(
    connection: sqlite3.Connection,
    limits: TableLimits = WHOLE,
    *,
    league_id: int | None,
    season_id: int | None = None,
    now: int,
) -> SeasonTables:
    """The table of a season, or of a stage of it; of a season of groups, those of all of them.

    The newest season with fixtures, if none is named; the stage "Third places" is one too. The thirds of groups have a
    table in whole points tables alone. Raises as `table_of` does; with groups, if none has a table.
    """
    season = LeagueSeason(connection, league_id, season_id, now=now)
    stage = limits.stage
    thirds = _thirds(season, limits) if season.stages else None
    if thirds is not None and stage is not None and stage.casefold() == THIRD_PLACES.casefold():
        return SeasonTables((thirds,))
    if stage is not None:
        return _of_one_table(season, limits, table_of(season, limits))
    of_stages, left_out = season.by_stage(
        lambda stage: table_of(season, limits._replace(stage=stage))
    )
    tables = list(of_stages.values())
    if None in of_stages:
        return _of_one_table(season, limits, *tables)
    notes = _shared([table.notes for table in tables])
    doubts = _shared([table.doubts for table in tables])
    of_groups = [
        table._replace(
            notes=tuple(each for each in table.notes if each not in notes),
            doubts=tuple(each for each in table.doubts if each not in doubts),
        )
        for table in tables
    ]
    return SeasonTables((*of_groups, *filter(None, [thirds])), left_out, notes, doubts)


def _shared(remarks: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What is remarked on each of several tables."""
    first, *others = remarks
    return tuple(each for each in first if others and all(each in other for other in others))


def _of_one_table(season: LeagueSeason, limits: TableLimits, table: Table) -> SeasonTables:
    """A table of all teams, with the zones of points of whole fixtures: nobody awards places in any other."""
    if table.stage is not None or not limits.is_official:
        return SeasonTables((table,))
    head = season.head
    zones = zones_of(head.country_code, head.league, head.start_year, len(table.rows))
    return SeasonTables((table,), zones=zones, decisive_after=season.rules.decisive_after)


def tables_without_thirds(
    connection: sqlite3.Connection, limits: TableLimits = WHOLE, *, season_id: int, now: int
) -> list[Table]:
    """The table of a season, or those of its groups: each team stands in one. Each has all its doubts.

    Raises as tables_of_season does.
    """
    season = LeagueSeason(connection, None, season_id, now=now)
    tables, _ = season.by_stage(lambda stage: table_of(season, limits._replace(stage=stage)))
    return list(tables.values())


def all_standings(connection: sqlite3.Connection, *, now: int) -> Iterator[Table]:
    """The points tables of every season whose results are reliable, by season id; of one of groups, each group's."""
    for (season_id,) in connection.execute("select id from season order by id").fetchall():
        with suppress(StandingsNotAvailable):
            yield from tables_without_thirds(connection, season_id=season_id, now=now)


def _thirds(season: LeagueSeason, limits: TableLimits) -> Table | None:
    """The table of third places, None if none go on or if what the tables count is not whole fixtures to a day."""
    head = season.head
    if not limits.is_official or limits.up_to_round is not None:
        return None
    if thirds_of(head.rules, head.start_year) is None:
        return None
    thirds = group_stage(season, at_ts=limits.at_ts, as_it_stands=limits.as_it_stands).thirds
    if thirds is None or not thirds.rows:
        return None
    names = team_names(season.connection, [row.team_id for row in thirds.rows], lang=limits.lang)
    rows = tuple(row._replace(team_name=names[row.team_id]) for row in thirds.rows)
    notes = [f"the first {thirds.through} go through"]
    notes += [] if thirds.complete else ["as it stands: not all groups are decided"]
    level = thirds.level if thirds.complete else ()
    return Table(
        *(head.league_id, head.country, head.league, head.season_id, head.season),
        *(*WHOLE[:3], None, rows),
        notes=tuple(notes),
        doubts=tuple(level_doubt(teams, names, season.rules) for teams in level),
        stage=THIRD_PLACES,
        through=Through(thirds.through, {row.team_id: thirds.goes_through(row) for row in rows}),
    )


class GroupStage(NamedTuple):
    """tables: of every group, stage by stage; thirds: None if none go on; places: who stands at 1A, 2B, 3C/D/E."""

    tables: tuple[GroupTable, ...]
    thirds: Thirds | None
    places: Places


def group_stage(
    season: LeagueSeason, *, at_ts: int | None = None, as_it_stands: bool = False
) -> GroupStage:
    """The group stage of a season as a bracket reads it: tables with what is open in them, thirds, who stands where.

    at_ts: as it stood at that moment. as_it_stands: with the scores so far of live fixtures, which leave their group
    open.
    """
    tables = []
    for stage in season.staged:
        limits = TableLimits(stage=stage, at_ts=at_ts, as_it_stands=as_it_stands)
        results = season.results(limits)
        facts, _ = points_facts(season, results, limits)
        is_open = bool(results.open or results.live)
        doubt = ", and ".join(season.groups.doubts(stage))
        tables.append(group_table(stage, results.counted, facts, is_open=is_open, doubt=doubt))
    rule, thirds = thirds_of(season.head.rules, season.head.start_year), None
    if rule is not None:
        names = {row.team_id: row.team_name for table in tables for row in table.rows}
        thirds = third_places(tables, rule, decisions=decided_order(season, names, at_ts))
    return GroupStage(tuple(tables), thirds, places(tables, rule, thirds))


def unplaced_fixtures(connection: sqlite3.Connection, season_ids: Iterable[int]) -> dict[int, str]:
    """Fixture id → why it fits no group, of the fixtures of these seasons that have a table for each group."""
    doubts: dict[int, str] = {}
    stages = connection.execute(_STAGES, ids_of(season_ids)).fetchall()
    for season_id in {id_: None for id_, stage in stages if stage_of(stage).group is not None}:
        season = LeagueSeason(connection, None, season_id, now=FOREVER)
        doubts |= season.groups.unplaced() if season.stages else {}
    return doubts


_STAGES = """
    select distinct fixture.season_id, fixture.stage from fixture
    where fixture.stage is not null and fixture.season_id in (
      select season.id from season join league on league.id = season.league_id
      where (league.has_standings = 0 or league.rules is null) and season.id in (select value from json_each(:ids))
    )
    order by fixture.season_id, fixture.stage
"""


FINISHED = frozenset({Counting.LATER, Counting.UNRECORDED})
"""Finished fixtures that a table does not count yet."""

STEPS = ("day", "round")
"""After what there is a table."""


class SeasonCourse(NamedTuple):
    """The tables of a season in order, each with the day (00:00 UTC, unix seconds) at whose end it was known.

    whole: the table of all fixtures, of a season of groups that of the first one. left_out: the days or rounds after
    which too little was known for a table. without_table: group → why it has none at all.
    """

    whole: Table
    tables: list[tuple[int, Table]]
    left_out: list[int]
    without_table: Mapping[str, str] = {}


def season_course(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    type: TableType,
    by: str,
    now: int,
) -> SeasonCourse:
    """The tables of a season (the newest with fixtures if season_id is None), each as `table_of` computes it.

    Of a season of groups those of each group, one group after another.
    by: one of STEPS; with rounds, each table's `round` is the one after which it is, counted where they are not known.
    now: unix seconds. Raises as tables_of_season does.
    """
    season = LeagueSeason(connection, league_id, season_id, now=now)
    parts, without_table = season.by_stage(
        lambda stage: _course(season, TableLimits(type, stage=stage), by)
    )
    courses = list(parts.values())
    return SeasonCourse(
        courses[0].whole,
        [table for course in courses for table in course.tables],
        sorted({step for course in courses for step in course.left_out}),
        without_table,
    )


def _course(season: LeagueSeason, limits: TableLimits, by: str) -> SeasonCourse:
    limits = limits._replace(counts_rounds=True)
    whole, results = table_of(season, limits), season.results(limits)
    # Without the play-offs of a divided season, which no table counts.
    ids = frozenset(whole.fixture_ids)
    days = {
        row.fixture_id: (row.known_ts - 1) // DAY * DAY
        for row in results.counted
        if row.fixture_id in ids
    }
    steps = days
    if by == "round":
        steps = {row: place for row, place in results.rounds.items() if row in days}
    tables: list[tuple[int, Table]] = []
    left_out = []
    for step in sorted(set(steps.values())):
        try:
            until, last_round = (step + DAY, None) if by == "day" else (None, step)
            table = table_of(season, limits._replace(at_ts=until, up_to_round=last_round))
        except StandingsNotAvailable:
            left_out.append(step)
            continue
        day = max(days[row] for row, place in steps.items() if place <= step)
        tables.append((day, table if by == "day" else table._replace(round=step)))
    return SeasonCourse(whole, tables, left_out)


class SeasonReach(NamedTuple):
    """What the teams of a season can reach, of one of groups stage by stage. left_out: stage → why it has none."""

    rows: list[Reach]
    left_out: dict[str, str]


def reach(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    at_ts: int | None = None,
    now: int,
) -> SeasonReach:
    """The best and worst final position of each team by points alone, in the order of the table or of each group.

    Raises as tables_of_season does.
    """
    season = LeagueSeason(connection, league_id, season_id, now=now)

    def reaches(stage: str | None) -> list[Reach]:
        limits = TableLimits(stage=stage, at_ts=at_ts)
        table, results = table_of(season, limits), season.results(limits)
        rows = [row for row in table.rows if isinstance(row, PointsStanding)]
        rules = season.rules_of(results)
        open_fixtures = Counter(team for row in results.open for team in (row.home_id, row.away_id))
        remaining = remaining_fixtures(rows, rules, open_fixtures, over=rules.per_game)
        return reachable(rows, remaining, win=rules.win)

    parts, left_out = season.by_stage(reaches)
    rows = [row._replace(stage=stage) for stage, rows in parts.items() for row in rows]
    return SeasonReach(rows, left_out)


class SeasonToCome(NamedTuple):
    """A season as of a moment.

    results: counted and open fixtures; facts: what orders a table of it; table: as it stands. zones: the places that
    mean something, as far as they are known. is_closed: nothing more is played, whatever the format asks for. overdue:
    how many of the open fixtures should have ended a day ago, and have no result.
    """

    head: SeasonHead
    results: SeasonResults
    facts: SeasonFacts
    table: Table
    zones: tuple[Zone, ...]
    is_closed: bool
    overdue: int


def season_to_come(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    at_ts: int | None,
    now: int,
) -> SeasonToCome:
    """The season as of a moment, or now; raises as standings does, and StandingsNotAvailable."""
    season = LeagueSeason(connection, league_id, season_id, now=now)
    limits, head = TableLimits(at_ts=at_ts), season.head
    table, results = table_of(season, limits), season.results(limits)
    facts, _ = points_facts(season, results, limits)
    results = without_play_offs(season, results, limits)
    if facts.groups:
        raise StandingsNotAvailable(
            f"{season.name} is played in groups; a projection is of one table", param="season"
        )
    zones = zones_of(head.country_code, head.league, head.start_year, len(facts.names))
    is_closed = bool(head.own_rules) and results.whole
    before = (now if at_ts is None else min(at_ts, now)) - DAY
    overdue = sum(row.kickoff_ts < before and row.counting not in FINISHED for row in results.open)
    return SeasonToCome(head, results, facts, table, zones, is_closed, overdue)
