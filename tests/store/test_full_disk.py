"""On a full disk nothing is left behind that would hinder the next command."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from footydata.store.file.opening import closed_on_error
from tests.forked import run_forked
from tests.imported import footydata_program
from tests.ingest.test_durability import write_files
from tests.store.test_journals import KILLED_WRITER, countries, killed, write

resource = pytest.importorskip("resource", reason="only Unix bounds the size of files")

DEMO = ("demo", "--no-serve", "--path", "made.db")
LOAD = ("load", "made.db", "files")
KEYS = ("keys", "create", "made.db", "--plan", "free")

CASES = [(LOAD, 0), (LOAD, 100_000), (KEYS, 0), (KEYS, 5_000)]
BUILDS = pytest.param(DEMO, 1_000_000, marks=pytest.mark.slow, id="demo-1000000")
"""A command, and the most bytes of a file: none, the first pages, a part of the schema, a part of the rows."""


@pytest.mark.parametrize(
    ("command", "limit"),
    [*CASES, BUILDS],
    ids=lambda case: str(case if isinstance(case, int) else case[0]),
)
def test_failed_creation_leaves_no_file(tmp_path: Path, command: Sequence[str], limit: int) -> None:
    write_files(tmp_path / "files", 1)
    done = in_folder(tmp_path, command, limit)
    assert done.returncode == 1, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["files"]
    assert "Traceback" not in done.stderr
    assert sum(line.startswith("Error: ") for line in done.stderr.splitlines()) == 1


NO_INDEX = 3
"""The most bytes of a file where SQLite can't make the index of a journal, as on a disk without a free block."""


def test_restore_on_a_full_disk_names_the_file_that_could_not_be_written(tmp_path: Path) -> None:
    write(tmp_path / "football.db", 100)
    write(tmp_path / "large.backup", 3_000)
    for limit, name in ((0, "large.backup"), (500_000, "football.db")):
        done = in_folder(tmp_path, ("restore", "football.db", "large.backup", "--no-backup"), limit)
        assert done.returncode == 1
        assert name in done.stderr
        assert ".copying-" not in done.stderr + done.stdout
        assert (
            "could not be read or written; look at it" in done.stderr
            or "make room on the disk of" in done.stderr
        )
    assert countries(tmp_path / "football.db") == 100


READER = ("fixtures", "football.db", "--date", "2026-03-14")


def test_database_on_a_full_disk_is_read(tmp_path: Path, sample: Path) -> None:
    shutil.copy(sample, tmp_path / "football.db")
    with_room, without = (
        in_folder(tmp_path, READER, limit) for limit in (resource.RLIM_INFINITY, NO_INDEX)
    )
    assert (without.returncode, without.stdout, without.stderr) == (
        with_room.returncode,
        with_room.stdout,
        with_room.stderr,
    )
    assert len(without.stdout.splitlines()) > 2


def test_writing_without_room_for_a_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    write(path, 5)
    assert (
        "make room on the disk of football.db"
        in in_folder(tmp_path, ("load", path.name, path.name), NO_INDEX).stderr
    )
    killed(KILLED_WRITER, path, 5)
    assert "make room on the disk of football.db" in in_folder(tmp_path, READER, NO_INDEX).stderr
    assert countries(path) > 5


def test_empty_file_that_is_open_elsewhere_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "made.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("select count(*) from sqlite_master").fetchone()
        with (
            pytest.raises(ValueError, match="broke off"),
            closed_on_error(sqlite3.connect(path), path),
        ):
            raise ValueError("broke off")
        assert path.exists()
    with (
        pytest.raises(ValueError, match="broke off"),
        closed_on_error(sqlite3.connect(path), path),
    ):
        raise ValueError("broke off")
    assert not path.exists()


def in_folder(folder: Path, command: Sequence[str], limit: int) -> "CompletedProcess[str]":
    """Run a command in a folder, where no file can be longer than a limit in bytes."""
    return run_forked(
        footydata_program,
        ["footydata", *command],
        folder=folder,
        before=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit)),
    )
