"""A season as its tables read it: its league and rules, its fixtures as results, and which of them a table counts.

A fixture counts when it is finished with the figures that the table needs, belongs to the table (in_table) and was not
postponed, cancelled or abandoned. It is due when it kicked off more than three hours ago and has no such state.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import repeat
from typing import NamedTuple, TypeVar

from footydata.football.errors import LeagueNotFound, SeasonNotFound, StandingsNotAvailable
from footydata.football.moments import FOREVER, day_of, known_by
from footydata.football.records import PointsAdjustment
from footydata.football.register import normalised
from footydata.football.register.leagues import decided_ties, registered_league
from footydata.football.register.teams import NATIONAL, registered_team
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import DAY, DUE_AFTER, ENGLISH, TableType
from footydata.football.wording import meant
from footydata.rules.formats import LeftOut, counted_rounds, left_out, rounds_of
from footydata.rules.groups import ThirdsRule, thirds_of
from footydata.rules.regulations import Scope, SeasonFacts, rules_of
from footydata.rules.stages import Groups, Kind, knock_out_stages, stage_of, table_stages
from footydata.rules.tallies import Counting, Result, Results
from footydata.store.read.seasons.result_rows import RESULTS_SQL, SeasonHead, SeasonResults
from footydata.store.rows import ids_of, records

COUNTS = frozenset({Counting.COUNTED, Counting.EARLY})
"""Fixtures that the table counts."""

NEVER = frozenset({Counting.CANCELLED, Counting.AWARDED})
"""Fixtures that the table will never count."""

RELIABLE = 0.9
"""The share of the fixtures that should be over which must count. Contract 20.12."""

SEASON_OVER_AFTER = 60 * DAY
"""Seconds after its last kickoff from which a season is over."""

GROUP = "group"
"""How the names of the stages of a group stage begin."""

NO_STAGES = "its source names no stages; load the season from one that does, such as openfootball"
SEE_BRACKET = "see its bracket (footydata bracket, db.bracket)"

T = TypeVar("T")


class TableLimits(NamedTuple):
    """What a table counts.

    venue: all, home or away; half: full or first; at_ts: the results that are known at that moment (unix seconds);
    up_to_round: those of the rounds up to it; last: each team's last N; stage: those of one stage or group;
    as_it_stands: the figures so far of the fixtures that are live now, too, which no other table counts. lang: of names.
    counts_rounds: where rounds are not known, as many as the fixtures that a team has played by then.
    """

    type: TableType = TableType.TOTAL
    venue: str = Venue.ALL
    half: str = TableHalf.FULL
    at_ts: int | None = None
    up_to_round: int | None = None
    last: int | None = None
    stage: str | None = None
    as_it_stands: bool = False
    lang: str = ENGLISH
    counts_rounds: bool = False

    @property
    def is_official(self) -> bool:
        """Whether the table is that of points, of whole fixtures at either venue."""
        return self[:3] == WHOLE[:3] and self.last is None


WHOLE = TableLimits()


class LeagueSeason:
    """A season of a league, the newest with fixtures if season_id is None; each of its parts is read once.

    now: unix seconds. Raises LeagueNotFound, SeasonNotFound, StandingsNotAvailable for a league without any season.

    Attributes:
        head, name: of the season. rules: of its league in its era.
        meets_once: whether a pair meets only once at a venue. is_of_nations: whether national teams play in it.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        league_id: int | None,
        season_id: int | None = None,
        *,
        now: int,
    ) -> None:
        self.connection, self.now = connection, now
        self._rows: dict[tuple[object, ...], list[Result]] = {}
        values = {"league_id": league_id, "season_id": season_id}
        row = connection.execute(_HEAD, values).fetchone()
        if row is None:
            raise LeagueNotFound(f"no league has the id {league_id}", param="league")
        head = self.head = SeasonHead._make(row)
        self.name = f"{head.league} {head.season}"
        if head.season_id is None and season_id is not None:
            raise SeasonNotFound(
                f"{head.league} has no season of the id {season_id}", param="season"
            )
        if head.season_id is None:
            raise StandingsNotAvailable(
                f"{head.league} has no season with fixtures", param="league"
            )
        self.rules = rules_of(head.rules, head.start_year)
        registered = registered_league(head.country_code, head.league)
        self.meets_once = registered is not None and registered.meetings == 1
        self.is_of_nations = registered is not None and registered.side.startswith(NATIONAL)

    @cached_property
    def names(self) -> dict[int, str]:
        """Team id → name of the members of the season and of the others that play in it."""
        return dict(self.connection.execute(_NAMES, {"season_id": self.head.season_id}).fetchall())

    def rows(self, limits: TableLimits = WHOLE) -> list[Result]:
        """Every fixture as a result of a kind of table, as of its moment, in order of kickoff, then id."""
        key = limits.type, limits.half, limits.at_ts
        if key not in self._rows:
            until = known = FOREVER
            if limits.at_ts is not None:
                until, known = limits.at_ts, known_by(limits.at_ts, now=self.now)
            values = {
                "season_id": self.head.season_id,
                "due_before": min(self.now - DUE_AFTER, until),
                "until": until,
                "known_by": known,
            }
            sql = RESULTS_SQL[limits.type, limits.half]
            rows = self.connection.execute(sql, values).fetchall()
            # What Result._make does, in half of its time: all seasons are a table's fixtures times thousands.
            self._rows[key] = list(map(tuple.__new__, repeat(Result), rows))
        return self._rows[key]

    def next_due_ts(self) -> float:
        """The moment (unix seconds) from which one more fixture is due, infinite if none is to come.

        Finished fixtures included: from then on one without the figures of a table counts as missing.
        """
        values = {"season_id": self.head.season_id, "since": self.now - DUE_AFTER}
        (kickoff_ts,) = self.connection.execute(_NEXT_KICKOFF, values).fetchone()
        return math.inf if kickoff_ts is None else kickoff_ts + DUE_AFTER + 1

    @cached_property
    def staged(self) -> list[str]:
        """The stages with a table of their own, in the order of `table_stages`."""
        return table_stages([row for row in self.rows() if row.counting != Counting.OUTSIDE])

    @cached_property
    def stages(self) -> list[str]:
        """The stages that have tables in place of one of all teams; empty if there is one.

        Of a competition without a league table, and of one that the register does not know if it is played in groups.
        """
        if not self.head.has_standings:
            return self.staged
        if self.head.rules is not None:
            return []
        stages = {row.stage for row in self.rows() if row.counting != Counting.OUTSIDE}
        if None in stages or all(stage_of(each or "").kind is not Kind.GROUP for each in stages):
            return []
        return self.staged

    @cached_property
    def thirds_rule(self) -> ThirdsRule | None:
        """Which thirds of groups go on, None if none do."""
        return thirds_of(self.head.rules, self.head.start_year)

    @cached_property
    def groups(self) -> Groups:
        """The stages with a table, and the fixtures that do not fit them."""
        return Groups(self.rows(), self.staged, self.names)

    def by_stage(
        self, read: Callable[[str | None], T]
    ) -> tuple[dict[str | None, T], dict[str, str]]:
        """What is read of the one table (None) or of each group, and in words why a group has none.

        Raises as read does; with groups, if all do.
        """
        if not self.stages:
            return {None: read(None)}, {}
        parts: dict[str | None, T] = {}
        reasons: dict[str, str] = {}
        for stage in self.stages:
            try:
                parts[stage] = read(stage)
            except StandingsNotAvailable as error:
                reasons[stage] = str(error)
                if len(reasons) == len(self.stages):
                    raise
        return parts, reasons

    def no_table(self) -> StandingsNotAvailable:
        """The error that the league has no table of all its teams; it says what there is."""
        head, instead = self.head, ""
        if head.last_ts is not None:
            if self.staged:
                instead = f"; choose a stage of {head.season}: {', '.join(self.staged)}"
            elif knock_out_stages(self.rows()):
                instead = f": {head.season} is of knock-out rounds; {SEE_BRACKET}"
            elif not self.has_stages:
                instead = f" of {head.season}: {NO_STAGES}"
        return StandingsNotAvailable(f"{head.league} has no league table{instead}", param="league")

    @property
    def has_stages(self) -> bool:
        """Whether any fixture has a stage."""
        return any(row.stage is not None for row in self.rows())

    def stage_named(self, text: str) -> str:
        """The stage that a person means. Raises StandingsNotAvailable for a knock-out round, and if there is none."""
        for name in knock_out_stages(self.rows()):
            if name.casefold() == text.casefold():
                why = f"{self.name}: {name} is a knock-out round and has no table; {SEE_BRACKET}"
                raise StandingsNotAvailable(why, param="stage")
        stages = {row.stage or "" for row in self.rows() if row.counting != Counting.OUTSIDE}
        names = sorted({*stages, *self.left_out.tournaments.values()} - {""})
        matches = [name for name in names if name.casefold() == text.casefold()]
        if not matches:
            raise StandingsNotAvailable(
                f"{self.name} has no stage {text!r}; {meant(text, names)}", param="stage"
            )
        return text if text in matches else matches[0]

    @cached_property
    def left_out(self) -> LeftOut:
        """What the table leaves out by the competition's format."""
        rows, year = self.rows(), self.head.start_year
        return left_out(rows, self.rules, start_year=year, meets_once=self.meets_once)

    def results(self, limits: TableLimits = WHOLE) -> SeasonResults:
        """The results of a table; of venues and last fixtures those of the whole.

        Play-offs that a source lists among the fixtures are left out if the competition's format shows them.
        """
        counting = COUNTS | {Counting.LIVE} if limits.as_it_stands else COUNTS
        rows, stage, tournaments = self.rows(limits), limits.stage, self.left_out.tournaments
        if tournaments:
            rows = [row._replace(stage=tournaments.get(row.fixture_id, row.stage)) for row in rows]
            stage = stage or _latest(rows, tournaments)
        # Play-offs by the competition's format, and what a source marks as one.
        inside = [
            row
            for row in rows
            if row.counting != Counting.OUTSIDE
            and row.fixture_id not in self.left_out.play_offs
            and (stage is None or row.stage == stage)
        ]
        # Of a stage only those that play in it; members who play outside the table alone, as in a play-off, are no part.
        playing = {team for row in inside for team in (row.home_id, row.away_id)}
        if stage is None:
            outside = {team for row in rows for team in (row.home_id, row.away_id)} - playing
            playing = self.names.keys() - outside
        names = {team: name for team, name in self.names.items() if team in playing}
        rounds: dict[int, int] = {}
        if limits.up_to_round is not None or limits.counts_rounds:
            rounds = rounds_of(inside)
            finished = [row for row in inside if row.counting in counting]
            if limits.counts_rounds and any(row.fixture_id not in rounds for row in finished):
                rounds = counted_rounds(finished)
        up_to = limits.up_to_round
        in_rounds = [
            row for row in inside if up_to is None or rounds.get(row.fixture_id, FOREVER) <= up_to
        ]
        counts = Counter([row.counting for row in in_rounds])
        counted = [row for row in in_rounds if row.counting in counting]
        ids = {row.fixture_id for row in counted}
        uncounted = [row for row in inside if row.fixture_id not in ids]
        to_come = [row for row in uncounted if row.counting not in NEVER]
        due = counts[Counting.COUNTED] + counts[Counting.MISSING] + counts[Counting.UNRECORDED]
        whole = not any(
            row.counting in COUNTS or row.counting == Counting.LATER for row in uncounted
        )
        has_ended = (self.head.last_ts or FOREVER) < self.now - SEASON_OVER_AFTER
        own_rules = self.head.own_rules if whole else None
        return SeasonResults(
            counted=counted,
            open=to_come,
            due=due,
            due_counted=counts[Counting.COUNTED],
            rounds=rounds,
            round=max((row.round for row in counted if row.round is not None), default=None),
            whole=whole,
            names=names,
            play_offs=len(self.left_out.play_offs),
            tournament=stage if tournaments else None,
            played=len(counted) + counts[Counting.UNRECORDED],
            live=counts[Counting.LIVE],
            rules=rules_of(own_rules, self.head.start_year) if own_rules else self.rules,
            is_over=whole and not to_come and has_ended,
            is_reliable=bool(names)
            and (up_to is None or bool(rounds))
            and counts[Counting.COUNTED] >= RELIABLE * due,
        )

    def facts(
        self, results: SeasonResults, limits: TableLimits = WHOLE
    ) -> tuple[SeasonFacts, list[PointsAdjustment]]:
        """What the points table of these results is computed from, and the decisions in force in it.

        These are the decisions made before the table's moment, and those whose day is not known; all if the moment is
        now. Results that are not the whole season's are those of the moment of their last fixture.
        """
        before = limits.at_ts
        if before is None and not results.whole:
            before = max((row.kickoff_ts + 1 for row in results.counted), default=1)
        values = {
            "season_id": self.head.season_id,
            "day": None if before is None else day_of(before - 1).isoformat(),
        }
        adjustments = records(self.connection, PointsAdjustment, _DECISIONS, values)
        deducted: Counter[int] = Counter()
        for adjustment in adjustments:
            deducted[adjustment.team_id] += adjustment.points
        cards = None
        if any(step[0].scope is Scope.CARDS for step in results.rules.tie_breakers):
            ids = ids_of(row.fixture_id for row in results.counted)
            counted = self.connection.execute(_CARDS, ids)
            cards = {team: (yellow, red) for team, yellow, red in counted}
        fixtures = (*results.counted, *results.open)
        are_of_groups = all((row.stage or "").casefold().startswith(GROUP) for row in fixtures)
        return SeasonFacts(
            results.names,
            results.rules,
            deducted,
            {team: row.stage or "" for row in fixtures for team in row[:2]}
            if are_of_groups
            else {},
            cards if cards is not None and cards.keys() >= results.names.keys() else None,
            self.decisions(results.names, limits.at_ts),
        ), adjustments

    def decisions(
        self, names: Mapping[int, str], at_ts: int | None = None
    ) -> frozenset[tuple[int, int]]:
        """(team, team below it) of these teams, level by results, by a row of the register or a play-off of their group.

        at_ts: only decisions of days before it.
        """
        head = self.head
        league = registered_league(head.country_code, head.league, head.start_year)
        ties = decided_ties(head.country_code, league.name, head.start_year) if league else ()
        day = day_of(at_ts - 1).isoformat() if at_ts is not None else None
        pairs = {
            (_team(tie.team, names), _team(tie.below, names))
            for tie in ties
            if day is None or tie.date <= day
        }
        for row in self.rows():
            if row.stage is None or stage_of(row.stage).kind is not Kind.GROUP_PLAY_OFF:
                continue
            if None in (row.home, row.away) or row.home == row.away:
                continue
            if at_ts is None or row.kickoff_ts < at_ts:
                pairs.add(row[:2] if row.home > row.away else row[1::-1])
        return frozenset(
            (team, below)
            for team, below in pairs
            if team is not None and below is not None and {team, below} <= names.keys()
        )


def _latest(rows: Results, tournaments: Mapping[int, str]) -> str:
    """The tournament of the last counted fixture, else of the first to come."""
    counted = [
        tournaments[row.fixture_id]
        for row in rows
        if row.counting in COUNTS and row.fixture_id in tournaments
    ]
    return counted[-1] if counted else next(iter(tournaments.values()))


def _team(name: str, names: Mapping[int, str]) -> int | None:
    """The id of the team that the register calls so, None if it is none of these."""
    registered = registered_team(None, name, side=NATIONAL)
    if registered is not None and registered.id in names:
        return registered.id
    return next((team for team, own in names.items() if normalised(own) == normalised(name)), None)


_HEAD = """
    select league.id, country.name, league.name, league.has_standings, league.rules,
           season.id, season.label, season.start_year, season_rules.rules,
           (select max(kickoff_ts) from fixture where fixture.season_id = season.id), country.code, league.esports
    from league join country on country.code = league.country_code
    left join season on season.league_id = league.id and season.id = coalesce(:season_id, (
      select id from season as newest where newest.league_id = :league_id
      and exists (select 1 from fixture where fixture.season_id = newest.id)
      order by newest.start_year desc, newest.label desc limit 1))
    left join season_rules on season_rules.season_id = season.id
    where league.id = coalesce(:league_id, (select league_id from season where id = :season_id))
"""
_NAMES = """
    select id, name from team where id in (
      select team_id from season_team where season_id = :season_id
      union select home_id from fixture where season_id = :season_id
      union select away_id from fixture where season_id = :season_id) order by id
"""
_NEXT_KICKOFF = """
    select min(kickoff_ts) from fixture
    where season_id = :season_id and kickoff_ts >= :since and state_detail is null
"""
_DECISIONS = """from points_adjustment
    where season_id = :season_id and (decided_on is null or :day is null or decided_on <= :day)
    order by season_id, team_id, seq
"""

_CARDS = """
    with counted as (select * from fixture where id in (select value from json_each(:ids)))
    select team_id, sum(yellow), sum(red) from (
      select home_id as team_id, home_yellow as yellow, home_red as red from counted
      union all
      select away_id, away_yellow, away_red from counted)
    group by team_id having count(yellow) = count(*) and count(red) = count(*) order by team_id
"""
"""The yellow and red cards of the teams in fixtures that a table counts, of those teams of whom all are recorded."""
