"""When a request is sent again, and how long to wait before: for the client and for mirroring alike.

`retried` is a generator and knows no network: it yields what to send, is sent the reply or thrown the loss of it, and
returns what was read of the reply that is taken. Who drives it sends and waits, on sockets or on an event loop.
"""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from footydata.client.failures import ServiceUnreachable, UnexpectedAnswer
from footydata.client.reading import RateLimit, Reply, retry_after_of
from footydata.contract.errors import ApiError, FootydataError

RETRIED_STATUSES = frozenset({429, 500, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_BACKOFF = 20.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Policy:
    """How patient the client is.

    Attributes:
        retries: how often a request is sent again.
        max_wait: the longest single wait in seconds; a service that asks for more gets no second try.
        patience: the seconds that all waits of one request may take together.
        kind: failures under policies of one kind are counted together.
    """

    retries: int = 3
    max_wait: float = 90.0
    patience: float = float("inf")
    kind: str = ""

    def wait(
        self,
        tries: int,
        failure: FootydataError,
        reply: Reply | None,
        *,
        limit: RateLimit | None,
        now: float,
        waited: float = 0.0,
    ) -> float | None:
        """The seconds to wait before the request is sent again, None where it is not.

        tries: how often it was sent; waited: the seconds so far. Retry-After is obeyed; a spent window without one
        waits for its reset; everything else backs off, doubling from half a second.
        """
        if tries > self.retries or not _may_pass(failure):
            return None
        asked = None if reply is None else retry_after_of(reply)
        if asked is None and reply is not None and reply.status == 429 and limit is not None:
            asked = max(1, limit.reset - int(now))
        if asked is None:
            seconds = min(FIRST_WAIT * 2.0 ** (tries - 1), LONGEST_BACKOFF, self.max_wait)
        else:
            seconds = float(asked)
        return seconds if seconds <= self.max_wait and waited + seconds <= self.patience else None


def _may_pass(failure: FootydataError) -> bool:
    if isinstance(failure, ServiceUnreachable):
        return failure.retryable
    if isinstance(failure, UnexpectedAnswer):
        return failure.retryable or failure.status in RETRIED_STATUSES
    return isinstance(failure, ApiError) and failure.status in RETRIED_STATUSES


@dataclass(frozen=True, slots=True)
class Send:
    """Send a GET for the URL, after so many seconds. failure: why it is sent again, None the first time."""

    url: str
    after: float = 0.0
    failure: FootydataError | None = None


def retried(
    url: str,
    read: Callable[[Reply], T],
    *,
    policy: Callable[[FootydataError], Policy],
    limit: Callable[[], RateLimit | None],
    now: Callable[[], float],
    jitter: Callable[[], float] = lambda: 0.0,
) -> Generator[Send, Reply, T]:
    """Asks for a URL until `read` takes the reply, and returns what it gives.

    policy: how patient to be with a failure. limit, now: the key's window, and the moment by the clock of the
    service. jitter: from 0 to 1, the tenth of a wait that is added. Raises the failure that ends the patience.
    """
    tries: Counter[str] = Counter()
    waited = 0.0
    send = Send(url)
    while True:
        reply: Reply | None = None
        try:
            reply = yield send
            return read(reply)
        except FootydataError as failure:
            chosen = policy(failure)
            tries[chosen.kind] += 1
            seconds = chosen.wait(tries[chosen.kind], failure, reply, limit=limit(), now=now(), waited=waited)
            if seconds is None:
                raise
            waited += seconds
            # Many clients that were refused together should not come back together.
            send = Send(url, seconds * (1 + 0.1 * jitter()), failure)
