"""Writes a database as a dump of its v1 service: every page with its path, query and body.

The service itself is asked for the pages, so that a dump is what a server would answer. Contract 27.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson

from footydata.football.errors import FootydataError
from footydata.football.languages import LANGUAGES
from footydata.football.markets import BY_KEY
from footydata.football.plans import ULTRA
from footydata.football.terms import Include
from footydata.frames.export.files import DUMP_FILE
from footydata.service.endpoints import BY_NAME
from footydata.service.exchange import Request
from footydata.service.keys import Accounts
from footydata.service.params import MAX_PER_PAGE, MAX_PER_PAGE_WITH_INCLUDE
from footydata.service.reader import SnapshotReaders
from footydata.service.service import Service
from footydata.store.file.failures import check_sound
from footydata.store.read.fixtures.export_rows import Unlisted, unlisted

Query = dict[str, Any]


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
            unlisted_rows = unlisted(reader.connection)
        # At a later moment, fixtures would be overdue and their tables not available.
        moment = now if unlisted_rows.fresh_ts is None else min(now, unlisted_rows.fresh_ts)
        service = Service(
            database, Accounts.unlimited(ULTRA), clock=lambda: moment, readers=readers
        )
        with (folder / DUMP_FILE).open("wb") as file:
            for path, query, body in _Dump(service, progress).pages(unlisted_rows):
                file.write(
                    orjson.dumps({"path": path, "query": query, "body": orjson.Fragment(body)})
                    + b"\n"
                )
                pages_written += 1
    finally:
        readers.close()
    return pages_written


class _Dump:
    """The pages of one service, in an order in which each refers only to earlier ones."""

    def __init__(self, service: Service, progress: Callable[[str], None]) -> None:
        self._service = service
        self._progress = progress

    def pages(self, unlisted_rows: Unlisted) -> Iterator[tuple[str, Query, bytes]]:
        carried: dict[str, list[str]] = {}
        for page in self._list(_path("bookmakers"), {}):
            carried |= {row["slug"]: row["markets"] for row in orjson.loads(page[2])["data"]}
            yield page
        slugs = list(carried)
        yield from self._list(_path("countries"), {})
        leagues: list[int] = []
        for esports in ("false", "true"):
            for page in self._list(_path("leagues"), {"esports": esports}):
                leagues += [row["id"] for row in orjson.loads(page[2])["data"]]
                yield page
        yield from self._list(_path("teams"), {})
        for done, league_id in enumerate(leagues):
            yield from self._league(league_id, slugs, share=f"{done}/{len(leagues)}")
        for league_id in unlisted_rows.retired_leagues:
            path = _path("league", league_id)
            yield path, {}, self._answer(path, {})[1]
        for fixture_id in unlisted_rows.without_season:
            yield from self._fixture(
                fixture_id, slugs, {"include": f"{Include.EVENTS},{Include.STATS}"}
            )
        for fixture_id, slug, market in unlisted_rows.histories:
            # The service answers for the markets that a bookmaker carries, others are in no page of it.
            if market in BY_KEY and (param := BY_KEY[market].param) in carried[slug]:
                query = {"market": param, "bookmaker": slug}
                yield from self._list(_path("fixture_odds_history", fixture_id), query)
        for lang in LANGUAGES:
            yield from self._names(lang)

    def _league(
        self, league_id: int, slugs: list[str], *, share: str
    ) -> Iterator[tuple[str, Query, bytes]]:
        detail = self._page(_path("league", league_id), {})
        yield detail
        league = orjson.loads(detail[2])["data"]
        for season in league["seasons"]:
            self._progress(f"{share} {league['name']} {season['season']}")
            season_query = {"league": league_id, "season": season["season"]}
            yield from self._list(_path("teams"), season_query)
            if league["has_standings"]:
                yield from self._page_or_none(_path("standings"), season_query)
            include = {"season": season["season"], "order": "asc", "include": ",".join(Include)}
            for page in self._list(_path("league_fixtures", league_id), include):
                yield page
                for row in orjson.loads(page[2])["data"]:
                    yield from self._fixture(row["id"], slugs, {})

    def _fixture(
        self, fixture_id: int, slugs: list[str], query: Query
    ) -> Iterator[tuple[str, Query, bytes]]:
        yield self._page(_path("fixture", fixture_id), query)
        if slugs:
            yield self._page(_path("fixture_odds", fixture_id), {"bookmakers": ",".join(slugs)})

    def _names(self, lang: str) -> Iterator[tuple[str, Query, bytes]]:
        yield from self._list(_path("countries"), {"lang": lang})
        for esports in ("false", "true"):
            yield from self._list(_path("leagues"), {"lang": lang, "esports": esports})
        yield from self._list(_path("teams"), {"lang": lang})

    def _list(self, path: str, query: Query) -> Iterator[tuple[str, Query, bytes]]:
        number, more = 1, True
        size = MAX_PER_PAGE_WITH_INCLUDE if "include" in query else MAX_PER_PAGE
        while more:
            page = self._page(path, {**query, "page": number, "per_page": size})
            more = b'"has_more":true' in page[2][-200:]
            number += 1
            yield page

    def _page_or_none(self, path: str, query: Query) -> Iterator[tuple[str, Query, bytes]]:
        """A page, or none if the service does not have it: the table of a season with too little data."""
        status, body = self._answer(path, query)
        if status == 200:
            yield path, query, body

    def _page(self, path: str, query: Query) -> tuple[str, Query, bytes]:
        status, body = self._answer(path, query)
        if status != 200:
            raise FootydataError(
                f"{path} was answered {status}: {body[:300].decode('utf-8', 'replace')}"
            )
        return path, query, body

    def _answer(self, path: str, query: Query) -> tuple[int, bytes]:
        response = self._service.answer(Request("GET", path, urlencode(query, safe=",")))
        return response.status, response.body.content


def _path(name: str, id: int | None = None) -> str:
    return BY_NAME[name].path_of(id)
