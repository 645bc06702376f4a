"""The reader: one thread, the newest request of a channel wins, errors come as answers."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.faces.tui.browsing import ReadAnswer, Reader
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseMissing
from tests.new_databases import new_database

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"


class Answers:
    """What was delivered, in order."""

    def __init__(self) -> None:
        self.answers: list[ReadAnswer] = []
        self._arrived = threading.Event()

    def __call__(self, answer: ReadAnswer) -> None:
        self.answers.append(answer)
        self._arrived.set()

    def wait(self) -> ReadAnswer:
        """The last answer, once there is one."""
        assert self._arrived.wait(10)
        return self.answers[-1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_database(tmp_path / "football.db")


@pytest.fixture
def reader(path: Path) -> Iterator[Reader]:
    opened = Reader(path)
    yield opened
    opened.close()


def one(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select 1").fetchone()[0])


def test_answer_has_the_value_of_its_job(reader: Reader) -> None:
    answers = Answers()
    reader.request("day", one, answers)
    assert answers.wait().value == 1
    assert reader.is_newest(answers.wait().request)


def test_newer_request_interrupts_the_running_one(reader: Reader) -> None:
    started, old, new = threading.Event(), Answers(), Answers()

    def endless(connection: sqlite3.Connection) -> object:
        started.set()
        return connection.execute(ENDLESS).fetchone()

    reader.request("find", endless, old)
    assert started.wait(10)
    reader.request("find", one, new)
    assert new.wait().value == 1
    assert old.answers == []


def test_newer_request_replaces_a_waiting_one(reader: Reader) -> None:
    started, go = threading.Event(), threading.Event()

    def held(connection: sqlite3.Connection) -> None:
        started.set()
        go.wait(10)

    reader.request("day", held, Answers())
    assert started.wait(10)
    old, new = Answers(), Answers()
    reader.request("find", one, old)
    reader.request("find", lambda connection: 2, new)
    go.set()
    assert new.wait().value == 2
    assert old.answers == []


def test_request_leaves_other_channels_alone(reader: Reader) -> None:
    first, second = Answers(), Answers()
    reader.request("day", one, first)
    reader.request("week", one, second)
    assert (first.wait().value, second.wait().value) == (1, 1)


def test_failed_job_answers_with_its_error(reader: Reader) -> None:
    failed, fine = Answers(), Answers()
    reader.request("day", lambda connection: connection.execute("select nothing"), failed)
    assert isinstance(failed.wait().error, sqlite3.OperationalError)
    reader.request("day", one, fine)
    assert fine.wait().value == 1


def test_job_reads_one_snapshot(reader: Reader, path: Path) -> None:
    answers = Answers()

    def twice(connection: sqlite3.Connection) -> tuple[int, int]:
        before = connection.execute("select count(*) from country").fetchone()[0]
        writing = sqlite3.connect(path)
        writing.execute("insert into country values ('GB-ENG', 'England', 'country')")
        writing.commit()
        writing.close()
        return before, connection.execute("select count(*) from country").fetchone()[0]

    reader.request("day", twice, answers)
    assert answers.wait().value == (0, 0)


def test_replaced_file_is_read_after_reopening(reader: Reader, path: Path, tmp_path: Path) -> None:
    other = open_database(tmp_path / "other.db")
    other.execute("insert into country values ('GB-ENG', 'England', 'country')")
    other.commit()
    other.execute("pragma journal_mode = delete")
    other.close()
    (tmp_path / "other.db").replace(path)
    answers = Answers()
    reader.reopen()
    reader.request(
        "day",
        lambda connection: connection.execute("select count(*) from country").fetchone()[0],
        answers,
    )
    assert answers.wait().value == 1


def test_what_is_being_read_is_read_from_the_file_in_its_place(
    reader: Reader, path: Path, tmp_path: Path
) -> None:
    other = open_database(tmp_path / "other.db")
    other.execute("insert into country values ('GB-ENG', 'England', 'country')")
    other.commit()
    other.close()
    started, answers = threading.Event(), Answers()

    def count(connection: sqlite3.Connection) -> object:
        countries = connection.execute("select count(*) from country").fetchone()[0]
        started.set()
        return countries or connection.execute(ENDLESS).fetchone()

    reader.request("find", count, answers, long=True)
    assert started.wait(10)
    (tmp_path / "other.db").replace(path)
    reader.reopen()
    assert answers.wait().value == 1


def test_missing_file_raises_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing, match="does not exist"):
        Reader(tmp_path / "none.db")


def test_close_interrupts_a_running_read(path: Path) -> None:
    others = set(threading.enumerate())
    reader, started = Reader(path), threading.Event()

    def endless(connection: sqlite3.Connection) -> object:
        started.set()
        return connection.execute(ENDLESS).fetchone()

    reader.request("find", endless, Answers())
    assert started.wait(10)
    reader.close()
    assert "footydata reader" not in {thread.name for thread in set(threading.enumerate()) - others}


def test_long_read_does_not_delay_others(reader: Reader) -> None:
    go, long, quick = threading.Event(), Answers(), Answers()
    reader.request("find", lambda connection: go.wait(10), long, long=True)
    reader.request("day", one, quick)
    assert quick.wait().value == 1
    assert long.answers == []
    go.set()
    assert long.wait().value is True


def test_cancel_drops_the_requests_of_a_screen(reader: Reader) -> None:
    started, other = threading.Event(), Answers()
    dropped = Answers()

    def endless(connection: sqlite3.Connection) -> object:
        started.set()
        return connection.execute(ENDLESS).fetchone()

    reader.request("7 find", endless, dropped)
    assert started.wait(10)
    reader.request("7 rows", one, dropped)
    reader.cancel("7 ")
    reader.request("8 day", one, other)
    assert other.wait().value == 1
    assert dropped.answers == []
