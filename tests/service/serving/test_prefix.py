"""Plain `datasette` behind a path prefix and for scripts of other sites: /v1 is reached, and its addresses hold."""

import json
import re
import shutil
import sqlite3
from datetime import UTC, datetime
from urllib.parse import urljoin, urlsplit

import pytest

import footydata as fd
from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.service.serving.conftest import launched

RETIRED, SURVIVOR = 999, 39


@pytest.fixture(scope="module")
def place(sample, tmp_path_factory):
    """A database with a retired league, and a key."""
    folder = tmp_path_factory.mktemp("prefix")
    database = shutil.copy(sample, folder / "football.db")
    with sqlite3.connect(database) as connection:
        connection.execute(
            "insert into retired_league (id, survivor_id) values (?, ?)", (RETIRED, SURVIVOR)
        )
    connection.close()
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(
        ULTRA, now=int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()), rate=Rate(10_000_000, 3600)
    )
    accounts.close()
    return folder, database, key


@pytest.fixture(scope="module")
def server(place):
    folder, database, _ = place
    with launched(
        "datasette", database, folder, "--setting", "base_url", "/ds/", "--cors"
    ) as server:
        yield server


@pytest.fixture
def key(place):
    return place[2]


def test_v1_is_reached_with_the_prefix_and_where_a_proxy_took_it_off(server, key):
    for path in ("/ds/v1/status", "/v1/status"):
        status, body, _ = server.get(path, key)
        assert (status, json.loads(body)["success"]) == (200, 1)
    assert server.get("/ds/v1")[0] == server.get("/ds//v1/leagues")[0] == 401
    assert server.get("/dsv1/status", key)[0] == server.get("/ds/ds/v1/status", key)[0] == 404


def test_a_cached_answer_is_given_with_the_prefix_too(server, key):
    bodies = {
        server.get(path, key)[1]
        for path in ("/ds/v1/leagues", "/v1/leagues", "/ds/v1/leagues", "/v1/leagues")
    }
    assert len(bodies) == 1


@pytest.mark.parametrize(
    "path", ["/ds/v1/leagues", "/ds/v1/nothing", "/ds/v1/fixtures?date=1", "/ds/v1/fixtures/x"]
)
def test_the_address_of_an_error_leads_to_its_entry(server, key, path):
    for sent in (None, key):
        error = json.loads(server.get(path, sent)[1]).get("error")
        if error:
            address = urlsplit(error["doc_url"])
            status, body, _ = server.get(address.path)
            assert (status, address.path) == (200, "/ds/v1/docs/errors")
            assert f'id="{address.fragment}"'.encode() in body


@pytest.mark.parametrize("rest", [f"leagues/{RETIRED}?lang=ja", f"teams?league={RETIRED}&page=1"])
def test_a_retired_league_leads_to_its_survivor(server, key, rest):
    status, _, headers = server.get(f"/ds/v1/{rest}", key)
    assert (status, headers["Location"]) == (
        301,
        f"/ds/v1/{rest.replace(str(RETIRED), str(SURVIVOR))}",
    )
    assert server.get(headers["Location"], key)[0] == 200


def test_the_openapi_document_tells_addresses_with_the_prefix(server, key):
    document = json.loads(server.get("/ds/v1/openapi.json")[1])
    (listed_server,) = document["servers"]
    assert server.get(f"{listed_server['url']}/v1/status", key)[0] == 200
    assert set(re.findall(r'"doc_url": ?"([^"#]+)#', json.dumps(document["paths"]))) == {
        "/ds/v1/docs/errors"
    }


@pytest.mark.parametrize("page", ["/ds/v1/docs", "/ds/v1/docs/errors", "/ds/", "/ds/football"])
def test_every_link_of_a_page_leads_somewhere(server, page):
    status, body, _ = server.get(page)
    assert status == 200
    links = set(re.findall(r'(?:href|src)="([^"#:]+)[^":]*"', body.decode()))
    ours = [
        urljoin(page, link) for link in links if "/v1" in link or "docs" in link or "/match" in link
    ]
    assert ours
    assert [
        link for link in ours if not link.startswith("/ds/") or server.get(link)[0] != 200
    ] == []


def test_the_client_speaks_to_a_service_behind_a_prefix(server, key):
    with fd.Client(f"http://{server.host}:{server.port}/ds/v1", api_key=key) as client:
        assert client.status().plan == "ultra"
        with pytest.warns(fd.LeagueMovedWarning):
            assert client.league(RETIRED).id == SURVIVOR
        with pytest.raises(fd.ApiError) as refused:
            client.fixture(1)
    assert refused.value.code == "fixture_not_found"


SITE = {"Origin": "https://notebook.example"}


@pytest.mark.parametrize(
    "path", ["/ds/v1/leagues", "/ds/v1/fixtures?date=1", "/ds/v1/nothing", "/v1/openapi.json"]
)
def test_a_script_of_another_site_reads_answers_errors_and_their_headers(server, key, path):
    for sent in (key, None, "fd_wrong"):
        _, _, headers = server.get(path, sent, **SITE)
        assert headers.get_all("Access-Control-Allow-Origin") == ["*"]
        assert {"X-RateLimit-Remaining", "X-Request-Id", "Retry-After", "ETag"} <= listed(
            headers, "Expose-Headers"
        )


def test_a_script_may_send_its_key_and_what_it_cached(server, key):
    asked = {
        **SITE,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    status, body, headers = server.get("/ds/v1/fixtures", method="OPTIONS", **asked)
    assert (status, body) == (204, b"")
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert {"Authorization", "X-API-Key", "If-None-Match"} <= listed(headers, "Allow-Headers")
    assert listed(headers, "Allow-Methods") == {"GET", "HEAD"}
    tag = server.get("/ds/v1/leagues", key, **SITE)[2]["ETag"]
    status, _, headers = server.get("/ds/v1/leagues", key, **SITE, **{"If-None-Match": tag})
    assert (status, headers["Access-Control-Allow-Origin"]) == (304, "*")


def test_options_that_ask_for_no_permission_are_another_method(server):
    status, body, _ = server.get("/ds/v1/fixtures", method="OPTIONS")
    assert (status, json.loads(body)["error"]["code"]) == (405, "method_not_allowed")


def test_without_cors_no_script_of_another_site_is_let_in(place):
    folder, database, key = place
    with launched("datasette", database, folder) as server:
        asked = {**SITE, "Access-Control-Request-Method": "GET"}
        assert server.get("/v1/fixtures", method="OPTIONS", **asked)[0] == 405
        assert "Access-Control-Allow-Origin" not in server.get("/v1/leagues", key, **SITE)[2]


def listed(headers, name):
    return {part.strip() for part in headers[f"Access-Control-{name}"].split(",")}
