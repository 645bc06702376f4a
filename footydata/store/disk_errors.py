"""What to do about a database that could not be read or written, by the cause that SQLite or the system names."""

import errno
import sqlite3

_WAYS_OUT = {
    sqlite3.SQLITE_FULL: "make room on the disk of {}",
    sqlite3.SQLITE_IOERR: "the disk of {} could not be read or written; look at it",
    sqlite3.SQLITE_CANTOPEN: "make the folder of {} writable",
}
"""SQLite's code → what to do."""

_REASONS = {
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
        return _REASONS.get(error.errno or 0)
    if has_no_room_for_index(error):
        return sqlite3.SQLITE_FULL
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def has_no_room_for_index(error: BaseException | None) -> bool:
    """Whether the index of a journal, which is a file of 32 KB beside it, could not be made."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE


def way_out(error: BaseException | None, file: str) -> str:
    """What to do about a file that could not be read or written; '' if its disk is not the cause.

    >>> way_out(OSError(errno.EIO, "Input/output error"), "football.db"), way_out(ValueError(), "football.db")
    ('the disk of football.db could not be read or written; look at it', '')
    """
    return _WAYS_OUT.get(reason_of(error) or 0, "").format(file)
