"""The frame of fixtures, read by columns."""

import sqlite3
from typing import Unpack

import pandas as pd

from footydata.football.languages import ENGLISH
from footydata.frames.framing import frame_of
from footydata.frames.reading import fixture_columns
from footydata.store.read.fixtures.fixtures import fixture_filter
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.typed_names import language
from footydata.views.arguments import Clock, FixtureFilters
from footydata.views.fixtures import FIXTURE_COLUMNS


def all_fixtures(
    connection: sqlite3.Connection,
    clock: Clock,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    lang: str = ENGLISH,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame | None:
    """One row per fixture by kickoff; None where they are wanted otherwise."""
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    if newest_first or limit is not None or narrowed.figures is not None:
        return None
    frame = frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=language(lang)))
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame
