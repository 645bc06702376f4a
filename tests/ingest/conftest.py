"""A database, a clock and small made-up files in football-data.co.uk's main format."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from footydata.ingest.files import load
from footydata.ingest.report import ImportResult, LoadReport
from footydata.sources.parsed import Parsed
from footydata.store.file.opening import open_database
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import TRUST, Put
from tests.new_databases import new_database

HEADER = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A"
FIRST = "E0,17/08/2024,15:00,Arsenal,Chelsea,2,1,1.9,3.5,4.2"
SECOND = "E0,17/08/2024,17:30,Everton,Fulham,0,0,2.5,3.2,3"
LATER = 1_790_000_000


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "football.db"


@pytest.fixture
def connection(database: Path) -> Iterator[sqlite3.Connection]:
    """A new database that reads and writes."""
    opened = open_database(new_database(database))
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for source files."""
    made = tmp_path / "files"
    made.mkdir()
    return made


@pytest.fixture
def write(folder: Path) -> Callable[..., Path]:
    """Write a file of rows under HEADER."""

    def write(name: str, *rows: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join((HEADER, *rows)) + "\n")
        return path

    return write


@pytest.fixture
def take(connection: sqlite3.Connection, now: int) -> Callable[..., LoadReport]:
    """Load paths at the tests' moment."""

    def take(*paths: Path, **options: Any) -> LoadReport:
        return load(connection, paths, **{"now": now, **options})

    return take


@pytest.fixture
def put(connection: sqlite3.Connection) -> Put:
    """Import parsed records of a source as one file; now: seconds after a day when all of them were over."""

    def put(
        *records: Parsed, source: str = "football-data", now: int = 1, correct: bool = False
    ) -> ImportResult:
        trust = TRUST[source]
        return import_parsed(
            connection, *records, source=source, trust=trust, now=LATER + now, correct=correct
        )

    return put
