"""A Database that only reads: it neither writes, migrates nor makes a file."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.file.failures import DatabaseMissing, OlderSchema, ReadOnlyDatabase


@pytest.fixture
def path(small_database: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(small_database, tmp_path / "football.db"))


def test_it_reads_and_refuses_to_write(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    with fd.Database(path, read_only=True) as db:
        fixtures = db.fixtures()
        with pytest.raises(ReadOnlyDatabase, match="was opened for reading alone"):
            db.load(tmp_path)

    assert len(fixtures) > 0
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["football.db"]


def test_an_older_file_is_an_error_that_says_how_to_migrate_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma user_version = 3")
    before = path.read_bytes()

    with pytest.raises(OlderSchema, match=r"has schema 3, and .*'footydata info .*football.db' migrates it"):
        fd.Database(path, read_only=True)
    assert path.read_bytes() == before


def test_a_file_that_is_made_later_is_read_then(path: Path, tmp_path: Path) -> None:
    with fd.Database(tmp_path / "later.db", read_only=True) as db:
        with pytest.raises(DatabaseMissing):
            db.leagues()
        with pytest.raises(DatabaseMissing):
            db.load(tmp_path)
        path.rename(tmp_path / "later.db")

        assert len(db.leagues()) > 0
