"""A guard around Datasette: which files it may have attached, which host names it answers, what is logged of errors.

Headers and queries are never logged: a key may have been sent to the wrong address. Contract 17.7.
"""

import logging
from collections.abc import Collection
from http import HTTPStatus
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any

from footydata.service.asgi import AsgiApp, Message, Receive, Scope, Send
from footydata.service.log_lines import LONGEST_PATH, failure_place, shown_path
from footydata.store.file.sqlite_files import is_accounts_file, is_football_database

_log = logging.getLogger(__name__)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""What a view of Datasette has functions for; any other method raises a TypeError in it."""

_FROM_ANOTHER_SITE = (b"sec-fetch-site", b"cross-site")
"""What a browser tells of an image, a script, a form or a link of a page of another site."""


class GuardedApp:
    """Another application; an error in it becomes a response of 500 and one line in the log, without the request.

    hosts: the host names that it answers besides those of this machine; None: any name.
    has_no_access_log: the server writes none, so each refusal is logged here.
    """

    def __init__(self, app: AsgiApp, *, hosts: Collection[str] | None = None, has_no_access_log: bool = False) -> None:
        self._app = app
        self._hosts = None if hosts is None else {host_name(host) for host in hosts}
        self._has_no_access_log = has_no_access_log

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

        try:
            if refusal := self._refusal(scope):
                await send_text(noted, *refusal)
            else:
                await self._app(scope, receive, noted)
        except Exception as error:  # it is not our application, and may raise anything
            log_failure(scope["method"], scope["path"], error)
            if not status:
                await send_text(noted, HTTPStatus.INTERNAL_SERVER_ERROR, "the page failed; the log says where")
        if self._has_no_access_log and HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.warning("%s %s: %d", scope["method"], shown_path(scope["path"]), status)

    def _refusal(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Status and text where the application is not asked, as where a page of another site may have sent it."""
        headers = scope["headers"]
        if self._hosts is not None:
            if _FROM_ANOTHER_SITE in headers:
                way_out = "to see it, open the address yourself, as by Enter in the address bar"
                return HTTPStatus.FORBIDDEN, f"a page of another site asked for this page; {way_out}"
            hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
            if len(hosts) != 1 or not (is_local_name(name := host_name(hosts[0])) or name in self._hosts):
                listing = ", ".join(map(repr, hosts))[:LONGEST_PATH] or "none"
                text = f"these pages answer to names of this machine alone, as localhost; the request names {listing}"
                return HTTPStatus.MISDIRECTED_REQUEST, f"{text}; start the server with --allow-host NAME to add one"
        if scope["method"] not in _METHODS:
            return HTTPStatus.METHOD_NOT_ALLOWED, f"{shown_path(scope['method'])} is not a method of these pages"
        return None


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


def log_failure(method: str, path: str, error: BaseException) -> None:
    """Log what failed and where in one line, without the error's message, which may quote the request."""
    _log.error("%s %s: 500, %s", method, shown_path(path), failure_place(error))


async def send_text(send: Send, status: int, text: str) -> None:
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
    return [name for name, db in datasette.databases.items() if db.path and is_football_database(db.path)]


def attached_accounts(datasette: Any) -> str | None:
    """Why nothing is shown: an accounts file is attached. None if there is none."""
    for name, database in datasette.databases.items():
        if database.path and is_accounts_file(database.path):
            return f"{database.path} holds footydata's API keys; it is never attached to Datasette (as {name!r})"
    return None
