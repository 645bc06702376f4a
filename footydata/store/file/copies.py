"""Copies one snapshot of a database, even while others write it; the copy is complete or not there.

SQLite writes it under another name beside the target; it is renamed once it is complete.
"""

import glob
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from footydata.football.errors import FootydataError
from footydata.football.wording import safe
from footydata.store.file.failures import reason_of, remedy
from footydata.store.file.files import file_of, is_running, put_in_place, remove_with_journals
from footydata.store.file.sqlite_files import is_incomplete_copy

ENDING = ".backup"
"""The suffix of the copies that footydata makes before a change; `datasette FOLDER` does not attach such files."""

PAGES = 2_048
"""Pages copied in one step; between two steps progress is reported and an interrupt is noticed."""

Progress = Callable[[int, int], object]
"""Called after each step with the number of pages copied, and of all pages."""

_log = logging.getLogger(__name__)


class BackupFailed(FootydataError):
    """No copy could be made; the message says why. A file at the target is unchanged."""


def copy_database(
    connection: sqlite3.Connection,
    target: Path,
    *,
    name: Path | None = None,
    progress: Progress = lambda *_: None,
) -> None:
    """Copy one snapshot of a connection's database to a file; a file at the target is replaced.

    connection: must not be in a write transaction. name: what messages call the target, None for its path.
    Raises BackupFailed; an interrupt leaves no files behind either.
    """
    remove_abandoned(target)
    part = partial_path(target)
    is_own = not connection.in_transaction
    try:
        # Without a read transaction SQLite would start the copy again after each write.
        if is_own:
            connection.execute("begin")
        connection.execute("select count(*) from sqlite_master").fetchone()
        with closing(sqlite3.connect(part.resolve().as_uri(), uri=True)) as copy:
            connection.backup(
                copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total)
            )
        put_in_place(part, target)
    except (sqlite3.Error, OSError) as error:
        if reason_of(error) == sqlite3.SQLITE_CORRUPT:
            source = file_of(connection)
            raise BackupFailed(
                f"{source} is damaged ({error}), so that it can't be copied: 'footydata export {source} DIR' saves "
                "what can still be read; or name another file"
            ) from error
        where = name or target
        reason = getattr(error, "strerror", None) or error
        advice = "; ".join(filter(None, (str(reason), remedy(error, str(where)))))
        raise BackupFailed(f"no copy could be written to {where}: {advice}") from error
    finally:
        if is_own:
            connection.rollback()
        remove_with_journals(part)


def back_up_before(connection: sqlite3.Connection, what: str) -> Path | None:
    """Copy the committed state of a connection's database beside it, before a change; returns the path of the copy.

    what: the change, for the name of the copy: football.before-unload-2.backup. The path is logged as a warning.
    None for a database in memory. Raises BackupFailed.
    """
    path = file_of(connection)
    if path is None:
        return None
    target = unused_path(path.with_name(f"{path.stem}.before-{what}"), ENDING)
    started = time.monotonic()
    # Through another connection, as this one may be in the middle of the change.
    with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=rw", uri=True)) as reader:
        try:
            copy_database(reader, target)
        except BackupFailed as error:
            raise BackupFailed(f"{error}; nothing of {path} was changed") from error
    seconds = time.monotonic() - started
    _log.warning("%s", safe(f"{path.name} was copied to {target} before {what} ({seconds:.1f} s)"))
    return target


def unused_path(path: Path, ending: str) -> Path:
    """The path with the ending, and a number before it if a file is there: no copy replaces an older one."""
    target, number = path.with_name(path.name + ending), 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}-{number}{ending}")
    return target


def partial_path(target: Path) -> Path:
    """Where this process writes a file that replaces the target once it is complete."""
    return target.with_name(f"{target.name}.part-{os.getpid()}")


def remove_abandoned(target: Path) -> None:
    """Remove the incomplete copies, and their journals, that killed processes left beside the target."""
    for path in target.parent.glob(f"{glob.escape(target.name)}.*"):
        name = _PART.fullmatch(path.name.removeprefix(target.name))
        if name is None or is_running(int(name["pid"])):
            continue
        part = target.with_name(target.name + name["part"])
        if not part.exists() or is_incomplete_copy(part):
            remove_with_journals(part)


_PART = re.compile(
    r"(?P<part>\.(?:part|new)-(?P<pid>\d+)(?:\.part-(?P=pid))?)(?:-wal|-shm|-journal)?", re.ASCII
)
"""What follows the target in the names that `partial_path` and a replay give to its copies."""
