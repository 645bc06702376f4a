"""Another program holds the accounts file: who needs it waits, with a bound, and nobody else does."""

import contextlib
import json
import sqlite3
import threading

import pytest

from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.service.serving.conftest import PROGRAMS


@pytest.fixture
def small(database, now):
    """A key whose every request is written, as those of the plans' own allowances; its window does not end."""
    with contextlib.closing(Accounts.open(accounts_path(database))) as accounts:
        return accounts.create(ULTRA, now=now, rate=Rate(40, 1_000_000_000))


@contextlib.contextmanager
def held(database):
    """Holds the lock of the accounts file, as a program that writes at length."""
    with contextlib.closing(
        sqlite3.connect(accounts_path(database), isolation_level=None, timeout=20)
    ) as connection:
        connection.execute("begin immediate")
        yield
        connection.execute("rollback")


class Asking(threading.Thread):
    """A request under way."""

    def __init__(self, server, path, key):
        super().__init__()
        self._asked = server, path, key
        self.status = None
        self.start()

    def run(self):
        server, path, key = self._asked
        self.status, self.body, self.headers = server.get(path, key)


@pytest.mark.parametrize("program", PROGRAMS)
def test_nobody_waits_for_a_request_that_must_be_written(run, database, key, small, program):
    server = run(program)
    for each in (key, small):
        assert server.get("/v1/leagues", each)[0] == 200
    with held(database):
        waiting = Asking(server, "/v1/leagues", small)
        statuses = [
            server.get(path, key)[0]
            for path in ("/v1/leagues", "/v1/countries", "/v1/teams?search=a", "/v1/status")
        ]
        unknown = server.get("/v1/leagues", "fd_nobody")[0]
        page = server.get("/football/league")[0]
        assert waiting.status is None, "it was refused, or the others waited for it"
    waiting.join()
    assert (statuses, unknown, page) == ([200] * 4, 401, 200)
    assert waiting.status == 200
    assert waiting.headers["X-RateLimit-Remaining"] == "38"


@pytest.mark.slow
def test_the_wait_has_a_bound_and_ends_in_an_error_of_the_contract(start, database, key, small):
    server = start()
    assert server.get("/v1/leagues", small)[0] == 200
    with held(database):
        asking = [Asking(server, "/v1/leagues", each) for each in (small, key)]
        for each in asking:
            each.join()
    for each in asking:
        error = json.loads(each.body)["error"]
        assert (each.status, error["code"]) == (500, "internal_error")
        (line,) = [line for line in server.log.splitlines() if error["request_id"] in line]
        assert "football.accounts" in line
    assert "Traceback" not in server.log
    assert server.get("/v1/leagues", small)[2]["X-RateLimit-Remaining"] == "38"
