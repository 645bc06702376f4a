"""Asks a service as a client does: a path with its query, a key by plan."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx

from footydata.football.terms import PLANS, Rate
from footydata.service.exchange import Request, Response, key_of
from footydata.service.keys import Accounts
from footydata.service.service import Service
from footydata.store.file.opening import open_database

GOLDEN = Path(__file__).parent / "golden"
GENEROUS = Rate(1_000_000, 60)


@dataclass(frozen=True)
class Reply:
    """An answer, read."""

    answer: Response
    headers: httpx.Headers
    json: Any

    @property
    def status(self) -> int:
        return self.answer.status

    @property
    def data(self) -> Any:
        assert self.status == 200, self.json
        return self.json["data"]

    @property
    def ids(self) -> list[int]:
        return [row["id"] for row in self.data]

    @property
    def error(self) -> Any:
        return self.json["error"]

    @property
    def refusal(self) -> tuple[int, str, str | None]:
        """Status, code and blamed parameter of an error."""
        return self.status, self.error["code"], self.error.get("param")


class Asker:
    """A service on a database at a moment, with a generous key of each plan."""

    def __init__(self, database: Path, now: float) -> None:
        self.now = now
        self.accounts = Accounts.in_memory()
        self.service = Service(
            database,
            self.accounts,
            clock=lambda: self.now,
            request_ids=lambda: "req_0123456789abcdef",
        )
        self.keys = {
            name: self.accounts.create(plan, now=int(now), rate=GENEROUS)
            for name, plan in PLANS.items()
        }

    def __call__(
        self,
        target: str,
        *,
        plan: str = "ultra",
        key: str | None = None,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """The reply to a target (path and query); headers: instead of the key's."""
        path, _, query = target.partition("?")
        sent = {"authorization": f"Bearer {key or self.keys[plan]}"} if headers is None else headers
        raw = {name.encode(): value.encode("latin-1") for name, value in sent.items()}
        answer = self.service.answer(Request(method, path, query, key_of(raw.items())))
        reply = Reply(answer, httpx.Headers(answer.all_headers), json.loads(answer.body.content))
        check_blame(reply, query)
        return reply

    def close(self) -> None:
        self.service.close()


def check_blame(reply: Reply, query: str) -> None:
    """Whatever a test asks: an error names a parameter that was sent, or one that is missing."""
    error = {} if reply.status == 200 else reply.error
    sent = {name for name, _ in parse_qsl(query, keep_blank_values=True)}
    assert error.get("param") in {None, *sent} or error["code"] == "missing_parameter", (
        query,
        error,
    )


def golden(name: str) -> str:
    """A golden body as one line, its keys in their order and 2.0 not 2."""
    return json.dumps(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8")))


def as_text(body: Any) -> str:
    """A body in the form of `golden`."""
    return json.dumps(body)


def change(path: Path, sql: str, *values: object) -> None:
    """Change a database as another process would."""
    connection = open_database(path)
    connection.execute(sql, values)
    connection.commit()
    connection.close()
