"""Imports parsed records as a load of their own, as a file with them would be."""

import sqlite3

from footydata.football.records import Load
from footydata.ingest.importer import Importer
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import Parsed
from footydata.store.loads import add_counts, delete_unchanged_load


def import_parsed(
    connection: sqlite3.Connection,
    *records: Parsed,
    source: str,
    trust: int,
    now: int = 1,
    place: str = "",
    correct: bool = False,
) -> ImportResult:
    """Import and commit records of a source."""
    importer = Importer(connection, now=now)
    with importer.transaction():
        stored_source = importer.source(source, trust)
        load = importer.begin_load(Load(None, stored_source.id, place, now, corrects=int(correct)))
        assert load.id is not None
        result = importer.import_records(records, stored_source)
        add_counts(connection, result.counted(load))
        delete_unchanged_load(connection, load.id)
    return result
