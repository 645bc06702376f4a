"""The accounts file: API keys, their rate windows and their usage, in SQLite, beside the football database.

Only a digest of each key is stored. The file has its own application_id, which distinguishes it from a football
database, and its own suffix, so that `datasette FOLDER` does not attach it. Contract 17, 18.
"""

import logging
import os
import sqlite3
import stat
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from footydata.store.file.failures import (
    DatabaseBusy,
    DatabaseError,
    NewerSchema,
    close_on_failure,
    damage_errors,
    is_failed_write,
    is_locked,
)
from footydata.store.file.files import identity_of, journals_of, uri_of, why_not_writable
from footydata.store.file.opening import check_journal, file_at, version_of
from footydata.store.file.sqlite_files import ACCOUNTS
from footydata.store.file.versions import sql_of, statements
from footydata.store.file.write_ahead import begin_session, count_write, write_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUFFIX = ".accounts"

BUSY_MS = 1_000
"""How long opening or writing the file waits for another process, in milliseconds."""

_log = logging.getLogger(__name__)

_WARN_EVERY = 60.0
"""Seconds between two warnings in the log about counts that can't be written."""

_VERSIONS = ("accounts_0001", "0014_journal_mark")
_STORED_WINDOWS = 10_000
"""How many rate windows are stored; older ones are deleted."""

_COLUMNS = "id, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts, created_ts, revoked_ts"


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

    Requests whose count can't be written, as on a full disk, are counted in memory, and written with the next ones.

    path: for messages; None in memory.
    Attributes: identity: the device and inode of the file, None in memory.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path | None = None, identity: tuple[int, int] | None = None
    ) -> None:
        self._connection = connection
        self._path = path
        self.identity = identity
        self._unwritten: Counter[_Window] = Counter()
        self._next_warning = 0.0
        self._has_session = False

    @classmethod
    def open(cls, path: Path, *, busy_ms: int | None = None) -> "AccountsFile":
        """The file at the path, created with mode 0600 if there is none. busy_ms: how long to wait for a lock.

        Raises NewerSchema, AccountsBusy, or DatabaseError if it can't be opened.
        """
        file_at(path)
        obstacle = why_not_writable(path)
        if obstacle:
            raise DatabaseError(f"the accounts file {path} can't be written: {obstacle}; name another with --accounts")
        check_journal(path)
        try:
            is_new = not path.exists()
            if is_new:
                _create(path)
            # Before the connection, so that a file put in its place in between counts as another one.
            identity = identity_of(path)
            connection = sqlite3.connect(
                uri_of(path, "rw"),
                uri=True,
                timeout=(BUSY_MS if busy_ms is None else busy_ms) / 1000,
                check_same_thread=False,
                isolation_level=None,
            )
        except (OSError, sqlite3.OperationalError) as error:
            raise DatabaseError(f"the accounts file {path} can't be opened: {error}") from error
        not_sqlite = DatabaseError(f"{path} is not a SQLite file; name another with --accounts")
        name = f"the accounts file {path}"
        advice = "put back a copy of it, or name another with --accounts"
        with (
            close_on_failure(connection, name, not_sqlite, new=path if is_new else None),
            damage_errors(name, advice),
            busy_errors(path),
        ):
            # Again, as it may have been replaced before; SQLite looks at the journal at the first read.
            check_journal(path)
            _version(connection, path)
            _restrict_to_owner(path)
            _prepare(connection, path)
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
            try:
                with self._writing():
                    self._add_unwritten()
            except (sqlite3.Error, AccountsBusy) as error:
                _log.warning("%s: %d requests stay uncounted (%s)", self._path, self._unwritten.total(), error)
        self._connection.close()

    def insert(self, row: AccountRow, *, digest: bytes) -> int | None:
        """Insert an account; returns its id, None if its prefix or digest exists already. row.id is ignored."""
        statement = """
            insert into account (digest, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts,
                                 created_ts)
            values (:digest, :prefix, :name, :plan, :rate_limit, :rate_seconds, :expires_ts, :history_from_ts,
                    :created_ts)
            on conflict do nothing returning id"""
        with self._writing():
            ids = self._connection.execute(statement, {**row._asdict(), "digest": digest}).fetchall()
        return ids[0][0] if ids else None

    def rows(self) -> list[AccountRow]:
        """Every account, revoked ones too, oldest first."""
        cursor = self._connection.execute(f"select {_COLUMNS} from account order by id")
        return [AccountRow(*row) for row in cursor]

    def live(self, digest: bytes) -> AccountRow | None:
        """The account with the digest, None if there is none or it is revoked; an expired one is still returned."""
        statement = f"select {_COLUMNS} from account where digest = :digest and revoked_ts is null"
        row = self._connection.execute(statement, {"digest": digest}).fetchone()
        return AccountRow(*row) if row else None

    def revoke(self, prefix: str, now: int) -> bool:
        """Revoke the key with the prefix; returns whether there was one that was not revoked."""
        statement = "update account set revoked_ts = :now where prefix = :prefix and revoked_ts is null"
        with self._writing():
            return self._connection.execute(statement, {"prefix": prefix, "now": now}).rowcount > 0

    def revision(self) -> int:
        """A number that changes when an account is created, changed or revoked."""
        number: int = self._connection.execute("select number from account_revision where id = 1").fetchone()[0]
        return number

    def take(self, account_id: int, start: int, *, day: int, limit: int, block: int) -> tuple[int, int]:
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
        today, taken = self._connection.execute(statement, _Window(account_id, start, day)._asdict()).fetchone()
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
        except sqlite3.OperationalError as error:
            if not is_failed_write(error):
                raise
            taken = self._taken(window) + self._unwritten[window]
            count = count_of(taken)
            self._unwritten[window] += count
            self._warn(error)
        else:
            self._unwritten.clear()
        return count, taken + count

    def _warn(self, error: sqlite3.Error) -> None:
        if monotonic() >= self._next_warning:
            self._next_warning = monotonic() + _WARN_EVERY
            _log.warning(
                "the accounts file %s can't be written (%s): requests are counted in memory until it can, %d so far",
                self._path,
                error,
                self._unwritten.total(),
            )

    def _taken(self, window: _Window) -> int:
        select = "select taken from rate_window where account_id = :account and start_ts = :start"
        row = self._connection.execute(select, window._asdict()).fetchone()
        return row[0] if row else 0

    def _add_unwritten(self) -> None:
        for window, count in self._unwritten.items():
            self._add(window, count)

    def _add(self, window: _Window, count: int) -> None:
        if not count:
            return
        values = {**window._asdict(), "count": count}
        windows = self._connection.execute(
            """
            insert into rate_window (account_id, start_ts, taken) values (:account, :start, max(:count, 0))
            on conflict (account_id, start_ts) do update set taken = max(taken + :count, 0)
            returning id, taken""",
            values,
        ).fetchall()
        ((id_, taken),) = windows
        if taken == count:
            self._connection.execute("delete from rate_window where id <= :oldest", {"oldest": id_ - _STORED_WINDOWS})
        self._connection.execute(
            """
            insert into day_usage (account_id, day, requests) values (:account, :day, max(:count, 0))
            on conflict (account_id, day) do update set requests = max(requests + :count, 0)""",
            values,
        )

    @contextmanager
    def _writing(self) -> "Iterator[None]":
        """A transaction. Raises AccountsBusy if another process has locked the file."""
        with busy_errors(self._path):
            self._connection.execute("begin immediate")
            try:
                if not self._has_session:
                    self._begin_session()
                yield
                count_write(self._connection)
                self._connection.execute("commit")
            except BaseException:
                # SQLite itself rolls back where it can't write.
                self._connection.rollback()
                raise

    def _begin_session(self) -> None:
        """Write a session into an empty journal, by which the journal is known to be this file's."""
        if begin_session(self._connection):
            self._connection.execute("commit")
            write_session(self._connection)
            self._connection.execute("begin immediate")
        self._has_session = True


@contextmanager
def busy_errors(path: Path | None) -> "Iterator[None]":
    """Turn SQLite's error of a locked file into AccountsBusy."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_locked(error):
            raise AccountsBusy(
                f"the accounts file {path} is locked by another program ({error}); try again later"
            ) from error
        raise


def _create(path: Path) -> None:
    """Create an empty file that only its owner may read and write."""
    # O_EXCL: closing a file that is open elsewhere in this process would drop its locks.
    with suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _restrict_to_owner(path: Path) -> None:
    """Let only the owner read or write the file and the journals beside it. Raises DatabaseError."""
    real = path.resolve()
    for file in (real, *journals_of(real)):
        # A journal may be deleted at any moment.
        with suppress(FileNotFoundError):
            if stat.S_IMODE(file.stat().st_mode) & 0o077:
                try:
                    file.chmod(0o600)
                except PermissionError as error:
                    raise DatabaseError(
                        f"the accounts file {path} belongs to somebody else and others may read it; have its owner "
                        f"say 'chmod 600 {file}', or name another with --accounts"
                    ) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    if _version(connection, path) < len(_VERSIONS):
        # Before WAL, so that the file itself has the application_id: is_accounts_file reads no journal.
        connection.execute(f"pragma application_id = {ACCOUNTS}")
        connection.execute("pragma journal_mode = wal")
        connection.execute("begin immediate")
        # Another process may have created the tables while this one waited for the lock.
        for name in _VERSIONS[_version(connection, path) :]:
            for statement in statements(sql_of(name)):
                connection.execute(statement)
        connection.execute(f"pragma user_version = {len(_VERSIONS)}")
        connection.execute("commit")
    # A commit without fsync takes a tenth of the time, and losing the last counts in a power failure does no harm.
    connection.execute("pragma synchronous = normal")
    connection.execute("pragma foreign_keys = on")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version = version_of(connection, ACCOUNTS)
    if version is None:
        raise DatabaseError(f"{path} is not an accounts file; accounts never share a file with other tables")
    if version > len(_VERSIONS):
        raise NewerSchema(f"{path} was made by a newer footydata; upgrade footydata")
    return version
