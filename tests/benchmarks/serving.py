"""How fast /v1 is served, beside bare uvicorn, FastAPI, Datasette's own JSON and an older tree, in one run.

Prints requests a second, microseconds of server CPU a request, and ratios of CPU, for a day of 50 rows, the same
with all includes, a single fixture and a standings table, at 1 and 16 keep-alive connections. A ratio is the median
of the rounds' own ratios: both servers of a round are measured within seconds of each other. What each server is
stands in serving_peers.py and serving_fastapi.py. Never fails on time; trust the ratios.

FastAPI is not a part of any extra: run this in an environment of its own with this package and `pip install fastapi`,
or leave the FastAPI peers out with --kinds. --before names a checkout of an older commit; its servers run in this
environment too, on a database that the older code made itself.

Run: python tests/benchmarks/serving.py [--seconds 0.4] [--rounds 7] [--what day expanded fixture standings]
     [--kinds bare ours fastapi ...] [--connections 1 16] [--before FOLDER]
"""

import argparse
import asyncio
import gc
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parent))

from footydata.faces.sample.build import build
from serving_load import Cell, load, median

OURS = ("ours", "ours not kept")
PEERS = ("fastapi", "fastapi lean", "datasette")
KINDS = ("bare", *OURS, *PEERS)
BEFORE = "before: "
"""In front of the name of a server of the older tree."""
CONNECTIONS = (1, 16)
DAY = int(datetime(2026, 2, 3, tzinfo=UTC).timestamp())
ROOT = Path(__file__).parents[2]

TABLE = """
select team.name, count(*) as played, sum(3 * (goals > against) + (goals = against)) as points,
       sum(goals) - sum(against) as difference, sum(goals) as scored
from (
  select home_id as team_id, home_goals as goals, away_goals as against from fixture
  where season_id = {season} and status = 'finished'
  union all
  select away_id, away_goals, home_goals from fixture where season_id = {season} and status = 'finished')
join team on team.id = team_id group by team.id order by points desc, difference desc, scored desc, team.name
"""


def built(folder: Path) -> Path:
    """The sample with 60 finished fixtures moved to one day."""
    database = folder / "football.db"
    build(database, now=int(time.time()))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(
            "update fixture set kickoff_ts = ? + 60 * (id % 1000) where id in "
            "(select id from fixture where status = 'finished' and esports = 0 order by id limit 60)",
            (DAY,),
        )
        connection.commit()
    return database


def targets(database: Path) -> dict[str, dict[str, str]]:
    """What is asked for → path of /v1, and of Datasette."""
    with closing(sqlite3.connect(database)) as connection:
        (fixture,) = connection.execute(
            "select max(id) from fixture where status = 'finished'"
        ).fetchone()
        league, season = connection.execute(
            "select league_id, id from season where current order by league_id"
        ).fetchone()
    sql = quote(" ".join(TABLE.format(season=season).split()))
    return {
        "day": {
            "v1": f"/v1/fixtures?start_time={DAY}",
            "datasette": f"/football/fixture.json?_size=50&_shape=objects&esports=0&_sort=kickoff_ts"
            f"&kickoff_ts__gte={DAY}&kickoff_ts__lt={DAY + 86400}&_nofacet=1&_nocount=1&_labels=on",
        },
        "expanded": {"v1": f"/v1/fixtures?start_time={DAY}&include=odds,events,stats"},
        "fixture": {
            "v1": f"/v1/fixtures/{fixture}",
            "datasette": f"/football/fixture/{fixture}.json?_shape=objects",
        },
        "standings": {
            "v1": f"/v1/standings?league={league}",
            "datasette": f"/football.json?sql={sql}&_shape=objects",
        },
    }


_PREPARE = """
import json, sys, time
from contextlib import closing
from pathlib import Path
sys.path.insert(0, "tests/benchmarks")
from serving import built, targets
from footydata.service.keys import Accounts
from footydata.football.terms import ULTRA, Rate
from footydata.store.file.accounts import accounts_path
database = built(Path(sys.argv[1]))
with closing(Accounts.open(accounts_path(database))) as accounts:
    key = accounts.create(ULTRA, now=int(time.time()), rate=Rate(10**9, 3600))
print(json.dumps([str(database), key, targets(database)]))
"""


class Ground(NamedTuple):
    """What the servers of one tree stand on: its code, its database, a key with a large allowance, what is asked."""

    tree: Path
    database: Path
    key: str
    targets: dict[str, dict[str, str]]


def prepared(tree: Path, folder: Path) -> Ground:
    """The ground of a tree, made in the folder by the tree's own code."""
    folder.mkdir()
    command = [sys.executable, "-c", _PREPARE, str(folder)]
    printed = subprocess.run(
        command, cwd=tree, env=_environment(tree), stdout=subprocess.PIPE, check=True, text=True
    )
    database, key, asked = json.loads(printed.stdout.splitlines()[-1])
    return Ground(tree, Path(database), key, asked)


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tree, tree / "plugins")))}


def started(
    kind: str, ground: Ground, stack: ExitStack, recorded: dict[str, object]
) -> tuple[int, int]:
    """Port and process id of a server that answers."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "tests/benchmarks/serving_peers.py",
            kind,
            str(ground.database),
            str(port),
        ],
        stdin=subprocess.PIPE,
        text=True,
        cwd=ground.tree,
        env=_environment(ground.tree),
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    assert process.stdin
    if kind == "bare":
        process.stdin.write(json.dumps(recorded) + "\n")
    process.stdin.close()
    while True:
        try:
            with closing(socket.create_connection(("127.0.0.1", port))):
                return port, process.pid
        except OSError:
            if process.poll() is not None:
                raise SystemExit(
                    f"the server {kind!r} of {ground.tree} ended at its start"
                ) from None
            time.sleep(0.05)


def record(port: int, paths: list[str], key: str) -> dict[str, object]:
    """Headers and body that our server sends, the second time, without what the server adds itself."""
    recorded: dict[str, object] = {}
    for path in paths:
        for _ in range(2):
            with closing(HTTPConnection("127.0.0.1", port)) as connection:
                connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
                response = connection.getresponse()
                body = response.read().decode()
        assert response.status == 200, body
        headers = [
            (name.lower(), value)
            for name, value in response.getheaders()
            if name not in ("date", "server")
        ]
        recorded[path] = (headers, body)
    return recorded


def raw_request(path: str, key: str) -> bytes:
    """A request as a plain client sends it."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: application/json\r\n"
        f"Authorization: Bearer {key}\r\n\r\n"
    ).encode()


def measured(
    seconds: float,
    rounds: int,
    *,
    what_alone: list[str] | None,
    kinds: list[str],
    connections: list[int],
    before: Path | None,
) -> dict[tuple[str, str, int], Cell]:
    """Every cell: what, kind of server, connections. before: a checkout of an older commit."""
    cells: dict[tuple[str, str, int], Cell] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ground = prepared(ROOT, folder / "now")
        asked = {
            what: paths
            for what, paths in ground.targets.items()
            if not what_alone or what in what_alone
        }
        first = started("ours", ground, stack, {})
        recorded = record(first[0], [paths["v1"] for paths in asked.values()], ground.key)
        servers = {kind: (ground, *started(kind, ground, stack, recorded)) for kind in kinds}
        if before:
            older = prepared(before.resolve(), folder / "before")
            ours = [kind for kind in kinds if kind in OURS]
            servers |= {BEFORE + kind: (older, *started(kind, older, stack, {})) for kind in ours}
        gc.disable()
        for number in range(rounds + 1):
            for what in asked:
                for count in connections:
                    for kind, (of, port, pid) in servers.items():
                        paths = of.targets[what]
                        if kind in PEERS and "datasette" not in paths:
                            continue
                        requests = [
                            raw_request(paths["datasette" if kind == "datasette" else "v1"], of.key)
                        ]
                        # The first round warms every server up and is not counted.
                        cell = cells.setdefault((what, kind, count), Cell()) if number else Cell()
                        time_ = seconds if number else seconds / 4
                        asyncio.run(
                            load(port, pid, requests, connections=count, seconds=time_, cell=cell)
                        )
            gc.collect()
    return cells


def printed(cells: dict[tuple[str, str, int], Cell]) -> None:
    """One line a cell: rate, CPU and p99; rate and CPU beside bare's; how many times the CPU each peer takes."""
    times = {"fastapi": "x fastapi", "fastapi lean": "x lean", "datasette": "x datasette"}
    titles = ("req/s", "CPU us", "p99 us", "CPU/bare", "CPU/before", *times.values())
    print(f"{'what':10} {'conn':>4}  {'server':26}" + "".join(f"{title:>12}" for title in titles))
    for (what, kind, count), cell in sorted(
        cells.items(), key=lambda item: (item[0][0], item[0][2])
    ):
        others = [cells.get((what, name, count)) for name in ("bare", BEFORE + kind, *times)]
        over = [ratio(cell, other) if other else None for other in others]
        under = [1 / each if each else None for each in over[2:]]
        figures = (cell.rate, cell.cpu_us, cell.percentile(0.99), *over[:2], *under)
        line = "".join(
            "".rjust(12) if each is None else f"{each:>12.{2 if each < 100 else 0}f}"
            for each in figures
        )
        print(f"{what:10} {count:>4}  {kind:26}{line}")
    spread = sorted(
        max(r for r, _ in cell.rounds) / min(r for r, _ in cell.rounds) for cell in cells.values()
    )
    print(
        f"noise: the fastest round of a cell is {spread[len(spread) // 2]:.2f} times its slowest (median of the cells)"
    )


def ratio(cell: Cell, other: Cell) -> float:
    """The CPU of a request beside another server's: the median of the rounds' ratios."""
    return median([one / two for (_, one), (_, two) in zip(cell.rounds, other.rounds, strict=True)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.4, help="of each cell in each round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--what", nargs="+", help="these alone")
    parser.add_argument(
        "--kinds", nargs="+", default=list(KINDS), choices=KINDS, help="these servers alone"
    )
    parser.add_argument("--connections", nargs="+", type=int, default=list(CONNECTIONS))
    parser.add_argument(
        "--before", type=Path, help="a checkout of an older commit, to measure beside"
    )
    options = parser.parse_args()
    cells = measured(
        options.seconds,
        options.rounds,
        what_alone=options.what,
        kinds=options.kinds,
        connections=options.connections,
        before=options.before,
    )
    printed(cells)


if __name__ == "__main__":
    main()
