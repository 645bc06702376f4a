"""Writes pages of fixtures whose ids are stored unchanged: new fixtures in bulk, stored ones merged.

Such rows need one look-up per page. If the database has fixtures of ours, which may be the same ones, they are matched
one by one as those of every other source.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from footydata.football.records import EventRecord, FixtureRecord, StatisticsRecord
from footydata.football.terms import Part, Status
from footydata.ingest.context import ImportContext, Meeting, StoredSource
from footydata.ingest.remote import RemoteIds
from footydata.ingest.report import ImportResult
from footydata.ingest.write import FixtureWriter, MatchedFixture, count_stored
from footydata.sources.parsed import (
    BookmakerKey,
    Figures,
    LeagueKey,
    ParsedDetail,
    ParsedFixture,
    ParsedOdds,
    ParsedPage,
    Refusal,
    SeasonKey,
    TeamKey,
    empty_page,
)
from footydata.store.write.bulk import drop_indexes, make_indexes
from footydata.store.writing import insert

TOGETHER = 500
"""Fixtures per batch: to write each page by itself would take a tenth longer."""

_SEASON_ID = FixtureRecord._fields.index("season_id")
_ESPORTS = FixtureRecord._fields.index("esports")
_LEAGUE_ID = FixtureRecord._fields.index("league_id")
_FIGURES = slice(FixtureRecord._fields.index("home_goals"), FixtureRecord._fields.index("away_red") + 1)
_NOWHERE = LeagueKey("", "")
_NOBODY = TeamKey("")


class PageWriter:
    """Writes the pages of one service."""

    def __init__(self, context: ImportContext, ids: RemoteIds, fixtures: FixtureWriter, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self._ids = ids
        self._fixtures = fixtures
        self._source = source
        self._waiting, self._waiting_ids = empty_page(), set[int]()
        self._parsed_fixtures: list[ParsedFixture] = []
        self._details: list[ParsedDetail] = []
        self._detailed_ids: set[int] = set()
        self._dropped: list[str] = []

    def write(self, page: ParsedPage, result: ImportResult) -> None:
        """Write a page, now or with the next ones, and add to the result."""
        self._write_names(page)
        self._complete(page)
        result.seasons |= set(map(_SEASON, page.fixtures)) - {None}
        ids = set(map(_FIRST, page.fixtures))
        if not ids.isdisjoint(self._detailed_ids):
            # Waiting details of these fixtures came before this page, so they are written first.
            self.flush(result)
        if len(ids) < len(page.fixtures):
            # A fixture that is on the page twice is written twice, in order.
            self.flush(result)
            for each in _pages_of_distinct(page):
                self._write_distinct(each, set(map(_FIRST, each.fixtures)), result)
                self.flush(result)
            return
        self._write_distinct(page, ids, result)

    def add_detail(self, detail: ParsedDetail, result: ImportResult) -> None:
        """Write details of a stored fixture, now or with the next ones, and add to the result."""
        self._details.append(detail)
        self._detailed_ids.add(detail.fixture_id)
        if len(self._details) >= TOGETHER:
            self.flush(result)

    def end_file(self, result: ImportResult) -> None:
        """Write what waits, and make the indexes that were dropped for a bulk load."""
        self.flush(result)
        if self._dropped:
            # The table was empty when its indexes were dropped: all its rows are new.
            result.fixtures_new += self._connection.execute("select count(*) from fixture").fetchone()[0]
            make_indexes(self._connection, self._dropped)
            self._dropped = []

    def flush(self, result: ImportResult) -> None:
        """Write what waits: fixtures first, as details may be of new ones."""
        fixtures, self._parsed_fixtures = self._parsed_fixtures, []
        if fixtures:
            self._fixtures.write(fixtures, result)
        self._flush_pages(result)
        details, self._details = self._details, []
        self._detailed_ids.clear()
        self._write_details(details, result)

    def _flush_pages(self, result: ImportResult) -> None:
        page = self._waiting
        if not page.fixtures:
            return
        if len(page.fixtures) >= TOGETHER and not self._dropped:
            self._dropped = drop_indexes(self._connection)
        self._waiting, self._waiting_ids = empty_page(), set()
        rows = {row[0]: row for row in page.fixtures}
        stored = self._stored_ids(rows)
        fresh = [row for fixture_id, row in sorted(rows.items()) if fixture_id not in stored]
        if fresh:
            self._insert(page, fresh, result)
            if not self._dropped:
                result.fixtures_new += count_stored(self._context, map(_FIRST, fresh))
        if stored:
            self._merge(page, [rows[fixture_id] for fixture_id in sorted(stored)], result)

    def _write_details(self, details: Sequence[ParsedDetail], result: ImportResult) -> None:
        """Write details of stored fixtures; refuse those of others."""
        if not details:
            return
        rows = self._fixture_rows({detail.fixture_id for detail in details})
        matched: list[MatchedFixture] = []
        for detail in details:
            row = rows.get(detail.fixture_id)
            if row is None:
                result.refuse_row(Refusal("of a fixture that is not stored", text=str(detail.fixture_id)))
                continue
            meeting = Meeting(row.id, row.kickoff_ts, False, bool(row.in_table))
            matched.append(MatchedFixture(_parsed_of(detail), row, meeting))
        self._fixtures.merge(matched, result)

    def _write_distinct(self, page: ParsedPage, ids: set[int], result: ImportResult) -> None:
        """Write a page on which each fixture occurs once."""
        if self._context.has_own_ids("fixture"):
            self._flush_pages(result)
            rows = {row[0]: row for row in page.fixtures}
            alone = _page_by_fixture(page)
            self._parsed_fixtures += (self._parsed(alone[fixture_id], row) for fixture_id, row in rows.items())
            if len(self._parsed_fixtures) >= TOGETHER:
                self.flush(result)
            return
        if self._parsed_fixtures or not ids.isdisjoint(self._waiting_ids):
            self.flush(result)
        self._waiting_ids |= ids
        for waiting, added in zip(self._waiting, page, strict=True):
            if isinstance(waiting, list):
                waiting.extend(added)  # type: ignore[arg-type]  # both pages have lists in the same fields
            elif isinstance(waiting, dict):
                waiting.update(added)  # type: ignore[arg-type]  # and tables of names in the others
        if len(self._waiting_ids) >= TOGETHER:
            self.flush(result)

    def _write_names(self, page: ParsedPage) -> None:
        for league_id, name in self._ids.unknown_leagues(page.leagues):
            self._ids.league(league_id, name, lang=page.lang)
        self._ids.teams(page.teams, page.fixtures, lang=page.lang)

    def _complete(self, page: ParsedPage) -> None:
        """Fill in season and esports."""
        ids, label = self._ids, page.season
        esports = {league_id: ids.is_esports(league_id) for league_id in page.leagues}
        seasons = {league_id: None if label is None else ids.season(league_id, label) for league_id in page.leagues}
        for row in page.fixtures:
            if row[_ESPORTS] is None:
                row[_ESPORTS] = esports[row[_LEAGUE_ID]]
            if row[_SEASON_ID] is None:
                row[_SEASON_ID] = seasons[row[_LEAGUE_ID]]
            elif not ids.has_season(row[_SEASON_ID]):
                row[_SEASON_ID] = None

    def _stored_ids(self, ids: Iterable[int]) -> set[int]:
        """Those of these ids that are stored."""
        parameters = {"ids": json.dumps(list(ids))}
        return {row[0] for row in self._connection.execute(_STORED, parameters)}

    def _fixture_rows(self, ids: Iterable[int]) -> dict[int, FixtureRecord]:
        parameters = {"ids": json.dumps(list(ids))}
        return {row[0]: FixtureRecord._make(row) for row in self._connection.execute(_ROWS, parameters)}

    def _insert(self, page: ParsedPage, fresh: list[list[Any]], result: ImportResult) -> None:
        connection, ids = self._connection, set(map(_FIRST, fresh))
        parts = dict(zip(map(_FIRST, page.fixtures), page.parts, strict=True))
        # None binds four times as slowly as a number, so columns that are None in most rows are left out.
        insert(connection, "fixture", [_PLAIN(row) for row in fresh if _REST(row) == _NONE], _PLAIN_FIELDS)
        insert(connection, "fixture", [row for row in fresh if _REST(row) != _NONE])
        if not self._dropped:
            insert(connection, "team_fixture", [*map(_HOME_FIXTURE, fresh), *map(_AWAY_FIXTURE, fresh)])
        insert(
            connection, "fixture_source", [(row[0], self._source.id, parts[row[0]], self._context.now) for row in fresh]
        )
        self._context.claims.write_claims_by_id(self._context.load_id, [row[0] for row in fresh])
        insert(connection, "statistics", _of(page.statistics, ids))
        events = _of(page.events, ids)
        insert(
            connection, "event", [row for row in events if len(row) == _SHORT_EVENT], EventRecord._fields[:_SHORT_EVENT]
        )
        insert(connection, "event", [row for row in events if len(row) != _SHORT_EVENT])
        default = self._remotes_default(result) if page.lines or page.quotes else None
        if default is not None:
            maker = default.id
            insert(connection, "odds", [(row[0], maker, *row[1:]) for row in _of(page.lines, ids)], _LINES)
            insert(connection, "odds", [(row[0], maker, *row[2:]) for row in _of(page.quotes, ids)])

    def _merge(self, page: ParsedPage, rows: list[list[Any]], result: ImportResult) -> None:
        matched, alone = [], _page_by_fixture(page)
        for row in rows:
            fixture = FixtureRecord._make(row)
            meeting = Meeting(fixture.id, fixture.kickoff_ts, fixture.status != Status.FINISHED, True)
            matched.append(MatchedFixture(self._parsed(alone[fixture.id], row), fixture, meeting))
        self._fixtures.merge(matched, result)

    def _parsed(self, page: ParsedPage, row: Sequence[Any]) -> ParsedFixture:
        """A row as a ParsedFixture; page: of this fixture alone."""
        fixture, parts = FixtureRecord._make(row), Part(page.parts[0])
        season = None if fixture.season_id is None else self._season_key(fixture.season_id)
        default = self._remotes_default(None) if page.lines or page.quotes else None
        return ParsedFixture(
            LeagueKey(self._ids.country_of(fixture.league_id), page.leagues[fixture.league_id], fixture.league_id),
            season,
            TeamKey(page.teams[fixture.home_id], id=fixture.home_id),
            TeamKey(page.teams[fixture.away_id], id=fixture.away_id),
            fixture.kickoff_ts,
            parts,
            status=Status(fixture.status),
            state_detail=fixture.state_detail,
            esports=bool(fixture.esports),
            round=fixture.round,
            figures=Figures(*row[_FIGURES]),
            statistics=StatisticsRecord._make(page.statistics[0]) if page.statistics else None,
            events=tuple(EventRecord(*each) for each in page.events) if Part.EVENTS in parts else None,
            odds=() if default is None else tuple(_summary_odds(page, default)),
            id=fixture.id,
        )

    def _season_key(self, season_id: int) -> SeasonKey:
        label, start_year = self._connection.execute(
            "select label, start_year from season where id = :id", {"id": season_id}
        ).fetchone()
        return SeasonKey(label, start_year, season_id)

    def _remotes_default(self, result: ImportResult | None) -> BookmakerKey | None:
        """The bookmaker whose lines a summary shows; if it is not known, a Refusal is added to the result."""
        known = self._context.remotes_default
        if known is None:
            row = self._connection.execute(_REMOTES_DEFAULT).fetchone()
            known = self._context.remotes_default = None if row is None else BookmakerKey(*row)
        if known is None and result is not None:
            result.add_refusal(Refusal("lines of the default bookmaker, which is not known yet", column="odds"))
        return known


_CHILD_LISTS = ("statistics", "events", "lines", "quotes")
"""The lists of a page that are child rows of its fixtures."""

_FIRST, _SEASON = itemgetter(0), itemgetter(_SEASON_ID)
_HOME_FIXTURE, _AWAY_FIXTURE = (
    itemgetter(*map(FixtureRecord._fields.index, (side, "kickoff_ts", "id"))) for side in ("home_id", "away_id")
)
_OFTEN_EMPTY = (
    "state_detail",
    "round",
    "stage",
    *FixtureRecord._fields[FixtureRecord._fields.index("referee") :],
    *(name for name in FixtureRecord._fields if name[:5] == "half_"),
)
_AT_DEFAULT = ("time_known", "in_table")
"""Columns that a service does not give, so that they have the schema's default."""

_PLAIN_FIELDS = tuple(name for name in FixtureRecord._fields if name not in (*_OFTEN_EMPTY, *_AT_DEFAULT))
_PLAIN = itemgetter(*map(FixtureRecord._fields.index, _PLAIN_FIELDS))
_REST = itemgetter(*map(FixtureRecord._fields.index, _OFTEN_EMPTY))
_NONE = (None,) * len(_OFTEN_EMPTY)
_SHORT_EVENT = EventRecord._fields.index("count") + 1
_LINES = ("fixture_id", "bookmaker_id", "market", "opening_line", "closing_line", "inplay_line")
_STORED = "select id from fixture where id in (select value from json_each(:ids))"
_REMOTES_DEFAULT = """
    select slug, name, id from bookmaker join default_bookmaker on bookmaker_id = id where chosen_by = 'remote'
"""
_ROWS = f"""
    select {", ".join(FixtureRecord._fields)} from fixture where id in (select value from json_each(:ids))
"""  # the names are those of our record, never a value


def _of(rows: list[tuple[Any, ...]], ids: set[int]) -> list[tuple[Any, ...]]:
    """The rows of these fixtures, by fixture id; those of one fixture keep their order."""
    return sorted((row for row in rows if row[0] in ids), key=_FIRST)


def _pages_of_distinct(page: ParsedPage) -> Iterator[ParsedPage]:
    """The page split so that each fixture occurs once per page; its child rows come with its last occurrence."""
    remaining = list(zip(page.fixtures, page.parts, strict=True))
    while remaining:
        first: dict[int, tuple[list[Any], int]] = {}
        for row, parts in remaining:
            first.setdefault(row[0], (row, parts))
        later = list(remaining)
        for each in first.values():
            later.remove(each)
        last = first.keys() - {row[0] for row, _ in later}
        distinct = page._replace(
            fixtures=[row for row, _ in first.values()],
            parts=[parts for _, parts in first.values()],
            statistics=list({each[0]: each for each in page.statistics if each[0] in last}.values()),
            events=list({each[:2]: each for each in page.events if each[0] in last}.values()),
            lines=list({each[:2]: each for each in page.lines if each[0] in last}.values()),
            quotes=list({each[:3]: each for each in page.quotes if each[0] in last}.values()),
        )
        yield distinct
        remaining = later


def _page_by_fixture(page: ParsedPage) -> dict[int, ParsedPage]:
    """Fixture id → a page of it alone, made in one pass over the child rows."""
    alone = {
        row[0]: page._replace(fixtures=[row], parts=[parts], statistics=[], events=[], lines=[], quotes=[])
        for row, parts in zip(page.fixtures, page.parts, strict=True)
    }
    for name in _CHILD_LISTS:
        for each in getattr(page, name):
            if each[0] in alone:
                getattr(alone[each[0]], name).append(each)
    return alone


def _summary_odds(page: ParsedPage, default: BookmakerKey) -> Iterator[ParsedOdds]:
    for _, market, opening, closing, inplay in page.lines:
        yield ParsedOdds(default, market, opening_line=opening, closing_line=closing, inplay_line=inplay)
    for each in page.quotes:
        yield ParsedOdds(default, *each[2:])


def _parsed_of(detail: ParsedDetail) -> ParsedFixture:
    return ParsedFixture(
        _NOWHERE,
        None,
        _NOBODY,
        _NOBODY,
        0,
        detail.parts,
        figures=detail.figures,
        statistics=detail.statistics,
        events=detail.events,
        odds=detail.odds,
        ticks=detail.ticks,
        first_tick=detail.first_tick,
        id=detail.fixture_id,
    )
