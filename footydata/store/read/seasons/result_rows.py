"""What is read of a season: its head; and its fixtures as results, with the figures that a table needs, by SQL."""

from dataclasses import dataclass
from typing import NamedTuple

from footydata.football.moments import FOREVER
from footydata.football.rows import TableHalf
from footydata.football.terms import Side, StateDetail, Status, TableType
from footydata.rules.regulations import CompetitionRules
from footydata.rules.tallies import Counting, Result
from footydata.store.rows import KNOWN_FROM


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
        whole: whether these are all results of the season so far, none left out by a moment or a round.
        names: team id → English name of the season's teams, those without fixtures included.
        live: how many fixtures are played now, their figures known so far.
        rules: the rules of the table: the season's own if it has them and these are all its results, else its league's.
        is_over: whether these are the results of a whole season of which no fixture is to come.
        is_reliable: whether enough of the fixtures that should be over count, and the rounds of a part are known.
        play_offs: how many fixtures are play-offs by the competition's format, which no table counts.
        tournament: which of the season's two tournaments these are of, None if it has none.
    """

    counted: list[Result]
    open: list[Result]
    due: int
    due_counted: int
    rounds: dict[int, int]
    round: int | None
    whole: bool
    names: dict[int, str]
    play_offs: int
    tournament: str | None
    played: int
    live: int
    rules: CompetitionRules
    is_over: bool
    is_reliable: bool


NOT_COUNTED = (StateDetail.POSTPONED, StateDetail.CANCELLED, StateDetail.ABANDONED)
"""The values of `state_detail` of fixtures that no table counts. Contract 20.1."""

_TIMELINE = """
left join (
  select fixture_id,
         sum(type = 'corner' and team = 'home') as home_corners,
         sum(type = 'corner' and team = 'away') as away_corners,
         sum(type = 'corner' and team = 'home' and half = 1) as half_home_corners,
         sum(type = 'corner' and team = 'away' and half = 1) as half_away_corners,
         sum(type = 'yellow_card' and team = 'home') as home_yellow,
         sum(type = 'yellow_card' and team = 'away') as away_yellow,
         sum(type = 'red_card' and team = 'home') as home_red,
         sum(type = 'red_card' and team = 'away') as away_red,
         sum(type = 'yellow_card' and team = 'home' and half = 1) as half_home_yellow,
         sum(type = 'yellow_card' and team = 'away' and half = 1) as half_away_yellow,
         sum(type = 'red_card' and team = 'home' and half = 1) as half_home_red,
         sum(type = 'red_card' and team = 'away' and half = 1) as half_away_red,
         max(case when type = 'period_score' and half = 1 then home_score end) as half_home_goals,
         max(case when type = 'period_score' and half = 1 then away_score end) as half_away_goals
  from event
  where fixture_id in (select id from fixture where season_id = :season_id)
  group by fixture_id
) as timeline on timeline.fixture_id = fixture.id
"""


_OF_EVENTS = (
    "case when coalesce(timeline.{0}, 0) = fixture.{0} then coalesce(timeline.half_{0}, 0) end"
)
"""SQL of a first-half count from events that add up to the whole fixture's; null otherwise."""

_HALF_CORNERS = tuple(
    f"coalesce(fixture.half_{name}, {_OF_EVENTS.format(name)})"
    for name in ("home_corners", "away_corners")
)
_HALF_GOALS = tuple(
    f"coalesce(fixture.half_{side}_goals, timeline.half_{side}_goals)" for side in Side
)
_CARDS = ("home_yellow", "away_yellow", "home_red", "away_red")

_FIGURES: dict[tuple[TableType, str], tuple[str, ...]] = {
    (TableType.TOTAL, TableHalf.FULL): ("fixture.home_goals", "fixture.away_goals", "null", "null"),
    (TableType.TOTAL, TableHalf.FIRST): (*_HALF_GOALS, "null", "null"),
    (TableType.CORNER, TableHalf.FULL): (
        *("fixture.home_corners", "fixture.away_corners"),
        *_HALF_CORNERS,
    ),
    (TableType.CORNER, TableHalf.FIRST): _HALF_CORNERS * 2,
    (TableType.CARD, TableHalf.FULL): tuple(f"fixture.{name}" for name in _CARDS),
    (TableType.CARD, TableHalf.FIRST): tuple(map(_OF_EVENTS.format, _CARDS)),
}
"""The SQL of a table's figures in pairs, home first."""


def _sql(type: TableType, half: str) -> str:
    home, away, *second = _FIGURES[type, half]
    needed = (home, away, *second) if type == TableType.CARD else (home, away)
    known = " and ".join(f"{column} is not null" for column in needed)
    finished, is_known = f"fixture.status = '{Status.FINISHED}'", f"{KNOWN_FROM} <= :known_by"
    awarded = f"when fixture.state_detail = '{StateDetail.AWARDED}' then {Counting.AWARDED}"
    has_awarded = (type, half) == (TableType.TOTAL, TableHalf.FULL)
    # The first case is nearly every fixture, for which the others are then not evaluated.
    return f"""
select fixture.home_id, fixture.away_id, {home}, {away}, fixture.id, fixture.round, fixture.stage,
       case
         when {finished} and fixture.state_detail is null and fixture.in_table = 1
           and fixture.kickoff_ts < :due_before and {is_known} and {known} then {Counting.COUNTED}
         when fixture.in_table = 0 then {Counting.OUTSIDE}
         when fixture.state_detail = '{StateDetail.CANCELLED}' then {Counting.CANCELLED}
         when fixture.state_detail = '{StateDetail.ABANDONED}' then {Counting.ABANDONED}
         {"" if has_awarded else awarded}
         when {finished} and fixture.state_detail is not '{StateDetail.POSTPONED}' and {known}
           then case when fixture.kickoff_ts < :until and {is_known} then {Counting.EARLY} else {Counting.LATER} end
         when fixture.state_detail is null and fixture.kickoff_ts < :due_before and {is_known}
           then case when {finished} then {Counting.UNRECORDED} else {Counting.MISSING} end
         when fixture.status = '{Status.LIVE}' and fixture.state_detail is null and {known} and :until = {FOREVER}
           then {Counting.LIVE}
         else {Counting.OPEN}
       end,
       {", ".join(second)}, fixture.kickoff_ts, {KNOWN_FROM}
from fixture {_TIMELINE if "timeline." in known + second[0] else ""}
where fixture.season_id = :season_id
order by fixture.kickoff_ts, fixture.id
"""


RESULTS_SQL = {table: _sql(*table) for table in _FIGURES}
"""Type and half of a table → SQL of every fixture of a season as a Result, in order of kickoff, then id.

Parameters: season_id; until: the moment of the table, FOREVER for now; due_before: fixtures that kicked off before it are
due; known_by: as football.moments has it. Finished fixtures whose result is not known at that moment are LATER.
"""
