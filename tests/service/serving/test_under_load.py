"""A soak: many clients, pages, loads of other processes and keys that come and go, all at once.

No failure, no torn page, nobody who sees another state than the rest, no memory that grows.
"""

import contextlib
import json
import sqlite3
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from footydata.football.terms import FREE, ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.service.serving.conftest import ROOT
from tests.two_processes import CLUBS, HEADING, deleted_files
from tests.two_processes import LOADED_DAY as DAY

CLIENTS = 16
SECONDS = 60
WRITTEN = Rate(199, 1)
"""An allowance whose every request is written, and that one client hardly spends."""

DAY_PATH = f"/v1/fixtures?start_time={DAY}"
LIVE_PATH = "/v1/fixtures?status=live&include=odds,events,stats"
PAGES = [
    "/",
    "/football",
    "/football/match",
    "/football/fixture?_facet=status",
    "/football/team.json?_size=5",
    "/football/-/day/2025-08-16",
    "/football/-/fixture/880001",
    "/football/-/league/39?type=corner",
    "/football/-/team/2617",
    "/nowhere",
]
PAGE_OF_DAY = f"/football/fixture.json?kickoff_ts__gte={DAY}&kickoff_ts__lt={DAY + 86_400}&_shape=array&_size=max"


class Worker(threading.Thread):
    """Does one thing over and over until it is stopped, and remembers what was wrong."""

    def __init__(self, stop):
        super().__init__()
        self._stop_asked = stop
        self.rounds = 0
        self.faults = []

    def run(self):
        try:
            while not self._stop_asked.is_set() and not self.faults:
                self.once()
                self.rounds += 1
        except Exception as error:  # a fault of the test or of the server, shown at the end
            self.faults.append(repr(error))

    def close(self):
        """Leave nothing open."""

    def expect(self, answer, *allowed):
        path, status, body = answer
        if status not in allowed:
            self.faults.append((path, status, body[:300]))


class Client(Worker):
    """Asks over one connection."""

    def __init__(self, stop, server, key, paths, *, allowed=(200,)):
        super().__init__(stop)
        self._connection = HTTPConnection(server.host, server.port, timeout=60)
        self._headers = {"X-API-Key": key} if key else {}
        self._paths = paths
        self._allowed = allowed
        self.seen = set()

    def once(self):
        path = self._paths[self.rounds % len(self._paths)]
        status, body = self.ask(path)
        self.expect((path, status, body), *self._allowed)
        if status == 200 and path == DAY_PATH:
            self.look(
                path,
                [(row["goals"]["home"], row["goals"]["away"]) for row in json.loads(body)["data"]],
            )
        if status == 200 and path == PAGE_OF_DAY:
            self.look(path, [(row["home_goals"], row["away_goals"]) for row in json.loads(body)])

    def close(self):
        self._connection.close()

    def look(self, path, goals):
        """Every fixture of the day has the same score, whichever it is."""
        self.seen.update(goals)
        if len(goals) != len(CLUBS) // 2 or len(set(goals)) != 1:
            self.faults.append((path, "torn", goals))

    def seen_last(self):
        """The scores of the day, asked for once more."""
        self.seen.clear()
        self._paths = [path for path in self._paths if path in (DAY_PATH, PAGE_OF_DAY)]
        self.once()
        return self.seen

    def ask(self, path):
        self._connection.request("GET", path, headers=self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()


class Loader(Worker):
    """Loads the day with another score each time, in a process of its own that comes and goes."""

    def __init__(self, stop, database, folder):
        super().__init__(stop)
        self._database = database
        self._file = folder / "E0.csv"

    def once(self):
        score = self.rounds % 10
        pairs = zip(CLUBS[::2], CLUBS[1::2], strict=True)
        rows = [f"E0,16/08/2025,15:00,{home},{away},{score},{score},D" for home, away in pairs]
        self._file.write_text("\n".join([HEADING, *rows, ""]))
        command = [
            sys.executable,
            "-m",
            "footydata",
            "load",
            str(self._database),
            str(self._file),
            "--correct",
            "--quiet",
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
        if done.returncode:
            self.faults.append(done.stderr)
        self.score = score


class Locksmith(Worker):
    """Makes keys that are let in at once, and revokes them: they are shut out soon after."""

    def __init__(self, stop, server, database, now):
        super().__init__(stop)
        self._server = server
        self._now = now
        self._accounts = Accounts.open(accounts_path(database))

    def once(self):
        key = self._accounts.create(FREE, now=self._now)
        self.expect(self._asked(key), 200)
        self._accounts.revoke(key[:12], self._now)
        deadline = time.monotonic() + 30
        while self._asked(key)[1] != 401:
            assert time.monotonic() < deadline, "a revoked key is still let in"
            time.sleep(0.01)

    def close(self):
        self._accounts.close()

    def _asked(self, key):
        return "/v1/leagues", *self._server.get("/v1/leagues", key)[:2]


def resident_kb(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def key_of(database, now, rate):
    with contextlib.closing(Accounts.open(accounts_path(database))) as accounts:
        return accounts.create(ULTRA, now=now, rate=rate)


def rotated(paths, number):
    return paths[number % len(paths) :] + paths[: number % len(paths)]


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(),
    reason="needs /proc, to see memory and the files that are held",
)
@pytest.mark.slow
def test_sixteen_clients_pages_loads_and_key_traffic(run, database, key, now, tmp_path):
    first = Loader(threading.Event(), database, tmp_path)
    first.once()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        ids = [id for (id,) in connection.execute("select id from fixture order by id limit 20")]
    server = run("footydata")
    paths = [
        DAY_PATH,
        LIVE_PATH,
        "/v1/leagues",
        "/v1/teams?search=a",
        DAY_PATH,
        "/v1/leagues/39/fixtures?page=2",
        "/v1/status",
    ]
    paths += [f"/v1/fixtures/{id}?include=events,stats" for id in ids]
    stop = threading.Event()
    written = key_of(database, now, WRITTEN)
    clients = [Client(stop, server, key, rotated(paths, number)) for number in range(CLIENTS - 2)]
    clients += [
        Client(stop, server, written, rotated(paths, number), allowed=(200, 429))
        for number in range(2)
    ]
    pages = [
        Client(stop, server, None, [*PAGES, PAGE_OF_DAY], allowed=(200, 404)) for _ in range(2)
    ]
    loader, locksmith = Loader(stop, database, tmp_path), Locksmith(stop, server, database, now)
    workers = [*clients, *pages, loader, locksmith]
    with contextlib.ExitStack() as opened:
        for worker in workers:
            opened.callback(worker.close)
        early, late = worked(workers, stop, server)
        assert [worker.faults for worker in workers if worker.faults] == []
        assert min(client.rounds for client in clients) >= len(paths)
        assert min(loader.rounds, locksmith.rounds, *(page.rounds for page in pages)) >= 3
        # They saw the day move, and in the end all see what was written last.
        assert len(set.union(*(client.seen for client in clients))) >= 3
        last = {(loader.score, loader.score)}
        assert [worker.seen_last() for worker in (*clients[: CLIENTS - 2], *pages)] == [
            last
        ] * CLIENTS
    assert late < early * 1.1
    assert deleted_files(server.process.pid) == []
    # Datasette logs its own page that was not found; no traceback is of ours.
    assert "footydata/service" not in server.log
    assert not any(secret in server.log for secret in (key, written))


def worked(workers, stop, server):
    """Lets them work for a while; the memory of the server after a third of it, and at its end."""
    for worker in workers:
        worker.start()
    stop.wait(SECONDS / 3)
    early = resident_kb(server.process.pid)
    stop.wait(SECONDS * 2 / 3)
    late = resident_kb(server.process.pid)
    stop.set()
    for worker in workers:
        worker.join()
    return early, late
