"""A v1 server on loopback that answers from a script, and clients whose waits are written down, not slept."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from footydata.service.client.client import Client

RATE = {"X-RateLimit-Limit": "40", "X-RateLimit-Remaining": "37", "X-RateLimit-Reset": "1773502260"}


@dataclass
class Scripted:
    """One scripted answer. cut: close the connection in the middle of the body; drop: without any answer."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    drop: bool = False


@dataclass
class Asked:
    """What the server was asked."""

    path: str
    headers: dict[str, str]


class ScriptedService:
    """The script, and the address of its server."""

    def __init__(self) -> None:
        self.script: deque[Scripted] = deque()
        self.asked: list[Asked] = []
        self.url = ""

    def answers(
        self, data: Any, *, pagination: dict[str, Any] | None = None, **headers: str
    ) -> None:
        envelope = {"success": 1, "data": data} | ({"pagination": pagination} if pagination else {})
        self.script.append(Scripted(200, json.dumps(envelope).encode(), {**RATE, **headers}))

    def errs(
        self,
        status: int,
        code: str,
        type: str,
        *,
        headers: dict[str, str] | None = None,
        **parts: Any,
    ) -> None:
        error = {
            "type": type,
            "code": code,
            "message": f"about {code}",
            "doc_url": "",
            "request_id": "req_9",
            **parts,
        }
        body = json.dumps({"success": 0, "error": error}).encode()
        self.script.append(Scripted(status, body, {**RATE, **(headers or {})}))

    def says(self, **scripted: Any) -> None:
        self.script.append(Scripted(**scripted))

    @property
    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]


@contextmanager
def scripted_service() -> Iterator[ScriptedService]:
    """A running ScriptedService; every scripted answer must have been asked for at the end."""
    service = ScriptedService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet, or each answer costs a delayed acknowledgement

        def do_GET(self) -> None:
            service.asked.append(
                Asked(self.path, {name.lower(): text for name, text in self.headers.items()})
            )
            answer = service.script.popleft()
            if answer.drop:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, text in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: len(answer.body) // 2] if answer.cut else answer.body)
            self.close_connection = answer.cut

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert not service.script, "the client did not ask for every scripted answer"


FIXTURE = {
    "id": 5001,
    "league": {"id": 39, "name": "Northern League"},
    "teams": {
        "home": {"id": 11, "name": "Harbour Town"},
        "away": {"id": 12, "name": "Mill Rovers"},
    },
    "kickoff_utc": "2026-03-14T15:00:00+00:00",
    "kickoff_ts": 1773500400,
    "status": "live",
    "goals": {"home": 1, "away": 0},
    "corners": {"home": 3, "away": None},
    "cards": {"home": {"yellow": 1, "red": 0}, "away": {"yellow": None, "red": None}},
}
PAGE = {"page": 1, "per_page": 50, "count": 1, "has_more": False}
LEAGUE = {
    "id": 39,
    "name": "Northern League",
    "short_name": None,
    "country": {"code": "GB-ENG", "name": "England"},
    "has_standings": True,
    "esports": False,
    "seasons": [],
}


@pytest.fixture
def row() -> dict[str, Any]:
    """A fixture as lists show it."""
    return dict(FIXTURE)


@pytest.fixture
def page() -> dict[str, Any]:
    """The pagination of a list of one row."""
    return dict(PAGE)


@pytest.fixture
def league() -> dict[str, Any]:
    """A league with its seasons."""
    return dict(LEAGUE)


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    with scripted_service() as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    """The waits of the client, in seconds."""
    return []


@pytest.fixture
def connect(
    service: ScriptedService, waits: list[float], now: int
) -> Iterator[Callable[..., Client]]:
    """Makes clients of the scripted service."""
    made: list[Client] = []

    def make(**settings: Any) -> Client:
        client = Client(service.url, "fd_key", clock=lambda: now, sleep=waits.append, **settings)
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


@pytest.fixture
def client(connect: Callable[..., Client]) -> Client:
    return connect()
