"""Asks a remote v1 service: one request after the other, at its pace, again where it stumbles.

Bodies come back whole or not at all: one that is cut short is asked for again. Source: decisions 2 and 3.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import httpx
import orjson

from footydata.client.call import Call, call_of
from footydata.client.conversation import request_headers, root_of
from footydata.client.failures import UnexpectedAnswer
from footydata.client.reading import Reply, error_of, rate_limit_of, retry_after_of
from footydata.client.retrying import FIRST_WAIT
from footydata.contract.errors import ApiError, AuthenticationError, FootydataError, RateLimitError, RemoteRefused
from footydata.mirroring.pace import Pace

TIMEOUT = 30.0
CONNECT_TIMEOUT = 5.0
"""An address where nothing listens may swallow what is sent to it; who waits for it shall not wait long."""

TRIES = 7
"""How often a request is sent where the service fails or the connection is lost: about a minute in all."""

FIRST_TRIES = 2
"""The same before any answer came: the address is likelier to be wrong than the service to be away."""

LONGEST_WAIT = 30.0
PATIENCE = 20
"""How often in a row a 429 is waited out."""


class Page(NamedTuple):
    """A page: where it came from and its body, read. query: as it was sent."""

    address: str
    path: str
    query: dict[str, str]
    body: dict[str, Any]

    @property
    def rows(self) -> list[Any]:
        """The rows of a list, none where it is no list."""
        data = self.body["data"]
        return data if isinstance(data, list) else []

    @property
    def has_more(self) -> bool:
        """Whether a further page follows."""
        return bool(self.body.get("pagination", {}).get("has_more"))


class Remote:
    """A remote v1 service.

    base_url, api_key: else from the environment. clock, sleep: for the pace. transport: in place of the network.
    Attributes:
        root: the address in front of /v1.
        sent: how many requests were sent. refused: how many 429 came back. stumbles: how often one was sent again.
        busy: the seconds that the answers took.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], object] = time.sleep,
        on_wait: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.root = root_of(base_url)
        self.pace = Pace(clock=clock, sleep=sleep, on_wait=on_wait)
        self.sent = self.refused = self.stumbles = 0
        self.busy = 0.0
        self._has_answered = False
        patience = httpx.Timeout(timeout, connect=min(timeout, CONNECT_TIMEOUT))
        self._http = httpx.Client(headers=request_headers(api_key), timeout=patience, transport=transport)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> "Remote":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def page(self, name: str, id: int | None = None, arguments: Mapping[str, object] | None = None) -> Page:
        """A page of an endpoint.

        Raises the ApiError of a request that the service answers with one (a moved league, a rule of the plan,
        what is not found), and RemoteRefused where it can't be reached, is out of order or refuses the key.
        """
        call = call_of(name, id, arguments)
        tries = refusals = 0
        while True:
            self.pace.wait_for_room()
            failure, asked = self._attempt(call)
            if isinstance(failure, Page):
                return failure
            if isinstance(failure, RateLimitError):
                refusals += 1
                self.refused += 1
                if refusals > PATIENCE:
                    raise RemoteRefused(f"{self.root} refuses request after request: {failure}") from failure
                self.pace.wait(float(asked or 1))
                continue
            tries += 1
            if tries >= (TRIES if self._has_answered else FIRST_TRIES):
                raise self._given_up(failure) from failure
            self.stumbles += 1
            self.pace.wait(float(asked) if asked else min(FIRST_WAIT * 2.0 ** (tries - 1), LONGEST_WAIT))

    def _given_up(self, failure: FootydataError) -> RemoteRefused:
        if self._has_answered:
            return RemoteRefused(f"{self.root} fails again and again: {failure}")
        return RemoteRefused(
            f"nothing answers at {self.root} ({failure}); is the address right, and the service running?"
        )

    def _attempt(self, call: Call) -> tuple[Page | FootydataError, int | None]:
        """The page, or what may pass and the seconds that the service asks to wait. Raises what will not pass."""
        self.sent += 1
        began = self.pace.clock()
        try:
            response = self._http.get(self.root + call.target)
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError) as error:
            raise RemoteRefused(f"{self.root} can't be asked: {error}") from error
        except httpx.RequestError as error:
            return RemoteRefused(str(error) or type(error).__name__), None
        finally:
            self.busy += self.pace.clock() - began
        self._has_answered = True
        reply = Reply(response.status_code, response.headers, response.content)
        self.pace.heard(rate_limit_of(reply), began)
        if reply.status == 200:
            found = _page(call, reply)
            return (found, None) if found else (RemoteRefused(f"{call.target} came back cut short"), None)
        told = error_of(call, reply)
        if isinstance(told, RateLimitError) or reply.status >= 500:
            return told, retry_after_of(reply)
        if isinstance(told, AuthenticationError):
            raise RemoteRefused(f"{self.root} refuses the key: {told} ({told.code})") from told
        if isinstance(told, ApiError):
            raise told
        raise RemoteRefused(str(told)) from told


def _page(call: Call, reply: Reply) -> Page | None:
    """The page of a reply, None where it is cut short. Raises RemoteRefused where it is of no v1 service."""
    try:
        body = orjson.loads(reply.body)
    except ValueError as error:
        if "json" in reply.headers.get("content-type", ""):
            return None
        raise RemoteRefused(str(UnexpectedAnswer("no JSON", status=reply.status, body=reply.body))) from error
    if not isinstance(body, dict) or body.get("success") != 1 or "data" not in body:
        raise RemoteRefused(f"{call.target} was answered out of shape; is base_url a v1 service?")
    pagination = body.get("pagination")
    if isinstance(pagination, dict) and isinstance(body["data"], list):
        count = pagination.get("count")
        if isinstance(count, int) and count != len(body["data"]):
            return None
    path = call.target.partition("?")[0]
    return Page(call.target, path, dict(call.query), body)
