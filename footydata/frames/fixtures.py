"""The frames of fixtures, of what is recorded of them, and of who says it."""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import replace

import pandas as pd

from footydata.football.markets import Market
from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.records.meaning import INTEGER, NUMBER
from footydata.football.register.figures import FurtherFigure
from footydata.football.scores import end_doubt
from footydata.football.terms import Order, Part
from footydata.frames.columns import (
    CUP_FIELDS,
    DIFFERING_VALUE_COLUMNS,
    DISAGREEMENT_COLUMNS,
    EVENT_COLUMNS,
    FIGURE_COLUMNS,
    FIXTURE_COLUMNS,
    SOURCE_VALUE_COLUMNS,
    STATISTICS_COLUMNS,
    TIE_FIELDS,
    averages_columns,
    counts_columns,
    referees_columns,
)
from footydata.frames.framing import frame_of, framed, framed_or_reason, paged, with_not_fetched
from footydata.frames.reading import fixture_columns
from footydata.rules.ties import By
from footydata.store.read.fixtures import details
from footydata.store.read.fixtures.conditions import FIGURES, Condition
from footydata.store.read.fixtures.counts import Average, LineCount, count_fixtures, values_of
from footydata.store.read.fixtures.details import figure_rows
from footydata.store.read.fixtures.fixtures import FixtureFilter, FixtureRow
from footydata.store.read.fixtures.fixtures import fixtures as fixture_rows
from footydata.store.read.quality import disagreements as compared
from footydata.store.read.quality.reasons import why_none_found
from footydata.store.read.quality.who_says import source_values, summary
from footydata.store.read.seasons.ties import ties_of_fixtures
from footydata.store.read.seasons.unplaced import unplaced_fixtures
from footydata.store.read.teams.referee_rates import referee_cards
from footydata.views.columns import row_of


def fixtures(connection: sqlite3.Connection, narrowed: FixtureFilter, *, lang: str) -> pd.DataFrame:
    """One row per fixture by kickoff; figures are of regulation time, <NA> if unknown.

    Cards are yellow and red as the source counts them: football-data.co.uk's red column counts a second
    yellow as one red; a v1 service's as well.
    """
    return frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=lang))


def fixture_frame(connection: sqlite3.Connection, rows: Sequence[FixtureRow]) -> pd.DataFrame:
    """The frame of these fixtures, in their order."""
    ids = [row.id for row in rows]
    knockouts = details.rows_of(connection, KnockoutRecord, ids)
    venues = details.rows_of(connection, VenueRecord, ids)
    ties = ties_of_fixtures(
        connection,
        {row.season_id for row in rows if row.season_id and row.stage and not row.in_table},
    )
    out_of_groups = unplaced_fixtures(connection, {row.season_id for row in rows if row.season_id})
    values = []
    for row in rows:
        knockout, tie = knockouts[row.id], ties.get(row.id)
        beside = knockout._asdict() | venues[row.id]._asdict()
        beside |= {name: getattr(tie, name, beside.get(name)) for name in TIE_FIELDS}
        if tie is None and knockout.on_penalties:
            beside["decided_by"] = By.PENALTIES.value
        beside["doubt"] = end_doubt(row.home_goals, row.away_goals, knockout) or beside["doubt"]
        beside["doubt"] = beside["doubt"] or out_of_groups.get(row.id)
        values.append((*row, *(beside[name] for name in CUP_FIELDS)))
    return framed(FIXTURE_COLUMNS, values, (*FixtureRow._fields, *CUP_FIELDS))


def found(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    condition: Condition,
    *,
    where: str,
    limit: int | None,
) -> pd.DataFrame:
    """The fixtures of a filter that fulfil a condition, the newest first, with all figures that it names.

    where: the condition as it was typed. attrs: found, known: how many fixtures fulfil it, and of how many its figures
    are known.
    """
    count = count_fixtures(connection, replace(narrowed, figures=condition))
    known = count_fixtures(connection, replace(narrowed, figures=condition.known))
    rows = fixture_rows(
        connection, replace(narrowed, figures=condition), order=Order.DESC, limit=limit
    )
    ids = [row.id for row in rows]
    frame = fixture_frame(connection, rows)
    beside = {name: FIGURES[name] for name in condition.names if name not in frame.columns}
    values = values_of(connection, ids, beside)
    for place, name in enumerate(beside):
        of_name = [values[each][place] for each in ids]
        is_whole = bool(ids) and all(value is None or isinstance(value, int) for value in of_name)
        frame[name] = pd.array(of_name, dtype=INTEGER if is_whole else NUMBER)
    frame.attrs |= {"found": count, "known": known}
    if not ids:
        frame.attrs["reason"] = why_none_found(
            connection, narrowed, condition, where=where, known=known
        )
    return frame


def counts(
    market: Market, rows: Sequence[LineCount], *, line: float | None, side: str, by: str
) -> pd.DataFrame:
    """One row per team, league or referee (by), in their order. rows: those of store.read.fixtures.counts."""
    columns = counts_columns(by)
    bet = {"market": market.param, "line": line, "side": side}
    return framed(columns, [row_of(columns, row.values(by) | bet) for row in rows])


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


def averages(figures: Sequence[str], rows: Sequence[Sequence[Average]], *, by: str) -> pd.DataFrame:
    """One row per figure and team, league or referee: the figures in their order, of each the highest average first.

    rows: of each figure, those of store.read.fixtures.counts.averages. by: team, league or referee.
    """
    rows_by_figure = [
        (row.name, figure, *row[2:])
        for figure, averages in zip(figures, rows, strict=True)
        for row in averages
    ]
    columns = averages_columns(by)
    return framed(columns, rows_by_figure)


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
