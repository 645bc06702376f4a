"""A season in its course, its table by day or round, and what is still to come: what each team can reach, and how it may end."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.register.leagues import Zone, zones_of
from footydata.football.rows import PointsStanding, Table
from footydata.football.terms import DAY, TableType
from footydata.rules.regulations import SeasonFacts
from footydata.rules.standings import Reach, reachable, remaining_fixtures
from footydata.rules.tallies import Counting
from footydata.store.read.seasons.result_rows import SeasonHead, SeasonResults
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import table_of, without_play_offs

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


def season_course(season: LeagueSeason, type: TableType, by: str) -> SeasonCourse:
    """The tables of a season, each as `table_of` computes it.

    Of a season of groups those of each group, one group after another.
    by: one of STEPS; with rounds, each table's `round` is the one after which it is, counted where they are not known.
    Raises as tables_of_season does.
    """
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


def reach(season: LeagueSeason, at_ts: int | None = None) -> tuple[list[Reach], dict[str, str]]:
    """The best and worst final position of each team by points alone, in the order of the table or of each group.

    Beside them stage → why it has none, of a season of groups.

    Raises as tables_of_season does.
    """

    def reaches(stage: str | None) -> list[Reach]:
        limits = TableLimits(stage=stage, at_ts=at_ts)
        table, results = table_of(season, limits), season.results(limits)
        rows = [row for row in table.rows if isinstance(row, PointsStanding)]
        rules = results.rules
        open_fixtures = Counter(team for row in results.open for team in (row.home_id, row.away_id))
        remaining = remaining_fixtures(rows, rules, open_fixtures, over=rules.per_game)
        return reachable(rows, remaining, win=rules.win)

    parts, left_out = season.by_stage(reaches)
    return [row._replace(stage=stage) for stage, rows in parts.items() for row in rows], left_out


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


def season_to_come(season: LeagueSeason, at_ts: int | None) -> SeasonToCome:
    """The season as of a moment, or now; raises as standings does, and StandingsNotAvailable."""
    limits, head = TableLimits(at_ts=at_ts), season.head
    table, results = table_of(season, limits), season.results(limits)
    facts, _ = season.facts(results, limits)
    if season.rules.split is not None:
        results = without_play_offs(season, results, limits)
    if facts.groups:
        raise StandingsNotAvailable(
            f"{season.name} is played in groups; a projection is of one table", param="season"
        )
    zones = zones_of(head.country_code, head.league, head.start_year, len(facts.names))
    is_closed = bool(head.own_rules) and results.whole
    before = (season.now if at_ts is None else min(at_ts, season.now)) - DAY
    overdue = sum(row.kickoff_ts < before and row.counting not in FINISHED for row in results.open)
    return SeasonToCome(head, results, facts, table, zones, is_closed, overdue)
