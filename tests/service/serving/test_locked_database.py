"""Another program has locked the database for itself: a request waits, with a bound, and nobody waits for another."""

import asyncio
import contextlib
import json
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import footydata as fd
from footydata.service import asgi
from footydata.service.exchange import Request
from footydata.service.reader import Readers
from footydata.service.service import Service
from footydata.service.serving import accounts_of, service_on


@pytest.fixture
def locked(database):
    """The lock of the database, held; without a write-ahead journal it shuts readers out."""
    with contextlib.closing(
        sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    ) as connection:
        assert connection.execute("pragma journal_mode = delete").fetchall() == [("delete",)]
        yield connection


@pytest.fixture
async def service(database, key):
    """The service of a server, in this process."""
    service = asgi.LazyService(lambda: service_on(database, accounts_of(database)))
    yield service
    service.close()


async def answers(service, key, path="/v1/teams"):
    """The responses to several requests at once."""
    asked = [
        service.answer(Request("GET", path, f"page={page}", key.encode())) for page in range(1, 9)
    ]
    return await asyncio.gather(*asked)


async def test_requests_wait_for_a_locked_database_and_are_answered(
    service, key, locked, monkeypatch
):
    # Beyond the first, which opens the accounts, nothing but the database makes them wait.
    assert {response.status for response in await answers(service, key, "/v1/leagues")} == {200}
    locked.execute("begin exclusive")
    pauses = []

    async def unlocked_at_the_third(_):
        pauses.append(locked.in_transaction)
        if len(pauses) == 3:
            locked.execute("rollback")

    monkeypatch.setattr(asgi.asyncio, "sleep", unlocked_at_the_third)
    assert [response.status for response in await answers(service, key)] == [200] * 8
    assert pauses[:3] == [True] * 3


async def test_a_long_query_is_read_in_a_thread(database, key):
    class NotingReaders(Readers):
        threads = ()

        def reader(self):
            self.threads = (*self.threads, threading.current_thread().name)
            return super().reader()

    readers = NotingReaders(database)
    service = asgi.LazyService(
        lambda: Service(database, accounts_of(database), clock=time.time, readers=readers)
    )
    for query in ("page=1", "search=a"):
        assert (
            await service.answer(Request("GET", "/v1/teams", query, key.encode()))
        ).status == 200
    assert readers.threads[0] == threading.current_thread().name
    assert readers.threads[1] != readers.threads[0]
    service.close()


@pytest.mark.parametrize("is_read_before", [True, False])
async def test_the_wait_ends_in_an_error_of_the_contract(
    service, key, locked, monkeypatch, caplog, is_read_before
):
    monkeypatch.setattr(asgi, "PATIENCE", 0.1)
    if is_read_before:
        assert {response.status for response in await answers(service, key, "/v1/leagues")} == {200}
    locked.execute("begin exclusive")
    for response in await answers(service, key):
        error = json.loads(response.body.content)["error"]
        assert (response.status, error["code"]) == (500, "internal_error")
        assert "can't read its data as yet, try again later" in error["message"]
        (record,) = [
            record for record in caplog.records if error["request_id"] in record.getMessage()
        ]
        assert record.getMessage().count("\n") == 0
        assert "football.db" in record.getMessage()
        assert "locked" in record.getMessage()
    locked.execute("rollback")
    assert {response.status for response in await answers(service, key)} == {200}


@pytest.mark.slow
def test_several_clients_of_a_locked_database_are_answered_in_time(start, key, locked):
    server = start("--api-only")
    assert server.get("/v1/leagues", key)[0] == 200
    locked.execute("begin exclusive")
    paths = [f"/v1/teams?page={page}" for page in range(1, 13)]
    # Each request has the twenty seconds of its connection: one after the other they would take a minute.
    with ThreadPoolExecutor(len(paths)) as clients:
        answered = list(clients.map(lambda path: server.get(path, key), paths))
    locked.execute("rollback")
    assert {(status, json.loads(body)["error"]["code"]) for status, body, _ in answered} == {
        (500, "internal_error")
    }
    assert "Traceback" not in server.log


@pytest.mark.slow
def test_an_embedded_client_of_a_locked_database_gets_the_error_of_the_contract(database, locked):
    with fd.Client.embedded(database, plan="ultra") as client:
        assert client.leagues().data
        locked.execute("begin exclusive")
        with pytest.raises(fd.InternalError, match="can't read its data as yet"):
            client.leagues()
