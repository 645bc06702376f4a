"""Write transactions, of one writer at a time, and a lock between processes."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from footydata.football.wording import safe
from footydata.store.file.failures import DatabaseError, is_locked, remedy
from footydata.store.file.opening import WritingConnection
from footydata.store.file.sqlite_files import file_of

SLICE_MS = 1_000
"""How long one attempt waits for another writer: after the first one the log says so, and Ctrl-C is noticed."""

_log = logging.getLogger(__name__)


def begin_write(connection: sqlite3.Connection) -> int:
    """Begin a write transaction, after waiting for another writer; returns SQLite's data_version.

    That number differs from the last one if another connection has written in between. Raises OperationalError if the
    database stays locked for the connection's busy_timeout, DatabaseError if its file is no longer at the path.
    """
    if isinstance(connection, WritingConnection) and not connection.is_current():
        raise DatabaseError(
            f"{connection.path} was replaced or removed since it was opened; nothing more is written"
        )
    (timeout_ms,) = connection.execute("pragma busy_timeout").fetchone()
    connection.execute(f"pragma busy_timeout = {min(SLICE_MS, timeout_ms)}")
    waited_ms = 0
    try:
        while True:
            try:
                connection.execute("begin immediate")
                break
            except sqlite3.OperationalError as error:
                waited_ms += SLICE_MS
                if not is_locked(error) or waited_ms >= timeout_ms:
                    raise
                if waited_ms == SLICE_MS:
                    name, seconds = _file_name(connection), timeout_ms // 1000
                    _log.warning(
                        "%s is locked by another writer; waiting up to %s s", name, seconds
                    )
    finally:
        connection.execute(f"pragma busy_timeout = {timeout_ms}")
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version


@contextmanager
def write_transaction(connection: sqlite3.Connection, *, is_trial: bool = False) -> Iterator[int]:
    """A transaction that is committed at its end and rolled back if it fails; yields what begin_write returns.

    is_trial: roll back at the end too. Raises DatabaseError as database_errors does.
    """
    with database_errors(connection):
        try:
            yield begin_write(connection)
            if is_trial:
                connection.rollback()
            else:
                connection.commit()
        except BaseException:
            connection.rollback()
            raise


@contextmanager
def database_errors(
    database: sqlite3.Connection | Path, place: str | None = None
) -> Iterator[None]:
    """Raise DatabaseError in place of SQLite's error: locked, full, read-only, number too large, constraint violated.

    place: what was being loaded, for the message. If the disk of the database fails, the message names the database.
    """
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.IntegrityError, OverflowError) as error:
        advice = remedy(error, _file_name(database))
        causes = [str(error)] if advice else []
        causes += [f"at {place}"] if place else []
        where = f" ({', '.join(causes)})" if causes else ""
        raise DatabaseError(
            f"{advice or error}{where}; what was committed before is stored"
        ) from error


def _file_name(database: sqlite3.Connection | Path) -> str:
    path = database if isinstance(database, Path) else file_of(database)
    return "" if path is None else safe(path.name)


@contextmanager
def exclusive_lock(path: Path) -> Iterator[bool]:
    """Hold the lock of a file, which is created if needed; yields False if another process holds it.

    The file is an empty SQLite database: SQLite's locks work on every system, and none outlives
    its process, even one that is killed.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("begin exclusive")
            is_held = True
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            is_held = False
        yield is_held
