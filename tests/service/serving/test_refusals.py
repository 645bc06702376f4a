"""What a server writes of requests that go wrong: one short line each, and nothing of what was sent."""

import pytest

KEY = "fd_not_for_anyones_eyes_1234567890"
QUERY = f"api_key={KEY}&x=1,{KEY}"

WRONG = [
    ("GET", "/fixtures"),
    ("GET", "/V1/fixtures"),
    ("GET", "/football/nothing"),
    ("GET", "/football/nothing.json"),
    ("GET", "/football/team/999999999"),
    ("GET", "/-/nothing"),
    ("POST", "/nothing"),
    ("OPTIONS", "*"),
    ("DELETE", "*"),
]

BAD_VALUES = [
    "/",
    "/v1/fixtures",
    "/v1/leagues/x",
    "/football/season",
    f"/nothing%3Fapi_key={KEY}",
    f"/football.json?sql=select+{KEY}",
    f"/football?sql=select+{KEY}",
    f"/football/team?_sort={KEY}",
    f"/football/team?_facet={KEY}",
    f"/football/team?_where={KEY}",
    f"/football/team?_through={KEY}",
    f"/football/team.csv?_where={KEY}",
    f"/football/team.json?_shape={KEY}",
    f"/football/team.json?_col={KEY}",
    f"/football/-/query?sql=select+{KEY}",
    f"/-/auth-token?token={KEY}",
]

HEADERS = ("Host: localhost", f"Authorization: Bearer {KEY}", f"X-API-Key: {KEY}", f"Cookie: ds_actor={KEY}; a b={KEY}")


@pytest.mark.parametrize(("method", "path"), WRONG)
def test_a_wrong_address_is_one_short_line_that_quotes_nothing(either, method, path):
    query = "" if path == "*" else f"?{QUERY}"
    assert either.send(f"{method} {path}{query} HTTP/1.1", *HEADERS) in (404, 405)
    (line,) = either.lines_of(f"{method} {path.replace('*', '%2A')}")
    assert len(line) < 120
    assert KEY not in either.log


def test_a_long_address_is_cut(either):
    assert either.send(f"GET /{'a' * 5000} HTTP/1.1", "Host: localhost") == 404
    (line,) = either.lines_of(f"GET /{'a' * 199}...")
    assert len(line) < 320


@pytest.mark.parametrize("path", ["/", "/football/fixture", "/-/versions.json", "/-/nothing"])
@pytest.mark.parametrize("method", ["TRACE", "PROPFIND"])
def test_a_method_that_no_page_has_is_refused(either, method, path):
    status, body, headers = either.get(path, method=method)
    assert status == 405
    assert body == f"{method} is not a method of these pages\n".encode()
    assert "GET, HEAD" in headers["Allow"]
    assert ": 500" not in "".join(either.lines_of(f"{method} {path}"))


@pytest.mark.parametrize("path", BAD_VALUES)
def test_no_value_of_a_query_or_a_header_reaches_a_log(either, path):
    mark = "&" if "?" in path else "?"
    assert either.send(f"GET {path}{mark}{QUERY} HTTP/1.1", *HEADERS) < 501
    # What is asked next is written behind it.
    behind = f"/behind/{BAD_VALUES.index(path)}"
    assert either.send(f"GET {behind} HTTP/1.1", *HEADERS) == 404
    either.lines_of(f"GET {behind}")
    assert KEY not in either.log
    assert "Traceback" not in either.log


def test_a_failure_of_a_page_says_where_it_was(either):
    assert either.get("/football/league?_through=x")[0] == 500
    assert ": 500, JSONDecodeError at " in "".join(either.lines_of("GET /football/league"))


def test_the_page_of_an_error_is_datasettes_own(either):
    status, body, headers = either.get("/football/nobody")
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"Table not found" in body
    status, body, headers = either.get("/football/nobody.json")
    assert (status, headers["Content-Type"].partition(";")[0]) == (404, "application/json")
    assert b'"Table not found' in body
