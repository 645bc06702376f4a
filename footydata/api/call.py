"""What a handler is given and what it gives: a call of an endpoint, and what was found."""

import math
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import orjson

from footydata.api.keys import Account
from footydata.api.limiter import KeyUsage
from footydata.api.reader import DatabaseReader
from footydata.contract import paging
from footydata.contract.plans import PLANS, Plan, history_floor
from footydata.queries.leagues import covers_all

T = TypeVar("T")

ALWAYS = math.inf
"""Good until the data move."""


@dataclass(frozen=True, slots=True)
class EndpointCall:
    """A call of an endpoint, past the checks that need no database.

    Attributes:
        path: percent-decoded.
        query: as it was sent.
        account: whose request it is.
        now: unix seconds.
        reader: the database at one moment.
        usage: asks what the key has used.
    """

    path: str
    query: str
    account: Account
    now: float
    reader: DatabaseReader
    usage: Callable[[], KeyUsage]

    @property
    def connection(self) -> sqlite3.Connection:
        """For the queries."""
        return self.reader.connection

    @property
    def plan(self) -> Plan:
        """The key's plan."""
        return self.account.plan

    @property
    def history_start(self) -> int:
        """How far back /v1/fixtures reaches for the key, unix seconds."""
        own = self.account.history_from_ts
        return history_floor(self.plan, self.now) if own is None else own

    @property
    def visible_plans(self) -> tuple[str, ...] | None:
        """The plans whose competitions the key sees: its own and those below; None where they cover them all."""
        seen = tuple(plan.name for plan in PLANS.values() if plan.rank <= self.plan.rank)
        sees_all = self.reader.cached(("sees all", seen), lambda: covers_all(self.connection, seen))
        return None if sees_all else seen


@dataclass(frozen=True, slots=True)
class PageCounts:
    """The pagination of a list; per_page is the effective one, count the rows on this page."""

    page: int
    per_page: int
    count: int
    has_more: bool

    def json(self) -> bytes:
        """As JSON; the page as it was sent, which may be a number that no JSON library writes."""
        more = b"true" if self.has_more else b"false"
        counts = (str(self.page).encode(), self.per_page, self.count, more)
        return b'{"page":%b,"per_page":%d,"count":%d,"has_more":%b}' % counts


class RenderedRows(list[bytes]):
    """Rows of a list, each JSON already."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler found.

    Attributes:
        data: of plain values, or of JSON that is rendered already.
        pagination: None for a single resource.
        good_until: unix seconds until which the answer stays true while the data stand still; 0: not at all.
    """

    data: object
    pagination: PageCounts | None = None
    good_until: float = ALWAYS

    def body(self) -> bytes:
        """The success envelope."""
        if isinstance(self.data, RenderedRows):
            return self._joined(self.data)
        envelope: dict[str, object] = {"success": 1, "data": self.data}
        if self.pagination:
            envelope["pagination"] = orjson.Fragment(self.pagination.json())
        return orjson.dumps(envelope)

    def _joined(self, rows: Sequence[bytes]) -> bytes:
        """The success envelope around rows of JSON, in one copy: orjson doubles its buffer over and over."""
        pagination = self.pagination.json() if self.pagination else b"null"
        head, tail = b'{"success":1,"data":[', b'],"pagination":%b}' % pagination
        if not rows:
            return head + tail
        pieces = [head, *[piece for row in rows for piece in (row, b",")]]
        pieces[-1] = tail
        return b"".join(pieces)


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page that is asked for, its size within the bound."""

    number: int
    size: int

    @property
    def limit(self) -> int:
        """One row more than the page holds, which tells whether another page follows."""
        return self.size + 1

    @property
    def offset(self) -> int:
        """The rows before the page."""
        return min((self.number - 1) * self.size, paging.LARGEST_ID)

    def cut(self, rows: Sequence[T]) -> tuple[Sequence[T], PageCounts]:
        """The rows of the page without the one too many, and the pagination."""
        shown = rows[: self.size]
        return shown, PageCounts(self.number, self.size, len(shown), len(rows) > self.size)
