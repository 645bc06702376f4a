"""An empty database."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.store.database import open_database


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A new database that reads and writes."""
    opened = open_database(tmp_path / "football.db")
    yield opened
    opened.close()
