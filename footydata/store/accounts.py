"""The accounts file: API keys, their rate windows and their usage, in SQLite, beside the football database.

Only a digest of each key is stored. The file has its own application_id, which distinguishes it from a football
database, and its own suffix, so that `datasette FOLDER` does not attach it. Source: decisions 3, DOORS.
"""

import os
import sqlite3
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from footydata.store.database import (
    DatabaseError,
    NewerSchema,
    closed_on_failure,
    damage_named,
    file_at,
    is_locked,
    version_of,
)
from footydata.store.files import identity_of, journals_of, uri_of, why_not_writable
from footydata.store.versions import sql_of, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION_ID = 0x466F6F4B
"""'FooK' in ASCII, in the file's header."""

SUFFIX = ".accounts"

BUSY_MS = 1_000
"""How long opening or writing the file waits for another process, in milliseconds."""

_VERSIONS = ("accounts_0001",)
_STORED_WINDOWS = 10_000
"""How many rate windows are stored; older ones are deleted."""

_COLUMNS = "id, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts, created_ts, revoked_ts"


class NotAnAccountsFile(DatabaseError):
    """The file at the path of the accounts is not an accounts file."""


class AccountsBusy(DatabaseError):
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


class AccountsFile:
    """An open accounts file: one connection, which the caller must use from one thread at a time.

    Attributes: identity: the device and inode of the file, None in memory.
    """

    def __init__(self, connection: sqlite3.Connection, identity: tuple[int, int] | None = None) -> None:
        self._connection = connection
        self.identity = identity

    @classmethod
    def open(cls, path: Path, *, busy_ms: int | None = None) -> "AccountsFile":
        """The file at the path, created with mode 0600 if there is none. busy_ms: how long to wait for a lock.

        Raises NotAnAccountsFile, NewerSchema, AccountsBusy, or DatabaseError if it can't be opened.
        """
        file_at(path)
        hindrance = why_not_writable(path)
        if hindrance:
            raise DatabaseError(f"the accounts file {path} can't be written: {hindrance}; name another with --accounts")
        try:
            if not path.exists():
                _make(path)
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
        foreign = NotAnAccountsFile(f"{path} is not a SQLite file; name another with --accounts")
        named = f"the accounts file {path}"
        damaged = damage_named(named, "put back a copy of it, or name another with --accounts")
        with closed_on_failure(connection, named, foreign), damaged, busy_named(path):
            _version(connection, path)
            _shut_out_others(path)
            _prepare(connection, path)
        return cls(connection, identity)

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
        """Close the file."""
        self._connection.close()

    def insert(self, row: AccountRow, *, digest: bytes) -> int | None:
        """Insert an account; gives its id, or None if its prefix or digest exists already. row.id is ignored."""
        statement = """
            insert into account (digest, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts,
                                 created_ts)
            values (:digest, :prefix, :name, :plan, :rate_limit, :rate_seconds, :expires_ts, :history_from_ts,
                    :created_ts)
            on conflict do nothing returning id"""
        found = self._connection.execute(statement, {**row._asdict(), "digest": digest}).fetchall()
        return found[0][0] if found else None

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
        """Revoke the key with the prefix; gives whether there was one that was not revoked."""
        statement = "update account set revoked_ts = :now where prefix = :prefix and revoked_ts is null"
        return self._connection.execute(statement, {"prefix": prefix, "now": now}).rowcount > 0

    def revision(self) -> int:
        """A number that changes when an account is created, changed or revoked."""
        number: int = self._connection.execute("select number from account_revision where id = 1").fetchone()[0]
        return number

    def take(self, account_id: int, start: int, *, day: int, limit: int, block: int) -> tuple[int, int]:
        """Take at most `block` requests of a rate window; gives how many were granted, and how many are taken in all.

        Blocks shrink as the window fills, so that its last requests are granted one by one.
        """
        key = {"account": account_id, "start": start, "day": day}
        with self._writing():
            taken = self._taken(key)
            granted = min(block, max(1, (limit - taken) // 4), max(0, limit - taken))
            if granted:
                self._add(key, granted)
        return granted, taken + granted

    def give_back(self, account_id: int, start: int, *, day: int, count: int) -> None:
        """Give back requests that were granted and not used."""
        with self._writing():
            self._add({"account": account_id, "start": start, "day": day}, -count)

    def use(self, account_id: int, start: int, *, day: int) -> tuple[int, int]:
        """How many requests were granted on the day, and in the window."""
        statement = """
            select coalesce((select requests from day_usage where account_id = :account and day = :day), 0),
                   coalesce((select taken from rate_window where account_id = :account and start_ts = :start), 0)"""
        key = {"account": account_id, "start": start, "day": day}
        today, taken = self._connection.execute(statement, key).fetchone()
        return today, taken

    def _taken(self, key: dict[str, int]) -> int:
        select = "select taken from rate_window where account_id = :account and start_ts = :start"
        row = self._connection.execute(select, key).fetchone()
        return row[0] if row else 0

    def _add(self, key: dict[str, int], count: int) -> None:
        values = {**key, "count": count}
        windows = self._connection.execute(
            """
            insert into rate_window (account_id, start_ts, taken) values (:account, :start, max(:count, 0))
            on conflict (account_id, start_ts) do update set taken = max(taken + :count, 0)
            returning id, taken""",
            values,
        ).fetchall()
        ((window, taken),) = windows
        if taken == count:
            self._connection.execute(
                "delete from rate_window where id <= :oldest", {"oldest": window - _STORED_WINDOWS}
            )
        self._connection.execute(
            """
            insert into day_usage (account_id, day, requests) values (:account, :day, max(:count, 0))
            on conflict (account_id, day) do update set requests = max(requests + :count, 0)""",
            values,
        )

    @contextmanager
    def _writing(self) -> "Iterator[None]":
        self._connection.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")


@contextmanager
def busy_named(path: Path | None) -> "Iterator[None]":
    """Turn SQLite's error of a locked file into AccountsBusy."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_locked(error):
            raise AccountsBusy(
                f"the accounts file {path} is locked by another program ({error}); try again later"
            ) from error
        raise


def _make(path: Path) -> None:
    """Create an empty file that only its owner may read and write."""
    # O_EXCL: closing a file that is open elsewhere in this process would drop its locks.
    with suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _shut_out_others(path: Path) -> None:
    """Let only the owner read or write the file and the journals beside it. Raises DatabaseError."""
    real = path.resolve()
    for each in (real, *journals_of(real)):
        # A journal may be deleted at any moment.
        with suppress(FileNotFoundError):
            if stat.S_IMODE(each.stat().st_mode) & 0o077:
                try:
                    each.chmod(0o600)
                except PermissionError as error:
                    raise DatabaseError(
                        f"the accounts file {path} belongs to somebody else and others may read it; have its owner "
                        f"say 'chmod 600 {each}', or name another with --accounts"
                    ) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    if _version(connection, path) < len(_VERSIONS):
        # Before WAL, so that the file itself has the application_id: marks.is_accounts_file does not read the journal.
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
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
    version = version_of(connection, APPLICATION_ID)
    if version is None:
        raise NotAnAccountsFile(f"{path} is not an accounts file; accounts never share a file with other tables")
    if version > len(_VERSIONS):
        raise NewerSchema(f"{path} was made by a newer footydata; upgrade footydata")
    return version
