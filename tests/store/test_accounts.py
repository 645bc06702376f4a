"""The accounts file: counts in memory while the disk is full, and what a killed service wrote."""

import logging
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from footydata.store.file import opening, transactions
from footydata.store.file.accounts import AccountRow, AccountsFile

KILLED_SERVER = """
import os, signal, sys
from pathlib import Path
from footydata.store.file.accounts import AccountsFile

file = AccountsFile(Path(sys.argv[1]))
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
    file = AccountsFile(path).opened(creates=True)
    for number in (1, 2):
        row = AccountRow(0, f"fd_{number}", None, "free", None, None, None, None, 0, None)
        file.insert(row, digest=bytes([number]))
    file.close()


def killed_server(path: Path) -> None:
    words = [sys.executable, "-c", KILLED_SERVER, str(path)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert path.with_name(f"{path.name}-wal").stat().st_size


def revoked(path: Path) -> list[str]:
    file = AccountsFile(path)
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


@pytest.fixture
def filled(tmp_path):
    """An accounts file without room for a further page, and its connection."""
    path = tmp_path / "football.accounts"
    file = AccountsFile(path).opened(creates=True)
    connection = file.connection
    pages = connection.execute("pragma page_count").fetchone()[0]
    connection.execute(f"pragma max_page_count = {pages}")
    accounts = [(bytes([number]), f"fd_{number}") for number in (1, 2)]
    connection.executemany(
        "insert into account (digest, prefix, plan, created_ts) values (?, ?, 'free', 0)", accounts
    )
    connection.commit()
    yield file, connection
    file.close()


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


def test_a_file_that_could_only_be_read_is_written_once_it_can_be(accounts, monkeypatch):
    monkeypatch.setattr(transactions, "why_not_writable", lambda _: "as a test has it")
    monkeypatch.setattr(opening, "why_not_writable", lambda _: "as a test has it")
    file = AccountsFile(accounts)
    assert file.take(1, 0, day=0, limit=60, block=1) == (1, 1)
    monkeypatch.undo()
    file.close()
    after = AccountsFile(accounts)
    assert after.use(1, 0, day=0) == (1, 1)
    after.close()


def test_closing_warns_of_counts_that_were_never_written(filled, caplog):
    file, _ = filled
    for start in range(0, 3_600 * 1_000, 3_600):
        file.take(1, start, day=0, limit=60, block=1)
    file.close()
    (warning,) = [
        record.getMessage() for record in caplog.records if "uncounted" in record.getMessage()
    ]
    assert "database or disk is full" in warning
