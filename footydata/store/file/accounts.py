"""The accounts file: API keys, their rate windows and their usage, in SQLite, beside the football database.

Only a digest of each key is stored. The file has its own application_id, which distinguishes it from a football
database, and its own suffix, so that `datasette FOLDER` does not attach it. Contract 17, 18.
"""

import logging
import os
import sqlite3
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from footydata.store.file.opening import connect_to_read, file_at, opening, version_of
from footydata.store.file.sqlite_files import (
    ACCOUNTS,
    DatabaseBusy,
    DatabaseError,
    ReadingConnection,
    ReadOnlyDatabase,
    identity_of,
    is_failed_write,
    is_locked,
    journals_of,
    reason_of,
    uri_of,
    why_not_writable,
)
from footydata.store.rows import records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUFFIX = ".accounts"

BUSY_MS = 1_000
"""How long opening or writing the file waits for another process, in milliseconds."""

_log = logging.getLogger(__name__)

_WARN_EVERY = 60.0
"""Seconds between two warnings in the log about counts that can't be written."""

_SCHEMA = 3
_TABLES = """
begin immediate;
create table if not exists account (
  id integer primary key,
  digest blob not null unique,
  prefix text not null unique,
  name text,
  plan text not null check (plan in ('free', 'pro', 'ultra')),
  rate_limit integer check (rate_limit > 0),
  rate_seconds integer check (rate_seconds > 0),
  expires_ts integer,
  history_from_ts integer,
  created_ts integer not null,
  revoked_ts integer,
  check ((rate_limit is null) = (rate_seconds is null))
) strict;
-- What was taken of a window; id grows, so that the oldest rows can go whatever their clock said.
create table if not exists rate_window (
  id integer primary key,
  account_id integer not null references account(id),
  start_ts integer not null,
  taken integer not null,
  unique (account_id, start_ts)
) strict;
create table if not exists day_usage (
  account_id integer not null references account(id),
  day integer not null,
  requests integer not null,
  primary key (account_id, day)
) strict, without rowid;
"""

_MOST_WINDOWS = 10_000
"""How many rate windows are stored, and how many are kept in memory; older ones are deleted."""


_ADD = (
    """insert into rate_window (account_id, start_ts, taken) values (:account, :start, max(:count, 0))
       on conflict (account_id, start_ts) do update set taken = max(taken + :count, 0)""",
    "delete from rate_window where id <= (select max(id) from rate_window) - :most",
    """insert into day_usage (account_id, day, requests) values (:account, :day, max(:count, 0))
       on conflict (account_id, day) do update set requests = max(requests + :count, 0)""",
)
"""What counts requests of a window and a day."""


class AccountsBusy(DatabaseBusy):
    """Another process has locked the accounts file."""


class AccountRow(NamedTuple):
    """One API key as it is stored, without its digest."""

    id: int
    prefix: str
    name: str | None
    plan: str
    rate_limit: int | None
    rate_seconds: int | None
    expires_ts: int | None
    history_from_ts: int | None
    created_ts: int
    revoked_ts: int | None


def accounts_path(database: Path) -> Path:
    """Where the accounts of a football database live: football.accounts for football.db.

    Beside the file itself, not beside a symbolic link to it. Raises DatabaseError if the path can't be that of a file.

    >>> accounts_path(Path("data/football.db")).as_posix()
    'data/football.accounts'
    """
    file_at(database)
    return (database.resolve() if database.is_symlink() else database).with_suffix(SUFFIX)


class _Window(NamedTuple):
    """A rate window of an account, on a UTC day."""

    account: int
    start: int
    day: int


class AccountsFile:
    """An open accounts file: one connection, which the caller must use from one thread at a time.

    Requests whose count can't be written, as on a full disk, are counted in memory, and written with the next ones. A
    file that could only be read is tried again once a minute.

    path: for messages; None in memory.
    Attributes: identity: the device and inode of the file, None in memory.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path | None = None,
        identity: tuple[int, int] | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self.identity = identity
        self._version: int | None = None
        self._unwritten: Counter[_Window] = Counter()
        self._next_warning = 0.0

    @classmethod
    def open(cls, path: Path, *, busy_ms: int = BUSY_MS) -> "AccountsFile":
        """The file at the path, made with mode 0600 if there is none; it is only read if it can't be written.

        busy_ms: how long to wait for a lock. Raises AccountsBusy, DatabaseError; ReadOnlyDatabase if it can't be made.
        """
        file_at(path)
        is_new = not path.exists()
        if is_new:
            _create(path)
        # Before the connection, so that a file put in its place in between counts as another one.
        identity = identity_of(path)
        connection: sqlite3.Connection
        try:
            connection = _connected(path, busy_ms, is_new=is_new)
        except ReadOnlyDatabase:
            if is_new:
                raise
            # Of a full disk, too: only who writes needs room there for the index of the journal.
            connection = _connected_to_read(path, busy_ms)
        return cls(connection, path, identity)

    def wait(self, busy_ms: int) -> None:
        """Set how long each call waits for a lock before it raises AccountsBusy, in milliseconds."""
        self._connection.execute(f"pragma busy_timeout = {int(busy_ms)}")

    @classmethod
    def in_memory(cls) -> "AccountsFile":
        """Accounts that are stored only in memory, until they are closed."""
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        _prepare(connection, Path(":memory:"))
        return cls(connection)

    def close(self) -> None:
        """Write the counts that could not be written before, and close the file."""
        if self._unwritten:
            self._next_warning = 0.0  # so that a file that was opened to be read is tried once more
            try:
                with self._writing():
                    self._add_unwritten()
            except DatabaseError as error:
                _log.warning("%d requests stay uncounted: %s", self._unwritten.total(), error)
        self._connection.close()

    def has_changed(self) -> bool:
        """Whether another program has written the file since the last call; True at the first."""
        with file_errors(self._path):
            connection = self._connection
            # Without locks SQLite does not notice writes.
            if (
                isinstance(connection, ReadingConnection)
                and self._path
                and not connection.is_current()
            ):
                self._connection = _connected_to_read(self._path, 0)
                connection.close()
                self._version = None
            (version,) = self._connection.execute("pragma data_version").fetchone()
        before, self._version = self._version, version
        return bool(version != before)

    def insert(self, row: AccountRow, *, digest: bytes) -> int | None:
        """Insert an account; returns its id, None if its prefix or digest exists already. row.id is ignored."""
        statement = """
            insert into account (digest, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts,
                                 created_ts)
            values (:digest, :prefix, :name, :plan, :rate_limit, :rate_seconds, :expires_ts, :history_from_ts,
                    :created_ts)
            on conflict do nothing returning id"""
        with self._writing():
            ids = self._connection.execute(
                statement, {**row._asdict(), "digest": digest}
            ).fetchall()
        return ids[0][0] if ids else None

    def rows(self) -> list[AccountRow]:
        """Every account, revoked ones too, oldest first."""
        return records(self._connection, AccountRow, "from account order by id")

    def live(self) -> dict[bytes, AccountRow]:
        """Digest → the account, of all that are not revoked; expired ones are among them."""
        digests = dict(self._connection.execute("select id, digest from account").fetchall())
        return {digests[row.id]: row for row in self.rows() if row.revoked_ts is None}

    def revoke(self, prefix: str, now: int) -> bool:
        """Revoke the key with the prefix; returns whether there was one that was not revoked."""
        statement = (
            "update account set revoked_ts = :now where prefix = :prefix and revoked_ts is null"
        )
        with self._writing():
            return self._connection.execute(statement, {"prefix": prefix, "now": now}).rowcount > 0

    def take(
        self, account_id: int, start: int, *, day: int, limit: int, block: int
    ) -> tuple[int, int]:
        """Take at most `block` requests of a rate window; returns how many were granted, and how many are taken in all.

        Blocks shrink as the window fills, so that its last requests are granted one by one.
        """
        return self._count(
            _Window(account_id, start, day),
            lambda taken: min(block, max(1, (limit - taken) // 4), max(0, limit - taken)),
        )

    def give_back(self, account_id: int, start: int, *, day: int, count: int) -> None:
        """Give back requests that were granted and not used."""
        self._count(_Window(account_id, start, day), lambda _: -count)

    def use(self, account_id: int, start: int, *, day: int) -> tuple[int, int]:
        """How many requests were granted on the day, and in the window."""
        statement = """
            select coalesce((select requests from day_usage where account_id = :account and day = :day), 0),
                   coalesce((select taken from rate_window where account_id = :account and start_ts = :start), 0)"""
        today, taken = self._connection.execute(
            statement, _Window(account_id, start, day)._asdict()
        ).fetchone()
        for window, count in self._unwritten.items():
            if window.account == account_id:
                today += count * (window.day == day)
                taken += count * (window.start == start)
        return today, taken

    def _count(self, window: _Window, count_of: "Callable[[int], int]") -> tuple[int, int]:
        """Count requests of a window; returns how many, and how many are then taken in all.

        count_of: returns how many, from how many were taken before; negative to give requests back.
        """
        try:
            with self._writing():
                self._add_unwritten()
                taken = self._taken(window)
                count = count_of(taken)
                self._add(window, count)
        except ReadOnlyDatabase as error:
            taken = self._taken(window) + self._unwritten[window]
            count = count_of(taken)
            self._unwritten[window] += count
            if len(self._unwritten) > _MOST_WINDOWS:
                del self._unwritten[next(iter(self._unwritten))]
            if monotonic() >= self._next_warning:
                self._next_warning = monotonic() + _WARN_EVERY
                total = self._unwritten.total()
                _log.warning("requests are counted in memory, %d so far: %s", total, error)
        else:
            self._unwritten.clear()
        return count, taken + count

    def _taken(self, window: _Window) -> int:
        select = """
            select coalesce(max(taken), 0) from rate_window where account_id = :account and start_ts = :start"""
        taken: int = self._connection.execute(select, window._asdict()).fetchone()[0]
        return taken

    def _add_unwritten(self) -> None:
        for window, count in self._unwritten.items():
            self._add(window, count)

    def _add(self, window: _Window, count: int) -> None:
        values = {**window._asdict(), "count": count, "most": _MOST_WINDOWS}
        for statement in _ADD if count else ():
            self._connection.execute(statement, values)

    @contextmanager
    def _writing(self) -> "Iterator[None]":
        """A transaction. Raises AccountsBusy if another process has locked the file, ReadOnlyDatabase."""
        connection = self._connection
        if isinstance(connection, ReadingConnection) and self._path:
            if monotonic() < self._next_warning:
                raise _unwritable(self._path, "it was opened to be read")
            self._connection = _connected(self._path, 0)
            connection.close()
        with file_errors(self._path):
            self._connection.execute("begin immediate")
            try:
                yield
                self._connection.execute("commit")
            except BaseException:
                # SQLite itself rolls back where it can't write.
                self._connection.rollback()
                raise


@contextmanager
def file_errors(path: Path | None) -> "Iterator[None]":
    """Raise AccountsBusy, ReadOnlyDatabase or DatabaseError in place of SQLite's errors."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = f"the accounts file {path}"
        if is_locked(error):
            raise AccountsBusy(
                f"{name} is locked by another program ({error}); try again later"
            ) from error
        if is_failed_write(error):
            raise _unwritable(path, str(error)) from error
        if reason_of(error) == sqlite3.SQLITE_NOTADB:
            raise DatabaseError(
                f"{path} is not a SQLite file; name another with --accounts"
            ) from error
        raise DatabaseError(f"{name}: {error}; name another with --accounts") from error


def _unwritable(path: Path | None, why: str) -> ReadOnlyDatabase:
    return ReadOnlyDatabase(
        f"the accounts file {path} can't be written: {why}; name another with --accounts"
    )


def _create(path: Path) -> None:
    """Create an empty file that only its owner may read and write. Raises DatabaseError."""
    obstacle = why_not_writable(path)
    if obstacle:
        raise _unwritable(path, obstacle)
    try:
        # O_EXCL: closing a file that is open elsewhere in this process would drop its locks.
        with suppress(FileExistsError):
            os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise DatabaseError(f"the accounts file {path} can't be opened: {error}") from error


def _connected(path: Path, busy_ms: int, *, is_new: bool = False) -> sqlite3.Connection:
    """A connection that reads and writes. Raises AccountsBusy, ReadOnlyDatabase, DatabaseError."""
    obstacle = why_not_writable(path)
    if obstacle:
        raise _unwritable(path, obstacle)
    with file_errors(path):
        connection = sqlite3.connect(
            uri_of(path, "rw"),
            uri=True,
            timeout=busy_ms / 1000,
            check_same_thread=False,
            isolation_level=None,
        )
    new = path if is_new else None
    with opening(path, connection, new=new), file_errors(path):
        _prepare(connection, path)
        _restrict_to_owner(path)
    return connection


def _connected_to_read(path: Path, busy_ms: int) -> ReadingConnection:
    """A connection that only reads. Raises AccountsBusy, DatabaseError."""
    with file_errors(path):
        connection = connect_to_read(path, busy_ms=busy_ms, check_same_thread=False)
    with opening(path, connection), file_errors(path):
        _has_tables(connection, path)
    return connection


def _restrict_to_owner(path: Path) -> None:
    """Let only the owner read or write the file and the journals beside it, as far as the system allows."""
    real = path.resolve()
    for file in (real, *journals_of(real)):
        with suppress(OSError):
            file.chmod(0o600)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables if there are none. Raises DatabaseError if the file has others."""
    if not _has_tables(connection, path):
        # Before WAL, so that the file itself has the application_id: is_accounts_file reads no journal.
        connection.execute(f"pragma application_id = {ACCOUNTS}")
        connection.execute("pragma journal_mode = wal")
        # Another process may make them at the same moment.
        connection.executescript(f"{_TABLES} pragma user_version = {_SCHEMA}; commit;")
    # A commit without fsync takes a tenth of the time, and losing the last counts in a power failure does no harm.
    connection.execute("pragma synchronous = normal")
    connection.execute("pragma foreign_keys = on")


def _has_tables(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file has our tables; False for an empty one. Raises DatabaseError if it has others."""
    stranger = DatabaseError(
        f"{path} is not an accounts file; accounts never share a file with other tables"
    )
    version = version_of(connection, ACCOUNTS, stranger)
    if version not in (None, _SCHEMA):
        raise DatabaseError(
            f"the accounts file {path} was made by another version of footydata: make its keys again, in a new file"
        )
    return version is not None
