"""The terminal browser on a real pseudo-terminal: start, keys, filter and day change, beside a bare Textual Input.

Run: python tests/benchmarks/browse.py [FIXTURES]   (1,000,000 unless told; the file is built once in the temp folder)
A key's time runs from its byte to the last byte of the picture with its rows. Trust the ratios, not the milliseconds.
"""

import os
import pty
import random
import select
import signal
import sqlite3
import struct
import sys
import tempfile
import termios
from datetime import UTC, datetime
from fcntl import ioctl
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from footydata.records import Country, Fixture, League, Season, Team, TeamFixture
from footydata.store.database import open_database
from footydata.store.writing import upsert

ROWS, COLUMNS = 30, 120
QUIET = 0.12
"""Seconds without a byte after which a picture is whole."""

BURST = 0.003
"""Seconds between two bytes of one picture at most; the scroll bar alone comes again a frame later."""

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
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

BROWSER = """
import os, sys
os.environ["TEXTUAL_FPS"] = "120"
from pathlib import Path
from footydata.tui.app import BrowseApp
BrowseApp(Path(sys.argv[1]), now=lambda: int(sys.argv[2]), utc=True).run()
"""


def build(path: Path, count: int) -> None:
    """A database of so many fixtures in 200 leagues over the ten years up to now."""
    draw = random.Random(2026)
    teams = [Team(1 + n, f"{draw.choice('ABCDEFGHKLMNPRST')}{n:04d} {draw.choice(('United', 'City', 'Rovers'))}")
             for n in range(LEAGUES * TEAMS_EACH)]  # fmt: skip
    with open_database(path) as connection:
        upsert(connection, "country", [Country("GB-ENG", "England", "country")])
        upsert(connection, "league", [League(1 + n, f"League {n:03d}", None, "GB-ENG") for n in range(LEAGUES)])
        upsert(connection, "season", [Season(1 + n, 1 + n, "25/26", 2025, 1) for n in range(LEAGUES)])
        upsert(connection, "team", teams)
        for start in range(0, count, 50_000):
            rows = [fixture_at(n, count, draw) for n in range(start, min(count, start + 50_000))]
            upsert(connection, "fixture", rows)
            upsert(connection, "team_fixture", sorted(sides_of(rows)))
            connection.commit()


def fixture_at(n: int, count: int, draw: random.Random) -> Fixture:
    """The n-th fixture by kickoff."""
    league = draw.randrange(LEAGUES)
    home, away = draw.sample(range(TEAMS_EACH), 2)
    kickoff = NOW - (count - n) * (3650 * 86_400 // count) // 900 * 900
    goals = (draw.randrange(5), draw.randrange(4))
    return Fixture(
        1 + n, 1 + league, 1 + league, 1 + league * TEAMS_EACH + home, 1 + league * TEAMS_EACH + away, kickoff,
        status="finished", home_goals=goals[0], away_goals=goals[1], home_corners=draw.randrange(12),
        away_corners=draw.randrange(10),
    )  # fmt: skip


def sides_of(rows: list[Fixture]) -> list[TeamFixture]:
    """Both sides' entries of fixtures."""
    return [TeamFixture(team, row.kickoff_ts, row.id) for row in rows for team in (row.home_id, row.away_id)]


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.started = perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LINES=str(ROWS), COLUMNS=str(COLUMNS))
            os.execv(sys.executable, [sys.executable, "-c", *arguments])
        ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def until(self, mark: bytes) -> float:
        """Seconds from the start until a text is painted."""
        seen = b""
        while mark not in seen:
            seen += os.read(self.file, 65536)
        done = perf_counter() - self.started
        self.settle()
        return done

    def settle(self) -> float | None:
        """Read until nothing more comes; gives the end of the picture: the last byte of the largest burst."""
        bursts: list[tuple[int, float]] = []
        while select.select([self.file], [], [], QUIET)[0]:
            size, at = len(os.read(self.file, 65536)), perf_counter()
            if bursts and at - bursts[-1][1] < BURST:
                bursts[-1] = bursts[-1][0] + size, at
            else:
                bursts.append((size, at))
        return max(bursts)[1] if bursts else None

    def press(self, key: bytes) -> float:
        """Milliseconds from a key to the picture that it brings."""
        start = perf_counter()
        os.write(self.file, key)
        last = self.settle()
        return ((last or start) - start) * 1000

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def end(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def told(name: str, times: list[float], bare: float | None = None) -> str:
    """A line of the table."""
    ratio = f"{median(times) / bare:6.2f}" if bare else ""
    return f"{name:34}{median(times):9.1f}{quantiles(times, n=20)[-1]:9.1f}{ratio:>9}"


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    path = Path(tempfile.gettempdir()) / f"footydata-browse-{count}.db"
    if not path.exists():
        build(path, count)
    with sqlite3.connect(path) as connection:
        day = connection.execute("select count(*) from fixture where kickoff_ts >= ?", (NOW - NOW % 86_400,)).fetchone()
    print(f"{count:,} fixtures, {day[0]:,} of them today; {COLUMNS} x {ROWS}")
    starts, bare_starts, bare_keys = [], [], []
    keys: dict[str, list[float]] = {"cursor down": [], "day before": [], "filter, a letter": [], "find, a letter": []}
    memory = 0.0
    for _ in range(7):
        bare = Terminal(BARE)
        bare_starts.append(bare.until(b"eady") * 1000)
        bare_keys += [bare.press(letter) for letter in (b"a", b"b", b"c", b"d", b"e", b"f")]
        bare.end()
        browser = Terminal(BROWSER, str(path), str(NOW))
        starts.append(browser.until(b"FT  ") * 1000)
        keys["cursor down"] += [browser.press(b"\x1b[B") for _ in range(8)]
        keys["day before"] += [browser.press(b"\x1b[D") for _ in range(6)]
        browser.press(b"/")
        keys["filter, a letter"] += [browser.press(letter) for letter in (b"u", b"n", b"i", b"t", b"e")]
        browser.press(b"\x1b\x1b")
        browser.press(b"F")
        keys["find, a letter"] += [browser.press(letter) for letter in (b"u", b"n", b"i", b"t", b"e")]
        memory = max(memory, browser.memory())
        browser.end()
    key = median(bare_keys)
    print(f"{'milliseconds':34}{'p50':>9}{'p95':>9}{'of bare':>9}")
    print(told("bare Input: start", bare_starts))
    print(told("browser: start to first rows", starts, median(bare_starts)))
    print(told("bare Input: a letter", bare_keys))
    for name, times in keys.items():
        print(told(f"browser: {name}", times, key))
    print(f"browser: {memory:.0f} MB resident")


if __name__ == "__main__":
    main()
