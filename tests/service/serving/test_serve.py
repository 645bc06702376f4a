"""footydata serve on a real socket: doors, faults, clock, a clean end."""

import contextlib
import json
import os
import signal
import socket
import threading
import time
from http.client import IncompleteRead

import pytest

from footydata.faces.cli.main import group
from footydata.football.errors import InvalidArgument
from footydata.football.terms import ULTRA
from footydata.service.failures import Faults, read_fault
from footydata.service.keys import Accounts
from footydata.service.serving import is_loopback, listen
from footydata.store.file.accounts import accounts_path
from tests.conftest import NOW
from tests.service.serving.conftest import Server


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        from footydata.faces.cli import main

        main([str(argument) for argument in arguments])
    return left.value.code


def test_both_doors_are_open_on_this_machine(start, key):
    server = start()
    status, body, headers = server.get("/v1/fixtures?status=live", key)
    assert (status, json.loads(body)["success"]) == (200, 1)
    assert headers["X-RateLimit-Remaining"] == "9999999"
    status, body, _ = server.get("/football/match")
    assert status == 200
    assert b"The place to begin" in body
    status, body, _ = server.get("/v1/fixtures", key, method="HEAD")
    assert (status, body) == (200, b"")
    # Time to count in a large file.
    assert json.loads(server.get("/-/settings.json")[1])["facet_time_limit_ms"] == 1000


def test_api_only_opens_v1_and_nothing_else(start, key):
    server = start("--api-only")
    assert server.get("/v1/leagues", key)[0] == 200
    for path in (
        "/",
        "/football",
        "/football.json",
        "/-/databases",
        "/football/match.json?_size=1",
        "/-/static/app.css",
        "/-/footydata/guide/plans",
    ):
        status, body, headers = server.get(path, key)
        assert (status, headers["Content-Type"]) == (404, "application/json")
        assert json.loads(body)["error"]["code"] == "resource_not_found"


def test_ctrl_c_ends_cleanly_and_gives_back_what_was_leased(start, database, key, now):
    server = start("--api-only")
    assert server.get("/v1/leagues", key)[0] == 200
    code, _, errors = server.end(signal.SIGINT)
    assert (code, errors) == (130, "Stopped.\n")
    accounts = Accounts.open(accounts_path(database))
    account = accounts.identify(key.encode(), now)
    taken = accounts._file._connection.execute("select taken from rate_window").fetchall()
    assert taken == [(1,)]
    assert account.plan is ULTRA
    accounts.close()


def test_a_request_to_end_is_no_error(start, key):
    server = start()
    server.get("/v1/leagues", key)
    code, _, errors = server.end(signal.SIGTERM)
    assert (code, errors) == (0, "")


def test_a_key_that_is_revoked_elsewhere_is_refused_within_a_second(start, database, key):
    server = start("--api-only")
    assert server.get("/v1/leagues", key)[0] == 200
    assert run("keys", "revoke", database, key[:12]) == 0
    revoked = sent = time.monotonic()
    while server.get("/v1/leagues", key)[0] == 200:
        assert (
            sent - revoked < 1
        )  # when it was asked, not when the answer came: a machine may stall in between
        sent = time.monotonic()
    assert server.get("/v1/leagues", key)[0] == 401


def test_a_file_is_served_as_it_was(start, key):
    server = start("--api-only", "--as-of", "2026-03-13T12:30:00")
    status, body, headers = server.get("/v1/fixtures", key)
    assert status == 200
    rows = json.loads(body)["data"]
    assert rows
    assert all(row["kickoff_utc"].startswith("2026-03-13") for row in rows)
    _, later, _ = server.get(f"/v1/fixtures?start_time={NOW}&end_time={NOW + 3600}", key)
    assert {row["status"] for row in json.loads(later)["data"]} == {"scheduled"}
    assert int(headers["X-RateLimit-Reset"]) > time.time()


def test_faults_are_those_of_their_seed(start, key):
    server = start("--api-only", "--fault", "429:0.3", "--fault", "500:0.2", "--seed", "5")
    faults = Faults([read_fault("429:0.3"), read_fault("500:0.2")], seed=5)
    statuses = [server.get("/v1/leagues", key)[0] for _ in range(15)]
    errors = [faults.draw().error for _ in range(15)]
    assert statuses == [error.status if error else 200 for error in errors]
    assert set(statuses) == {200, 429, 500}


def test_a_dropped_connection_is_dropped_and_leaves_no_traceback(start, key):
    server = start("--api-only", "--fault", "drop:1")
    with pytest.raises((IncompleteRead, ConnectionError)):
        server.get("/v1/leagues", key)
    code, _, errors = server.end(signal.SIGINT)
    assert code == 130
    assert "without completing" not in errors


def test_without_keys_it_says_how_to_make_one(start):
    server = start("--api-only")
    assert server.get("/v1/leagues")[0] == 401
    _, output, _ = server.end(signal.SIGINT)
    assert "footydata keys create" in output


def test_accounts_may_lie_elsewhere(start, database, key, tmp_path):
    elsewhere = accounts_path(database).rename(tmp_path / "elsewhere.keys")
    server = start("--api-only", "--accounts", str(elsewhere))
    assert server.get("/v1/leagues", key)[0] == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_another_host_than_this_machine_needs_api_only(database, host, capsys):
    assert run("serve", database, "--host", host) == 1
    assert "--api-only" in capsys.readouterr().err


def test_a_taken_port_is_reported_in_a_sentence(database, capsys):
    with contextlib.closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run("serve", database, "--port", taken.getsockname()[1]) == 1
    assert "choose another --port or --host" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_reported_in_a_sentence(tmp_path, capsys):
    assert run("serve", tmp_path / "absent.db") == 1
    assert "does not exist" in capsys.readouterr().err


def test_a_wrong_fault_is_wrong_usage(database, capsys):
    assert run("serve", database, "--fault", "teapot:1") == 2
    assert "teapot:1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
    ],
)
def test_what_only_this_machine_reaches(host, loopback):
    assert is_loopback(host) is loopback


@pytest.mark.parametrize("host", ["300.1.1.1", "no such host"])
def test_a_host_without_an_address_is_reported_in_a_sentence(host):
    with pytest.raises(InvalidArgument, match="not an address"):
        is_loopback(host)


def test_a_free_port_is_found():
    with contextlib.closing(listen("127.0.0.1", 0)) as bound:
        assert bound.getsockname()[1] > 0


def test_the_help_tells_every_option():
    from click.testing import CliRunner

    text = CliRunner().invoke(group, ["serve", "--help"]).output
    for option in (
        "--host",
        "--port",
        "--api-only",
        "--allow-host",
        "--as-of",
        "--fault",
        "--seed",
        "--accounts",
    ):
        assert option in text


@pytest.mark.parametrize(
    "options",
    [("--as-of", "2026-03-14T15:30"), ("--api-only",)],
    ids=["both doors at one moment", "api only"],
)
def test_a_server_of_this_process_ends_as_one_of_its_own(database, key, options, capsys):
    with contextlib.closing(listen("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    answers, first_pages = [], []

    def visit():
        server = Server(None, f"127.0.0.1:{port}")
        deadline = time.monotonic() + 20
        while not answers and time.monotonic() < deadline:
            with contextlib.suppress(ConnectionError):
                answers.append(server.get("/v1/leagues", key)[0])
                first_pages.append(server.get("/")[1])
        os.kill(os.getpid(), signal.SIGINT)

    visitor = threading.Thread(target=visit)
    visitor.start()
    code = run("serve", database, "--port", port, *options)
    visitor.join()
    assert (code, answers) == (130, [200])
    has_pages = "--api-only" not in options
    assert ("Pages in words" in capsys.readouterr().out) is has_pages
    assert (b"Sat 14 Mar 2026, today" in first_pages[0]) is has_pages
