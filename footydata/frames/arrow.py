"""Arrow arrays and tables with declared columns, made from rows or read by SQL statements.

A large read is done by ADBC in another process, which returns Arrow: ADBC brings its own SQLite, and two copies of
SQLite that open one file in one process break its locks. Small reads, and all reads if ADBC is not installed, use our
own connection, in batches.
"""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias
from warnings import warn

import pyarrow as pa
import pyarrow.compute as pc

from footydata.football.records.meaning import CATEGORY, INTEGER, MOMENT, NUMBER, TEXT, YES_NO
from footydata.store.file.sqlite_files import file_of
from footydata.store.read.fixtures.fixtures import Statement
from footydata.views.columns import Column

Columns: TypeAlias = dict[str, pa.ChunkedArray]
"""Column → its values. Not a table, so that each column can be freed after its last use."""

Arrays: TypeAlias = Iterator[pa.ChunkedArray]
"""The columns of a frame in order, each made only when the iterator reaches it."""

Types: TypeAlias = Mapping[str, pa.DataType]
"""Column of a statement → the type of its values in the database."""

TYPES: dict[str, pa.DataType] = {
    INTEGER: pa.int64(),
    NUMBER: pa.float64(),
    TEXT: pa.string(),
    YES_NO: pa.bool_(),
    MOMENT: pa.timestamp("us", tz="UTC"),
    CATEGORY: pa.dictionary(pa.int32(), pa.string()),
}
"""Dtype of a frame → its type in Arrow and Parquet."""

STORED: dict[str, pa.DataType] = {
    **TYPES,
    YES_NO: pa.int64(),
    MOMENT: pa.int64(),
    CATEGORY: pa.string(),
}
"""Dtype of a frame → the type of its values in the database."""

BATCH = 4096
"""The most rows that are held as Python objects at a time."""

MICROSECONDS = 1_000_000


class SlowReadWarning(UserWarning):
    """A large read could not be done in another process; the frame is the same, but takes longer."""


def schema_of(columns: Sequence[Column]) -> pa.Schema:
    return pa.schema([(each.name, TYPES[each.dtype]) for each in columns])


def arrays_of(
    columns: Sequence[Column],
    rows: Sequence[tuple[object, ...]],
    fields: Sequence[str] | None = None,
) -> Arrays:
    """The columns of rows, with values as in the database.

    rows: NamedTuples, or tuples in the order of fields, by default in that of the columns.
    """
    names = fields or getattr(
        rows[0] if rows else None, "_fields", [each.field for each in columns]
    )
    by_field: dict[str, Iterable[Any]] = (
        dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {}
    )
    for each in columns:
        values = by_field[each.field] if rows else ()
        if each.dtype == YES_NO:
            # A row may have True and False, a table has 0 and 1.
            values = [None if value is None else int(value) for value in values]
        yield shown(pa.chunked_array([pa.array(values, type=STORED[each.dtype])]), each.dtype)


def table_of(columns: Sequence[Column], arrays: Arrays) -> pa.Table:
    schema = schema_of(columns)
    return pa.table(
        [array.cast(field.type) for array, field in zip(arrays, schema, strict=True)], schema
    )


def shown(array: pa.ChunkedArray, dtype: str) -> pa.ChunkedArray:
    """Values of the database as a frame shows them: moments for seconds, booleans for 0 and 1, categories for texts.

    Integers stay as they are: the narrow ones of a large read are widened when a frame or a table is made.
    """
    if dtype == MOMENT:
        return pc.multiply(array, MICROSECONDS).cast(TYPES[MOMENT])
    if dtype == CATEGORY and not pa.types.is_dictionary(array.type):
        return array.dictionary_encode()
    return array if dtype == INTEGER else array.cast(TYPES[dtype])


def looked_up(ids: pa.ChunkedArray, names: Mapping[int, str | None], dtype: str) -> pa.ChunkedArray:
    """The name of each id, null if it has none. As categories, names that several ids share are listed once."""
    places = pc.index_in(ids, value_set=pa.array(list(names), type=pa.int64()))
    texts = pa.array(list(names.values()), type=pa.string())
    if dtype == CATEGORY:
        texts = texts.dictionary_encode()
    return pa.chunked_array([texts.take(each) for each in places.chunks], TYPES[dtype])


def read(connection: sqlite3.Connection, statement: Statement, types: Types) -> Columns:
    """The result of a statement. types: of its columns, in order."""
    cursor = connection.execute(*statement)
    chunks: dict[str, list[pa.Array]] = {name: [] for name in types}
    while rows := cursor.fetchmany(BATCH):
        for (name, kind), column in zip(types.items(), zip(*rows, strict=True), strict=True):
            chunks[name].append(pa.array(column, kind))
    return {name: pa.chunked_array(chunks[name], kind) for name, kind in types.items()}


def read_large(
    connection: sqlite3.Connection, statements: Sequence[tuple[Statement, Types]]
) -> list[Columns] | None:
    """The results of several statements, from one snapshot, read by ADBC in another process.

    None if ADBC is not installed, if the file is read without locks, or, with a SlowReadWarning, if the process fails:
    the caller then reads by its connection, which takes several times as long.
    """
    path = file_of(connection)
    if (
        find_spec("adbc_driver_sqlite") is None
        or getattr(connection, "takes_no_lock", False)
        or path is None
    ):
        return None
    question = {
        "uri": f"{path.as_uri()}?mode=ro",
        "statements": [
            {
                "sql": statement.sql,
                "values": _streamed(statement.values),
                "types": {name: str(kind) for name, kind in types.items()},
            }
            for statement, types in statements
        ],
    }
    command = [sys.executable, "-m", "footydata.frames.adbc_reading"]
    results: list[Columns] | None = None
    # Files, not pipes: a pipe that nobody reads, or that is closed early, would block or end one of the processes.
    with TemporaryFile() as question_file, TemporaryFile() as errors:
        question_file.write(json.dumps(question).encode())
        question_file.seek(0)
        with (
            subprocess.Popen(
                command, stdin=question_file, stdout=subprocess.PIPE, stderr=errors
            ) as child,
            suppress(OSError, pa.ArrowException),
        ):
            results = [_received(child.stdout, types) for _, types in statements]
        if results is None or child.returncode != 0:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").strip().splitlines() or [
                f"exit code {child.returncode}"
            ]
            warn(
                f"a large read goes the slow way, as the process for it failed: {lines[-1]}",
                SlowReadWarning,
                2,
            )
            return None
    return results


def _streamed(values: Mapping[str, object]) -> str:
    """The parameters of a statement as an Arrow stream of one row, in hexadecimal."""
    sink = pa.BufferOutputStream()
    row = pa.RecordBatch.from_pylist([dict(values)])
    with pa.ipc.new_stream(sink, row.schema) as stream:
        stream.write_batch(row)
    text: str = sink.getvalue().to_pybytes().hex()
    return text


def _received(pipe: IO[bytes] | None, types: Types) -> Columns:
    with pa.ipc.open_stream(pipe) as stream:
        table = stream.read_all()
    return {name: table.column(name) for name in types}
