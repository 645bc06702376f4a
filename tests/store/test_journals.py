"""The journals of killed writers: SQLite finishes them, and nobody reads past them."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import check_sound
from footydata.store.file.transactions import write_transaction
from tests.rights import footydata_bound, python_bound, why_rights_bind_nobody

BOUND = pytest.mark.skipif(bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody()))

KILLED_WRITER = """
import os, signal, sys
from footydata.store.file.opening import open_database
from footydata.store.file.transactions import write_transaction

connection = open_database(sys.argv[1])
for number, rows in enumerate(map(int, sys.argv[2:])):
    with write_transaction(connection):
        connection.executemany(
            "insert into country (code, name, type) values (?, ?, 'country')",
            ((f"{number}-{row}", "x" * 500) for row in range(rows)),
        )
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A writer of some transactions, each of so many countries, that is killed after the last."""

FOREIGN_WRITER = """
import os, signal, sqlite3, sys

connection = sqlite3.connect(sys.argv[1])
connection.executemany(
    "insert into country (code, name, type) values (?, ?, 'country')",
    ((f"foreign-{row}", "x" * 500) for row in range(int(sys.argv[2]))),
)
connection.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""


KILLED_HALFWAY = """
import os, signal, sqlite3, sys

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("pragma journal_mode = persist")
connection.execute("pragma synchronous = off")
connection.execute("pragma cache_size = 5")
connection.execute("begin exclusive")
connection.executemany(
    "insert into country (code, name, type) values (?, ?, 'country')",
    ((f"half-{row}", "x" * 500) for row in range(int(sys.argv[2]))),
)
if sys.argv[3:] == ["at the end"]:
    with open(sys.argv[1] + "-journal", "r+b") as journal:
        before = os.pread(journal.fileno(), 28, 0)
        connection.execute("commit")
        # What committed it was that SQLite cleared these bytes.
        os.pwrite(journal.fileno(), before, 0)
if sys.argv[3:] == ["committed"]:
    connection.execute("commit")
if sys.argv[3:] == ["living"]:
    print("written", flush=True)
    sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A writer of another program, without a write-ahead journal, killed in its transaction."""


def killed(script: str, path: Path, *words: object, ending: str = "-wal") -> None:
    command = [sys.executable, "-c", script, str(path), *map(str, words)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert journal(path, ending).stat().st_size


def journal(path: Path, ending: str = "-wal") -> Path:
    return path.with_name(path.name + ending)


def countries(path: Path) -> int:
    with closing(open_read_only(path)) as connection:
        check_sound(connection, path)
        count: int = connection.execute("select count(*) from country").fetchone()[0]
        return count


def write(path: Path, rows: int) -> None:
    with closing(open_database(path)) as connection, write_transaction(connection):
        connection.executemany(
            "insert into country (code, name, type) values (?, ?, 'country')",
            ((f"before-{row}", "y" * 500) for row in range(rows)),
        )


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "football.db", 100)
    yield folder / "football.db"
    folder.chmod(0o755)


@pytest.mark.parametrize("transactions", [(1,), (3, 5, 7), (20_000, 1, 1)], ids=str)
def test_file_of_a_killed_writer_is_recovered(
    database: Path, transactions: tuple[int, ...]
) -> None:
    killed(KILLED_WRITER, database, *transactions)
    assert countries(database) == 100 + sum(transactions)
    assert not journal(database).exists()


def test_new_file_of_a_killed_writer_is_recovered(tmp_path: Path) -> None:
    killed(KILLED_WRITER, tmp_path / "new.db", 3, 4)
    assert countries(tmp_path / "new.db") == 7


def test_file_of_a_writer_killed_beside_a_reader_is_recovered(database: Path) -> None:
    with closing(open_read_only(database)) as reader:
        reader.execute("begin")
        assert reader.execute("select count(*) from country").fetchone() == (100,)
        killed(KILLED_WRITER, database, 5, 6)
        reader.rollback()
        assert countries(database) == 111
    assert countries(database) == 111


@pytest.mark.parametrize("brought", [shutil.move, shutil.copy], ids=["renamed", "copied"])
def test_file_and_journal_are_recovered_where_they_were_brought(database, tmp_path, brought):
    killed(KILLED_WRITER, database, 20_000, 1)
    brought(journal(database), journal(tmp_path / "other.db"))
    brought(database, tmp_path / "other.db")
    assert countries(tmp_path / "other.db") == 20_101


def test_journal_of_another_program_is_recovered(database: Path) -> None:
    killed(FOREIGN_WRITER, database, 50)
    assert countries(database) == 150


KILLS = pytest.mark.parametrize("moment", ["halfway", "at the end"])


@KILLS
def test_half_a_transaction_is_rolled_back(database: Path, moment: str) -> None:
    killed(KILLED_HALFWAY, database, 20_000, moment, ending="-journal")
    assert countries(database) == 100


@BOUND
@KILLS
def test_reader_that_may_not_roll_back_is_refused(database: Path, moment: str) -> None:
    killed(KILLED_HALFWAY, database, 20_000, moment, ending="-journal")
    database.parent.chmod(0o555)
    done = footydata_bound("info", database)
    assert (done.returncode, done.stdout) == (1, "")
    assert "football.db-journal" in done.stderr
    assert f"the folder {database.parent} can't be written" in done.stderr
    assert "damaged" not in done.stderr
    database.parent.chmod(0o755)
    assert countries(database) == 100


@BOUND
def test_file_of_a_living_writer_is_locked(database: Path) -> None:
    command = [sys.executable, "-c", KILLED_HALFWAY, str(database), "20000", "living"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout and writer.stdout.readline()
        database.parent.chmod(0o555)
        read = f"from footydata.store.file.opening import open_read_only; open_read_only({str(database)!r}, busy_ms=1)"
        refused = python_bound(read)
        writer.communicate(b"\n")
    assert "DatabaseBusy: " in refused.stderr and "locked" in refused.stderr


@BOUND
@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_empty_journal_is_nothing(database: Path, ending: str) -> None:
    journal(database, ending).touch()
    database.parent.chmod(0o555)
    done = footydata_bound("info", database)
    assert (done.returncode, done.stderr) == (0, "")


@BOUND
def test_finished_journal_is_nothing(database: Path) -> None:
    killed(KILLED_HALFWAY, database, 50, "committed", ending="-journal")
    database.parent.chmod(0o555)
    counted = f"from tests.store.test_journals import *; print(countries(Path({str(database)!r})))"
    assert python_bound(counted).stdout == "150\n"


def test_file_is_read_while_its_writer_writes(database: Path) -> None:
    script = KILLED_WRITER.replace("os.kill(os.getpid(), signal.SIGKILL)", "")
    with subprocess.Popen([sys.executable, "-c", script, str(database), *["400"] * 60]) as writer:
        while writer.poll() is None:
            assert sqlite_count(database) >= 100
    assert countries(database) == 100 + 60 * 400


def sqlite_count(path: Path) -> int:
    with closing(open_read_only(path)) as connection:
        count: int = connection.execute("select count(*) from country").fetchone()[0]
        return count
