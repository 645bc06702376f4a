"""The service as a whole: one moment an answer, many threads, files that move, bodies that may be kept."""

import inspect
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from footydata.football.terms import ULTRA
from footydata.service.endpoints import ENDPOINTS, Endpoint
from footydata.service.exchange import Body, Request, Response
from footydata.service.handlers import HANDLERS
from footydata.service.keys import OneAccount, Rights
from footydata.service.reader import Readers, ResponseCache
from footydata.service.service import Service
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError, DatabaseMissing, ReadingConnection
from tests.service.asking import Asker, change
from tests.service.small_football import NOW, build_small_football

DAY = 86_400


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=[endpoint.name for endpoint in ENDPOINTS])
def test_a_handlers_keywords_are_the_parameters_of_its_endpoint(endpoint: Endpoint) -> None:
    parameters = inspect.signature(HANDLERS[endpoint.name]).parameters.values()
    keywords = [one for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY]
    positional = [one.name for one in parameters if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    # Page and per_page are read as one.
    assert [one.name for one in keywords] == [
        param.name for param in endpoint.params if param.name != "per_page"
    ]
    assert [one.name for one in keywords if one.default is inspect.Parameter.empty] == [
        param.name for param in endpoint.params if param.required or param.name == "page"
    ]
    assert len(positional) == 1


def test_every_handler_has_its_endpoint() -> None:
    assert set(HANDLERS) == {endpoint.name for endpoint in ENDPOINTS}


def test_a_write_is_seen_by_the_next_request(ask_own: Asker, own_database: Path) -> None:
    assert ask_own("/v1/fixtures?league=10&include=events").data[3]["goals"] == {
        "home": 1,
        "away": 0,
    }
    change(own_database, "update fixture set home_goals = 2 where id = 1003")
    change(
        own_database,
        "insert into event (fixture_id, seq, type, half, minute, team) values (1003, 1, 'goal', 1, 30, 'home')",
    )
    row = ask_own("/v1/fixtures?league=10&include=events").data[3]
    assert row["goals"] == {"home": 2, "away": 0}
    assert len(row["events"]) == 1


def test_new_names_bookmakers_and_plans_are_seen_by_the_next_request(
    ask_own: Asker, own_database: Path
) -> None:
    assert ask_own("/v1/fixtures?status=live", plan="free").ids == [1003]
    assert ask_own("/v1/bookmakers").data[0]["slug"] == "kestrel"
    change(own_database, "update league set min_plan = 'free'")
    change(own_database, "update bookmaker set is_default = (slug = 'bluebird')")
    change(own_database, "update team set name = 'Alder City' where id = 1")
    assert ask_own("/v1/fixtures?status=live", plan="free").ids == [1201, 1301, 1003]
    assert ask_own("/v1/bookmakers").data[0]["slug"] == "bluebird"
    assert (
        ask_own("/v1/fixtures?status=live&league=10").data[0]["teams"]["home"]["name"]
        == "Alder City"
    )


def test_a_file_put_in_place_of_the_open_one_is_seen(
    ask_own: Asker, own_database: Path, tmp_path: Path
) -> None:
    assert len(ask_own("/v1/fixtures").ids) == 8
    other = tmp_path / "other.db"
    build_small_football(other)
    change(other, "update fixture set esports = 1 where id = 1301")
    change(other, "pragma wal_checkpoint(truncate)")
    for suffix in ("-wal", "-shm"):
        Path(f"{own_database}{suffix}").unlink(missing_ok=True)
    other.replace(own_database)
    assert len(ask_own("/v1/fixtures").ids) == 7


def test_a_file_that_is_gone_is_an_internal_error_until_it_is_back(
    ask_own: Asker, own_database: Path, tmp_path: Path
) -> None:
    away = tmp_path / "away.db"
    own_database.rename(away)
    assert ask_own("/v1/fixtures").refusal == (500, "internal_error", None)
    away.rename(own_database)
    assert ask_own("/v1/fixtures").status == 200


def test_a_file_that_is_gone_is_logged_in_one_line(
    ask_own: Asker, own_database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own_database.rename(tmp_path / "away.db")
    request_id = ask_own("/v1/fixtures").error["request_id"]
    (logged,) = [record.getMessage() for record in caplog.records]
    assert logged.startswith(
        f"{request_id}: GET /v1/fixtures failed: {own_database} does not exist"
    )
    assert "\n" not in logged


def test_a_database_that_fails_in_between_is_read_again(ask_own: Asker, own_database: Path) -> None:
    assert ask_own("/v1/fixtures/1001/events").status == 200
    change(own_database, "alter table event rename to elsewhere")
    assert ask_own("/v1/fixtures/1001/events").refusal == (500, "internal_error", None)
    change(own_database, "alter table elsewhere rename to event")
    assert ask_own("/v1/fixtures/1001/events").status == 200


def test_a_file_that_is_swapped_while_it_is_opened_is_noticed(
    ask_own: Asker, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped = Path(shutil.copy(own_database, tmp_path / "swapped.db"))
    change(swapped, "update league set name = 'Swapped' where id = 10")

    def opened_then_swapped(path: Path, **options: Any) -> ReadingConnection:
        connection = open_read_only(path, **options)
        if swapped.exists():
            swapped.replace(own_database)
        return connection

    monkeypatch.setattr("footydata.service.reader.open_read_only", opened_then_swapped)
    ask_own("/v1/leagues/10")
    assert ask_own("/v1/leagues/10").data["name"] == "Swapped"


def test_what_needs_no_database_is_answered_without_it(
    ask_own: Asker, own_database: Path, tmp_path: Path
) -> None:
    own_database.rename(tmp_path / "away.db")
    assert ask_own("/v1/fixtures?date=1").refusal[1] == "unknown_parameter"
    assert ask_own("/v1/nothing").refusal[1] == "resource_not_found"


def test_an_answer_is_of_one_moment(
    ask_own: Asker, own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from footydata.service.handlers import fixtures

    read_ids = fixtures.fixture_ids

    def overtaken(*args: object, **values: object) -> list[int]:
        ids = read_ids(*args, **values)
        change(
            own_database, "update fixture set status = 'finished', home_goals = 9 where id = 1003"
        )
        return ids

    monkeypatch.setattr(fixtures, "fixture_ids", overtaken)
    (row,) = ask_own("/v1/fixtures?status=live&league=10").data
    assert (row["status"], row["goals"]["home"]) == ("live", 1)
    assert ask_own("/v1/fixtures?status=live&league=10").data == []


def test_many_threads_may_ask_at_once_while_a_writer_writes(
    ask_own: Asker, own_database: Path
) -> None:
    targets = [
        "/v1/fixtures",
        "/v1/fixtures/1001?include=events",
        "/v1/standings?league=10",
        "/v1/leagues",
    ] * 10
    done = threading.Event()

    def write() -> None:
        connection = open_database(own_database)
        while not done.is_set():
            connection.execute(
                "update fixture set home_goals = home_goals + 1, away_goals = home_goals + 1 where id = 1003"
            )
            connection.commit()
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(ask_own, targets))
    finally:
        done.set()
        writer.join()
    assert {reply.status for reply in replies} == {200}
    live = [row["goals"] for reply in replies[::4] for row in reply.data if row["id"] == 1003]
    assert all(goals["home"] == goals["away"] or goals == {"home": 1, "away": 0} for goals in live)


def test_the_service_writes_nothing_to_the_database(small_database: Path) -> None:
    with (
        Readers(small_database).reader() as reader,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        reader.connection.execute("delete from event")


def test_a_closed_service_answers_with_an_internal_error(own_database: Path) -> None:
    service = Service(own_database, OneAccount(ULTRA), clock=lambda: NOW)
    request = Request("GET", "/v1/fixtures", "")
    assert service.answer(request).status == 200
    service.close()
    assert service.answer(request).status == 500


def test_a_reader_on_loan_is_closed_as_it_comes_back(own_database: Path) -> None:
    readers = Readers(own_database)
    with readers.reader() as reader:
        readers.close()
        assert reader.connection.execute("select 1").fetchone() == (1,)
    with pytest.raises(sqlite3.ProgrammingError):
        reader.connection.execute("select 1")
    with pytest.raises(DatabaseMissing), readers.reader():
        pass


def test_what_is_read_without_locks_while_it_is_written_is_refused(own_database: Path) -> None:
    def write_while_reading() -> None:
        with Readers(own_database).reader() as reader:
            reader.connection.takes_no_lock = True
            change(
                own_database,
                "update team set name = 'Ashmere' where id = (select min(id) from team)",
            )

    with pytest.raises(DatabaseError, match="was written while it was read"):
        write_while_reading()


class NotedCache(ResponseCache):
    """Notes until when bodies may be cached, and has none."""

    until = 0.0

    def put(
        self,
        request: Request,
        rights: Rights,
        body: Body,
        *,
        since: float,
        good_until: float,
        generation: int,
    ) -> None:
        self.until = good_until


def good_until(ask: Asker, database: Path, target: str) -> float:
    path, _, query = target.partition("?")
    cache = NotedCache(database)
    service = Service(database, ask.accounts, clock=lambda: NOW, cache=cache)
    service.answer(Request("GET", path, query, ask.keys["ultra"].encode()))
    cache.close()
    return cache.until


@pytest.mark.parametrize(
    ("target", "until"),
    [
        ("/v1/fixtures", NOW // DAY * DAY + DAY),
        ("/v1/fixtures/1001", float("inf")),
        ("/v1/leagues/10/fixtures", float("inf")),
        # The live fixture of 15:00 should be over after 18:00.
        ("/v1/standings?league=10", NOW // DAY * DAY + 18 * 3600 + 1),
        ("/v1/standings?league=10&season=24/25", float("inf")),
        ("/v1/status", 0),
        ("/v1/nothing", 0),
        ("/v1/fixtures?date=1", 0),
    ],
)
def test_a_body_tells_until_when_it_may_be_cached(
    ask: Asker, small_database: Path, target: str, until: float
) -> None:
    assert good_until(ask, small_database, target) == until


def test_a_request_that_is_not_admitted_is_answered_at_once(ask: Asker) -> None:
    assert isinstance(ask.service.admit(Request("GET", "/v1/fixtures", "")), Response)
