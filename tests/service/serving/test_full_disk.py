"""The disk of the accounts file is full: requests are answered and counted in memory until they can be written."""

import contextlib
import json
import resource
import sqlite3
from functools import partial

import pytest

from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.service.serving.conftest import PROGRAMS

LARGEST_FILE = 8_192
"""The log of the server stays below it, and the journal of the accounts is above it after some requests."""
LIMIT = 40


@pytest.fixture
def small(database, now):
    """A key whose every request is written; its window does not end."""
    with contextlib.closing(Accounts.open(accounts_path(database))) as accounts:
        return accounts.create(ULTRA, now=now, rate=Rate(LIMIT, 1_000_000_000))


def counted(database):
    """How many requests stand in the accounts file."""
    with contextlib.closing(sqlite3.connect(accounts_path(database))) as connection:
        return connection.execute(
            "select sum(taken), (select sum(requests) from day_usage) from rate_window"
        ).fetchone()


@contextlib.contextmanager
def full_disk(server):
    """The server may write no file beyond LARGEST_FILE, as if the disk had no room."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (LARGEST_FILE, before[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def limit_files(most=resource.RLIM_INFINITY):
    """Let this process write no file beyond LARGEST_FILE; most: the limit to which it may be raised."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, most))


@pytest.mark.parametrize("program", PROGRAMS)
def test_requests_on_a_full_disk_are_answered_and_counted_and_written_later(
    run, database, small, program
):
    server = run(program)
    left = [server.get("/v1/leagues", small)[2]["X-RateLimit-Remaining"] for _ in range(5)]
    with full_disk(server):
        answers = [server.get(f"/v1/leagues?page={page}", small) for page in range(1, 9)]
        assert [status for status, _, _ in answers] == [200] * 8
        left += [headers["X-RateLimit-Remaining"] for _, _, headers in answers]
        usage = json.loads(server.get("/v1/status", small)[1])["data"]["usage"]
        assert (usage["window"], usage["today"], usage["remaining"]) == (14, 14, LIMIT - 14)
        assert counted(database) == (5, 5)
    assert left == [str(LIMIT - count) for count in range(1, 14)]
    left = [server.get("/v1/leagues", small)[2]["X-RateLimit-Remaining"] for _ in range(2)]
    assert left == [str(LIMIT - 15), str(LIMIT - 16)]
    assert counted(database) == (16, 16)
    (line,) = [line for line in server.log.splitlines() if "football.accounts" in line]
    assert "requests are counted in memory" in line
    assert "Traceback" not in server.log


def test_a_window_that_is_spent_in_memory_is_spent(start, database, small):
    server = start("--api-only")
    statuses = [server.get("/v1/leagues", small)[0] for _ in range(5)]
    with full_disk(server):
        statuses += [server.get("/v1/leagues", small)[0] for _ in range(LIMIT - 4)]
    assert statuses == [200] * LIMIT + [429]


def test_what_was_counted_in_memory_is_written_at_the_end(start, database, small):
    server = start("--api-only")
    for _ in range(5):
        server.get("/v1/leagues", small)
    with full_disk(server):
        for _ in range(3):
            server.get("/v1/leagues", small)
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
    assert counted(database) == (8, 8)


def test_a_server_that_starts_on_a_full_disk_counts_in_memory(start, database, small):
    server = start("--api-only", first=partial(limit_files, LARGEST_FILE))
    answers = [server.get("/v1/leagues", small) for _ in range(3)]
    assert [(status, headers["X-RateLimit-Remaining"]) for status, _, headers in answers] == [
        (200, "39"),
        (200, "38"),
        (200, "37"),
    ]
    assert server.get("/v1/leagues", "fd_wrong")[0] == 401


def test_a_server_that_started_on_a_full_disk_writes_its_counts_at_the_end(start, database, small):
    server = start("--api-only", first=limit_files)
    for _ in range(3):
        server.get("/v1/leagues", small)
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
    assert counted(database) == (3, 3)
