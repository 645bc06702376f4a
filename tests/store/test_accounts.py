"""The accounts file: counts in memory while the disk is full, and its journal stays its own."""

import logging
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store.file.accounts import AccountRow, AccountsFile
from footydata.store.file.failures import DatabaseError
from tests.store.conftest import run

KILLED_SERVER = """
import os, signal, sys
from pathlib import Path
from footydata.store.file.accounts import AccountsFile

file = AccountsFile.open(Path(sys.argv[1]))
file.revoke("fd_2", 1)
for request in range(3):
    file.take(1, 0, day=0, limit=60, block=1)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""What a service does to the file, until it is killed."""


@pytest.fixture
def accounts(tmp_path: Path) -> Path:
    """An accounts file with two live keys."""
    path = tmp_path / "football.accounts"
    write_two_keys(path)
    return path


def write_two_keys(path: Path) -> None:
    file = AccountsFile.open(path)
    for number in (1, 2):
        row = AccountRow(0, f"fd_{number}", None, "free", None, None, None, None, 0, None)
        file.insert(row, digest=bytes([number]))
    file.close()


def killed_server(path: Path) -> None:
    words = [sys.executable, "-c", KILLED_SERVER, str(path)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert path.with_name(f"{path.name}-wal").stat().st_size


def revoked(path: Path) -> list[str]:
    file = AccountsFile.open(path)
    try:
        return [row.prefix for row in file.rows() if row.revoked_ts is not None]
    finally:
        file.close()


def test_accounts_of_a_killed_service_are_recovered(accounts, tmp_path):
    killed_server(accounts)
    for name in ("football.accounts-wal", "football.accounts"):
        shutil.copy(tmp_path / name, tmp_path / name.replace("football", "copy"))
    assert revoked(accounts) == ["fd_2"]
    assert revoked(tmp_path / "copy.accounts") == ["fd_2"]


def test_opening_accounts_of_the_first_version_adds_the_journal_mark(tmp_path, monkeypatch):
    path = tmp_path / "football.accounts"
    with monkeypatch.context() as patch:
        patch.setattr("footydata.store.file.accounts._VERSIONS", ("accounts_0001",))
        write_two_keys(path)
    killed_server(path)
    assert revoked(path) == ["fd_2"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("select length(mark) from journal_mark").fetchone() == (94,)


@pytest.mark.parametrize(("way", "expected"), [("--set-aside", []), ("--use-journal", ["fd_2"])])
def test_accounts_backup_beside_a_foreign_journal_is_refused(accounts, tmp_path, way, expected):
    shutil.copy(accounts, tmp_path / "backup.accounts")
    killed_server(accounts)
    shutil.move(tmp_path / "backup.accounts", accounts)
    content = accounts.read_bytes()
    with pytest.raises(DatabaseError, match=r"recover .*football\.accounts --set-aside.*--use-journal"):
        AccountsFile.open(accounts)
    assert accounts.read_bytes() == content
    assert run("recover", accounts, way) == 0
    assert revoked(accounts) == expected
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_journal_without_its_accounts_is_not_deleted(accounts):
    killed_server(accounts)
    accounts.unlink()
    with pytest.raises(DatabaseError, match="the journal of a file that is gone"):
        AccountsFile.open(accounts)
    assert not accounts.exists()
    assert run("recover", accounts, "--set-aside") == 0
    assert revoked(accounts) == []


@pytest.fixture
def filled(tmp_path):
    """An accounts file without room for a further page, and its connection."""
    path = tmp_path / "football.accounts"
    AccountsFile.open(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    pages = connection.execute("pragma page_count").fetchone()[0]
    connection.execute(f"pragma max_page_count = {pages}")
    accounts = [(bytes([number]), f"fd_{number}") for number in (1, 2)]
    connection.executemany("insert into account (digest, prefix, plan, created_ts) values (?, ?, 'free', 0)", accounts)
    yield AccountsFile(connection, path), connection
    connection.close()


def test_windows_are_counted_separately_on_a_full_disk(filled, caplog, monkeypatch):
    file, connection = filled
    moments = iter(range(10_000))
    monkeypatch.setattr("footydata.store.file.accounts.monotonic", lambda: next(moments))
    windows = range(0, 3_600 * 1_000, 3_600)
    with caplog.at_level(logging.WARNING):
        for start in windows:
            assert file.take(1, start, day=start // 86_400, limit=60, block=1) == (1, 1)
            assert file.take(2, start, day=start // 86_400, limit=60, block=2) == (2, 2)
            file.give_back(2, start, day=start // 86_400, count=1)
            assert file.use(2, start, day=start // 86_400)[1] == 1
    assert 2 < len(caplog.records) < 100
    assert "database or disk is full" in caplog.records[0].getMessage()
    connection.execute("pragma max_page_count = 1000000")
    file.take(1, 0, day=0, limit=60, block=1)
    per_account = "select account_id, sum(taken) from rate_window group by 1"
    assert connection.execute(per_account).fetchall() == [(1, 1_001), (2, 1_000)]
    per_day = "select account_id, sum(requests), max(requests) from day_usage group by 1"
    assert connection.execute(per_day).fetchall() == [(1, 1_001, 25), (2, 1_000, 24)]


def test_closing_warns_of_counts_that_were_never_written(filled, caplog):
    file, _ = filled
    for start in range(0, 3_600 * 1_000, 3_600):
        file.take(1, start, day=0, limit=60, block=1)
    file.close()
    assert "requests stay uncounted (database or disk is full)" in caplog.records[-1].getMessage()
