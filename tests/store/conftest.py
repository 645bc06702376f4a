"""An empty database, a file to load, a command that is run."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.store.file.opening import open_database
from tests.new_databases import new_database


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A new database that reads and writes."""
    opened = open_database(new_database(tmp_path / "football.db"))
    yield opened
    opened.close()


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A file of one fixture."""
    path = tmp_path / "E0.csv"
    path.write_text(
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,16/08/2025,15:00,Arsenal,Chelsea,1,1,D\n"
    )
    return path


def run(*words: object) -> int:
    """The exit code of a command."""
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    return int(left.value.code or 0)
