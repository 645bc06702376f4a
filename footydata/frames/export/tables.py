"""The tables of an export: their columns, the functions that read them, and the files into which they are divided."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.records import (
    PointsAdjustment,
    SeasonTeam,
    TeamAlias,
)
from footydata.football.rows import LeagueRow, TeamRow, exact_row
from footydata.football.terms import ENGLISH, TableType
from footydata.frames.reading import detail_columns, fixture_columns
from footydata.frames.viewed import Arrays, arrays_of
from footydata.store.bookmakers import bookmakers
from footydata.store.file.sqlite_files import DamagedDatabase, file_errors
from footydata.store.read import export_rows
from footydata.store.read.details import figure_rows
from footydata.store.read.fixtures import FixtureFilter, fixture_ids
from footydata.store.read.seasons import leagues, teams
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import tables_without_thirds
from footydata.views import recorded
from footydata.views import teams as of_teams
from footydata.views.columns import Column, columns
from footydata.views.contents import BOOKMAKER_COLUMNS
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.one_fixture import STORED_LINE_COLUMNS
from footydata.views.tables import TABLE_COLUMNS

HEAD_COLUMNS = columns(
    "exported standings", ("season_id", "league_id", "country", "league", "season", "stage")
)
"""The season of a table and its league, before the columns of the table's rows."""

STANDINGS: dict[TableType, str] = {
    TableType.TOTAL: "standings",
    TableType.CORNER: "corner_standings",
    TableType.CARD: "card_standings",
}
"""Type of table → the exported table."""


class ExportPart(NamedTuple):
    """One file: its table, the folder of its season and country, its name there, its columns, and what reads them."""

    table: str
    folder: str
    name: str
    columns: Sequence[Column]
    read: Callable[[], Arrays]


class _ExportedTable(NamedTuple):
    """A small table: its name, its columns, and the function that reads its rows."""

    table: str
    columns: Sequence[Column]
    read: Callable[[sqlite3.Connection, export_rows.Scope], Sequence[tuple[Any, ...]]]


def _leagues(connection: sqlite3.Connection, scope: export_rows.Scope) -> list[LeagueRow]:
    ids = export_rows.league_ids(connection, scope)
    return [row for row in leagues.leagues(connection) if row.id in ids]


def _teams(connection: sqlite3.Connection, scope: export_rows.Scope) -> list[TeamRow]:
    ids = export_rows.team_ids(connection, scope)
    return [row for row in teams.teams(connection) if row.id in ids]


WHOLE: tuple[_ExportedTable, ...] = (
    _ExportedTable("leagues", of_teams.EXPORTED_LEAGUE_COLUMNS, _leagues),
    _ExportedTable(
        "seasons",
        columns("seasons", export_rows.ExportedSeason._fields, entity="season"),
        export_rows.exported_seasons,
    ),
    _ExportedTable("members", columns("members", SeasonTeam._fields), export_rows.season_members),
    _ExportedTable("teams", of_teams.TEAM_COLUMNS, _teams),
    _ExportedTable("bookmakers", BOOKMAKER_COLUMNS, lambda connection, _: bookmakers(connection)),
    _ExportedTable(
        "deductions", columns("deductions", PointsAdjustment._fields), export_rows.deductions
    ),
    _ExportedTable("aliases", columns("aliases", TeamAlias._fields), export_rows.aliases),
    _ExportedTable(
        "referees",
        columns("exported referees", export_rows.RefereeRow._fields),
        export_rows.referees,
    ),
)
"""The small tables, each one file."""

OF_FIXTURES: dict[str, tuple[str, Sequence[Column]]] = {
    "events": ("event", recorded.EVENT_COLUMNS),
    "statistics": ("statistics", recorded.STATISTICS_COLUMNS),
    "figures": ("fixture_figure", recorded.FIGURE_COLUMNS),
    "odds": ("odds", recorded.ODDS_COLUMNS),
    "odds_lines": ("odds_line", recorded.LINE_COLUMNS),
    "ticks": ("odds_tick", recorded.TICK_COLUMNS),
    "fair_lines": ("fair_line", STORED_LINE_COLUMNS),
}
"""Exported table of details of fixtures → the table of the database, and its columns."""

TABLES = ("fixtures", *OF_FIXTURES, *(each.table for each in WHOLE), *STANDINGS.values())
"""Every table of an export, each in a folder of its name."""


@contextmanager
def salvaging(lost: "Counter[str]", table: str) -> Iterator[None]:
    """Ends the block, without an error, at damage of the database, and counts it in `lost`. table: the one read."""
    try:
        with file_errors(table):
            yield
    except DamagedDatabase:
        lost[table] += 1


def export_parts(
    connection: sqlite3.Connection, narrowed: FixtureFilter, now: int, lost: "Counter[str]"
) -> Iterator[ExportPart]:
    """The files of an export: the small tables, each as one file, then the tables of each season and country."""
    scope = export_rows.scope_of(narrowed)
    parts: list[export_rows.SeasonPart] = []
    with salvaging(lost, "the tables of fixtures"):
        parts = export_rows.season_parts(connection, scope)
    for declared in WHOLE:
        whole = partial(_whole, connection, declared, scope)
        yield ExportPart(declared.table, "", declared.table, declared.columns, whole)
    for part in parts:
        folder = f"start_year={part.start_year}/country_code={part.country_code}"
        # Under another name, as it is beside the file of the seasons of the year.
        name = "{}" if part.seasons else "{}_without_season"
        fixtures = partial(fixture_columns, connection, part.filters, lang=ENGLISH)
        yield ExportPart("fixtures", folder, name.format("fixtures"), FIXTURE_COLUMNS, fixtures)
        for table, (stored, own) in OF_FIXTURES.items():
            details = partial(_details, connection, stored, own, part)
            yield ExportPart(table, folder, name.format(table), own, details)
        for type, table in STANDINGS.items() if part.seasons else ():
            own = (*HEAD_COLUMNS, *TABLE_COLUMNS[type])
            rows = partial(_standings, connection, own, part, type, now)
            yield ExportPart(table, folder, table, own, rows)


def _whole(
    connection: sqlite3.Connection, declared: _ExportedTable, scope: export_rows.Scope
) -> Arrays:
    return arrays_of(declared.columns, declared.read(connection, scope))


def _details(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[Column],
    part: export_rows.SeasonPart,
) -> Arrays:
    ids = fixture_ids(connection, part.filters)
    if table == "fixture_figure":
        # Its rows are made of it and of the names of sources.
        return arrays_of(columns, figure_rows(connection, ids))
    return detail_columns(connection, table, ids, columns)


def _standings(
    connection: sqlite3.Connection,
    columns: Sequence[Column],
    part: export_rows.SeasonPart,
    type: TableType,
    now: int,
) -> Arrays:
    """The tables of the part's seasons whose results are reliable."""
    countries = {row.id: row.country for row in leagues.leagues(connection)}
    rows: list[tuple[object, ...]] = []
    for season_id, league_id in part.seasons.items():
        with suppress(StandingsNotAvailable):
            season = LeagueSeason(connection, None, season_id, now=now)
            for table in tables_without_thirds(season, TableLimits(type)):
                names = (countries[league_id], table.league, table.season, table.stage)
                rows += [(season_id, league_id, *names, *exact_row(row)) for row in table.rows]
    return arrays_of(columns, rows)
