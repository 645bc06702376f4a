"""The file at a path: its kind, permissions, journals, whether it has changed; its errors, and connections to it.

Nothing here opens a file but through SQLite: open() and close() of one that is open in the same process would drop that
process's locks on it, and the next writer to close would delete the journal in use. Source: sqlite.org, How To Corrupt
An SQLite Database, 2.2.
"""

import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import FootydataError
from footydata.football.wording import SUGGESTED

_CODES = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EPERM: sqlite3.SQLITE_CANTOPEN,
    errno.EROFS: sqlite3.SQLITE_CANTOPEN,
}
"""Error of the system → SQLite's code for it."""


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


_LOCKED = (DatabaseBusy, "{file} is locked by another program ({why}); try again later")
_ERRORS: dict[int | None, tuple[type[DatabaseError], str]] = {
    sqlite3.SQLITE_CORRUPT: (
        DamagedDatabase,
        "{file} is damaged ({why}): 'footydata check {file}' says what is broken, and 'footydata export {file} DIR' "
        "saves what can still be read; 'footydata restore {file} BACKUP' puts back a copy",
    ),
    sqlite3.SQLITE_NOTADB: (
        NotAFootballDatabase,
        "{file} is not a SQLite file; name another file",
    ),
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_FULL: (ReadOnlyDatabase, "make room on the disk of {file} ({why})"),
    sqlite3.SQLITE_IOERR: (
        ReadOnlyDatabase,
        "the disk of {file} could not be read or written; look at it ({why})",
    ),
    sqlite3.SQLITE_READONLY: (ReadOnlyDatabase, "{file} can't be written ({why})"),
    sqlite3.SQLITE_CANTOPEN: (
        DatabaseError,
        "{file} can't be opened ({why}); make its folder writable",
    ),
}
"""SQLite's code of an error of a file → its class, and the sentence that says what to do. Others are of statements."""


def reason_of(error: BaseException) -> int | None:
    """SQLite's primary code for an error, None if it has none."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno or 0)
    if has_no_room_for_index(error):
        return sqlite3.SQLITE_FULL
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def has_no_room_for_index(error: BaseException) -> bool:
    """Whether the index of a journal, which is a file of 32 KB beside it, could not be made."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE


def is_locked(error: sqlite3.Error) -> bool:
    """Whether the error says that another connection has locked the file."""
    return reason_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def file_error(error: Exception, file: Path | str) -> DatabaseError | None:
    """The error to raise in place of one of SQLite or the system, None for one that is not of a file.

    >>> file_error(OSError(errno.EIO, "Input/output error"), "football.db")
    ReadOnlyDatabase('the disk of football.db could not be read or written; look at it (Input/output error)')
    """
    code = reason_of(error)
    if code not in _ERRORS:
        return None
    kind, text = _ERRORS[code]
    return kind(text.format(file=file, why=getattr(error, "strerror", None) or error))


@contextmanager
def file_errors(file: Path | str) -> Iterator[None]:
    """Raise DatabaseError in place of SQLite's error of a file; those of statements stay."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        known = file_error(error, file)
        if known is None:
            raise
        raise known from error


def check_sound(connection: sqlite3.Connection, file: Path | str) -> None:
    """Raise DamagedDatabase if SQLite finds an error; reads the whole file."""
    with file_errors(file):
        (verdict,) = connection.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        kind, text = _ERRORS[sqlite3.SQLITE_CORRUPT]
        raise kind(text.format(file=file, why=verdict.replace("\n", " ")))


JOURNALS = ("-wal", "-shm", "-journal")
"""The suffixes of the journals that SQLite makes beside a file."""


def file_of(connection: sqlite3.Connection) -> Path | None:
    """The path of the file that a connection has open, None for a database in memory."""
    (name,) = connection.execute(
        "select file from pragma_database_list where name = 'main'"
    ).fetchone()
    return Path(name) if name else None


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


@contextmanager
def removed_if_still_empty(path: Path) -> Iterator[None]:
    """Remove the database that the block makes, if nothing is stored in it when the block ends, or fails.

    One that was there before stays, and so does one that another process has open.
    """
    is_new = not path.exists()
    try:
        yield
    finally:
        if is_new and path.exists():
            remove_if_empty(path)


def remove_if_empty(path: Path) -> None:
    """Remove a file in which nothing is stored, unless another process has it open."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(uri_of(path, "rw"), uri=True, timeout=0)) as alone,
    ):
        alone.execute("pragma locking_mode = exclusive")
        tables = alone.execute(
            "select name from sqlite_master where type = 'table' and name <> '_sqlite_migrations' order by name"
        ).fetchall()
        if not any(
            alone.execute(f'select 1 from "{name}" limit 1').fetchone() for (name,) in tables
        ):
            remove_with_journals(path)


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


def contents_of(path: Path) -> dict[str, Stamp]:
    """The stamps of a file, under '', and of those of its two journals that may hold what it lacks, by their suffix."""
    real = path.resolve()
    stamps = {ending: stamp_of(Path(f"{real}{ending}")) for ending in ("", "-wal", "-journal")}
    return {
        ending: stamp for ending, stamp in stamps.items() if stamp and (stamp.size or not ending)
    }


BUSY_MS = 30_000
"""How long a writer waits for another one before it reports the file as locked, in milliseconds."""

CLOSING_MS = 500
"""How long a closing writer waits for readers of the journal, in milliseconds."""


class ReadingConnection(sqlite3.Connection):
    """A connection that only reads, made by connect_to_read.

    Attributes: takes_no_lock: whether it reads without locks; it does if the file has no journal and none can be made.
    """

    takes_no_lock = False
    _path: Path
    _contents: dict[str, Stamp]

    def is_current(self) -> bool:
        """Whether the file that it has open is still the one at its path, and it sees every write to it.

        Without locks SQLite does not notice writes: it is then False once the file or a journal beside it was written.
        """
        if self.takes_no_lock:
            return contents_of(self._path) == self._contents
        opened, stamp = self._contents.get(""), stamp_of(self._path)
        return stamp is not None and opened is not None and stamp[:2] == opened[:2]

    def check_unchanged(self) -> None:
        """Raise DatabaseError if it reads without locks, and the file was written since it was opened."""
        if self.takes_no_lock and not self.is_current():
            raise DatabaseError(
                f"{self._path} was written while it was read, and can't be locked from here; ask again"
            )


MEMORY = Path(":memory:")
"""Where SQLite makes a database in memory."""


class WritingConnection(sqlite3.Connection):
    """A connection that reads and writes, made by open_database.

    It checkpoints the journal when it closes, even while others read. SQLite does so only when the last connection
    closes. While a server has the file open, ours is never the last; a file that is then put in its place would be
    read with the old file's journal.

    Attributes: path: of the file; that of a database in memory has none.
    """

    path = MEMORY
    _identity: tuple[int, int] | None = None

    def is_current(self) -> bool:
        """Whether the file that it has open is still the one at its path."""
        stamp = stamp_of(self.path)
        return (stamp and stamp[:2]) == self._identity

    def checkpoint(self) -> None:
        """Checkpoint the journal and empty it, unless another connection is reading it."""
        with suppress(sqlite3.Error, OSError):
            # Of a file that was replaced, the journal may by now be that of the new file.
            if self.is_current() and not self.in_transaction:
                self.execute(f"pragma busy_timeout = {CLOSING_MS}")
                self.execute("pragma wal_checkpoint(truncate)").fetchall()
                self.execute(f"pragma busy_timeout = {BUSY_MS}")

    def close(self) -> None:
        """Checkpoint the journal, then close."""
        self.checkpoint()
        super().close()


FOOTBALL = 0x466F6F74
"""The application_id of a footydata file: 'Foot' in ASCII."""

ACCOUNTS = 0x466F6F4B
"""The application_id of an accounts file: 'FooK' in ASCII."""

A_DATABASE = "a SQLite database or its journal"
"""How messages call a file that must be opened only through SQLite."""

_MOST_CACHED = 1_024


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
    return _application_id(path, stamp)


@lru_cache(maxsize=_MOST_CACHED)
def _application_id(path: Path, stamp: Stamp) -> int | None:
    """The application_id of a file, 0 if it can't be read, None if it is no SQLite file; cached by its stamp."""
    # Without locks and journals, as the application_id is in the file itself and never changes.
    try:
        with closing(sqlite3.connect(uri_of(path, "ro&immutable=1"), uri=True)) as connection:
            # In the middle of a checkpoint the file without its journal is shorter than its header says.
            connection.execute("pragma writable_schema = on")
            application_id: int = connection.execute("pragma application_id").fetchone()[0]
            return application_id
    except sqlite3.DatabaseError as error:
        is_none = error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN)
        return None if is_none else 0


def database_missing(path: Path, advice: str = "") -> DatabaseMissing:
    """The error that there is no database at the path; names those of its suffix beside it, the nearest first."""
    names = [other.name for other in path.parent.glob(f"*{path.suffix}")]
    similar = get_close_matches(path.name, names, len(names) + 1, 0.0)
    databases = filter(is_football_database, map(path.with_name, similar))
    beside = ", ".join(map(str, islice(databases, SUGGESTED)))
    instead = f"; there is {beside}" if beside else ""
    advice = advice or f"make it with 'footydata load {path} FILE' or 'footydata demo'"
    return DatabaseMissing(f"{path} does not exist{instead}; {advice}")
