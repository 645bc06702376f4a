"""Many clients and a writer at once: no failure, no torn page, no memory that grows."""

import json
import sqlite3
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

CLIENTS = 16
SECONDS = 60
DAY = 1_770_076_800
"""2026-02-03 00:00 UTC."""


class Reader(threading.Thread):
    """A client that asks over one connection and remembers what was wrong."""

    def __init__(self, server, key, paths, until):
        super().__init__()
        self._where = (server.host, server.port)
        self._key = key
        self._paths = paths
        self._until = until
        self.answers = 0
        self.seen = set()
        self.faults = []

    def run(self):
        connection = HTTPConnection(*self._where, timeout=30)
        while time.monotonic() < self._until and not self.faults:
            path = self._paths[self.answers % len(self._paths)]
            connection.request("GET", path, headers={"X-API-Key": self._key})
            response = connection.getresponse()
            body = response.read()
            self.answers += 1
            if response.status != 200:
                self.faults.append((path, response.status, body[:300]))
            elif path.startswith("/v1/fixtures?start_time"):
                goals = {(row["goals"]["home"], row["goals"]["away"]) for row in json.loads(body)["data"]}
                self.seen |= goals
                if len(goals) != 1:
                    self.faults.append((path, "torn", goals))
        connection.close()


def write(database, until):
    """Gives every fixture of the day the same score, another one each time, in one transaction."""
    connection = sqlite3.connect(database, timeout=30)
    written = 0
    while time.monotonic() < until:
        written += 1
        values = {"score": written, "start": DAY, "end": DAY + 86_400}
        connection.execute(
            "update fixture set home_goals = :score, away_goals = :score "
            "where kickoff_ts >= :start and kickoff_ts < :end",
            values,
        )
        connection.commit()
        time.sleep(0.01)
    connection.close()


def resident_kb(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def gathered(database):
    """Moves 60 finished fixtures to one day, with the same score; the ids of some."""
    connection = sqlite3.connect(database)
    connection.execute(
        "update fixture set kickoff_ts = ? + 60 * (id % 1000), home_goals = 0, away_goals = 0 where id in "
        "(select id from fixture where status = 'finished' and esports = 0 order by id limit 60)",
        (DAY,),
    )
    connection.commit()
    rows = connection.execute("select id from fixture where kickoff_ts >= ? limit 20", (DAY,)).fetchall()
    connection.close()
    return [id for (id,) in rows]


@pytest.mark.slow
def test_sixteen_clients_and_a_writer(start, database, key):
    ids = gathered(database)
    server = start("--api-only")
    paths = [f"/v1/fixtures?start_time={DAY}", "/v1/fixtures?status=live&include=odds,events,stats", "/v1/leagues"]
    paths += [f"/v1/fixtures?start_time={DAY - second}" for second in range(0, 50, 10)]
    paths += [f"/v1/fixtures/{id}?include=events,stats" for id in ids] + ["/v1/leagues/39/fixtures?page=2"]
    began = time.monotonic()
    readers = [Reader(server, key, paths[n:] + paths[:n], began + SECONDS) for n in range(CLIENTS)]
    for reader in readers:
        reader.start()
    write(database, began + SECONDS / 3)
    early = resident_kb(server.process.pid)
    write(database, began + SECONDS)
    late = resident_kb(server.process.pid)
    for reader in readers:
        reader.join()
    assert [reader.faults for reader in readers] == [[]] * CLIENTS
    assert min(reader.answers for reader in readers) >= len(paths)
    assert len(set.union(*(reader.seen for reader in readers))) > 10
    assert late < early * 1.1
