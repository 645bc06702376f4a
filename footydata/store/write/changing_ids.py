"""Changes the id of a row to its id in a remote service: remote ids take precedence over ours."""

import sqlite3

_LOAD_ROWS: dict[str, tuple[tuple[str, str], ...]] = {
    "league": (("league", "key_1"), ("league_name", "key_1")),
    "season": (
        ("season", "key_1"),
        ("season_team", "key_1"),
        ("points_adjustment", "key_1"),
        ("season_rules", "key_1"),
    ),
    "team": (
        ("team", "key_1"),
        ("team_name", "key_1"),
        ("season_team", "key_2"),
        ("points_adjustment", "key_2"),
    ),
    "bookmaker": (("bookmaker", "key_1"),),
}
"""Table → the tables whose rows in load_row have its ids, and in which column of load_row."""

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
    for changed, column in _LOAD_ROWS.get(table, ()):
        connection.execute(
            f"update or replace load_row set {column} = :remote where changed = :changed and {column} = :own",
            {**ids, "changed": changed},
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
