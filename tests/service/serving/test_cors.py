"""`footydata serve --cors`: scripts of named sites may use /v1."""

import json

import pytest
from click.testing import CliRunner

from footydata.faces.cli.serve import serve
from tests.service.serving.conftest import launched

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
    "origin", ["https://other.example", "https://app.example.evil.example", "null", "http://app.example"]
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


@pytest.mark.parametrize("origin", ["app.example", "https://app.example/path", "https://", "ftp://app.example"])
def test_what_is_not_an_origin_is_a_wrong_option(sample, origin):
    outcome = CliRunner().invoke(serve, [str(sample), "--cors", origin])
    assert outcome.exit_code == 2
    assert f"{origin!r} is not an origin" in outcome.output
