"""When a request is sent again, and how long to wait before."""

from dataclasses import dataclass

from footydata.client.failures import ServiceUnreachable, UnexpectedAnswer
from footydata.client.reading import RateLimit, Reply, retry_after_of
from footydata.contract.errors import ApiError, FootydataError

RETRIED_STATUSES = frozenset({429, 500, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_BACKOFF = 20.0


@dataclass(frozen=True, slots=True)
class Policy:
    """How patient the client is.

    Attributes:
        retries: how often a request is sent again.
        max_wait: the longest single wait in seconds; a service that asks for more gets no second try.
        patience: the seconds that all waits of one request may take together.
    """

    retries: int = 3
    max_wait: float = 90.0
    patience: float = float("inf")

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
