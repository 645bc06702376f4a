"""League tables: the one query behind the API, the frames, the command line and the terminal.

The fixtures are read as results with one statement, and ordered by rules.standings. Contract 14, 20.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import mode
from typing import Any

from footydata.football.countries import COUNTRIES
from footydata.football.errors import StandingsNotAvailable
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import PointsAdjustment
from footydata.football.register import normalised
from footydata.football.register.leagues import decided_ties, meets_once, registered_league, side_of
from footydata.football.register.teams import NATIONAL, registered_team
from footydata.football.rows import StandingRow, Table, TableHalf, Venue
from footydata.football.terms import DAY, ENGLISH, TableType
from footydata.football.wording import plural, some_of
from footydata.rules.formats import doubts as doubts_of_format
from footydata.rules.groups import is_complete
from footydata.rules.regulations import CompetitionRules, Scope, SeasonFacts
from footydata.rules.stages import Kind, stage_of
from footydata.rules.standings import (
    card_table,
    corner_table,
    figures_by_team,
    level_teams,
    partial_points_table,
    play_offs,
    points_table,
)
from footydata.rules.tallies import Counting, Results
from footydata.store.known_results import BREAK
from footydata.store.read.evidence import possible_duplicates
from footydata.store.read.fixtures import team_names
from footydata.store.read.seasons.season import WHOLE, LeagueSeason, SeasonResults, TableLimits
from footydata.store.rows import column, ids_of, records

RELIABLE = 0.9
"""The share of the fixtures that should be over which must count. Contract 20.12."""

GROUP = "group"
"""How the names of the stages of a group stage begin."""

SEASON_OVER_AFTER = 60 * DAY
"""Seconds after its last kickoff from which a season is over."""

NAMED = 3
"""How many doubtful fixtures of a kind are named."""


def table_of(season: LeagueSeason, limits: TableLimits = WHOLE) -> Table:
    """The table of a season.

    Points taken by decision count in the table of all fixtures alone, from the day of the decision on.
    Raises StandingsNotAvailable if the league has no tables, if the stage is a knock-out round, or if fewer than nine
    in ten of the fixtures that should be over are finished with the figures needed.
    """
    head, is_of_stage = season.head, limits.stage is not None and bool(season.stages)
    if limits.stage is None:
        season.check_has_table()
    else:
        limits = limits._replace(stage=season.stage_named(limits.stage))
    results = season.results(limits)
    check_reliable(season, results, limits)
    counted = without_play_offs(season, results, limits)
    of_group = season.groups.doubts(limits.stage or "") if is_of_stage else ()
    rows: Sequence[StandingRow]
    adjustments: list[PointsAdjustment] = []
    if limits.is_official:
        facts, adjustments = points_facts(season, counted, limits)
        rows = points_table(counted.counted, facts)
        if is_of_stage and counted.whole and not counted.open and not counted.live:
            level = level_teams(counted.counted, facts)
            of_group += tuple(level_doubt(teams, facts.names, facts.rules) for teams in level)
    else:
        rows = _partial(season, counted, limits)
    fixture_ids = [row.fixture_id for row in counted.counted]
    if limits.last is not None:
        values = {**ids_of(fixture_ids), "venue": limits.venue, "last": limits.last}
        fixture_ids = column(season.connection, _OF_LAST, values)
    doubts = format_doubts(season, counted)
    doubts = doubts or (unmet(counted, now=season.now) if limits.stage is None else ())
    if limits.lang != ENGLISH:
        names = team_names(season.connection, counted.names, lang=limits.lang)
        rows = [row._replace(team_name=names[row.team_id]) for row in rows]
    return Table(
        *(head.league_id, head.country, head.league, head.season_id, head.season),
        *(limits.type, limits.venue, limits.half, results.round, tuple(rows)),
        adjustments=tuple(adjustments),
        notes=_notes(season, counted, is_of_stage=is_of_stage),
        doubts=(*doubts, *of_group, *doubtful_fixtures(season, counted.counted)),
        known=len(counted.counted),
        played=counted.played,
        stage=limits.stage if is_of_stage or not head.has_standings else None,
        live=counted.live,
        as_it_stands=limits.as_it_stands and counted.live > 0,
        fixture_ids=tuple(fixture_ids),
        newest_ts=counted.counted[-1].kickoff_ts if counted.counted else None,
    )


def _as_of_newest(season: LeagueSeason, results: SeasonResults, limits: TableLimits) -> str:
    """As of which day the season last had a table, for a refusal of today's; empty if of none, or if one is named."""
    days = sorted({day_of(row.kickoff_ts) for row in results.counted}, reverse=True)
    for day in days if results.whole else ():
        of_day = limits._replace(at_ts=midnight_of(day) + DAY, as_it_stands=False)
        then = season.results(of_day)
        if then.counted and _is_reliable(then):
            newest = ", the day of its newest result," if day == days[0] else ""
            return f"; as of {day}{newest} there is one"
    return ""


def without_play_offs(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits = WHOLE
) -> SeasonResults:
    """The results without what follows the groups of a divided season, whose number is added to `play_offs`."""
    if season.rules.split is None:
        return results
    # The points make the groups, whatever the table is of.
    of_goals = limits._replace(type=TableType.TOTAL, half=TableHalf.FULL)
    goals = results if of_goals == limits else season.results(of_goals)
    facts, _ = points_facts(season, goals, of_goals)
    fixture_ids = play_offs(goals.counted, facts)
    counted = [row for row in results.counted if row.fixture_id not in fixture_ids]
    left_out = len(results.counted) - len(counted)
    return replace(
        results,
        counted=counted,
        play_offs=results.play_offs + left_out,
        played=results.played - left_out,
    )


def points_facts(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits = WHOLE
) -> tuple[SeasonFacts, list[PointsAdjustment]]:
    """What the points table of these results is computed from, and the decisions in force in it.

    These are the decisions made before the table's moment, and those whose day is not known; all if the moment is now.
    Results that are not the whole season's are those of the moment of their last fixture.
    """
    before = limits.at_ts
    if before is None and not results.whole:
        before = max((row.kickoff_ts + 1 for row in results.counted), default=1)
    values = {
        "season_id": season.head.season_id,
        "day": None if before is None else day_of(before - 1).isoformat(),
    }
    adjustments = records(season.connection, PointsAdjustment, _DECISIONS, values)
    deducted: Counter[int] = Counter()
    for adjustment in adjustments:
        deducted[adjustment.team_id] += adjustment.points
    rules = season.rules_of(results)
    cards = None
    if any(step[0].scope is Scope.CARDS for step in rules.tie_breakers):
        ids = ids_of(row.fixture_id for row in results.counted)
        known = {
            team: (yellow, red) for team, yellow, red in season.connection.execute(_CARDS, ids)
        }
        cards = known if known.keys() >= results.names.keys() else None
    decisions = decided_order(season, results.names, limits.at_ts)
    return SeasonFacts(
        results.names, rules, deducted, results.stages, _groups(results), cards, decisions
    ), adjustments


def decided_order(
    season: LeagueSeason, names: Mapping[int, str], at_ts: int | None = None
) -> frozenset[tuple[int, int]]:
    """(team, team below it) of these teams, level by results, by a row of the register or a play-off of their group.

    at_ts: only decisions of days before it.
    """
    head = season.head
    league = registered_league(head.country_code, head.league, head.start_year)
    ties = decided_ties(head.country_code, league.name, head.start_year) if league else ()
    day = day_of(at_ts - 1).isoformat() if at_ts is not None else None
    pairs = {
        (_team(tie.team, names), _team(tie.below, names))
        for tie in ties
        if day is None or tie.date <= day
    }
    for row in season.rows() if season.has_stages else ():
        if stage_of(row.stage or "").kind is not Kind.GROUP_PLAY_OFF or None in row.figures[:2]:
            continue
        if row.home != row.away and (at_ts is None or row.kickoff_ts < at_ts):
            pairs.add(row[:2] if row.home > row.away else row[1::-1])
    return frozenset(
        (team, below)
        for team, below in pairs
        if team is not None and below is not None and {team, below} <= names.keys()
    )


def _team(name: str, names: Mapping[int, str]) -> int | None:
    """The id of the team that the register calls so, None if it is none of these."""
    registered = registered_team(None, name, side=NATIONAL)
    if registered is not None and registered.id in names:
        return registered.id
    return next((team for team, own in names.items() if normalised(own) == normalised(name)), None)


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
    if is_over(season, results) and meets_once(head.country_code, head.league):
        teams = len(results.names)
        known = sum(row.counting != Counting.OUTSIDE for row in season.rows())
        if known < teams * (teams - 1):
            notes.append(
                f"{known} of the {teams * (teams - 1)} fixtures of its {teams} teams are in this file"
            )
    return tuple(notes)


def _partial(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits
) -> Sequence[StandingRow]:
    names = results.names
    sides: dict[int, list[Any]] = figures_by_team(
        results.counted, venue=limits.venue, last=limits.last
    )
    if limits.type == TableType.CORNER:
        return corner_table(sides, names)
    if limits.type == TableType.CARD:
        return card_table(sides, names)
    return partial_points_table(sides, SeasonFacts(names, season.rules))


def _is_reliable(results: SeasonResults) -> bool:
    return results.due_counted >= RELIABLE * results.due


def check_reliable(
    season: LeagueSeason, results: SeasonResults, limits: TableLimits = WHOLE
) -> None:
    """Raise StandingsNotAvailable if the results are too few for a reliable table."""
    if not results.names:
        raise StandingsNotAvailable(f"{season.name} has no teams", param="season")
    if limits.up_to_round is not None and not results.rounds:
        raise StandingsNotAvailable(
            f"the rounds of {season.name} are not known; ask for a date", param="season"
        )
    if not _is_reliable(results):
        figures = {TableType.TOTAL: "goals", TableType.CORNER: "corners", TableType.CARD: "cards"}[
            limits.type
        ]
        if limits.half == TableHalf.FIRST:
            figures = f"first-half {figures}"
        elif limits.type == TableType.CARD:
            # A source with one colour alone has no known cards.
            figures = "cards, yellow and red"
        raise StandingsNotAvailable(
            f"{season.name}: {results.due_counted} of the {results.due} fixtures that should be over are finished with "
            f"known {figures}; a reliable table needs nine in ten{_as_of_newest(season, results, limits)}",
            param="season",
        )


def _groups(results: SeasonResults) -> dict[int, str]:
    """Team id → its group, if all fixtures of the table are of a group stage; else empty."""
    fixtures = [*results.counted, *results.open]
    stages = results.stages
    if (
        not stages
        or len(stages) < len(fixtures)
        or not all(stage.casefold().startswith(GROUP) for stage in stages.values())
    ):
        return {}
    return {team: stages[row.fixture_id] for row in fixtures for team in (row.home_id, row.away_id)}


_DECISIONS = """from points_adjustment
    where season_id = :season_id and (decided_on is null or :day is null or decided_on <= :day)
    order by season_id, team_id, seq
"""

_OF_LAST = f"""
    with side as (
      select home_id as team_id, id, kickoff_ts from fixture
      where id in (select value from json_each(:ids)) and :venue <> '{Venue.AWAY}'
      union all
      select away_id, id, kickoff_ts from fixture
      where id in (select value from json_each(:ids)) and :venue <> '{Venue.HOME}'
    ), placed as (
      select *, row_number() over (partition by team_id order by kickoff_ts desc, id desc) as place from side
    )
    select id from placed where place <= :last group by id order by kickoff_ts, id
"""
"""Those of the fixtures of a table that are among the last N of a team."""

_CARDS = """
    with counted as (select * from fixture where id in (select value from json_each(:ids)))
    select team_id, sum(yellow), sum(red) from (
      select home_id as team_id, home_yellow as yellow, home_red as red from counted
      union all
      select away_id, away_yellow, away_red from counted)
    group by team_id having count(yellow) = count(*) and count(red) = count(*) order by team_id
"""
"""The yellow and red cards of the teams in fixtures that a table counts, of those teams of whom all are recorded."""


def format_doubts(season: LeagueSeason, results: SeasonResults) -> tuple[str, ...]:
    """Why the table may be wrong, a sentence each; a part of a season is not expected to fit the format."""
    played = Counter(team for row in results.counted for team in (row.home_id, row.away_id))
    rules = season.rules_of(results)
    met = [(row.home_id, row.away_id) for row in results.counted]
    stages = {results.stages.get(row.fixture_id, "") for row in results.counted}
    is_group = not results.open and {stage_of(stage).kind for stage in stages} == {Kind.GROUP}
    reasons = doubts_of_format(
        {team: played[team] for team in results.names},
        results.names,
        rules,
        is_over=is_over(season, results),
        is_whole_group=is_group and is_complete(met, results.names, rules.legs),
    )
    if not reasons:
        return ()
    clubs = possible_duplicates(season.connection, [season.head.season_id])
    return (*reasons, *(clause for _, clause in clubs))


def is_over(season: LeagueSeason, results: SeasonResults) -> bool:
    """Whether the results are those of a whole season of which no fixture is to come."""
    last_ts = season.head.last_ts
    return (
        results.whole
        and not results.open
        and last_ts is not None
        and last_ts < season.now - SEASON_OVER_AFTER
    )


def unmet(results: SeasonResults, *, now: int) -> tuple[str, ...]:
    """That a season that ended long ago may be cut short: most pairs of its teams met as often, and some less."""
    counted = results.counted
    if not results.whole or not counted or counted[-1].kickoff_ts > now - BREAK:
        return ()
    met = Counter(frozenset((row.home_id, row.away_id)) for row in counted)
    pairs = [met[frozenset(pair)] for pair in combinations(sorted(frozenset().union(*met)), 2)]
    usual = mode(pairs)
    fewer = sum(count < usual for count in pairs)
    # Where a season splits, some meet more often than most; there none is missing.
    if usual < max(pairs) or not fewer or len(counted) < results.played:
        return ()
    return (
        f"{fewer} of {len(pairs)} pairs of teams met fewer than {plural(usual, 'time')}, unlike most: the file may "
        "lack fixtures, or the season was cut short",
    )


def level_doubt(level: Iterable[int], names: Mapping[int, str], rules: CompetitionRules) -> str:
    """The doubt of teams that are in the order of their names alone."""
    rest = f"; the rules go on with {rules.last_resort}" if rules.last_resort else ""
    return (
        f"nothing known here separates {' and '.join(sorted(names[team] for team in level))}{rest}"
    )


def doubtful_fixtures(season: LeagueSeason, counted: Results) -> tuple[str, ...]:
    """What can't all be true of the fixtures that a table counts, a sentence a kind; of nations nothing.

    A pair that has met twice at one venue is doubtful only with one score, and where no pair has met there twice with
    another.
    """
    head, names = season.head, season.names
    country, league = head.country_code, head.league
    days = Counter((team, row.kickoff_ts // DAY) for row in counted for team in row[:2])
    # Players of e-football have many fixtures a day.
    if head.esports or side_of(country, league).startswith(NATIONAL):
        days.clear()
    met = Counter(row[:2] for row in counted) if meets_once(country, league) else Counter()
    again = {row[:4] for row in counted if met[row[:2]] > 1}
    if len({meeting[:2] for meeting in again}) < len(again):
        again.clear()
    foreign = season.connection.execute(_FOREIGN, (head.season_id, country)).fetchall()
    playing = {team for team, _ in days} if foreign else set()
    reasons = {
        "two fixtures on a day": [
            f"{names[team]} on {day_of(day * DAY)}"
            for (team, day), count in days.items()
            if count > 1
        ],
        "twice at one venue with one score": [
            f"{names[home]} - {names[away]}" for home, away, *_ in sorted(again)
        ],
        "of another country": [
            f"{team} ({code})"
            for id_, team, code in foreign
            if id_ in playing and {country, code} <= COUNTRIES.keys()
        ],
    }
    return tuple(f"{what}: {some_of(texts, NAMED)}" for what, texts in reasons.items() if texts)


_FOREIGN = """
    select team.id, team.name, team.country_code from season_team join team on team.id = season_team.team_id
    where season_team.season_id = ? and team.country_code <> ? order by team.id
"""
