"""What tests of two processes on one database need: a loader, and what a process or a folder is left with."""

import contextlib
import subprocess
import sys
from pathlib import Path

from tests.forked import Forked
from tests.imported import footydata_program

HEADING = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR"
CLUBS = ("Arsenal", "Chelsea", "Everton", "Fulham", "Leeds", "Burnley")

LOADED_DAY = 1_755_302_400
"""2025-08-16 00:00 UTC, the day of what is loaded."""

LOADS = len(CLUBS) // 2

VISIT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0)
connection.execute("select * from sqlite_master").fetchone()
try:
    connection.execute("begin immediate")
except sqlite3.OperationalError as error:
    print(error)
connection.close()
"""
"""What a process does that comes while another writes: it reads, may not write, and leaves."""


def load_in_another_process(database: Path, folder: Path, number: int) -> None:
    """Load one more fixture of the day; there are LOADS of them. folder: where the file is written."""
    file = folder / f"{number}" / "E0.csv"
    file.parent.mkdir()
    home, away = CLUBS[2 * number : 2 * number + 2]
    file.write_text(f"{HEADING}\nE0,16/08/2025,15:00,{home},{away},{number},1,H\n")
    command = ["footydata", "load", str(database), str(file), "--quiet"]
    out, errors = file.with_name("out"), file.with_name("errors")
    loader = Forked(footydata_program, command, out=out, errors=errors)
    assert loader.wait() == 0, errors.read_text()


def locks_hold(database: Path) -> bool:
    """Whether another process may not write, as this one does, and leaves the journal where it is."""
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(database)], capture_output=True, text=True, timeout=60
    )
    return "database is locked" in done.stdout and Path(f"{database}-wal").exists()


def deleted_files(pid: int) -> list[str]:
    """The databases and journals that a process holds open and that have been deleted."""
    held = []
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            held.append(str(entry.readlink()))
    return [name for name in held if name.endswith(" (deleted)") and "football" in name]


def journals_in(folder: Path) -> list[str]:
    """The names of the journals of SQLite in a folder."""
    return sorted(
        path.name for path in folder.iterdir() if path.name.endswith(("-wal", "-shm", "-journal"))
    )
