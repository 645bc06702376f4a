"""How fast /v1 is served, beside bare uvicorn, FastAPI and Datasette's own JSON, interleaved in one run.

Prints requests a second, microseconds of server CPU a request, and ratios, for a day of 50 rows, the same with all
includes, a single fixture and a standings table, at 1 and 16 keep-alive connections. What each server is stands in
serving_peers.py and serving_fastapi.py. Never fails on time; trust the ratios.

Run: python tests/benchmarks/serving.py [--seconds 0.4] [--rounds 5] [--what day expanded fixture standings]
"""

import argparse
import asyncio
import gc
import json
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
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parent))

from footydata.sample.build import build
from serving_load import Cell, load

from footydata.api.keys import Accounts
from footydata.contract.plans import ULTRA, Rate
from footydata.store.accounts import accounts_path

OURS = ("ours", "ours not kept", "ours cold rows", "ours after a write")
PEERS = ("fastapi", "fastapi lean", "datasette")
KINDS = ("bare", *OURS, *PEERS)
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
        (fixture,) = connection.execute("select max(id) from fixture where status = 'finished'").fetchone()
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
        "fixture": {"v1": f"/v1/fixtures/{fixture}", "datasette": f"/football/fixture/{fixture}.json?_shape=objects"},
        "standings": {
            "v1": f"/v1/standings?league={league}",
            "datasette": f"/football.json?sql={sql}&_shape=objects",
        },
    }


def started(kind: str, database: Path, stack: ExitStack, recorded: dict[str, object]) -> tuple[int, int]:
    """Port and process id of a server that answers."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = str(Path(__file__).parent / "serving_peers.py")
    process = subprocess.Popen(
        [sys.executable, script, kind, str(database), str(port)], stdin=subprocess.PIPE, text=True, cwd=ROOT
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
        headers = [(name.lower(), value) for name, value in response.getheaders() if name not in ("date", "server")]
        recorded[path] = (headers, body)
    return recorded


def raw_request(path: str, key: str) -> bytes:
    """A request as a plain client sends it."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: application/json\r\n"
        f"Authorization: Bearer {key}\r\n\r\n"
    ).encode()


def measured(seconds: float, rounds: int, what_alone: list[str] | None = None) -> dict[tuple[str, str, int], Cell]:
    """Every cell: what, kind of server, connections."""
    cells: dict[tuple[str, str, int], Cell] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = built(folder)
        with closing(Accounts.open(accounts_path(database))) as accounts:
            key = accounts.create(ULTRA, now=int(time.time()), rate=Rate(10**9, 3600))
        asked = {what: paths for what, paths in targets(database).items() if not what_alone or what in what_alone}
        servers = {"ours": started("ours", database, stack, {})}
        recorded = record(servers["ours"][0], [paths["v1"] for paths in asked.values()], key)
        for kind in KINDS:
            servers.setdefault(kind, started(kind, database, stack, recorded) if kind != "ours" else servers["ours"])
        gc.disable()
        for number in range(rounds + 1):
            for what, paths in asked.items():
                for connections in CONNECTIONS:
                    for kind in KINDS:
                        port, pid = servers[kind]
                        if kind in PEERS and "datasette" not in paths:
                            continue
                        requests = [raw_request(paths["datasette" if kind == "datasette" else "v1"], key)]
                        # The first round warms every server up and is not counted.
                        cell = cells.setdefault((what, kind, connections), Cell()) if number else Cell()
                        time_ = seconds if number else seconds / 4
                        asyncio.run(load(port, pid, requests, connections=connections, seconds=time_, cell=cell))
            gc.collect()
    return cells


def printed(cells: dict[tuple[str, str, int], Cell]) -> None:
    """One line a cell: rate, CPU and p99; rate and CPU beside bare's; how many times the CPU each peer takes."""
    titles = ("req/s", "CPU us", "p99 us", "of bare", "CPU/bare", "x fastapi", "x lean", "x datasette")
    print(f"{'what':10} {'conn':>4}  {'server':18}" + "".join(f"{title:>12}" for title in titles))
    for (what, kind, connections), cell in sorted(cells.items(), key=lambda item: (item[0][0], item[0][2])):
        bare = cells[what, "bare", connections]
        peers = [cells[what, peer, connections].cpu_us for peer in PEERS if (what, peer, connections) in cells]
        figures = (cell.rate, cell.cpu_us, cell.percentile(0.99), cell.rate / bare.rate, cell.cpu_us / bare.cpu_us)
        line = "".join(
            f"{number:>12.{2 if number < 100 else 0}f}" for number in (*figures, *(us / cell.cpu_us for us in peers))
        )
        print(f"{what:10} {connections:>4}  {kind:18}{line}")
    spread = sorted(max(r for r, _ in cell.rounds) / min(r for r, _ in cell.rounds) for cell in cells.values())
    print(
        f"noise: the fastest round of a cell is {spread[len(spread) // 2]:.2f} times its slowest (median of the cells)"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.4, help="of each cell in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--what", nargs="+", help="these alone")
    options = parser.parse_args()
    printed(measured(options.seconds, options.rounds, options.what))


if __name__ == "__main__":
    main()
