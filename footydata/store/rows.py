"""Reads rows as records, and writes records: new ones, those that changed, other ids, and deletes fixtures.

Bulk writes use plain executemany: sqlite-utils' insert reaches 0.15 of its speed. Foreign keys should be off while
fixtures are deleted: SQLite would look for each of them in every table.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from footydata.football.records import FIXTURE_CHILDREN, columns_of, key_of
from footydata.football.terms import DAY, DUE_AFTER

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


def ids_of(ids: Iterable[object] | None) -> dict[str, str | None]:
    """The value of the parameter :ids, for json_each; None for all."""
    return {"ids": None if ids is None else json.dumps(list(ids))}


def stored_ids(connection: sqlite3.Connection, table: str, ids: Iterable[object]) -> set[int]:
    """Those of these ids that rows of a table have. table: a name of the schema."""
    sql = f"select id from {table} where id in (select value from json_each(:ids))"
    return set(column(connection, sql, ids_of(ids)))


def by_first(keys: Iterable[Any], rows: Iterable[Row]) -> dict[Any, list[Row]]:
    """Key → the rows whose first value it is, maybe none."""
    rows_by_key: dict[Any, list[Row]] = {key: [] for key in keys}
    for row in rows:
        rows_by_key[row[0]].append(row)
    return rows_by_key


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


def change_id(connection: sqlite3.Connection, table: str, old_id: int, new_id: int) -> None:
    """Change a row's id in every table; if there is a row of the new id, that one and its own rows stand.

    Foreign keys are checked at the commit. Commits nothing. table: league, season, team, bookmaker or fixture.
    """
    ids = {"old": old_id, "new": new_id, "kind": table}
    connection.execute("pragma defer_foreign_keys = on")
    # Names of the schema, never a value.
    for name, column in (
        *_references(connection, table),
        *_UNDECLARED.get(table, ()),
        (table, "id"),
    ):
        connection.execute(
            f"update or ignore {name} set {column} = :new where {column} = :old", ids
        )
        connection.execute(f"delete from {name} where {column} = :old", ids)
    connection.execute(
        "update external_id set entity_id = :new where kind = :kind and entity_id = :old", ids
    )


_UNDECLARED = {
    "fixture": (("team_fixture", "fixture_id"),),
    "league": (("retired_league", "survivor_id"),),
}
"""Columns with ids of a table that the schema declares no foreign keys."""


def _references(connection: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    """The table and column of each foreign key that refers to a table."""
    return connection.execute(
        """select schema.name, reference."from" from sqlite_master as schema
        join pragma_foreign_key_list(schema.name) as reference
        where schema.type = 'table' and reference."table" = :table order by schema.name, reference."from" """,
        {"table": table},
    ).fetchall()


_LISTED = "in (select value from json_each(:ids))"
OF_FIXTURES = f"fixture_id {_LISTED}"
"""The condition that a row is of one of some fixtures."""

KNOWN_FROM = f"(fixture.kickoff_ts + iif(fixture.time_known, {DUE_AFTER}, {DAY}))"
"""The moment (unix seconds) from which the result of a finished fixture is known, as football.moments.known_from."""

OF_TEAM_LISTS = f"""(team_id, kickoff_ts, fixture_id) in (select * from (
    select home_id, kickoff_ts, id from fixture where id {_LISTED}
    union select away_id, kickoff_ts, id from fixture where id {_LISTED}))"""
"""The same condition for lists of teams, which have no index by fixture. A plain union would have the table scanned."""


def delete_details(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Delete the child rows of fixtures, but for those of team_fixture. Commits nothing."""
    listed = ids_of(ids)
    for table in FIXTURE_CHILDREN:
        # Names of our schema.
        connection.execute(f"delete from {table} where {OF_FIXTURES}", listed)


def delete_derived(connection: sqlite3.Connection, ids: Collection[int]) -> None:
    """Delete the rows of fixtures that are derived from their claims. Commits nothing."""
    listed = ids_of(ids)
    connection.execute(f"delete from team_fixture where {OF_TEAM_LISTS}", listed)
    delete_details(connection, ids)
    connection.execute(f"delete from fixture where id {_LISTED}", listed)


def delete_fixtures(connection: sqlite3.Connection, ids: Collection[int]) -> None:
    """Delete fixtures with their child rows and their claims. Commits nothing."""
    listed = ids_of(ids)
    connection.execute(
        f"delete from claim_again where claim_id in (select id from claim where {OF_FIXTURES})",
        listed,
    )
    connection.execute(f"delete from claim where {OF_FIXTURES}", listed)
    connection.execute(
        f"delete from external_id where kind = 'fixture' and entity_id {_LISTED}", listed
    )
    delete_derived(connection, ids)


def delete_unneeded(connection: sqlite3.Connection, table: str, ids: Iterable[int | str]) -> None:
    """Delete those of these rows of the catalogue that no others need, with their own child rows.

    table: season, league, team, bookmaker or country.
    """
    is_needed = " or ".join(
        f"exists(select 1 from {rows} = row.value)" for rows in _NEEDED_BY[table]
    )
    sql = f"select value from json_each(:ids) as row where not ({is_needed})"
    unneeded = connection.execute(sql, ids_of(ids)).fetchall()
    for rows in (*_CHILDREN[table], f"{table} where {key_of(table)[0]}"):
        connection.executemany(f"delete from {rows} = ?", unneeded)


_NEEDED_BY = {
    "season": ("fixture where season_id", "placeholder where season_id"),
    "league": ("fixture where league_id", "season where league_id"),
    "team": (
        "team_fixture where team_id",
        "season_team where team_id",
        "points_adjustment where team_id",
        "placeholder where home_id",
        "placeholder where away_id",
    ),
    "bookmaker": ("odds where bookmaker_id", "odds_tick where bookmaker_id"),
    "country": ("league where country_code", "team where country_code"),
}
_CHILDREN = {
    "season": (
        "season_team where season_id",
        "told_member where season_id",
        "points_adjustment where season_id",
        "season_rules where season_id",
        "projection where season_id",
        "projected_team where season_id",
    ),
    "league": (
        "league_name where league_id",
        "retired_league where survivor_id",
        "external_id where kind = 'league' and entity_id",
    ),
    "team": (
        "team_name where team_id",
        "team_alias where team_id",
        "external_id where kind in ('team', 'country') and entity_id",
    ),
    "bookmaker": ("default_bookmaker where bookmaker_id",),
    "country": ("country_name where country_code",),
}
