"""The fixtures of a season as results: the teams, the figures that a table needs, and whether they count."""

import sqlite3
from itertools import repeat
from typing import NamedTuple

from footydata.football.table_rows import TableHalf
from footydata.football.terms import DAY, DUE_AFTER, StateDetail, Status, TableType
from footydata.rules.tallies import Counting, Result
from footydata.store.known_results import FOREVER, KNOWN_FROM, known_by

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


def _own(*names: str) -> tuple[str, ...]:
    return tuple(f"fixture.{name}" for name in names)


def _half_from_events(name: str) -> str:
    """SQL of a first-half count: as recorded, else from events that add up to the whole fixture's; null otherwise."""
    full_time = name.removeprefix("half_")
    agreed = f"when coalesce(timeline.{full_time}, 0) = fixture.{full_time} then coalesce(timeline.{name}, 0)"
    recorded = f"when fixture.{name} is not null then fixture.{name} " if "corners" in name else ""
    return f"case {recorded}{agreed} end"


_HALF_CORNERS = (_half_from_events("half_home_corners"), _half_from_events("half_away_corners"))
_HALF_CARDS = tuple(
    _half_from_events(f"half_{side}_{card}")
    for card in ("yellow", "red")
    for side in ("home", "away")
)
_HALF_GOALS = tuple(
    f"coalesce(fixture.half_{side}_goals, timeline.half_{side}_goals)" for side in ("home", "away")
)


class _Figures(NamedTuple):
    """The columns of a table's figures in pairs; needed: how many of the first must be known.

    has_awarded: whether the table counts awarded fixtures.
    """

    columns: tuple[str, ...]
    needed: int
    from_events: bool
    has_awarded: bool = False


_FIGURES: dict[tuple[TableType, str], _Figures] = {
    (TableType.TOTAL, TableHalf.FULL): _Figures(
        _own("home_goals", "away_goals"), 2, from_events=False, has_awarded=True
    ),
    (TableType.TOTAL, TableHalf.FIRST): _Figures(_HALF_GOALS, 2, from_events=True),
    (TableType.CORNER, TableHalf.FULL): _Figures(
        (*_own("home_corners", "away_corners"), *_HALF_CORNERS), 2, from_events=True
    ),
    (TableType.CORNER, TableHalf.FIRST): _Figures(
        (*_HALF_CORNERS, *_HALF_CORNERS), 2, from_events=True
    ),
    (TableType.CARD, TableHalf.FULL): _Figures(
        _own("home_yellow", "away_yellow", "home_red", "away_red"), 4, from_events=False
    ),
    (TableType.CARD, TableHalf.FIRST): _Figures(_HALF_CARDS, 4, from_events=True),
}


def _sql(figures: _Figures) -> str:
    first, second = figures.columns[:2], figures.columns[2:] or ("null", "null")
    known = " and ".join(f"{column} is not null" for column in figures.columns[: figures.needed])
    finished, is_known = f"fixture.status = '{Status.FINISHED}'", f"{KNOWN_FROM} <= :known_by"
    awarded = f"when fixture.state_detail = '{StateDetail.AWARDED}' then {Counting.AWARDED:d}"
    # The first case is nearly every fixture, for which the others are then not evaluated.
    counting = f"""case
         when {finished} and fixture.state_detail is null and fixture.in_table = 1
           and fixture.kickoff_ts < :due_before and {is_known} and {known} then {Counting.COUNTED:d}
         when fixture.in_table = 0 then {Counting.OUTSIDE:d}
         when fixture.state_detail = '{StateDetail.CANCELLED}' then {Counting.CANCELLED:d}
         when fixture.state_detail = '{StateDetail.ABANDONED}' then {Counting.ABANDONED:d}
         {"" if figures.has_awarded else awarded}
         when {finished} and fixture.state_detail is not '{StateDetail.POSTPONED}' and {known}
           then case when fixture.kickoff_ts < :until and {is_known} then {Counting.EARLY:d} else {Counting.LATER:d} end
         when fixture.state_detail is null and fixture.kickoff_ts < :due_before and {is_known}
           then case when {finished} then {Counting.UNRECORDED:d} else {Counting.MISSING:d} end
         when fixture.status = '{Status.LIVE}' and fixture.state_detail is null and {known} and :until = {FOREVER}
           then {Counting.LIVE:d}
         else {Counting.OPEN:d}
       end"""
    columns = (
        "fixture.home_id",
        "fixture.away_id",
        *first,
        "fixture.id",
        "fixture.round",
        "fixture.stage",
        counting,
    )
    return f"""
select {", ".join((*columns, *second, f"fixture.kickoff_ts / {DAY}"))}
from fixture {_TIMELINE if figures.from_events else ""}
where fixture.season_id = :season_id
order by fixture.kickoff_ts, fixture.id
"""


_SQL = {table: _sql(figures) for table, figures in _FIGURES.items()}


def result_rows(
    connection: sqlite3.Connection,
    season_id: int,
    *,
    type: TableType,
    half: str,
    at_ts: int | None,
    now: int,
) -> list[Result]:
    """Every fixture of a season as a result of one kind of table, in order of kickoff, then id.

    half: full or first. at_ts: finished fixtures whose result is not known at that moment are LATER; None means now;
    both in unix seconds.
    """
    until = FOREVER if at_ts is None else at_ts
    values = {"season_id": season_id, "due_before": min(now - DUE_AFTER, until), "until": until}
    values["known_by"] = known_by(at_ts, now=now)
    rows = connection.execute(_SQL[type, half], values).fetchall()
    # What Result._make does, in half of its time: all seasons are a table's fixtures times thousands.
    return list(map(tuple.__new__, repeat(Result), rows))
