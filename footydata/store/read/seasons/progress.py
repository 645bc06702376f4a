"""The course of a season: its tables by day or round, what is still to be played, and what each team can reach."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from footydata.football.errors import StandingsNotAvailable
from footydata.football.register.seasons import Zone, zones_of
from footydata.football.rows import PointsStanding, Table
from footydata.football.terms import DAY, TableType
from footydata.rules.reach import Reach, reachable, remaining_fixtures
from footydata.rules.standings import points_table
from footydata.rules.tallies import Counting, Results
from footydata.rules.tiebreaks import SeasonFacts
from footydata.store.read.seasons.season import LeagueSeason, SeasonHead, SeasonResults, TableLimits
from footydata.store.read.seasons.standings import (
    check_reliable,
    points_facts,
    table_of,
    without_play_offs,
)

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
    """The tables of a season (the newest with fixtures if season_id is None), each as `standings` computes it.

    Of a season of groups those of each group, one group after another.
    by: one of STEPS; with rounds, each table's `round` is the one after which it is. now: unix seconds.
    Raises as tables_of_season does, and StandingsNotAvailable if rounds are asked for and not known.
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
    whole, results = table_of(season, limits), season.results(limits)
    days = {row.fixture_id: (row.known_ts - 1) // DAY * DAY for row in results.counted}
    steps = days
    if by == "round":
        steps = {row: place for row, place in results.rounds.items() if row in days}
    if days and not steps:
        raise StandingsNotAvailable(f'the rounds of {season.name} are not known; name by="day"')
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


_Row = TypeVar("_Row", "RoundPosition", Reach)


class StageRows(NamedTuple, Generic[_Row]):
    """Rows of a season, of one of groups stage by stage. left_out: stage → why it has none."""

    rows: list[_Row]
    left_out: dict[str, str]


def _by_stage(season: LeagueSeason, read: Callable[[TableLimits], list[_Row]]) -> StageRows[_Row]:
    """What is read of the table of a season, or of each of its groups. Raises as LeagueSeason.by_stage does."""
    parts, left_out = season.by_stage(lambda stage: read(TableLimits(stage=stage)))
    rows = [row._replace(stage=stage) for stage, rows in parts.items() for row in rows]
    return StageRows(rows, left_out)


class RoundPosition(NamedTuple):
    """A team's place in the points table after a round. stage: the group that it is of, None in one table of all."""

    round: int
    position: int
    team_id: int
    team_name: str
    played: int
    points: int
    stage: str | None = None


def positions_by_round(
    connection: sqlite3.Connection, *, league_id: int, season_id: int | None = None, now: int
) -> StageRows[RoundPosition]:
    """The points table after each round with a counted fixture, by round, then position; of groups, one after another.

    If the rounds are not known, they are counted: see counted_rounds.
    Raises as tables_of_season does.
    """
    season = LeagueSeason(connection, league_id, season_id, now=now)

    def positions(limits: TableLimits) -> list[RoundPosition]:
        results = season.results(limits)
        check_reliable(season, results)
        results = without_play_offs(season, results, limits)
        rounds = _rounds(results)
        last = max(rounds.values(), default=0)
        rows: list[RoundPosition] = []
        for number in sorted(set(rounds.values())):
            counted = [row for row in results.counted if rounds[row.fixture_id] <= number]
            until_round = replace(results, counted=counted, open=[], whole=number == last)
            facts, _ = points_facts(season, until_round)
            rows += [
                RoundPosition(
                    number, row.position, row.team_id, row.team_name, row.played, row.points
                )
                for row in points_table(counted, facts)
            ]
        return rows

    return _by_stage(season, positions)


def _rounds(results: SeasonResults) -> dict[int, int]:
    """Fixture id → its round; counted if the round of any fixture is unknown."""
    if any(row.fixture_id not in results.rounds for row in results.counted):
        return counted_rounds(results.counted)
    return {row.fixture_id: results.rounds[row.fixture_id] for row in results.counted}


def counted_rounds(results: Results) -> dict[int, int]:
    """Fixture id → how many fixtures, this one included, the team that has played more has played by then.

    >>> from footydata.rules.tallies import Result
    >>> counted_rounds([Result(1, 2, 0, 0, 11), Result(3, 4, 0, 0, 12), Result(2, 3, 0, 0, 13)])
    {11: 1, 12: 1, 13: 2}
    """
    played: Counter[int] = Counter()
    rounds = {}
    for result in results:
        played.update((result.home_id, result.away_id))
        rounds[result.fixture_id] = max(played[result.home_id], played[result.away_id])
    return rounds


def reach(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    at_ts: int | None = None,
    now: int,
) -> StageRows[Reach]:
    """The best and worst final position of each team by points alone, in the order of the table or of each group.

    Raises as tables_of_season does.
    """
    season = LeagueSeason(connection, league_id, season_id, now=now)

    def reaches(limits: TableLimits) -> list[Reach]:
        limits = limits._replace(at_ts=at_ts)
        table, results = table_of(season, limits), season.results(limits)
        rows = [row for row in table.rows if isinstance(row, PointsStanding)]
        rules = season.rules_of(results)
        open_fixtures = Counter(team for row in results.open for team in (row.home_id, row.away_id))
        remaining = remaining_fixtures(rows, rules, open_fixtures, over=rules.per_game)
        return reachable(rows, remaining, win=rules.win)

    return _by_stage(season, reaches)


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
