"""Errors, retries and moves."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from footydata.football import errors
from footydata.football.errors import ERRORS, ApiError
from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.conversation import Policy
from footydata.service.client.reading import (
    LeagueMovedWarning,
    RateLimit,
    Reply,
    ServiceUnreachable,
    UnexpectedAnswer,
)

STATUS = b"""{"success": 1, "data": {"plan": "free",
"limits": {"rate_limit": 60, "rate_window_seconds": 3600, "history_months": 3, "history_start": 1,
"odds_on_lists": false,
"all_bookmakers": false, "odds_history": false}, "usage": {"today": 1, "window": 1, "remaining": 59, "reset": 3600},
"key": {"prefix": "fd_", "expires_at": null}}}"""


@pytest.mark.parametrize("kind", [kind for code, kind in ERRORS.items() if code != "league_moved"])
def test_each_code_raises_its_class(
    connect: Callable[..., Client], service: Any, kind: type[ApiError]
) -> None:
    service.errs(kind.status, kind.code, kind.type, param="league")
    with pytest.raises(kind) as raised:
        connect(retries=0).status()
    error = raised.value
    assert type(error) is kind
    assert (error.status, error.type, error.code) == (kind.status, kind.type, kind.code)
    assert (error.message, error.param, error.request_id) == (
        f"about {kind.code}",
        "league",
        "req_9",
    )


@pytest.mark.parametrize(
    ("status", "type", "nearest"),
    [
        (400, "invalid_request", errors.InvalidRequest),
        (418, "invalid_request", errors.InvalidRequest),
        (403, "permission_error", errors.PermissionDenied),
        (429, "rate_limit_error", errors.RateLimitError),
        (401, "a_later_type", errors.AuthenticationError),
        (409, "a_later_type", errors.InvalidRequest),
        (500, "a_later_type", errors.ServiceError),
        (599, "a_later_type", ApiError),
    ],
)
def test_an_unknown_code_raises_the_nearest_class(
    connect: Callable[..., Client], service: Any, status: int, type: str, nearest: type[ApiError]
) -> None:
    service.errs(status, "a_later_code", type)
    with pytest.raises(nearest) as raised:
        connect(retries=0).status()
    assert raised.type is nearest
    assert (raised.value.status, raised.value.type, raised.value.code) == (
        status,
        type,
        "a_later_code",
    )


def test_an_error_under_status_200_is_an_error_all_the_same(client: Client, service: Any) -> None:
    service.errs(200, "fixture_not_found", "invalid_request")
    with pytest.raises(errors.FixtureNotFound):
        client.fixture(7)


@pytest.mark.parametrize(
    ("scripted", "message"),
    [
        (
            {"status": 404, "body": b"<html>Not Found"},
            r"answered 404 without an error of the v1 contract; is base_url",
        ),
        ({"status": 404, "body": b'{"detail": "Not Found"}'}, "answered 404 without an error"),
        (
            {"status": 200, "body": b"<html>", "headers": {"Content-Type": "text/html"}},
            "answered with no JSON: '<html>'",
        ),
        ({"status": 200, "body": b"[]"}, "answered out of shape"),
        (
            {"status": 200, "body": STATUS.replace(b'"success": 1', b'"success": 0')},
            "answered 200 without an error",
        ),
        ({"status": 200, "body": b'{"success": 1, "data": null}'}, "out of shape at data"),
        (
            {"status": 302, "headers": {"Location": "https://other.example/v1"}},
            "points to https://other.example/v1",
        ),
        (
            {"status": 301, "body": b'{"success": 0, "error": {"type": "moved", "code": "x"}}'},
            "answered 301 without",
        ),
    ],
)
def test_an_answer_that_is_not_of_the_contract_says_so(
    client: Client, service: Any, scripted: dict[str, Any], message: str
) -> None:
    service.says(**scripted)
    with pytest.raises(UnexpectedAnswer, match=message) as raised:
        client.status()
    assert raised.value.status == scripted["status"]
    assert len(service.asked) == 1


def test_a_spent_window_is_waited_for_as_retry_after_says(
    client: Client, service: Any, waits: list[float], page: dict
) -> None:
    service.errs(429, "too_many_requests", "rate_limit_error", headers={"Retry-After": "30"})
    service.answers([], pagination=page)
    client.bookmakers()
    assert len(service.asked) == 2
    assert 30 <= waits[0] <= 33


def test_a_spent_window_without_retry_after_is_waited_for_until_its_reset(now: int) -> None:
    policy, reply = Policy(), Reply(429, {}, b"")
    failure = errors.TooManyRequests("spent")
    assert policy.wait(1, failure, reply, limit=RateLimit(10, 0, now + 42), now=now) == 42.0


def test_a_wait_above_max_wait_is_left_to_the_caller(
    connect: Callable[..., Client], service: Any, waits: list[float]
) -> None:
    service.errs(429, "too_many_requests", "rate_limit_error", headers={"Retry-After": "3000"})
    with pytest.raises(errors.TooManyRequests) as raised:
        connect(max_wait=600).bookmakers()
    assert raised.value.retry_after == 3000
    assert waits == []


@pytest.mark.parametrize(
    "scripted",
    [
        {
            "status": 500,
            "body": b'{"success": 0, "error": {"type": "api_error", "code": "internal_error"}}',
        },
        {"status": 502, "body": b"<html>Bad Gateway"},
        {"status": 503, "body": b""},
        {"drop": True},
        {"body": b'{"success": 1, "data": []}', "cut": True},
        {"body": b'{"success": 1, "da'},
    ],
    ids=["500", "bad gateway", "unavailable", "dropped", "cut body", "cut json"],
)
def test_a_passing_failure_is_tried_again_with_growing_waits(
    client: Client, service: Any, waits: list[float], page: dict, scripted: dict[str, Any]
) -> None:
    service.says(**scripted)
    service.says(**scripted)
    service.answers([], pagination=page)
    client.bookmakers()
    assert len(service.asked) == 3
    assert 0.5 <= waits[0] <= 0.55
    assert 1.0 <= waits[1] <= 1.1


def test_after_the_last_retry_the_error_is_raised(
    client: Client, service: Any, waits: list[float]
) -> None:
    for _ in range(4):
        service.errs(500, "internal_error", "api_error")
    with pytest.raises(errors.InternalError):
        client.status()
    assert len(waits) == 3


def test_a_service_that_can_not_be_reached_is_named() -> None:
    with (
        Client("http://127.0.0.1:9/v1", "fd_key", retries=1, sleep=lambda seconds: None) as client,
        pytest.raises(
            ServiceUnreachable, match=r"no answer from http://127\.0\.0\.1:9/v1/status: .+refused"
        ) as raised,
    ):
        client.status()
    assert isinstance(raised.value.__cause__, httpx.ConnectError)


def test_a_request_that_is_at_fault_is_not_sent_again(
    client: Client, service: Any, waits: list[float]
) -> None:
    service.errs(400, "invalid_status", "invalid_request")
    with pytest.raises(errors.InvalidStatus):
        client.fixtures()
    assert waits == []


def test_a_request_that_can_not_be_written_is_not_tried_again(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object, request: httpx.Request) -> httpx.Response:
        raise httpx.LocalProtocolError("illegal header", request=request)

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", refuse)
    with (
        Client("http://x/v1", "fd_key", sleep=waits.append) as client,
        pytest.raises(ServiceUnreachable, match="illegal header"),
    ):
        client.status()
    assert waits == []


def test_a_backoff_has_a_cap() -> None:
    failure = ServiceUnreachable("gone")
    wait = Policy(retries=20, max_wait=90).wait(15, failure, None, limit=None, now=0)
    assert wait == 20.0


def moved(service: Any, survivor: int) -> None:
    location = {"Location": f"/v1/leagues/{survivor}"}
    service.errs(301, "league_moved", "moved", headers=location, canonical_id=survivor)


def test_a_moved_league_is_followed_and_the_caller_is_warned(
    client: Client, service: Any, league: dict
) -> None:
    moved(service, 39)
    service.answers(league)
    with pytest.warns(LeagueMovedWarning, match="league 7 was merged into 39; use 39"):
        assert client.league(7, lang="de").id == 39
    assert service.paths == ["/v1/leagues/7?lang=de", "/v1/leagues/39?lang=de"]
    assert client.moved == {7: 39}


def test_a_moved_league_as_a_filter_is_followed_on_every_page(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    moved(service, 39)
    service.answers([row], pagination={**page, "has_more": True})
    service.answers([row], pagination={**page, "page": 2})
    with pytest.warns(LeagueMovedWarning):
        found = client.fixtures(league=7, status="live")
    assert len(list(found)) == 2
    assert service.paths[1:] == [
        "/v1/fixtures?league=39&status=live",
        "/v1/fixtures?league=39&status=live&page=2",
    ]


def test_a_chain_of_moves_is_reported_from_its_first_id(
    client: Client, service: Any, page: dict
) -> None:
    moved(service, 8)
    moved(service, 39)
    service.answers([], pagination=page)
    with pytest.warns(LeagueMovedWarning, match="league 7 was merged into 39; use 39"):
        client.league_fixtures(7)
    assert client.moved == {7: 39, 8: 39}


def test_a_move_in_a_circle_ends(client: Client, service: Any) -> None:
    for survivor in (8, 7, 8, 7, 8, 7):
        moved(service, survivor)
    with pytest.raises(UnexpectedAnswer, match="leads nowhere"):
        client.league(7)


def test_a_move_to_itself_ends(client: Client, service: Any) -> None:
    moved(service, 7)
    with pytest.raises(UnexpectedAnswer, match="leads nowhere"):
        client.league(7)


def test_a_move_where_no_league_was_named_ends(client: Client, service: Any) -> None:
    moved(service, 39)
    with pytest.raises(UnexpectedAnswer, match="leads nowhere"):
        client.status()


async def test_the_asynchronous_client_waits_and_tries_alike(service: Any, league: dict) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    service.says(drop=True)
    service.errs(429, "too_many_requests", "rate_limit_error", headers={"Retry-After": "5"})
    moved(service, 39)
    service.answers(league)
    async with AsyncClient(service.url, "fd_key", sleep=note) as client:
        with pytest.warns(LeagueMovedWarning):
            assert (await client.league(7)).id == 39
        assert client.rate_limit == (40, 37, 1773502260)
    assert [round(wait) for wait in waits] == [1, 5]
