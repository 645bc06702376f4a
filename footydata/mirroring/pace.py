"""Keeps inside a service's window: waits for the next one before the allowance is spent.

The rate headers tell the allowance, what is left of it and when it resets, by the server's clock. That clock may be
far from ours: a reset is never past and never further ahead than a window is wide, which bounds by how much.
"""

import math
from collections.abc import Callable

from footydata.client.reading import RateLimit

MARGIN = 0.25
"""Seconds past the reset, for clocks that are a little apart."""

WIDEST = 3600
"""The width of a window in seconds, where the service does not tell it."""

ROOM = 20
"""One in so many requests of a window is left to others that use the key."""


class Pace:
    """The window of a key, as the answers tell it.

    clock: unix seconds. sleep: waits so many seconds. on_wait: called with the seconds before each wait.
    Attributes: limit: the window as of the last answer, None before any answer.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], object],
        on_wait: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.clock = clock
        self._sleep = sleep
        self.on_wait = on_wait
        self._ahead_least, self._ahead_most = -math.inf, math.inf
        self.limit: RateLimit | None = None
        self.window_seconds: int | None = None

    @property
    def room(self) -> int:
        """How many requests of a window are left to others."""
        return 0 if self.limit is None or self.limit.limit < ROOM // 4 else max(1, self.limit.limit // ROOM)

    @property
    def left(self) -> int:
        """How many requests may still be sent in this window; a window that is over is whole again."""
        if self.limit is None:
            return 1
        remaining = self.limit.limit if self.until_reset <= 0 else self.limit.remaining
        return max(0, remaining - self.room)

    @property
    def until_reset(self) -> float:
        """Seconds until the window resets."""
        return 0.0 if self.limit is None else self.limit.reset - self.now()

    def now(self) -> float:
        """The moment by the server's clock, as far as it is known; rather too early than too late."""
        is_one_clock = self._ahead_least <= 0 <= self._ahead_most
        return self.clock() + (0.0 if is_one_clock else self._ahead_least)

    def wait_for_room(self) -> None:
        """Wait until a request may be sent."""
        while self.left == 0:
            self.wait(self.until_reset + MARGIN)

    def wait(self, seconds: float) -> None:
        """Wait, and say so."""
        self.on_wait(seconds)
        self._sleep(seconds)

    def heard(self, limit: RateLimit | None, asked_at: float) -> None:
        """Note what an answer tells of the window; asked_at: when it was asked for, by our clock."""
        if limit is None or limit.limit < 1:
            # A window that never has room would be waited for without end.
            return
        self.limit = limit
        width = self.window_seconds or WIDEST
        least, most = limit.reset - width - self.clock(), limit.reset - asked_at
        if least > self._ahead_most or most < self._ahead_least:
            # A clock was set, or the width was not known yet.
            self._ahead_least, self._ahead_most = least, most
        self._ahead_least, self._ahead_most = max(self._ahead_least, least), min(self._ahead_most, most)

    def seconds_for(self, requests: int, seconds_each: float) -> float:
        """How long so many requests will take at this rate."""
        if self.limit is None or self.window_seconds is None or requests <= self.left:
            return requests * seconds_each
        per_window = max(1, self.limit.limit - self.room)
        windows, last = divmod(requests - self.left - 1, per_window)
        waiting = max(self.until_reset, 0.0) + windows * max(self.window_seconds, per_window * seconds_each)
        return waiting + (last + 1) * seconds_each
