"""Pages that are viewed between the loads of another process: file, /v1 and pages agree, and no file is lost.

An open() of a live SQLite file drops the locks of the whole process.
"""

import contextlib
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from datasette.cli import cli

import footydata as fd
from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import check_sound
from tests.service.serving.conftest import PROGRAMS, launched
from tests.store.test_journals import KILLED_HALFWAY, KILLED_WRITER, killed
from tests.two_processes import (
    LOADED_DAY,
    LOADS,
    deleted_files,
    journals_in,
    load_in_another_process,
)

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="needs /proc, to see which files are held"
)


def in_file(database):
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute(
            "select count(*) from fixture where kickoff_ts / 86400 = ? / 86400", (LOADED_DAY,)
        )
    return count[0]


def under_v1(server, key):
    status, body, _ = server.get(f"/v1/fixtures?start_time={LOADED_DAY}", key)
    assert status == 200, body
    return len(json.loads(body)["data"])


def on_pages(server):
    path = f"/football/fixture.json?kickoff_ts__gte={LOADED_DAY}&kickoff_ts__lt={LOADED_DAY + 86_400}&_shape=array"
    status, body, _ = server.get(path)
    assert status == 200, body
    assert server.get("/")[0] == server.get("/football/match")[0] == 200
    return len(json.loads(body))


@pytest.fixture
def database(one_load, tmp_path):
    """A database of the loader's own, of one fixture as yet."""
    folder = tmp_path / "football"
    folder.mkdir()
    return shutil.copyfile(one_load, folder / "football.db")


@pytest.fixture
def key(database, now):
    with contextlib.closing(Accounts.open(accounts_path(database))) as accounts:
        return accounts.create(ULTRA, now=now, rate=Rate(10_000_000, 3600))


@pytest.fixture(params=PROGRAMS)
def server(request, run, key):
    """A process of its own, that ends as one does."""
    return run(request.param, forked=False)


@needs_proc
def test_file_v1_and_pages_agree_while_another_process_loads_and_no_journal_is_left(
    server, database, key, tmp_path
):
    seen = [(in_file(database), under_v1(server, key), on_pages(server))]
    for number in range(1, LOADS):
        load_in_another_process(database, tmp_path, number)
        seen.append((in_file(database), under_v1(server, key), on_pages(server)))
    assert seen == [(count, count, count) for count in range(1, LOADS + 1)]
    assert deleted_files(server.process.pid) == []
    assert server.end(signal.SIGTERM)[0] in (0, -signal.SIGTERM)
    assert journals_in(database.parent) == []


@pytest.mark.slow
def test_a_query_that_was_broken_off_leaves_no_journal_either(server, database, key):
    endless = quote(
        "with recursive n(i) as (select 1 union all select i + 1 from n) select * from n where i < 0"
    )
    # The address of queries from Datasette 1.0 on, and the one before.
    asked = [
        server.get(f"/football{page}?sql={endless}&_timelimit=20") for page in ("/-/query", "")
    ]
    assert any(
        b"SQL query took too long" in body or b"interrupted" in body.lower() for _, body, _ in asked
    )
    assert server.end(signal.SIGTERM)[0] in (0, -signal.SIGTERM)
    assert journals_in(database.parent) == []


@pytest.mark.slow
def test_pages_of_a_file_that_was_replaced_say_so_and_v1_tells_the_new_one(
    server, database, key, tmp_path
):
    assert (under_v1(server, key), on_pages(server)) == (1, 1)
    other, away = tmp_path / "other.db", tmp_path / "away.db"
    load_in_another_process(other, tmp_path, 1)
    load_in_another_process(other, tmp_path, 2)
    database.rename(away)
    other.rename(database)
    assert under_v1(server, key) == 2
    status, body, _ = server.get("/football/fixture")
    assert (status, b"'football' was moved or replaced: start the server again" in body) == (
        503,
        True,
    )
    database.rename(other)
    away.rename(database)
    assert on_pages(server) == 1


VACUUM = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute('vacuum')"


@pytest.mark.slow
@pytest.mark.parametrize("server", ["footydata"], indirect=True)
def test_nothing_is_lost_by_the_vacuum_of_another_program(server, database, key, tmp_path):
    with (
        fd.Database(database) as own,
        contextlib.closing(open_read_only(database)) as reader,
    ):
        reader.execute("begin")
        reader.execute("select count(*) from fixture").fetchone()
        for number in range(1, LOADS):
            assert (under_v1(server, key), on_pages(server), len(own.fixtures())) == (number,) * 3
            subprocess.run([sys.executable, "-c", VACUUM, str(database)], check=True)
            load_in_another_process(database, tmp_path, number)
        assert reader.execute("select count(*) from fixture").fetchone() == (1,)
        reader.rollback()
        assert (under_v1(server, key), on_pages(server), len(own.fixtures())) == (LOADS,) * 3
    assert server.end(signal.SIGTERM)[0] == 0
    with contextlib.closing(open_read_only(database)) as reader:
        check_sound(reader, database)
    assert (in_file(database), journals_in(database.parent)) == (LOADS, [])


@pytest.mark.slow
@needs_proc
def test_a_file_attached_as_immutable_is_read_without_files_beside_it(database, key, tmp_path):
    with launched("datasette", f"--immutable={database}", tmp_path) as server:
        assert under_v1(server, key) == 1
        assert server.get("/v1/leagues", "wrong")[0] == 401
        assert server.get("/")[0] == server.get("/-/databases.json")[0] == 200
        assert server.get("/football/-/day/2025-08-16")[0] == 200
        for number in range(1, LOADS):
            load_in_another_process(database, tmp_path, number)
            assert under_v1(server, key) == number + 1
            assert [
                name for name in journals_in(database.parent) if name.startswith("football.db")
            ] == []
        assert deleted_files(server.process.pid) == []
        assert server.end(signal.SIGTERM)[0] in (0, -signal.SIGTERM)
    assert in_file(database) == LOADS


@pytest.mark.parametrize(
    ("script", "ending"), [(KILLED_WRITER, "-wal"), (KILLED_HALFWAY, "-journal")]
)
def test_a_file_with_a_journal_is_not_attached_as_immutable(database, script, ending):
    killed(script, database, 20_000, ending=ending)
    before = database.read_bytes()
    result = CliRunner().invoke(cli, ["serve", "-i", str(database), "--get", "/"])
    assert result.exit_code != 0
    assert f"football.db{ending}" in result.output
    assert database.read_bytes() == before
