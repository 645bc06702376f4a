"""The tables of a season as it went, one below the other."""

import pandas as pd

from footydata.contract.terms import TableType
from footydata.frames.columns import POSITION_COLUMNS
from footydata.frames.framing import framed
from footydata.moments import day_of
from footydata.queries.positions import SeasonCourse


def positions(course: SeasonCourse, *, by: str) -> pd.DataFrame:
    """One row per team and table, the tables in order, each best first.

    attrs: country, league, season, by and type of the tables; left_out: the days or rounds without one.
    """
    of_type = POSITION_COLUMNS[TableType(course.whole.type)]
    rows = [(day, table.round, *row) for day, table in course.tables for row in table.rows]
    frame = framed(of_type, rows, [each.field for each in of_type])
    whole = course.whole
    frame.attrs |= {"country": whole.country, "league": whole.league, "season": whole.season, "by": by}
    frame.attrs |= {"type": str(whole.type), "left_out": [_named(step, by) for step in course.left_out]}
    if not rows:
        frame.attrs["reason"] = f"no fixture of {whole.league} {whole.season} is finished that a table counts"
    return frame


def _named(step: int, by: str) -> str | int:
    """The day as text, or the round: Parquet keeps attrs as JSON."""
    return day_of(step).isoformat() if by == "day" else step
