"""The clients: one for plain code, one for asyncio. Both drive the same conversations (see conversation.py)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from footydata.football.declared_types import named_arguments
from footydata.football.errors import FootydataError
from footydata.service.client.call import Call
from footydata.service.client.conversation import (
    Answered,
    Conversing,
    Policy,
    Send,
    request_headers,
)
from footydata.service.client.http import (
    LARGEST_BODY,
    AsyncHttp,
    AsyncTransport,
    Bounds,
    Http,
    Transport,
)
from footydata.service.client.methods import AsyncMethods, Methods
from footydata.service.client.page import AsyncHistoryPage, AsyncPage, HistoryPage, Page

if TYPE_CHECKING:
    from footydata.service.client.embedded import EmbeddedSettings

TIMEOUT = 15.0
RETRIES = 3
MAX_WAIT = 90.0
"""In seconds: longer than the window of any paid plan, shorter than the Free plan's hour."""


class Client(Conversing, Methods):
    """A typed client of any v1 service.

    base_url: with or without /v1; FOOTYDATA_BASE_URL otherwise. api_key: FOOTYDATA_API_KEY otherwise.
    timeout: seconds for a whole request, from connecting to the last byte; None: no limit.
    largest_body: the most bytes of an answer, unpacked. retries: how often a request is sent again after 429, 5xx
    or a lost connection. max_wait: the longest single wait in seconds; if the service asks for more, its error is
    raised. A retired league is followed to its survivor, with a LeagueMovedWarning.
    Raises InvalidArgument, MissingApiKey.
    """

    @named_arguments
    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | None = TIMEOUT,
        largest_body: int = LARGEST_BODY,
        retries: int = RETRIES,
        max_wait: float = MAX_WAIT,
        transport: Transport | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        super().__init__(base_url, Policy(retries, max_wait), clock)
        headers = request_headers(api_key)
        self._http = transport or Http(headers, Bounds(timeout, body=largest_body))
        self._sleep = sleep

    @classmethod
    def embedded(
        cls,
        database: Path | str,
        *,
        retries: int = RETRIES,
        max_wait: float = MAX_WAIT,
        sleep: Callable[[float], object] = time.sleep,
        **service: "Unpack[EmbeddedSettings]",
    ) -> Self:
        """A client of a database file, served in this process: the same contract, without a socket.

        There is no rate limit unless limits=True. service: plan, key, limits, as_of, faults and so on, see
        fd.EmbeddedSettings. Raises DatabaseMissing, NotAFootballDatabase, InvalidArgument.
        """
        # A client of a server needs no service.
        from footydata.service.client.embedded import URL, embedded

        transport = embedded(database, sleep=sleep, **service)
        return cls(
            URL,
            transport.key,
            retries=retries,
            max_wait=max_wait,
            transport=transport,
            clock=transport.clock,
            sleep=sleep,
        )

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record(self, call: Call) -> Any:
        return self._ask(call).envelope.data

    def _page(self, call: Call) -> Page[Any]:
        return Page(self._ask(call), self._ask)

    def _history(self, call: Call) -> HistoryPage:
        return HistoryPage(self._ask(call), self._ask)

    def _ask(self, call: Call) -> Answered:
        talk = self._about(call)
        step = next(talk)
        while isinstance(step, Send):
            if step.after:
                self._sleep(step.after)
            try:
                reply = self._http.get(step.url)
            except FootydataError as error:
                step = talk.throw(error)
            else:
                step = talk.send(reply)
        return step


class AsyncClient(Conversing, AsyncMethods):
    """The same client for asyncio; its settings are those of Client."""

    @named_arguments
    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | None = TIMEOUT,
        largest_body: int = LARGEST_BODY,
        retries: int = RETRIES,
        max_wait: float = MAX_WAIT,
        transport: AsyncTransport | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        super().__init__(base_url, Policy(retries, max_wait), clock)
        headers = request_headers(api_key)
        self._http = transport or AsyncHttp(headers, Bounds(timeout, body=largest_body))
        self._sleep = sleep

    @classmethod
    def embedded(
        cls,
        database: Path | str,
        *,
        retries: int = RETRIES,
        max_wait: float = MAX_WAIT,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        **service: "Unpack[EmbeddedSettings]",
    ) -> Self:
        """A client of a database file, served in this process and off the event loop, as Client.embedded is."""
        # A client of a server needs no service.
        from footydata.service.client.embedded import URL, AsyncEmbeddedTransport, embedded

        transport = embedded(database, **service)
        return cls(
            URL,
            transport.key,
            retries=retries,
            max_wait=max_wait,
            transport=AsyncEmbeddedTransport(transport),
            clock=transport.clock,
            sleep=sleep,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _record(self, call: Call) -> Any:
        return (await self._ask(call)).envelope.data

    async def _page(self, call: Call) -> AsyncPage[Any]:
        return AsyncPage(await self._ask(call), self._ask)

    async def _history(self, call: Call) -> AsyncHistoryPage:
        return AsyncHistoryPage(await self._ask(call), self._ask)

    async def _ask(self, call: Call) -> Answered:
        talk = self._about(call)
        step = next(talk)
        while isinstance(step, Send):
            if step.after:
                await self._sleep(step.after)
            try:
                reply = await self._http.get(step.url)
            except FootydataError as error:
                step = talk.throw(error)
            else:
                step = talk.send(reply)
        return step
