"""Which fixtures have a result: from when it is known, and whether a table counts it.

The result of a finished fixture is known three hours after the kickoff or, where only the day is known, at its end
(UTC). Contract 20.13. This is the rule behind every answer as of a past moment. A fixture that is not finished by then
is overdue, but for a live one, which may have begun late.
"""

import sqlite3
from typing import Protocol

from footydata.football.rows import TableHalf
from footydata.football.terms import (
    DAY,
    DUE_AFTER,
    LIVE_AT_MOST,
    Side,
    StateDetail,
    Status,
    TableType,
)
from footydata.rules.tallies import Counting

FOREVER = 2**62
"""Later than any kickoff, in unix seconds."""

BREAK = 180 * DAY
"""Longer than any break between two seasons: where nothing is known for so long, fixtures may be missing."""


def known_from(kickoff_ts: int, *, time_known: int) -> int:
    """The moment (unix seconds) from which the result of a finished fixture is known.

    A fixture of which only the day is known is stored with a kickoff at 00:00 of it.

    >>> known_from(0, time_known=1), known_from(0, time_known=0)
    (10800, 86400)
    """
    return kickoff_ts + (DUE_AFTER if time_known else DAY)


class _Stored(Protocol):
    """A fixture of any row."""

    @property
    def kickoff_ts(self) -> int: ...
    @property
    def time_known(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def state_detail(self) -> str | None: ...


def is_overdue(row: _Stored, *, now: int) -> bool:
    """Whether a fixture has no result that it should have, and nothing says why: no other rule calls one overdue.

    A live one of LIVE_AT_MOST or longer counts, after the day if only that is known, though a detail stands beside it.
    """
    if row.status == Status.LIVE:
        return now > row.kickoff_ts + LIVE_AT_MOST + (0 if row.time_known else DAY)
    is_open = row.status != Status.FINISHED and not row.state_detail
    return is_open and now > known_from(row.kickoff_ts, time_known=row.time_known)


KNOWN_FROM = f"(fixture.kickoff_ts + iif(fixture.time_known, {DUE_AFTER}, {DAY}))"
"""SQL of known_from."""


def known_by(at_ts: int | None, *, now: int) -> int:
    """What KNOWN_FROM is at most for the results that are known at a moment; None means now. All in unix seconds.

    At a moment that is not past, it is enough that a fixture is finished.

    >>> known_by(10, now=11), known_by(11, now=11) == known_by(None, now=11) == FOREVER
    (10, True)
    """
    return FOREVER if at_ts is None or at_ts >= now else at_ts


def replay_moment(connection: sqlite3.Connection) -> int | None:
    """How far the replay in a file has got, unix seconds; None if the file is not a replay's."""
    if connection.execute("select 1 from sqlite_master where name = 'replay'").fetchone() is None:
        return None
    row = connection.execute("select moment_ts from replay").fetchone()
    return row[0] if row else None


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
due; known_by: as known_results has it. Finished fixtures whose result is not known at that moment are LATER.
"""
