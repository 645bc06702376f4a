"""The frames of league tables and projections; a table prints as a page."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import MethodType
from typing import Any

import pandas as pd

from footydata.football.moments import day_of
from footydata.football.records.meaning import NUMBER
from footydata.football.register.zones import Zone
from footydata.football.table_rows import Table, decisions_of
from footydata.football.terms import TableType
from footydata.frames.columns import (
    ALL_STANDINGS_COLUMNS,
    BRACKET_COLUMNS,
    GOES_THROUGH_COLUMN,
    POSITION_COLUMNS,
    PROJECTION_COLUMNS,
    STAGE_COLUMN,
    TABLE_COLUMNS,
    Column,
    column,
)
from footydata.frames.framing import framed, framed_or_reason
from footydata.store.forecasts import Projection
from footydata.store.read.seasons.brackets import SeasonBracket
from footydata.store.read.seasons.group_tables import SeasonTables
from footydata.store.read.seasons.players import PlayerList
from footydata.store.read.seasons.progress import SeasonCourse


def standings(tables: SeasonTables, *, title: str, zones: Iterable[Zone]) -> pd.DataFrame:
    """One row per team, best first; of a season of groups all tables, each row after its stage, and last that of
    third places where some go on, with a column goes_through.

    A notebook shows it as a page. attrs: title; country, league and season by name; zones: zone → its first and last
    place; decisions: the points taken or given; notes: what the table leaves out of its season's list; doubts: why it
    may be wrong; known, played: of how many fixtures it has the figures, and how many are finished; left_out: stage →
    why it has no table.
    """
    each = tables.tables
    first = each[0]
    if tables.is_of_stages:
        columns = [
            STAGE_COLUMN,
            *TABLE_COLUMNS[first.type],
            *([GOES_THROUGH_COLUMN] if tables.added_fields else []),
        ]
        frame = framed(columns, tables.staged_rows())
        frame.attrs["left_out"] = dict(tables.left_out)
    else:
        frame = framed(TABLE_COLUMNS[first.type], first.rows)
    frame.attrs |= {"country": first.country, "league": first.league, "season": first.season}
    frame.attrs |= {"title": title, "zones": {zone.name: [zone.first, zone.last] for zone in zones}}
    frame.attrs |= {
        "decisions": [decision for table in each for decision in decisions_of(table)],
        "notes": [*tables.notes, *_remarks(each, "notes")],
        "doubts": [*tables.doubts, *_remarks(each, "doubts")],
        "known": sum(table.known for table in each),
        "played": sum(table.played for table in each),
    }
    return with_page(frame)


def bracket(rounds: SeasonBracket) -> pd.DataFrame:
    """One row per tie, round by round. attrs: title; winner of the final, or None; country, league, season by name."""
    frame = framed(BRACKET_COLUMNS, rounds.rows())
    frame.attrs |= {
        "country": rounds.head.country,
        "league": rounds.head.league,
        "season": rounds.head.season,
    }
    frame.attrs |= {"title": rounds.title, "winner": rounds.winner()}
    return frame


def _remarks(tables: Sequence[Table], name: str) -> list[str]:
    """The notes or doubts of each table, after its stage if it has one."""
    return [
        f"{table.stage}: {remark}" if table.stage else remark
        for table in tables
        for remark in getattr(table, name)
    ]


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


def player_list(players: PlayerList, columns: Sequence[Column], *, what: str) -> pd.DataFrame:
    """One row per player; attrs: league and season by name; known, played: of how many fixtures the names are known,
    and how many are finished; notes: spellings that are counted together; doubts: those that may be one player.
    what: goals or cards.
    """
    frame = framed_or_reason(players.coverage(what), columns, players.rows)
    frame.attrs |= {"league": players.league, "season": players.season}
    frame.attrs |= {"known": players.known, "played": players.played, "notes": list(players.notes)}
    frame.attrs["doubts"] = list(players.doubts)
    return frame


def positions(course: SeasonCourse, *, by: str) -> pd.DataFrame:
    """One row per day or round and team: the tables in order, each best first; of groups each row after its stage.

    attrs: country, league, season, by and type of the tables; left_out: the days or rounds without a table;
    without_table: group → why it has none.
    """
    of_type = POSITION_COLUMNS[TableType(course.whole.type)]
    is_of_groups = course.whole.stage is not None
    rows = [
        (*((table.stage,) if is_of_groups else ()), day, table.round, *row)
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


def projection(projection: Projection) -> pd.DataFrame:
    """One row per team, as it is in the table now: its points at the end, and the chance of each zone and place.

    attrs: league and season by name, runs, model, fixtures_used, to_come, as_of, notes, zones.
    """
    zones = [zone.replace(" ", "_").replace("-", "_") for zone in projection.zones]
    places = [f"place_{place}" for place in range(1, len(projection.teams) + 1)]
    rows = [
        (
            *(team.position, team.team_id, team.team, team.played, team.points),
            *(team.mean_points, team.low_points, team.high_points),
            *(team.zones.get(zone, 0.0) for zone in projection.zones),
            *team.places,
        )
        for team in projection.teams
    ]
    columns = [*PROJECTION_COLUMNS, *(column(name, NUMBER) for name in (*zones, *places))]
    frame = framed(columns, rows)
    frame.attrs |= {
        **{
            name: getattr(projection, name)
            for name in ("league", "season", "runs", "model", "fixtures_used", "to_come")
        },
        "as_of": pd.Timestamp(projection.as_of_ts, unit="s", tz="UTC").isoformat(),
        "notes": list(projection.notes),
        "zones": zones,
    }
    return frame


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
