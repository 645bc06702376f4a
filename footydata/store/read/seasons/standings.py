"""League tables: the one query behind the API, the frames, the command line and the terminal.

It reads the results with one statement and orders them by rules.standings. Contract 14, 20.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from statistics import mode
from typing import Any

from footydata.football.errors import StandingsNotAvailable
from footydata.football.languages import ENGLISH
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import PointsAdjustment
from footydata.football.register.leagues import meets_once
from footydata.football.register.zones import Zone, zones_of
from footydata.football.table_rows import StandingRow, Table, TableHalf, Venue
from footydata.football.terms import DAY, TableType
from footydata.football.wording import meant, plural
from footydata.rules.formats import doubts
from footydata.rules.groups import is_complete
from footydata.rules.regulations import CompetitionRules, Scope, rules_of
from footydata.rules.stages import Kind, stage_of
from footydata.rules.standings import (
    SeasonFacts,
    card_table,
    corner_table,
    figures_by_team,
    level_teams,
    partial_points_table,
    play_offs,
    points_table,
)
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.quality.evidence import possible_duplicates
from footydata.store.read.seasons.decided_order import decided_order
from footydata.store.read.seasons.doubtful_fixtures import doubtful_fixtures
from footydata.store.read.seasons.results import (
    SEE_BRACKET,
    SeasonHead,
    SeasonResults,
    counted_cards,
    league_rules,
    season_adjustments,
    season_head,
    season_kickoffs,
    season_results,
    stages_with_tables,
)
from footydata.store.read.seasons.table_stages import knock_out_stages, stage_doubts

RELIABLE = 0.9
"""The share of the fixtures that should be over which must count. Contract 20.12."""

SEASON_OVER_AFTER = 60 * DAY
"""Seconds after its last kickoff from which a season is over."""

BREAK = 180 * DAY
"""Longer than any break between two seasons: where nothing is known for so long, fixtures may be missing."""

GROUP = "group"
"""How the names of the stages of a group stage begin."""


def standings(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    type: TableType = TableType.TOTAL,
    venue: str = Venue.ALL,
    half: str = TableHalf.FULL,
    at_ts: int | None = None,
    up_to_round: int | None = None,
    last: int | None = None,
    stage: str | None = None,
    lang: str = ENGLISH,
    as_it_stands: bool = False,
    now: int,
) -> Table:
    """The table of a season, of its newest with fixtures if none is named.

    venue: all, home or away; half: full or first; at_ts: of the results that are known at that moment;
    up_to_round: of the rounds up to it; last: of each team's last N; stage: of one stage or group; as_it_stands: with
    the figures so far of the fixtures that are live now, which no other table counts.
    Points taken by decision count in the table of all fixtures alone, from the day of the decision on.
    Raises LeagueNotFound, SeasonNotFound, and StandingsNotAvailable if the league has no tables, if the stage is a
    knock-out round, or if fewer than nine in ten of the fixtures that should be over are finished with the figures
    needed.
    """
    head = season_head(connection, league_id, season_id, needs_table=stage is None)
    if stage is not None:
        _check_is_no_knock_out(connection, head, stage)
    is_of_stage = stage is not None and bool(stages_with_tables(connection, head))
    read = partial(season_results, connection, head, now=now, at_ts=at_ts, up_to_round=up_to_round)
    results = read(type=type, half=half, stage=stage, as_it_stands=as_it_stands)
    if stage is not None and stage not in results.stages.values():
        # The name of a stage is found whatever its case; the season's stages are known once it is read.
        stage = _stage_named(stage, results, head)
        results = read(type=type, half=half, stage=stage, as_it_stands=as_it_stands)
    way_out = partial(
        _as_of_newest, connection, head, results, partial(read, type=type, half=half, stage=stage)
    )
    check_reliable(results, head, type=type, half=half, up_to_round=up_to_round, way_out=way_out)
    if league_rules(head).split is not None:
        # The points make the groups, whatever the table is of.
        is_of_goals = type == TableType.TOTAL and half == TableHalf.FULL
        goals = results
        if not is_of_goals:
            goals = read(
                type=TableType.TOTAL, half=TableHalf.FULL, stage=stage, as_it_stands=as_it_stands
            )
        facts, _ = points_facts(connection, head, goals, at_ts=at_ts)
        results = without_play_offs(results, play_offs(goals.counted, facts))
    names = results.names
    adjustments: list[PointsAdjustment] = []
    rows: Sequence[StandingRow]
    of_group = (
        stage_doubts(connection, head.season_id, stage) if stage is not None and is_of_stage else ()
    )
    if type == TableType.TOTAL and venue == Venue.ALL and half == TableHalf.FULL and last is None:
        facts, adjustments = points_facts(connection, head, results, at_ts=at_ts)
        rows = points_table(results.counted, facts)
        of_group += _undecided(results, facts) if is_of_stage else ()
    else:
        rows = _partial(results, head, names, type=type, venue=venue, last=last)
    if lang != ENGLISH:
        translated_names = team_names(connection, names, lang=lang)
        rows = [row._replace(team_name=translated_names[row.team_id]) for row in rows]
    newest_ts = _newest(connection, results)
    played = _played(results, rows, venue=venue, last=last)
    doubts = _doubts(connection, results, head, played, now=now)
    doubts = doubts or (_unmet(results, newest_ts, now=now) if stage is None else ())
    return Table(
        *(
            head.league_id,
            head.country,
            head.league,
            head.season_id,
            head.season,
            type,
            venue,
            half,
        ),
        results.round,
        tuple(rows),
        tuple(adjustments),
        (
            *_notes(results, head, is_of_stage=is_of_stage),
            *_missing(connection, results, head, now=now),
        ),
        (*doubts, *of_group, *doubtful_fixtures(connection, results.counted, head)),
        len(results.counted),
        results.played,
        stage if is_of_stage or not head.has_standings else None,
        live=results.live,
        as_it_stands=as_it_stands and results.live > 0,
        fixture_ids=_counted_ids(results, venue=venue, last=last),
        newest_ts=newest_ts,
    )


def _counted_ids(results: SeasonResults, *, venue: str, last: int | None) -> tuple[int, ...]:
    """The fixtures of a table; last: those that are among the last N of a team."""
    if last is None:
        return tuple(row.fixture_id for row in results.counted)
    left: Counter[int] = Counter(dict.fromkeys(results.names, last))
    ids: dict[int, None] = {}
    for row in reversed(results.counted):
        for side, team_id in ((Venue.HOME, row.home_id), (Venue.AWAY, row.away_id)):
            if venue in (side, Venue.ALL) and left[team_id]:
                left[team_id] -= 1
                ids[row.fixture_id] = None
    return tuple(ids)


def _newest(connection: sqlite3.Connection, results: SeasonResults) -> int | None:
    """The newest kickoff of the counted fixtures."""
    if not results.counted:
        return None
    sql = "select kickoff_ts from fixture where id = :id"
    newest: int = connection.execute(sql, {"id": results.counted[-1].fixture_id}).fetchone()[0]
    return newest


def _unmet(results: SeasonResults, newest_ts: int | None, *, now: int) -> tuple[str, ...]:
    """That a season that ended long ago may be cut short: most pairs of its teams met as often, and some less."""
    if not results.whole or newest_ts is None or newest_ts > now - BREAK:
        return ()
    met = Counter(frozenset((row.home_id, row.away_id)) for row in results.counted)
    pairs = [met[frozenset(pair)] for pair in combinations(sorted(frozenset().union(*met)), 2)]
    usual = mode(pairs)
    fewer = sum(count < usual for count in pairs)
    # Where a season splits, some meet more often than most; there none is missing.
    if usual < max(pairs) or not fewer or len(results.counted) < results.played:
        return ()
    return (
        f"{fewer} of {len(pairs)} pairs of teams met fewer than {plural(usual, 'time')}, unlike most: the file may "
        "lack fixtures, or the season was cut short",
    )


def _as_of_newest(
    connection: sqlite3.Connection,
    head: SeasonHead,
    results: SeasonResults,
    read: Callable[..., SeasonResults],
) -> str:
    """As of which day the season last had a table, for a refusal of today's; empty if of none, or if one is named."""
    if not results.whole:
        return ""
    kickoffs = season_kickoffs(connection, head.season_id)
    days = sorted({day_of(kickoffs[row.fixture_id]) for row in results.counted}, reverse=True)
    for day in days:
        then = read(at_ts=midnight_of(day) + DAY)
        if then.counted and _is_reliable(then):
            newest = ", the day of its newest result," if day == days[0] else ""
            return f"; as of {day}{newest} there is one"
    return ""


def _check_is_no_knock_out(connection: sqlite3.Connection, head: SeasonHead, stage: str) -> None:
    """Raises StandingsNotAvailable if the stage that is named is a knock-out round."""
    rounds = knock_out_stages(connection, head.season_id)
    name = next((each for each in rounds if each.casefold() == stage.casefold()), None)
    if name is not None:
        raise StandingsNotAvailable(
            f"{head.league} {head.season}: {name} is a knock-out round and has no table; {SEE_BRACKET}",
            param="stage",
        )


def without_play_offs(results: SeasonResults, fixture_ids: frozenset[int]) -> SeasonResults:
    """The results without those play-offs, whose number is added to `play_offs`."""
    if not fixture_ids:
        return results
    counted = [row for row in results.counted if row.fixture_id not in fixture_ids]
    left_out = len(results.counted) - len(counted)
    return replace(
        results,
        counted=counted,
        play_offs=results.play_offs + left_out,
        played=results.played - left_out,
    )


def points_facts(
    connection: sqlite3.Connection, head: SeasonHead, results: SeasonResults, *, at_ts: int | None
) -> tuple[SeasonFacts, list[PointsAdjustment]]:
    """What the points table of these results is computed from, and the decisions in force in it."""
    adjustments = _decisions_in_force(connection, results, head.season_id, at_ts=at_ts)
    deducted: dict[int, int] = {}
    for adjustment in adjustments:
        deducted[adjustment.team_id] = deducted.get(adjustment.team_id, 0) + adjustment.points
    rules = season_rules(head, whole=results.whole)
    cards = None
    if any(breaker.scope == Scope.CARDS for breaker in rules.tie_breakers):
        known = counted_cards(connection, results)
        cards = known if known.keys() >= results.names.keys() else None
    decisions = decided_order(connection, head, results.names, at_ts=at_ts)
    return SeasonFacts(
        results.names, rules, deducted, results.stages, _groups(results), cards, decisions
    ), adjustments


def _undecided(results: SeasonResults, facts: SeasonFacts) -> tuple[str, ...]:
    """A sentence for each set of teams of a group played to its end that are in the order of their names alone."""
    if results.open or results.live or not results.whole:
        return ()
    return tuple(
        level_doubt(level, facts.names, facts.rules)
        for level in level_teams(results.counted, facts)
    )


def level_doubt(level: Iterable[int], names: Mapping[int, str], rules: CompetitionRules) -> str:
    """The doubt of teams that are in the order of their names alone."""
    rest = f"; the rules go on with {rules.last_resort}" if rules.last_resort else ""
    return (
        f"nothing known here separates {' and '.join(sorted(names[team] for team in level))}{rest}"
    )


def _decisions_in_force(
    connection: sqlite3.Connection, results: SeasonResults, season_id: int, *, at_ts: int | None
) -> list[PointsAdjustment]:
    """The decisions made before the table's moment, and those whose day is not known; all if the moment is now.

    Results that are not the whole season's are those of the moment of their last fixture.
    """
    decisions = season_adjustments(connection, season_id)
    before = at_ts
    if decisions and before is None and not results.whole:
        moments = season_kickoffs(connection, season_id)
        before = max((moments[row.fixture_id] + 1 for row in results.counted), default=1)
    if before is None:
        return decisions
    day = day_of(before - 1).isoformat()
    return [
        decision
        for decision in decisions
        if decision.decided_on is None or decision.decided_on <= day
    ]


def _notes(results: SeasonResults, head: SeasonHead, *, is_of_stage: bool) -> tuple[str, ...]:
    """What a table leaves out of its season's list."""
    notes = []
    if results.tournament:
        others = [name for name in league_rules(head).tournaments if name != results.tournament]
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
    return tuple(notes)


def _missing(
    connection: sqlite3.Connection, results: SeasonResults, head: SeasonHead, *, now: int
) -> tuple[str, ...]:
    """How many fixtures of a season that is over are known, if these are not all."""
    if not _is_over(results, head, now) or not meets_once(head.country_code, head.league):
        return ()
    teams = len(results.names)
    (known,) = connection.execute(
        "select count(*) from fixture where season_id = ? and in_table = 1", (head.season_id,)
    ).fetchone()
    if known >= teams * (teams - 1):
        return ()
    return (f"{known} of the {teams * (teams - 1)} fixtures of its {teams} teams are in this file",)


def _is_over(results: SeasonResults, head: SeasonHead, now: int) -> bool:
    """Whether the results are those of a whole season of which no fixture is to come."""
    return (
        results.whole
        and not results.open
        and head.last_ts is not None
        and head.last_ts < now - SEASON_OVER_AFTER
    )


def _doubts(
    connection: sqlite3.Connection,
    results: SeasonResults,
    head: SeasonHead,
    played: Mapping[int, int],
    *,
    now: int,
) -> tuple[str, ...]:
    """Why the table may be wrong, a sentence each; a part of a season is not expected to fit the format.

    played: team id → how many of its fixtures are counted, at either venue.
    """
    played = {team: played[team] for team in results.names}
    is_over = _is_over(results, head, now)
    rules = season_rules(head, whole=results.whole)
    reasons = doubts(
        played,
        results.names,
        rules,
        is_over=is_over,
        is_whole_group=_is_whole_group(results, rules),
    )
    return (
        (*reasons, *(clause for _, clause in possible_duplicates(connection, [head.season_id])))
        if reasons
        else ()
    )


def _is_whole_group(results: SeasonResults, rules: CompetitionRules) -> bool:
    """Whether the results are those of a group of a cup, played to its end."""
    stages = {results.stages.get(row.fixture_id, "") for row in results.counted}
    if results.open or {stage_of(stage).kind for stage in stages} != {Kind.GROUP}:
        return False
    met = [(row.home_id, row.away_id) for row in results.counted]
    return is_complete(met, results.names, rules.legs)


def _played(
    results: SeasonResults, rows: Sequence[StandingRow], *, venue: str, last: int | None
) -> Mapping[int, int]:
    """Team id → how many of its fixtures the results count, be they in the rows of the table or not."""
    if venue == Venue.ALL and last is None:
        return {row.team_id: row.played for row in rows}
    return Counter(team for row in results.counted for team in (row.home_id, row.away_id))


def _stage_named(text: str, results: SeasonResults, head: SeasonHead) -> str:
    """The stage of a season that a person means. Raises StandingsNotAvailable, whose message names the nearest."""
    stages = sorted(set(results.stages.values()))
    matches = [stage for stage in stages if stage.casefold() == text.casefold()]
    if not matches:
        raise StandingsNotAvailable(
            f"{head.league} {head.season} has no stage {text!r}; {meant(text, stages)}",
            param="stage",
        )
    return matches[0]


def season_rules(head: SeasonHead, *, whole: bool) -> CompetitionRules:
    """The rules of a season: its own if it has them and the table is the whole one, else its league's."""
    return rules_of(head.own_rules if whole and head.own_rules else head.rules, head.start_year)


def _partial(
    results: SeasonResults,
    head: SeasonHead,
    names: Mapping[int, str],
    *,
    type: TableType,
    venue: str,
    last: int | None,
) -> Sequence[StandingRow]:
    sides: dict[int, list[Any]] = figures_by_team(results.counted, venue=venue, last=last)
    if type == TableType.CORNER:
        return corner_table(sides, names)
    if type == TableType.CARD:
        return card_table(sides, names)
    return partial_points_table(sides, SeasonFacts(names, season_rules(head, whole=False)))


def _is_reliable(results: SeasonResults) -> bool:
    return results.due_counted >= RELIABLE * results.due


def check_reliable(
    results: SeasonResults,
    head: SeasonHead,
    *,
    type: TableType,
    half: str,
    up_to_round: int | None = None,
    way_out: Callable[[], str] = str,
) -> None:
    """Raise StandingsNotAvailable if the results are too few for a reliable table; way_out: the end of its message."""
    season_name = f"{head.league} {head.season}"
    if not results.names:
        raise StandingsNotAvailable(f"{season_name} has no teams", param="season")
    if up_to_round is not None and not results.rounds:
        raise StandingsNotAvailable(
            f"the rounds of {season_name} are not known; ask for a date", param="season"
        )
    if not _is_reliable(results):
        figures = {TableType.TOTAL: "goals", TableType.CORNER: "corners", TableType.CARD: "cards"}[
            type
        ]
        if half == TableHalf.FIRST:
            figures = f"first-half {figures}"
        elif type == TableType.CARD:
            # A source with one colour alone has no known cards.
            figures = "cards, yellow and red"
        raise StandingsNotAvailable(
            f"{season_name}: {results.due_counted} of the {results.due} fixtures that should be over are finished with "
            f"known {figures}; a reliable table needs nine in ten{way_out()}",
            param="season",
        )


def _groups(results: SeasonResults) -> dict[int, str]:
    """Team id → its group, if all fixtures of the table are of a group stage; else empty."""
    fixtures = [*results.counted, *results.open]
    stages = results.stages
    if (
        not stages
        or len(stages) < len(fixtures)
        or not all(_is_group(stage) for stage in stages.values())
    ):
        return {}
    return {team: stages[row.fixture_id] for row in fixtures for team in (row.home_id, row.away_id)}


def _is_group(stage: str) -> bool:
    return stage.casefold().startswith(GROUP)


def table_zones(
    connection: sqlite3.Connection, table: Table
) -> tuple[tuple[Zone, ...], tuple[int, ...]]:
    """The zones of a points table of all fixtures, from the top down, and the places below which something is decided.

    None of any other table, as nobody awards them there.
    """
    if (table.type, table.venue, table.half) != (TableType.TOTAL, Venue.ALL, TableHalf.FULL):
        return (), ()
    sql = """
        select league.country_code, league.name, season.start_year, league.rules
        from season join league on league.id = season.league_id where season.id = :season_id
    """
    row = connection.execute(sql, {"season_id": table.season_id}).fetchone()
    country, league, start_year, rules = row
    zones = zones_of(country, league, start_year, len(table.rows))
    return zones, rules_of(rules, start_year).decisive_after
