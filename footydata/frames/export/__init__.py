"""Exports a database, each table with the columns of its frame: Parquet, CSV or JSON lines.

Tables of fixtures are divided by the season's start year and the country (`start_year=2025/country_code=GB-ENG`), so
that DuckDB, Polars, pandas and Spark can read a folder as it is, and only the files that a query needs.
"""

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from footydata.football.declared_types import OneOrMany
from footydata.football.errors import FootydataError
from footydata.football.wording import formula_as_text, plural
from footydata.frames.export.tables import TABLES, ExportPart, export_parts, salvaging
from footydata.frames.viewed import TYPES, framed
from footydata.store.file.transactions import exclusive_lock, snapshot
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import FixtureFilter
from footydata.store.read.seasons.leagues import seasons_missing
from footydata.store.typed_names import as_list
from footydata.views.columns import Column


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
    empty: dict[str, tuple[ExportPart, pa.Table]] = {}
    lost: Counter[str] = Counter()

    def write(part: ExportPart, rows: pa.Table) -> None:
        path = unfinished / part.table / part.folder / f"{part.name}.{format}"
        path.parent.mkdir(parents=True, exist_ok=True)
        WRITERS[format](formulas_as_text(rows) if safe_csv else rows, path)
        before = tables.get(part.table, Written(part.table, 0, 0))
        tables[part.table] = Written(part.table, before.rows + rows.num_rows, before.files + 1)

    with snapshot(connection), filled(folder, force=force) as unfinished:
        every = list(export_parts(connection, filters or FixtureFilter(), now, lost))
        for done, part in enumerate(every):
            place = part.folder.replace("start_year=", "").replace("/country_code=", " ")
            progress(f"{done}/{len(every)} {part.table} {place}".rstrip())
            with salvaging(lost, part.table):
                schema = _schema_of(part.columns)
                rows = pa.table([*map(pa.ChunkedArray.cast, part.read(), schema.types)], schema)
                if rows.num_rows or not part.folder:
                    write(part, rows)
                else:
                    empty.setdefault(part.table, (part, rows))
        for table, (part, rows) in empty.items():
            if table not in lost and table not in tables:
                # So that readers find a file with the columns, even of an empty table.
                write(part, rows)
    if lost:
        parts = ", ".join(f"{table} ({plural(files, 'file')})" for table, files in lost.items())
        message = f"what could be read is in {folder}; rows of these are lost: {parts}"
        raise PartlyExported(message, list(tables.values()))
    return list(tables.values())


@cache
def _schema_of(columns: Sequence[Column]) -> pa.Schema:
    """The types of a table with these columns, and the metadata of its frame."""
    # Without its dtypes pandas reads counts with unknowns as floats. To make a frame takes longer than most reads.
    metadata = pa.Schema.from_pandas(framed(columns, ()), preserve_index=False).metadata
    return pa.schema([(each.name, TYPES[each.dtype]) for each in columns], metadata)


UNFINISHED = ".unfinished"
"""The folder below the named one in which the files are written until all of them are complete."""

DUMP_FILE = "v1.jsonl"
"""The one file of a v1 dump."""


class FolderInUse(FootydataError):
    """The folder to write to holds files already, is a file, or is written to by another export."""


@contextmanager
def filled(folder: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder to write to. At the end its files are moved to the named folder; if the block fails, they are deleted.

    So no half-written export looks complete. force: in place of an earlier export there. Raises FolderInUse if the
    named folder is not empty, FootydataError.
    """
    _check_free(folder, force=force)
    unfinished = folder / UNFINISHED
    lock = unfinished / ".lock"
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
        with exclusive_lock(lock) as is_ours:
            if not is_ours:
                raise FolderInUse(
                    f"another export writes to {folder}; wait for its end, or name a new folder"
                )
            # Another export may have ended between the first check and the lock.
            _check_free(folder, force=force)
            _delete(path for path in unfinished.iterdir() if path != lock)
            try:
                yield unfinished
                complete = [path for path in unfinished.iterdir() if path != lock]
                _delete(_others(folder))
                try:
                    for path in complete:
                        path.rename(folder / path.name)
                except BaseException:
                    _delete(_others(folder))
                    raise
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
    except OSError as error:
        raise FootydataError(
            f"{folder} can't be written: {error.strerror or error}; name another folder"
        ) from error


def _delete(paths: Iterable[Path]) -> None:
    for path in paths:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _others(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name != UNFINISHED]


def _check_free(folder: Path, *, force: bool) -> None:
    """Check that a folder is new, or empty except for UNFINISHED. Raises FolderInUse.

    force: it may hold a complete export too, but nothing else.
    """
    if "\0" in str(folder) or (folder.exists() and not folder.is_dir()):
        raise FolderInUse(f"{folder} is not a folder; name a new one")
    others = _others(folder) if folder.exists() else []
    foreign = next((path for other in sorted(others) for path in _not_exported(other)), None)
    if foreign is not None:
        what = f"{foreign.relative_to(folder)} is not of an export"
        raise FolderInUse(f"{folder} is not empty: {what}; move or delete it, or name a new folder")
    if others and not force:
        raise FolderInUse(
            f"{folder} holds an export already; --force (force=True) replaces it, or name a new folder"
        )


def _not_exported(path: Path) -> Iterator[Path]:
    """What an export did not write, of an entry of its folder and of all below it."""
    if path.name == DUMP_FILE:
        return
    if path.name not in TABLES or not path.is_dir():
        yield path
        return
    for below in sorted(path.rglob("*")):
        if not below.is_dir() and below.suffix.removeprefix(".") not in FORMATS:
            yield below


def _write_parquet(table: pa.Table, path: Path) -> None:
    # Given a path, Arrow reads a leading ~ as the home folder and refuses names that are not UTF-8.
    with path.open("wb") as file:
        pyarrow.parquet.write_table(table, file, compression="zstd", write_statistics=True)


def _plain(table: pa.Table) -> pa.Table:
    """The table with texts in place of categories."""
    fields = [
        field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))


def formulas_as_text(table: pa.Table) -> pa.Table:
    """The table with an apostrophe before each text that a spreadsheet would take for a formula."""
    table = _plain(table)
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type):
            texts = [
                None if text is None else formula_as_text(text)
                for text in table.column(place).to_pylist()
            ]
            table = table.set_column(place, field, pa.array(texts, field.type))
    return table


def _write_csv(table: pa.Table, path: Path) -> None:
    with path.open("wb") as file:
        pyarrow.csv.write_csv(_plain(table), file)


def _write_json(table: pa.Table, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for batch in table.to_batches(max_chunksize=4096):
            file.writelines(
                json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in batch.to_pylist()
            )


WRITERS: dict[str, Callable[[pa.Table, Path], None]] = {
    "parquet": _write_parquet,
    "csv": _write_csv,
    "json": _write_json,
}
"""Format → the function that writes a table to a file."""

FORMATS = tuple(WRITERS)
