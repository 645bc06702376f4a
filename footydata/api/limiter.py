"""The windows: how many requests a key has left, shared by every process on one accounts file.

Small allowances write each request; large ones lease a block at a time and count it down in memory. A spent
window is remembered, so that a client that hammers on costs no disk. Source: decisions 3, PERFORMANCE Serving.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import length_hint
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from footydata.contract.errors import TooManyRequests
from footydata.contract.plans import Rate
from footydata.contract.terms import DAY
from footydata.moments import iso_utc

if TYPE_CHECKING:
    from footydata.store.accounts import AccountsFile

LEASES_AN_ALLOWANCE = 100
LARGEST_LEASE = 10_000
"""A process that dies loses at most one lease: a hundredth of the window, at most this many requests."""


class Window(Struct, frozen=True):
    """A key's window after a request: its allowance, what is left, when it resets (unix seconds)."""

    limit: int
    remaining: int
    reset: int


class KeyUsage(NamedTuple):
    """What a key has used: today (UTC), in this window, what is left of it, and when it resets."""

    today: int
    window: int
    remaining: int
    reset: int


def window_of(rate: Rate, now: float, *, remaining: int | None = None) -> Window:
    """The window that `now` falls in, untouched unless `remaining` is given.

    >>> window_of(Rate(60, 3600), 7300.5)
    Window(limit=60, remaining=60, reset=10800)
    """
    reset = (int(now) // rate.seconds + 1) * rate.seconds
    return Window(rate.limit, rate.limit if remaining is None else remaining, reset)


def block_of(rate: Rate) -> int:
    """How many requests a process takes from the file at a time.

    >>> block_of(Rate(60, 3600)), block_of(Rate(6000, 60)), block_of(Rate(10_000_000, 60))
    (1, 60, 10000)
    """
    return min(max(rate.limit // LEASES_AN_ALLOWANCE, 1), LARGEST_LEASE)


def refusal(rate: Rate, now: float) -> TooManyRequests:
    """The error of a spent window, which says when to come back."""
    reset = window_of(rate, now).reset
    return TooManyRequests(
        f"the allowance of {rate.limit} requests in {rate.seconds} seconds is spent; the window resets at "
        f"{iso_utc(reset)}",
        retry_after=max(1, math.ceil(reset - now)),
    )


@dataclass(slots=True)
class Lease:
    """What this process holds of a window: requests that it may spend without asking the file.

    Attributes:
        since, until: when it is good, unix seconds; it ends with the day too.
        day: the day on which its requests are counted.
        window, reset: the bounds of the window.
        limit: the allowance.
        free: requests of the window that nobody has taken, as of the last look into the file.
        tickets: one for each request that is left: how many are left of the window after it. An iterator gives each
            number to one thread alone.
    """

    since: int
    until: int
    day: int
    window: int
    reset: int
    limit: int
    free: int = 1
    tickets: Iterator[int] = field(default_factory=lambda: iter(()))

    @property
    def left(self) -> int:
        """Requests left to spend."""
        return length_hint(self.tickets)


class Limiter:
    """Counts requests against windows. The caller holds the lock of the accounts, but for spend_nowait.

    A method that asks the file raises what the file raises, and has counted nothing then.
    """

    def __init__(self, file: "AccountsFile") -> None:
        self._file = file
        # Account id → what this process may spend without asking the file.
        self._leases: dict[int, Lease] = {}

    def spend(self, account_id: int, rate: Rate, now: float) -> Window:
        """The window after one more request. Raises TooManyRequests, which counts nothing, when it was spent."""
        window = self.spend_nowait(account_id, rate, now)
        while window is None:
            self._renew(account_id, rate, now)
            window = self.spend_nowait(account_id, rate, now)
        return window

    def spend_nowait(self, account_id: int, rate: Rate, now: float) -> Window | None:
        """As spend, from memory: None where the file must be asked. Needs no lock. Raises TooManyRequests."""
        lease = self._leases.get(account_id)
        if lease is None or not lease.since <= now < lease.until:
            return None
        for remaining in lease.tickets:
            return Window(lease.limit, remaining, lease.reset)
        if lease.free or lease.left:
            return None
        raise refusal(rate, now)

    def usage(self, account_id: int, rate: Rate, now: float) -> KeyUsage:
        """What the key has used, its present request included where that was spent before."""
        reset = window_of(rate, now).reset
        today, taken = self._file.use(account_id, reset - rate.seconds, day=int(now) // DAY)
        lease = self._current_lease(account_id, now)
        if lease is not None:
            today, taken = today - lease.left, taken - lease.left
        return KeyUsage(today, taken, max(rate.limit - taken, 0), reset)

    def close(self) -> None:
        """Give back what was leased and not used."""
        for account_id in list(self._leases):
            self._give_back(account_id)

    def _current_lease(self, account_id: int, now: float) -> Lease | None:
        lease = self._leases.get(account_id)
        return lease if lease is not None and lease.since <= now < lease.until else None

    def _renew(self, account_id: int, rate: Rate, now: float) -> None:
        """Take a lease with something left. Raises TooManyRequests when there is none to be had."""
        lease = self._current_lease(account_id, now)
        if lease is None:
            self._give_back(account_id)
            lease = self._leases[account_id] = _lease(rate, now)
        granted = 0
        if lease.free:
            granted, taken = self._file.take(
                account_id, lease.window, day=lease.day, limit=rate.limit, block=block_of(rate)
            )
            free = max(rate.limit - taken, 0)
            # Before `free`: who holds no lock would take a window for spent that has some left.
            lease.tickets = iter(range(free + granted - 1, free - 1, -1))
            lease.free = free
        if not granted:
            raise refusal(rate, now)

    def _give_back(self, account_id: int) -> None:
        lease = self._leases.pop(account_id, None)
        # Drawn, not counted: a request that is under way may still take one.
        drawn = list(lease.tickets) if lease is not None else []
        if lease is None or not drawn:
            return
        try:
            self._file.give_back(account_id, lease.window, day=lease.day, count=len(drawn))
        except BaseException:
            lease.tickets = iter(drawn)
            self._leases[account_id] = lease
            raise


def _lease(rate: Rate, now: float) -> Lease:
    """An empty lease of the window that `now` falls in."""
    reset = window_of(rate, now).reset
    window, day = reset - rate.seconds, int(now) // DAY
    # A lease ends with the day too, so that its requests are counted on the day they were made.
    return Lease(max(window, day * DAY), min(reset, (day + 1) * DAY), day, window, reset, rate.limit)
