"""Fills an empty fixture table without its indexes, which are built at the end: kept, they take half of the time."""

import sqlite3


def drop_indexes(connection: sqlite3.Connection) -> list[str]:
    """Drop the indexes of the fixture table where it is empty; gives the statements that make them again.

    Inside a transaction of the caller: no reader ever sees the table without them.
    """
    if connection.execute("select exists(select 1 from fixture)").fetchone()[0]:
        return []
    found = connection.execute(_INDEXES).fetchall()
    for name, _ in found:
        connection.execute(f"drop index {name}")  # a name of our schema
    return [statement for _, statement in found]


def make_indexes(connection: sqlite3.Connection, statements: list[str]) -> None:
    """Make dropped indexes again, and the lists of teams, which are indexes too."""
    for statement in statements:
        connection.execute(statement)
    connection.execute(_TEAM_LISTS)


_TEAM_LISTS = """
    insert or ignore into team_fixture (team_id, kickoff_ts, fixture_id)
    select home_id, kickoff_ts, id from fixture
    union all
    select away_id, kickoff_ts, id from fixture
    order by 1, 2, 3
"""
_INDEXES = """
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = 'fixture' and sql is not null order by name
"""
