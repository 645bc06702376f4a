"""Reads records: the rows of a statement in the shape that they are declared in."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

Record = TypeVar("Record", bound=NamedTuple)
Row = TypeVar("Row", bound=tuple[Any, ...])


def records(
    connection: sqlite3.Connection,
    record: type[Record],
    sql: str,
    values: Mapping[str, object] | Sequence[object] = (),
) -> list[Record]:
    """The rows of a statement as records; one that begins with `from` selects the columns of the record's fields."""
    if sql.startswith("from"):
        sql = f"select {', '.join(record._fields)} {sql}"
    return [record._make(row) for row in connection.execute(sql, values)]


def first(
    connection: sqlite3.Connection,
    record: type[Record],
    sql: str,
    values: Mapping[str, object] | Sequence[object] = (),
) -> Record | None:
    """The first row of a statement, as `records` has it, None without any."""
    return next(iter(records(connection, record, sql, values)), None)


def column(
    connection: sqlite3.Connection, sql: str, values: Mapping[str, object] | Sequence[object] = ()
) -> list[Any]:
    """The first values of the rows of a statement."""
    return [row[0] for row in connection.execute(sql, values)]


def ids_of(ids: Iterable[object]) -> dict[str, str]:
    """The value of the parameter :ids, for json_each."""
    return {"ids": json.dumps(list(ids))}


def by_first(keys: Iterable[Any], rows: Iterable[Row]) -> dict[Any, list[Row]]:
    """Key → the rows whose first value it is, maybe none."""
    rows_by_key: dict[Any, list[Row]] = {key: [] for key in keys}
    for row in rows:
        rows_by_key[row[0]].append(row)
    return rows_by_key
