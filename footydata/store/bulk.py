"""Fills an empty fixture table without its indexes, which are built at the end: kept, they take half of the time."""

import sqlite3

from footydata.store.database import CACHE_KB

BULK_CACHE_KB = 65_536
"""Pages that are appended need few others beside them; what sorts an index at the end may take as much once more."""

LISTED_AT_ONCE = 200_000
"""Fixtures whose teams' lists are written at once: each row looks its fixture up, which is to be still at hand."""


def drop_indexes(connection: sqlite3.Connection) -> list[str]:
    """Drop the indexes of the fixture table where it is empty; gives the statements that make them again.

    Inside a transaction of the caller: no reader ever sees the table without them.
    """
    if connection.execute("select exists(select 1 from fixture)").fetchone()[0]:
        return []
    found = connection.execute(_INDEXES).fetchall()
    for name, _ in found:
        connection.execute(f"drop index {name}")  # a name of our schema
    connection.execute(f"pragma cache_size = -{BULK_CACHE_KB}")
    return [statement for _, statement in found]


def make_indexes(connection: sqlite3.Connection, statements: list[str]) -> None:
    """Make dropped indexes again, and the lists of teams, which are indexes too."""
    for statement in statements:
        connection.execute(statement)
    after = _BEFORE_ALL
    while (last := connection.execute(_LAST, {"after": after, "count": LISTED_AT_ONCE}).fetchone()[0]) is not None:
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
