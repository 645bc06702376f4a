"""The maps of tables that a person agreed to, kept for files with the same header."""

import json
import sqlite3
from contextlib import suppress

from footydata.football.errors import InvalidArgument
from footydata.football.records import TableMapRow
from footydata.sources.tables.reading import Reading
from footydata.sources.tables.source import KeptMaps, kept_map
from footydata.sources.tables.table_map import TableMap, as_document, kept_map_of
from footydata.store.writing import upsert


def kept_maps(connection: sqlite3.Connection) -> KeptMaps:
    """Header → what was agreed to of tables with it last; without those that this version can't read."""
    maps: dict[tuple[str, ...], TableMap] = {}
    for header, written in connection.execute("select header, map from table_map order by header"):
        with suppress(InvalidArgument):
            maps[tuple(json.loads(header))] = kept_map_of(json.loads(written))
    return maps


def keep_map(connection: sqlite3.Connection, reading: Reading, *, now: int) -> None:
    """Write what was agreed to of the header of a table, inside a transaction."""
    header = json.dumps(reading.understood.header.names, ensure_ascii=False)
    document = json.dumps(as_document(kept_map(reading)), ensure_ascii=False)
    upsert(connection, "table_map", [TableMapRow(header, document, now)])
