"""What a handler takes and returns: the call of an endpoint, its page, the rows that it names, and the answer.

A retired league is answered as moved, an unknown resource as not found, and only then is a competition outside the plan
refused. Contract 3.7, 3.8, 6, 12 and 19.
"""

import math
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote_plus

import orjson

from footydata.football.errors import (
    FixtureNotFound,
    InsufficientPlan,
    InvalidBookmaker,
    InvalidBookmakers,
    InvalidMarket,
    LeagueMoved,
    LeagueNotFound,
    SeasonNotFound,
    TeamNotFound,
)
from footydata.football.markets import BY_PARAM, Market, carried_markets
from footydata.football.records import BookmakerRecord, SeasonRecord
from footydata.football.rows import FixtureRow, LeagueRow, TeamRow
from footydata.football.terms import ENGLISH, LARGEST_ID, PLANS, Plan, Status
from footydata.football.wording import read_id
from footydata.service.endpoints import ID_AT, Endpoint
from footydata.service.exchange import Request
from footydata.service.keys import Account, KeyUsage
from footydata.service.params import Value, effective_per_page
from footydata.service.reader import DatabaseReader
from footydata.store.bookmakers import bookmakers
from footydata.store.read.fixtures import fixture_by_id, plans_of_team
from footydata.store.read.seasons.leagues import (
    covers_all,
    find_season,
    league_by_id,
    newest_season,
    survivor,
)
from footydata.store.read.seasons.teams import team_by_id

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


def league_in_path(call: EndpointCall, *, lang: str = ENGLISH) -> LeagueRow:
    """The league of the id in the path. Raises LeagueMoved, LeagueNotFound, InsufficientPlan."""
    league_id = read_id(call.id_text)
    if league_id is None:
        raise LeagueNotFound(f"no league has the id {call.id_text!r}")
    return _league(call, league_id, lang=lang)


def league_in_query(call: EndpointCall, league_id: int, *, lang: str = ENGLISH) -> LeagueRow:
    """The league of the parameter `league`. Raises LeagueMoved, LeagueNotFound, InsufficientPlan."""
    return _league(call, league_id, lang=lang, param="league")


def fixture_in_path(call: EndpointCall, *, lang: str = ENGLISH) -> FixtureRow:
    """The fixture of the id in the path. Raises FixtureNotFound, InsufficientPlan."""
    fixture_id = read_id(call.id_text)
    row = None if fixture_id is None else fixture_by_id(call.connection, fixture_id, lang=lang)
    if row is None:
        raise FixtureNotFound(f"no fixture has the id {call.id_text!r}")
    check_competition(call, row.league, row.min_plan)
    return row


def team_in_path(call: EndpointCall, *, lang: str = ENGLISH) -> TeamRow:
    """The team of the id in the path. Raises TeamNotFound."""
    team_id = read_id(call.id_text)
    row = None if team_id is None else team_by_id(call.connection, team_id, lang=lang)
    if row is None:
        raise TeamNotFound(f"no team has the id {call.id_text!r}")
    return row


def season_or_newest(
    call: EndpointCall, league: LeagueRow, label: str | None
) -> SeasonRecord | None:
    """The season of the label, else the newest with fixtures, None if none has any. Raises SeasonNotFound."""
    if label is None:
        return newest_season(call.connection, league.id)
    if not label:
        raise SeasonNotFound("season is empty; send a label as 25/26", param="season")
    return find_season(call.connection, league.id, label)


def check_competition(
    call: EndpointCall, name: str, min_plan: str, *, param: str | None = None
) -> None:
    """Refuse a competition outside the key's plan. param: the parameter that named it. Raises InsufficientPlan."""
    lowest = PLANS[min_plan]
    if lowest.rank > call.plan.rank:
        raise InsufficientPlan(
            f"{name} is a competition of the {lowest.title} plan; the key's plan is {call.plan.title}",
            param=param,
        )


def check_team(call: EndpointCall, team: TeamRow) -> None:
    """Refuse a team all of whose fixtures are in competitions outside the key's plan. Raises InsufficientPlan."""
    plans = [PLANS[name] for name in plans_of_team(call.connection, team.id)]
    lowest = min(plans, key=lambda plan: plan.rank, default=call.plan)
    if lowest.rank > call.plan.rank:
        raise InsufficientPlan(
            f"{team.name} has fixtures only in competitions of the {lowest.title} plan or a higher one; the key's plan "
            f"is {call.plan.title}"
        )


def look_up(call: EndpointCall, name: str, value: Value) -> Any:
    """The value of a parameter; of one that names bookmakers, their rows. Raises its own error."""
    find = _LOOK_UPS.get(name)
    return value if find is None else find(call, value)


def bookmakers_of(call: EndpointCall) -> list[BookmakerRecord]:
    """All bookmakers of the database, the default one first."""
    return call.reader.cached("bookmakers", lambda: bookmakers(call.connection))


def default_bookmakers(call: EndpointCall) -> list[BookmakerRecord]:
    """The default bookmaker alone; empty if the database has no bookmaker."""
    return [bookmaker for bookmaker in bookmakers_of(call) if bookmaker.is_default]


def requested_market(name: str | None, requested: Iterable[BookmakerRecord]) -> Market | None:
    """The market of that parameter name. Raises InvalidMarket if one of the bookmakers does not carry it."""
    if name is None:
        return None
    market = BY_PARAM[name]
    for bookmaker in requested:
        carried = carried_markets(is_default=bool(bookmaker.is_default))
        if market not in carried:
            raise InvalidMarket(
                f"market {name!r} is not carried by {bookmaker.slug}, only {', '.join(m.param for m in carried)}",
                param="market",
            )
    return market


def check_bookmakers(call: EndpointCall, requested: Iterable[BookmakerRecord]) -> None:
    """Refuse bookmakers other than the default one if the plan does not allow them. Raises InsufficientPlan."""
    others = [bookmaker.slug for bookmaker in requested if not bookmaker.is_default]
    if others and not call.plan.all_bookmakers:
        raise InsufficientPlan(
            f"bookmakers other than the default ({', '.join(others)}) need Ultra; the key's plan is {call.plan.title}",
            param="bookmakers",
        )


def _league(
    call: EndpointCall, league_id: int, *, lang: str, param: str | None = None
) -> LeagueRow:
    """A league. param: the parameter that names it, None if the path does."""
    may_exist = league_id <= LARGEST_ID
    survivor_id = survivor(call.connection, league_id) if may_exist else None
    if survivor_id is not None:
        raise LeagueMoved(
            f"league {league_id} was merged into league {survivor_id}",
            canonical_id=survivor_id,
            location=_moved_query(call, survivor_id) if param else _moved_path(call, survivor_id),
            param=param,
        )
    row = league_by_id(call.connection, league_id, lang=lang) if may_exist else None
    if row is None:
        raise LeagueNotFound(f"no league has the id {league_id}", param=param)
    check_competition(call, row.name, row.min_plan, param=param)
    return row


def _moved_path(call: EndpointCall, survivor_id: int) -> str:
    segments = call.request.path.split("/")
    segments[ID_AT] = str(survivor_id)
    return "/".join(segments) + (f"?{call.request.query}" if call.request.query else "")


def _moved_query(call: EndpointCall, survivor_id: int) -> str:
    parts = [
        f"{name}={survivor_id}" if unquote_plus(name) == "league" else part
        for part in call.request.query.split("&")
        for name in [part.partition("=")[0]]
    ]
    return f"{call.request.path}?{'&'.join(parts)}"


def _bookmakers(call: EndpointCall, slugs: tuple[str, ...]) -> list[BookmakerRecord]:
    """The bookmakers of the slugs, in that order. Raises InvalidBookmakers."""
    by_slug = {bookmaker.slug: bookmaker for bookmaker in bookmakers_of(call)}
    unknown = [slug for slug in slugs if slug not in by_slug]
    if unknown:
        raise InvalidBookmakers(
            f"unrecognised bookmaker slugs: {', '.join(unknown)}; see /v1/bookmakers",
            param="bookmakers",
        )
    return [by_slug[slug] for slug in slugs]


def _bookmaker(call: EndpointCall, slug: str) -> BookmakerRecord:
    """The bookmaker of the slug. Raises InvalidBookmaker."""
    for bookmaker in bookmakers_of(call):
        if bookmaker.slug == slug:
            return bookmaker
    raise InvalidBookmaker(
        f"unrecognised bookmaker slug {slug!r}; see /v1/bookmakers", param="bookmaker"
    )


_LOOK_UPS: dict[str, Callable[[EndpointCall, Any], object]] = {
    "bookmakers": _bookmakers,
    "bookmaker": _bookmaker,
}
"""Parameter whose value names rows of the database → the function that finds them."""
