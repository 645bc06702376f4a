"""Decides whether a request is sent again, and after how long, for the client and for mirroring.

`retried` is a generator that does not use the network: it yields each request to send, is sent the reply or thrown the
error of the network, and returns what was read of the accepted reply. Its driver sends and waits.
"""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from footydata.football.errors import ApiError, FootydataError
from footydata.service.client.failures import ServiceUnreachable, UnexpectedAnswer
from footydata.service.client.reading import RateLimit, Reply, retry_after_of

RETRIED_STATUSES = frozenset({429, 500, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_BACKOFF = 20.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Policy:
    """When to retry a request.

    Attributes:
        retries: how often a request is sent again.
        max_wait: the longest single wait in seconds; if a service asks for more, the request is not retried.
        patience: the most seconds of all waits of one request together.
        kind: failures are counted separately for policies of different kinds.
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
        """The seconds to wait before the request is sent again, None if it is not retried.

        tries: how often it was sent; waited: the seconds so far. Retry-After is obeyed; a 429 without it waits for the
        reset of the rate limit; anything else backs off, doubling from FIRST_WAIT.
        """
        if tries > self.retries or not _may_pass(failure):
            return None
        retry_after = None if reply is None else retry_after_of(reply)
        if retry_after is None and reply is not None and reply.status == 429 and limit is not None:
            retry_after = max(1, limit.reset - int(now))
        if retry_after is None:
            seconds = min(FIRST_WAIT * 2.0 ** (tries - 1), LONGEST_BACKOFF, self.max_wait)
        else:
            # 0 and a service that forgot to count: the least of the contract is 1.
            seconds = max(1.0, float(retry_after))
        return seconds if seconds <= self.max_wait and waited + seconds <= self.patience else None


def _may_pass(failure: FootydataError) -> bool:
    if isinstance(failure, ServiceUnreachable):
        return failure.retryable
    if isinstance(failure, UnexpectedAnswer):
        return failure.retryable or failure.status in RETRIED_STATUSES
    return isinstance(failure, ApiError) and failure.status in RETRIED_STATUSES


@dataclass(frozen=True, slots=True)
class Send:
    """A GET to send after so many seconds. failure: why it is sent again, None the first time."""

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
    """Asks for a URL until `read` accepts the reply, and returns what it gives.

    policy: of a failure. limit, now: the key's rate limit, and unix seconds by the service's clock. jitter: gives 0 to
    1, the share of a tenth of the wait that is added to it. Raises the failure that is not retried.
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
            pause = policy(failure)
            tries[pause.kind] += 1
            seconds = pause.wait(
                tries[pause.kind], failure, reply, limit=limit(), now=now(), waited=waited
            )
            if seconds is None:
                raise
            waited += seconds
            # Many clients that were refused at once should not retry at once.
            send = Send(url, seconds * (1 + 0.1 * jitter()), failure)
