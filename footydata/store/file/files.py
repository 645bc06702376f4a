"""The file at a path, seen from outside: its kind, its permissions, its journals, and whether it has changed.

Nothing here opens a file: see `sqlite_files` for why a SQLite file must not be.
"""

import os
import sqlite3
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FOLDER = "a folder"
"""The kind of a folder, in messages."""

NO_PATH = "a text with a NUL character"
"""The kind of a path that no system can have."""

KINDS = (
    (stat.S_ISDIR, FOLDER),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
"""What may be at a path instead of a file: a test of its mode, and its name in messages."""

JOURNALS = ("-wal", "-shm", "-journal")
"""The suffixes of the journals that SQLite makes beside a file."""


def file_of(connection: sqlite3.Connection) -> Path | None:
    """The path of the file that a connection has open, None for a database in memory."""
    (name,) = connection.execute(
        "select file from pragma_database_list where name = 'main'"
    ).fetchone()
    return Path(name) if name else None


def kind_of(path: Path) -> str | None:
    """What is at the path instead of a file; None for a file, and if nothing is there or it can't be examined."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    except ValueError:
        return NO_PATH
    return next((kind for is_one, kind in KINDS if is_one(mode)), None)


def is_circular_link(path: Path) -> bool:
    """Whether the symbolic links from the path form a circle."""
    try:
        path.resolve()
    except (OSError, RuntimeError):  # which of them it is depends on the version of Python
        return True
    return False


def why_not_writable(path: Path) -> str | None:
    """Why a file can't be written or made, in a few words; None if it can be."""
    real = path.resolve()
    if real.exists() and not os.access(real, os.W_OK):
        return "the file is write-protected"
    # SQLite makes its journals beside the file. A missing folder is reported elsewhere.
    if real.parent.is_dir() and not os.access(real.parent, os.W_OK | os.X_OK):
        return f"the folder {real.parent} can't be written"
    return None


def uri_of(path: Path, mode: str) -> str:
    """The URI by which SQLite opens the file, symbolic links resolved and characters escaped. mode: ro, rw, rwc."""
    return f"{path.resolve().as_uri()}?mode={mode}"


def journals_of(path: Path) -> list[Path]:
    """The paths of a file's journals, whether they exist or not."""
    return [path.with_name(f"{path.name}{ending}") for ending in JOURNALS]


def remove_with_journals(path: Path) -> None:
    """Remove a file that is not open anywhere, and its journals; those that can't be removed stay."""
    for file in (path, *journals_of(path)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def put_in_place(part: Path, target: Path) -> None:
    """Rename a complete file to the target, where none is open."""
    if not target.exists():
        # SQLite would write what was left of an earlier file of this name into the new one.
        remove_with_journals(target)
    part.replace(target)


class Stamp(NamedTuple):
    """Identifies a file and its contents: it changes when the file is written or replaced."""

    device: int
    inode: int
    size: int
    mtime_ns: int


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of the file at the path, None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def identity_of(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at the path, None if there is none."""
    stamp = stamp_of(path)
    return None if stamp is None else stamp[:2]


class Contents(NamedTuple):
    """The stamps of a file and of the two journals that may hold what it lacks, None for an empty one."""

    file: Stamp | None
    wal: Stamp | None
    journal: Stamp | None

    @property
    def ending(self) -> str:
        """The suffix of the journal that is not empty, '' if there is none."""
        return "-wal" if self.wal else "-journal" if self.journal else ""


def contents_of(path: Path) -> Contents:
    """The stamps of a file and of its journals."""
    real = path.resolve()
    wal, journal = (stamp_of(real.with_name(real.name + ending)) for ending in ("-wal", "-journal"))
    return Contents(
        stamp_of(real),
        wal if wal and wal.size else None,
        journal if journal and journal.size else None,
    )


def is_running(pid: int) -> bool:
    """Whether a process may be running; True if that is unknown."""
    if sys.platform == "win32":
        return True  # os.kill would end it
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
