"""What a crash, a full disk and a second loader can't do to a database."""

import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from tests.forked import run_forked
from tests.imported import footydata_program
from tests.ingest.conftest import HEADER

LOADER = """
import sys
from pathlib import Path
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
connection = open_database(sys.argv[1])
load(connection, [Path(sys.argv[2])], now=1, progress=lambda done, total, name: print(done, flush=True))
"""
ROWS = 200
ASIDE = re.compile("_sqlite_migrations|default_lead")


def write_files(folder: Path, count: int) -> Path:
    """Files of one season each, of ROWS fixtures."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        day = f"17/08/{2000 + number}"
        rows = [f"E0,{day},15:00,Home {row},Chelsea,{row % 5},1,1.9,3.5,4.2" for row in range(ROWS)]
        (folder / f"{number:02}.csv").write_text("\n".join((HEADER, *rows)) + "\n")
    return folder


def load_here(database: Path, folder: Path) -> None:
    """Load a folder in this process."""
    connection = open_database(database)
    try:
        load(connection, [folder], now=1)
    finally:
        connection.close()


def contents(database: Path) -> list[str]:
    """Everything in a database but the migrations' own moments and the runs of loads."""
    connection = open_database(database)
    try:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        # Which files were loaded by one command.
        connection.execute("update load set run = null")
        return [line for line in connection.iterdump() if not ASIDE.search(line)]
    finally:
        connection.close()


def killed_load(database: Path, folder: Path, after: float) -> int:
    """Load in another process that is killed after so many seconds; gives how many files it had acknowledged."""
    command = [sys.executable, "-c", LOADER, str(database), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        timer = threading.Timer(after, process.send_signal, (signal.SIGKILL,))
        timer.start()
        acknowledged = process.stdout.read().split()
        timer.join()
    return max(map(int, acknowledged), default=0)


def fixtures_by_file(database: Path) -> dict[int, int]:
    """Start year of the season → its fixtures; each file is one season."""
    connection = open_database(database)
    try:
        sql = "select start_year - 2000, count(*) from fixture join season on season.id = season_id group by 1"
        return dict(connection.execute(sql).fetchall())
    finally:
        connection.close()


@pytest.mark.slow
def test_a_killed_load_loses_nothing_acknowledged_and_a_rerun_converges(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "files", 16)
    whole = tmp_path / "whole.db"
    load_here(whole, folder)
    wanted = contents(whole)
    moments = random.Random(2)
    for kill in range(50):
        database = tmp_path / f"killed{kill}.db"
        acknowledged = killed_load(database, folder, moments.uniform(0, 0.25))
        kept = fixtures_by_file(database)
        assert set(kept.values()) <= {ROWS}
        # The file that reaches furthest is read first.
        assert set(range(16 - acknowledged, 16)) <= set(kept)
        load_here(database, folder)
        assert contents(database) == wanted


def test_a_full_disk_is_one_clear_line_and_the_database_is_whole(tmp_path: Path) -> None:
    folder, database = write_files(tmp_path / "files", 8), tmp_path / "football.db"
    open_database(database).close()
    limit = database.stat().st_size + 400_000
    done = run_forked(
        footydata_program,
        ["footydata", "load", str(database), str(folder)],
        before=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert (
        "the disk of football.db could not be read or written; look at it (disk I/O error) (at "
        in done.stderr
    )
    assert "what was committed before is stored" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert set(fixtures_by_file(database).values()) <= {ROWS}
    load_here(database, folder)
    assert len(fixtures_by_file(database)) == 8


def test_two_loaders_at_once_make_the_same_database(tmp_path: Path) -> None:
    folder, together = write_files(tmp_path / "files", 10), tmp_path / "together.db"
    open_database(together).close()
    errors: list[BaseException] = []

    def run(paths: list[Path]) -> None:
        connection = open_database(together)
        try:
            load(connection, paths, now=1)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    files = sorted(folder.iterdir())
    threads = [threading.Thread(target=run, args=(paths,)) for paths in (files, files[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert fixtures_by_file(together) == dict.fromkeys(range(10), ROWS)
    check = sqlite3.connect(together)
    teams = check.execute("select count(*) from team").fetchone()
    check.close()
    assert teams == (ROWS + 1,)
