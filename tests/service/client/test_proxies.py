"""Proxies of the environment: what goes through them, what goes past them, and the deadline of both."""

import asyncio
import socket
from collections.abc import Callable, Iterator

import pytest

from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.reading import ServiceUnreachable
from tests.service.client.hostile import Attack, Hostile, hostile_service

ELSEWHERE = "http://football.example/v1"


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hostile]:
    """A proxy that answers itself, named by the environment."""
    for name in (
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "https_proxy",
        "all_proxy",
        "no_proxy",
    ):
        monkeypatch.delenv(name, raising=False)
    with hostile_service() as running:
        running.act = lambda attack: attack.rows([], page=1, has_more=False)
        monkeypatch.setenv("http_proxy", running.url.removesuffix("/v1"))
        yield running


def bookmakers(url: str) -> None:
    with Client(url, "fd_key", retries=0, timeout=2) as client:
        client.bookmakers()


def bookmakers_async(url: str) -> None:
    async def read() -> None:
        async with AsyncClient(url, "fd_key", retries=0, timeout=2) as client:
            await client.bookmakers()

    asyncio.run(read())


CLIENTS = pytest.mark.parametrize(
    "read", [bookmakers, bookmakers_async], ids=["client", "asynchronous client"]
)


@CLIENTS
def test_a_request_goes_through_the_proxy_of_its_scheme(
    proxy: Hostile, read: Callable[[str], None]
) -> None:
    read(ELSEWHERE)
    assert proxy.asked == [f"{ELSEWHERE}/bookmakers"]


@CLIENTS
def test_a_request_goes_through_the_proxy_of_all_schemes(
    proxy: Hostile, read: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("http_proxy")
    monkeypatch.setenv("all_proxy", proxy.url.removesuffix("/v1"))
    read(ELSEWHERE)
    assert proxy.asked == [f"{ELSEWHERE}/bookmakers"]


@CLIENTS
def test_a_proxy_without_a_scheme_is_spoken_to_in_http(
    proxy: Hostile, read: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1").removeprefix("http://"))
    read(ELSEWHERE)
    assert proxy.asked == [f"{ELSEWHERE}/bookmakers"]


@CLIENTS
@pytest.mark.parametrize("no_proxy", ["127.0.0.1", "*", "example.com, 127.0.0.1"])
def test_a_host_of_no_proxy_is_reached_without_the_proxy(
    proxy: Hostile, read: Callable[[str], None], no_proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", no_proxy)
    with hostile_service() as service:
        service.act = proxy.act
        read(service.url)
        assert (service.asked, proxy.asked) == (["/v1/bookmakers"], [])


@pytest.mark.parametrize(
    "act", [Attack.drip_body, Attack.drip_head, Attack.say_nothing], ids=["body", "head", "nothing"]
)
def test_a_request_through_a_proxy_has_one_time_for_all_of_it(
    proxy: Hostile, act: Callable[[Attack], None]
) -> None:
    proxy.act = act
    with (
        Client(ELSEWHERE, "fd_key", timeout=0.3, retries=0) as client,
        pytest.raises(
            ServiceUnreachable, match=r"no whole answer from \S+/v1/status within 0\.3 s"
        ),
    ):
        client.status()


def test_a_user_of_a_proxy_is_sent_to_it_alone(
    proxy: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: list[tuple[str | None, str | None]] = []

    def act(attack: Attack) -> None:
        heads.append((attack.headers["Proxy-Authorization"], attack.headers["Host"]))
        attack.rows([], page=1, has_more=False)

    proxy.act = act
    monkeypatch.setenv(
        "http_proxy", proxy.url.removesuffix("/v1").replace("//", "//pitch:p%C3%A4ss@")
    )
    bookmakers(ELSEWHERE)
    assert heads == [("Basic cGl0Y2g6cMOkc3M=", "football.example")]


def test_a_proxy_that_is_not_there_is_a_service_that_is_not_reached(
    proxy: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{unused.getsockname()[1]}")
        with pytest.raises(
            ServiceUnreachable, match=r"no answer from http://football\.example/v1/bookmakers"
        ):
            bookmakers(ELSEWHERE)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1:1", "socks5://127.0.0.1:1"])
def test_a_proxy_of_a_kind_that_can_not_be_used_is_named(
    proxy: Hostile, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", address)
    with pytest.raises(ServiceUnreachable, match=r"ftp|SOCKS") as caught:
        bookmakers(ELSEWHERE)
    assert not caught.value.retryable
