"""The results of a season from which a table is computed, with its teams, rules and decisions on points.

A fixture counts when it is finished with the figures that the table needs, belongs to the table (in_table) and was not
postponed, cancelled or abandoned. It is due when it kicked off more than three hours ago and has no such state.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from footydata.football.errors import LeagueNotFound, SeasonNotFound, StandingsNotAvailable
from footydata.football.records import PointsAdjustment
from footydata.football.register.leagues import meets_once
from footydata.football.terms import DUE_AFTER, TableType
from footydata.rules.formats import (
    NOTHING_LEFT_OUT,
    LeftOut,
    SeasonFixture,
    after_all_have_met,
    left_out,
)
from footydata.rules.regulations import CompetitionRules, rules_of
from footydata.rules.splits import REGULAR
from footydata.rules.stages import Kind, stage_of
from footydata.rules.tallies import Counting, Result
from footydata.store.known_results import FOREVER, KNOWN_FROM
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.seasons.result_rows import result_rows
from footydata.store.read.seasons.table_stages import knock_out_stages, table_stages

COUNTS = frozenset({Counting.COUNTED, Counting.EARLY})
"""Fixtures that the table counts."""

PLAYED = COUNTS | {Counting.LATER}
"""Fixtures that the table of the whole season counts."""

NEVER = frozenset({Counting.CANCELLED, Counting.AWARDED})
"""Fixtures that the table will never count."""

NO_FIXTURE = frozenset({Counting.CANCELLED, Counting.ABANDONED, Counting.OUTSIDE})
"""Fixtures that the format of the season does not know; an abandoned one may be played again."""


class SeasonHead(NamedTuple):
    """A season with its league.

    country: the league's, by name and by code. rules: the league's; own_rules: the season's own, None if it has none.
    last_ts: the last kickoff, None if it has no fixture.
    """

    league_id: int
    country: str
    league: str
    has_standings: int
    rules: str | None
    season_id: int
    season: str
    start_year: int
    own_rules: str | None
    last_ts: int | None
    country_code: str


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The fixtures from which a table of a season is computed.

    Attributes:
        counted: the fixtures that the table counts, in order of kickoff, then id.
        open: those that are not counted but may still be, to come or without figures.
        due, due_counted: how many fixtures should be over, and how many of them count.
        played: how many are finished, with the figures of the table or without.
        rounds: fixture id → its round, numbered through all stages, if known; empty if not asked for.
        round: the highest round number of a counted fixture, None if unknown.
        stages: fixture id → stage, if known, of counted and open fixtures.
        whole: whether these are all results of the season so far, none left out by a moment or a round.
        names: team id → English name of the season's teams, those without fixtures included.
        live: how many fixtures are played now, their figures known so far.
        play_offs: how many fixtures are play-offs by the competition's format, which no table counts.
        tournament: which of the season's two tournaments these are of, None if it has none.
    """

    counted: list[Result]
    open: list[Result]
    due: int
    due_counted: int
    rounds: dict[int, int]
    round: int | None
    stages: dict[int, str]
    whole: bool
    names: dict[int, str]
    play_offs: int = 0
    tournament: str | None = None
    played: int = 0
    live: int = 0


def season_head(
    connection: sqlite3.Connection,
    league_id: int,
    season_id: int | None,
    *,
    needs_table: bool = True,
) -> SeasonHead:
    """A season with its league; the newest with fixtures if season_id is None.

    needs_table: whether the league must have a table of all its teams.

    Raises LeagueNotFound, StandingsNotAvailable (a league without tables, whose message names the season's stages, or
    without any season), SeasonNotFound.
    """
    sql = """
    select league.id, country.name, league.name, league.has_standings, league.rules,
           season.id, season.label, season.start_year, season_rules.rules,
           (select max(kickoff_ts) from fixture where fixture.season_id = season.id), country.code
    from league join country on country.code = league.country_code
    left join season on season.league_id = league.id and season.id = coalesce(:season_id, (
      select id from season as newest where newest.league_id = :league_id
      and exists (select 1 from fixture where fixture.season_id = newest.id)
      order by newest.start_year desc, newest.label desc limit 1))
    left join season_rules on season_rules.season_id = season.id
    where league.id = :league_id
    """
    row = connection.execute(sql, {"league_id": league_id, "season_id": season_id}).fetchone()
    if row is None:
        raise LeagueNotFound(f"no league has the id {league_id}", param="league")
    head = SeasonHead._make(row)
    if needs_table and not head.has_standings:
        raise StandingsNotAvailable(
            f"{head.league} has no league table{_instead(connection, head)}", param="league"
        )
    if head.season_id is None and season_id is not None:
        raise SeasonNotFound(f"{head.league} has no season of the id {season_id}", param="season")
    if head.season_id is None:
        raise StandingsNotAvailable(f"{head.league} has no season with fixtures", param="league")
    return head


def _instead(connection: sqlite3.Connection, head: SeasonHead) -> str:
    """What a season without a league table has in its place, as the end of a sentence."""
    stages = table_stages(connection, head.season_id)
    if stages:
        return f"; choose a stage of {head.season}: {', '.join(stages)}"
    if knock_out_stages(connection, head.season_id):
        return f": {head.season} is of knock-out rounds; {SEE_BRACKET}"
    if head.last_ts is not None and not has_stages(connection, head.season_id):
        return f" of {head.season}: {NO_STAGES}"
    return ""


def has_stages(connection: sqlite3.Connection, season_id: int) -> bool:
    """Whether any fixture of a season has a stage."""
    sql = "select exists (select 1 from fixture where season_id = ? and stage is not null)"
    return bool(connection.execute(sql, (season_id,)).fetchone()[0])


NO_STAGES = "its source names no stages; load the season from one that does, such as openfootball"
SEE_BRACKET = "see its bracket (footydata bracket, db.bracket)"


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


def season_results(
    connection: sqlite3.Connection,
    head: SeasonHead,
    *,
    type: TableType,
    half: str,
    now: int,
    at_ts: int | None = None,
    up_to_round: int | None = None,
    stage: str | None = None,
    with_rounds: bool = False,
    as_it_stands: bool = False,
) -> SeasonResults:
    """The results of a season for one kind of table; half: full or first.

    Play-offs that a source lists among the fixtures are left out if the competition's format shows them.

    at_ts: only fixtures whose result is known at that moment (unix seconds); up_to_round: only those of the rounds up
    to it; stage: only those of one stage or group; with_rounds: fill `rounds`, as up_to_round does anyhow;
    as_it_stands: count live fixtures with their figures so far.
    """
    counting = COUNTS | {Counting.LIVE} if as_it_stands else COUNTS
    rows_of_season = result_rows(
        connection, head.season_id, type=type, half=half, at_ts=at_ts, now=now
    )
    counts = Counter([row.counting for row in rows_of_season])
    stages = {
        row.fixture_id: row.stage
        for row in rows_of_season
        if row.stage is not None and row.counting != Counting.OUTSIDE
    }
    excluded = _left_out(connection, rows_of_season, stages, head)
    if excluded.tournaments:
        stages |= excluded.tournaments
        stage = stage or _latest(rows_of_season, excluded.tournaments)
    outside: list[Result] = []
    if excluded.play_offs or counts[Counting.OUTSIDE]:
        # Play-offs by the competition's format, and what a source marks as one.
        outside = [
            row
            for row in rows_of_season
            if row.counting == Counting.OUTSIDE or row.fixture_id in excluded.play_offs
        ]
    inside = _without(rows_of_season, outside)
    if stage is not None:
        inside = [row for row in inside if stages.get(row.fixture_id) == stage]
    rounds = _rounds(inside, stages) if up_to_round is not None or with_rounds else {}
    in_rounds = inside
    if up_to_round is not None:
        in_rounds = [row for row in inside if rounds.get(row.fixture_id, FOREVER) <= up_to_round]
    if len(in_rounds) < len(rows_of_season):
        counts = Counter([row.counting for row in in_rounds])
    counted = (
        in_rounds
        if counts.keys() <= counting
        else [row for row in in_rounds if row.counting in counting]
    )
    uncounted = _without(inside, counted)
    return SeasonResults(
        counted=counted,
        open=[row for row in uncounted if row.counting not in NEVER],
        due=sum(counts[each] for each in (Counting.COUNTED, Counting.MISSING, Counting.UNRECORDED)),
        due_counted=counts[Counting.COUNTED],
        rounds=rounds,
        round=max({row.round for row in counted if row.round is not None}, default=None),
        stages=stages,
        whole=not any(row.counting in PLAYED for row in uncounted),
        names=_names(
            connection,
            head.season_id,
            _teams(inside),
            outside=_teams(outside),
            only_playing=stage is not None,
        ),
        play_offs=len(excluded.play_offs),
        tournament=stage if excluded.tournaments else None,
        played=len(counted) + counts[Counting.UNRECORDED],
        live=counts[Counting.LIVE],
    )


def _without(rows: list[Result], others: Sequence[Result]) -> list[Result]:
    """The rows except the others, all of which are among them."""
    if len(others) == len(rows):
        return []
    ids = {row.fixture_id for row in others}
    return [row for row in rows if row.fixture_id not in ids] if ids else rows


def league_rules(head: SeasonHead) -> CompetitionRules:
    """The rules of the season's league in its era."""
    return rules_of(head.rules, head.start_year)


def _left_out(
    connection: sqlite3.Connection,
    rows: Sequence[Result],
    stages: Mapping[int, str],
    head: SeasonHead,
) -> LeftOut:
    """What the table leaves out by the competition's format; fixtures whose stage is named are not judged by it."""
    rules = league_rules(head)
    if rules.regular is None and not _meets_once(rules, head):
        return NOTHING_LEFT_OUT
    fixtures_of_season = [
        row
        for row in rows
        if row.counting not in NO_FIXTURE
        and stages.get(row.fixture_id, REGULAR).casefold() == REGULAR
    ]
    if rules.regular is None:
        return after_all_have_met(fixtures_of_season)
    moments = season_kickoffs(connection, head.season_id)
    fixtures = [
        SeasonFixture(row.home_id, row.away_id, row.fixture_id, moments[row.fixture_id])
        for row in fixtures_of_season
    ]
    return left_out(fixtures, rules, start_year=head.start_year)


def _meets_once(rules: CompetitionRules, head: SeasonHead) -> bool:
    """Whether each pair meets once at each venue in the one table of the season, as far as is known."""
    if rules.split is not None or rules.tournaments:
        return False
    return rules.legs == 2 or (not rules.legs and meets_once(head.country_code, head.league))


def _latest(rows: Sequence[Result], tournaments: Mapping[int, str]) -> str:
    """The tournament of the last counted fixture, else of the first to come."""
    counted = [
        tournaments[row.fixture_id]
        for row in rows
        if row.counting in COUNTS and row.fixture_id in tournaments
    ]
    return counted[-1] if counted else next(iter(tournaments.values()))


def season_kickoffs(connection: sqlite3.Connection, season_id: int) -> dict[int, int]:
    """Fixture id → kickoff (unix seconds) of a season's fixtures."""
    sql = "select id, kickoff_ts from fixture where season_id = :season_id order by kickoff_ts, id"
    return dict(connection.execute(sql, {"season_id": season_id}).fetchall())


def season_known_from(connection: sqlite3.Connection, season_id: int) -> dict[int, int]:
    """Fixture id → the moment (unix seconds) from which its result is known once it is finished, of a season."""
    sql = (
        f"select id, {KNOWN_FROM} from fixture where season_id = :season_id order by kickoff_ts, id"
    )
    return dict(connection.execute(sql, {"season_id": season_id}).fetchall())


def next_due_ts(connection: sqlite3.Connection, season_id: int, *, now: int) -> float:
    """The moment (unix seconds) from which one more fixture of a season is due, infinite if none is to come.

    Finished fixtures included: from then on one without the figures of a table counts as missing.
    """
    sql = """
    select min(kickoff_ts) from fixture
    where season_id = :season_id and kickoff_ts >= :since and state_detail is null
    """
    (kickoff_ts,) = connection.execute(
        sql, {"season_id": season_id, "since": now - DUE_AFTER}
    ).fetchone()
    return math.inf if kickoff_ts is None else kickoff_ts + DUE_AFTER + 1


def _names(
    connection: sqlite3.Connection,
    season_id: int,
    playing: Set[int],
    *,
    outside: Set[int],
    only_playing: bool,
) -> dict[int, str]:
    """Team id → name of the teams of the table: those with fixtures in it, and other members of the season.

    playing, outside: the teams with fixtures in the table and with fixtures outside it.

    Left out are members all of whose fixtures are outside the table, as in a play-off with another league; with
    only_playing all members without a fixture in it.
    """
    sql = (
        "select team.id, team.name from season_team join team on team.id = season_team.team_id "
        "where season_team.season_id = :season_id order by team.id"
    )
    names: dict[int, str] = dict(connection.execute(sql, {"season_id": season_id}).fetchall())
    absent = names.keys() - playing if only_playing else outside - playing
    for team in absent:
        names.pop(team, None)
    missing = playing - names.keys()
    return {**names, **team_names(connection, missing)} if missing else names


def _teams(rows: Sequence[Result]) -> set[int]:
    return {row.home_id for row in rows} | {row.away_id for row in rows}


def _rounds(rows: Sequence[Result], stages: Mapping[int, str]) -> dict[int, int]:
    """Fixture id → its round; rounds of a later stage that are numbered from 1 again are numbered after the others."""
    numbered = {row.fixture_id: row.round for row in rows if row.round is not None}
    last = max((number for fixture, number in numbered.items() if fixture not in stages), default=0)
    return {
        fixture: number + (last if fixture in stages and number <= last else 0)
        for fixture, number in numbered.items()
    }


def season_adjustments(connection: sqlite3.Connection, season_id: int) -> list[PointsAdjustment]:
    """The points given and taken by decision in a season."""
    sql = (
        f"select {', '.join(PointsAdjustment._fields)} from points_adjustment where season_id = :season_id "
        "order by season_id, team_id, seq"
    )
    return [
        PointsAdjustment._make(row) for row in connection.execute(sql, {"season_id": season_id})
    ]


def counted_cards(
    connection: sqlite3.Connection, results: SeasonResults
) -> dict[int, tuple[int, int]]:
    """Team id → its yellow and red cards in the fixtures that a table counts, if they are recorded."""
    sql = """
    with counted as (select * from fixture where id in (select value from json_each(:ids)))
    select team_id, sum(yellow), sum(red) from (
      select home_id as team_id, home_yellow as yellow, home_red as red from counted
      union all
      select away_id, away_yellow, away_red from counted)
    group by team_id having count(yellow) = count(*) and count(red) = count(*) order by team_id
    """
    ids = str([row.fixture_id for row in results.counted])
    return {team: (yellow, red) for team, yellow, red in connection.execute(sql, {"ids": ids})}
