"""A league table of a notebook, which is shown as a page."""

from collections.abc import Mapping, Sequence
from html import escape
from types import MethodType
from typing import Any

import pandas as pd

from footydata.frames.viewed import to_frame
from footydata.views.view import View


def standings(view: View) -> pd.DataFrame:
    """The frame of a table, which a notebook shows as a page."""
    return with_page(to_frame(view))


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
