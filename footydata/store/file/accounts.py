"""The accounts file: API keys, their rate windows and their usage, in SQLite, beside the football database.

Only a digest of each key is stored. The file has its own application_id, which distinguishes it from a football
database, and its own suffix, so that `datasette FOLDER` does not attach it. Contract 17, 18.
"""

import logging
import sqlite3
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from footydata.store.file.opening import FileKind, file_at
from footydata.store.file.sqlite_files import (
    ACCOUNTS,
    DatabaseError,
    ReadingConnection,
    ReadOnlyDatabase,
    file_errors,
)
from footydata.store.file.transactions import DatabaseFile
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
_TABLES = f"""
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
pragma user_version = {_SCHEMA};
commit;
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


def _make_tables(connection: sqlite3.Connection) -> None:
    # Another process may make them at the same moment: they are made if they do not exist.
    connection.executescript(_TABLES)


ACCOUNTS_FILE = FileKind(
    "an accounts file", ACCOUNTS, _SCHEMA, _make_tables, "make its keys again", is_private=True
)


class AccountsFile(DatabaseFile):
    """An accounts file, which the caller must use from one thread at a time.

    Requests whose count can't be written, as on a full disk, are counted in memory, and written with the next ones.
    busy_ms: how long each call waits for a lock before it raises DatabaseBusy.
    """

    def __init__(
        self, path: Path, kind: FileKind = ACCOUNTS_FILE, *, busy_ms: int = BUSY_MS
    ) -> None:
        super().__init__(path, kind, busy_ms=busy_ms)
        self._unwritten: Counter[_Window] = Counter()
        self._next_warning = 0.0

    def close(self) -> None:
        """Write the counts that could not be written before, and close the file."""
        if self._unwritten:
            try:
                with self._writing() as connection:
                    self._add_unwritten(connection)
            except DatabaseError as error:
                _log.warning("%d requests stay uncounted: %s", self._unwritten.total(), error)
        super().close()

    def insert(self, row: AccountRow, *, digest: bytes) -> int | None:
        """Insert an account; returns its id, None if its prefix or digest exists already. row.id is ignored."""
        statement = """
            insert into account (digest, prefix, name, plan, rate_limit, rate_seconds, expires_ts, history_from_ts,
                                 created_ts)
            values (:digest, :prefix, :name, :plan, :rate_limit, :rate_seconds, :expires_ts, :history_from_ts,
                    :created_ts)
            on conflict do nothing returning id"""
        with self._writing() as connection:
            ids = connection.execute(statement, {**row._asdict(), "digest": digest}).fetchall()
        return ids[0][0] if ids else None

    def rows(self) -> list[AccountRow]:
        """Every account, revoked ones too, oldest first."""
        with self.reading() as connection:
            return records(connection, AccountRow, "from account order by id")

    def live(self) -> dict[bytes, AccountRow]:
        """Digest → the account, of all that are not revoked; expired ones are among them."""
        # By one statement, as another process may add an account between two.
        columns = ", ".join(AccountRow._fields)
        sql = f"select digest, {columns} from account where revoked_ts is null order by id"
        with self.reading() as connection:
            return {digest: AccountRow._make(row) for digest, *row in connection.execute(sql)}

    def revoke(self, prefix: str, now: int) -> bool:
        """Revoke the key with the prefix; returns whether there was one that was not revoked."""
        statement = (
            "update account set revoked_ts = :now where prefix = :prefix and revoked_ts is null"
        )
        with self._writing() as connection:
            return connection.execute(statement, {"prefix": prefix, "now": now}).rowcount > 0

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
        values = _Window(account_id, start, day)._asdict()
        with self.reading() as connection:
            today, taken = connection.execute(statement, values).fetchone()
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
            with self._writing() as connection:
                self._add_unwritten(connection)
                taken = _taken(connection, window)
                count = count_of(taken)
                _add(connection, window, count)
        except ReadOnlyDatabase as error:
            taken = _taken(self.connection, window) + self._unwritten[window]
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

    def _add_unwritten(self, connection: sqlite3.Connection) -> None:
        for window, count in self._unwritten.items():
            _add(connection, window, count)

    @contextmanager
    def _writing(self) -> "Iterator[sqlite3.Connection]":
        """The connection, in a transaction. Raises DatabaseBusy, ReadOnlyDatabase, DatabaseMissing."""
        connection = self.connection
        if isinstance(connection, ReadingConnection):
            raise ReadOnlyDatabase(self.why_read_only)
        with file_errors(self._path), connection:
            connection.execute("begin immediate")
            yield connection


def _taken(connection: sqlite3.Connection, window: _Window) -> int:
    select = """
        select coalesce(max(taken), 0) from rate_window where account_id = :account and start_ts = :start"""
    taken: int = connection.execute(select, window._asdict()).fetchone()[0]
    return taken


def _add(connection: sqlite3.Connection, window: _Window, count: int) -> None:
    values = {**window._asdict(), "count": count, "most": _MOST_WINDOWS}
    for statement in _ADD if count else ():
        connection.execute(statement, values)
