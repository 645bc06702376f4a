"""A pull survives what services and machines do: failures, cut bodies, broken connections, a kill at any moment."""

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copyfile

import httpx
import pytest

from footydata.football.errors import RemoteRefused
from footydata.football.terms import ULTRA
from footydata.ingest.mirroring import PullOptions
from footydata.service.keys import Accounts
from footydata.service.replay import as_it_was
from footydata.store.file.accounts import accounts_path
from tests.conftest import NOW
from tests.ingest.mirroring.comparing import difference
from tests.ingest.mirroring.conftest import GENEROUS, ServiceAtMoment

CROWN = PullOptions(leagues=(39,), include=("odds", "events", "stats"))
KILLS = 20
NOT_ASKED_FOR = ("odds_tick", "country_name", "league_name", "team_name")


def rude(service: ServiceAtMoment, seed: int) -> None:
    """One request in five meets a fault, each kind by its turn."""
    rng = random.Random(seed)

    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        if rng.random() > 0.2:
            return None
        kind = rng.choice(("500", "503", "429", "drop", "cut", "short"))
        if kind == "drop":
            raise httpx.RemoteProtocolError("dropped", request=request)
        if kind in ("500", "503"):
            return httpx.Response(int(kind), content=b"<html>away</html>", request=request)
        if kind == "429":
            body = {
                "success": 0,
                "error": {"type": "rate_limit_error", "code": "too_many_requests", "message": "-"},
            }
            return httpx.Response(429, json=body, headers={"Retry-After": "3"}, request=request)
        whole = service.watched.inner(request)
        if kind == "short" and b'"count":' in whole.content:
            short = whole.content.replace(b'"count":', b'"count":1')
            return httpx.Response(200, content=short, headers=whole.headers, request=request)
        half = whole.content[: len(whole.content) // 2]
        return httpx.Response(
            200, content=half, headers={"content-type": "application/json"}, request=request
        )

    service.watched.meddle = meddle


@pytest.mark.slow
def test_a_rude_service_is_survived(service: ServiceAtMoment, mirror: Path, tmp_path: Path) -> None:
    calm = tmp_path / "calm.db"
    since_december = replace(CROWN, start=date(2025, 12, 1))
    service.pull(calm, since_december)
    rude(service, seed=7)
    report = service.pull(mirror, since_december)
    assert report.failures > 10
    assert report.refused > 3
    assert difference(calm, mirror) == {}


def test_retry_after_is_obeyed(service: ServiceAtMoment, mirror: Path) -> None:
    body = {
        "success": 0,
        "error": {"type": "rate_limit_error", "code": "too_many_requests", "message": "spent"},
    }
    service.watched.meddle = lambda request, number: (
        httpx.Response(429, json=body, headers={"Retry-After": "41"}, request=request)
        if number == 3
        else None
    )
    service.pull(mirror, PullOptions(leagues=(45,)))
    assert service.waits == [41.0]


def test_a_service_that_stays_away_ends_clearly_and_what_came_is_kept(
    service: ServiceAtMoment, mirror: Path
) -> None:
    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        if number > 5:
            raise httpx.ConnectError("connection refused", request=request)
        return None

    service.watched.meddle = meddle
    with pytest.raises(RemoteRefused, match="connection refused"):
        service.pull(mirror, replace(CROWN, start=date(2026, 3, 1)))
    service.watched.meddle = lambda _, __: None
    before = len(service.watched.asked)
    report = service.pull(mirror, replace(CROWN, start=date(2026, 3, 1)))
    assert report.is_resumed
    assert report.fixtures_new > 0
    assert "/v1/leagues/39" not in service.asked_since(before)


def test_a_service_that_never_answers_is_tried_twice_and_reported(
    service: ServiceAtMoment, mirror: Path
) -> None:
    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        raise httpx.ConnectError("connection refused", request=request)

    service.watched.meddle = meddle
    with pytest.raises(
        RemoteRefused, match=r"^no answer from http://\S+: connection refused; is the address"
    ):
        service.pull(mirror, CROWN)
    assert service.waits == [0.5]


def test_a_page_of_no_v1_service_ends_clearly(service: ServiceAtMoment, mirror: Path) -> None:
    service.watched.meddle = lambda request, _: httpx.Response(
        200, content=b"<html>hello</html>", request=request
    )
    with pytest.raises(RemoteRefused, match="no JSON"):
        service.pull(mirror, CROWN)


@pytest.mark.slow
def test_an_interruption_between_any_two_pages_is_carried_on(
    service: ServiceAtMoment, mirror: Path, tmp_path: Path
) -> None:
    calm = tmp_path / "calm.db"
    options = PullOptions(leagues=(45, 98), include=("events",), detail=True)
    service.pull(calm, options)
    spent = len(service.watched.asked)
    stops = random.Random(1).sample(range(3, 60), 12)

    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        if stops and number - spent >= stops[-1]:
            stops.pop()
            raise KeyboardInterrupt
        return None

    stops.sort(reverse=True)
    service.watched.meddle = meddle
    interrupted = 0
    while True:
        try:
            service.pull(mirror, options)
            break
        except KeyboardInterrupt:
            interrupted += 1
    assert interrupted == 12
    assert difference(calm, mirror) == {}
    # Each run asks for its status and the list of bookmakers anew, and the request that was interrupted.
    assert len(service.watched.asked) - spent <= spent + interrupted * 3


@contextmanager
def served(database: Path) -> Iterator[str]:
    """footydata serve on loopback, as it was at the moment of the sample."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = str(free.getsockname()[1])
    moment = datetime.fromtimestamp(NOW, UTC).isoformat()
    command = [
        sys.executable,
        "-m",
        "footydata",
        "serve",
        str(database),
        "--api-only",
        "--port",
        port,
    ]
    with subprocess.Popen(
        [*command, "--as-of", moment], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        url = f"http://127.0.0.1:{port}"
        while True:
            try:
                httpx.get(f"{url}/v1/openapi.json")
                break
            except httpx.TransportError:
                assert process.poll() is None
        try:
            yield f"{url}/v1"
        finally:
            process.terminate()


@pytest.mark.slow
def test_killed_twenty_times_on_the_way_it_ends_the_same(sample: Path, tmp_path: Path) -> None:
    database, mirror = tmp_path / "served.db", tmp_path / "mirror.db"
    copyfile(sample, database)
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(ULTRA, now=NOW, rate=GENEROUS)
    accounts.close()
    rng = random.Random(2014)
    with served(database) as url:
        command = [
            sys.executable,
            "-m",
            "footydata",
            "pull",
            str(mirror),
            "--include",
            "odds,events,stats",
        ]
        command += ["--esports", "--detail", "--quiet"]
        environment = {**os.environ, "FOOTYDATA_BASE_URL": url, "FOOTYDATA_API_KEY": key}
        killed = 0
        while killed < KILLS:
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(0.5 + rng.random() * 0.5)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            process.wait()
            with closing(sqlite3.connect(mirror)) as connection:
                assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        subprocess.run(command, env=environment, check=True, timeout=120)
    with as_it_was(sample, NOW) as past:
        assert difference(past, mirror, without=NOT_ASKED_FOR) == {}
