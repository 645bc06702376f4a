"""Exports a database, each table with the columns of its frame: Parquet, CSV or JSON lines.

Tables of fixtures are divided by the season's start year and the country (`start_year=2025/country_code=GB-ENG`), so
that DuckDB, Polars, pandas and Spark can read a folder as it is, and only the files that a query needs.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from footydata.football.declared_types import OneOrMany
from footydata.football.errors import FootydataError
from footydata.football.wording import plural
from footydata.frames.export.files import FORMATS as FORMATS
from footydata.frames.export.files import UNFINISHED as UNFINISHED
from footydata.frames.export.files import WRITERS, formulas_as_text
from footydata.frames.export.files import FolderInUse as FolderInUse
from footydata.frames.export.files import filled as filled
from footydata.frames.export.tables import TABLES as TABLES
from footydata.frames.export.tables import ExportPart, export_parts, salvaging
from footydata.store.file.transactions import snapshot
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.seasons.leagues import seasons_missing
from footydata.store.typed_names import as_list


class PartlyExported(FootydataError):
    """The database is damaged: what could be read was written, and the message names what could not.

    Attributes: written: what was written, by table.
    """

    def __init__(self, message: str, written: "list[Written]") -> None:
        super().__init__(message)
        self.written = written


class LeftOutWarning(UserWarning):
    """A chosen league has none of the chosen seasons; the other leagues are exported."""


class Written(NamedTuple):
    """A table that was written: its name, its rows and its files."""

    table: str
    rows: int
    files: int


class ExportNarrowing(NamedTuple):
    """The filter of an export, and a sentence for each chosen league without any of the chosen seasons."""

    filter: FixtureFilter
    left_out: list[str]


def export_narrowing(
    connection: sqlite3.Connection,
    *,
    league: OneOrMany[int | str] | None,
    season: OneOrMany[int | str] | None,
) -> ExportNarrowing:
    """The filter of an export of leagues and seasons, None for all; e-football is included.

    Raises LeagueNotFound, SeasonNotFound, AmbiguousName, InvalidArgument.
    """
    # Lists, as they are read twice and an iterator can be read only once.
    leagues, seasons = as_list(league), as_list(season)
    filters = fixture_filter(connection, league=leagues, season=seasons)
    missing = (
        seasons_missing(connection, seasons, league_ids=filters.league_ids or ()) if seasons else []
    )
    return ExportNarrowing(replace(filters, esports=None), missing)


def export(
    connection: sqlite3.Connection,
    folder: Path,
    *,
    format: str,
    now: int,
    filters: FixtureFilter | None = None,
    safe_csv: bool = False,
    force: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Written]:
    """Write the tables of one snapshot of a database to a folder; returns what was written, by table.

    A table of fixtures without any row is one file with its columns, in the folder of the first season and country.
    filters: the leagues and seasons, None for all. safe_csv: put an apostrophe before texts that a spreadsheet would
    take for formulas. force: replace an earlier export in the folder; it stays until the new one is complete. Raises
    FolderInUse if the folder is not empty or another export writes to it, PartlyExported if the database is damaged.
    """
    tables: dict[str, Written] = {}
    first: dict[str, ExportPart] = {}
    lost: Counter[str] = Counter()

    def write(part: ExportPart, *, is_empty_too: bool) -> None:
        rows = part.read()
        if not (rows.num_rows or is_empty_too):
            return
        path = unfinished / f"{part.path}.{format}"
        path.parent.mkdir(parents=True, exist_ok=True)
        WRITERS[format](formulas_as_text(rows) if safe_csv else rows, path)
        before = tables.get(part.table, Written(part.table, 0, 0))
        tables[part.table] = Written(part.table, before.rows + rows.num_rows, before.files + 1)

    with snapshot(connection), filled(folder, force=force) as unfinished:
        every = list(export_parts(connection, filters or FixtureFilter(), now, lost))
        for done, part in enumerate(every):
            place = part.folder.replace("start_year=", "").replace("/country_code=", " ")
            progress(f"{done}/{len(every)} {part.table} {place}".rstrip())
            first.setdefault(part.table, part)
            with salvaging(lost, part.table):
                write(part, is_empty_too=not part.folder)
        for table, part in first.items():
            if table not in lost and table not in tables:
                # So that readers find a file with the columns, even of an empty table.
                with salvaging(lost, table):
                    write(part, is_empty_too=True)
    if lost:
        parts = ", ".join(f"{table} ({plural(files, 'file')})" for table, files in lost.items())
        message = f"what could be read is in {folder}; rows of these are lost: {parts}"
        raise PartlyExported(message, list(tables.values()))
    return list(tables.values())
