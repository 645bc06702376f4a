"""The service as an ASGI application while another program holds its accounts file, or its database."""

import asyncio
import contextlib
import sqlite3

import pytest

from footydata.football.terms import ULTRA, Rate
from footydata.service.asgi import Front, LazyService
from footydata.service.keys import Accounts
from footydata.service.reader import Readers, ResponseCache
from footydata.service.service import Service
from footydata.service.serving import accounts_of, service_on
from tests.service.app.asking import ask


@pytest.fixture
def path(tmp_path):
    return tmp_path / "football.accounts"


@pytest.fixture
def app(path, database, clock):
    accounts = Accounts.open(path, busy_ms=0)
    cache, readers = ResponseCache(database), Readers(database, busy_ms=0)
    app = LazyService(
        lambda: Service(database, accounts, clock=clock, cache=cache, readers=readers)
    )
    yield app
    app.close()


@pytest.fixture
def key(path, now):
    with contextlib.closing(Accounts.open(path)) as accounts:
        return accounts.create(ULTRA, now=now)


@contextlib.contextmanager
def held(path, how="immediate"):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute(f"begin {how}")
        yield holder


async def answered_after(holder, app, key):
    """The answer to a request that waits until the holder lets go, while another request is answered."""
    waiting = asyncio.create_task(ask(app, "/v1/leagues", key))
    wrong = await ask(app, "/v1/leagues", "fd_wrong")
    assert not waiting.done()
    holder.execute("rollback")
    answer = await waiting
    assert (wrong.status, answer.status) == (401, 200)
    return answer


async def test_a_request_waits_until_the_file_is_free(app, path, key):
    with held(path) as holder:
        answer = await answered_after(holder, app, key)
    assert answer.headers[b"x-ratelimit-remaining"] == b"39"


async def test_nobody_else_waits_for_a_database_without_a_journal_that_is_locked(
    app, database, path, now, monkeypatch
):
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("pragma journal_mode = delete")
    with contextlib.closing(Accounts.open(path)) as accounts:
        # With a lease, so that a request does not write the file.
        key = accounts.create(ULTRA, now=now, rate=Rate(1_000_000, 3600))
    # It is locked between two looks at the file.
    monkeypatch.setattr("footydata.service.reader.EVERY", 3600.0)
    assert (await ask(app, "/v1/bookmakers", key)).status == 200
    with held(database, "exclusive") as holder:
        await answered_after(holder, app, key)


async def test_the_wait_has_a_bound_and_counts_nothing(app, path, key, monkeypatch, caplog):
    monkeypatch.setattr("footydata.service.asgi.PATIENCE", 0.05)
    with held(path):
        refused = await ask(app, "/v1/leagues", key)
    error = refused.json["error"]
    assert (refused.status, error["code"]) == (500, "internal_error")
    (line,) = [message for message in caplog.messages if error["request_id"] in message]
    assert f"GET /v1/leagues failed: {path} is locked by another program" in line
    assert (await ask(app, "/v1/leagues", key)).headers[b"x-ratelimit-remaining"] == b"39"


async def test_keys_and_spent_windows_are_known_without_the_file(app, path, key, now):
    for number in range(41):
        assert (await ask(app, "/v1/leagues", key)).status == (200 if number < 40 else 429)
    with held(path):
        assert (await ask(app, "/v1/leagues", key)).status == 429
        assert (await ask(app, "/v1/leagues")).status == 401


async def test_a_service_that_can_not_be_made_answers_with_an_error_of_the_contract(
    database, path, caplog
):
    path.write_bytes(
        b"no accounts, but words at some length, so that it is a file of another kind for sure"
    )
    front = Front(LazyService(lambda: service_on(database, accounts_of(database, path))), None)
    for _ in range(2):
        refused = await ask(front, "/v1/leagues", "fd_any")
        assert (refused.status, refused.json["error"]["code"]) == (500, "internal_error")
    assert "is not a SQLite file" in caplog.text
    path.unlink()
    assert (await ask(front, "/v1/leagues", "fd_any")).status == 401
    front.close()
