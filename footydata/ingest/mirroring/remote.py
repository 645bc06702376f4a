"""Asks a remote v1 service: one request after the other, within its rate limit, with retries as of the client.

A body that is cut short is never used, but asked for again. Before all requests of a window are spent, it waits for the
next one. The rate headers give the requests per window, those left, and the time of the reset by the server's clock,
which the header Date tells. No window is longer than its width.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.utils import parsedate_to_datetime
from itertools import count
from typing import Any, NamedTuple

import orjson

from footydata.football.errors import (
    ApiError,
    AuthenticationError,
    FootydataError,
    RateLimitError,
    RemoteRefused,
    ResourceNotFound,
)
from footydata.football.terms import LARGEST_ID
from footydata.service.client.call import Call
from footydata.service.client.conversation import Policy, request_headers, retried, root_of
from footydata.service.client.http import LARGEST_BODY, Bounds, Http, Transport
from footydata.service.client.page import Walked
from footydata.service.client.reading import (
    EndlessList,
    RateLimit,
    Reply,
    ServiceUnreachable,
    UnexpectedAnswer,
    error_of,
    rate_limit_of,
    retry_after_of,
)

MARGIN = 0.25
"""Seconds to wait after the reset, for clocks that differ a little."""

WIDEST = 3600
"""The assumed width of a window in seconds, if the service does not give it."""

NEAR = 2.0
"""The seconds by which the header Date, which is cut to whole ones, may differ between clocks that agree."""

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
        self._ahead = 0.0
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
        return self.clock() + self._ahead

    def wait(self, seconds: float) -> None:
        """Call on_wait, then wait."""
        self.on_wait(seconds)
        self._sleep(seconds)

    def note_answer(self, reply: Reply) -> None:
        """Note the rate limit of an answer, and the server's clock."""
        limit = rate_limit_of(reply)
        if limit is None or limit.limit < 1:
            # A window without any requests would be waited for forever.
            return
        with suppress(KeyError, ValueError, OverflowError):
            ahead = parsedate_to_datetime(reply.headers["date"]).timestamp() - self.clock()
            self._ahead = ahead if abs(ahead) > NEAR else 0.0
        latest = int(self.now()) + (self.window_seconds or WIDEST)
        # A reset that is over already is of another clock than the header, as of a day that is played again.
        is_known = self.now() - NEAR <= limit.reset <= latest
        self.limit = limit._replace(reset=limit.reset if is_known else latest)


TIMEOUT = 30.0
CONNECT_TIMEOUT = 5.0
"""Seconds; an address where nothing listens may not answer at all, and should not be waited for long."""

SILENT = Policy(retries=1)
"""The policy before any answer: more likely the address is wrong than the service away."""

UNKNOWN = Policy(retries=3)
"""The policy before any good answer: it may not be a v1 service."""

KNOWN = Policy(retries=6, max_wait=WIDEST, patience=2 * WIDEST)
"""The policy of a service that has answered: half a minute in all, or as long as it asks for."""

REFUSALS = 20
"""How often in a row a 429 is retried that tells when to come back."""


class RemotePage(NamedTuple):
    """A page: the call that was answered, and the body as parsed JSON."""

    call: Call
    body: dict[str, Any]

    @property
    def rows(self) -> list[Any]:
        """The rows of a list, the ticks of an odds history, or a record as the only row."""
        data = self.body["data"]
        if isinstance(data, list):
            return data
        ticks = data.get("ticks", [data])
        return ticks if isinstance(ticks, list) else []

    @property
    def ids(self) -> list[int]:
        """The ids of the rows, without those that can't be stored."""
        ids = [row.get("id") for row in self.rows if isinstance(row, dict)]
        return [id for id in ids if type(id) is int and 0 < id <= LARGEST_ID]

    @property
    def has_more(self) -> bool:
        """Whether a further page follows."""
        return bool(self.body.get("pagination", {}).get("has_more"))


def walk(ask: Callable[[int], RemotePage], *, first: int = 1) -> Iterator[tuple[RemotePage, bool]]:
    """Each page of a list from the first on, and whether it is the last one. ask: gives the page of a number.

    A page is asked for when the one before has been taken. Raises RemoteRefused if the list does not end; the pages
    before the first count too, which an earlier pull took.
    """
    walked, rows = Walked(first - 1), list[Any]()
    for number in count(first):
        page = ask(number)
        is_last = not (page.has_more and page.rows)
        try:
            walked = walked.and_another(page.call.target, is_repeat=page.rows == rows)
        except EndlessList as error:
            raise RemoteRefused(str(error)) from error
        yield page, is_last
        if is_last:
            return
        rows = page.rows


class Remote:
    """A remote v1 service.

    base_url, api_key: None for those of the environment. timeout: seconds for a whole request; largest_body: the most
    bytes of an answer, unpacked. clock, sleep: for the pace. on_wait: called with the seconds before each wait.
    transport: in place of the network. Raises InvalidArgument, MissingApiKey.

    Attributes:
        root: the address before /v1.
        sent: how many requests were sent. refused: how many were answered 429.
        failures: how many were sent again after another failure.
        busy: the seconds that the answers took.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = TIMEOUT,
        largest_body: int = LARGEST_BODY,
        transport: Transport | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], object] = time.sleep,
        on_wait: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.root = root_of(base_url)
        self.pace = Pace(clock=clock, sleep=sleep, on_wait=on_wait)
        self.sent = self.refused = self.failures = 0
        self.busy = 0.0
        self._has_answered = self._is_known = self._says_when = False
        bounds = Bounds(timeout, connect=min(timeout, CONNECT_TIMEOUT), body=largest_body)
        headers = request_headers(api_key)
        self._http = transport or Http(headers, bounds)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def seconds_for(self, requests: int) -> float:
        """How many seconds so many requests will take at the key's rate."""
        pace, limit = self.pace, self.pace.limit
        seconds_each = min(max(self.busy / max(1, self.sent), 0.001), 5.0)
        if limit is None or pace.window_seconds is None or requests <= pace.left:
            return requests * seconds_each
        per_window = max(1, limit.limit - pace.room)
        windows, last = divmod(requests - pace.left - 1, per_window)
        width = max(pace.window_seconds, per_window * seconds_each)
        return max(pace.until_reset, 0.0) + windows * width + (last + 1) * seconds_each

    def page(self, call: Call) -> RemotePage:
        """The answer to a call.

        Raises the ApiError of the answer (a moved league, a refusal of the plan, not found), and RemoteRefused if the
        service can't be reached, fails again and again, is not a v1 service or refuses the key.
        """
        reply: Reply | None = None
        talk = retried(
            self.root + call.target,
            lambda reply: self._read(call, reply),
            policy=self._policy,
            limit=lambda: self.pace.limit,
            now=self.pace.now,
        )
        try:
            send = next(talk)
            while True:
                if send.failure is not None:
                    self.failures += not isinstance(send.failure, RateLimitError)
                    self.pace.wait(send.after)
                while self.pace.left == 0:
                    self.pace.wait(self.pace.until_reset + MARGIN)
                reply = None
                try:
                    reply = self._get(send.url)
                except FootydataError as error:
                    send = talk.throw(error)
                else:
                    send = talk.send(reply)
        except StopIteration as read:
            self._is_known = True
            page: RemotePage = read.value
            return page
        except RemoteRefused:
            raise
        except FootydataError as error:
            if isinstance(error, ApiError) and not _is_about_the_service(error.status):
                raise
            raise self._given_up(error, reply) from error

    def _policy(self, failure: FootydataError) -> Policy:
        if isinstance(failure, RateLimitError) and self._says_when:
            widest = max(WIDEST, self.pace.window_seconds or 0)
            return Policy(REFUSALS, widest, 2 * widest, kind="refusal")
        if self._is_known:
            return KNOWN
        return UNKNOWN if self._has_answered else SILENT

    def _given_up(self, failure: FootydataError, reply: Reply | None) -> RemoteRefused:
        seconds = retry_after_of(reply) if reply else None
        if seconds is not None and seconds > self._policy(failure).max_wait:
            return RemoteRefused(
                f"{self.root} asks to wait {seconds:,} s before the next request: {failure}"
            )
        if isinstance(failure, RateLimitError):
            return RemoteRefused(f"{self.root} refuses request after request: {failure}")
        if self._has_answered:
            return RemoteRefused(f"{self.root} fails again and again: {failure}")
        return RemoteRefused(f"{failure}; is the address right, and the service running?")

    def _get(self, url: str) -> Reply:
        """The reply to one request. Raises ServiceUnreachable, UnexpectedAnswer, and RemoteRefused otherwise."""
        self.sent += 1
        began = self.pace.clock()
        try:
            reply = self._http.get(url)
        except ServiceUnreachable:
            raise
        except UnexpectedAnswer:
            self._has_answered = True
            raise
        except FootydataError as error:
            raise RemoteRefused(str(error)) from error
        finally:
            self.busy += self.pace.clock() - began
        self._has_answered = True
        self.pace.note_answer(reply)
        return reply

    def _read(self, call: Call, reply: Reply) -> RemotePage:
        """The page of a reply. Raises the ApiError in it, or RemoteRefused if it shows that asking on is no use."""
        if reply.status == 200:
            return _page(call, reply)
        answered = error_of(call, reply)
        self.refused += isinstance(answered, RateLimitError)
        self._says_when = retry_after_of(reply) is not None or self.pace.limit is not None
        if _is_about_the_service(reply.status):
            raise answered
        if isinstance(answered, AuthenticationError):
            raise RemoteRefused(
                f"{self.root} refuses the key: {answered} ({answered.code})"
            ) from answered
        if (
            isinstance(answered, ResourceNotFound)
            and not self._is_known
            and call.endpoint.name != "status"
        ):
            raise RemoteRefused(
                f"{self.root} has no {call.endpoint.path} ({answered}); is base_url a v1 service?"
            )
        if isinstance(answered, ApiError):
            raise answered
        raise RemoteRefused(str(answered)) from answered


def _is_about_the_service(status: int) -> bool:
    """Whether a status is about the service, and may pass, not about the request."""
    return status == 429 or status >= 500


def _page(call: Call, reply: Reply) -> RemotePage:
    """The page of a reply.

    Raises UnexpectedAnswer if it is cut short, RemoteRefused if it is not of a v1 service.
    """
    try:
        body = orjson.loads(reply.body)
    except ValueError as error:
        if "json" in reply.headers.get("content-type", ""):
            raise _cut_short(call, reply) from error
        problem = f"{call.endpoint.path} was answered with no JSON; is base_url a v1 service?"
        raise RemoteRefused(
            str(UnexpectedAnswer(problem, status=reply.status, body=reply.body))
        ) from error
    if not _is_in_shape(call, body):
        raise RemoteRefused(f"{call.target} was answered out of shape; is base_url a v1 service?")
    if call.endpoint.paged and isinstance(body["data"], list):
        count = body["pagination"].get("count")
        if isinstance(count, int) and count != len(body["data"]):
            raise _cut_short(call, reply)
    return RemotePage(call, body)


def _is_in_shape(call: Call, body: object) -> bool:
    """Whether a body is an envelope of the endpoint's kind: rows with pagination, or a record."""
    if not isinstance(body, dict) or body.get("success") != 1:
        return False
    if not isinstance(body.get("data"), list if call.endpoint.is_list else dict):
        return False
    return not call.endpoint.paged or isinstance(body.get("pagination"), dict)


def _cut_short(call: Call, reply: Reply) -> UnexpectedAnswer:
    return UnexpectedAnswer(
        f"{call.target} came back cut short", status=reply.status, body=b"", retryable=True
    )
