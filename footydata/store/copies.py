"""Makes consistent copies of databases while others write them: of one moment, whole or not at all.

A copy is made by SQLite, beside its place under another name, and put there when it is whole.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from footydata.contract.errors import FootydataError
from footydata.wording import safe

ENDING = ".backup"
"""Of the copies that footydata makes by itself: `datasette FOLDER` attaches every *.db, and never these."""

PAGES = 2_048
"""Pages of one step: between two of them progress is reported, and an interrupt is noticed."""

Progress = Callable[[int, int], object]
"""Called after each step: how many pages are copied, and how many there are."""

_log = logging.getLogger(__name__)


class BackupFailed(FootydataError):
    """No copy could be made; the message says why. What stood at its place is as it was."""


def copy_database(connection: sqlite3.Connection, target: Path, *, progress: Progress = lambda *_: None) -> None:
    """Copy the database of a connection to a file, as it is at one moment, in the place of what is there.

    connection: in no transaction that writes. Raises BackupFailed; an interrupt leaves nothing behind either.
    """
    beside = target.with_name(f"{target.name}.part-{os.getpid()}")
    is_own = not connection.in_transaction
    try:
        # A reader's snapshot, so that the copy need not begin again whenever somebody writes.
        if is_own:
            connection.execute("begin")
        connection.execute("select count(*) from sqlite_master").fetchone()
        with closing(sqlite3.connect(beside.resolve().as_uri(), uri=True)) as copy:
            connection.backup(copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total))
        beside.replace(target)
    except sqlite3.Error as error:
        raise BackupFailed(f"no copy could be written to {target}: {error}") from error
    except OSError as error:
        raise BackupFailed(f"no copy could be written to {target}: {error.strerror or error}") from error
    finally:
        if is_own:
            connection.rollback()
        for ending in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                beside.with_name(f"{beside.name}{ending}").unlink(missing_ok=True)


def back_up_before(connection: sqlite3.Connection, what: str) -> Path | None:
    """Copy the database of a connection, as it is committed, beside it before it is changed; gives where to.

    what: names the change in the copy's name, as in football.before-schema-4.backup. The log says where it is.
    None for a database in memory. Raises BackupFailed.
    """
    (name,) = connection.execute("select file from pragma_database_list where name = 'main'").fetchone()
    if not name:
        return None
    path = Path(name)
    target = _free(path.with_name(f"{path.stem}.before-{what}{ENDING}"))
    started = time.monotonic()
    # Another connection: this one may be in the middle of what the copy is to be without.
    with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=rw", uri=True)) as reader:
        try:
            copy_database(reader, target)
        except BackupFailed as error:
            raise BackupFailed(
                f"{error}; nothing of {path} was changed: make room beside it, then try again"
            ) from error
    seconds = time.monotonic() - started
    _log.warning("%s", safe(f"{path.name} was copied to {target} before {what} ({seconds:.1f} s)"))
    return target


def _free(path: Path) -> Path:
    """The path, with a number where there is a file already: no copy takes the place of an older one."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name.removesuffix(ENDING)}-{number}{ENDING}")
    return found
