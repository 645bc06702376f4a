"""The tables of an export: their columns, the functions that read them, and the files into which they are divided."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pyarrow as pa

from footydata.football.errors import StandingsNotAvailable
from footydata.football.records import (
    OddsLine,
    OddsRecord,
    OddsTickRecord,
    PointsAdjustment,
    SeasonTeam,
    StatisticsRecord,
    TeamAlias,
)
from footydata.football.rows import LeagueRow, TeamRow, exact_row
from footydata.football.terms import ENGLISH, TableType
from footydata.frames.arrow import arrays_of, table_of
from footydata.frames.reading import fixture_columns
from footydata.store.bookmakers import bookmakers
from footydata.store.claims.stored import batches
from footydata.store.file.sqlite_files import is_damage
from footydata.store.forecasts import fair_lines
from footydata.store.read.fixtures import details, export_rows
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_ids
from footydata.store.read.seasons import leagues, teams
from footydata.store.read.seasons.season import TableLimits
from footydata.store.read.seasons.season_tables import tables_without_thirds
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
    """One file: its table, the folder of its season and country, its name there, and the function that reads it."""

    table: str
    folder: str
    name: str
    read: Callable[[], pa.Table]


class _ExportedTable(NamedTuple):
    """A table of rows: its name, its columns, and the function that reads its rows.

    fields: the order of their values, if they are neither NamedTuples nor in the order of the columns.
    """

    table: str
    columns: Sequence[Column]
    read: Callable[[sqlite3.Connection, Any], Iterable[tuple[Any, ...]]]
    fields: Sequence[str] | None = None

    def as_table(self, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
        return table_of(self.columns, arrays_of(self.columns, rows, self.fields))


def _leagues(connection: sqlite3.Connection, scope: export_rows.ExportScope) -> list[LeagueRow]:
    return [row for row in leagues.leagues(connection) if scope.is_whole or row.id in scope.leagues]


def _teams(connection: sqlite3.Connection, scope: export_rows.ExportScope) -> list[TeamRow]:
    rows = teams.teams(connection)
    if scope.is_whole:
        return rows
    ids = export_rows.team_ids(connection, scope)
    return [row for row in rows if row.id in ids]


def _statistics(connection: sqlite3.Connection, ids: Sequence[int]) -> list[StatisticsRecord]:
    rows = details.rows_of(connection, StatisticsRecord, ids).values()
    return [row for row in rows if any(value is not None for value in row[1:])]


def _quoted(
    read: Callable[[sqlite3.Connection, Sequence[int]], Iterable[Any]],
) -> Callable[[sqlite3.Connection, Sequence[int]], list[tuple[Any, ...]]]:
    """What is quoted, by the parameters of markets, each row with the bookmaker's slug at its end."""

    def rows(connection: sqlite3.Connection, ids: Sequence[int]) -> list[tuple[Any, ...]]:
        slugs = {maker.id: maker.slug for maker in bookmakers(connection)}
        quotes = map(recorded.by_param, read(connection, ids))
        return [(*row, slugs[row.bookmaker_id]) for row in quotes]

    return rows


def _odds(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterable[OddsRecord]:
    makers = [maker.id for maker in bookmakers(connection)]
    return chain.from_iterable(details.odds(connection, ids, bookmaker_ids=makers).values())


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

OF_FIXTURES: tuple[_ExportedTable, ...] = (
    _ExportedTable(
        "events",
        recorded.EVENT_COLUMNS,
        lambda connection, ids: chain.from_iterable(details.timelines(connection, ids).values()),
    ),
    _ExportedTable("statistics", recorded.STATISTICS_COLUMNS, _statistics),
    _ExportedTable("figures", recorded.FIGURE_COLUMNS, details.figure_rows),
    _ExportedTable(
        "odds", recorded.ODDS_COLUMNS, _quoted(_odds), (*OddsRecord._fields, "bookmaker")
    ),
    _ExportedTable(
        "odds_lines",
        recorded.LINE_COLUMNS,
        _quoted(details.odds_lines),
        (*OddsLine._fields, "bookmaker"),
    ),
    _ExportedTable(
        "ticks",
        recorded.TICK_COLUMNS,
        _quoted(details.all_ticks),
        (*OddsTickRecord._fields, "bookmaker"),
    ),
    _ExportedTable(
        "fair_lines",
        STORED_LINE_COLUMNS,
        lambda connection, ids: map(
            recorded.by_param, chain.from_iterable(fair_lines(connection, ids).values())
        ),
    ),
)
"""The tables of fixtures, read by the fixtures' ids."""

TABLES = ("fixtures", *(each.table for each in (*OF_FIXTURES, *WHOLE)), *STANDINGS.values())
"""Every table of an export, each in a folder of its name."""


@contextmanager
def salvaging(lost: "Counter[str]", table: str) -> Iterator[None]:
    """Ends the block, without an error, at damage of the database, and counts it in `lost`. table: the one read."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        lost[table] += 1


def export_parts(
    connection: sqlite3.Connection, narrowed: FixtureFilter, now: int, lost: "Counter[str]"
) -> Iterator[ExportPart]:
    """The files of an export: the small tables, each as one file, then the tables of each season and country."""
    parts: list[export_rows.SeasonPart] = []
    with salvaging(lost, "the tables of fixtures"):
        parts = export_rows.season_parts(connection, narrowed)
    scope = export_rows.scope_of(parts, is_whole=narrowed == FixtureFilter())
    for declared in WHOLE:
        read = partial(_whole, connection, declared, scope)
        yield ExportPart(declared.table, "", declared.table, read)
    for part in parts:
        folder = f"start_year={part.start_year}/country_code={part.country_code}"
        # Under another name, as it is beside the file of the seasons of the year.
        name = "{}" if part.seasons else "{}_without_season"
        fixtures = partial(_fixtures, connection, part)
        yield ExportPart("fixtures", folder, name.format("fixtures"), fixtures)
        for declared in OF_FIXTURES:
            read = partial(_of_fixtures, connection, declared, part)
            yield ExportPart(declared.table, folder, name.format(declared.table), read)
        for type, table in STANDINGS.items() if part.seasons else ():
            yield ExportPart(table, folder, table, partial(_standings, connection, part, type, now))


def _whole(
    connection: sqlite3.Connection, declared: _ExportedTable, scope: export_rows.ExportScope
) -> pa.Table:
    return declared.as_table(list(declared.read(connection, scope)))


def _fixtures(connection: sqlite3.Connection, part: export_rows.SeasonPart) -> pa.Table:
    return table_of(FIXTURE_COLUMNS, fixture_columns(connection, part.filters, lang=ENGLISH))


def _of_fixtures(
    connection: sqlite3.Connection, declared: _ExportedTable, part: export_rows.SeasonPart
) -> pa.Table:
    pages = batches(fixture_ids(connection, part.filters))
    return declared.as_table([row for page in pages for row in declared.read(connection, page)])


def _standings(
    connection: sqlite3.Connection, part: export_rows.SeasonPart, type: TableType, now: int
) -> pa.Table:
    """The tables of the part's seasons whose results are reliable."""
    declared = (*HEAD_COLUMNS, *TABLE_COLUMNS[type])
    countries = {row.id: row.country for row in leagues.leagues(connection)}
    rows: list[tuple[object, ...]] = []
    for season_id, league_id in part.seasons:
        with suppress(StandingsNotAvailable):
            tables = tables_without_thirds(
                connection, TableLimits(type), season_id=season_id, now=now
            )
            for table in tables:
                names = (countries[league_id], table.league, table.season, table.stage)
                rows += [(season_id, league_id, *names, *exact_row(row)) for row in table.rows]
    return table_of(declared, arrays_of(declared, rows))
