"""Rate limits: how many requests a key has left in its window, exact over all processes on one accounts file.

A process leases a block of requests from the file and counts it down in memory. With a small limit the block is one
request, so each is written to the file. That a window is spent is remembered, so that further requests in it do not
read the file. Contract 18.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from footydata.football.errors import TooManyRequests
from footydata.football.moments import iso_utc
from footydata.football.plans import Rate
from footydata.football.terms import DAY

if TYPE_CHECKING:
    from footydata.store.file.accounts import AccountsFile

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
        since, until: when it is valid, unix seconds; it ends with the UTC day too, as requests are counted by day.
        day: that day.
        window, reset: the start and end of the window.
        limit: the requests per window.
        free: requests of the window that no process has leased, when the file was read last.
        left: leased requests that are not spent.
    """

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

    def __init__(self, file: "AccountsFile") -> None:
        self._file = file
        # By account id.
        self._leases: dict[int, Lease] = {}

    def spend(self, account_id: int, rate: Rate, now: float) -> Window:
        """The window after one more request. Raises TooManyRequests, which counts nothing, when it was spent."""
        lease = self._current_lease(account_id, now)
        if lease is None or not lease.left:
            lease = self._renewed(lease, account_id, rate, now)
        lease.left -= 1
        return Window(lease.limit, lease.free + lease.left, lease.reset)

    def usage(self, account_id: int, rate: Rate, now: float) -> KeyUsage:
        """The requests of the key, with the present one if it has been spent."""
        reset = window_of(rate, now).reset
        today, used = self._file.use(account_id, reset - rate.seconds, day=int(now) // DAY)
        lease = self._current_lease(account_id, now)
        if lease is not None:
            today, used = today - lease.left, used - lease.left
        return KeyUsage(today, used, max(rate.limit - used, 0), reset)

    def close(self) -> None:
        """Give back the requests that were leased and not used."""
        for account_id in list(self._leases):
            self._give_back(account_id)

    def _current_lease(self, account_id: int, now: float) -> Lease | None:
        lease = self._leases.get(account_id)
        return lease if lease is not None and lease.since <= now < lease.until else None

    def _renewed(self, lease: Lease | None, account_id: int, rate: Rate, now: float) -> Lease:
        """The lease with more requests; None: a new one. Raises TooManyRequests if none are left in the window."""
        if lease is None:
            self._give_back(account_id)
            reset = window_of(rate, now).reset
            window, day = reset - rate.seconds, int(now) // DAY
            since, until = max(window, day * DAY), min(reset, (day + 1) * DAY)
            lease = Lease(since, until, day, window, reset, rate.limit)
            self._leases[account_id] = lease
        if lease.free:
            lease.left, taken = self._file.take(
                account_id, lease.window, day=lease.day, limit=rate.limit, block=block_of(rate)
            )
            lease.free = max(rate.limit - taken, 0)
        if not lease.left:
            raise TooManyRequests(
                f"the allowance of {rate.limit} requests in {rate.seconds} seconds is spent; the window resets at "
                f"{iso_utc(lease.reset)}",
                retry_after=max(1, math.ceil(lease.reset - now)),
            )
        return lease

    def _give_back(self, account_id: int) -> None:
        lease = self._leases.get(account_id)
        if lease is not None and lease.left:
            self._file.give_back(account_id, lease.window, day=lease.day, count=lease.left)
        self._leases.pop(account_id, None)
