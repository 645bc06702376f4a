"""Another footydata file is refused by name, and both files stay as they are."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from tests.store.conftest import run

ROWS = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"


@pytest.fixture
def theirs(small_database: Path, tmp_path: Path) -> Path:
    """A footydata file in a folder of its own, and a file of a source beside it."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "E0.csv").write_text(ROWS)
    return Path(shutil.copy(small_database, folder / "theirs.db"))


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(tmp_path / "mine.db") as database:
        yield database


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("path", ["theirs/theirs.db", "theirs"], ids=["named", "in a folder"])
def test_it_is_refused_and_the_files_beside_it_are_loaded(
    mine: fd.Database, theirs: Path, tmp_path: Path, path: str
) -> None:
    before = contents(theirs.parent)
    report = mine.load(tmp_path / path, theirs.parent / "E0.csv")
    ((name, refusal),) = report.refusals
    assert name.endswith("theirs.db")
    assert "load the sources of the other file" in refusal.reason
    assert len(mine.fixtures()) == 1
    assert contents(theirs.parent) == before


def test_the_database_itself_is_refused_by_whatever_name(
    mine: fd.Database, theirs: Path, tmp_path: Path
) -> None:
    mine.load(theirs.parent / "E0.csv")
    (tmp_path / "link.db").symlink_to(mine.path)
    (tmp_path / "hard.db").hardlink_to(mine.path)
    assert len(mine.load(mine.path, tmp_path / "link.db", tmp_path / "hard.db").refusals) == 3
    assert len(mine.fixtures()) == 1


def test_a_command_that_could_load_nothing_else_leaves_no_database(
    theirs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(theirs.parent)
    assert run("load", tmp_path / "mine.db", theirs) == 1
    assert "load the sources of the other file" in capsys.readouterr().err
    assert not (tmp_path / "mine.db").exists()
    assert contents(theirs.parent) == before


def test_a_file_of_another_program_is_refused(mine: fd.Database, tmp_path: Path) -> None:
    plain = tmp_path / "plain.db"
    with closing(sqlite3.connect(plain)) as connection:
        connection.execute("create table claim (id)")
    ((_, refusal),) = mine.load(plain).refusals
    assert "not a file of a source" in refusal.reason
