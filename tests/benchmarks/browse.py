"""The terminal browser on a real pseudo-terminal: start, keys, filter and day change, beside a bare Textual Input.

Run: python tests/benchmarks/browse.py [FIXTURES]   (1,000,000 by default; the file is built once in the temp folder)
A key's time runs from its byte to the last byte of the picture with its rows; its CPU is that of the whole process
up to there. Trust the ratios, not the milliseconds; on a busy machine, those of the CPU.

The bare app with rows is what Textual itself takes for a day change: a list of as many rows, drawn by render_line
from texts that are made already, all of them changed by a key.

Then the file changes: how long until a commit of another process is painted, the CPU of a browser that nobody
touches, and the cursor while another process loads fixtures, with each picture looked through for two states in one.
"""

import os
import pty
import random
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
from contextlib import closing, suppress
from datetime import UTC, datetime
from fcntl import ioctl
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import NamedTuple

from footydata.football.records import (
    CountryRecord,
    FixtureRecord,
    LeagueRecord,
    SeasonRecord,
    TeamFixture,
    TeamRecord,
)
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert

ROWS, COLUMNS = 30, 120
QUIET = 0.12
"""Seconds without a byte after which a picture is whole."""

BURST = 0.003
"""Seconds between two bytes of one picture at most; the scroll bar alone comes again a frame later."""

ROUNDS = 7

LOADED = 100_000
LOAD = "--load"
"""The word with which the script runs itself as the process that loads."""

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
TODAY = NOW - NOW % 86_400
LEAGUES, TEAMS_EACH = 200, 20

BARE = """
import os
os.environ["TEXTUAL_FPS"] = "120"
from textual.app import App
from textual.widgets import Input
class Bare(App):
    def compose(self):
        yield Input(placeholder="ready")
Bare().run()
"""

BARE_ROWS = """
import os
os.environ["TEXTUAL_FPS"] = "120"
from rich.segment import Segment
from textual.app import App
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
class Rows(ScrollView, can_focus=True):
    day = 0
    def on_mount(self):
        self.virtual_size = Size(118, 300)
        self.look = self.rich_style
    def key_left(self):
        self.day += 1
        self.refresh()
    def render_line(self, y):
        cells = [f"{(self.day + 7 * y + 13 * n) % 100:>12} " for n in range(9)]
        return Strip([Segment(cell, self.look) for cell in cells], 117)
class Bare(App):
    def compose(self):
        yield Rows()
Bare().run()
"""

BROWSER = """
import gc, os, sys
os.environ["TEXTUAL_FPS"] = "120"
from pathlib import Path
from footydata.__main__ import COLLECTED_EVERY
gc.set_threshold(COLLECTED_EVERY)  # as the program does
from footydata.faces.tui.app import BrowseApp, run_alone
run_alone(BrowseApp(Path(sys.argv[1]), now=lambda: int(sys.argv[2]), utc=True))
"""


def build(path: Path, count: int) -> None:
    """A database of so many fixtures in 200 leagues over the ten years up to now."""
    draw = random.Random(2026)
    teams = [TeamRecord(1 + n, f"{draw.choice('ABCDEFGHKLMNPRST')}{n:04d} {draw.choice(('United', 'City', 'Rovers'))}")
             for n in range(LEAGUES * TEAMS_EACH)]  # fmt: skip
    with open_database(path) as connection:
        upsert(connection, "country", [CountryRecord("GB-ENG", "England", "country")])
        upsert(
            connection,
            "league",
            [LeagueRecord(1 + n, f"League {n:03d}", None, "GB-ENG") for n in range(LEAGUES)],
        )
        upsert(
            connection,
            "season",
            [SeasonRecord(1 + n, 1 + n, "25/26", 2025, 1) for n in range(LEAGUES)],
        )
        upsert(connection, "team", teams)
        for start in range(0, count, 50_000):
            rows = [fixture_at(n, count, draw) for n in range(start, min(count, start + 50_000))]
            upsert(connection, "fixture", rows)
            upsert(connection, "team_fixture", sorted(sides_of(rows)))
            connection.commit()


def fixture_at(n: int, count: int, draw: random.Random) -> FixtureRecord:
    """The n-th fixture by kickoff."""
    league = draw.randrange(LEAGUES)
    home, away = draw.sample(range(TEAMS_EACH), 2)
    kickoff = NOW - (count - n) * (3650 * 86_400 // count) // 900 * 900
    goals = (draw.randrange(5), draw.randrange(4))
    return FixtureRecord(
        1 + n, 1 + league, 1 + league, 1 + league * TEAMS_EACH + home, 1 + league * TEAMS_EACH + away, kickoff,
        status="finished", home_goals=goals[0], away_goals=goals[1], home_corners=draw.randrange(12),
        away_corners=draw.randrange(10),
    )  # fmt: skip


def sides_of(rows: list[FixtureRecord]) -> list[TeamFixture]:
    """Both sides' entries of fixtures."""
    return [
        TeamFixture(team, row.kickoff_ts, row.id)
        for row in rows
        for team in (row.home_id, row.away_id)
    ]


class Key(NamedTuple):
    """What a key took: milliseconds to its picture, and the CPU milliseconds of the process up to there."""

    wall: float
    cpu: float


class Picture:
    """What stands on a terminal: the characters of what was written to it. Each takes one cell here."""

    SEQUENCE = re.compile(rb"\x1b\[(\d+);(\d+)H|\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b.|[^\x1b]+")

    def __init__(self) -> None:
        self._cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self._at = (0, 0)

    def feed(self, written: bytes) -> None:
        """Write."""
        for found in self.SEQUENCE.finditer(written):
            if found[1]:
                self._at = int(found[1]) - 1, int(found[2]) - 1
            elif not found[0].startswith(b"\x1b"):
                self._write(found[0].decode("utf-8", "replace"))

    def _write(self, text: str) -> None:
        row, column = self._at
        for character in text:
            if character == "\n":
                row, column = row + 1, 0
            elif row < ROWS and column < COLUMNS:
                self._cells[row][column] = character
                column += 1
        self._at = row, column

    def scores(self) -> set[str]:
        """The different scores of finished fixtures."""
        return {
            found[1]
            for row in self._cells
            if (found := re.search(r"FT .*? (\d+-\d+) ", "".join(row)))
        }


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.started = perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            # Else each start compiles every module anew, which no user's does.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ.update(
                TERM="xterm-256color", COLORTERM="truecolor", LINES=str(ROWS), COLUMNS=str(COLUMNS)
            )
            os.execv(sys.executable, [sys.executable, "-c", *arguments])
        ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def until(self, mark: bytes) -> float:
        """Seconds from the start until a text is painted."""
        self.wait_for(mark)
        done = perf_counter() - self.started
        self.settle()
        return done

    def wait_for(self, mark: bytes) -> bytes:
        """Read until a text is painted; gives what was read."""
        seen = b""
        while mark not in seen:
            seen += os.read(self.file, 65536)
        return seen

    def settle(self) -> tuple[float, float] | None:
        """Read until nothing more comes; gives time and CPU at the end of the picture: of the largest burst."""
        bursts: list[tuple[int, float, float]] = []
        while select.select([self.file], [], [], QUIET)[0]:
            size, at, cpu = len(os.read(self.file, 65536)), perf_counter(), self.cpu()
            if bursts and at - bursts[-1][1] < BURST:
                bursts[-1] = bursts[-1][0] + size, at, cpu
            else:
                bursts.append((size, at, cpu))
        return max(bursts)[1:] if bursts else None

    def press(self, key: bytes) -> Key:
        """What a key takes to the picture that it brings."""
        start, cpu = perf_counter(), self.cpu()
        os.write(self.file, key)
        at, cpu_at = self.settle() or (start, cpu)
        return Key((at - start) * 1000, cpu_at - cpu)

    def cpu(self) -> float:
        """The milliseconds of CPU that the process has taken, all threads."""
        used = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(OSError):  # a thread that ended meanwhile
                used += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
        return used / 1e6

    def idle(self, seconds: float) -> float:
        """The share of a CPU that the program takes while nobody touches it."""
        self.settle()
        start, cpu = perf_counter(), self.cpu()
        sleep(seconds)
        return (self.cpu() - cpu) / (perf_counter() - start) / 1000

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def end(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def keys_line(name: str, keys: list[Key], bare: list[Key]) -> str:
    """A line of the table of keys."""
    wall, cpu = [key.wall for key in keys], [key.cpu for key in keys]
    bare_wall, bare_cpu = [key.wall for key in bare], [key.cpu for key in bare]
    ratios = (
        median(wall) / median(bare_wall),
        _p95(wall) / _p95(bare_wall),
        median(cpu) / median(bare_cpu),
    )
    return f"{name:32}{median(wall):8.1f}{_p95(wall):8.1f}{median(cpu):8.1f}" + "".join(
        f"{one:9.2f}" for one in ratios
    )


def time_keys(path: Path) -> None:
    """Start and keys, each round beside a bare Input."""
    starts, bare_starts = [], []
    names = ("bare Input: a letter", "bare rows: all changed", "cursor down", "day before", "filter, a letter",
             "find, a letter")  # fmt: skip
    keys: dict[str, list[Key]] = {name: [] for name in names}
    memory = 0.0
    for _ in range(ROUNDS):
        bare = Terminal(BARE)
        bare_starts.append(bare.until(b"eady") * 1000)
        keys["bare Input: a letter"] += [
            bare.press(letter) for letter in (b"a", b"b", b"c", b"d", b"e", b"f")
        ]
        bare.end()
        bare = Terminal(BARE_ROWS)
        bare.until(b"99 ")
        keys["bare rows: all changed"] += [bare.press(b"\x1b[D") for _ in range(6)]
        bare.end()
        browser = Terminal(BROWSER, str(path), str(NOW))
        starts.append(browser.until(b"FT  ") * 1000)
        keys["cursor down"] += [browser.press(b"\x1b[B") for _ in range(8)]
        keys["day before"] += [browser.press(b"\x1b[D") for _ in range(6)]
        browser.press(b"/")
        keys["filter, a letter"] += [
            browser.press(letter) for letter in (b"u", b"n", b"i", b"t", b"e")
        ]
        browser.press(b"\x1b\x1b")
        browser.press(b"F")
        keys["find, a letter"] += [
            browser.press(letter) for letter in (b"u", b"n", b"i", b"t", b"e")
        ]
        memory = max(memory, browser.memory())
        browser.end()
    print(f"start: bare {median(bare_starts):.0f} ms, browser to its first rows {median(starts):.0f} ms, "
          f"{median(starts) / median(bare_starts):.2f} of bare; {memory:.0f} MB resident")  # fmt: skip
    print(
        f"{'milliseconds':32}{'p50':>8}{'p95':>8}{'CPU':>8}{'p50/bare':>9}{'p95/bare':>9}{'CPU/bare':>9}"
    )
    for name, times in keys.items():
        print(keys_line(name, times, keys["bare Input: a letter"]))


def time_changes(path: Path) -> None:
    """A file that others write: when it is painted, what waiting costs, and the cursor while it is loaded."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "browse.db"
        shutil.copyfile(path, copy)
        browser = Terminal(BROWSER, str(copy), str(NOW))
        browser.until(b"FT  ")
        idle = browser.idle(4)
        painted = [painted_after(browser, copy, 30 + number) for number in range(8)]
        print(f"a browser that nobody touches takes {idle:.2%} of a CPU")
        print(
            f"a commit of another process is painted after {median(painted):.0f} ms, at most {max(painted):.0f} ms"
        )
        quiet, _ = moved_cursor(browser)
        with subprocess.Popen([sys.executable, __file__, LOAD, str(copy)]) as loader:
            loading, scores = moved_cursor(browser, while_running=loader)
        print(f"cursor: p50 {median(quiet):.1f}, p95 {_p95(quiet):.1f} ms; while {LOADED:,} fixtures are loaded: "
              f"p50 {median(loading):.1f}, p95 {_p95(loading):.1f} ms ({len(loading)} keys)")  # fmt: skip
        mixed = sum(len(one) > 1 for one in scores)
        print(
            f"pictures of two states while loading: {mixed} of {len(scores)}, {len(set(map(frozenset, scores)))} scores"
        )
        browser.end()


def painted_after(browser: Terminal, path: Path, goals: int) -> float:
    """Milliseconds from the commit of a score to its picture."""
    score_of_day(path, goals)
    start = perf_counter()
    browser.wait_for(f" {goals}-{goals} ".encode())
    done = perf_counter() - start
    browser.settle()
    return done * 1000


def score_of_day(path: Path, goals: int) -> None:
    """Give all fixtures of the day one score, in one transaction."""
    with closing(sqlite3.connect(path, timeout=60)) as connection, connection:
        connection.execute(
            "update fixture set home_goals = ?1, away_goals = ?1 where kickoff_ts >= ?2",
            (goals, TODAY),
        )


def moved_cursor(
    browser: Terminal, while_running: "subprocess.Popen[bytes] | None" = None
) -> tuple[list[float], list[set[str]]]:
    """Milliseconds from keys to the cursor in its new place, and the scores on each picture that shows any.

    All fixtures of the day always have one score: two on one picture are two states of the file.
    """
    picture, times, scores = Picture(), list[float](), list[set[str]]()
    while len(times) < 100 if while_running is None else while_running.poll() is None:
        start = perf_counter()
        os.write(browser.file, b"\x1b[B" if len(times) // 10 % 2 == 0 else b"\x1b[A")
        picture.feed(browser.wait_for("▌".encode()))
        times.append((perf_counter() - start) * 1000)
        while select.select([browser.file], [], [], 0.03)[0]:
            picture.feed(os.read(browser.file, 65536))
        scores += [shown] if (shown := picture.scores()) else []
    return times, scores


def load(path: Path) -> None:
    """Load fixtures of a past season, 1,000 a transaction, which gives all fixtures of the day another score too."""
    draw = random.Random(7)
    with closing(sqlite3.connect(path)) as connection:
        first = connection.execute("select max(id) from fixture").fetchone()[0]
    for start in range(0, LOADED, 1000):
        rows = [fixture_at(first + n - 2 * LOADED, first, draw)._replace(id=first + 1 + n)
                for n in range(start, start + 1000)]  # fmt: skip
        with open_database(path) as connection:
            upsert(connection, "fixture", rows)
            upsert(connection, "team_fixture", sorted(sides_of(rows)))
            connection.execute(
                "update fixture set home_goals = ?1, away_goals = ?1 where kickoff_ts >= ?2",
                (start // 1000 % 9, TODAY),
            )
            connection.commit()


def main() -> None:
    """Print the tables."""
    if LOAD in sys.argv:
        load(Path(sys.argv[-1]))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    path = Path(tempfile.gettempdir()) / f"footydata-browse-{count}.db"
    if not path.exists():
        build(path, count)
    with closing(sqlite3.connect(path)) as connection:
        day = connection.execute(
            "select count(*) from fixture where kickoff_ts >= ?", (TODAY,)
        ).fetchone()
    print(
        f"{count:,} fixtures, {day[0]:,} of them today; {COLUMNS} x {ROWS}; load {os.getloadavg()[0]:.1f}"
    )
    time_keys(path)
    time_changes(path)


if __name__ == "__main__":
    main()
