"""A write-ahead journal is written back into the file beside which it was written, and into no other."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.cli.main import main
from footydata.store.file.failures import DatabaseError, check_sound
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.transactions import write_transaction

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


KILLED_COMMIT = """
import os, signal, sqlite3, sys

connection = sqlite3.connect(sys.argv[1])
with open(sys.argv[1] + "-shm", "r+b") as index:
    for number, rows in enumerate(map(int, sys.argv[2:])):
        before = os.pread(index.fileno(), 96, 0)
        names = ((f"{number}-{row}", "x" * 500) for row in range(rows))
        connection.executemany("insert into country (code, name, type) values (?, ?, 'country')", names)
        connection.commit()
    os.pwrite(index.fileno(), before, 0)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A writer of another program, killed when its last commit is in the journal, and not yet in the index of it."""


def killed(script: str, path: Path, *transactions: int) -> None:
    words = [sys.executable, "-c", script, str(path), *map(str, transactions)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert journal(path).stat().st_size


def journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


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
def database(tmp_path: Path) -> Path:
    path = tmp_path / "football.db"
    write(path, 100)
    return path


@pytest.mark.parametrize(
    "transactions",
    [(1,), (10,), (3, 5, 7), (20_000,), (1, 20_000), (20_000, 1, 1), (9_000, 9_000, 9_000, 1)],
    ids=str,
)
def test_file_of_a_killed_writer_is_recovered(database: Path, transactions: tuple[int, ...]) -> None:
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


@pytest.mark.parametrize("transactions", [(5,), (20_000, 1)], ids=str)
@pytest.mark.parametrize("brought", [shutil.move, shutil.copy], ids=["renamed", "copied"])
def test_renamed_file_and_journal_are_recovered(database, tmp_path, brought, transactions):
    killed(KILLED_WRITER, database, *transactions)
    other = tmp_path / "folder" / "other.db"
    other.parent.mkdir()
    brought(journal(database), journal(other))
    brought(database, other)
    assert countries(other) == 100 + sum(transactions)


def test_journal_of_another_program_is_recovered(database: Path) -> None:
    killed(FOREIGN_WRITER, database, 50)
    assert countries(database) == 150


def test_commit_killed_beside_a_reader_is_recovered(database: Path) -> None:
    with closing(open_read_only(database)) as reader:
        reader.execute("select count(*) from country").fetchone()
        killed(KILLED_COMMIT, database, 50, 400)
        # Whoever reads beside an open reader goes by the index.
        assert countries(database) == 150
    assert countries(database) in (150, 550)


def backup_by_command(path: Path, copy: Path) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["backup", str(path), str(copy)])


BACKUPS = pytest.mark.parametrize("back_up", [backup_by_command, shutil.copy], ids=["by our command", "a plain copy"])
LOADS = pytest.mark.parametrize("transactions", [(1,), (5, 6), (20_000, 3)], ids=str)


@BACKUPS
@LOADS
def test_backup_in_place_of_a_killed_writers_file_is_unchanged(database, tmp_path, back_up, transactions):
    backup = tmp_path / "backup.db"
    back_up(database, backup)
    killed(KILLED_WRITER, database, *transactions)
    shutil.move(backup, database)
    before, journal_before = database.read_bytes(), journal(database).read_bytes()
    for read in (open_read_only, open_database):
        with pytest.raises(DatabaseError, match=r"recover .*--set-aside.*recover .*--use-journal"):
            read(database)
    assert (database.read_bytes(), journal(database).read_bytes()) == (before, journal_before)


def test_backup_copied_over_the_file_is_unchanged(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.copy(tmp_path / "backup.db", database)
    before = database.read_bytes()
    with pytest.raises(DatabaseError):
        open_read_only(database)
    assert database.read_bytes() == before


def test_backup_made_during_the_session_is_unchanged(database: Path, tmp_path: Path) -> None:
    with closing(open_database(database)) as writer:
        with write_transaction(writer):
            writer.execute("insert into country (code, name, type) values ('AA', 'A', 'country')")
        backup_by_command(database, tmp_path / "backup.db")
        killed(KILLED_WRITER, database, 5)
        shutil.move(tmp_path / "backup.db", database)
        before = database.read_bytes()
        with pytest.raises(DatabaseError):
            open_read_only(database)
        assert database.read_bytes() == before


def test_plain_copy_beside_a_later_journal_is_unchanged(database, tmp_path):
    with closing(open_database(database)) as writer:
        with write_transaction(writer):
            writer.execute("insert into country (code, name, type) values ('AA', 'A', 'country')")
        shutil.copy(database, tmp_path / "copy.db")
        killed(KILLED_WRITER, database, 20_000, 20_000, 3)
        shutil.move(tmp_path / "copy.db", database)
        with pytest.raises(DatabaseError):
            open_read_only(database)


def test_file_beside_a_foreign_journal_of_another_program_is_unchanged(database, tmp_path):
    other = tmp_path / "other.db"
    write(other, 5_000)
    killed(FOREIGN_WRITER, database, 3_000)
    shutil.move(other, database)
    before = database.read_bytes()
    with pytest.raises(DatabaseError):
        open_read_only(database)
    assert database.read_bytes() == before


def test_journal_without_its_file_is_not_deleted(database: Path, tmp_path: Path) -> None:
    killed(KILLED_WRITER, database, 5)
    shutil.move(database, tmp_path / "elsewhere.db")
    with pytest.raises(DatabaseError, match="the journal of a file that is gone"):
        open_database(database)
    shutil.move(tmp_path / "elsewhere.db", database)
    assert countries(database) == 105


def test_file_replaced_while_it_is_read_is_unchanged(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    with closing(open_read_only(database)) as reader:
        reader.execute("select count(*) from country").fetchone()
        killed(KILLED_WRITER, database, 5)
        shutil.move(tmp_path / "backup.db", database)
        before = database.read_bytes()
        with pytest.raises(DatabaseError):
            open_read_only(database)
        with pytest.raises(DatabaseError):
            fd.Database(database).leagues()
    assert database.read_bytes() == before


def test_file_is_read_while_its_writer_writes(database: Path) -> None:
    script = KILLED_WRITER.replace("os.kill(os.getpid(), signal.SIGKILL)", "")
    with subprocess.Popen([sys.executable, "-c", script, str(database), *["400"] * 300]) as writer:
        while writer.poll() is None:
            assert sqlite_count(database) >= 100
    assert countries(database) == 100 + 300 * 400


def sqlite_count(path: Path) -> int:
    with closing(open_read_only(path)) as connection:
        count: int = connection.execute("select count(*) from country").fetchone()[0]
        return count


def test_idle_transaction_changes_nothing(database: Path) -> None:
    with closing(open_database(database)) as writer, closing(open_read_only(database)) as reader:
        with write_transaction(writer):
            writer.execute("insert into country (code, name, type) values ('AA', 'A', 'country')")
        (before,) = reader.execute("pragma data_version").fetchone()
        with write_transaction(writer):
            pass
        assert reader.execute("pragma data_version").fetchone() == (before,)


def test_mark_has_a_fixed_length(database: Path) -> None:
    write(database.with_name("other.db"), 1)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("select length(mark) from journal_mark").fetchone() == (94,)


@pytest.mark.parametrize("put", [shutil.move, shutil.copyfile], ids=["renamed", "copied over"])
def test_backup_in_place_of_a_file_being_read_is_unchanged(database, tmp_path, put):
    backup_by_command(database, tmp_path / "backup.db")
    with closing(sqlite3.connect(database)) as reader:
        # The session of the writer can't be written into the file itself.
        reader.execute("begin")
        reader.execute("select count(*) from country").fetchone()
        killed(KILLED_WRITER, database, 5)
        put(tmp_path / "backup.db", database)
        before, journal_before = database.read_bytes(), journal(database).read_bytes()
        with pytest.raises(DatabaseError):
            open_read_only(database)
        assert (database.read_bytes(), journal(database).read_bytes()) == (before, journal_before)


def copy_by_sqlite(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def copy_by_vacuum(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path)) as source:
        source.execute("vacuum into ?", (str(copy),))


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("back_up", [shutil.copy, copy_by_sqlite, copy_by_vacuum])
def test_copy_by_another_program_during_the_session_is_unchanged(database, tmp_path, back_up, is_read):
    with closing(sqlite3.connect(database)) as reader:
        if is_read:
            reader.execute("begin")
            reader.execute("select count(*) from country").fetchone()
        with closing(open_database(database)) as writer:
            with write_transaction(writer):
                writer.execute("insert into country (code, name, type) values ('AA', 'A', 'country')")
            back_up(database, tmp_path / "copy.db")
            killed(KILLED_WRITER, database, 5)
            shutil.move(tmp_path / "copy.db", database)
            before = database.read_bytes()
            with pytest.raises(DatabaseError):
                open_read_only(database)
            assert database.read_bytes() == before
