"""Serves /v1, alone or in front of another ASGI application, with uvicorn."""

import ipaddress
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.parse import unquote

from footydata.football.errors import InvalidArgument
from footydata.service.asgi import Front, is_v1
from footydata.service.failures import Faults, shown_path
from footydata.service.keys import Accounts
from footydata.service.reader import Readers, ResponseCache
from footydata.service.service import Service
from footydata.store.file.accounts import accounts_path

BACKLOG = 2048
"""The most connections that wait to be accepted."""


def service_on(
    database: Path,
    accounts: Accounts,
    *,
    clock: Callable[[], float] = time.time,
    faults: Faults | None = None,
    immutable: bool = False,
) -> Service:
    """The /v1 service of a football database, for a server. immutable: never write beside the file, nor lock it."""
    return Service(
        database,
        accounts,
        clock=clock,
        cache=ResponseCache(database, immutable=immutable),
        # They don't wait for a lock in SQLite, nor do the accounts: the service tries again later.
        readers=Readers(database, busy_ms=0, immutable=immutable),
        faults=faults,
    )


def accounts_of(database: Path, path: Path | None = None) -> Accounts:
    """The accounts of a database, in the file at the path, else beside it. Raises DatabaseError."""
    # They never wait for a lock in SQLite, which would block the event loop: the service tries again later.
    return Accounts.open(path or accounts_path(database), busy_ms=0)


def is_loopback(host: str) -> bool:
    """Whether a host can only be reached from this machine. Raises InvalidArgument if it has no address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise InvalidArgument(
            f"{host!r} is not an address of this machine: {error}", parameter="host", value=host
        ) from error
    return all(
        ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
        for *_, address in addresses
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0: any free one. Raises InvalidArgument if the port can't be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        # From here on, clients wait for the server to start instead of being refused.
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise InvalidArgument(
            f"port {port} of {host} can't be used ({error.strerror}); choose another --port or --host",
            parameter="port",
            value=port,
        ) from error
    return bound


def serve(front: Front, bound: socket.socket) -> None:
    """Serve until interrupted, then close front and socket. Raises KeyboardInterrupt on Ctrl-C, exits on SIGTERM."""
    # A port that can't be had is refused before its import, which takes a tenth of a second.
    import uvicorn

    from footydata.service.serving.connections import Connection

    # auto: uvloop if it is installed. An access log would halve the requests per second.
    config = uvicorn.Config(
        front,
        loop="auto",
        http=Connection,
        ws="none",
        lifespan="on",
        access_log=False,
        proxy_headers=False,
        log_level="warning",
    )
    log = logging.getLogger("uvicorn.error")
    log.addFilter(_is_wanted)
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        uvicorn.Server(config).run(sockets=[bound])
    finally:
        signal.signal(signal.SIGTERM, before)
        log.removeFilter(_is_wanted)
        front.close()
        bound.close()


def hide_queries(prefix: str) -> None:
    """Remove the queries of /v1 from uvicorn's access log: one may contain a key that was sent in the wrong place.

    prefix: see Front. Contract 17.7.
    """
    # addFilter does not add a filter twice.
    logging.getLogger("uvicorn.access").addFilter(_without_query(prefix))


@cache
def _without_query(prefix: str) -> Callable[[logging.LogRecord], bool]:
    def shorten(record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and len(record.args) == 5:
            client, method, target, version, status = record.args
            path = unquote(str(target))
            if is_v1(path.partition("?")[0].removeprefix(prefix)):
                record.args = (client, method, shown_path(path), version, status)
        return True

    return shorten


def _is_wanted(record: logging.LogRecord) -> bool:
    """False for the message about a connection that an injected fault dropped."""
    return record.msg != "ASGI callable returned without completing response."


def _leave(_: int, __: FrameType | None) -> NoReturn:
    sys.exit(0)
