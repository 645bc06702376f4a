"""Loading football-data.co.uk CSV files, beside `sqlite-utils insert --csv` of the same files and a second load.

Run: python tests/benchmarks/loading_csv.py FOLDER
The folder holds files of the main format, in any depth. Interleaved runs, medians; the ratios are what counts.
"""

import argparse
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from click.testing import CliRunner
from sqlite_utils.cli import cli as sqlite_utils

from footydata.ingest.files import load
from footydata.sources.football_data import FootballData
from footydata.store.file.opening import open_database

RUNS = 3
PEER, FIRST, AGAIN = "sqlite-utils insert --csv", "footydata load", "footydata load again"


def ours(files: list[Path], database: Path) -> float:
    """Seconds of a first load, cleaned, normalised and with provenance."""
    connection = open_database(database)
    started = perf_counter()
    load(connection, files, now=1)
    seconds = perf_counter() - started
    connection.close()
    return seconds


def theirs(files: list[Path], database: Path) -> float:
    """Seconds of sqlite-utils, called in this process, each file into a table of its own as it stands."""
    started = perf_counter()
    for number, path in enumerate(files):
        arguments = [
            "insert",
            str(database),
            f"file{number}",
            str(path),
            "--csv",
            "--encoding",
            "latin-1",
        ]
        result = CliRunner().invoke(sqlite_utils, arguments)
        assert result.exit_code == 0, result.output
    return perf_counter() - started


def main() -> None:
    """Print one table: seconds, rows a second, and the ratio to sqlite-utils."""
    parser = argparse.ArgumentParser(
        description="Loading football-data.co.uk CSV, beside sqlite-utils insert --csv."
    )
    parser.add_argument("folder", type=Path, help="of files of the main format, in any depth")
    reader = FootballData()
    files = [
        path
        for path in sorted(parser.parse_args().folder.rglob("*.csv"))
        if reader.recognises(path)
    ]
    rows = sum(path.read_bytes().count(b"\n") for path in files)
    seconds: dict[str, list[float]] = {
        "sqlite-utils insert --csv": [],
        "footydata load": [],
        "footydata load again": [],
    }
    for _ in range(RUNS):
        with TemporaryDirectory() as folder:
            seconds[PEER].append(theirs(files, Path(folder) / "theirs.db"))
            seconds[FIRST].append(ours(files, Path(folder) / "ours.db"))
            seconds[AGAIN].append(ours(files, Path(folder) / "ours.db"))
    peer = median(seconds[PEER])
    print(f"{len(files)} files, {rows} lines, medians of {RUNS}")
    for name, runs in seconds.items():
        print(
            f"{name:28} {median(runs):7.2f} s {rows / median(runs):12,.0f} rows/s {peer / median(runs):8.2f} x"
        )


if __name__ == "__main__":
    main()
