"""The frames of who says what: the values of a fixture by source, and where sources differ."""

import sqlite3
from collections.abc import Sequence

import pandas as pd

from footydata.frames.columns import DIFFERING_VALUE_COLUMNS, DISAGREEMENT_COLUMNS, SOURCE_VALUE_COLUMNS
from footydata.frames.framing import framed, framed_or_reason
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.quality import disagreements as compared
from footydata.store.read.quality.who_says import source_values, summary


def sources(connection: sqlite3.Connection, fixture_id: int) -> pd.DataFrame:
    """One row per value and source that gives it. attrs["summary"]: how many values differ. Raises FixtureNotFound."""
    rows = source_values(connection, fixture_id)
    frame = framed_or_reason(summary(rows), SOURCE_VALUE_COLUMNS, rows)
    frame.attrs["summary"] = summary(rows)
    return frame


def disagreements(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    *,
    figure: str | None,
    between: Sequence[str],
    by_fixture: bool,
) -> pd.DataFrame:
    """One row per season, figure and two sources; by_fixture: per value in which two sources differ."""
    if by_fixture:
        values = compared.differing_values(connection, filters, figure=figure, between=between)
        frame = framed(DIFFERING_VALUE_COLUMNS, values)
    else:
        counts = compared.disagreements(connection, filters, figure=figure, between=between)
        frame = framed(DISAGREEMENT_COLUMNS, counts)
    if frame.empty:
        frame.attrs["reason"] = compared.why_none(connection, filters, figure=figure, between=between)
    return frame
