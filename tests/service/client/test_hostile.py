"""A service that means harm: the client gives up within its bounds, and says why."""

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from footydata.football.errors import InvalidLang, TooManyRequests
from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.reading import (
    AnswerTooLarge,
    EndlessList,
    ServiceUnreachable,
    UnexpectedAnswer,
)
from tests.service.client.hostile import Attack, Hostile, hostile_service

Act = Callable[[Attack], None]

SLOW = pytest.mark.parametrize(
    "act", [Attack.drip_body, Attack.drip_head, Attack.say_nothing], ids=["body", "head", "nothing"]
)
BODIES = pytest.mark.parametrize(
    "act",
    [lambda attack: attack.bomb(80), lambda attack: attack.answer(bytes(2_000_000))],
    ids=["packed", "plain"],
)


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with hostile_service() as running:
        yield running


@pytest.fixture
def client(hostile: Hostile) -> Iterator[Client]:
    with Client(hostile.url, "fd_key", sleep=lambda seconds: None) as made:
        yield made


def bookmaker(id: int) -> dict[str, Any]:
    return {
        "id": id,
        "name": "Northbook",
        "slug": f"book-{id}",
        "is_default": False,
        "markets": ["1x2"],
    }


def test_a_list_that_repeats_its_rows_for_ever_ends(client: Client, hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.rows([bookmaker(1)], page=attack.page)
    with pytest.raises(
        EndlessList, match=r"/v1/bookmakers\S* does not end: every page has the same rows"
    ):
        list(client.bookmakers())
    assert len(hostile.asked) == 4


def test_a_list_that_goes_on_for_ever_ends(
    client: Client, hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.service.client.page.MOST_PAGES", 20)
    hostile.act = lambda attack: attack.rows([bookmaker(attack.page)], page=attack.page)
    with pytest.raises(EndlessList, match="does not end within 20 pages"):
        list(client.bookmakers())
    assert len(hostile.asked) == 21


async def test_the_asynchronous_client_ends_an_endless_list_alike(hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.rows([bookmaker(1)], page=attack.page)
    async with AsyncClient(hostile.url, "fd_key") as client:
        with pytest.raises(EndlessList):
            async for _ in await client.bookmakers():
                pass


@SLOW
def test_a_request_has_one_time_for_all_of_it(hostile: Hostile, act: Act) -> None:
    hostile.act = act
    with (
        Client(hostile.url, "fd_key", timeout=0.3, retries=0) as client,
        pytest.raises(
            ServiceUnreachable, match=r"no whole answer from \S+/v1/status within 0\.3 s"
        ),
    ):
        client.status()


@SLOW
async def test_a_request_of_the_asynchronous_client_has_one_time_for_all_of_it(
    hostile: Hostile, act: Act
) -> None:
    hostile.act = act
    async with AsyncClient(hostile.url, "fd_key", timeout=0.3, retries=0) as client:
        with pytest.raises(
            ServiceUnreachable, match=r"no whole answer from \S+/v1/status within 0\.3 s"
        ):
            await client.status()


@SLOW
def test_a_connection_that_was_used_before_is_held_to_it_too(hostile: Hostile, act: Act) -> None:
    acts = iter([lambda attack: attack.rows([], page=1, has_more=False), act])
    hostile.act = lambda attack: next(acts)(attack)
    with Client(hostile.url, "fd_key", timeout=0.3, retries=0) as client:
        client.bookmakers()
        with pytest.raises(ServiceUnreachable, match="no whole answer"):
            client.status()


@BODIES
def test_a_body_has_its_bound_unpacked(hostile: Hostile, act: Act) -> None:
    hostile.act = act
    with (
        Client(hostile.url, "fd_key", largest_body=1_000_000) as client,
        pytest.raises(AnswerTooLarge, match="/v1/status was answered with more than 1 MB"),
    ):
        client.status()
    assert len(hostile.asked) == 1


@BODIES
async def test_a_body_of_the_asynchronous_client_has_its_bound(hostile: Hostile, act: Act) -> None:
    hostile.act = act
    async with AsyncClient(hostile.url, "fd_key", largest_body=1_000_000) as client:
        with pytest.raises(AnswerTooLarge, match="/v1/status was answered with more than 1 MB"):
            await client.status()
    assert len(hostile.asked) == 1


def test_the_bound_of_a_body_is_64_megabytes_where_nothing_else_is_said(
    client: Client, hostile: Hostile
) -> None:
    hostile.act = lambda attack: attack.bomb(65)
    with pytest.raises(AnswerTooLarge, match="more than 64 MB"):
        client.status()


def test_a_body_that_is_packed_twice_is_not_unpacked(client: Client, hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.bomb(100, times=2)
    with pytest.raises(UnexpectedAnswer, match="encoded as 'gzip, gzip', which was not asked for"):
        client.status()


@pytest.mark.parametrize(
    ("packed", "said"),
    [(b"no gzip at all", "can't be unpacked"), (gzip.compress(b"{}" * 9_999)[:-20], "cut short")],
    ids=["garbled", "cut"],
)
def test_a_body_that_can_not_be_unpacked_is_asked_for_again(
    client: Client, hostile: Hostile, packed: bytes, said: str
) -> None:
    hostile.act = lambda attack: attack.answer(packed, Content_Encoding="gzip")
    with pytest.raises(UnexpectedAnswer, match=said):
        client.status()
    assert len(hostile.asked) == 4


def test_a_packed_body_is_read(client: Client, hostile: Hostile) -> None:
    page = {"page": 1, "per_page": 50, "count": 1, "has_more": False}
    body = json.dumps({"success": 1, "data": [bookmaker(7)], "pagination": page}).encode()
    hostile.act = lambda attack: attack.answer(gzip.compress(body), Content_Encoding="gzip")
    assert [found.id for found in client.bookmakers()] == [7]


@pytest.mark.parametrize(
    "headers",
    [
        {"X_RateLimit_Limit": "\u00b2", "X_RateLimit_Remaining": "1", "X_RateLimit_Reset": "1"},
        {"X_RateLimit_Limit": "1" * 5_000, "X_RateLimit_Remaining": "1", "X_RateLimit_Reset": "1"},
        {"Retry_After": "\u00b2"},
        {"Retry_After": "1" * 5_000},
    ],
    ids=["a square", "thousands of digits", "a square to wait", "thousands of digits to wait"],
)
def test_headers_that_are_no_numbers_are_passed_over(
    client: Client, hostile: Hostile, headers: dict[str, str]
) -> None:
    hostile.act = lambda attack: attack.error(
        429, "too_many_requests", "rate_limit_error", **headers
    )
    with pytest.raises(TooManyRequests):
        client.status()
    assert client.rate_limit is None


def test_a_wait_of_thirty_years_is_left_to_the_caller(client: Client, hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.error(
        429, "too_many_requests", "rate_limit_error", Retry_After="999999999"
    )
    with pytest.raises(TooManyRequests) as raised:
        client.status()
    assert raised.value.retry_after == 999_999_999
    assert len(hostile.asked) == 1


def test_the_message_of_an_error_is_one_line_of_bounded_length(
    client: Client, hostile: Hostile
) -> None:
    error = {
        "type": "invalid_request",
        "code": "invalid_lang",
        "message": "no\nsuch " + "language" * 1_000,
    }
    hostile.act = lambda attack: attack.answer({"success": 0, "error": error}, status=400)
    with pytest.raises(InvalidLang) as raised:
        client.status()
    assert raised.value.message.startswith("no such language")
    assert len(raised.value.message) == 500


@pytest.mark.parametrize("host", ["a..b", "a" * 70 + ".example", "xn--a"])
def test_a_host_that_is_none_is_named(host: str) -> None:
    with (
        Client(f"http://{host}/v1", "fd_key", retries=0) as client,
        pytest.raises(ServiceUnreachable, match=f"no answer from http://{host}/v1/status"),
    ):
        client.status()
