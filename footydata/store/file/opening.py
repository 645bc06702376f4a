"""Opens a football database: creates or refuses the file; or makes one in memory.

The file is marked by SQLite's application_id, its schema by user_version: schema.sql makes it whole, as the one
migration of sqlite-utils. A release that changes the schema adds a migration. Until the first one, a change of
schema.sql raises VERSION, and a file of any other number is refused.
"""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from footydata.store.file.sqlite_files import (
    BUSY_MS,
    CLOSING_MS,
    FOOTBALL,
    JOURNALS,
    MEMORY,
    DatabaseError,
    NotAFootballDatabase,
    ReadingConnection,
    ReadOnlyDatabase,
    UnknownSchema,
    WritingConnection,
    contents_of,
    database_missing,
    file_errors,
    has_no_room_for_index,
    identity_of,
    is_locked,
    journals_of,
    remove_if_empty,
    uri_of,
    why_not_writable,
)
from footydata.store.rows import insert

VERSION = 35
"""The user_version of a file; those below it were of development versions."""

CACHE_KB = 131_072
"""The page cache of a writer, in KB."""

STRICT_SINCE = (3, 37, 0)


def _make_schema(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty file, and set its user_version, in one transaction.

    Raises sqlite3.OperationalError if another connection writes for longer than the connection waits.
    """
    # sqlite-utils takes a tenth of a second to import; a file that has its tables does without it.
    from sqlite_utils import Database, Migrations

    migrations = Migrations("footydata")

    @migrations(name="schema")
    def make(database: Database) -> None:
        for statement in statements(schema()):
            database.conn.execute(statement)

    connection.execute("begin immediate")
    try:
        # Which migrations are lacking is read within the transaction: another process may make the file at this moment.
        migrations.apply(Database(connection))
        connection.execute(f"pragma user_version = {VERSION}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def schema() -> str:
    """The text of schema.sql."""
    # Imported here: a file that has its tables needs no text.
    from importlib.resources import files

    return (files("footydata.store") / "schema" / "schema.sql").read_text(encoding="utf-8")


def statements(sql: str) -> Iterator[str]:
    """The statements of a script."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


class FileKind(NamedTuple):
    """A kind of SQLite files that footydata makes.

    Attributes:
        name: what its files are, in messages.
        application_id: by which they are known.
        version: their user_version.
        make: makes the tables, and sets the user_version, in one transaction.
        remedy: what to do where a file is of another version.
        is_private: whether only its owner may read it.
    """

    name: str
    application_id: int
    version: int
    make: Callable[[sqlite3.Connection], None]
    remedy: str
    is_private: bool = False


FOOTBALL_FILE = FileKind(
    "a football database", FOOTBALL, VERSION, _make_schema, "load its sources again"
)


@contextmanager
def closed_on_error(connection: sqlite3.Connection, new: Path | None = None) -> Iterator[None]:
    """Close the connection if the block fails. new: a file that it made, which goes too if it is still empty."""
    try:
        yield
    except BaseException:
        connection.close()
        if new is not None:
            remove_if_empty(new)
        raise


def open_database(
    path: Path | str,
    kind: FileKind = FOOTBALL_FILE,
    *,
    check_same_thread: bool = True,
    busy_ms: int = BUSY_MS,
) -> WritingConnection:
    """A connection that reads and writes; the file is created if there is none.

    busy_ms: how long it waits while another program has locked the file.
    Raises NotAFootballDatabase, UnknownSchema, ReadOnlyDatabase, DamagedDatabase, or DatabaseError if the file can't be
    opened or is locked.
    """
    _check_sqlite()
    where = file_at(path)
    check_can_be_made(where)
    before = identity_of(where)
    with file_errors(where):
        connection = sqlite3.connect(
            uri_of(where, "rwc"),
            uri=True,
            timeout=busy_ms / 1000,
            check_same_thread=check_same_thread,
            factory=WritingConnection,
        )
        connection.path, connection._identity = where, identity_of(where)
        with closed_on_error(connection, None if before else where):
            if before not in (None, connection._identity):
                raise DatabaseError(f"{where} was replaced while it was opened; try again")
            _prepare(connection, kind)
            if kind.is_private:
                _restrict_to_owner(where)
    return connection


def open_read_only(
    path: Path | str,
    kind: FileKind = FOOTBALL_FILE,
    *,
    check_same_thread: bool = True,
    busy_ms: int = BUSY_MS,
    immutable: bool = False,
) -> ReadingConnection:
    """A connection that only reads; many may be open beside one writer.

    If the file or its folder can't be written from here, and no other process is writing it, it is read without locks.
    busy_ms: how long it waits while another program has locked the file. immutable: never write beside the file, nor
    lock it.
    Raises DatabaseMissing, NotAFootballDatabase, UnknownSchema, DamagedDatabase, DatabaseBusy.
    """
    _check_sqlite()
    where = file_at(path)
    if not where.is_file():
        raise database_missing(where)
    with file_errors(where):
        connection = connect_to_read(
            where, busy_ms=busy_ms, check_same_thread=check_same_thread, immutable=immutable
        )
        with closed_on_error(connection):
            if not _has_schema(connection, where, kind):
                raise NotAFootballDatabase(
                    f"{where} is empty: 'footydata load {where} FILE' makes a database of it"
                )
    return connection


def file_at(path: Path | str) -> Path:
    """The path, checked to be that of a file, existing or not.

    Raises DatabaseError for a folder, a pipe or a device, and for names that SQLite treats as a database in memory or a
    URI: what is written there would be lost.
    """
    where = Path(path)
    if where == MEMORY or str(where).startswith("file:"):
        raise DatabaseError(
            f"{where} names no file, and what is written there would be gone; name a file: football.db"
        )
    try:
        mode = where.stat().st_mode
    except FileNotFoundError:
        return where
    except (OSError, ValueError) as error:
        raise DatabaseError(
            f"{where} can't be opened: {error}; name a file: football.db"
        ) from error
    if stat.S_ISDIR(mode):
        raise DatabaseError(
            f"{where} is a folder; name a file, for example {where / 'football.db'}"
        )
    if not stat.S_ISREG(mode):
        raise DatabaseError(f"{where} is not a file; name a file: football.db")
    return where


def check_can_be_made(path: Path) -> None:
    """Raise DatabaseError if there is no folder for a file, ReadOnlyDatabase if it can't be written or made."""
    if not path.parent.is_dir():
        raise DatabaseError(f"{path} can't be made: there is no folder {path.parent}")
    if path.name.endswith(JOURNALS):
        raise DatabaseError(f"{path} is the name of a journal of a database; name another file")
    check_writable(path)


def check_writable(path: Path) -> None:
    """Raise ReadOnlyDatabase if a file can't be written or made."""
    obstacle = why_not_writable(path)
    if obstacle:
        raise ReadOnlyDatabase(
            f"{path} can't be {'written' if path.exists() else 'made'}: {obstacle}"
        )


def connect_to_read(
    path: Path,
    *,
    busy_ms: int = BUSY_MS,
    check_same_thread: bool = True,
    salvages: bool = False,
    immutable: bool = False,
) -> ReadingConnection:
    """A connection that only reads a SQLite file of any program; it has read from the file once.

    salvages: read a truncated file as far as possible. immutable: never write beside the file, nor lock it. Raises
    DatabaseError if the file may not be read, and sqlite3.DatabaseError for what SQLite reports.
    """
    # Read before connecting, so that a file put in its place in between is noticed.
    contents = contents_of(path)
    ending = next(filter(None, contents), "")

    def connected(mode: str) -> ReadingConnection:
        connection = sqlite3.connect(
            uri_of(path, mode),
            uri=True,
            timeout=busy_ms / 1000,
            check_same_thread=check_same_thread,
            cached_statements=512,
            factory=ReadingConnection,
        )
        connection._path, connection._contents = path, contents
        with closed_on_error(connection):
            connection.execute("pragma query_only = on")
            if salvages:
                # This keeps SQLite from comparing the length of the file with its header.
                connection.execute("pragma writable_schema = on")
            connection.execute("pragma application_id").fetchone()
        return connection

    if not os.access(path, os.R_OK):
        raise DatabaseError(f"{path} can't be read: its rights don't allow it")
    obstacle = "it is to be read as immutable (-i)" if immutable else why_not_writable(path)
    cause = None
    if obstacle is None or (not immutable and Path(f"{path.resolve()}{ending or '-wal'}").exists()):
        try:
            # Opened for writing, the last connection to close checkpoints the journal and deletes it. Without write
            # permission, make no journals: the owner of the file could not write them, and they would remain.
            return connected("ro" if obstacle else "rw")
        except sqlite3.OperationalError as error:
            # Where others had the file open, the index of its journal would be there; without a journal none is needed.
            if is_locked(error) or not (obstacle or (has_no_room_for_index(error) and not ending)):
                raise
            cause = error
    if ending:
        raise DatabaseError(
            f"{path} can't be read: {path.name}{ending} beside it has writes that SQLite must finish first, and "
            f"{obstacle}; copy both to a folder of your own"
        ) from cause
    connection = connected("ro&immutable=1")
    connection.takes_no_lock = True
    return connection


def remove_journal(path: Path) -> None:
    """Checkpoint and delete the journals beside a file, unless it is open elsewhere or can't be written."""
    if path.is_file() and why_not_writable(path) is None:
        with suppress(DatabaseError, sqlite3.Error):
            connect_to_read(path, busy_ms=CLOSING_MS).close()


def _has_schema(connection: sqlite3.Connection, where: Path, kind: FileKind) -> bool:
    """Whether a file has our tables; False for an empty one. Raises NotAFootballDatabase, UnknownSchema."""
    # In one statement, as another process may be making the file.
    application, version, tables = connection.execute(
        """select (select application_id from pragma_application_id), (select user_version from pragma_user_version),
                  (select count(*) from sqlite_master)"""
    ).fetchone()
    if application != kind.application_id and (application or tables):
        raise NotAFootballDatabase(f"{where} is not {kind.name}; name another file")
    if tables and version != kind.version:
        raise UnknownSchema(
            f"{where} was made by another version of footydata, with schema {version} where this one has "
            f"{kind.version}: {kind.remedy}, into a new file"
        )
    return bool(tables)


def _check_sqlite() -> None:
    if sqlite3.sqlite_version_info < STRICT_SINCE:
        required = ".".join(map(str, STRICT_SINCE))
        raise DatabaseError(
            f"footydata needs SQLite {required} or newer; this Python has {sqlite3.sqlite_version}"
        )


def _prepare(connection: WritingConnection, kind: FileKind) -> None:
    if not _has_schema(connection, connection.path, kind):
        # Before WAL, so that the file itself has it: is_football_database reads no journal.
        connection.execute(f"pragma application_id = {kind.application_id}")
        connection.execute("pragma journal_mode = wal")
        kind.make(connection)
    # A commit without fsync takes a tenth of the time; a power failure may lose the last ones, and damages nothing.
    connection.execute("pragma synchronous = normal")
    connection.execute("pragma foreign_keys = on")
    connection.execute(f"pragma cache_size = -{CACHE_KB}")


def _restrict_to_owner(path: Path) -> None:
    """Let only the owner read or write the file and the journals beside it, as far as the system allows."""
    real = path.resolve()
    for file in (real, *journals_of(real)):
        with suppress(OSError):
            file.chmod(0o600)


def open_in_memory(kind: FileKind) -> WritingConnection:
    """An empty database in memory, which goes when it is closed."""
    connection = sqlite3.connect(MEMORY, check_same_thread=False, factory=WritingConnection)
    kind.make(connection)
    return connection


_reused = cache(open_in_memory)


@contextmanager
def in_memory() -> Iterator[sqlite3.Connection]:
    """An empty football database in memory, discarded at the end."""
    with closing(open_in_memory(FOOTBALL_FILE)) as connection:
        yield connection


@contextmanager
def rows_in_memory(
    tables: Mapping[str, Iterable[tuple[object, ...]]],
) -> Iterator[sqlite3.Connection]:
    """A football database in memory with only these rows: table → rows, their values in the order of the record.

    The schema is created once per process, as that takes longer than computing a season's table; the rows are rolled
    back at the end. Only one may be open at a time.
    """
    connection = _reused(FOOTBALL_FILE)
    connection.execute("begin")
    try:
        for table, rows in tables.items():
            insert(connection, table, list(rows))
        yield connection
    finally:
        connection.rollback()
