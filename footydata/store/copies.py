"""Copies one snapshot of a database, even while others write it; the copy is complete or not there.

SQLite writes it under another name beside the target; it is renamed once it is complete.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from footydata.contract.errors import FootydataError
from footydata.store.files import remove_with_journals
from footydata.wording import safe

ENDING = ".backup"
"""The suffix of the copies that footydata makes before a change; `datasette FOLDER` does not attach such files."""

PAGES = 2_048
"""Pages copied in one step; between two steps progress is reported and an interrupt is noticed."""

Progress = Callable[[int, int], object]
"""Called after each step with the number of pages copied, and of all pages."""

_log = logging.getLogger(__name__)


class BackupFailed(FootydataError):
    """No copy could be made; the message says why. A file at the target is unchanged."""


def copy_database(connection: sqlite3.Connection, target: Path, *, progress: Progress = lambda *_: None) -> None:
    """Copy one snapshot of a connection's database to a file; a file at the target is replaced.

    connection: must not be in a write transaction. Raises BackupFailed; an interrupt leaves no files behind either.
    """
    beside = target.with_name(f"{target.name}.part-{os.getpid()}")
    is_own = not connection.in_transaction
    try:
        # Without a read transaction SQLite would start the copy again after each write.
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
        remove_with_journals(beside)


def back_up_before(connection: sqlite3.Connection, what: str) -> Path | None:
    """Copy the committed state of a connection's database beside it, before a change; gives the path of the copy.

    what: the change, for the name of the copy: football.before-schema-4.backup. The path is logged as a warning.
    None for a database in memory. Raises BackupFailed.
    """
    (name,) = connection.execute("select file from pragma_database_list where name = 'main'").fetchone()
    if not name:
        return None
    path = Path(name)
    target = _free(path.with_name(f"{path.stem}.before-{what}{ENDING}"))
    started = time.monotonic()
    # Through another connection, as this one may be in the middle of the change.
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
    """The path, with a number added if a file is there: no copy replaces an older one."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name.removesuffix(ENDING)}-{number}{ENDING}")
    return found
