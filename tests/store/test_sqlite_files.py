"""Files are recognised through SQLite, so that no lock of the process is lost."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store.file.accounts import AccountsFile
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import is_accounts_file, is_football_database, is_sqlite_file
from tests.two_processes import locks_hold


@pytest.mark.parametrize("ask", [is_football_database, is_accounts_file, is_sqlite_file])
def test_reading_the_application_id_keeps_the_locks_of_the_process(
    tmp_path: Path, ask: Callable[[Path], bool]
) -> None:
    path = tmp_path / "football.db"
    with closing(open_database(path)) as writer:
        writer.execute("begin immediate")
        for name in ("football.db", "football.db-wal", "football.db-shm"):
            ask(tmp_path / name)
        assert locks_hold(path)


def test_file_is_recognised_by_its_application_id_whatever_its_name(tmp_path: Path) -> None:
    football, accounts, other = (tmp_path / name for name in ("one.txt", "two.csv", "three.json"))
    open_database(football).close()
    AccountsFile(accounts).opened(creates=True).close()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("create table note (text)")
    kinds = [
        [ask(path) for path in (football, accounts, other)]
        for ask in (is_football_database, is_accounts_file)
    ]
    assert kinds == [[True, False, False], [False, True, False]]
    assert [is_sqlite_file(path) for path in (football, accounts, other)] == [True] * 3


@pytest.mark.parametrize(
    "content", [b"", b"Div,Date\n", b"SQLite format 3 is a fine thing", bytes(10_000)]
)
def test_other_files_are_not_recognised(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert [ask(path) for ask in (is_football_database, is_accounts_file, is_sqlite_file)] == [
        False
    ] * 3
    assert not is_sqlite_file(tmp_path)
    assert not is_sqlite_file(tmp_path / "absent")


def test_replaced_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    path.touch()
    assert not is_accounts_file(path)
    AccountsFile(path).opened(creates=True).close()
    assert is_accounts_file(path)


def test_file_with_an_interrupted_checkpoint_is_recognised(tmp_path: Path) -> None:
    path, broken = tmp_path / "football.db", tmp_path / "broken.db"
    with closing(open_database(path)) as writer:
        writer.execute("pragma wal_autocheckpoint = 0")
        writer.executemany(
            "insert into country values (?, ?, 'country')", [(f"{n}", "x" * 90) for n in range(999)]
        )
        writer.commit()
        shutil.copy(f"{path}-wal", f"{broken}-wal")
    # The first page, which says how long the file is, is written first.
    broken.write_bytes(path.read_bytes()[:4096])
    assert is_football_database(broken)


def test_recognising_a_file_makes_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    open_database(path).close()
    assert is_football_database(path)
    assert [each.name for each in tmp_path.iterdir()] == ["football.db"]
