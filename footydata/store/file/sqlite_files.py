"""Which kind of SQLite file is at a path, by the application_id in its header.

It is read through SQLite: open() and close() of a file that is open in the same process would drop that process's
locks on it, and the next writer to close would delete the journal in use. Source: sqlite.org, How To Corrupt An SQLite
Database, 2.2.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from pathlib import Path

from footydata.football.wording import SUGGESTED, nearest
from footydata.store.file.failures import DatabaseError, DatabaseMissing
from footydata.store.file.files import JOURNALS, Stamp, stamp_of, uri_of

FOOTBALL = 0x466F6F74
"""The application_id of a footydata file: 'Foot' in ASCII."""

ACCOUNTS = 0x466F6F4B
"""The application_id of an accounts file: 'FooK' in ASCII."""

A_DATABASE = "a SQLite database or its journal"
"""How messages call a file that must be opened only through SQLite."""

_MOST_CACHED = 1_024
_SMALLEST_PAGE = 512


def is_football_database(path: Path | str) -> bool:
    """Whether the file at the path is a footydata file, of any schema version."""
    return _application_id_at(Path(path)) == FOOTBALL


def is_accounts_file(path: Path | str) -> bool:
    """Whether the file at the path is an accounts file, whatever its name."""
    return _application_id_at(Path(path)) == ACCOUNTS


def is_sqlite_file(path: Path | str) -> bool:
    """Whether the file at the path is a non-empty SQLite file of any program, or a journal beside one.

    Any other file may be opened and read without SQLite.
    """
    file = Path(path)
    return _application_id_at(journal_owner(file) or file) is not None


def check_no_database(path: Path | str) -> None:
    """Raise DatabaseError if a file that is to be read or written is a SQLite file or a journal beside one."""
    if is_sqlite_file(path):
        raise DatabaseError(f"{path} is {A_DATABASE}; name another file")


def is_incomplete_copy(path: Path) -> bool:
    """Whether the file, which no process has open, is a footydata file or lacks its first page.

    SQLite writes the first page of a copy last.
    """
    if not path.is_file() or is_sqlite_file(path):
        return is_football_database(path)
    with path.open("rb") as opened:
        return not any(opened.read(_SMALLEST_PAGE))


def journal_owner(path: Path) -> Path | None:
    """The file whose journal the path is, None if it is not a journal."""
    for ending in JOURNALS if path.name else ():
        owner = path.with_name(path.name.removesuffix(ending) or path.name)
        if owner != path and owner.is_file():
            return owner
    return None


def _application_id_at(path: Path) -> int | None:
    """The application_id of the SQLite file at the path, 0 if it has none; None if there is no such file."""
    stamp = stamp_of(path)
    # SQLite would treat a journal as an ordinary file, and drop the locks on it.
    if stamp is None or not stamp.size or journal_owner(path):
        return None
    try:
        return _application_id(path, stamp)
    except sqlite3.DatabaseError:
        return 0


@lru_cache(maxsize=_MOST_CACHED)
def _application_id(path: Path, stamp: Stamp) -> int | None:
    """The application_id of a file, None if it is no SQLite file; cached by its stamp. Raises sqlite3.DatabaseError."""
    try:
        # Without locks and journals, as the application_id is in the file itself and never changes.
        return _read_application_id(path, "ro&immutable=1")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN):
            return None
    # In the middle of a checkpoint the file without its journal may seem damaged.
    return _read_application_id(path, "ro")


def _read_application_id(path: Path, mode: str) -> int:
    with closing(sqlite3.connect(uri_of(path, mode), uri=True, timeout=0)) as connection:
        application_id: int = connection.execute("pragma application_id").fetchone()[0]
        return application_id


def database_missing(path: Path) -> DatabaseMissing:
    """The error that there is no database at the path; names the football databases beside it, the nearest first."""
    beside = sorted(
        path.parent.glob("*.db"), key=lambda other: (-_likeness(other, path), other.name)
    )
    advice = f"make it with 'footydata load {path} FILE' or 'footydata demo'"
    return DatabaseMissing(f"{path} does not exist{_instead(path, beside)}; {advice}")


def backup_missing(path: Path) -> DatabaseMissing:
    """The error that there is no backup at the path; names the football databases beside it with a similar name."""
    similar = nearest(path.name, (other.name for other in path.parent.glob("*")))
    advice = "name a file that 'footydata backup' wrote"
    return DatabaseMissing(
        f"{path} does not exist{_instead(path, map(path.with_name, similar))}; {advice}"
    )


def _likeness(one: Path, other: Path) -> float:
    """How similar two names are without their suffix, which all have: from 0 to 1."""
    return SequenceMatcher(None, one.stem.casefold(), other.stem.casefold()).ratio()


def _instead(path: Path, files: Iterable[Path]) -> str:
    """The first of the files that are football databases, as a part of a sentence; '' if none is."""
    databases = islice(filter(is_football_database, files), SUGGESTED)
    names = ", ".join(str(path.with_name(file.name)) for file in databases)
    return f"; there is {names}" if names else ""
