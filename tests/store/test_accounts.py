"""The counts of an accounts file that has no room: kept in memory, and written when there is some."""

import logging
import sqlite3

import pytest

from footydata.store.accounts import AccountsFile


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


def test_windows_without_room_are_counted_one_by_one(filled, caplog, monkeypatch):
    file, connection = filled
    moments = iter(range(10_000))
    monkeypatch.setattr("footydata.store.accounts.monotonic", lambda: next(moments))
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


def test_what_can_never_be_written_is_said_at_the_end(filled, caplog):
    file, _ = filled
    for start in range(0, 3_600 * 1_000, 3_600):
        file.take(1, start, day=0, limit=60, block=1)
    file.close()
    assert "requests stay uncounted (database or disk is full)" in caplog.records[-1].getMessage()
