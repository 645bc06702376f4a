"""Datasette's pages of a football database beside a Datasette without the plugin on the same file: server CPU a page.

Run: python tests/benchmarks/datasette_pages.py [--file DATABASE] [--fixtures N] [--only TEXT] [--rounds 7] [--serve]
     [--stream TABLE ...]

Without --file, a database of N fixtures (a million) in seasons of 380 is built once in the temp folder. Each page is
asked of both servers in turn, several times a round; the CPU is of the whole process, all threads, and the ratio is
the median of the rounds' own. On a busy machine trust 'least', the ratio of both servers' fastest rounds. A page above
1.1 by both is marked. The peer of a ready query is its SQL. --serve takes `footydata serve` for ours; --stream also
reads whole tables as CSV, which takes minutes. The Datasette is the one of this environment: run it with 0.65 and with
1.0. Never fails on time; trust the ratios.
"""

import argparse
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import quote, urlencode

sys.path.insert(0, str(Path(__file__).parent))

from browse import build
from datasette.version import __version__

from footydata.faces.pages.metadata import TABLES
from footydata.store.file.opening import open_database
from footydata.store.page_sql import READY

A_BURST = 0.05
"""Seconds of one server's answers in a round, about."""
SLOW = 0.5
"""From how many seconds on a page is asked in three rounds alone."""
TIMES_AT_LEAST = 30
TOLERATED = 1.1

BARE = """
import sys
sys._called_from_test = True  # by this 0.65 knows not to load plugins
from datasette.cli import cli
cli()
"""


SEASONS = """
create temp table numbered as
select id, league_id, (row_number() over (partition by league_id order by kickoff_ts desc, id desc) - 1) / 380 as age
from fixture;
insert into season (id, league_id, label, start_year)
select distinct 1000 * age + league_id, league_id, printf('%02d/%02d', 25 - age, 26 - age), 2025 - age
from numbered where age > 0;
update fixture set season_id = 1000 * age + numbered.league_id
from numbered where numbered.id = fixture.id and age > 0;
"""
"""Gives each league of `browse` a season every 380 fixtures, where it had one: the page of a league shows one."""


class Page(NamedTuple):
    """A page: its name in the table, its path with the plugin, and without."""

    name: str
    ours: str
    bare: str


class Server:
    """A server of the file, as a process of its own."""

    def __init__(self, name: str, command: list[str], **environment: str) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.name = name
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 120
        while True:
            try:
                self.ask(["/-/versions.json"])
                break
            except OSError:
                if time.monotonic() > until or self._process.poll() is not None:
                    raise
                time.sleep(0.1)

    def ask(self, paths: list[str]) -> tuple[int, int]:
        """Ask for the paths one after another; gives the last one's status and length."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=3600)
        with closing(connection):
            for path in paths:
                connection.request("GET", path)
                response = connection.getresponse()
                length = 0
                while part := response.read(1 << 20):
                    length += len(part)
        return response.status, length

    def cpu_of(self, path: str, times: int) -> float:
        """The milliseconds of CPU that an answer takes, of so many."""
        before = self._cpu()
        self.ask([path] * times)
        return (self._cpu() - before) / times

    def _cpu(self) -> float:
        """The milliseconds of CPU that the process has taken, all threads; none of Datasette's ends before it does."""
        threads = Path(f"/proc/{self._process.pid}/task").iterdir()
        return (
            sum(
                int((thread / "schedstat").read_text(encoding="ascii").split()[0])
                for thread in threads
            )
            / 1e6
        )

    def end(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()


@contextmanager
def servers(file: Path, *, serve: bool) -> Iterator[tuple[Server, Server]]:
    """Ours and the bare one."""
    limits = ["--setting", "facet_time_limit_ms", "1000"] if serve else []
    serving = ["footydata", "serve"] if serve else ["datasette", "serve"]
    ours = Server("ours", [sys.executable, "-m", *serving, str(file)])
    bare = Server(
        "bare", [sys.executable, "-c", BARE, "serve", str(file), *limits], DATASETTE_LOAD_PLUGINS=""
    )
    try:
        yield ours, bare
    finally:
        ours.end()
        bare.end()


def pages_of(file: Path) -> list[Page]:
    """Every kind of page that a person opens."""
    with closing(sqlite3.connect(file)) as connection:
        return [*_pages(connection, f"/{file.stem}")]


def _pages(connection: sqlite3.Connection, root: str) -> Iterator[Page]:
    def same(path: str, **query: object) -> Page:
        whole = f"{path}?{urlencode(query)}" if query else path
        return Page(whole, whole, whole)

    yield same(root)
    yield same(f"{root}.json")
    names = [
        name
        for name, described in TABLES.items()
        if not described.hidden and not described.is_aside
    ]
    for name in names:
        yield same(f"{root}/{name}")
        yield same(f"{root}/{name}.json")
    for name in names:
        yield same(f"{root}/{name}.csv", _size="max")
        keys = [row[1] for row in sorted(connection.execute(f"pragma table_info([{name}])"), key=lambda row: row[5])
                if row[5]]  # fmt: skip
        row = (
            keys and connection.execute(f"select {', '.join(keys)} from {name} limit 1").fetchone()
        )
        if row:
            path = f"{root}/{name}/{','.join(quote(str(value)) for value in row)}"
            yield same(path)
            yield same(f"{path}.json")
    yield from _of_fixtures(connection, root, same)
    yield from _ready(connection, root)
    yield from _in_words(connection, root)


def _of_fixtures(connection: sqlite3.Connection, root: str, same) -> Iterator[Page]:
    """Fixtures narrowed, counted and sorted."""
    column = "home, away, league, competition, season, country, substr(kickoff_utc, 1, 10) as day"
    match = dict(zip(column.replace("substr(kickoff_utc, 1, 10) as ", "").split(", "),
                     connection.execute(f"select {column} from match limit 1 offset 7").fetchone(),
                     strict=True))  # fmt: skip
    for name in ("home", "away", "league", "competition", "season", "country"):
        yield same(f"{root}/match", **{name: match[name]})
    yield same(f"{root}/match", league=match["league"], season=match["season"])
    yield same(f"{root}/match.json", league=match["league"], season=match["season"])
    yield same(f"{root}/match", kickoff_utc__startswith=match["day"])
    yield same(f"{root}/match", home_corners__gt=9)
    yield same(f"{root}/match", status="live")
    yield same(f"{root}/match", _next=500)
    yield same(f"{root}/match", _size="max")
    (home, league, fixture) = connection.execute(
        "select home_id, league_id, id from fixture limit 1"
    ).fetchone()
    yield same(f"{root}/fixture", home_id=home)
    yield same(f"{root}/fixture", league_id=league)
    yield same(f"{root}/fixture", status="scheduled")
    yield same(f"{root}/odds", fixture_id=fixture)
    yield same(f"{root}/event", fixture_id=fixture)
    for name in ("competition", "season", "status", "country", "home", "home_goals"):
        yield same(f"{root}/match", _facet=name)
    yield same(f"{root}/match.json", _facet="competition")
    yield same(f"{root}/match", _facet="status", league=match["league"])
    for name in ("status", "league_id", "season_id", "referee"):
        yield same(f"{root}/fixture", _facet=name)
    for table in ("match", "fixture"):
        for row in connection.execute(f"pragma table_xinfo([{table}])").fetchall():
            for way in ("_sort", "_sort_desc"):
                yield same(f"{root}/{table}", **{way: row[1]})
    yield same(f"{root}/match.json", _sort_desc="kickoff_utc")


def _ready(connection: sqlite3.Connection, root: str) -> Iterator[Page]:
    """The ready queries beside their SQL."""
    query = root if __version__.startswith("0") else f"{root}/-/query"
    (day,) = connection.execute(
        "select substr(kickoff_utc, 1, 10) from match limit 1 offset 7"
    ).fetchone()
    for name, ready in READY.items():
        for given in ("", day):
            values = {
                "referees": {"league": "", "since": given},
            }
            asked = urlencode(values.get(name, {"day": given}))
            bare = f"{query}?{urlencode({'sql': ready.sql, '_hide_sql': 1})}&{asked}"
            yield Page(f"{root}/{name}?{asked}", f"{root}/{name}?{asked}", bare)


def _in_words(connection: sqlite3.Connection, root: str) -> Iterator[Page]:
    """Our pages beside Datasette's of the same row, the first one beside that of a fixture: at most 2 is allowed."""
    busiest = "select fixture_id from odds group by fixture_id order by count(*) desc, fixture_id desc limit 1"
    newest = "select id from fixture order by kickoff_ts desc, id limit 1"
    for fixture in (busiest, newest):
        row = connection.execute(fixture).fetchone()
        if row:
            yield Page(
                f"{root}/-/fixture/{row[0]}",
                f"{root}/-/fixture/{row[0]}",
                f"{root}/fixture/{row[0]}",
            )
    (fixture, league, team, day) = connection.execute(
        "select id, league_id, home_id, substr(kickoff_utc, 1, 10) from fixture order by kickoff_ts desc limit 1"
    ).fetchone()
    for kind, key in (("league", league), ("team", team)):
        yield Page(f"{root}/-/{kind}/{key}", f"{root}/-/{kind}/{key}", f"{root}/{kind}/{key}")
    season = connection.execute(
        "select season_id from fixture where league_id = :league group by season_id order by count(*) desc limit 1",
        {"league": league},
    ).fetchone()[0]
    path = f"{root}/-/league/{league}?season={season}"
    yield Page(path, path, f"{root}/season/{season}")
    yield Page("/", "/", f"{root}/fixture/{fixture}")
    yield Page(f"{root}/-/day/{day}", f"{root}/-/day/{day}", f"{root}/fixture/{fixture}")


class Cost(NamedTuple):
    """What a page takes: milliseconds of CPU with the plugin and without, the ratios, and how often it was asked."""

    ours: float
    bare: float
    ratio: float
    least: float
    times: int


def cost_of(page: Page, ours: Server, bare: Server, rounds: int) -> Cost:
    """Ask both servers in turn."""
    times, rounds = _bursts(page, ours, bare, rounds)
    pairs = []
    for number in range(rounds):
        if number % 2:
            second = bare.cpu_of(page.bare, times)
            pairs.append((ours.cpu_of(page.ours, times), second))
        else:
            pairs.append((ours.cpu_of(page.ours, times), bare.cpu_of(page.bare, times)))
    return Cost(
        median(mine for mine, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(mine / theirs for mine, theirs in pairs),
        min(mine for mine, _ in pairs) / min(theirs for _, theirs in pairs),
        times * rounds,
    )


def _bursts(page: Page, ours: Server, bare: Server, rounds: int) -> tuple[int, int]:
    """How often a page is asked in a round, and in how many rounds; both servers have then answered it once."""
    ours.ask([page.ours])
    bare.ask([page.bare])
    start = time.perf_counter()
    ours.ask([page.ours])
    bare.ask([page.bare])
    took = (time.perf_counter() - start) / 2
    if took > SLOW:
        return 1, min(rounds, 3)
    return max(-(-TIMES_AT_LEAST // rounds), min(20, int(A_BURST / took))), rounds


def print_table(pages: list[Page], ours: Server, bare: Server, rounds: int) -> None:
    """A line a page, and the pages above what is tolerated once more."""
    print(f"Datasette {__version__}; milliseconds of server CPU a page", flush=True)
    print(f"{'ours':>9}{'bare':>9}{'ratio':>7}{'least':>7}{'times':>6}  page", flush=True)
    above = []
    for page in pages:
        statuses = ours.ask([page.ours])[0], bare.ask([page.bare])[0]
        cost = cost_of(page, ours, bare, rounds)
        note = "" if statuses == (200, 200) else f"  {statuses}"
        mark = " <" if min(cost.ratio, cost.least) > TOLERATED else ""
        line = f"{cost.ours:9.1f}{cost.bare:9.1f}{cost.ratio:7.2f}{cost.least:7.2f}{cost.times:6}  {page.name}{note}{mark}"
        print(line, flush=True)
        if mark:
            above.append(line)
    print(f"{len(pages)} pages, {len(above)} above {TOLERATED}", *above, sep="\n")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--fixtures", type=int, default=1_000_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--stream", nargs="*", default=[])
    asked = parser.parse_args()
    file = asked.file or Path(tempfile.gettempdir()) / f"pages-in-seasons-{asked.fixtures}.db"
    if not file.exists():
        build(file, asked.fixtures)
        with closing(open_database(file)) as connection:
            connection.executescript(SEASONS)
    with servers(file, serve=asked.serve) as (ours, bare):
        pages = [page for page in pages_of(file) if asked.only in page.name]
        if not asked.stream:
            print_table(pages, ours, bare, asked.rounds)
        for table in asked.stream:
            path = f"/{file.stem}/{table}.csv?_stream=on"
            mine, theirs = ours.cpu_of(path, 1), bare.cpu_of(path, 1)
            print(f"{mine:9.0f}{theirs:9.0f}{mine / theirs:7.2f}{1:13}  {path}", flush=True)


if __name__ == "__main__":
    main()
