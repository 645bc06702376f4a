"""The names by which sources call leagues, teams and fixtures, each with an id of its own by which claims name it."""

import sqlite3

from footydata.football.records import ExternalId


def remember(connection: sqlite3.Connection, name: ExternalId) -> int:
    """Write what a name stands for; gives the id of the name, which stays. Commits nothing."""
    row: tuple[int] = connection.execute(_REMEMBER, name._asdict()).fetchone()
    return row[0]


_REMEMBER = """
    insert into external_id (source_id, kind, scope, key, entity_id, id)
    values (:source_id, :kind, :scope, :key, :entity_id, (select coalesce(max(id), 0) + 1 from external_id))
    on conflict (source_id, kind, scope, key) do update set entity_id = excluded.entity_id
    returning id
"""
