"""Opens a football database: creates it, migrates it, refuses what is not one.

Source: PERFORMANCE goals for WAL; the file is marked by SQLite's application_id, its schema by user_version.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from footydata.contract.errors import FootydataError
from footydata.store import versions

APPLICATION_ID = 0x466F6F74
"""'Foot' in ASCII, in the file's header."""

BUSY_MS = 30_000
"""How long a writer waits for another writer before it says that the file is locked."""

CACHE_KB = 131_072
"""Pages that a writer keeps at hand."""

CLOSING_MS = 500
"""How long a writer that closes waits for readers of the journal."""

STRICT_SINCE = (3, 37, 0)


class DatabaseError(FootydataError):
    """The file can't be used as a football database; the message says why and what to do."""


class NotAFootballDatabase(DatabaseError):
    """The file is no SQLite file, or belongs to another program."""


class NewerSchema(DatabaseError):
    """The file was made by a newer footydata."""


class DatabaseMissing(DatabaseError):
    """There is no file at that path, where one is needed for reading."""


def open_database(path: Path | str, *, check_same_thread: bool = True) -> sqlite3.Connection:
    """A connection that reads and writes; the file is created or migrated as needed.

    Raises NotAFootballDatabase, NewerSchema, or DatabaseError where the file can't be opened or is locked.
    """
    _check_sqlite()
    where = Path(path)
    if where.is_dir():
        raise DatabaseError(f"{where} is a folder; name a file, for example {where / 'football.db'}")
    if not where.parent.is_dir():
        raise DatabaseError(f"{where} can't be made: there is no folder {where.parent}")
    try:
        connection = sqlite3.connect(
            where, timeout=BUSY_MS / 1000, check_same_thread=check_same_thread, factory=_WritingConnection
        )
    except sqlite3.OperationalError as error:
        raise DatabaseError(f"{where} can't be opened: {error}") from error
    foreign = NotAFootballDatabase(f"{where} is not a SQLite file; name another file")
    with closed_on_failure(connection, str(where), foreign):
        _prepare(connection, where)
    return connection


def open_read_only(path: Path | str, *, check_same_thread: bool = True) -> sqlite3.Connection:
    """A connection that only reads; many may be open beside one writer.

    In a folder that can't be written, where nobody writes, the file is read as it stands.
    Raises DatabaseMissing, NotAFootballDatabase, NewerSchema; an older schema is migrated first.
    """
    _check_sqlite()
    where = Path(path)
    if where.is_dir():
        raise DatabaseError(f"{where} is a folder; name a file, for example {where / 'football.db'}")
    if not where.is_file():
        raise DatabaseMissing(f"{where} does not exist; make it with 'footydata load {where} FILE' or 'footydata demo'")
    try:
        connection = _connect_read_only(where, check_same_thread)
        version = _version(connection, where)
    except sqlite3.DatabaseError as error:
        raise NotAFootballDatabase(f"{where} is not a SQLite file, or can't be read: {error}") from error
    if version < versions.LATEST:
        connection.close()
        open_database(where).close()
        connection = _connect_read_only(where, check_same_thread)
    return connection


class _WritingConnection(sqlite3.Connection):
    """A connection that leaves the whole file behind when it closes, though readers go on.

    SQLite empties the journal when the last connection closes. While a server reads on, none of ours is the last,
    and a file that is put in this one's place would be read through the old one's journal.
    """

    def close(self) -> None:
        """Move what is in the journal to the file, unless somebody reads it right now, then close."""
        with suppress(sqlite3.Error):
            self.execute(f"pragma busy_timeout = {CLOSING_MS}")
            self.execute("pragma wal_checkpoint(truncate)").fetchall()
        super().close()


def is_football_database(path: Path | str) -> bool:
    """Whether the file at the path is a footydata file, of any schema version."""
    return has_mark(path, APPLICATION_ID)


def has_mark(path: Path | str, application_id: int) -> bool:
    """Whether the file at the path is a SQLite file whose header has the application_id."""
    try:
        with Path(path).open("rb") as file:
            header = file.read(100)
    except OSError:
        return False
    return header.startswith(b"SQLite format 3\0") and header[68:72] == application_id.to_bytes(4, "big")


def version_of(connection: sqlite3.Connection, application_id: int) -> int | None:
    """The schema version of a file with the application_id, 0 of an empty file, None of another program's."""
    application: int = connection.execute("pragma application_id").fetchone()[0]
    if application == application_id:
        version: int = connection.execute("pragma user_version").fetchone()[0]
        return version
    tables: int = connection.execute("select count(*) from sqlite_master").fetchone()[0]
    return None if tables or application else 0


@contextmanager
def closed_on_failure(connection: sqlite3.Connection, name: str, foreign: DatabaseError) -> Iterator[None]:
    """Closes the connection where its file can't be prepared; name: of the file, in messages.

    Raises DatabaseError where SQLite refuses, and `foreign` where the file is none of SQLite's.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        connection.close()
        raise DatabaseError(f"{name}: {error}") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise foreign from error
    except BaseException:
        connection.close()
        raise


def _check_sqlite() -> None:
    if sqlite3.sqlite_version_info < STRICT_SINCE:
        wanted = ".".join(map(str, STRICT_SINCE))
        raise DatabaseError(f"footydata needs SQLite {wanted} or newer; this Python has {sqlite3.sqlite_version}")


def _connect_read_only(where: Path, check_same_thread: bool) -> sqlite3.Connection:
    uri = f"{where.resolve().as_uri()}?mode=ro"
    try:
        return _connect_to(uri, check_same_thread)
    except sqlite3.OperationalError:
        # Beside a file in WAL mode SQLite keeps an index, which a read-only folder or disk can't take.
        if os.access(where.resolve().parent, os.W_OK) or where.with_name(f"{where.name}-wal").exists():
            raise
        return _connect_to(f"{uri}&immutable=1", check_same_thread)


def _connect_to(uri: str, check_same_thread: bool) -> sqlite3.Connection:
    """A read-only connection whose first read is done, so that what is wrong with the file is known."""
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_MS / 1000, check_same_thread=check_same_thread, cached_statements=512
    )
    try:
        connection.execute("pragma query_only = on")
        connection.execute("pragma application_id").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, where: Path) -> None:
    if _version(connection, where) < versions.LATEST:
        # Before WAL, so that the mark stands in the file itself, where is_football_database looks for it.
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        connection.execute("pragma journal_mode = wal")
        versions.migrate(connection)
        connection.execute(f"pragma user_version = {versions.LATEST}")
        connection.commit()
    connection.execute("pragma synchronous = normal")
    connection.execute("pragma foreign_keys = on")
    connection.execute(f"pragma cache_size = -{CACHE_KB}")


def _version(connection: sqlite3.Connection, where: Path) -> int:
    version = version_of(connection, APPLICATION_ID)
    if version is None:
        raise NotAFootballDatabase(f"{where} is a SQLite file of another program; name another file")
    if version > versions.LATEST:
        raise NewerSchema(
            f"{where} has schema {version}, this footydata knows up to {versions.LATEST}; upgrade footydata"
        )
    return version
