"""The maps of tables that were loaded by one, remembered for files with the same header."""

import json
import sqlite3
from contextlib import suppress
from dataclasses import replace

from footydata.football.errors import InvalidArgument
from footydata.football.records import TableMapRow
from footydata.sources.tables.headers import Header
from footydata.sources.tables.source import RememberedMaps
from footydata.sources.tables.table_map import TableMap, as_document, map_of
from footydata.store.writing import upsert


def remembered_maps(connection: sqlite3.Connection) -> RememberedMaps:
    """Header → the map by which a table with it was loaded last; without those that this version can't read."""
    maps: dict[tuple[str, ...], TableMap] = {}
    for header, written in connection.execute("select header, map from table_map order by header"):
        with suppress(InvalidArgument):
            maps[tuple(json.loads(header))] = map_of(json.loads(written))
    return maps


def remember_map(
    connection: sqlite3.Connection, header: Header, table_map: TableMap, *, now: int
) -> None:
    """Write the map of a header, inside a transaction.

    Competition and season are left out: another file with the header may be of others.
    """
    table_map = replace(table_map, league=None, season=None)
    columns = json.dumps(header.names, ensure_ascii=False)
    row = TableMapRow(columns, json.dumps(as_document(table_map), ensure_ascii=False), now)
    upsert(connection, "table_map", [row])
