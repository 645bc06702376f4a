"""Whom the pages answer: names of this machine, and those that were allowed, and no page of another site.

The trick with a name is called DNS rebinding. /v1 needs its key and answers to any name and any site.
"""

import shutil

import pytest

from footydata.faces.cli.main import group
from tests.service.serving.conftest import launched

LOCAL = [
    "localhost",
    "LOCALHOST:8001",
    "localhost.",
    "pages.localhost",
    "127.0.0.1:1",
    "127.9.9.9",
    "[::1]",
    "[::1]:80",
]
FOREIGN = [
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.0.1",
    "0.0.0.0",
    "[::2]",
    "::1",
    "",
]
PAGES = ["/", "/football", "/football/team.json", "/-/static/app.css", "/nothing"]


@pytest.fixture(scope="module")
def server(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hosts")
    database = shutil.copy(sample, folder / "football.db")
    with launched(
        "footydata", database, folder, "--allow-host", "Pitch.example", "--allow-host", "[fd00::1]"
    ) as server:
        yield server


@pytest.mark.parametrize("host", [*LOCAL, "pitch.example", "PITCH.example:443", "[FD00::1]:8001"])
def test_pages_answer_to_names_of_this_machine_and_to_allowed_ones(server, host):
    assert server.send("GET /football HTTP/1.1", f"Host: {host}") == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_pages_answer_to_no_other_name(server, host):
    for path in PAGES:
        assert server.send(f"GET {path} HTTP/1.1", f"Host: {host}") == 421


def test_a_refusal_says_what_to_do_and_is_a_line_in_the_log(server):
    status, body, headers = server.get("/football/league", Host="evil.example")
    assert (status, headers["Content-Type"]) == (421, "text/plain; charset=utf-8")
    assert body.count(b"\n") == 1
    assert b"'evil.example'" in body
    assert b"--allow-host" in body
    assert server.lines_of("GET /football/league")[0].endswith(": 421")


def test_a_request_without_a_name_or_with_two_gets_no_page(server):
    assert server.send("GET /football HTTP/1.0") == 421
    assert server.send("GET /football HTTP/1.1", "Host: localhost", "Host: evil.example") == 421


def test_v1_answers_to_any_name(server):
    for path, status in (("/v1/openapi.json", 200), ("/v1/docs", 200), ("/v1/leagues", 401)):
        assert server.send(f"GET {path} HTTP/1.1", "Host: evil.example") == status


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_for_a_page_of_another_site(server, path):
    status, body, _ = server.get(path, Host="localhost", **{"Sec-Fetch-Site": "cross-site"})
    assert status == 403
    assert body == (
        b"a page of another site asked for this page; to see it, open the address yourself, as by Enter in the address "
        b"bar\n"
    )


@pytest.mark.parametrize("site", ["none", "same-origin", "same-site"])
def test_what_a_person_opens_and_what_a_page_of_this_machine_asks_for_is_answered(server, site):
    assert server.get("/football", **{"Sec-Fetch-Site": site})[0] == 200


def test_v1_answers_to_any_site(server):
    status, body, _ = server.get("/v1/leagues", **{"Sec-Fetch-Site": "cross-site"})
    assert (status, b"missing_api_key" in body) == (401, True)


def test_the_name_that_a_server_is_given_needs_no_other_permission(database, tmp_path):
    with launched("footydata", database, tmp_path, "--host", "localhost") as server:
        assert server.get("/football")[0] == 200


@pytest.mark.slow
def test_plain_datasette_answers_as_its_owner_starts_it(run):
    asked = ("GET /football HTTP/1.1", "Host: anything.example", "Sec-Fetch-Site: cross-site")
    assert run("datasette").send(*asked) == 200


@pytest.mark.parametrize(
    "name", ["http://pitch.example", "pitch.example:80", "pitch.example/", " ", "a b", "*"]
)
def test_a_name_that_is_none_is_wrong_usage(database, name):
    message = refused(["serve", str(database), "--allow-host", name])
    assert f"{name!r} is not a host's name" in message


def test_a_name_for_pages_that_are_shut_is_wrong_usage(database):
    assert "--api-only" in refused(
        ["serve", str(database), "--api-only", "--allow-host", "pitch.example"]
    )


def refused(arguments):
    from click.testing import CliRunner

    result = CliRunner().invoke(group, arguments)
    assert result.exit_code == 2
    return result.output.replace("\n", " ")
