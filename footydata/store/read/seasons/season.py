"""A season as its tables read it: its league and rules, its fixtures as results, and which of them a table counts.

A fixture counts when it is finished with the figures that the table needs, belongs to the table (in_table) and was not
postponed, cancelled or abandoned. It is due when it kicked off more than three hours ago and has no such state.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import NamedTuple, TypeVar

from footydata.football.errors import LeagueNotFound, SeasonNotFound, StandingsNotAvailable
from footydata.football.register.leagues import meets_once
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import DUE_AFTER, ENGLISH, TableType
from footydata.football.wording import meant
from footydata.rules.formats import NOTHING_LEFT_OUT, REGULAR, LeftOut, after_all_have_met, left_out
from footydata.rules.regulations import CompetitionRules, rules_of
from footydata.rules.stages import Groups, Kind, knock_out_stages, stage_of, table_stages
from footydata.rules.tallies import Counting, Result, Results
from footydata.store.known_results import FOREVER, known_by
from footydata.store.read.seasons.result_rows import RESULTS_SQL

COUNTS = frozenset({Counting.COUNTED, Counting.EARLY})
"""Fixtures that the table counts."""

NEVER = frozenset({Counting.CANCELLED, Counting.AWARDED})
"""Fixtures that the table will never count."""

NO_FIXTURE = frozenset({Counting.CANCELLED, Counting.ABANDONED, Counting.OUTSIDE})
"""Fixtures that the format of the season does not know; an abandoned one may be played again."""

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
    esports: int


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The fixtures from which a table of a season is computed.

    Attributes:
        counted: the fixtures that the table counts, in order of kickoff, then id.
        open: those that are not counted but may still be, to come or without figures.
        due, due_counted: how many fixtures should be over, and how many of them count.
        played: how many are finished, with the figures of the table or without.
        rounds: fixture id → its round, numbered through all stages, if known.
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
    play_offs: int
    tournament: str | None
    played: int
    live: int


class LeagueSeason:
    """A season of a league, the newest with fixtures if season_id is None; each of its parts is read once.

    now: unix seconds. Raises LeagueNotFound, SeasonNotFound, StandingsNotAvailable for a league without any season.
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
        self.head = SeasonHead._make(row)
        self.name = f"{self.head.league} {self.head.season}"
        if self.head.season_id is None and season_id is not None:
            raise SeasonNotFound(
                f"{self.head.league} has no season of the id {season_id}", param="season"
            )
        if self.head.season_id is None:
            raise StandingsNotAvailable(
                f"{self.head.league} has no season with fixtures", param="league"
            )

    def rows(self, limits: TableLimits = WHOLE) -> list[Result]:
        """Every fixture as a result of a kind of table, as of its moment, in order of kickoff, then id."""
        key = limits.type, limits.half, limits.at_ts
        if key not in self._rows:
            until = FOREVER if limits.at_ts is None else limits.at_ts
            values = {
                "season_id": self.head.season_id,
                "due_before": min(self.now - DUE_AFTER, until),
                "until": until,
                "known_by": known_by(limits.at_ts, now=self.now),
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
    def rules(self) -> CompetitionRules:
        """The rules of the season's league in its era."""
        return rules_of(self.head.rules, self.head.start_year)

    def rules_of(self, results: SeasonResults) -> CompetitionRules:
        """The rules of a table: the season's own if it has them and the table is the whole one, else its league's."""
        own = self.head.own_rules if results.whole else None
        return rules_of(own, self.head.start_year) if own else self.rules

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
    def groups(self) -> Groups:
        """The stages with a table, and the fixtures that do not fit them."""
        return Groups(self.rows(), self.staged, self.names)

    def by_stage(
        self, read: Callable[[str | None], T]
    ) -> tuple[dict[str | None, T], dict[str, str]]:
        """What is read of the one table (None) or of each group, and in words why a group has none.

        Raises as read does; with groups, if all do, and without any StandingsNotAvailable if the league has no table.
        """
        if not self.stages:
            self.check_has_table()
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

    def check_has_table(self) -> None:
        """Raise StandingsNotAvailable if the league has no table of all its teams; the message says what there is."""
        head = self.head
        if head.has_standings:
            return
        instead = ""
        if head.last_ts is not None:
            if self.staged:
                instead = f"; choose a stage of {head.season}: {', '.join(self.staged)}"
            elif knock_out_stages(self.rows()):
                instead = f": {head.season} is of knock-out rounds; {SEE_BRACKET}"
            elif not self.has_stages:
                instead = f" of {head.season}: {NO_STAGES}"
        raise StandingsNotAvailable(f"{head.league} has no league table{instead}", param="league")

    @property
    def has_stages(self) -> bool:
        """Whether any fixture has a stage."""
        return any(row.stage is not None for row in self.rows())

    def stage_named(self, text: str) -> str:
        """The stage that a person means. Raises StandingsNotAvailable for a knock-out round, and if there is none."""
        rounds = knock_out_stages(self.rows())
        name = next((each for each in rounds if each.casefold() == text.casefold()), None)
        if name is not None:
            raise StandingsNotAvailable(
                f"{self.name}: {name} is a knock-out round and has no table; {SEE_BRACKET}",
                param="stage",
            )
        names = sorted({*_stages_of(self.rows()).values(), *self.left_out.tournaments.values()})
        matches = [name for name in names if name.casefold() == text.casefold()]
        if not matches:
            raise StandingsNotAvailable(
                f"{self.name} has no stage {text!r}; {meant(text, names)}", param="stage"
            )
        return text if text in matches else matches[0]

    @cached_property
    def left_out(self) -> LeftOut:
        """What the table leaves out by the competition's format; fixtures whose stage is named are not judged by it."""
        rules, head = self.rules, self.head
        is_of_one_table = rules.split is None and not rules.tournaments
        is_double_round = rules.legs == 2 or (
            not rules.legs and meets_once(head.country_code, head.league)
        )
        if rules.regular is None and not (is_of_one_table and is_double_round):
            return NOTHING_LEFT_OUT
        fixtures = [
            row
            for row in self.rows()
            if row.counting not in NO_FIXTURE
            and (row.stage is None or row.stage.casefold() == REGULAR)
        ]
        if rules.regular is None:
            return after_all_have_met(fixtures)
        return left_out(fixtures, rules, start_year=head.start_year)

    def results(self, limits: TableLimits = WHOLE) -> SeasonResults:
        """The results of a table; of venues and last fixtures those of the whole.

        Play-offs that a source lists among the fixtures are left out if the competition's format shows them.
        """
        counting = COUNTS | {Counting.LIVE} if limits.as_it_stands else COUNTS
        rows, stage = self.rows(limits), limits.stage
        stages = {**_stages_of(rows), **self.left_out.tournaments}
        if self.left_out.tournaments:
            stage = stage or _latest(rows, self.left_out.tournaments)
        # Play-offs by the competition's format, and what a source marks as one.
        inside = [
            row
            for row in rows
            if row.counting != Counting.OUTSIDE
            and row.fixture_id not in self.left_out.play_offs
            and (stage is None or stages.get(row.fixture_id) == stage)
        ]
        # Of a stage only those that play in it; members who play outside the table alone, as in a play-off, are no part.
        absent = (_teams(rows) if stage is None else self.names.keys()) - _teams(inside)
        rounds, in_rounds = _rounds(inside, stages), inside
        finished = [row for row in inside if row.counting in counting]
        if limits.counts_rounds and any(row.fixture_id not in rounds for row in finished):
            rounds = counted_rounds(finished)
        if limits.up_to_round is not None:
            in_rounds = [
                row for row in inside if rounds.get(row.fixture_id, FOREVER) <= limits.up_to_round
            ]
        counts = Counter([row.counting for row in in_rounds])
        counted = [row for row in in_rounds if row.counting in counting]
        ids = {row.fixture_id for row in counted}
        uncounted = [row for row in inside if row.fixture_id not in ids]
        due = counts[Counting.COUNTED] + counts[Counting.MISSING] + counts[Counting.UNRECORDED]
        return SeasonResults(
            counted=counted,
            open=[row for row in uncounted if row.counting not in NEVER],
            due=due,
            due_counted=counts[Counting.COUNTED],
            rounds=rounds,
            round=max((row.round for row in counted if row.round is not None), default=None),
            stages=stages,
            whole=not any(
                row.counting in COUNTS or row.counting == Counting.LATER for row in uncounted
            ),
            names={id_: name for id_, name in self.names.items() if id_ not in absent},
            play_offs=len(self.left_out.play_offs),
            tournament=stage if self.left_out.tournaments else None,
            played=len(counted) + counts[Counting.UNRECORDED],
            live=counts[Counting.LIVE],
        )

    @cached_property
    def names(self) -> dict[int, str]:
        """Team id → name of the members of the season and of the others that play in it."""
        return dict(self.connection.execute(_NAMES, {"season_id": self.head.season_id}).fetchall())


def _stages_of(rows: Results) -> dict[int, str]:
    """Fixture id → stage, of the fixtures that may stand in a table."""
    return {
        row.fixture_id: row.stage
        for row in rows
        if row.stage is not None and row.counting != Counting.OUTSIDE
    }


def _latest(rows: Results, tournaments: Mapping[int, str]) -> str:
    """The tournament of the last counted fixture, else of the first to come."""
    counted = [
        tournaments[row.fixture_id]
        for row in rows
        if row.counting in COUNTS and row.fixture_id in tournaments
    ]
    return counted[-1] if counted else next(iter(tournaments.values()))


def _teams(rows: Results) -> set[int]:
    return {row.home_id for row in rows} | {row.away_id for row in rows}


def _rounds(rows: Results, stages: Mapping[int, str]) -> dict[int, int]:
    """Fixture id → its round; rounds of a later stage that are numbered from 1 again are numbered after the others."""
    numbered = {row.fixture_id: row.round for row in rows if row.round is not None}
    last = max((number for fixture, number in numbered.items() if fixture not in stages), default=0)
    return {
        fixture: number + (last if fixture in stages and number <= last else 0)
        for fixture, number in numbered.items()
    }


def counted_rounds(results: Results) -> dict[int, int]:
    """Fixture id → how many fixtures, this one included, the team that has played more has played by then.

    >>> counted_rounds([Result(1, 2, 0, 0, 11), Result(3, 4, 0, 0, 12), Result(2, 3, 0, 0, 13)])
    {11: 1, 12: 1, 13: 2}
    """
    played: Counter[int] = Counter()
    rounds = {}
    for result in results:
        played.update((result.home_id, result.away_id))
        rounds[result.fixture_id] = max(played[result.home_id], played[result.away_id])
    return rounds


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
