"""Writes records: inserts new ones, updates those that changed, and changes ids to those of a remote service.

Bulk writes use plain executemany: sqlite-utils' insert reaches 0.15 of its speed.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from footydata.football.records import ExternalId, columns_of, key_of

ROWS_PER_STATEMENT = 10
"""Rows of one insert statement: one statement per row takes 1.5 times as long.

More rows gain little, and a statement that changes more than 64 KB of pages writes them to a temporary file first.
"""


@cache
def upsert_sql(table: str) -> str:
    """The statement that inserts a record of the table, or updates the row with its key if that differs."""
    fields, keys = columns_of(table), key_of(table)
    values = fields[len(keys) :]
    insert = f"insert into {table} ({', '.join(fields)}) values ({', '.join('?' * len(fields))})"
    if not values:
        return f"{insert} on conflict do nothing"
    updates = ", ".join(f"{name} = excluded.{name}" for name in values)
    old = ", ".join(f"{table}.{name}" for name in values)
    new = ", ".join(f"excluded.{name}" for name in values)
    return f"{insert} on conflict ({', '.join(keys)}) do update set {updates} where ({old}) is not ({new})"


def insert(
    connection: sqlite3.Connection,
    table: str,
    rows: Sequence[Sequence[object]],
    columns: tuple[str, ...] = (),
) -> None:
    """Insert records of one table, whose keys must be new. columns: those that the rows have, none for all.

    Commits nothing.
    """
    whole = len(rows) - len(rows) % ROWS_PER_STATEMENT
    batches = (
        rows[start : start + ROWS_PER_STATEMENT] for start in range(0, whole, ROWS_PER_STATEMENT)
    )
    values = (tuple(chain.from_iterable(batch)) for batch in batches)
    connection.executemany(_insert_sql(table, columns, ROWS_PER_STATEMENT), values)
    connection.executemany(_insert_sql(table, columns, 1), rows[whole:])


@cache
def _insert_sql(table: str, columns: tuple[str, ...], rows: int) -> str:
    fields = columns or columns_of(table)
    marks = f"({', '.join('?' * len(fields))})"
    return f"insert into {table} ({', '.join(fields)}) values {', '.join([marks] * rows)}"


def upsert(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> int:
    """Write the records of one table; returns how many rows were inserted or changed. Commits nothing."""
    before = connection.total_changes
    connection.executemany(upsert_sql(table), rows)
    return connection.total_changes - before


def write_external_id(connection: sqlite3.Connection, name: ExternalId) -> int:
    """Write which entity a source's name or key stands for; returns the id of the name, which claims refer to.

    Commits nothing.
    """
    row: tuple[int] = connection.execute(_WRITE_EXTERNAL_ID, name._asdict()).fetchone()
    return row[0]


_WRITE_EXTERNAL_ID = """
    insert into external_id (source_id, kind, scope, key, entity_id, id, base_id)
    values (:source_id, :kind, :scope, :key, :entity_id, (select coalesce(max(id), 0) + 1 from external_id), :base_id)
    on conflict (source_id, kind, scope, key) do update set entity_id = excluded.entity_id, base_id = excluded.base_id
    returning id
"""


CHANGEABLE = ("league", "season", "team", "bookmaker", "fixture")
"""The tables whose rows may get the id of a remote service."""


def change_id(connection: sqlite3.Connection, table: str, own_id: int, remote_id: int) -> None:
    """Change a row's id in every table; foreign keys are checked at the commit. Commits nothing.

    Raises ValueError for a table that is not in CHANGEABLE.
    """
    if table not in CHANGEABLE:
        raise ValueError(f"{table} has no ids of a remote service")
    ids = {"own": own_id, "remote": remote_id}
    connection.execute("pragma defer_foreign_keys = on")
    for name, column in ((table, "id"), *_references(connection, table)):
        # Names of the schema, never a value.
        connection.execute(f"update {name} set {column} = :remote where {column} = :own", ids)
    if table == "fixture":
        connection.execute(
            "update team_fixture set fixture_id = :remote where fixture_id = :own", ids
        )
    connection.execute(
        "update external_id set entity_id = :remote where kind = :kind and entity_id = :own",
        {**ids, "kind": table},
    )
    if table == "season":
        # A remote service says itself which of its seasons is current.
        connection.execute("update season set current = 0 where id = :remote and current", ids)
    if table == "league":
        connection.execute(
            "update retired_league set survivor_id = :remote where survivor_id = :own", ids
        )


def _references(connection: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    """The table and column of each foreign key that refers to a table."""
    return connection.execute(
        """select schema.name, reference."from" from sqlite_master as schema
        join pragma_foreign_key_list(schema.name) as reference
        where schema.type = 'table' and reference."table" = :table order by schema.name, reference."from" """,
        {"table": table},
    ).fetchall()
