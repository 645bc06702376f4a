"""`footydata serve --cors`: scripts of named sites may use /v1."""

import json
import shutil
from pathlib import Path

import datasette_footydata
import pytest
from click.testing import CliRunner
from datasette.app import Datasette
from datasette.plugins import pm

from footydata.faces.cli.serve import serve
from footydata.service.asgi import Front, LazyService
from footydata.service.serving import accounts_of, service_on
from tests.service.app.asking import ask
from tests.service.serving.conftest import launched

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")

APP = "https://app.example"
QUESTION = {"Access-Control-Request-Method": "GET"}


@pytest.fixture(scope="module")
def server(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cors")
    options = ("--api-only", "--cors", APP, "--cors", "http://localhost:3000")
    with launched("footydata", sample, folder, *options) as server:
        yield server


@pytest.mark.parametrize("path", ["/v1/leagues", "/v1/nothing", "/v1/docs"])
@pytest.mark.parametrize("origin", [APP, "http://localhost:3000"])
def test_a_script_of_a_named_site_reads_answers_and_errors(server, path, origin):
    _, _, headers = server.get(path, Origin=origin)
    assert headers.get_all("Access-Control-Allow-Origin") == [origin]
    assert "Retry-After" in headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in headers
    assert "Origin" in ", ".join(headers.get_all("Vary"))


@pytest.mark.parametrize(
    "origin",
    ["https://other.example", "https://app.example.evil.example", "null", "http://app.example"],
)
def test_a_script_of_another_site_is_not_let_in(server, origin):
    _, _, headers = server.get("/v1/leagues", Origin=origin)
    assert "Access-Control-Allow-Origin" not in headers
    assert "Origin" in ", ".join(headers.get_all("Vary"))
    status, body, _ = server.get("/v1/leagues", method="OPTIONS", Origin=origin, **QUESTION)
    assert (status, json.loads(body)["error"]["code"]) == (405, "method_not_allowed")


def test_a_preflight_request_of_a_named_site_needs_no_key(server):
    status, body, headers = server.get("/v1/leagues", method="OPTIONS", Origin=APP, **QUESTION)
    assert (status, body, headers["Access-Control-Allow-Origin"]) == (204, b"", APP)
    assert "Authorization" in headers["Access-Control-Allow-Headers"]


NO_ORIGINS = (
    *(
        "app.example",
        "https://app.example/path",
        "https://app.example/",
        "https://",
        "ftp://app.example",
    ),
    *(
        "https://app.example:",
        "https://app.example:port",
        "https://app..example:1:2",
        "https://*.example",
    ),
    *("https://user@app.example", "https://app.example?x", "https://[::1", "https://-", " "),
)


@pytest.mark.parametrize("origin", NO_ORIGINS)
def test_what_is_not_an_origin_is_a_wrong_option(sample, origin):
    outcome = CliRunner().invoke(serve, [str(sample), "--cors", origin])
    assert outcome.exit_code == 2
    assert f"{origin!r} is not an origin" in outcome.output


def test_null_is_refused_with_the_way_out(sample):
    outcome = CliRunner().invoke(serve, [str(sample), "--cors", "null"])
    assert outcome.exit_code == 2
    assert "every page opened as a file" in outcome.output
    assert "--cors '*'" in outcome.output


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("https://App.Example:443", "https://app.example"),
        ("http://app.example:80", "http://app.example"),
        ("https://app.example:80", "https://app.example:80"),
        ("HTTP://[::1]:5173", "http://[::1]:5173"),
        ("*", "*"),
    ],
)
def test_an_origin_is_compared_as_browsers_write_it(sample, typed, origin, monkeypatch):
    served = []
    monkeypatch.setattr(
        "footydata.faces.cli.serve.Front", lambda *_, origins: served.append(origins)
    )
    monkeypatch.setattr("footydata.service.serving.serve", lambda _, bound: bound.close())
    outcome = CliRunner().invoke(serve, [str(sample), "--port", "0", "--cors", typed])
    assert (outcome.exit_code, outcome.stderr, served) == (0, "", [(origin,)])


@pytest.fixture
async def front(sample, tmp_path):
    """What serve runs: /v1 with origins, in front of the pages."""
    database = Path(shutil.copy(sample, tmp_path / "football.db"))
    made = []

    def run(*origins):
        service = service_on(database, accounts_of(database, None))
        made.append(
            Front(LazyService(lambda: service), Datasette([str(database)]).app(), origins=origins)
        )
        return made[-1]

    yield run
    for one in made:
        one.close()


def cors_of(answer):
    return {
        name: value
        for name, value in answer.headers.items()
        if name.startswith((b"access-control", b"vary"))
    }


@pytest.mark.parametrize("origin", [APP, "null", "https://", "%00", "*"])
async def test_with_a_star_every_page_may_ask_but_without_credentials(front, origin):
    any_site = front("*")
    answer = await ask(any_site, "/v1/leagues", Origin=origin)
    assert (answer.status, answer.headers[b"access-control-allow-origin"]) == (401, b"*")
    question = {
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = await ask(
        any_site, "/v1/leagues", method="OPTIONS", raw=raw_of(Origin=origin, **question)
    )
    assert (preflight.status, preflight.body) == (204, b"")
    assert (
        preflight.headers[b"access-control-allow-headers"]
        == b"Authorization, X-API-Key, If-None-Match"
    )
    for each in (answer, preflight):
        assert b"access-control-allow-credentials" not in each.headers


async def test_pages_are_never_opened_to_other_sites(front):
    for path in ("/", "/football", "/football.json", "/football/match.json?_shape=objects"):
        for method in ("GET", "OPTIONS"):
            question = raw_of(Origin=APP, **{"access-control-request-method": "GET"})
            answer = await ask(front("*"), path, method=method, raw=question)
            assert not [name for name in answer.headers if name.startswith(b"access-control")], path


async def test_by_default_no_site_is_let_in_and_options_is_no_method(front):
    closed = front()
    question = raw_of(Origin=APP, **{"access-control-request-method": "GET"})
    for method, status in (("GET", 401), ("OPTIONS", 405)):
        answer = await ask(closed, "/v1/leagues", method=method, raw=question)
        assert (answer.status, cors_of(answer)) == (status, {})


async def test_a_malformed_origin_is_another_site(front):
    named = front(APP)
    for origin in (
        "",
        "null",
        "*",
        f"{APP}/",
        f"{APP}:443",
        f"{APP},{APP}",
        "https://APP.example",
        "\xff",
    ):
        answer = await ask(named, "/v1/leagues", raw=[(b"origin", origin.encode("latin-1"))])
        assert cors_of(answer) == {b"vary": b"Origin"}, origin


def raw_of(**headers):
    """Headers as a server passes them on."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
