"""Arrow tables under declared columns: of rows that were read, and of a statement that reads many.

A large read is done by ADBC in a process of its own, which hands Arrow back: it brings its own SQLite, and two copies
of SQLite in one process on one file break its locks. Small reads, and all where ADBC is missing, go through our own
connection in batches.
"""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias
from warnings import warn

import pyarrow as pa
import pyarrow.compute as pc

from footydata.frames.columns import CATEGORY, INTEGER, MOMENT, NUMBER, TEXT, YES_NO, Column
from footydata.queries.fixture_columns import Statement, file_of

Columns: TypeAlias = dict[str, pa.ChunkedArray]
"""Column → its values. Not a table, so that whoever uses a column up may let it go."""

Arrays: TypeAlias = Iterator[pa.ChunkedArray]
"""The columns of a frame in order, each made when it is asked for."""

Types: TypeAlias = Mapping[str, pa.DataType]
"""Column of a statement → its type as the database holds it."""

TYPES: dict[str, pa.DataType] = {
    INTEGER: pa.int64(),
    NUMBER: pa.float64(),
    TEXT: pa.string(),
    YES_NO: pa.bool_(),
    MOMENT: pa.timestamp("us", tz="UTC"),
    CATEGORY: pa.dictionary(pa.int32(), pa.string()),
}
"""Dtype of a frame → its type in Arrow, and so in Parquet."""

STORED: dict[str, pa.DataType] = {**TYPES, YES_NO: pa.int64(), MOMENT: pa.int64(), CATEGORY: pa.string()}
"""Dtype of a frame → the type of what the database holds for it."""

_NAMES = {pa.int8(): "int8", pa.int16(): "int16", pa.int64(): "int64", pa.float64(): "float64", pa.string(): "string"}

BATCH = 4096
"""Rows that are held as Python's objects at a time."""

MICROSECONDS = 1_000_000


class SlowReadWarning(UserWarning):
    """A large read could not be done in a process of its own; the frame is the same, and takes longer."""


def schema_of(columns: Sequence[Column]) -> pa.Schema:
    """The Arrow schema of a frame."""
    return pa.schema([(each.name, TYPES[each.dtype]) for each in columns])


def arrays_of(columns: Sequence[Column], rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> Arrays:
    """The columns of rows whose values stand in the order of fields, as the database holds them."""
    at = {name: place for place, name in enumerate(fields)}
    by_field: Sequence[Iterable[Any]] = list(zip(*rows, strict=True)) if rows else [()] * len(fields)
    for each in columns:
        values = by_field[at[each.field]]
        if each.dtype == YES_NO:
            # A row may hold truth, where a table holds 0 and 1.
            values = [None if value is None else int(value) for value in values]
        yield shown(pa.chunked_array([pa.array(values, type=STORED[each.dtype])]), each.dtype)


def table_of(columns: Sequence[Column], arrays: Arrays) -> pa.Table:
    """The table of the columns of a frame."""
    schema = schema_of(columns)
    return pa.table([array.cast(field.type) for array, field in zip(arrays, schema, strict=True)], schema)


def shown(array: pa.ChunkedArray, dtype: str) -> pa.ChunkedArray:
    """What a frame shows of what the database holds: moments for seconds, truth for 0 and 1, categories for texts.

    Integers as they are: narrow ones of a large read widen where a frame or a table is made of them.
    """
    if dtype == MOMENT:
        return pc.multiply(array, MICROSECONDS).cast(TYPES[MOMENT])
    if dtype == CATEGORY and not pa.types.is_dictionary(array.type):
        return array.dictionary_encode()
    return array if dtype == INTEGER else array.cast(TYPES[dtype])


def looked_up(ids: pa.ChunkedArray, names: Mapping[int, str | None], dtype: str) -> pa.ChunkedArray:
    """The names of ids, null where none has one; as categories each name once, though several ids share it."""
    keys = pa.array(list(names), type=pa.int64())
    places = pc.index_in(ids, value_set=keys)
    if dtype != CATEGORY:
        return pa.chunked_array(
            [pa.array(list(names.values()), type=pa.string()).take(one) for one in places.chunks], pa.string()
        )
    distinct = pa.array(sorted({name for name in names.values() if name is not None}), type=pa.string())
    codes = pc.index_in(pa.array(list(names.values()), type=pa.string()), value_set=distinct)
    chunks = [pa.DictionaryArray.from_arrays(codes.take(each), distinct) for each in places.chunks]
    return pa.chunked_array(chunks, TYPES[CATEGORY])


def read(connection: sqlite3.Connection, statement: Statement, types: Types) -> Columns:
    """What a statement gives, by its columns in order and their types as the database holds them."""
    cursor = connection.execute(*statement)
    chunks: dict[str, list[pa.Array]] = {name: [] for name in types}
    while rows := cursor.fetchmany(BATCH):
        for (name, kind), column in zip(types.items(), zip(*rows, strict=True), strict=True):
            chunks[name].append(pa.array(column, kind))
    return {name: pa.chunked_array(chunks[name], kind) for name, kind in types.items()}


def read_large(connection: sqlite3.Connection, asked: Sequence[tuple[Statement, Types]]) -> list[Columns] | None:
    """What several statements give, of one snapshot, read by ADBC in another process.

    None where ADBC is not installed or where the file is read without locks; with a SlowReadWarning where the process
    fails, for the answer is the same, but takes several times as long.
    """
    path = file_of(connection)
    if find_spec("adbc_driver_sqlite") is None or getattr(connection, "takes_no_lock", False) or not path:
        return None
    question = {
        "uri": f"{Path(path).as_uri()}?mode=ro",
        "statements": [
            {
                "sql": statement.sql,
                "values": _streamed(statement.values),
                "types": {name: _NAMES[kind] for name, kind in types.items()},
            }
            for statement, types in asked
        ],
    }
    command = [sys.executable, "-m", "footydata.adbc_reading"]
    found: list[Columns] | None = None
    # Files beside the pipe of the answer: one that no one empties, or that is closed early, would stop either side.
    with TemporaryFile() as question_file, TemporaryFile() as said:
        question_file.write(json.dumps(question).encode())
        question_file.seek(0)
        with (
            subprocess.Popen(command, stdin=question_file, stdout=subprocess.PIPE, stderr=said) as child,
            suppress(OSError, pa.ArrowException),
        ):
            found = [_received(child.stdout, types) for _, types in asked]
        if found is None or child.returncode != 0:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines() or [f"exit code {child.returncode}"]
            warn(f"a large read goes the slow way, as the process for it failed: {lines[-1]}", SlowReadWarning, 2)
            return None
    return found


def _streamed(values: Mapping[str, object]) -> str:
    """Parameters by name as an Arrow stream of one row, in hexadecimal."""
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
