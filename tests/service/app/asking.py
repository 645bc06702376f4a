"""What asks the service as a server does, and what it needs for that."""

import json
import sqlite3
from urllib.parse import unquote

from footydata.service.asgi import Front
from footydata.service.service import Service


class Clock:
    def __init__(self, moment):
        self.moment = moment

    def __call__(self):
        return self.moment


class CountingService(Service):
    """Counts the responses that did not come from the cache."""

    asked = 0

    def respond(self, admitted):
        self.asked += 1
        return super().respond(admitted)


class Sent:
    """A response as a server would have sent it."""

    def __init__(self, messages):
        start, *parts = messages
        self.status = start["status"]
        self.headers = dict(start["headers"])
        self.names = [name for name, _ in start["headers"]]
        self.body = b"".join(part["body"] for part in parts)
        self.is_whole = bool(parts)

    @property
    def json(self):
        return json.loads(self.body)


def scope_of(path, headers, method):
    path, _, query = path.partition("?")
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    asked = {"path": unquote(path), "raw_path": path.encode(), "query_string": query.encode()}
    return {"type": "http", "method": method, "headers": raw, **asked}


async def ask(app, path, key=None, *, method="GET", raw=(), **headers):
    front = app if isinstance(app, Front) else Front(app, None)
    sent = []
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if key:
        named["authorization"] = f"Bearer {key}"

    async def send(message):
        sent.append(message)

    async def receive():
        raise AssertionError("the service reads no body")

    scope = scope_of(path, named, method)
    scope["headers"] += raw
    await front(scope, receive, send)
    return Sent(sent)


def write(database, statement):
    connection = sqlite3.connect(database)
    connection.execute(statement)
    connection.commit()
    connection.close()
