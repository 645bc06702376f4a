"""The frames of fixtures and of what is recorded of them."""

import sqlite3
from collections.abc import Collection, Sequence

import pandas as pd

from footydata.football.register.figures import FurtherFigure
from footydata.football.terms import Part
from footydata.frames.columns import (
    EVENT_COLUMNS,
    FIGURE_COLUMNS,
    FIXTURE_COLUMNS,
    STATISTICS_COLUMNS,
    averages_columns,
    referees_columns,
)
from footydata.frames.fetched import paged, with_not_fetched
from footydata.frames.framing import frame_of, framed
from footydata.frames.reading import fixture_columns
from footydata.store.read.fixtures import details
from footydata.store.read.fixtures.counts import Average, count_fixtures
from footydata.store.read.fixtures.details import figure_rows
from footydata.store.read.fixtures.fixtures import FixtureFilter, FixtureRow
from footydata.store.read.teams.referee_rates import referee_cards


def fixtures(connection: sqlite3.Connection, narrowed: FixtureFilter, *, lang: str) -> pd.DataFrame:
    """One row per fixture by kickoff; figures are of regulation time, <NA> if unknown.

    Cards are yellow and red as the source counts them: football-data.co.uk's red column counts a second
    yellow as one red; a v1 service's as well.
    """
    return frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=lang))


def fixture(row: FixtureRow) -> pd.DataFrame:
    return framed(FIXTURE_COLUMNS, [row])


def events(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per event, by fixture and order; `count` is per team and type, `minute` excludes stoppage time.

    attrs["not_fetched"]: the fixtures whose timeline was never fetched; the others without a row had no event.
    """
    rows = paged(fixture_ids, lambda ids: details.events(connection, ids).values())
    frame = framed(EVENT_COLUMNS, [event for timeline in rows for event in timeline])
    return with_not_fetched(frame, connection, fixture_ids, Part.EVENTS, what="events are")


def statistics(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per requested fixture; half_ columns are of the first half, possession in per cent.

    attrs["not_fetched"]: the fixtures whose statistics were never fetched.
    """
    rows = paged(fixture_ids, lambda ids: details.statistics(connection, ids).values())
    frame = framed(STATISTICS_COLUMNS, list(rows))
    return with_not_fetched(frame, connection, fixture_ids, Part.STATISTICS, what="statistics are")


def figures(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], figures: Sequence[FurtherFigure]
) -> pd.DataFrame:
    """One row per fixture, further figure and half (full or first), with the source.

    The value of a figure without sides is in `home`. attrs["units"]: figure → its unit; attrs["not_fetched"]: the
    fixtures of which no further figure was ever fetched.
    """
    rows = list(paged(fixture_ids, lambda ids: figure_rows(connection, ids, figures)))
    frame = framed(FIGURE_COLUMNS, rows)
    frame.attrs["units"] = {figure.name: figure.unit for figure in figures}
    subject = f"{', '.join(figure.name.replace('_', ' ') for figure in figures)} are"
    return with_not_fetched(frame, connection, fixture_ids, Part.FURTHER_FIGURES, what=subject)


def averages(figures: Sequence[str], rows: Sequence[Sequence[Average]], *, by: str) -> pd.DataFrame:
    """One row per figure and team, league or referee: the figures in their order, of each the highest average first.

    rows: of each figure, those of queries.counts.averages. by: team, league or referee.
    """
    rows_by_figure = [
        (row.name, figure, *row[2:]) for figure, found in zip(figures, rows, strict=True) for row in found
    ]
    columns = averages_columns(by)
    return framed(columns, rows_by_figure)


def referees(connection: sqlite3.Connection, filters: FixtureFilter, *, by: Collection[str]) -> pd.DataFrame:
    """One row per referee and country, by name. by: also per league or season. Raises InvalidArgument."""
    rows = referee_cards(connection, filters, by=by)
    frame = framed(referees_columns(by), rows)
    if not rows and count_fixtures(connection, filters, most=1):
        frame.attrs["reason"] = "no matching finished fixture has a referee recorded"
    return frame
