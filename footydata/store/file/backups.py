"""Backups of a database: copied while others write it, and put back in its place.

A copy is of one snapshot, and complete or not there: SQLite writes it under another name beside the target, and it is
renamed once it is complete.
"""

import glob
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.wording import safe
from footydata.store.file.opening import (
    check_can_be_made,
    file_at,
    open_database,
    open_read_only,
    remove_journal,
)
from footydata.store.file.sqlite_files import (
    BUSY_MS,
    CLOSING_MS,
    DamagedDatabase,
    DatabaseError,
    check_sound,
    database_missing,
    file_error,
    file_errors,
    file_of,
    is_running,
    is_sqlite_file,
    journals_of,
    put_in_place,
    reason_of,
    remove_with_journals,
    uri_of,
)
from footydata.store.file.transactions import begin_write

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
    progress: Progress = lambda *_: None,
) -> None:
    """Copy one snapshot of a connection's database to a file; a file at the target is replaced.

    connection: must not be in a write transaction.
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
            _copy(connection, copy, progress)
        put_in_place(part, target)
    except (sqlite3.Error, OSError) as error:
        is_damage = reason_of(error) == sqlite3.SQLITE_CORRUPT
        known = file_error(error, str(file_of(connection)) if is_damage else target)
        raise BackupFailed(f"no copy could be written to {target}: {known or error}") from error
    finally:
        if is_own:
            connection.rollback()
        remove_with_journals(part)


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    source.backup(
        target, pages=PAGES, progress=lambda _, left, total: progress(total - left, total)
    )


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
    return target.with_name(f"{target.name}.copying-{os.getpid()}")


def remove_abandoned(target: Path) -> None:
    """Remove the incomplete copies, and their journals, that killed processes left beside the target."""
    for path in target.parent.glob(f"{glob.escape(target.name)}.copying-*"):
        copying = _COPYING.match(path.name.removeprefix(target.name))
        if copying is not None and not is_running(int(copying[1])):
            with suppress(OSError):
                path.unlink()


_COPYING = re.compile(r"\.copying-(\d+)", re.ASCII)
"""What follows the target in the names of its copies and of their journals: the process that makes them."""


def back_up(
    database: Path,
    target: Path,
    *,
    force: bool = False,
    progress: Progress = lambda *_: None,
) -> None:
    """Copy one snapshot of a database to a file.

    force: replace a file at the target.
    Raises BackupFailed, DatabaseMissing, NotAFootballDatabase, UnknownSchema, DamagedDatabase.
    """
    with closing(open_read_only(database)) as connection:
        _check_target(database, target, force=force)
        copy_database(connection, target, progress=progress)


def _check_target(database: Path, target: Path, *, force: bool) -> None:
    """Raise BackupFailed if no copy can be written to the target."""
    try:
        check_can_be_made(file_at(target))
    except DatabaseError as error:
        raise BackupFailed(str(error)) from error
    if not target.exists():
        return
    if target.samefile(database):
        raise BackupFailed(f"{target} is the database itself; name another file")
    if not force:
        raise BackupFailed(
            f"{target} is there already; name another file, or add --force to replace it"
        )
    if is_sqlite_file(target):
        remove_journal(target)
    # A copy in the place of an open file would be read through the old file's journal.
    if any(journal.exists() for journal in journals_of(target)):
        raise BackupFailed(
            f"{target} is open elsewhere, or its journal is left over; close it, or name another file"
        )


def restore(
    database: Path, backup: Path, *, keep: bool = True, progress: Progress = lambda *_: None
) -> Path | None:
    """Replace the contents of a database by those of a backup, in one transaction.

    Open connections see the old state, then the new one. The backup is not changed. keep: copy the database to a file
    beside it first, whose path is returned; None if there is none.
    Raises BackupFailed, DatabaseMissing, NotAFootballDatabase, UnknownSchema, DamagedDatabase, DatabaseError,
    ReadOnlyDatabase.
    """
    where = file_at(database)
    if not file_at(backup).exists():
        raise database_missing(backup, "name a file that 'footydata backup' wrote")
    if where.exists() and where.samefile(backup):
        raise InvalidArgument(
            f"{backup} is the database itself; name a copy of it", parameter="backup", value=backup
        )
    check_can_be_made(where)
    remove_abandoned(where)
    with closing(open_read_only(backup)) as source:
        # What is checked is what is copied, even if another program writes the backup meanwhile.
        source.execute("begin")
        check_sound(source, backup)
        if where.exists():
            return _overwrite(where, source, keep=keep, progress=progress)
        copy_database(source, where, progress=progress)
    return None


def _overwrite(
    where: Path, source: sqlite3.Connection, *, keep: bool, progress: Progress
) -> Path | None:
    saved = None
    try:
        with file_errors(where), closing(open_database(where)) as target:
            saved = back_up_before(target, "restore") if keep else None
            # A locked file is refused here; SQLite's own copying would wait for it without end.
            begin_write(target)
            target.rollback()
    except (DamagedDatabase, BackupFailed) as error:
        if keep:
            raise BackupFailed(
                f"{error}. To restore without a copy of it, add --no-backup"
            ) from error
    with (
        file_errors(where),
        closing(sqlite3.connect(uri_of(where, "rw"), uri=True, timeout=BUSY_MS / 1000)) as target,
    ):
        sizes = [
            connection.execute("pragma page_size").fetchone() for connection in (source, target)
        ]
        if sizes[0] != sizes[1]:
            # SQLite copies no others into a file with a journal.
            raise BackupFailed(
                f"the backup has pages of another size than {where}; restore it to a new file"
            )
        _copy(source, target, progress)
        # A reader inside a transaction keeps the journal long; who closes last makes it short.
        target.execute(f"pragma busy_timeout = {CLOSING_MS}")
        target.execute("pragma wal_checkpoint(truncate)").fetchall()
    return saved
