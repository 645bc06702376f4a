"""The frames of league tables and projections; a table prints as a page."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import MethodType
from typing import Any

import pandas as pd

from footydata.football.moments import day_of
from footydata.football.table_rows import Table, exact_row
from footydata.football.terms import TableType
from footydata.frames.columns import (
    ALL_STANDINGS_COLUMNS,
    POSITION_COLUMNS,
)
from footydata.frames.framing import framed
from footydata.frames.viewed import to_frame
from footydata.store.read.seasons.progress import SeasonCourse
from footydata.views.tables import STAGE_COLUMN
from footydata.views.view import View


def standings(view: View) -> pd.DataFrame:
    """The frame of a table, which a notebook shows as a page."""
    return with_page(to_frame(view))


def all_standings(tables: Iterable[Table]) -> pd.DataFrame:
    """One row per season and team: the points tables of many seasons, or of their groups, in their order, best first.

    attrs["doubts"]: country, league, season and group as one text → why its table may be wrong; only tables with
    doubts.
    """
    rows: list[tuple[object, ...]] = []
    # The keys are texts, as pandas writes attrs to Parquet as JSON, and raises TypeError for any other key.
    doubts: dict[str, list[str]] = {}
    for table in tables:
        season = (table.season_id, table.country, table.league, table.season, table.stage)
        rows += [(*season, *row) for row in table.rows]
        if table.doubts:
            group = f", {table.stage}" if table.stage else ""
            doubts[f"{table.country}: {table.league} {table.season}{group}"] = list(table.doubts)
    frame = framed(ALL_STANDINGS_COLUMNS, rows)
    frame.attrs["doubts"] = doubts
    if frame.empty:
        frame.attrs["reason"] = "no season of a league with tables has reliable results"
    return frame


def positions(course: SeasonCourse, *, by: str) -> pd.DataFrame:
    """One row per day or round and team: the tables in order, each best first; of groups each row after its stage.

    attrs: country, league, season, by and type of the tables; left_out: the days or rounds without a table;
    without_table: group → why it has none.
    """
    of_type = POSITION_COLUMNS[TableType(course.whole.type)]
    is_of_groups = course.whole.stage is not None
    rows = [
        (*((table.stage,) if is_of_groups else ()), day, table.round, *exact_row(row))
        for day, table in course.tables
        for row in table.rows
    ]
    frame = framed([STAGE_COLUMN, *of_type] if is_of_groups else of_type, rows)
    frame.attrs["without_table"] = dict(course.without_table)
    last_table = course.whole
    frame.attrs |= {
        "country": last_table.country,
        "league": last_table.league,
        "season": last_table.season,
        "by": by,
    }
    frame.attrs |= {
        "type": str(last_table.type),
        "left_out": [_named(step, by) for step in course.left_out],
    }
    if not rows:
        frame.attrs["reason"] = (
            f"no fixture of {last_table.league} {last_table.season} is finished that a table counts"
        )
    return frame


def _named(step: int, by: str) -> str | int:
    """The day as text, which pandas can write to Parquet, or the round."""
    return day_of(step).isoformat() if by == "day" else step


_LEFT = ' style="text-align: left; white-space: nowrap"'
_ZONE_END = ' style="border-bottom: 2px solid"'


def with_page(table: pd.DataFrame) -> pd.DataFrame:
    """The frame, which a notebook then shows as a page; frames made from it (head, columns) are shown as usual.

    It stays a plain DataFrame: pandas' comparison of two frames does not accept a subclass.
    """
    object.__setattr__(table, "_repr_html_", MethodType(page, table))
    return table


def page(table: pd.DataFrame) -> str:
    """HTML: the title, the columns that have values with a line below each zone, and remarks."""
    zones: Mapping[str, Sequence[int]] = table.attrs.get("zones", {})
    visible = table[
        [name for name in table.columns if name != "team_id" and _has_values(table[name])]
    ]
    places = [_zone_of(place, zones) for place in table.get("position", [0] * len(table))]
    rows = [
        f"<tr{_ZONE_END if zone != below else ''}>{''.join(map(_cell, row))}</tr>"
        for row, zone, below in zip(
            visible.itertuples(index=False), places, [*places[1:], *places[-1:]], strict=True
        )
    ]
    remarks = [
        *(f"Doubtful: {doubt}" for doubt in table.attrs.get("doubts", [])),
        *(
            f"{zone.capitalize()}: {' to '.join(map(str, dict.fromkeys(ends)))}"
            for zone, ends in zones.items()
        ),
        *table.attrs.get("decisions", []),
        *table.attrs.get("notes", []),
    ]
    return "".join(
        [
            f'<table class="dataframe"><caption{_LEFT}><b>{escape(str(table.attrs.get("title", "")))}</b></caption>',
            f"<thead><tr>{''.join(f'<th>{escape(str(name))}</th>' for name in visible)}</tr></thead>",
            f"<tbody>{''.join(rows)}</tbody></table>",
            *(f"<div>{escape(str(remark))}</div>" for remark in remarks),
        ]
    )


def _has_values(column: pd.Series) -> bool:
    """Whether any row has a value; for deductions, one that is not 0."""
    return bool(column.notna().any() and (column.name != "deduction" or column.any()))


def _zone_of(place: int, zones: Mapping[str, Sequence[int]]) -> str:
    return next((zone for zone, (first, last) in zones.items() if first <= place <= last), "")


def _cell(value: Any) -> str:
    text = "" if pd.isna(value) else f"{value:.2f}" if isinstance(value, float) else str(value)
    return f"<td{_LEFT if isinstance(value, str) else ''}>{escape(text)}</td>"
