"""Loading a table of anyone, beside the same fixtures as a file of football-data.co.uk.

Run: python tests/benchmarks/loading_tables.py [--rows N]
Twelve columns of invented seasons of twelve leagues, once under the site's header and once under a plain one. CPU
seconds of whole loads into new files, interleaved, medians; the ratio is what counts.
"""

import argparse
import csv
import random
from contextlib import closing
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from footydata.ingest.files import load
from footydata.sources.parsed import LeagueKey
from footydata.sources.tables.table_map import TableMap
from footydata.store.file.opening import open_database

RUNS = 3
SITE = (
    "Div",
    "Date",
    "HomeTeam",
    "AwayTeam",
    "FTHG",
    "FTAG",
    "HTHG",
    "HTAG",
    "HC",
    "AC",
    "HY",
    "AY",
)
PLAIN = (
    *(
        "competition",
        "date",
        "home",
        "away",
        "home_goals",
        "away_goals",
        "ht_home_goals",
        "ht_away_goals",
    ),
    *("home_corners", "away_corners", "home_yellow_cards", "away_yellow_cards"),
)
MAP = TableMap(
    {
        name: {"competition": "league"}.get(
            name, name.replace("ht_", "half_").removesuffix("_cards")
        )
        for name in PLAIN
    }
)
"""What a person would agree to."""

TEAMS = [f"Town {number}" for number in range(20)]


def rows(count: int) -> list[tuple[object, ...]]:
    """Fixtures of as many seasons as are needed, each of 380 rows in order of date."""
    chance, made = random.Random(1), []
    for year in range(1864, 2099):
        for place, (home, away) in enumerate(permutations(TEAMS, 2)):
            day = date(year, 8, 10) + timedelta(days=place * 280 // 380)
            half = chance.randrange(3), chance.randrange(3)
            goals = half[0] + chance.randrange(3), half[1] + chance.randrange(3)
            figures = (
                *goals,
                *half,
                *(chance.randrange(12) for _ in range(2)),
                *(chance.randrange(6) for _ in range(2)),
            )
            made.append((day, home, away, *figures))
            if len(made) == count:
                return made
    return made


def write(
    path: Path, header: tuple[str, ...], leagues: list[str], fixtures: list[tuple[object, ...]]
) -> Path:
    """A file of the fixtures, in each league after the other."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for league in leagues:
            writer.writerows((league, f"{day:%d/%m/%Y}", *more) for day, *more in fixtures)
    return path


def seconds(path: Path, database: Path) -> float:
    """CPU seconds of a load into a new file."""
    with closing(open_database(database)) as connection:
        started = process_time()
        league = LeagueKey("GB-ENG", "Premier League")
        report = load(connection, [path], league=league, table_maps=[MAP], now=1)
        spent = process_time() - started
    assert not report.refusals, report.refusals[:3]
    return spent


def main() -> None:
    """Print one table: CPU seconds, rows a second, and the ratio to the site's format."""
    parser = argparse.ArgumentParser(
        description="Loading a plain table, beside football-data.co.uk's format."
    )
    parser.add_argument("--rows", type=int, default=1_000_000)
    count = parser.parse_args().rows
    leagues = ["E0", "E1", "E2", "E3", "D1", "D2", "I1", "I2", "SP1", "SP2", "F1", "F2"]
    fixtures = rows(-(-count // len(leagues)))
    with TemporaryDirectory() as folder:
        site = write(Path(folder) / "site.csv", SITE, leagues, fixtures)
        plain = write(Path(folder) / "plain.csv", PLAIN, leagues, fixtures)
        spent: dict[Path, list[float]] = {site: [], plain: []}
        for run in range(RUNS):
            for path in (site, plain):
                spent[path].append(seconds(path, Path(folder) / f"{path.stem}{run}.db"))
    total, peer = len(fixtures) * len(leagues), median(spent[site])
    print(f"{total:,} rows, CPU, medians of {RUNS}")
    for path, runs in spent.items():
        print(
            f"{path.stem:6} {median(runs):7.2f} s {total / median(runs):12,.0f} rows/s {median(runs) / peer:6.2f} x"
        )


if __name__ == "__main__":
    main()
