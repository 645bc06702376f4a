"""Drops the indexes of an empty fixture table, and builds them after a load: that halves the time of the load."""

import sqlite3

from footydata.store.file.opening import CACHE_KB

BULK_CACHE_KB = 65_536
"""The page cache while loading, in KB: appending needs little, and sorting the indexes at the end may take as much."""

BATCH_SIZE = 200_000
"""Fixtures whose team_fixture rows are written at once: each looks up its fixture, which should still be cached."""


def drop_indexes(connection: sqlite3.Connection) -> list[str]:
    """Drop the indexes of the fixture table if it is empty; returns the statements that create them again.

    Call it inside a transaction, so that no reader sees the table without indexes.
    """
    if connection.execute("select exists(select 1 from fixture)").fetchone()[0]:
        return []
    indexes = connection.execute(_INDEXES).fetchall()
    for name, _ in indexes:
        connection.execute(f"drop index {name}")  # a name of our schema
    connection.execute(f"pragma cache_size = -{BULK_CACHE_KB}")
    return [statement for _, statement in indexes]


def make_indexes(connection: sqlite3.Connection, statements: list[str]) -> None:
    """Create dropped indexes again, and fill team_fixture, which is an index too."""
    for statement in statements:
        connection.execute(statement)
    after = _BEFORE_ALL
    while (
        last := connection.execute(_LAST, {"after": after, "count": BATCH_SIZE}).fetchone()[0]
    ) is not None:
        connection.execute(_TEAM_LISTS, {"after": after, "last": last})
        after = last
    connection.execute(f"pragma cache_size = -{CACHE_KB}")


_BEFORE_ALL = -(2**63)
_LAST = """
    select max(id) from (select id from fixture where id > :after order by id limit :count)
"""
_TEAM_LISTS = """
    insert or ignore into team_fixture (team_id, kickoff_ts, fixture_id)
    select home_id, kickoff_ts, id from fixture where id > :after and id <= :last
    union all
    select away_id, kickoff_ts, id from fixture where id > :after and id <= :last
    order by 1, 2, 3
"""
_INDEXES = """
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = 'fixture' and sql is not null order by name
"""
