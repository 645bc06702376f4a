"""The round trip: the sample served by one process and read page by page gives back the very JSON that was sent."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.football.markets import MARKETS
from footydata.football.terms import PLANS, Rate
from footydata.service.client.client import Client
from footydata.service.client.conversation import request_headers
from footydata.service.client.http import Bounds, Http
from footydata.service.client.page import Page
from footydata.service.client.reading import Reply
from footydata.service.endpoints import ENDPOINTS
from footydata.service.keys import Accounts
from footydata.service.wire import WireModel
from footydata.store.file.opening import open_read_only
from tests.service.loopback import served

LANGUAGES = ["en", "ja", "es"]
DETAILED = 20


class Listening(Http):
    """Connections that keep the last body as it came."""

    body = b""

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        reply = super().get(url, headers)
        self.body = reply.body
        return reply


class Reader:
    """Reads everything that a key may see, and holds each answer against what was sent."""

    def __init__(self, client: Client, transport: Listening, lang: str) -> None:
        self.client = client
        self.lang = lang
        self.asked: set[str] = set()
        self.read = 0
        self.fixtures: set[int] = set()
        self._transport = transport

    def record(self, name: str, *place: int, **arguments: Any) -> Any:
        record = getattr(self.client, name)(*place, **arguments)
        assert isinstance(record, WireModel)
        self._compare(name, {"success": 1, "data": record.as_sent()})
        return record

    def rows(self, name: str, *place: int, **arguments: Any) -> list[Any]:
        rows = []
        first = getattr(self.client, name)(*place, **arguments)
        assert isinstance(first, Page)
        for page in first.pages():
            self._compare(name, page.as_sent())
            rows += page.data
        return rows

    def _compare(self, name: str, written: dict[str, Any]) -> None:
        # As text, so that 1, 1.0 and true differ; the order of keys is not a part of JSON.
        sent = json.loads(self._transport.body)
        assert json.dumps(written, sort_keys=True) == json.dumps(sent, sort_keys=True)
        self.asked.add(name)
        self.read += 1


def read_everything(reader: Reader) -> None:
    limits = reader.record("status").limits
    reader.rows("countries", lang=reader.lang, per_page=100)
    slugs = [bookmaker.slug for bookmaker in reader.rows("bookmakers", per_page=2)]
    leagues = reader.rows("leagues", lang=reader.lang, per_page=2)
    leagues += reader.rows("leagues", lang=reader.lang, esports=True)
    includes = ["odds", "events", "stats"] if limits.odds_on_lists else ["events", "stats"]
    for league in leagues:
        read_league(reader, league, includes)
    fixtures = reader.rows("fixtures", status="live", lang=reader.lang)
    fixtures += reader.rows("fixtures", lang=reader.lang, include=includes, per_page=7)
    fixtures += reader.rows("fixtures", esports=True, lang=reader.lang)
    for fixture in fixtures[:: max(1, len(fixtures) // DETAILED)]:
        read_fixture(
            reader,
            fixture.id,
            slugs if limits.all_bookmakers else slugs[:1],
            history=limits.odds_history,
        )


def read_league(reader: Reader, league: Any, includes: list[str]) -> None:
    detail = reader.record("league", league.id, lang=reader.lang)
    for season in detail.seasons:
        rows = reader.rows(
            "league_fixtures", league.id, season=season.season, lang=reader.lang, per_page=100
        )
        reader.fixtures |= {fixture.id for fixture in rows}
    reader.rows(
        "league_fixtures",
        league.id,
        order="asc",
        status="finished",
        include=includes[:1],
        lang=reader.lang,
    )
    teams = reader.rows("teams", league=league.id, lang=reader.lang)
    reader.record("team", teams[0].id, lang=reader.lang)
    reader.rows("team_fixtures", teams[0].id, include=includes, lang=reader.lang)
    if league.has_standings:
        # E-football has no corners and cards in the sample, so that it has the points table alone.
        for type in ("total",) if league.esports else ("total", "corner", "card"):
            reader.record("standings", league=league.id, type=type, lang=reader.lang)


def read_fixture(reader: Reader, id: int, slugs: list[str], *, history: bool) -> None:
    reader.record("fixture", id, include=["events", "stats"], lang=reader.lang)
    reader.record("fixture_odds", id, bookmakers=slugs)
    reader.record("fixture_events", id)
    reader.record("fixture_statistics", id)
    if history:
        for market in MARKETS:
            reader.rows("fixture_odds_history", id, market=market.param, per_page=5)


def fixtures_of(database: Path, plan: str) -> set[int]:
    """The fixtures of the competitions that a plan covers."""
    seen = [name for name, each in PLANS.items() if each.rank <= PLANS[plan].rank]
    sql = f"select f.id from fixture f join league l on l.id = league_id where min_plan in ({','.join('?' * len(seen))})"
    with closing(open_read_only(database)) as connection:
        return {id for (id,) in connection.execute(sql, seen)}


@pytest.fixture(scope="module")
def accounts() -> Accounts:
    return Accounts.in_memory()


@pytest.fixture(scope="module")
def address(sample: Path, accounts: Accounts) -> Iterator[str]:
    from tests.conftest import NOW

    with served(sample, accounts, now=NOW) as address:
        yield address


ALWAYS = ("free", "ja")
"""The plan and language that are gone through at every run; the others are a slow proof."""


@pytest.mark.parametrize(
    ("plan", "lang"),
    [
        pytest.param(plan, lang, marks=() if (plan, lang) == ALWAYS else pytest.mark.slow)
        for plan in PLANS
        for lang in LANGUAGES
    ],
)
def test_everything_that_was_sent_is_given_back(
    address: str, accounts: Accounts, sample: Path, now: int, plan: str, lang: str
) -> None:
    key = accounts.create(PLANS[plan], now=now, rate=Rate(1_000_000, 60))
    transport = Listening(request_headers(key), Bounds())
    with Client(address, key, transport=transport) as client:
        reader = Reader(client, transport, lang)
        read_everything(reader)
    expected = {endpoint.name for endpoint in ENDPOINTS}
    assert reader.asked == (expected if plan == "ultra" else expected - {"fixture_odds_history"})
    assert reader.read > 100
    assert reader.fixtures == fixtures_of(sample, plan)
