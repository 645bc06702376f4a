"""An empty database, and what a source tells in the tests."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.store.database import open_database
from footydata.store.landed import Landed
from footydata.store.landing import Landing
from footydata.store.seasons import settle_seasons
from footydata.store.sourced import Sourced
from tests.store.telling import TRUST, Tell


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A new database that reads and writes."""
    opened = open_database(tmp_path / "football.db")
    yield opened
    opened.close()


@pytest.fixture
def tell(connection: sqlite3.Connection) -> Tell:
    """Land records of a source as one file."""

    def land(*records: Sourced, source: str = "football-data", now: int = 1, correct: bool = False) -> Landed:
        landed = Landing(connection, source, TRUST[source], now=now, correct=correct).land(records)
        settle_seasons(connection, landed.seasons)
        connection.commit()
        return landed

    return land
