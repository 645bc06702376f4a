"""Servers of a file that they can't write: pages and /v1 answer, and what can't be answered says what to do."""

import contextlib
import json
import shutil
import signal
import time

import datasette
import pytest

from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.rights import bind, why_rights_bind_nobody
from tests.service.serving.conftest import PROGRAMS, launched
from tests.two_processes import LOADED_DAY, journals_in, load_in_another_process

pytestmark = pytest.mark.skipif(
    bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody())
)
LOOKS_LATE = datasette.__version__.startswith("0.")
PAGES = (
    "/",
    "/football",
    "/football/match",
    "/football/fixture",
    "/football/team.json",
    "/-/databases.json",
)


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    yield path
    path.chmod(0o755)


@pytest.fixture
def database(one_load, folder):
    """One fixture in a folder that can't be written."""
    path = shutil.copyfile(one_load, folder / "football.db")
    folder.chmod(0o555)
    return path


@pytest.fixture
def accounts(tmp_path):
    return tmp_path / "elsewhere.accounts"


@pytest.fixture
def key(accounts, now):
    with contextlib.closing(Accounts.open(accounts)) as opened:
        return opened.create(ULTRA, now=now, rate=Rate(10_000_000, 3600))


def in_v1(server, key):
    status, body, _ = server.get(f"/v1/fixtures?start_time={LOADED_DAY}", key)
    assert status == 200, body
    return len(json.loads(body)["data"])


def statuses(server):
    return {path: server.get(path)[0] for path in PAGES}


def test_serve_answers(run, database, key, accounts):
    server = run("footydata", "--accounts", str(accounts), first=bind)
    assert statuses(server) == dict.fromkeys(PAGES, 200)
    assert in_v1(server, key) == 1
    assert server.end(signal.SIGTERM)[0] == 0
    assert journals_in(database.parent) == []


@pytest.mark.slow
@pytest.mark.skipif(
    not LOOKS_LATE, reason="Datasette 1.0's command reads every file before any plugin starts"
)
def test_plain_datasette_answers(run, database):
    server = run("datasette", first=bind)
    assert statuses(server) == dict.fromkeys(PAGES, 200)
    assert server.get("/v1/leagues")[0] == 401


@pytest.mark.slow
@pytest.mark.skipif(LOOKS_LATE, reason="Datasette 0.65 answers without more ado")
def test_plain_datasette_says_what_to_run(run, database, tmp_path):
    with pytest.raises(AssertionError) as stopped:
        run("datasette", first=bind)
    assert f"attach it as immutable: datasette -i {database}" in str(stopped.value).replace(
        "\n", " "
    )
    assert "Traceback" not in str(stopped.value)
    with launched("datasette", f"--immutable={database}", tmp_path, first=bind) as server:
        assert statuses(server) == dict.fromkeys(PAGES, 200)
        assert server.get("/v1/leagues")[0] == 401


def test_what_the_owner_loads_shows_under_v1_and_pages_say_that_they_are_old(
    run, database, key, accounts, tmp_path
):
    server = run("footydata", "--accounts", str(accounts), first=bind)
    assert (in_v1(server, key), server.get("/football/fixture")[0]) == (1, 200)
    database.parent.chmod(0o755)
    load_in_another_process(database, tmp_path, 1)
    assert in_v1(server, key) == 2
    status, body, _ = server.get("/football/fixture")
    assert (status, b"start the server again" in body) == (503, True)


@pytest.fixture
def beside(database, now):
    """A key of accounts beside the database, in the folder that can't be written, with an allowance of 5."""
    database.parent.chmod(0o755)
    with contextlib.closing(Accounts.open(accounts_path(database))) as opened:
        key = opened.create(ULTRA, now=now, rate=Rate(5, 1_000_000_000))
    database.parent.chmod(0o555)
    return key


NAMED = {"footydata": "{}", "datasette": "--immutable={}"}


@pytest.fixture(params=PROGRAMS)
def counting(request, database, beside, tmp_path):
    """A server that can't write its accounts."""
    named = NAMED[request.param].format(database)
    with launched(request.param, named, tmp_path, first=bind) as server:
        yield server


def test_requests_are_counted_in_memory_where_the_accounts_can_not_be_written(
    counting, database, beside
):
    answers = [counting.get("/v1/leagues", beside) for _ in range(6)]
    assert [status for status, _, _ in answers] == [200] * 5 + [429]
    assert [headers["X-RateLimit-Remaining"] for _, _, headers in answers] == [*"43210", "0"]
    assert counting.get("/v1/leagues", "fd_wrong")[0] == counting.get("/v1/leagues")[0] == 401
    assert len([line for line in counting.log.splitlines() if "football.accounts" in line]) == 1
    assert "Traceback" not in counting.log
    assert journals_in(database.parent) == []


def test_keys_that_the_owner_makes_and_revokes_are_noticed_and_no_count_is_lost(
    counting, database, beside, now
):
    left = [counting.get("/v1/leagues", beside)[2]["X-RateLimit-Remaining"] for _ in range(2)]
    database.parent.chmod(0o755)
    with contextlib.closing(Accounts.open(accounts_path(database))) as owner:
        new = owner.create(ULTRA, now=now)
    assert eventually(lambda: counting.get("/v1/leagues", new)[0], 200)
    left.append(counting.get("/v1/leagues", beside)[2]["X-RateLimit-Remaining"])
    with contextlib.closing(Accounts.open(accounts_path(database))) as owner:
        owner.revoke(new[:12], now)
    assert eventually(lambda: counting.get("/v1/leagues", new)[0], 401)
    assert left == [*"432"]


def eventually(answer, expected):
    """Whether an answer is as expected within some seconds."""
    deadline = time.monotonic() + 5
    while answer() != expected and time.monotonic() < deadline:
        pass
    return answer() == expected
