"""What a handler takes and returns: the call of an endpoint, the page that it asks for, and the answer."""

import math
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson

from footydata.football.plans import PLANS, Plan
from footydata.football.terms import LARGEST_ID, Status
from footydata.service.endpoints import Endpoint
from footydata.service.exchange import Request
from footydata.service.keys import Account
from footydata.service.limiter import KeyUsage
from footydata.service.params import effective_per_page
from footydata.service.reader import DatabaseReader
from footydata.store.read.seasons.leagues import covers_all

T = TypeVar("T")

ALWAYS = math.inf
"""Valid until the data change."""


@dataclass(frozen=True, slots=True)
class EndpointCall:
    """The call of an endpoint.

    Attributes:
        request: the request.
        id_text: the id in its path, as it was sent; '' if its endpoint has none.
        account: that of its key.
        now: unix seconds.
        reader: the database, in one snapshot.
        usage: gives what the key has used.
    """

    request: Request
    id_text: str
    account: Account
    now: float
    reader: DatabaseReader
    usage: Callable[[], KeyUsage]

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of the reader, for queries."""
        return self.reader.connection

    @property
    def plan(self) -> Plan:
        """The key's plan."""
        return self.account.plan

    @property
    def history_start(self) -> int:
        """How far back /v1/fixtures reaches for the key, unix seconds."""
        own = self.account.history_from_ts
        return self.plan.history_start(self.now) if own is None else own

    @property
    def visible_plans(self) -> tuple[str, ...] | None:
        """The plans whose competitions the key sees: its own and those below; None if these are all competitions."""
        plan_names = tuple(plan.name for plan in PLANS.values() if plan.rank <= self.plan.rank)
        sees_all = self.reader.cached(
            ("sees all", plan_names), lambda: covers_all(self.connection, plan_names)
        )
        return None if sees_all else plan_names


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler returns.

    Attributes:
        data: plain values.
        pagination: of a page, see PageRequest.cut; None for a single resource.
        good_until: until when the answer is valid if the data don't change, unix seconds; 0: for this request alone.
    """

    data: object
    pagination: Mapping[str, object] | None = None
    good_until: float = ALWAYS

    def body(self) -> bytes:
        """The success envelope."""
        envelope: dict[str, object] = {"success": 1, "data": self.data}
        if self.pagination:
            envelope["pagination"] = self.pagination
        return orjson.dumps(envelope)


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The requested page of a list. number: from 1; size: the most rows, after clamping."""

    number: int
    size: int

    @classmethod
    def taken_from(cls, values: dict[str, Any], endpoint: Endpoint) -> "PageRequest":
        """The page that the values of a request's parameters ask for; page and per_page are removed from them."""
        live = endpoint.name == "fixtures" and values.get("status") == Status.LIVE
        expands = bool(values.get("include"))
        size = effective_per_page(values.pop("per_page", None), expands=expands, live=live)
        return cls(values.pop("page", 1), size)

    @property
    def limit(self) -> int:
        """How many rows to read: one more than the page has, which shows whether another page follows."""
        return self.size + 1

    @property
    def offset(self) -> int:
        """The rows before the page."""
        return min((self.number - 1) * self.size, LARGEST_ID)

    def cut(self, rows: Sequence[T]) -> tuple[Sequence[T], dict[str, object]]:
        """The rows of the page, without the additional one, and the pagination, with the page as it was sent."""
        page_rows = rows[: self.size]
        # The page may be too large a number for a JSON library.
        page = orjson.Fragment(str(self.number))
        has_more = len(rows) > self.size
        return page_rows, {
            "page": page,
            "per_page": self.size,
            "count": len(page_rows),
            "has_more": has_more,
        }
