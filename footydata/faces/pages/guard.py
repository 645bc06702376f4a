"""What guards Datasette: files that it may not attach; behind `footydata serve`, host names, and keys kept from it.

A key may have been sent to the wrong address, and Datasette prints the requests that fail. Contract 17.7.
"""

import logging
from collections.abc import Collection
from http import HTTPStatus
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any
from urllib.parse import unquote_plus

from footydata.service.asgi import AsgiApp, Message, Receive, Scope, Send
from footydata.service.exchange import KEY_HEADERS
from footydata.service.failures import LONGEST_PATH, failure_place, shown_path
from footydata.store.file.sqlite_files import is_accounts_file, is_football_database

_log = logging.getLogger(__name__)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""What a view of Datasette has functions for; any other method raises a TypeError in it."""

_FROM_ANOTHER_SITE = (b"sec-fetch-site", b"cross-site")
"""What a browser tells of an image, a script, a form or a link of a page of another site."""

_REMOVED_HEADERS = frozenset({*KEY_HEADERS, b"referer"})
"""Headers that may have a key; a referer has the query of the page before."""

_KEY_NAMES = frozenset({"access_token", "api_key", "apikey", "authorization", "token", "x_api_key"})
"""Names in a query whose values are keys, in lower case, with _ for -. Not `key`: tables have a column of that name."""


class GuardedApp:
    """Datasette behind `footydata serve`: it sees no keys, and each refusal and failure is a line in the log.

    hosts: the host names that it answers besides those of this machine.
    """

    def __init__(self, app: AsgiApp, *, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = {host_name(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        line = "%s %s: %s"
        try:
            if refusal := self._refusal(scope):
                await _send_text(noted, *refusal)
            else:
                await self._app(without_keys(scope), receive, noted)
        except Exception as error:  # it is not our application, and may raise anything
            _log.error(
                line, scope["method"], shown_path(scope["path"]), f"500, {failure_place(error)}"
            )
            if not status:
                await _send_text(
                    send, HTTPStatus.INTERNAL_SERVER_ERROR, "the page failed; the log says where"
                )
        if status >= HTTPStatus.BAD_REQUEST:
            _log.warning(line, scope["method"], shown_path(scope["path"]), status)

    def _refusal(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Status and text where the application is not asked, as where a page of another site may have sent it."""
        headers = scope["headers"]
        if _FROM_ANOTHER_SITE in headers:
            way_out = "to see it, open the address yourself, as by Enter in the address bar"
            return HTTPStatus.FORBIDDEN, f"a page of another site asked for this page; {way_out}"
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not (
            is_local_name(name := host_name(hosts[0])) or name in self._hosts
        ):
            listing = ", ".join(map(repr, hosts))[:LONGEST_PATH] or "none"
            text = f"these pages answer to names of this machine alone, as localhost; the request names {listing}"
            return (
                HTTPStatus.MISDIRECTED_REQUEST,
                f"{text}; start the server with --allow-host NAME to add one",
            )
        if scope["method"] not in _METHODS:
            return (
                HTTPStatus.METHOD_NOT_ALLOWED,
                f"{shown_path(scope['method'])} is not a method of these pages",
            )
        return None


def without_keys(scope: Scope) -> Scope:
    """A request without the headers and the parts of its query that may have a key.

    >>> without_keys({"headers": [(b"host", b"pitch"), (b"x-api-key", b"fd_1")], "query_string": b"a=1&API-Key=fd_1"})
    {'headers': [(b'host', b'pitch')], 'query_string': b'a=1'}
    """
    headers = [(name, value) for name, value in scope["headers"] if name not in _REMOVED_HEADERS]
    parts = [part for part in scope["query_string"].split(b"&") if not _names_key(part)]
    return {**scope, "headers": headers, "query_string": b"&".join(parts)}


def _names_key(part: bytes) -> bool:
    """Whether a part of a query, as name=value, has a name of keys."""
    name = unquote_plus(part.partition(b"=")[0].decode("latin-1"))
    return name.strip().lower().replace("-", "_") in _KEY_NAMES


def host_name(host: str) -> str:
    """The name in a Host header: without its port, in lower case.

    >>> host_name("LocalHost:8001"), host_name("[::1]:8001"), host_name("pitch.example.")
    ('localhost', '[::1]', 'pitch.example')
    """
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.lower().removesuffix(".")


def is_local_name(name: str) -> bool:
    """Whether the name always means this machine: localhost and names below it, and loopback addresses.

    >>> is_local_name("localhost"), is_local_name("a.localhost"), is_local_name("127.8.8.8"), is_local_name("[::1]")
    (True, True, True, True)
    >>> is_local_name("localhost.example"), is_local_name("::1"), is_local_name("0.0.0.0"), is_local_name("")
    (False, False, False, False)
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = IPv6Address(name[1:-1]) if name.startswith("[") else IPv4Address(name)
    except AddressValueError:
        return False
    return address.is_loopback


async def _send_text(send: Send, status: int, text: str) -> None:
    """Send a line of plain text."""
    body = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"x-content-type-options", b"nosniff"),
        (b"content-length", b"%d" % len(body)),
    ]
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append((b"allow", ", ".join(_METHODS).encode()))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def football_databases(datasette: Any) -> list[str]:
    """The names of the attached football databases."""
    return [
        name
        for name, db in datasette.databases.items()
        if db.path and is_football_database(db.path)
    ]


def attached_accounts(datasette: Any) -> str | None:
    """Why nothing is shown: an accounts file is attached. None if there is none."""
    for name, database in datasette.databases.items():
        if database.path and is_accounts_file(database.path):
            return f"{database.path} holds footydata's API keys; it is never attached to Datasette (as {name!r})"
    return None
