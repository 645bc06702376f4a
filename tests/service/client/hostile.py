"""A hostile v1 service on loopback: each request goes to one function, which may do to it what it likes."""

import gzip
import json
import socket
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Hostile:
    """The service: where it is, what was asked of it, and what it does to a request.

    Attributes:
        stopped: set when the test is over, so that whatever it drips comes to an end.
    """

    url: str = ""
    asked: list[str] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)
    act: Callable[["Attack"], None] = lambda attack: attack.answer({})


class Attack(BaseHTTPRequestHandler):
    """One request, and ways to answer it badly."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet, or each answer costs a delayed acknowledgement
    hostile: Hostile

    def do_GET(self) -> None:
        self.hostile.asked.append(self.path)
        try:
            self.hostile.act(self)
        except OSError:
            self.close_connection = True  # the client had enough

    def answer(self, body: Any, *, status: int = 200, **headers: str) -> None:
        """A whole answer; body: JSON, or bytes as they are. headers: with _ for -."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.begin(status, Content_Length=str(len(content)), **headers)
        self.wfile.write(content)

    def rows(self, rows: list[Any], *, page: int, has_more: bool = True) -> None:
        """A page of a list."""
        pagination = {"page": page, "per_page": 50, "count": len(rows), "has_more": has_more}
        self.answer({"success": 1, "data": rows, "pagination": pagination})

    def error(self, status: int, code: str, type: str, **headers: str) -> None:
        """An error of the contract."""
        error = {"type": type, "code": code, "message": f"about {code}"}
        self.answer({"success": 0, "error": error}, status=status, **headers)

    def begin(self, status: int = 200, **headers: str) -> None:
        """The head of an answer."""
        self.send_response(status)
        for name, text in {"Content_Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()

    def bomb(self, megabytes: int, *, times: int = 1) -> None:
        """A body of nothing, packed a thousandfold, and again as many times as is said."""
        body = packed(megabytes)
        for _ in range(times - 1):
            body = gzip.compress(body)
        self.answer(body, Content_Encoding=", ".join(["gzip"] * times))

    def drip_body(self) -> None:
        """A body that never ends, a byte now and then."""
        self.begin(Content_Length="1000000")
        self.drip(b" ")

    def drip_head(self) -> None:
        """A head that never ends, a line now and then."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        self.drip(b"X-More: 1\r\n")

    def say_nothing(self) -> None:
        """No answer, until the test is over."""
        self.close_connection = True
        self.hostile.stopped.wait()

    def drip(self, piece: bytes) -> None:
        """The same piece again and again, until the client hangs up or the test is over."""
        self.close_connection = True
        while not self.hostile.stopped.wait(0.02):
            self.wfile.write(piece)
            self.wfile.flush()

    @property
    def page(self) -> int:
        """The page that is asked for."""
        _, _, tail = self.path.partition("page=")
        digits = tail.partition("&")[0]
        return int(digits) if digits.isdigit() else 1

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@cache
def packed(megabytes: int) -> bytes:
    """So many megabytes of nothing as gzip, made without ever holding them."""
    gzip_stream = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    pieces = [gzip_stream.compress(bytes(1_000_000)) for _ in range(megabytes)]
    return b"".join([*pieces, gzip_stream.flush()])


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # the client hung up


@contextmanager
def hostile_service() -> Iterator[Hostile]:
    """A running hostile service."""
    hostile = Hostile()
    handler = type("Handler", (Attack,), {"hostile": hostile})
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    hostile.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield hostile
    finally:
        hostile.stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    """A port of loopback where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port: int = held.getsockname()[1]
        return port
