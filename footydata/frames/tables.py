"""The frames of league tables and ratings."""

from collections.abc import Iterable, Sequence

import pandas as pd

from footydata.football.moments import day_of
from footydata.football.register.zones import Zone
from footydata.football.table_rows import Table, decisions_of
from footydata.football.terms import TableType
from footydata.frames.columns import ALL_STANDINGS_COLUMNS, POSITION_COLUMNS, RATING_COLUMNS, TABLE_COLUMNS
from footydata.frames.framing import framed, framed_or_reason
from footydata.frames.table_page import with_page
from footydata.store.read.seasons.progress import SeasonCourse


def standings(table: Table, *, title: str, zones: Iterable[Zone]) -> pd.DataFrame:
    """One row per team, best first; a notebook shows it as a page.

    attrs: title; country, league and season by name; zones: zone → its first and last place; decisions: the points
    taken or given; notes: what the table leaves out of its season's list; doubts: why it may be wrong; known, played:
    of how many fixtures it has the figures, and how many are finished.
    """
    columns = TABLE_COLUMNS[table.type]
    frame = framed(columns, table.rows)
    frame.attrs |= {"country": table.country, "league": table.league, "season": table.season}
    frame.attrs |= {"title": title, "zones": {zone.name: [zone.first, zone.last] for zone in zones}}
    frame.attrs |= {"decisions": decisions_of(table), "notes": list(table.notes), "doubts": list(table.doubts)}
    frame.attrs |= {"known": table.known, "played": table.played}
    return with_page(frame)


def all_standings(tables: Iterable[Table]) -> pd.DataFrame:
    """One row per season and team: the points tables of many seasons, in their order, best first.

    attrs["doubts"]: country, league and season as one text → why its table may be wrong; only tables with doubts.
    """
    rows: list[tuple[object, ...]] = []
    # The keys are texts, as pandas writes attrs to Parquet as JSON, and raises TypeError for any other key.
    doubts: dict[str, list[str]] = {}
    for table in tables:
        season = (table.season_id, table.country, table.league, table.season)
        rows += [(*season, *row) for row in table.rows]
        if table.doubts:
            doubts[f"{table.country}: {table.league} {table.season}"] = list(table.doubts)
    frame = framed(ALL_STANDINGS_COLUMNS, rows)
    frame.attrs["doubts"] = doubts
    if frame.empty:
        frame.attrs["reason"] = "no season of a league with tables has reliable results"
    return frame


def positions(course: SeasonCourse, *, by: str) -> pd.DataFrame:
    """One row per day or round and team: the tables in order, each best first.

    attrs: country, league, season, by and type of the tables; left_out: the days or rounds without a table.
    """
    of_type = POSITION_COLUMNS[TableType(course.whole.type)]
    rows = [(day, table.round, *row) for day, table in course.tables for row in table.rows]
    frame = framed(of_type, rows)
    last_table = course.whole
    frame.attrs |= {"country": last_table.country, "league": last_table.league, "season": last_table.season, "by": by}
    frame.attrs |= {"type": str(last_table.type), "left_out": [_named(step, by) for step in course.left_out]}
    if not rows:
        frame.attrs["reason"] = f"no fixture of {last_table.league} {last_table.season} is finished that a table counts"
    return frame


def ratings(rows: Sequence[tuple[object, ...]]) -> pd.DataFrame:
    """One row per team and fixture, oldest first: the team's rating after it; rows: of forecast.rating."""
    return framed_or_reason("no finished fixture with a score to rate the teams by", RATING_COLUMNS, rows)


def _named(step: int, by: str) -> str | int:
    """The day as text, which pandas can write to Parquet, or the round."""
    return day_of(step).isoformat() if by == "day" else step
