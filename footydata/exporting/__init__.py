"""Writes a database out, every table in the schema of its frame: Parquet, CSV or JSON lines.

What hangs on fixtures is parted by the season's start year and the country (`start_year=2025/country_code=GB-ENG`), so
that DuckDB, Polars, pandas and Spark read a folder as it is, and only what a query asks for.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from footydata.choices import OneOrMany
from footydata.contract.errors import FootydataError
from footydata.exporting.folders import UNFINISHED as UNFINISHED
from footydata.exporting.folders import FolderInUse as FolderInUse
from footydata.exporting.folders import ResumableFolder
from footydata.exporting.folders import filled as filled
from footydata.exporting.tables import TABLES as TABLES
from footydata.exporting.tables import ExportPart, ExportParts, salvaging
from footydata.exporting.writers import FORMATS as FORMATS
from footydata.queries.asked import narrowed, several
from footydata.queries.fixture_columns import file_of
from footydata.queries.fixtures import FixtureFilter
from footydata.queries.leagues import seasons_missing
from footydata.store.snapshots import snapshot
from footydata.version import __version__
from footydata.wording import plural


class NotAFormat(FootydataError):
    """A text is not a format of an export."""


class PartlyExported(FootydataError):
    """The database is damaged: what could be read was written, and the message names what could not.

    Attributes: written: what was written, by table.
    """

    def __init__(self, message: str, written: "list[Written]") -> None:
        super().__init__(message)
        self.written = written


class LeftOutWarning(UserWarning):
    """A league that an export is narrowed to has no season of those that it is narrowed to; the others are written."""


class Written(NamedTuple):
    """A table that was written: its name, its rows and its files."""

    table: str
    rows: int
    files: int


class ExportNarrowing(NamedTuple):
    """What an export is narrowed to, and a sentence for each league without a season that is asked for."""

    filter: FixtureFilter
    left_out: list[str]


def export_narrowing(
    connection: sqlite3.Connection,
    *,
    league: OneOrMany[int | str] | None,
    season: OneOrMany[int | str] | None,
) -> ExportNarrowing:
    """What an export of leagues and seasons is narrowed to; e-football comes with the others.

    Raises LeagueNotFound, SeasonNotFound, AmbiguousName, NothingNamed.
    """
    # An iterator is gone through once, here.
    leagues, seasons = several(league), several(season)
    asked = narrowed(connection, league=leagues, season=seasons)
    missing = seasons_missing(connection, seasons, league_ids=asked.league_ids or ()) if seasons else []
    return ExportNarrowing(replace(asked, esports=None), missing)


def export(
    connection: sqlite3.Connection,
    folder: Path,
    *,
    format: str,
    now: int,
    asked: FixtureFilter | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Written]:
    """Write the tables of a database below a folder, all of one snapshot; gives what was written, by table.

    A table of fixtures without a row is one file with its columns, in the folder of the first season and country.
    asked: the leagues and seasons of it, None: all. What is broken off stays in UNFINISHED, out of the way of readers,
    and the same export of an unchanged database goes on from there. Raises FolderInUse where the folder is not empty
    or another export writes to it, PartlyExported where the database is damaged.
    """
    tables: dict[str, Written] = {}
    first: dict[str, ExportPart] = {}
    lost: Counter[str] = Counter()
    what: dict[str, object] = {"format": format, "asked": str(asked), "state": _state(connection)}
    with snapshot(connection), ResumableFolder.below(folder, what) as files:
        for part in ExportParts(connection, asked or FixtureFilter(), now, lost).all():
            progress(f"{part.table} {part.folder.replace('start_year=', '').replace('/country_code=', ' ')}".strip())
            file = f"{part.path}.{format}"
            first.setdefault(part.table, part)
            with salvaging(lost, part.table):
                if file not in files.rows:
                    files.write(file, part.read(), format)
                rows = files.rows[file]
                before = tables.get(part.table, Written(part.table, 0, 0))
                tables[part.table] = Written(part.table, before.rows + max(rows, 0), before.files + (rows >= 0))
        for table, part in first.items():
            if table not in lost and not tables[table].files:
                # Readers are given columns, not a path that is not there.
                with salvaging(lost, table):
                    files.write(f"{part.path}.{format}", part.read(), format, is_empty_too=True)
                    tables[table] = Written(table, 0, 1)
    if lost:
        parts = ", ".join(f"{table} ({plural(files, 'file')})" for table, files in lost.items())
        message = f"what could be read is in {folder}; rows of these are lost: {parts}"
        raise PartlyExported(message, list(tables.values()))
    return list(tables.values())


def _state(connection: sqlite3.Connection) -> list[object]:
    """What moves when a database is written: its file and journal are looked at, never opened."""
    path = Path(file_of(connection))
    stats = [each.stat() for each in (path, path.with_name(f"{path.name}-wal")) if each.exists()]
    return [__version__, *((one.st_size, one.st_mtime_ns) for one in stats if one.st_size)]
