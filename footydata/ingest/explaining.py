"""How tables that no source knows would be read; nothing is stored."""

import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.errors import NotFound
from footydata.ingest.matched_leagues import matched_league
from footydata.ingest.planning import check_paths, files_at
from footydata.ingest.table_maps import kept_maps
from footydata.sources.parsed import LeagueKey
from footydata.sources.refusing import UnreadableFile
from footydata.sources.registry import sources_named, why_unread
from footydata.sources.tables.reading import NO, Reading
from footydata.sources.tables.source import TableSource
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.store.file.sqlite_files import A_DATABASE, is_sqlite_file


class Explained(NamedTuple):
    """The readings of tables, and the name of each other file with what it is."""

    readings: list[Reading]
    others: list[tuple[str, str]]
    is_readable: bool


def explained(
    connection: sqlite3.Connection | None,
    paths: Sequence[Path],
    *,
    league: LeagueKey | None = None,
    table_maps: Sequence[TableMap] = (),
) -> Explained:
    """How the files at and below the paths would be read. connection: of a database, None without one."""
    sources, tables = sources_named(None), _tables(connection, given=table_maps, league=league)
    found = Explained([], [], False)
    is_known = False
    for file in files_at(paths):
        if file.refused or is_sqlite_file(file.path):
            found.others.append((file.name, file.refused or f"{A_DATABASE}, not a table"))
        elif (source := sources.of(file.path)) is not None:
            is_known = True
            found.others.append((file.name, f"a file of {source.name}, which needs no map"))
        elif readings := tables.readings(file.path) if tables.is_table(file.path) else []:
            fixtures = [reading for reading in readings if reading.outcome != NO]
            found.readings.extend(fixtures or readings[:1])
        else:
            found.others.append((file.name, tables.why_unread(file.path) or why_unread(file.path)))
    has_fixtures = any(reading.outcome != NO for reading in found.readings)
    return found._replace(is_readable=is_known or has_fixtures)


def _tables(connection: sqlite3.Connection | None, **options: Any) -> TableSource:
    """The source of tables, by what a database has, if there is one."""
    if connection is None:
        return TableSource(**options)
    match = partial(matched_league, connection)
    return TableSource(kept=kept_maps(connection), match=match, **options)


def read_one(
    connection: sqlite3.Connection | None,
    table: Path | TextTable,
    *,
    league: LeagueKey | None = None,
    sheet: str | None = None,
) -> Reading:
    """How one table is read: of a file its first with fixtures, or its sheet of a name. Raises NotFound, UnreadableFile."""
    path = table if isinstance(table, Path) else Path("frame")
    opened = None if isinstance(table, Path) else {path: [table]}
    if opened is None:
        check_paths([path])
    tables = _tables(connection, league=league, opened=opened)
    readings = tables.readings(path)
    if not readings:
        raise UnreadableFile(f"{path.name}: {tables.why_unread(path) or why_unread(path)}")
    named = [reading for reading in readings if sheet in (None, reading.table.name)]
    if not named:
        names = ", ".join(str(reading.table.name) for reading in readings)
        raise NotFound(f"{path.name} has no sheet {sheet!r}; there are {names}")
    return next((reading for reading in named if reading.outcome != NO), named[0])
