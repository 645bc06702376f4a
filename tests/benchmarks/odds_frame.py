"""The frame of odds beside pd.read_sql of the same rows.

Run: python tests/benchmarks/odds_frame.py [FIXTURES]. Builds a database of so many fixtures (60,000) in a temporary
folder, each with the nine quotes that a file of football-data.co.uk has, opening and closing. Each read of all of them
runs in a process of its own, in turn, so that the memory is its own; CPU counts the process that ADBC reads in. Prints
ours, the peer's and the ratio; takes about half a minute.
"""

import random
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from footydata.football.records import OddsRecord

READERS = {
    "ours": "import footydata as fd; db = fd.Database(path)\ndef read(): return db.odds()",
    "read_sql": "import sqlite3, pandas as pd; c = sqlite3.connect(path)\n"
    "def read(): return pd.read_sql('select odds.*, slug from odds join bookmaker on bookmaker.id = bookmaker_id', c)",
}

RESULT, TOTAL, HANDICAP = "1x2", "goal_line", "asian_handicap"
QUOTED = (
    (1, RESULT),
    (2, RESULT),
    (3, RESULT),
    (4, RESULT),
    (5, RESULT),
    (1, TOTAL),
    (2, TOTAL),
    (1, HANDICAP),
)
AVERAGE = (6, RESULT)


def odds(rng: random.Random, fixture_id: int) -> Iterator[OddsRecord]:
    """The quotes of a fixture."""
    for bookmaker_id, market in (*QUOTED, AVERAGE):
        quote = (
            None if market == RESULT else rng.choice((2.25, 2.5, 2.75)),
            *(round(rng.uniform(1.2, 9), 2),) * 3,
        )
        quote = quote if market == RESULT else (*quote[:3], None)
        yield OddsRecord(fixture_id, bookmaker_id, market, *quote, *quote)


def fill(path: Path) -> int:
    """Write odds of every fixture; returns how many."""
    rng = random.Random(20260314)
    with closing(sqlite3.connect(path)) as connection, connection:
        names = [
            (number, f"Bookmaker {number}", f"bookmaker-{number}", int(number == 1))
            for number in range(1, 7)
        ]
        connection.executemany(
            "insert into bookmaker (id, name, slug, is_default) values (?, ?, ?, ?)", names
        )
        ids = [row[0] for row in connection.execute("select id from fixture order by id")]
        marks = ", ".join("?" * len(OddsRecord._fields))
        connection.executemany(
            f"insert into odds values ({marks})", (row for id_ in ids for row in odds(rng, id_))
        )
        return len(ids) * (len(QUOTED) + 1)


def main() -> None:
    """Print the table."""
    from tests.benchmarks.frames import compared
    from tests.benchmarks.standings import build

    fixtures = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    with TemporaryDirectory() as folder:
        path = Path(folder) / "football.db"
        build(path, fixtures)
        compared(f"{fill(path):,} rows of odds", READERS, path)


if __name__ == "__main__":
    main()
