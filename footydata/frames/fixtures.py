"""The frames of fixtures, of what is recorded of them, and of who says it."""

import sqlite3
from collections.abc import Collection, Sequence
from typing import Unpack

import pandas as pd

from footydata.football.languages import ENGLISH
from footydata.football.records import StatisticsRecord
from footydata.football.register.figures import FurtherFigure
from footydata.football.terms import Part
from footydata.frames.columns import (
    DIFFERING_VALUE_COLUMNS,
    DISAGREEMENT_COLUMNS,
    EVENT_COLUMNS,
    FIGURE_COLUMNS,
    SOURCE_VALUE_COLUMNS,
    STATISTICS_COLUMNS,
    referees_columns,
)
from footydata.frames.framing import frame_of, framed, framed_or_reason, paged, with_not_fetched
from footydata.frames.reading import fixture_columns
from footydata.store.read.fixtures import details
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.details import figure_rows
from footydata.store.read.fixtures.fixtures import FixtureFilter, FixtureRow, fixture_filter
from footydata.store.read.quality import disagreements as compared
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.quality.who_says import source_values, summary
from footydata.store.read.teams.referee_rates import referee_cards
from footydata.store.typed_names import language
from footydata.views.arguments import FixtureFilters
from footydata.views.fixtures import FIXTURE_COLUMNS, whole_rows


def all_fixtures(
    connection: sqlite3.Connection,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    lang: str = ENGLISH,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame | None:
    """One row per fixture by kickoff, read by columns; None where they are wanted otherwise.

    Cards are yellow and red as the source counts them: football-data.co.uk's red column counts a second yellow as one
    red; a v1 service's as well.
    """
    narrowed = fixture_filter(connection, **filters)
    if newest_first or limit is not None or narrowed.figures is not None:
        return None
    frame = frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=language(lang)))
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame


def fixture_frame(connection: sqlite3.Connection, rows: Sequence[FixtureRow]) -> pd.DataFrame:
    """The frame of these fixtures, in their order."""
    fields = [each.field for each in FIXTURE_COLUMNS]
    return framed(FIXTURE_COLUMNS, whole_rows(connection, rows), fields)


def events(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per event, by fixture and order; `count` is per team and type, `minute` excludes stoppage time.

    Halves 3 and 4 are extra time, which is in no figure of the fixture: half < 3 leaves it out.
    attrs["not_fetched"]: the fixtures whose timeline was never fetched; the others without a row had no event.
    """
    rows = paged(fixture_ids, lambda ids: details.timelines(connection, ids).values())
    frame = framed(EVENT_COLUMNS, [event for timeline in rows for event in timeline])
    return with_not_fetched(frame, connection, fixture_ids, Part.EVENTS, what="events are")


def statistics(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per requested fixture; half_ columns are of the first half, possession in per cent.

    attrs["not_fetched"]: the fixtures whose statistics were never fetched.
    """
    rows = paged(
        fixture_ids, lambda ids: details.rows_of(connection, StatisticsRecord, ids).values()
    )
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


def referees(
    connection: sqlite3.Connection, filters: FixtureFilter, *, by: Collection[str]
) -> pd.DataFrame:
    """One row per referee and country, by name. by: also per league or season. Raises InvalidArgument."""
    rows = referee_cards(connection, filters, by=by)
    frame = framed(referees_columns(by), rows)
    if not rows and count_fixtures(connection, filters, most=1):
        frame.attrs["reason"] = "no matching finished fixture has a referee recorded"
    return frame


def head_to_head(
    connection: sqlite3.Connection,
    rows: Sequence[FixtureRow],
    one: tuple[int, str],
    other: tuple[int, str],
) -> pd.DataFrame:
    """One row per finished fixture of two teams, by kickoff.

    attrs["record"]: each team's name and "drawn" → how many fixtures ended so; a name that both have is followed by
    the id. rows: the newest first. one, other: the id and name of each team.
    """
    frame = fixture_frame(connection, list(reversed(rows)))
    margins = [
        (row.home_goals - row.away_goals) * (1 if row.home_id == one[0] else -1)
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]
    one_name, other_name = (
        name if one[1] != other[1] else f"{name} ({id_})" for id_, name in (one, other)
    )
    ends = {one_name: 1, "drawn": 0, other_name: -1}
    frame.attrs["record"] = {
        name: sum((margin > 0) - (margin < 0) == end for margin in margins)
        for name, end in ends.items()
    }
    if frame.empty:
        frame.attrs["reason"] = f"no finished fixture of {one_name} and {other_name} is stored"
    return frame


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
        frame.attrs["reason"] = compared.why_none(
            connection, filters, figure=figure, between=between
        )
    return frame
