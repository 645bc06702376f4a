"""Frames beside their peers: a million fixtures beside pd.read_sql of the bare table, a season, rolling form.

Run: python tests/benchmarks/frames.py [FIXTURES]. Builds a database of so many fixtures (a million) in a temporary
folder. Each read of all of it runs in a process of its own, in turn, so that the memory is its own; CPU counts the
process that ADBC reads in. Prints ours, the peer's and the ratio; takes about a minute.
"""

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROUNDS = 3
READERS = {
    "ours": "import footydata as fd; db = fd.Database(path)\ndef read(): return db.fixtures()",
    "read_sql": "import sqlite3, pandas as pd; c = sqlite3.connect(path)\n"
    "def read(): return pd.read_sql('select * from fixture', c)",
}
MEASURE = """
import resource, sys, time, pandas
path = sys.argv[1]
{reader}
def spent(): return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
before, start = spent(), time.perf_counter()
frame = read()
own, child = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(spent() - before, time.perf_counter() - start, own, child)
"""


def measured(reader: str, path: Path) -> list[float]:
    """CPU seconds, wall seconds, MB of the process and MB of its child of one read in a process of its own."""
    code = MEASURE.format(reader=reader)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]


def compared(what: str, readers: Mapping[str, str], path: Path) -> None:
    """Print how two readers, ours and its peer, do in interleaved rounds: medians."""
    rounds: dict[str, list[list[float]]] = {name: [] for name in readers}
    for _ in range(ROUNDS):
        for name, reader in readers.items():
            rounds[name].append(measured(reader, path))
    ours, peer = ([median(column) for column in zip(*of, strict=True)] for of in rounds.values())
    _, named = readers
    print(
        f"{what} to a frame: CPU {ours[0]:.2f} s, {named} {peer[0]:.2f} s: {peer[0] / ours[0]:.1f}x"
    )
    print(f"  wall {ours[1]:.2f} s, {named} {peer[1]:.2f} s: {peer[1] / ours[1]:.1f} times as fast")
    print(
        f"  memory {ours[2]:.0f} MB (its child {ours[3]:.0f}), {named} {peer[2]:.0f} MB: {ours[2] / peer[2]:.2f}"
    )


def milliseconds(read: Callable[[], object], times: int) -> float:
    """The median of some runs."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        read()
        taken.append(1000 * (perf_counter() - start))
    return median(taken)


def main() -> None:
    """Print the table."""
    import footydata as fd
    from tests.benchmarks.standings import build

    fixtures = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with TemporaryDirectory() as folder:
        path = Path(folder) / "football.db"
        build(path, fixtures)
        compared(f"{fixtures:,} fixtures", READERS, path)
        with fd.Database(path) as db:
            league = int(db.leagues()["league_id"].iloc[0])
            print(
                f"a season's frame: {milliseconds(lambda: db.fixtures(league=league, season='1960'), 21):.1f} ms"
            )
            spans = range(1950, 1950 + 132)
            few = [str(year) for year in spans if year < 1950 + fixtures // 19_000][:3]
            size = len(db.team_fixtures(season=few))
            taken = milliseconds(lambda: db.team_fixtures(season=few, rolling=[5, 10]), 3)
            print(f"team_fixtures, two windows, {size // 2:,} fixtures: {taken:.0f} ms")
    print(
        f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB"
    )


if __name__ == "__main__":
    main()
