"""League tables: the one query behind the API, the frames, the command line and the terminal; and all tables of a season.

The fixtures are read as results with one statement, and ordered by rules.standings. Of a season of groups there is a
table of each group, stage by stage, and that of third places where some go on. Contract 14, 20.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from footydata.football.countries import COUNTRIES
from footydata.football.errors import StandingsNotAvailable
from footydata.football.moments import BREAK, day_of, midnight_of
from footydata.football.records import PointsAdjustment
from footydata.football.register.leagues import Zone, zones_of
from footydata.football.rows import StandingRow, Table, TableHalf, Through
from footydata.football.terms import DAY, ENGLISH, TableType
from footydata.football.wording import plural, some_of
from footydata.rules.formats import doubts, unmet
from footydata.rules.regulations import CompetitionRules, SeasonFacts
from footydata.rules.stages import Kind, stage_of
from footydata.rules.standings import (
    PARTIAL_TABLES,
    level_teams,
    play_offs,
    points_table,
    sides_of,
)
from footydata.rules.tallies import Counting, Results
from footydata.store.read.evidence import possible_duplicates
from footydata.store.read.fixtures import team_names
from footydata.store.read.seasons.brackets import group_stage
from footydata.store.read.seasons.result_rows import SeasonResults
from footydata.store.read.seasons.season import WHOLE, LeagueSeason, TableLimits

NAMED = 3
"""How many doubtful fixtures of a kind are named."""


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


def tables_of_season(season: LeagueSeason, limits: TableLimits = WHOLE) -> SeasonTables:
    """The table of a season, or of a stage of it; of a season of groups, those of all of them.

    The stage "Third places" is one too. The thirds of groups have a table in whole points tables alone.
    Raises as `table_of` does; with groups, if none has a table.
    """
    stage = limits.stage
    thirds = _thirds(season, limits) if season.stages else None
    if thirds is not None and stage is not None and stage.casefold() == THIRD_PLACES.casefold():
        return SeasonTables((thirds,))
    if stage is not None or not season.stages:
        table, head = table_of(season, limits), season.head
        if table.stage is not None or not limits.is_official:
            return SeasonTables((table,))
        # Nobody awards places in any other table than that of the points of whole fixtures.
        zones = zones_of(head.country_code, head.league, head.start_year, len(table.rows))
        return SeasonTables((table,), zones=zones, decisive_after=season.rules.decisive_after)
    of_stages, left_out = season.by_stage(
        lambda stage: table_of(season, limits._replace(stage=stage))
    )
    first, *others = of_stages.values()
    shared = {
        kind: tuple(
            text
            for text in getattr(first, kind)
            if others and all(text in getattr(table, kind) for table in others)
        )
        for kind in ("notes", "doubts")
    }
    of_groups = []
    for table in of_stages.values():
        own: dict[str, Any] = {
            kind: tuple(text for text in getattr(table, kind) if text not in texts)
            for kind, texts in shared.items()
        }
        of_groups.append(table._replace(**own))
    return SeasonTables((*of_groups, *filter(None, [thirds])), left_out, **shared)


def tables_without_thirds(season: LeagueSeason, limits: TableLimits = WHOLE) -> list[Table]:
    """The table of a season, or those of its groups: each team stands in one. Each has all its doubts.

    Raises as tables_of_season does.
    """
    tables, _ = season.by_stage(lambda stage: table_of(season, limits._replace(stage=stage)))
    return list(tables.values())


def all_standings(connection: sqlite3.Connection, *, now: int) -> Iterator[Table]:
    """The points tables of every season whose results are reliable, by season id; of one of groups, each group's."""
    for (season_id,) in connection.execute("select id from season order by id").fetchall():
        with suppress(StandingsNotAvailable):
            yield from tables_without_thirds(LeagueSeason(connection, None, season_id, now=now))


def _thirds(season: LeagueSeason, limits: TableLimits) -> Table | None:
    """The table of third places, None if none go on or if what the tables count is not whole fixtures to a day."""
    head = season.head
    if season.thirds_rule is None or not limits.is_official or limits.up_to_round is not None:
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


def level_doubt(level: Iterable[int], names: Mapping[int, str], rules: CompetitionRules) -> str:
    """The doubt of teams that are in the order of their names alone."""
    rest = f"; the rules go on with {rules.last_resort}" if rules.last_resort else ""
    return (
        f"nothing known here separates {' and '.join(sorted(names[team] for team in level))}{rest}"
    )


def table_of(season: LeagueSeason, limits: TableLimits = WHOLE) -> Table:
    """The table of a season.

    Points taken by decision count in the table of all fixtures alone, from the day of the decision on.
    Raises StandingsNotAvailable if the league has no tables, if the stage is a knock-out round, or if fewer than nine
    in ten of the fixtures that should be over are finished with the figures needed.
    """
    head, is_of_stage = season.head, limits.stage is not None and bool(season.stages)
    if limits.stage is not None:
        limits = limits._replace(stage=season.stage_named(limits.stage))
    elif not head.has_standings:
        raise season.no_table()
    results = counted = season.results(limits)
    if not results.is_reliable:
        raise _unreliable(season, results, limits)
    if season.rules.split is not None:
        counted = without_play_offs(season, results, limits)
    of_group = season.groups.doubts(limits.stage or "") if is_of_stage else ()
    ids = {row.fixture_id for row in counted.counted}
    rows: Sequence[StandingRow]
    adjustments: list[PointsAdjustment] = []
    if limits.is_official:
        facts, adjustments = season.facts(counted, limits)
        rows = points_table(counted.counted, facts)
        if is_of_stage and counted.whole and not counted.open and not counted.live:
            level = level_teams(counted.counted, facts)
            of_group += tuple(level_doubt(teams, facts.names, facts.rules) for teams in level)
    else:
        sides = sides_of(counted.counted, venue=limits.venue, last=limits.last)
        rows = PARTIAL_TABLES[limits.type](sides, SeasonFacts(counted.names, season.rules))
        ids = {row.fixture_id for of_team in sides.values() for row in of_team}
    if limits.lang != ENGLISH:
        names = team_names(season.connection, counted.names, lang=limits.lang)
        rows = [row._replace(team_name=names[row.team_id]) for row in rows]
    return Table(
        *(head.league_id, head.country, head.league, head.season_id, head.season),
        *(limits.type, limits.venue, limits.half, results.round, tuple(rows)),
        adjustments=tuple(adjustments),
        notes=_notes(season, counted, is_of_stage=is_of_stage),
        doubts=(
            *_format_doubts(season, counted, limits),
            *of_group,
            *doubtful_fixtures(season, counted.counted),
        ),
        known=len(counted.counted),
        played=counted.played,
        stage=limits.stage if is_of_stage or not head.has_standings else None,
        live=counted.live,
        as_it_stands=limits.as_it_stands and counted.live > 0,
        fixture_ids=tuple(row.fixture_id for row in counted.counted if row.fixture_id in ids),
        newest_ts=counted.counted[-1].kickoff_ts if counted.counted else None,
    )


def _as_of_newest(season: LeagueSeason, results: SeasonResults, limits: TableLimits) -> str:
    """As of which day the season last had a table, for a refusal of today's; empty if of none, or if one is named."""
    days = sorted({day_of(row.kickoff_ts) for row in results.counted}, reverse=True)
    for day in days if results.whole else ():
        of_day = limits._replace(at_ts=midnight_of(day) + DAY, as_it_stands=False)
        then = season.results(of_day)
        if then.counted and then.is_reliable:
            newest = ", the day of its newest result," if day == days[0] else ""
            return f"; as of {day}{newest} there is one"
    return ""


def without_play_offs(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits = WHOLE
) -> SeasonResults:
    """The results without what follows the groups of a divided season, whose number is added to `play_offs`."""
    # The points make the groups, whatever the table is of.
    of_goals = limits._replace(type=TableType.TOTAL, half=TableHalf.FULL)
    goals = results if of_goals == limits else season.results(of_goals)
    facts, _ = season.facts(goals, of_goals)
    fixture_ids = play_offs(goals.counted, facts)
    counted = [row for row in results.counted if row.fixture_id not in fixture_ids]
    left_out = len(results.counted) - len(counted)
    return replace(
        results,
        counted=counted,
        play_offs=results.play_offs + left_out,
        played=results.played - left_out,
    )


def _notes(season: LeagueSeason, results: SeasonResults, *, is_of_stage: bool) -> tuple[str, ...]:
    """What a table leaves out of its season's list, and how many fixtures of a season that is over are known."""
    notes, head = [], season.head
    if results.tournament:
        others = [name for name in season.rules.tournaments if name != results.tournament]
        notes.append(
            f"the {results.tournament} alone; the {' and the '.join(others)} has a table of its own"
        )
    if results.play_offs:
        notes.append(
            f"{plural(results.play_offs, 'play-off fixture')} of the season's list, not counted here"
        )
    if head.rules is None and (is_of_stage or not head.has_standings):
        notes.append(
            "the rules of this competition are not known here: goal difference, then goals, separate level teams"
        )
    if results.is_over and season.meets_once:
        teams = len(results.names)
        known = sum(row.counting != Counting.OUTSIDE for row in season.rows())
        if known < teams * (teams - 1):
            notes.append(
                f"{known} of the {teams * (teams - 1)} fixtures of its {teams} teams are in this file"
            )
    return tuple(notes)


def _unreliable(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits
) -> StandingsNotAvailable:
    """The error that the results are too few for a reliable table."""
    if not results.names:
        return StandingsNotAvailable(f"{season.name} has no teams", param="season")
    if limits.up_to_round is not None and not results.rounds:
        return StandingsNotAvailable(
            f"the rounds of {season.name} are not known; ask for a date", param="season"
        )
    figures = {TableType.TOTAL: "goals", TableType.CORNER: "corners", TableType.CARD: "cards"}[
        limits.type
    ]
    if limits.half == TableHalf.FIRST:
        figures = f"first-half {figures}"
    elif limits.type == TableType.CARD:
        # A source with one colour alone has no known cards.
        figures = "cards, yellow and red"
    return StandingsNotAvailable(
        f"{season.name}: {results.due_counted} of the {results.due} fixtures that should be over are finished with "
        f"known {figures}; a reliable table needs nine in ten{_as_of_newest(season, results, limits)}",
        param="season",
    )


def _format_doubts(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits
) -> tuple[str, ...]:
    """Why the table may be wrong, a sentence each; a part of a season is not expected to fit the format."""
    counted, names = results.counted, results.names
    played = Counter(team for row in counted for team in row[:2])
    kinds = {stage_of(row.stage or "").kind for row in counted}
    reasons = doubts(
        {team: played[team] for team in names},
        names,
        results.rules,
        is_over=results.is_over,
        is_group=kinds == {Kind.GROUP},
    )
    if reasons:
        clubs = possible_duplicates(season.connection, [season.head.season_id])
        return (*reasons, *(clause for _, clause in clubs))
    is_whole = limits.stage is None and results.whole and len(counted) == results.played
    has_ended = counted and counted[-1].kickoff_ts <= season.now - BREAK
    return unmet(counted) if is_whole and has_ended else ()


def doubtful_fixtures(season: LeagueSeason, counted: Results) -> tuple[str, ...]:
    """What can't all be true of the fixtures that a table counts, a sentence a kind; of nations nothing.

    A pair that has met twice at one venue is doubtful only with one score, and where no pair has met there twice with
    another; pairs that have not met at the other one are, where they are a fifth of all: of 248 whole seasons none has
    more than one pair in eleven.
    """
    head, names = season.head, season.names
    days = Counter((team, row.kickoff_ts // DAY) for row in counted for team in row[:2])
    # Players of e-football have many fixtures a day.
    if head.esports or season.is_of_nations:
        days.clear()
    met = Counter(row[:2] for row in counted) if season.meets_once else Counter()
    again = {row[:4] for row in counted if met[row[:2]] > 1}
    at_one_venue = [pair for pair in {row[:2] for row in again} if not met[pair[::-1]]]
    if len(at_one_venue) < len(names) * (len(names) - 1) / 10:
        at_one_venue.clear()
    if len({meeting[:2] for meeting in again}) < len(again):
        again.clear()
    foreign = season.connection.execute(_FOREIGN, (head.season_id, head.country_code)).fetchall()
    playing = {team for team, _ in days} if foreign else set()
    reasons = {
        "results of fixtures that are still to come": [
            f"{names[row.home_id]} - {names[row.away_id]} on {day_of(row.kickoff_ts)}"
            for row in counted
            if row.kickoff_ts > season.now
        ],
        "two fixtures on a day": [
            f"{names[team]} on {day_of(day * DAY)}"
            for (team, day), count in days.items()
            if count > 1
        ],
        "twice at one venue with one score": [
            f"{names[home]} - {names[away]}" for home, away, *_ in sorted(again)
        ],
        "twice at one venue and never at the other, as if sides were exchanged": [
            f"{names[home]} - {names[away]}" for home, away in sorted(at_one_venue)
        ],
        "of another country": [
            f"{team} ({code})"
            for id_, team, code in foreign
            if id_ in playing and {head.country_code, code} <= COUNTRIES.keys()
        ],
    }
    return tuple(f"{what}: {some_of(texts, NAMED)}" for what, texts in reasons.items() if texts)


_FOREIGN = """
    select team.id, team.name, team.country_code from season_team join team on team.id = season_team.team_id
    where season_team.season_id = ? and team.country_code <> ? order by team.id
"""
