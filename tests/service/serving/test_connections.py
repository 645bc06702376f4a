"""Clients that send half a request, and clients that close their half of the connection and wait for the answer."""

import asyncio
import contextlib
import logging
import resource
import socket
import sys
import time
from http.client import HTTPException
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from footydata.service.serving import connections
from footydata.service.serving.connections import Connection

WHOLE = b"GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK"
HALVES = {
    "method": b"GE",
    "headers": b"GET /later HTTP/1.1\r\nHost: local",
    "body": b"POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
    "chunk": b"POST /body HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "second request": WHOLE + WHOLE[:10],
}


async def answer_later(scope, receive, send):
    """An application that answers when other tasks have run, after it has read the whole request."""
    while scope["method"] == "POST" and (message := await receive()).get("more_body"):
        assert message["type"] == "http.request"
    await asyncio.sleep(0.3 if scope["method"] == "POST" else 0.02)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@contextlib.asynccontextmanager
async def connected(protocol):
    """A client's reader and writer of a connection to a server of the protocol."""
    config = uvicorn.Config(
        answer_later, access_log=False, log_config=None, timeout_keep_alive=1_000
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        yield reader, writer
        writer.close()
        # The server may have closed it before it read everything.
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        await asyncio.gather(*state.tasks)
        for connection in state.connections:
            connection.transport.abort()
        await asyncio.sleep(0)


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(connections, "WHOLE_WITHIN", 0.1)


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
async def test_a_connection_with_half_a_request_is_closed_and_a_line_in_the_log(soon, caplog, sent):
    async with connected(Connection) as (reader, writer):
        writer.write(sent)
        answers = await asyncio.wait_for(reader.read(), 20)
    assert answers.count(HEAD) == sent.count(WHOLE)
    (line,) = [
        record.getMessage() for record in caplog.records if record.levelno == logging.WARNING
    ]
    assert line.startswith("127.0.0.1 sent half a request, and nothing more in ")


async def test_bytes_that_trickle_in_give_no_more_time(soon):
    async with connected(Connection) as (reader, writer):
        ended = asyncio.ensure_future(reader.read())
        begun = asyncio.get_running_loop().time()
        writer.write(b"GET /later HTTP/1.1\r\n")
        while not ended.done() and asyncio.get_running_loop().time() < begun + 20:
            writer.write(b"X: y\r\n")
            await asyncio.wait([ended], timeout=0.01)
        assert ended.done()
        assert ended.exception() or ended.result() == b""


async def test_a_connection_without_a_request_is_closed_without_a_word(soon, caplog):
    async with connected(Connection) as (reader, _):
        assert await asyncio.wait_for(reader.read(), 20) == b""
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_the_end_of_a_body_ends_the_wait_and_the_answer_takes_its_time(monkeypatch):
    monkeypatch.setattr(connections, "WHOLE_WITHIN", 0.2)
    async with connected(Connection) as (reader, writer):
        writer.write(HALVES["body"])
        await writer.drain()
        writer.write(b"defghij")
        assert (await asyncio.wait_for(reader.readuntil(b"ok"), 20)).startswith(HEAD)


@pytest.mark.parametrize("count", [1, 3])
async def test_a_client_that_closes_its_half_gets_its_answers(caplog, count):
    async with connected(Connection) as (reader, writer):
        writer.write(WHOLE * count)
        writer.write_eof()
        answers = await asyncio.wait_for(reader.read(), 20)
    assert answers.count(HEAD) == count
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    "sent", [b"", HALVES["headers"], HALVES["body"]], ids=["nothing", "headers", "body"]
)
async def test_a_client_that_closes_its_half_of_half_a_request_is_left(sent):
    async with connected(Connection) as (reader, writer):
        writer.write(sent)
        writer.write_eof()
        assert HEAD not in await asyncio.wait_for(reader.read(), 20)


async def test_uvicorn_by_itself_drops_the_answer_else_ours_may_go():
    async with connected(HttpToolsProtocol) as (reader, writer):
        writer.write(WHOLE)
        writer.write_eof()
        assert await asyncio.wait_for(reader.read(), 20) == b""


@pytest.mark.slow
def test_half_requests_shut_nobody_out_for_long(start, key):
    server = start("--api-only")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (64, 64))
    deadline = time.monotonic() + 2 * connections.WHOLE_WITHIN
    with contextlib.ExitStack() as halves:
        for _ in range(80):
            half = halves.enter_context(
                socket.create_connection((server.host, server.port), timeout=20)
            )
            with contextlib.suppress(ConnectionError):
                half.sendall(b"GET /v1/leagues HTTP/1.1\r\nHost: local")
        refusals = 0
        while (status := attempted(server, key)) is None and time.monotonic() < deadline:
            refusals += 1
            time.sleep(0.1)
    assert status == 200
    assert refusals
    assert "127.0.0.1 sent half a request" in server.log


def head_of(length, *, address=0):
    """A request with a head of so many bytes; address: how many of them are in its query."""
    begin = b"GET /later?" + address * b"a" + b" HTTP/1.1\r\nHost: localhost\r\n"
    many = (length - len(begin) - 100) // 1_000
    lines = [b"X-%06d: %s\r\n" % (number, b"x" * 988) for number in range(many)]
    rest = length - len(begin) - sum(map(len, lines)) - len(b"Last: \r\n\r\n")
    return begin + b"".join(lines) + b"Last: " + b"x" * rest + b"\r\n\r\n"


@pytest.mark.parametrize("address", [0, 60_000], ids=["headers", "address"])
@pytest.mark.parametrize("piece", [1_000, 1_000_000])
async def test_a_head_of_64_kb_is_read(address, piece):
    sent = head_of(connections.LONGEST_HEAD, address=address)
    assert len(sent) == 65_536
    async with connected(Connection) as (reader, writer):
        for _ in range(2):
            for place in range(0, len(sent), piece):
                writer.write(sent[place : place + piece])
                await writer.drain()
            assert (await asyncio.wait_for(reader.readuntil(b"ok"), 20)).startswith(HEAD)


@pytest.mark.parametrize("length", [65_537, 3_000_000])
@pytest.mark.parametrize("address", [0, 65_000], ids=["headers", "address"])
@pytest.mark.parametrize("before", [0, 1])
async def test_a_longer_head_is_refused_and_the_connection_closed(length, address, before):
    async with connected(Connection) as (reader, writer):
        for _ in range(before):
            writer.write(WHOLE)
            assert (await asyncio.wait_for(reader.readuntil(b"ok"), 20)).startswith(HEAD)
        writer.write(head_of(length, address=address))
        answer = await asyncio.wait_for(reader.read(), 20)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"ratelimit" not in answer.lower()


async def test_the_answer_under_way_is_sent_before_a_long_head_ends_the_connection():
    async with connected(Connection) as (reader, writer):
        writer.write(WHOLE + head_of(200_000))
        answers = await asyncio.wait_for(reader.read(), 20)
    assert answers.startswith(HEAD) and answers.endswith(b"ok")


async def test_a_body_is_not_counted():
    async with connected(Connection) as (reader, writer):
        for _ in range(2):
            writer.write(
                b"POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"
                + b"b" * 300_000
            )
            assert (await asyncio.wait_for(reader.readuntil(b"ok"), 20)).startswith(HEAD)


def memory_of(server):
    """The resident memory of a server's process, in kB."""
    (line,) = [
        line
        for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
        if "VmRSS" in line
    ]
    return int(line.split()[1])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_endless_heads_take_no_memory_and_hold_nobody_up(start, key):
    server = start("--api-only")
    assert server.get("/v1/leagues", key)[0] == 200
    before = memory_of(server)
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection((server.host, server.port), timeout=20))
            for _ in range(16)
        ]
        for number, endless in enumerate(sockets):
            endless.sendall(
                b"GET /v1/leagues?" if number % 2 else b"GET /v1/leagues HTTP/1.1\r\nX: "
            )
            endless.setblocking(False)
        for _ in range(64):
            for endless in sockets:
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    endless.send(b"x" * 1_000_000)
            assert server.get("/v1/leagues", key)[0] == 200
        after = memory_of(server)
        for endless in sockets:
            endless.settimeout(20)
            with contextlib.suppress(ConnectionError):
                assert endless.recv(100).startswith(b"HTTP/1.1 431 ")
    assert after - before < 30_000
    _, _, headers = server.get("/v1/leagues", key)
    assert int(headers["X-RateLimit-Remaining"]) == 10_000_000 - 66


def attempted(server, key):
    """The status of a request, None if the server has no room for the connection."""
    try:
        return server.get("/v1/leagues", key)[0]
    except (OSError, HTTPException):
        return None
