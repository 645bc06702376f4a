"""A Database that only reads: it neither writes nor makes a file."""

import shutil
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.file.sqlite_files import DatabaseMissing, ReadOnlyDatabase


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


def test_a_file_that_is_made_later_is_read_then(path: Path, tmp_path: Path) -> None:
    with fd.Database(tmp_path / "later.db", read_only=True) as db:
        with pytest.raises(DatabaseMissing):
            db.leagues()
        with pytest.raises(DatabaseMissing):
            db.load(tmp_path)
        path.rename(tmp_path / "later.db")

        assert len(db.leagues()) > 0
