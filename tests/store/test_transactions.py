"""A writer waits for another writer, and logs it."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import group
from footydata.store.file import transactions
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError


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


@pytest.fixture
def leaving(other: sqlite3.Connection) -> Iterator[None]:
    """The other writer ends its transaction as soon as anything is logged."""
    handler = Leaving(other)
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)


WAITS = "football.db is locked by another writer; waiting up to 30 s"


@pytest.mark.usefixtures("leaving")
def test_waiting_writer_logs_it_and_then_writes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "E0.csv"
    path.write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,16/08/14,Arsenal,Chelsea,1,0\n")

    with fd.Database(tmp_path / "football.db") as database:
        assert database.load(path).fixtures_new == 1
    assert caplog.messages == [WAITS]


@pytest.mark.usefixtures("leaving")
def test_loading_decisions_waits_for_another_writer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "league,season,team,points,date,reason\nPremier League,23/24,Everton,-8,2024-02-26,debts\n"
    )

    result = CliRunner().invoke(group, ["deductions", str(tmp_path / "football.db"), str(path)])

    assert "line 2" in result.output
    assert caplog.messages == [WAITS]


def test_waiting_writer_gives_up_after_the_timeout(
    tmp_path: Path, other: sqlite3.Connection
) -> None:
    with closing(open_database(tmp_path / "football.db")) as connection:
        connection.execute("pragma busy_timeout = 3")
        with (
            pytest.raises(DatabaseError, match="database is locked"),
            transactions.write_transaction(connection),
        ):
            pass
        assert connection.execute("pragma busy_timeout").fetchone() == (3,)
