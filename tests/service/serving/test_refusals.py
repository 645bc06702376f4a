"""What a server writes of requests that go wrong: a short line each, and never a key."""

import contextlib
import functools
import json
import shutil

import pytest

from tests.service.serving.conftest import launched

KEY = "fd_not_for_anyones_eyes_1234567890"

WRONG = [
    ("GET", "/V1/fixtures"),
    ("GET", "/football/nothing.json"),
    ("GET", "/football/team/999999999"),
    ("POST", "/nothing"),
]

KEY_NAMES = [
    "api_key",
    "API-Key",
    "apikey",
    "x-api-key",
    "access_token",
    "authorization",
    "token",
    "api%5Fkey",
]

FAILING_PAGES = [
    "/nothing",
    "/football.json?sql=select+nothing",
    "/football/team?_sort=nothing",
    "/football/team.csv?_where=nothing",
    "/football/team.json?_shape=nothing",
]

TABLES = ["league", "season", "country", "bookmaker", "odds"]
"""Of which a wrong shape is asked behind a page, as that is refused without a traceback."""

V1 = ["/v1/fixtures", "/v1/leagues/x", "/v1/nothing", "//v1/leagues"]

HEADERS = (
    "Host: localhost",
    f"Authorization: Bearer {KEY}",
    f"X-API-Key: {KEY}",
    f"Referer: http://localhost/?api_key={KEY}",
)


@pytest.fixture(scope="module")
def servers(sample, tmp_path_factory):
    """Starts a server of each kind once."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def server_of(program):
            folder = tmp_path_factory.mktemp(program)
            database = shutil.copy(sample, folder / "football.db")
            return stack.enter_context(launched(program, database, folder))

        yield server_of


@pytest.fixture
def ours(servers):
    """`footydata serve`, whose pages are behind a guard of ours."""
    return servers("footydata")


@pytest.fixture(params=["footydata", "datasette"])
def either(request, servers):
    return servers(request.param)


@pytest.mark.parametrize(("method", "path"), WRONG)
def test_a_wrong_address_is_one_short_line_without_its_query(ours, method, path):
    assert ours.send(f"{method} {path}?api_key={KEY}&x=1 HTTP/1.1", *HEADERS) in (404, 405)
    (line,) = ours.lines_of(f"{method} {path}")
    assert len(line) < 120


def test_a_long_address_is_cut(ours):
    assert ours.send(f"GET /{'a' * 5000} HTTP/1.1", "Host: localhost") == 404
    (line,) = ours.lines_of(f"GET /{'a' * 199}...")
    assert len(line) < 320


@pytest.mark.parametrize("path", ["/", "/football/fixture", "/-/versions.json", "/-/nothing"])
@pytest.mark.parametrize("method", ["TRACE", "PROPFIND"])
def test_a_method_that_no_page_has_is_refused(ours, method, path):
    status, body, headers = ours.get(path, method=method)
    assert status == 405
    assert body == f"{method} is not a method of these pages\n".encode()
    assert "GET, HEAD" in headers["Allow"]
    assert ": 500" not in "".join(ours.lines_of(f"{method} {path}"))


def test_the_pages_of_serve_see_no_value_of_a_name_of_keys(ours):
    query = "&x=1&".join(f"{name}={KEY}&{name}={KEY}" for name in KEY_NAMES)
    assert ours.send(f"GET /nothing/of/keys?{query} HTTP/1.1", *HEADERS) == 404
    ours.lines_of("GET /nothing/of/keys")
    assert KEY not in ours.log


@pytest.mark.parametrize("path", FAILING_PAGES)
def test_no_key_reaches_the_log_of_serve_by_a_page_that_fails(ours, path):
    mark = "&" if "?" in path else "?"
    assert ours.send(f"GET {path}{mark}api_key={KEY} HTTP/1.1", *HEADERS) < 501
    # What is asked next is written behind it.
    behind = f"/football/{TABLES[FAILING_PAGES.index(path)]}.json"
    assert ours.send(f"GET {behind}?_shape=nothing HTTP/1.1", *HEADERS) == 400
    ours.lines_of(f"GET {behind}")
    assert KEY not in ours.log


def test_other_values_of_a_query_reach_the_pages_of_serve(ours):
    rows = json.loads(
        ours.get(f"/football/team.json?_shape=array&api_key={KEY}&_size=2&_sort=id")[1]
    )
    assert len(rows) == 2


@pytest.mark.parametrize("path", V1)
def test_no_value_of_a_query_or_a_header_of_v1_reaches_a_log(either, path):
    assert either.send(f"GET {path}?api_key={KEY}&x=1,{KEY} HTTP/1.1", *HEADERS) in (401, 404)
    behind = f"/behind/{V1.index(path)}"
    assert either.get(behind)[0] == 404
    either.lines_of(f"GET {behind}")
    assert KEY not in either.log


def test_a_failure_of_a_page_is_a_line_behind_what_datasette_prints(ours):
    assert ours.get("/football/league?_through=x")[0] == 500
    assert ": 500" in "".join(ours.lines_of("GET /football/league"))
    assert "JSONDecodeError" in ours.log


def test_the_page_of_an_error_is_datasettes_own(either):
    status, body, headers = either.get("/football/nobody")
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"Table not found" in body
    status, body, headers = either.get("/football/nobody.json")
    assert (status, headers["Content-Type"].partition(";")[0]) == (404, "application/json")
    assert b'"Table not found' in body
