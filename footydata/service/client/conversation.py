"""The logic of the client without the network: retries, moved leagues, the rate limit. Both clients drive it.

A conversation is a generator: it yields each request to send, is sent the reply (or thrown the error of the network),
and finally yields the answer. So the two clients differ only in how they send and wait. `retried`, which decides
whether a request is sent again and after how long, serves mirroring too.
"""

import os
import random
import warnings
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from footydata.football.errors import (
    ApiError,
    FootydataError,
    InvalidArgument,
    MissingApiKey,
    Moved,
)
from footydata.service.client.call import Call
from footydata.service.client.reading import (
    LeagueMovedWarning,
    RateLimit,
    Reply,
    ServiceUnreachable,
    UnexpectedAnswer,
    envelope_of,
    rate_limit_of,
    retry_after_of,
)
from footydata.service.endpoints import PREFIX
from footydata.service.wire.wire import Envelope
from footydata.version import __version__

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


MOST_MOVES = 5
"""How many moves of a league in a row are followed."""

BASE_URL_VARIABLE = "FOOTYDATA_BASE_URL"
API_KEY_VARIABLE = "FOOTYDATA_API_KEY"


@dataclass(frozen=True, slots=True)
class Answered:
    """A call and its envelope; if its league was retired, the call is that of the survivor."""

    call: Call
    envelope: Envelope[Any]


Talk = Generator[Send | Answered, Reply, None]


def root_of(base_url: str | None) -> str:
    """The address before /v1, of a base URL with or without it; None: the environment's. Raises InvalidArgument.

    >>> root_of("http://127.0.0.1:8001/v1/"), root_of("https://example.org/football")
    ('http://127.0.0.1:8001', 'https://example.org/football')
    """
    url = (base_url or os.environ.get(BASE_URL_VARIABLE) or "").strip().rstrip("/")
    if not is_address(url):
        raise InvalidArgument(
            f"base_url {url!r} is not an address of a service; "
            f"give http://127.0.0.1:8001/v1 or set {BASE_URL_VARIABLE}",
            parameter="base_url",
            value=url,
        )
    return url.removesuffix(PREFIX)


def is_address(url: str) -> bool:
    """Whether a text is the address of a server, with or without a path."""
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and not set(url) & set("?# ")
        )
    except ValueError:
        return False


def request_headers(api_key: str | None) -> dict[str, str]:
    """The headers of every request, with the key given, else the environment's.

    Raises MissingApiKey if there is none, InvalidArgument.
    """
    key = (api_key or os.environ.get(API_KEY_VARIABLE) or "").strip()
    if not key:
        raise MissingApiKey(f"no API key: give api_key, or set {API_KEY_VARIABLE}")
    if not key.isascii() or not key.isprintable():
        raise InvalidArgument(
            "the API key has characters that no key has; copy it again",
            parameter="api_key",
            value=None,
        )
    return {
        "Authorization": f"Bearer {key}",
        "Accept": "application/json",
        "User-Agent": f"footydata/{__version__}",
    }


class Conversing:
    """The state of a client between its calls, and what it says in each.

    base_url: with or without /v1; None: the environment's.

    Attributes:
        root: the address before /v1.
        rate_limit: the key's rate limit as of the last answer, None before the first.
        moved: retired league id → its survivor, for the retired ids that were used so far.
    """

    def __init__(
        self,
        base_url: str | None,
        policy: Policy,
        clock: Callable[[], float],
    ) -> None:
        self.root = root_of(base_url)
        self.rate_limit: RateLimit | None = None
        self.moved: dict[int, int] = {}
        self._policy = policy
        self._clock = clock

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.root}{PREFIX}>"

    def _about(self, call: Call) -> Talk:
        """The conversation about one call. Raises the error that ends it without an answer."""
        retired_ids: list[int] = []

        def read(reply: Reply) -> Envelope[Any]:
            self.rate_limit = rate_limit_of(reply) or self.rate_limit
            return envelope_of(call, reply)

        while True:
            try:
                envelope = yield from retried(
                    self.root + call.target,
                    read,
                    policy=lambda _: self._policy,
                    limit=lambda: self.rate_limit,
                    now=self._clock,
                    jitter=random.random,
                )
                break
            except Moved as error:
                league_id, survivor_id = call.league_id, error.canonical_id
                if league_id in (None, survivor_id) or len(retired_ids) == MOST_MOVES:
                    raise UnexpectedAnswer(
                        f"{call.target} was answered with a move to {survivor_id} that leads nowhere",
                        status=error.status,
                        body=str(error).encode(),
                    ) from error
                retired_ids.append(league_id)
                call = call.for_league(survivor_id)
        if retired_ids:
            self.moved |= dict.fromkeys(retired_ids, survivor_id)
            text = f"league {retired_ids[0]} was merged into {survivor_id}; use {survivor_id}"
            warnings.warn(text, LeagueMovedWarning, stacklevel=2)
        yield Answered(call, envelope)
