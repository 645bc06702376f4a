"""Errors of a database's file, and their remedies."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from footydata.football.errors import FootydataError

_REMEDIES = {
    sqlite3.SQLITE_FULL: "make room on the disk of {}",
    sqlite3.SQLITE_IOERR: "the disk of {} could not be read or written; look at it",
    sqlite3.SQLITE_CANTOPEN: "make the folder of {} writable",
}
"""SQLite's code → what to do."""

_CODES = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EPERM: sqlite3.SQLITE_CANTOPEN,
    errno.EROFS: sqlite3.SQLITE_CANTOPEN,
}
"""Error of the system → SQLite's code for it."""


def reason_of(error: BaseException | None) -> int | None:
    """SQLite's primary code for an error, None if it has none."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno or 0)
    if has_no_room_for_index(error):
        return sqlite3.SQLITE_FULL
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def has_no_room_for_index(error: BaseException | None) -> bool:
    """Whether the index of a journal, which is a file of 32 KB beside it, could not be made."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE


def remedy(error: BaseException | None, file: str) -> str:
    """What to do about a file that could not be read or written; '' if its disk is not the cause.

    >>> remedy(OSError(errno.EIO, "Input/output error"), "football.db"), remedy(ValueError(), "football.db")
    ('the disk of football.db could not be read or written; look at it', '')
    """
    return _REMEDIES.get(reason_of(error) or 0, "").format(file)


class DatabaseError(FootydataError):
    """The file can't be used as a football database; the message says why and what to do."""


class NotAFootballDatabase(DatabaseError):
    """The file is not a SQLite file, or belongs to another program."""


class UnknownSchema(DatabaseError):
    """The file was made by another version of footydata, whose schema this one does not know."""


class DatabaseBusy(DatabaseError):
    """Another program has locked the file."""


class DatabaseMissing(DatabaseError):
    """There is no file to read at the path."""


class ReadOnlyDatabase(DatabaseError):
    """The file, or the folder that it is in or should be in, can't be written."""


class DamagedDatabase(DatabaseError):
    """The file is a SQLite database with damage: SQLite can't read all of it."""


@contextmanager
def damage_errors(name: Path | str) -> Iterator[None]:
    """Raise DamagedDatabase in place of SQLite's error of a damaged file; its message has the remedy."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise _damage_error(name, str(error)) from error


def check_sound(connection: sqlite3.Connection, name: Path | str) -> None:
    """Raise DamagedDatabase if SQLite finds an error; reads the whole file."""
    with damage_errors(name):
        (verdict,) = connection.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        raise _damage_error(name, verdict.replace("\n", " "))


def _damage_error(name: Path | str, what: str) -> DamagedDatabase:
    return DamagedDatabase(
        f"{name} is damaged ({what}): 'footydata check {name}' says what is broken, and 'footydata export {name} DIR' "
        f"saves what can still be read; 'footydata restore {name} BACKUP' puts back a copy"
    )


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error says that the file is damaged."""
    return reason_of(error) == sqlite3.SQLITE_CORRUPT


def is_locked(error: sqlite3.Error) -> bool:
    """Whether the error says that another connection has locked the file."""
    return reason_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_failed_write(error: sqlite3.Error) -> bool:
    """Whether the error may say that the disk is full, fails or can't be written any more."""
    return reason_of(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
