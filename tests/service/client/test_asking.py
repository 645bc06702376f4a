"""What the client asks, and what it makes of a good answer."""

import inspect
import re
import ssl
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pandas as pd
import pytest

from footydata.football.errors import (
    InvalidApiKey,
    InvalidArgument,
    MissingApiKey,
    ResourceNotFound,
)
from footydata.service.client import methods
from footydata.service.client.call import call_of, text_of
from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.reading import UnexpectedAnswer
from footydata.service.endpoints import ENDPOINTS, Endpoint
from footydata.service.wire import Fixture, FixtureDetail, PointsStandings
from tests.house import client_methods
from tests.service.over_httpx import AsyncOverHttpx, OverHttpx


def signature_of(kind: type, endpoint: Endpoint) -> inspect.Signature:
    return inspect.signature(getattr(kind, endpoint.name))


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_method_takes_the_parameters_that_its_endpoint_declares(
    kind: type, endpoint: Endpoint
) -> None:
    parameters = signature_of(kind, endpoint).parameters
    keywords = {
        name: given
        for name, given in parameters.items()
        if given.kind is inspect.Parameter.KEYWORD_ONLY
    }
    assert set(keywords) == {param.name for param in endpoint.params}
    assert ("id" in parameters) == ("{id}" in endpoint.path)
    required = {
        name for name, given in keywords.items() if given.default is inspect.Parameter.empty
    }
    assert required == {param.name for param in endpoint.params if param.required}


VALUES: dict[str, Any] = {
    "start_time": 1773446400,
    "end_time": 1773532800,
    "league": 39,
    "include": ["events", "stats"],
    "bookmakers": ["northbook", "southbook"],
    "esports": False,
    "page": 2,
    "per_page": 10,
}


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
async def test_a_method_asks_its_endpoint_with_all_that_it_was_given(endpoint: Endpoint) -> None:
    asked: list[httpx.URL] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        error = {"type": "invalid_request", "code": "resource_not_found"}
        return httpx.Response(404, json={"success": 0, "error": error})

    arguments = {param.name: VALUES.get(param.name, "text") for param in endpoint.params}
    place = [7] if "{id}" in endpoint.path else []
    with (
        Client("http://x", "fd_key", transport=OverHttpx(refuse)) as client,
        pytest.raises(ResourceNotFound),
    ):
        getattr(client, endpoint.name)(*place, **arguments)
    transport = AsyncOverHttpx(OverHttpx(refuse))
    async with AsyncClient("http://x", "fd_key", transport=transport) as twin:
        with pytest.raises(ResourceNotFound):
            await getattr(twin, endpoint.name)(*place, **arguments)

    assert asked[0] == asked[1]
    assert asked[0].path == endpoint.path.replace("{id}", "7")
    assert list(asked[0].params) == list(arguments)


def test_the_stub_of_the_methods_follows_from_the_declarations() -> None:
    text = Path(methods.__file__).with_suffix(".pyi").read_text("utf-8")
    written = text.partition("# ]]]\n")[2].partition("# [[[end]]]")[0]
    assert written.strip() == client_methods.stubs().strip()


def test_a_method_lists_the_values_of_a_short_enumeration() -> None:
    annotation = inspect.signature(Client.standings).parameters["type"].annotation
    assert all(word in repr(annotation) for word in ("total", "corner", "card"))


@pytest.mark.parametrize(
    ("name", "id", "arguments", "target"),
    [
        ("fixtures", None, {}, "/v1/fixtures"),
        (
            "fixtures",
            None,
            {"status": "live", "include": ["odds", "stats"]},
            "/v1/fixtures?status=live&include=odds,stats",
        ),
        (
            "fixtures",
            None,
            {"include": "odds,stats", "esports": False},
            "/v1/fixtures?include=odds,stats&esports=false",
        ),
        ("fixtures", None, {"league": 0, "page": None}, "/v1/fixtures?league=0"),
        ("fixture_odds", 5, {"bookmakers": ("a b", "c")}, "/v1/fixtures/5/odds?bookmakers=a+b,c"),
        (
            "league_fixtures",
            np.int64(39),
            {"season": "25/26"},
            "/v1/leagues/39/fixtures?season=25%2F26",
        ),
        (
            "teams",
            None,
            {"league": np.int64(39), "season": 2025},
            "/v1/teams?league=39&season=2025",
        ),
        ("status", None, {"self": "left out"}, "/v1/status"),
    ],
)
def test_a_call_has_its_target(
    name: str, id: Any, arguments: dict[str, object], target: str
) -> None:
    assert call_of(name, id, arguments).target == target


@pytest.mark.parametrize(
    "moment",
    [
        1773446400,
        date(2026, 3, 14),
        datetime(2026, 3, 14, tzinfo=UTC),
        datetime(2026, 3, 14, 9, tzinfo=timezone(timedelta(hours=9))),
        pd.Timestamp("2026-03-14", tz="UTC"),
    ],
    ids=["seconds", "date", "utc", "tokyo", "pandas"],
)
def test_a_moment_is_sent_as_unix_seconds(moment: Any) -> None:
    assert text_of("start_time", moment) == "1773446400"


def test_a_moment_without_time_zone_is_refused_before_it_is_sent() -> None:
    with pytest.raises(InvalidArgument, match="start_time 2026-03-14T00:00:00 has no time zone"):
        text_of("start_time", datetime(2026, 3, 14))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("name", "value"),
    [("search", "Ayr \udcff"), ("bookmakers", ["a", "\ud800"])],
    ids=["text", "list"],
)
def test_a_text_with_a_lone_surrogate_is_refused_before_it_is_sent(name: str, value: Any) -> None:
    with pytest.raises(
        InvalidArgument, match=rf"^{name} '.*\\ud.*' has characters that are not text"
    ):
        text_of(name, value)


@pytest.mark.parametrize("id", ["5/odds", 5.0, None, True, np.array([5, 6])], ids=repr)
@pytest.mark.parametrize(
    "endpoint", [each for each in ENDPOINTS if "{id}" in each.path], ids=lambda each: each.name
)
def test_an_id_that_is_no_number_is_refused_before_it_is_sent(
    client: Client, endpoint: Endpoint, id: Any
) -> None:
    others = {param.name: "corner" for param in endpoint.params if param.required}
    with pytest.raises(
        InvalidArgument,
        match=f"^id {re.escape(repr(id))} is not a whole number; give {endpoint.name} the id",
    ):
        getattr(client, endpoint.name)(id, **others)


def test_a_list_is_a_page_of_typed_rows(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    service.answers([row], pagination=page)
    found = client.fixtures(status="live")
    assert isinstance(found.data[0], Fixture)
    assert [fixture.teams.home.name for fixture in found] == ["Harbour Town"]
    assert (len(found.data), found.pagination.per_page, found.has_more) == (
        1,
        50,
        False,
    )
    assert repr(found) == "<Page 1 of /v1/fixtures?status=live: 1 rows>"
    assert found.as_sent() == {"success": 1, "data": [row], "pagination": page}


def test_a_single_resource_is_a_typed_record(client: Client, service: Any, row: dict) -> None:
    detail = {
        **row,
        "round": 28,
        "league_season_id": 141207,
        "odds": {"corner_line": {"closing": 10.5}},
    }
    service.answers(detail)
    fixture = client.fixture(5001)
    assert isinstance(fixture, FixtureDetail)
    assert fixture.odds.corner_line.closing == 10.5
    assert fixture.goals.half_home is None


def test_the_type_of_a_table_tells_its_class(client: Client, service: Any) -> None:
    table = {
        "league": {"id": 39, "name": "N"},
        "season": "25/26",
        "league_season_id": 1,
        "type": "total",
        "table": [],
    }
    service.answers(table)
    assert isinstance(client.standings(league=39), PointsStandings)


def test_a_request_carries_the_key_and_says_who_asks(
    client: Client, service: Any, page: dict
) -> None:
    service.answers([], pagination=page)
    client.bookmakers()
    assert service.asked[0].headers["authorization"] == "Bearer fd_key"
    assert service.asked[0].headers["user-agent"].startswith("footydata/")


def test_the_window_of_the_key_is_readable_after_an_answer(
    client: Client, service: Any, page: dict
) -> None:
    assert client.rate_limit is None
    service.answers([], pagination=page)
    client.bookmakers()
    assert client.rate_limit == (40, 37, 1773502260)


def test_an_answer_without_window_leaves_the_last_one(
    client: Client, service: Any, page: dict
) -> None:
    service.says(
        body=b'{"success": 1, "data": [], "pagination": {"page": 1, "per_page": 50, "count": 0, "has_more": false}}'
    )
    client.countries()
    assert client.rate_limit is None


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_a_base_url_may_end_with_or_without_the_version(
    service: Any, page: dict, ending: str
) -> None:
    service.answers([], pagination=page)
    with Client(service.url.removesuffix("/v1") + ending, "fd_key") as client:
        client.bookmakers()
    assert service.paths == ["/v1/bookmakers"]


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8001", "ftp://x", "http://", "http://x:port", "http://x/v1?a=1"]
)
def test_a_base_url_that_is_no_address_is_refused_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOOTYDATA_BASE_URL", raising=False)
    with pytest.raises(InvalidArgument, match="base_url"):
        Client(url, "fd_key")


def test_address_and_key_may_stand_in_the_environment(
    service: Any, page: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTYDATA_BASE_URL", service.url)
    monkeypatch.setenv("FOOTYDATA_API_KEY", "fd_env\n")
    service.answers([], pagination=page)
    with Client() as client:
        client.bookmakers()
    assert service.asked[0].headers["authorization"] == "Bearer fd_env"


def test_a_client_without_key_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOOTYDATA_API_KEY", raising=False)
    with pytest.raises(MissingApiKey, match="set FOOTYDATA_API_KEY"):
        Client("http://127.0.0.1:1/v1")


@pytest.mark.parametrize("key", ["fd_ä", "fd_a\nb"])
def test_a_key_that_no_header_can_carry_is_refused_at_once(key: str) -> None:
    with pytest.raises(InvalidArgument, match="characters that no key has"):
        Client("http://127.0.0.1:1/v1", key)


def test_a_key_never_shows(client: Client, service: Any) -> None:
    service.errs(401, "invalid_api_key", "authentication_error")
    with pytest.raises(InvalidApiKey) as raised:
        client.status()
    assert "fd_key" not in repr(client)
    assert "fd_key" not in str(raised.value)


def test_an_unknown_field_and_status_are_taken(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    service.answers(
        [{**row, "status": "interrupted", "weather": "rain"}], pagination={**page, "total": 380}
    )
    found = client.fixtures()
    assert found.data[0].status == "interrupted"
    assert found.as_sent()["data"][0]["weather"] == "rain"
    assert found.as_sent()["pagination"]["total"] == 380


def test_a_record_out_of_shape_tells_where(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    service.answers([{**row, "kickoff_ts": "noon"}], pagination=page)
    with pytest.raises(
        UnexpectedAnswer, match=r"/v1/fixtures was answered out of shape at data\.0\.kickoff_ts"
    ):
        client.fixtures()


def test_the_certificates_of_the_system_are_read_once_for_all_clients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []
    make = ssl.create_default_context
    monkeypatch.setattr(
        ssl, "create_default_context", lambda **given: read.append(given) or make(**given)
    )
    for _ in range(2):
        Client("https://127.0.0.1:1/v1", "fd_key").close()
    assert len(read) <= 1
