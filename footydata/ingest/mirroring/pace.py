"""Keeps within a service's rate limit: waits for the next window before all requests of this one are spent.

The rate headers give the requests per window, those left, and the time of the reset by the server's clock. That clock
may differ from ours: as a reset is never past, and never more than a window's width ahead, each answer limits by how
much.
"""

import math
from collections.abc import Callable

from footydata.service.client.reading import RateLimit

MARGIN = 0.25
"""Seconds to wait after the reset, for clocks that differ a little."""

WIDEST = 3600
"""The assumed width of a window in seconds, if the service does not give it."""

ROOM = 20
"""One in so many requests of a window is left for others that use the key."""


class Pace:
    """The rate limit of a key, as of the answers so far.

    clock: gives unix seconds. sleep: waits so many seconds. on_wait: called with the seconds before each wait.

    Attributes:
        limit: the rate limit as of the last answer, None before any answer.
        window_seconds: the width of a window, None if unknown.
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
        """How many requests of a window are left for others."""
        return (
            0
            if self.limit is None or self.limit.limit < ROOM // 4
            else max(1, self.limit.limit // ROOM)
        )

    @property
    def left(self) -> int:
        """How many requests may still be sent in this window; all of them if it is over."""
        if self.limit is None:
            return 1
        remaining = self.limit.limit if self.until_reset <= 0 else self.limit.remaining
        return max(0, remaining - self.room)

    @property
    def until_reset(self) -> float:
        """Seconds until the window resets."""
        return 0.0 if self.limit is None else self.limit.reset - self.now()

    def now(self) -> float:
        """Unix seconds by the server's clock, as far as it is known; an early estimate."""
        is_one_clock = self._ahead_least <= 0 <= self._ahead_most
        return self.clock() + (0.0 if is_one_clock else self._ahead_least)

    def wait_for_room(self) -> None:
        """Wait until a request may be sent."""
        while self.left == 0:
            self.wait(self.until_reset + MARGIN)

    def wait(self, seconds: float) -> None:
        """Call on_wait, then wait."""
        self.on_wait(seconds)
        self._sleep(seconds)

    def note_answer(self, limit: RateLimit | None, asked_at: float) -> None:
        """Note the rate limit of an answer; asked_at: when the request was sent, by our clock."""
        if limit is None or limit.limit < 1:
            # A window without any requests would be waited for forever.
            return
        self.limit = limit
        width = self.window_seconds or WIDEST
        least, most = limit.reset - width - self.clock(), limit.reset - asked_at
        if least > self._ahead_most or most < self._ahead_least:
            # One of the clocks was set, or the width was not known before.
            self._ahead_least, self._ahead_most = least, most
        self._ahead_least, self._ahead_most = (
            max(self._ahead_least, least),
            min(self._ahead_most, most),
        )

    def seconds_for(self, requests: int, seconds_each: float) -> float:
        """How many seconds so many requests will take at this rate; seconds_each: for one without waiting."""
        if self.limit is None or self.window_seconds is None or requests <= self.left:
            return requests * seconds_each
        per_window = max(1, self.limit.limit - self.room)
        windows, last = divmod(requests - self.left - 1, per_window)
        waiting = max(self.until_reset, 0.0) + windows * max(
            self.window_seconds, per_window * seconds_each
        )
        return waiting + (last + 1) * seconds_each
