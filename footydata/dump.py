"""Writes a database as a dump of its v1 service: every page with its path, query and body.

The service itself is asked for the pages, so that a dump is what a server would answer. Contract 27.
"""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson

from footydata.football.errors import FootydataError
from footydata.football.markets import BY_KEY
from footydata.football.terms import LANGUAGES, ULTRA, Include
from footydata.frames.export import DUMP_FILE
from footydata.service.endpoints import BY_NAME
from footydata.service.exchange import Request
from footydata.service.keys import OneAccount
from footydata.service.params import MAX_PER_PAGE, MAX_PER_PAGE_WITH_INCLUDE
from footydata.service.reader import SnapshotReaders
from footydata.service.service import Service
from footydata.store.file.sqlite_files import check_sound
from footydata.store.read import export_rows

Page = tuple[str, dict[str, Any], bytes]
"""The path of a page, its query and its body."""


def dump(
    database: Path,
    folder: Path,
    *,
    now: int,
    progress: Callable[[str], None] = lambda _: None,
) -> int:
    """Write the dump of a database to DUMP_FILE in a folder, from one snapshot; returns the number of pages.

    now: unix seconds; the service answers as of the newest data, but not later than now. progress: called with the
    season that is being written. Raises FootydataError, DamagedDatabase.
    """
    readers = SnapshotReaders(database)
    pages_written = 0
    try:
        with readers.reader() as reader:
            check_sound(reader.connection, database)
            unlisted_rows = export_rows.unlisted(reader.connection)
        # At a later moment, fixtures would be overdue and their tables not available.
        moment = now if unlisted_rows.fresh_ts is None else min(now, unlisted_rows.fresh_ts)
        service = Service(database, OneAccount(ULTRA), clock=lambda: moment, readers=readers)
        with (folder / DUMP_FILE).open("wb") as file:
            for path, query, body in _pages(service, unlisted_rows, progress):
                page = {"path": path, "query": query, "body": orjson.Fragment(body)}
                file.write(orjson.dumps(page) + b"\n")
                pages_written += 1
    finally:
        readers.close()
    return pages_written


def _pages(
    service: Service, unlisted_rows: export_rows.Unlisted, progress: Callable[[str], None]
) -> Iterator[Page]:
    """All pages, in an order in which each refers only to earlier ones."""
    carried: dict[str, list[str]] = {}
    for page in _list(service, "bookmakers"):
        carried |= {row["slug"]: row["markets"] for row in _data(page)}
        yield page
    odds = {"bookmakers": ",".join(carried)} if carried else None
    leagues: list[int] = []
    for page in _names(service):
        if page[0] == BY_NAME["leagues"].path_of(None):
            leagues += [row["id"] for row in _data(page)]
        yield page
    for done, league_id in enumerate(leagues):
        yield (detail := _page(service, "league", league_id))
        league = _data(detail)
        for season in league["seasons"]:
            progress(f"{done}/{len(leagues)} {league['name']} {season['season']}")
            yield from _season(service, league, season["season"], odds)
    for league_id in unlisted_rows.retired_leagues:
        yield _answer(service, "league", league_id)[1]
    for fixture_id in unlisted_rows.without_season:
        yield _page(service, "fixture", fixture_id, include=f"{Include.EVENTS},{Include.STATS}")
        if odds:
            yield _page(service, "fixture_odds", fixture_id, **odds)
    for fixture_id, slug, market in unlisted_rows.histories:
        # The service answers for the markets that a bookmaker carries, others are in no page of it.
        if market in BY_KEY and (param := BY_KEY[market].param) in carried[slug]:
            query = {"market": param, "bookmaker": slug}
            yield from _list(service, "fixture_odds_history", fixture_id, **query)
    for lang in LANGUAGES:
        yield from _names(service, lang=lang)


def _season(
    service: Service, league: dict[str, Any], season: str, odds: dict[str, str] | None
) -> Iterator[Page]:
    query = {"league": league["id"], "season": season}
    yield from _list(service, "teams", **query)
    if league["has_standings"]:
        # A season with too little data has no table.
        status, table = _answer(service, "standings", **query)
        yield from [table] if status == HTTPStatus.OK else []
    include = {"season": season, "order": "asc", "include": ",".join(Include)}
    for page in _list(service, "league_fixtures", league["id"], **include):
        yield page
        for row in _data(page):
            yield _page(service, "fixture", row["id"])
            if odds:
                yield _page(service, "fixture_odds", row["id"], **odds)


def _names(service: Service, **query: Any) -> Iterator[Page]:
    """The lists of countries, leagues and teams."""
    yield from _list(service, "countries", **query)
    for esports in ("false", "true"):
        yield from _list(service, "leagues", **query, esports=esports)
    yield from _list(service, "teams", **query)


def _list(service: Service, name: str, id: int | None = None, **query: Any) -> Iterator[Page]:
    number, more = 1, True
    size = MAX_PER_PAGE_WITH_INCLUDE if "include" in query else MAX_PER_PAGE
    while more:
        page = _page(service, name, id, **query, page=number, per_page=size)
        more = b'"has_more":true' in page[2][-200:]
        number += 1
        yield page


def _page(service: Service, name: str, id: int | None = None, **query: Any) -> Page:
    status, page = _answer(service, name, id, **query)
    if status != HTTPStatus.OK:
        why = page[2][:300].decode("utf-8", "replace")
        raise FootydataError(f"{page[0]} was answered {status}: {why}")
    return page


def _answer(service: Service, name: str, id: int | None = None, **query: Any) -> tuple[int, Page]:
    path = BY_NAME[name].path_of(id)
    response = service.answer(Request("GET", path, urlencode(query, safe=",")))
    return response.status, (path, query, response.body.content)


def _data(page: Page) -> Any:
    return orjson.loads(page[2])["data"]
