"""Who writes waits for another writer, and says so."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.store import transactions
from footydata.store.database import DatabaseError, open_database


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Another writer, which holds the lock of football.db; an attempt to get it takes no time."""
    monkeypatch.setattr(transactions, "SLICE_MS", 1)
    with closing(open_database(tmp_path / "football.db")) as connection:
        connection.execute("begin immediate")
        yield connection


class Leaving(logging.Handler):
    """Ends the other writer's transaction as soon as anything is logged."""

    def __init__(self, writer: sqlite3.Connection) -> None:
        super().__init__()
        self._writer = writer

    def emit(self, record: logging.LogRecord) -> None:
        self._writer.rollback()


def test_a_writer_that_waits_for_another_one_says_so_and_then_writes(
    tmp_path: Path, other: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "E0.csv"
    path.write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,16/08/14,Arsenal,Chelsea,1,0\n")
    leaving = Leaving(other)
    logging.getLogger().addHandler(leaving)
    try:
        with fd.Database(tmp_path / "football.db") as database:
            assert database.load(path).fixtures_new == 1
    finally:
        logging.getLogger().removeHandler(leaving)
    assert caplog.messages == ["football.db is locked by another writer; waiting up to 30 s"]


def test_a_writer_gives_up_in_the_end(tmp_path: Path, other: sqlite3.Connection) -> None:
    with closing(open_database(tmp_path / "football.db")) as connection:
        connection.execute("pragma busy_timeout = 3")
        with pytest.raises(DatabaseError, match="database is locked"), transactions.write_transaction(connection):
            pass
        assert connection.execute("pragma busy_timeout").fetchone() == (3,)
