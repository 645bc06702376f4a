"""Records the examples of the documents from the sample database, and replays them.

`python -m tests.service.recording` writes the examples anew, and with them the documents of
footydata/service/static, after the contract or the sample changed.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import footydata.service
from footydata.football.errors import ERRORS
from footydata.football.terms import FREE, PLANS, PRO
from footydata.service.exchange import Request, Response
from footydata.service.keys import Account, Accounts
from footydata.service.service import Service
from tests.service.error_page import error_page
from tests.service.examples import EXAMPLES
from tests.service.openapi import document

STATIC = Path(footydata.service.__file__).parent / "static"
NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
DAY = NOW // 86_400 * 86_400
REQUEST_ID = "req_5f2b7c1d9a3e8046"
KEY_PREFIX = "fd_3kX9aQ2mB"


class BrokenAccounts(Accounts):
    """Accounts behind which the disk is gone."""

    def identify(self, key: bytes | None, now: float) -> Account:
        raise OSError("disk gone")


def replay(
    database: Path, *, path: str, query: dict[str, str], asker: str = "ultra", method: str = "GET"
) -> Any:
    """The JSON that the sample gives to a request; what chance decides is replaced."""
    answer = ask(database, method, path, query, asker)
    body = json.loads(answer.body.content)
    if path == "/v1/status" and "data" in body:
        body["data"]["key"]["prefix"] = KEY_PREFIX
    return body


def ask(database: Path, method: str, path: str, query: dict[str, str], asker: str) -> Response:
    accounts = BrokenAccounts(None, path=None) if asker == "broken" else Accounts.in_memory()
    service = Service(database, accounts, clock=lambda: NOW, request_ids=lambda: REQUEST_ID)
    key = None if asker in ("none", "broken") else key_of(asker, accounts).encode()
    request = Request(method, path, urlencode(query, safe=",:"), key)
    try:
        for _ in range(PRO.rate.limit if asker == "spent" else 0):
            service.answer(request)
        return service.answer(request)
    finally:
        service.close()


def key_of(asker: str, accounts: Accounts) -> str:
    match asker:
        case "wrong":
            return "fd_mistyped"
        case "expired":
            return accounts.create(FREE, now=NOW - 90 * 86_400, expires_ts=DAY)
        case "spent":
            return accounts.create(PRO, now=NOW)
    return accounts.create(PLANS[asker], now=NOW)


def good_requests(found: "Found") -> dict[str, tuple[str, dict[str, str]]]:
    """Endpoint → a request that the sample answers."""
    fixture, league, team = (
        f"/v1/fixtures/{found.fixture}",
        f"/v1/leagues/{found.league}",
        f"/v1/teams/{found.team}",
    )
    return {
        "fixtures": (
            "/v1/fixtures",
            {"start_time": str(DAY), "league": str(found.league), "per_page": "2"},
        ),
        "fixture": (fixture, {}),
        "fixture_odds": (
            f"{fixture}/odds",
            {"bookmakers": ",".join(found.slugs), "market": "corner"},
        ),
        "fixture_odds_history": (f"{fixture}/odds/history", {"market": "corner", "per_page": "3"}),
        "fixture_events": (f"{fixture}/events", {}),
        "fixture_statistics": (f"{fixture}/statistics", {}),
        "bookmakers": ("/v1/bookmakers", {"per_page": "2"}),
        "countries": ("/v1/countries", {"search": "eng", "lang": "en"}),
        "leagues": ("/v1/leagues", {"country": "GB-ENG"}),
        "league": (league, {"lang": "ja"}),
        "league_fixtures": (
            f"{league}/fixtures",
            {"order": "asc", "status": "finished", "per_page": "1"},
        ),
        "teams": ("/v1/teams", {"league": str(found.league), "per_page": "2"}),
        "team": (team, {}),
        "team_fixtures": (
            f"{team}/fixtures",
            {"order": "desc", "status": "scheduled", "per_page": "1"},
        ),
        "standings": ("/v1/standings", {"league": str(found.league), "type": "corner"}),
        "status": ("/v1/status", {}),
    }


def bad_requests(found: "Found") -> Iterator[dict[str, Any]]:
    """A request for each code, in the order of the error table."""
    fixtures, league, standings = "/v1/fixtures", f"/v1/leagues/{found.league}", "/v1/standings"
    fixture, status = f"/v1/fixtures/{found.fixture}", "/v1/status"
    wide = {"start_time": str(DAY), "end_time": str(DAY + 172_800)}

    def bad(path: str, asker: str = "ultra", method: str = "GET", **query: str) -> dict[str, Any]:
        return {"path": path, "query": query, "asker": asker, "method": method}

    yield bad(status, asker="none")
    yield bad(status, asker="wrong")
    yield bad(status, asker="expired")
    yield bad(fixtures, asker="free", include="odds")
    yield bad(fixtures, start_time="2026-03-14")
    yield bad(fixtures, **wide)
    yield bad(fixtures, status="running")
    yield bad(f"{league}/fixtures", order="newest")
    yield bad(fixtures, include="lineups")
    yield bad(f"{fixture}/odds", market="goals")
    yield bad(f"{fixture}/odds/history", market="corner", bookmaker="nobody")
    yield bad(f"{fixture}/odds", bookmakers=f"{found.slugs[0]},nobody")
    yield bad(standings, league=str(found.league), type="goals")
    yield bad("/v1/leagues", esports="yes")
    yield bad("/v1/leagues", lang="xx")
    yield bad("/v1/leagues", country="England")
    yield bad(standings)
    yield bad(fixtures, date="2026-03-14")
    yield bad(fixtures, per_page="ten")
    yield bad(f"/v1/leagues/{found.retired_league}")
    yield bad("/v1/fixtures/1")
    yield bad("/v1/leagues/1")
    yield bad("/v1/teams/1")
    yield bad(standings, league=str(found.league), season="1950")
    yield bad(standings, league=str(found.cup))
    yield bad("/v1/fixture")
    yield bad(fixtures, method="POST")
    yield bad(status, asker="spent")
    yield bad(status, asker="broken")


class Found:
    """What the sample has that makes a good example."""

    def __init__(self, database: Path) -> None:
        from footydata.store.file.opening import open_read_only

        connection = open_read_only(database)

        def one(sql: str) -> int:
            found: int = connection.execute(sql).fetchone()[0]
            return found

        self.league = one(
            "select league_id from fixture join league on league.id = league_id where has_standings "
            "and not league.esports group by 1 order by count(distinct home_id), 1 limit 1"
        )
        self.fixture = one(
            f"select id from fixture f where league_id = {self.league} and status = 'finished' "
            "and exists (select 1 from statistics where fixture_id = f.id) "
            "and exists (select 1 from odds_tick where fixture_id = f.id) order by kickoff_ts desc, id limit 1"
        )
        self.team = one(f"select home_id from fixture where id = {self.fixture}")
        self.retired_league = one("select min(id) from retired_league")
        self.cup = one("select min(id) from league where not has_standings and not esports")
        self.slugs = [
            slug
            for (slug,) in connection.execute(
                "select slug from bookmaker order by is_default desc, id limit 2"
            )
        ]
        connection.close()


def record(database: Path) -> dict[str, Any]:
    """The examples of the sample, as examples.json holds them."""
    found = Found(database)
    answers = {
        name: {"path": path, "query": query, "body": replay(database, path=path, query=query)}
        for name, (path, query) in good_requests(found).items()
    }
    errors = {
        code: {**request, "body": replay(database, **request)}
        for code, request in zip(ERRORS, bad_requests(found), strict=True)
    }
    return {"answers": answers, "errors": errors}


def documents() -> dict[str, str]:
    """The documents that are made of the declarations and the stored examples: name in `static` → content."""
    described = json.dumps(document(), indent=1, ensure_ascii=False)
    return {"openapi.json": f"{described}\n", "errors.html": error_page()}


def main(build: Callable[..., None]) -> None:
    """Build the sample, record, write."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        build(database, now=NOW)
        EXAMPLES.write_text(
            json.dumps(record(database), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    for name, text in documents().items():
        (STATIC / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    from footydata.faces.sample.build import build

    main(build)
