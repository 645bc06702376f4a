"""The fixtures of a season as marked rows: who met, the figures that a table needs, and what counts for it.

A row is a plain tuple, as a season's results are not worth making objects of; its last place is the mark.
"""

from typing import Any, NamedTuple, TypeAlias

from footydata.contract.terms import StateDetail, TableType
from footydata.tables import TableHalf

Row: TypeAlias = tuple[Any, ...]
"""Home id, away id, figures in pairs, fixture id, mark."""

NOT_COUNTED = (StateDetail.POSTPONED, StateDetail.CANCELLED, StateDetail.ABANDONED)
"""What `state_detail` says of fixtures that no table counts. Source: decisions 5."""

COUNTS, DUE, OUTSIDE, CALLED_OFF, LATER, STAGED, VOID = 1, 2, 4, 8, 16, 32, 64
PLAIN = COUNTS | DUE
FLAGS, ROUND = 255, 8
"""A fixture's mark: eight bits of flags, then its round number and one; 0 where it has none."""

_TOLD = """
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
) as told on told.fixture_id = fixture.id
"""


def _own(*names: str) -> tuple[str, ...]:
    return tuple(f"fixture.{name}" for name in names)


def _half_from_events(name: str) -> str:
    """A first-half count by the events, where they add up to the whole fixture's figure; else null."""
    whole = name.removeprefix("half_")
    agreed = f"when coalesce(told.{whole}, 0) = fixture.{whole} then coalesce(told.{name}, 0)"
    recorded = f"when fixture.{name} is not null then fixture.{name} " if "corners" in name else ""
    return f"case {recorded}{agreed} end"


_HALF_CORNERS = (_half_from_events("half_home_corners"), _half_from_events("half_away_corners"))
_HALF_CARDS = tuple(_half_from_events(f"half_{side}_{card}") for card in ("yellow", "red") for side in ("home", "away"))
_HALF_GOALS = tuple(f"coalesce(fixture.half_{side}_goals, told.half_{side}_goals)" for side in ("home", "away"))


class _Figures(NamedTuple):
    """The columns of a table's figures in pairs; needed: how many of them must be known; told: events are read."""

    columns: tuple[str, ...]
    needed: int
    told: bool


_FIGURES: dict[tuple[TableType, str], _Figures] = {
    (TableType.TOTAL, TableHalf.FULL): _Figures(_own("home_goals", "away_goals"), 2, told=False),
    (TableType.TOTAL, TableHalf.FIRST): _Figures(_HALF_GOALS, 2, told=True),
    (TableType.CORNER, TableHalf.FULL): _Figures((*_own("home_corners", "away_corners"), *_HALF_CORNERS), 2, told=True),
    (TableType.CORNER, TableHalf.FIRST): _Figures((*_HALF_CORNERS, *_HALF_CORNERS), 2, told=True),
    (TableType.CARD, TableHalf.FULL): _Figures(
        _own("home_yellow", "away_yellow", "home_red", "away_red"), 4, told=False
    ),
    (TableType.CARD, TableHalf.FIRST): _Figures(_HALF_CARDS, 4, told=True),
}


def _sql(figures: _Figures) -> str:
    known = " and ".join(f"{column} is not null" for column in figures.columns[: figures.needed])
    absent = ", ".join(f"'{state}'" for state in NOT_COUNTED)
    # The first case is nearly every fixture; it spares the others' work.
    return f"""
select fixture.home_id, fixture.away_id, {", ".join(figures.columns)}, fixture.id,
       case when fixture.status = 'finished' and fixture.state_detail is null and fixture.in_table = 1
         and fixture.stage is null and fixture.kickoff_ts < :due_before and {known} then {PLAIN}
       else (fixture.status = 'finished' and ifnull(fixture.state_detail, '') not in ({absent}) and {known}) * {COUNTS}
         + (fixture.state_detail is null and fixture.kickoff_ts < :due_before) * {DUE}
         + (fixture.in_table = 0) * {OUTSIDE}
         + (fixture.state_detail is '{StateDetail.CANCELLED}') * {CALLED_OFF}
         + (fixture.kickoff_ts >= :until) * {LATER}
         + (fixture.stage is not null) * {STAGED}
         + (ifnull(fixture.state_detail, '') in ('{StateDetail.CANCELLED}', '{StateDetail.ABANDONED}')) * {VOID}
       end + (ifnull(fixture.round + 1, 0) << {ROUND})
from fixture {_TOLD if figures.told else ""}
where fixture.season_id = :season_id
order by fixture.kickoff_ts, fixture.id
"""


ROWS_SQL = {asked: _sql(figures) for asked, figures in _FIGURES.items()}
"""Type and half of a table → the statement; :season_id, :due_before and :until in unix seconds."""
