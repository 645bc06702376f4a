"""Loading and merging, beside another checkout of footydata: CPU of the same commands, run in pairs.

Run: python tests/benchmarks/merging.py OTHER FOLDER [DUMP] [--rounds N]
OTHER is the footydata command of the other checkout's environment. FOLDER holds football-data.co.uk files of the main
format, in any depth; their further figures, which an older footydata does not store, are left out. DUMP holds a v1
export of the same fixtures; without it one is made of the files. Prints for each step the median and the least CPU of
both in seconds, user and system, and the median and the least ratio of a pair: ours by the other's.
"""

import argparse
import csv
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from footydata.football.register import further_figures
from footydata.sources.football_data import FootballData

OURS = Path(sys.executable).parent / "footydata"
FURTHER = {column for figure in further_figures() for column in figure.football_data}

STEPS = (
    ("fresh CSV", "first.db", ("csv",)),
    ("dump over CSV", "first.db", ("dump",)),
    ("CSV again, --correct", "first.db", ("csv", "--correct")),
    ("fresh dump", "second.db", ("dump",)),
    ("CSV over dump", "second.db", ("csv",)),
)
"""What is timed, which database it is loaded into, and the arguments of load; a step begins where the last ended."""


def without_further_figures(path: Path, copy: Path) -> None:
    """Write the rows of a file without the columns of further figures."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    with copy.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(text.splitlines())
        kept = [name for name in rows.fieldnames or () if name not in FURTHER]
        writer = csv.DictWriter(stream, kept, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def prepare(folder: Path, files: Path, dump: Path | None) -> None:
    """Put the files and the dump under the names that the steps have for them."""
    (folder / "csv").mkdir()
    reader = FootballData()
    for number, path in enumerate(
        path for path in sorted(files.rglob("*.csv")) if reader.recognises(path)
    ):
        without_further_figures(path, folder / "csv" / f"{number:03}.csv")
    if dump is not None:
        (folder / "dump").symlink_to(dump.resolve())
        return
    cpu_of(OURS, folder, "load", "dumped.db", "csv")
    cpu_of(OURS, folder, "export", "dumped.db", "dump", "--format", "v1")


def cpu_of(command: Path, folder: Path, *arguments: str) -> float:
    """Seconds of CPU of one command. Raises SystemExit where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [command, *arguments, "--quiet"], cwd=folder, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # 1: all was loaded that can be; the rest is named.
    if ran.returncode not in (0, 1):
        raise SystemExit(f"{command} {' '.join(arguments)}: {ran.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(
        description="Loading and merging, beside another checkout of footydata."
    )
    parser.add_argument("other", type=Path, help="the footydata command of another environment")
    parser.add_argument(
        "files", type=Path, help="a folder of files of football-data.co.uk's main format"
    )
    parser.add_argument(
        "dump",
        type=Path,
        nargs="?",
        help="a v1 export of the same fixtures; made where it is missing",
    )
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    commands = (given.other.absolute(), OURS)
    pairs: dict[str, list[tuple[float, ...]]] = {name: [] for name, _, _ in STEPS}
    with TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder, given.files, given.dump)
        for number in range(given.rounds):
            for old in folder.glob("*_*.db*"):
                old.unlink()
            for name, database, arguments in STEPS:
                # Each goes first every other round: what runs second finds the disk's cache warm.
                order = (0, 1) if number % 2 else (1, 0)
                cpu = {
                    at: cpu_of(commands[at], folder, "load", f"{at}_{database}", *arguments)
                    for at in order
                }
                pairs[name].append((cpu[0], cpu[1]))
    print(f"{'':22} {'other':>11} {'ours':>13} {'ratio':>14}   median and least of {given.rounds}")
    for name, found in pairs.items():
        other, ours = zip(*found, strict=True)
        ratios = [one / another for another, one in found]
        values = (f"{median(each):6.2f} {min(each):6.2f}" for each in (other, ours, ratios))
        print(f"{name:22}", *values)


if __name__ == "__main__":
    main()
