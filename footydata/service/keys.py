"""API keys: whose request it is, under which plan, and how many requests are left in the window.

A key is shown once, when it is created; the accounts file stores only its SHA-256. Keys are random enough that an
unsalted digest is safe, and a look-up by digest takes the same time for a wrong key as for a right one.

Rate limits are exact over all processes on one accounts file. A process leases a block of requests from the file and
counts it down in memory. With a small limit the block is one request, so each is written to the file. That a window is
spent is remembered, so that further requests in it do not read the file.
Contract 17, 18.
"""

import hashlib
import math
import secrets
import string
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from footydata.football.errors import (
    ExpiredApiKey,
    FootydataError,
    InvalidApiKey,
    MissingApiKey,
    NotFound,
    TooManyRequests,
)
from footydata.football.moments import day_of, iso_utc
from footydata.football.terms import DAY, PLANS, Plan, Rate
from footydata.store.file.accounts import BUSY_MS, AccountRow, AccountsFile
from footydata.store.file.sqlite_files import (
    DamagedDatabase,
    DatabaseBusy,
    DatabaseError,
    DatabaseMissing,
    ReadOnlyDatabase,
)
from footydata.store.file.transactions import EVERY

LEASES_AN_ALLOWANCE = 100
LARGEST_LEASE = 10_000
"""A process that dies loses at most one lease: a hundredth of the limit, and never more than this."""


class Window(Struct, frozen=True):
    """A key's rate window after a request: its limit, the requests left, when it resets (unix seconds)."""

    limit: int
    remaining: int
    reset: int


class KeyUsage(NamedTuple):
    """The requests of a key: today (UTC), in this window, left in this window; and when the window resets."""

    today: int
    window: int
    remaining: int
    reset: int


def window_of(rate: Rate, now: float, *, remaining: int | None = None) -> Window:
    """The window at the moment `now`, with nothing spent unless `remaining` is given.

    >>> window_of(Rate(60, 3600), 7300.5)
    Window(limit=60, remaining=60, reset=10800)
    """
    reset = (int(now) // rate.seconds + 1) * rate.seconds
    return Window(rate.limit, rate.limit if remaining is None else remaining, reset)


def block_of(rate: Rate) -> int:
    """How many requests a process leases at a time.

    >>> block_of(Rate(60, 3600)), block_of(Rate(6000, 60)), block_of(Rate(10_000_000, 60))
    (1, 60, 10000)
    """
    return min(max(rate.limit // LEASES_AN_ALLOWANCE, 1), LARGEST_LEASE)


@dataclass(slots=True)
class Lease:
    """The requests of a window that this process may spend without the file.

    Attributes:
        account_id: whose they are.
        since, until: when it is valid, unix seconds; it ends with the UTC day too, as requests are counted by day.
        day: that day.
        window, reset: the start and end of the window.
        limit: the requests per window.
        free: requests of the window that no process has leased, when the file was read last.
        left: leased requests that are not spent.
    """

    account_id: int
    since: int
    until: int
    day: int
    window: int
    reset: int
    limit: int
    free: int = 1
    left: int = 0


class Limiter:
    """Counts requests against windows. The caller must hold the lock of the accounts.

    Methods that use the file raise what it raises; nothing is counted then.
    """

    def __init__(self, file: AccountsFile) -> None:
        self._file = file
        # By the prefix of the key: another file that is put in place of this one has other keys of the same ids.
        self._leases: dict[str, Lease] = {}

    def spend(self, account: "Account", now: float) -> Window:
        """The window after one more request. Raises TooManyRequests, which counts nothing, when it was spent."""
        lease = self._current_lease(account, now)
        if lease is None or not lease.left:
            lease = self._renewed(lease, account, now)
        lease.left -= 1
        return Window(lease.limit, lease.free + lease.left, lease.reset)

    def usage(self, account: "Account", now: float) -> KeyUsage:
        """The requests of the key, with the present one if it has been spent."""
        rate = account.rate
        reset = window_of(rate, now).reset
        today, used = self._file.use(account.id, reset - rate.seconds, day=int(now) // DAY)
        lease = self._current_lease(account, now)
        if lease is not None:
            today, used = today - lease.left, used - lease.left
        return KeyUsage(today, used, max(rate.limit - used, 0), reset)

    def close(self) -> None:
        """Give back the requests that were leased and not used."""
        while self._leases:
            self._give_back(next(iter(self._leases)))

    def _current_lease(self, account: "Account", now: float) -> Lease | None:
        lease = self._leases.get(account.prefix)
        return lease if lease is not None and lease.since <= now < lease.until else None

    def _renewed(self, lease: Lease | None, account: "Account", now: float) -> Lease:
        """The lease with more requests; None: a new one. Raises TooManyRequests if none are left in the window."""
        rate = account.rate
        if lease is None:
            self._give_back(account.prefix)
            reset = window_of(rate, now).reset
            window, day = reset - rate.seconds, int(now) // DAY
            since, until = max(window, day * DAY), min(reset, (day + 1) * DAY)
            lease = Lease(account.id, since, until, day, window, reset, rate.limit)
            self._leases[account.prefix] = lease
        if lease.free:
            lease.left, taken = self._file.take(
                account.id, lease.window, day=lease.day, limit=rate.limit, block=block_of(rate)
            )
            lease.free = max(rate.limit - taken, 0)
        if not lease.left:
            raise TooManyRequests(
                f"the allowance of {rate.limit} requests in {rate.seconds} seconds is spent; the window resets at "
                f"{iso_utc(lease.reset)}",
                retry_after=max(1, math.ceil(lease.reset - now)),
            )
        return lease

    def _give_back(self, prefix: str) -> None:
        lease = self._leases.get(prefix)
        if lease is not None and lease.left:
            self._file.give_back(lease.account_id, lease.window, day=lease.day, count=lease.left)
        self._leases.pop(prefix, None)


PREFIX_LENGTH = 12
"""The prefix of a key is its first 12 characters; it identifies the key where the key itself must not be shown."""

_ALPHABET = string.ascii_letters + string.digits
_SECRET_LENGTH = 40


Rights = tuple[str, int | None]
"""What a response body depends on besides the request: the plan, and the key's own history if it has one."""


@dataclass(frozen=True, slots=True)
class Account:
    """A live key.

    Attributes:
        id: in the accounts file.
        prefix: the key's first 12 characters.
        plan: one of the three.
        rate: the key's own rate limit, else its plan's.
        expires_ts: when it expires, unix seconds; None: never.
        history_from_ts: how far back it may ask, if that differs from its plan's history.
    """

    id: int
    prefix: str
    plan: Plan
    rate: Rate
    expires_ts: int | None = None
    history_from_ts: int | None = None

    @property
    def rights(self) -> Rights:
        """Keys with the same rights get the same response bodies."""
        return self.plan.name, self.history_from_ts


class Accounts:
    """The accounts behind a service, safe to share between threads.

    All are read from the accounts file, which is checked for changes every 50 ms. A missing file
    has no keys: it is created with the first one. Every method that needs the file raises DatabaseBusy when another
    program has locked it for longer than busy_ms.
    """

    def __init__(self, file: AccountsFile | None, *, path: Path | None) -> None:
        self._path = path
        self._busy_ms = BUSY_MS
        self._lock = threading.Lock()
        self._file = file
        self._limiter = Limiter(file) if file else None
        self._next_look = 0.0
        # By SHA-256 of the key.
        self._live: dict[bytes, Account] = {}

    @classmethod
    def open(cls, path: Path, *, busy_ms: int = BUSY_MS) -> "Accounts":
        """The accounts in a file. busy_ms: how long to wait from now on while another program has locked it.

        Raises DatabaseError.
        """
        accounts = cls(None, path=path)
        accounts._busy_ms = busy_ms
        if path.exists():
            with accounts._locked():
                accounts._opened()
        return accounts

    @classmethod
    def in_memory(cls) -> "Accounts":
        """Accounts in memory; keys and windows work as in a file."""
        return cls(AccountsFile.in_memory(), path=None)

    def close(self) -> None:
        """Give back the leased requests, and close the file."""
        with self._lock:
            if self._file and self._limiter:
                self._file.wait(BUSY_MS)
                # If the file is locked or gone, the leased requests are lost, as when a process dies.
                with suppress(DatabaseBusy, DatabaseMissing):
                    self._limiter.close()
                self._file.close()
            self._file = self._limiter = None
            self._live = {}

    def create(
        self,
        plan: Plan,
        *,
        now: int,
        name: str | None = None,
        expires_ts: int | None = None,
        rate: Rate | None = None,
        history_from_ts: int | None = None,
    ) -> str:
        """Create a key; returns it in clear text, which is not stored."""
        limit, seconds = (rate.limit, rate.seconds) if rate else (None, None)
        with self._locked():
            file = self._opened()
            while True:
                key = "fd_" + "".join(secrets.choice(_ALPHABET) for _ in range(_SECRET_LENGTH))
                prefix = key[:PREFIX_LENGTH]
                row = AccountRow(
                    0,
                    prefix,
                    name,
                    plan.name,
                    limit,
                    seconds,
                    expires_ts,
                    history_from_ts,
                    now,
                    None,
                )
                if file.insert(row, digest=_digest(key.encode())) is not None:
                    self._read_keys()
                    return key

    def rows(self) -> list[AccountRow]:
        """Every key without its secret, revoked ones too, oldest first."""
        with self._locked():
            return self._file.rows() if self._file else []

    def revoke(self, prefix: str, now: int) -> None:
        """Revoke the key with the prefix; other processes notice within a second. Raises NotFound."""
        with self._locked():
            if self._file is None or not self._file.revoke(prefix[:PREFIX_LENGTH], now):
                raise NotFound(
                    f"no live key of {self._path} starts with {prefix[:PREFIX_LENGTH]!r}; see 'footydata keys list'"
                )
            self._read_keys()

    def has_keys(self) -> bool:
        """Whether there is a key that is not revoked."""
        return any(row.revoked_ts is None for row in self.rows())

    def identify(self, key: bytes | None, now: float) -> Account:
        """The account of a key, as it was sent. Raises MissingApiKey, InvalidApiKey, ExpiredApiKey."""
        if key is None:
            raise MissingApiKey(
                "no API key was received; send Authorization: Bearer <API_KEY>, or X-API-Key"
            )
        digest = _digest(key)
        # A key that another process made a moment ago counts at once.
        if digest not in self._live or time.monotonic() >= self._next_look:
            self._look()
        account = self._live.get(digest)
        if account is None:
            raise InvalidApiKey(
                "the API key does not match a live key: it is revoked, mistyped or of another account"
            )
        end = account.expires_ts
        if end is not None and now >= end:
            raise ExpiredApiKey(f"the API key expired on {day_of(end)} ({iso_utc(end)})")
        return account

    def spend(self, account: Account, now: float) -> Window:
        """The key's window after one more request. Raises TooManyRequests, which counts nothing."""
        with self._locked():
            return self._counting().spend(account, now)

    def usage(self, account: Account, now: float) -> KeyUsage:
        """How many requests the key has made today and in this window."""
        with self._locked():
            return self._counting().usage(account, now)

    def _counting(self) -> Limiter:
        if self._limiter is None:
            raise FootydataError("these accounts are closed")
        return self._limiter

    def _look(self) -> None:
        """Notice keys that another process made or revoked, and a file that was made, replaced or removed.

        Raises DatabaseError where the file can't be read.
        """
        with self._locked():
            if self._file is None and self._path is not None and self._path.exists():
                self._opened()
            if self._file is not None and (self._file.has_changed() or not self._live):
                # After a failure no remembered key is accepted.
                self._live = {}
                self._read_keys()
            self._next_look = time.monotonic() + EVERY

    def _read_keys(self) -> None:
        rows = self._file.live() if self._file else {}
        self._live = {digest: _account(row) for digest, row in rows.items()}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the accounts for one thread at a time. Raises InvalidApiKey where the file was removed meanwhile."""
        with self._lock:
            try:
                yield
            except DatabaseMissing as error:
                raise InvalidApiKey("the API key does not match a live key") from error
            except ReadOnlyDatabase as error:
                raise ReadOnlyDatabase(f"{error}; name another with --accounts") from error
            except DamagedDatabase as error:
                raise DatabaseError(
                    f"the accounts file {self._path} is damaged; name another with --accounts"
                ) from error

    def _opened(self) -> AccountsFile:
        """The file, which is made if there is none."""
        if self._file is None:
            if self._path is None:
                raise FootydataError("these accounts are closed")
            self._file = AccountsFile(self._path).opened(creates=True)
            self._file.wait(self._busy_ms)
            self._limiter = Limiter(self._file)
        return self._file


class Uncounted(Accounts):
    """Accounts whose requests are not counted."""

    def spend(self, account: Account, now: float) -> Window:
        """The key's window, with nothing spent."""
        return window_of(account.rate, now)

    def usage(self, account: Account, now: float) -> KeyUsage:
        """No requests."""
        window = window_of(account.rate, now)
        return KeyUsage(0, 0, window.remaining, window.reset)


class OneAccount(Uncounted):
    """Accounts that accept every request, with a key or without, as of one account of a plan, and count nothing."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(None, path=None)
        self._account = Account(0, "fd_embedded_", plan, plan.rate)

    def identify(self, key: bytes | None, now: float) -> Account:
        return self._account


@lru_cache(4096)  # hashing takes as long as the rest of a cached request's way
def _digest(key: bytes) -> bytes:
    return hashlib.sha256(key).digest()


def _account(row: AccountRow) -> Account:
    plan = PLANS[row.plan]
    rate = (
        Rate(row.rate_limit, row.rate_seconds) if row.rate_limit and row.rate_seconds else plan.rate
    )
    return Account(row.id, row.prefix, plan, rate, row.expires_ts, row.history_from_ts)
