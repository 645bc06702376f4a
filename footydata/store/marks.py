"""What kind of SQLite file lies at a path, by the application_id in its header.

Asked of SQLite: an open() of a file that is open in the same process would drop that process's locks on it, and the
next writer to leave would delete the journal under it. Source: sqlite.org, How To Corrupt An SQLite Database, 2.2.
"""

import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from footydata.store.accounts import APPLICATION_ID as ACCOUNTS
from footydata.store.database import APPLICATION_ID as FOOTBALL
from footydata.store.database import JOURNALS, DatabaseError, uri_of
from footydata.store.watching import Stamp, stamp_of

A_DATABASE = "a SQLite database or its journal"
"""What is said of a file that must not be opened as any file."""

_REMEMBERED = 1_024


def is_football_database(path: Path | str) -> bool:
    """Whether the file at the path is a footydata file, of any schema version."""
    return _mark_at(Path(path)) == FOOTBALL


def is_accounts_file(path: Path | str) -> bool:
    """Whether the file at the path is an accounts file, whatever its name."""
    return _mark_at(Path(path)) == ACCOUNTS


def is_sqlite_file(path: Path | str) -> bool:
    """Whether the file at the path is a SQLite file of any program, or a journal beside one; an empty file is none.

    What is not may be opened and read as any file.
    """
    where = Path(path)
    return _mark_at(owner_of(where) or where) is not None


def check_no_database(path: Path | str) -> None:
    """Raise DatabaseError where a file is to be read or written that is a SQLite database, or a journal beside one."""
    if is_sqlite_file(path):
        raise DatabaseError(f"{path} is {A_DATABASE}; name another file")


def owner_of(path: Path) -> Path | None:
    """The file that lies beside the path as beside its journal; None where the path is no journal's."""
    for ending in JOURNALS if path.name else ():
        owner = path.with_name(path.name.removesuffix(ending) or path.name)
        if owner != path and owner.is_file():
            return owner
    return None


def _mark_at(path: Path) -> int | None:
    """The application_id of the SQLite file at the path, 0 where it has none; None where there is no such file."""
    stamp = stamp_of(path)
    # SQLite itself would take a journal for any other file, and drop the locks on it.
    if stamp is None or not stamp.size or owner_of(path):
        return None
    try:
        return _mark(path, stamp)
    except sqlite3.DatabaseError:
        return 0


@lru_cache(maxsize=_REMEMBERED)
def _mark(path: Path, stamp: Stamp) -> int | None:
    """The mark of the file that a stamp tells from any later one. Raises DatabaseError where SQLite can't say."""
    try:
        # Without locks and journals: the mark stands in the file itself, and never changes.
        return _asked(path, "ro&immutable=1")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN):
            return None
    # In the middle of a checkpoint the file alone may seem damaged.
    return _asked(path, "ro")


def _asked(path: Path, mode: str) -> int:
    with closing(sqlite3.connect(uri_of(path, mode), uri=True, timeout=0)) as connection:
        mark: int = connection.execute("pragma application_id").fetchone()[0]
        return mark
