"""Transports of a client that answer by httpx's requests and responses, in this process."""

from collections.abc import Callable

import httpx

from footydata.service.client.http import closed_client
from footydata.service.client.reading import Reply, ServiceUnreachable
from footydata.service.exchange import Request, key_of, readable_path
from footydata.service.service import Service

Answering = Callable[[httpx.Request], httpx.Response]


class OverHttpx:
    """Requests with a key, as httpx would send them; an error of httpx is one of the network."""

    def __init__(self, answer: Answering, key: str = "fd_key") -> None:
        self._answer = answer
        self._headers = {"Authorization": f"Bearer {key}"}
        self._is_closed = False

    def get(self, url: str) -> Reply:
        if self._is_closed:
            raise closed_client(url)
        try:
            response = self._answer(httpx.Request("GET", url, headers=self._headers))
        except httpx.RequestError as error:
            place = url.partition("?")[0]
            raise ServiceUnreachable(f"no answer from {place}: {error}") from error
        return Reply(response.status_code, response.headers, response.content)

    def close(self) -> None:
        self._is_closed = True


class AsyncOverHttpx:
    """The same for asyncio."""

    def __init__(self, transport: OverHttpx) -> None:
        self._transport = transport

    async def get(self, url: str) -> Reply:
        return self._transport.get(url)

    async def close(self) -> None:
        self._transport.close()


def answer_of(service: Service) -> Answering:
    """What a service in this process answers."""

    def answer(request: httpx.Request) -> httpx.Response:
        path = readable_path(request.url.raw_path.partition(b"?")[0])
        key = key_of((name.lower(), value) for name, value in request.headers.raw)
        sent = Request(request.method, path, request.url.query.decode("ascii"), key)
        response = service.answer(sent)
        return httpx.Response(
            response.status,
            headers=response.all_headers,
            content=response.body.content,
            request=request,
        )

    return answer
