"""Writes pages of fixtures whose ids are stored unchanged: new fixtures in bulk, stored ones merged.

Such rows need one look-up per page. If the database has fixtures of ours, which may be the same ones, they are matched
one by one as those of every other source. The indexes of an empty fixture table are built after the load, which halves
its time.
"""

from collections.abc import Sequence
from operator import itemgetter

from footydata.football.records import EventRecord, FixtureRecord, OddsRecord, StatisticsRecord
from footydata.football.terms import DAY, Part, Status
from footydata.ingest.context import ImportContext, StoredSource
from footydata.ingest.identity.match import MatchedFixture
from footydata.ingest.remote import RemoteIds
from footydata.ingest.report import ImportResult
from footydata.ingest.waiting import DEFAULT, take_ready, wait
from footydata.ingest.write import FixtureWriter
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    PageRow,
    ParsedFixture,
    ParsedOdds,
    ParsedPage,
    SeasonKey,
    TeamKey,
    detail_of,
)
from footydata.store.claims.claim import ODDS_PARTS
from footydata.store.file.opening import CACHE_KB
from footydata.store.records import ids_of
from footydata.store.writing import insert

TOGETHER = 500
"""Fixtures per batch: to write each page by itself would take a tenth longer."""

_SEASON_ID = FixtureRecord._fields.index("season_id")
_ESPORTS = FixtureRecord._fields.index("esports")
_KICKOFF_TS = FixtureRecord._fields.index("kickoff_ts")
_LEAGUE_ID = FixtureRecord._fields.index("league_id")
_FIGURES = slice(
    FixtureRecord._fields.index("home_goals"), FixtureRecord._fields.index("away_red") + 1
)
WITHOUT_FIXTURE = "details wait for their fixtures, which no page has told yet"
WITHOUT_DEFAULT = "lines wait for the default bookmaker, which no page has told yet"


class PageWriter:
    """Writes the pages of one service."""

    def __init__(
        self, context: ImportContext, ids: RemoteIds, fixtures: FixtureWriter, source: StoredSource
    ) -> None:
        self._context = context
        self._connection = context.connection
        self._ids = ids
        self._fixtures = fixtures
        self._source = source
        self._waiting: dict[int, tuple[ParsedPage, PageRow]] = {}
        self._details: list[ParsedFixture] = []
        self._detailed_ids: set[int | None] = set()
        self._dropped: list[str] = []

    def write(self, page: ParsedPage, result: ImportResult) -> None:
        """Write a page, now or with the next ones, and add to the result."""
        self._ids.leagues(page.leagues, lang=page.lang)
        self._ids.teams(page.teams, [row.fixture for row in page.rows], lang=page.lang)
        self._complete(page, result)
        for row in page.rows:
            fixture_id = row.fixture[0]
            if fixture_id in self._waiting or fixture_id in self._detailed_ids:
                # What came before of the same fixture is written first.
                self.flush(result)
            self._waiting[fixture_id] = page, row
        if len(self._waiting) >= TOGETHER:
            self.flush(result)

    def add_detail(self, detail: ParsedFixture, result: ImportResult) -> None:
        """Write details of a stored fixture, now or with the next ones, and add to the result."""
        self._details.append(detail)
        self._detailed_ids.add(detail.id)
        if len(self._details) >= TOGETHER:
            self.flush(result)

    def end_file(self, result: ImportResult) -> None:
        """Write what waits, and make the indexes that were dropped for a bulk load."""
        self.flush(result)
        self._write_ready(result)
        if self._dropped:
            for statement in self._dropped:
                self._connection.execute(statement)
            self._connection.execute(_TEAM_LISTS)
            self._connection.execute(f"pragma cache_size = -{CACHE_KB}")
            self._dropped = []

    def flush(self, result: ImportResult) -> None:
        """Write what waits: fixtures first, as details may be of new ones."""
        waiting, self._waiting = self._waiting, {}
        if waiting:
            self._write_rows(waiting, result)
        details, self._details = self._details, []
        self._detailed_ids.clear()
        if details:
            self._write_details(details, result)

    def _write_rows(
        self, waiting: dict[int, tuple[ParsedPage, PageRow]], result: ImportResult
    ) -> None:
        """Write fixtures: id → row, with its page."""
        has_odds = any(row.quotes for _, row in waiting.values())
        default = self._ids.default_bookmaker() if has_odds else None
        if has_odds and default is None:
            lines = (_lines_of(row) for _, row in waiting.values() if row.quotes)
            wait(self._connection, self._context.load_id, lines)
            result.remark(WITHOUT_DEFAULT)
        if self._context.has_own_ids["fixture"]:
            self._fixtures.write(
                [self._parsed(*each, default) for each in waiting.values()], result
            )
            return
        if len(waiting) >= TOGETHER and not self._dropped:
            self._dropped = self._drop_indexes()
        ids = ids_of(waiting)
        stored = {row[0] for row in self._connection.execute(_STORED, ids)}
        fresh = [waiting[fixture_id][1] for fixture_id in sorted(waiting.keys() - stored)]
        if fresh:
            self._insert(fresh, default)
            result.fixtures_new += len(fresh)
        known = (waiting[fixture_id] for fixture_id in sorted(stored))
        matched = [
            MatchedFixture(self._parsed(page, row, default), FixtureRecord._make(row.fixture))
            for page, row in known
        ]
        self._fixtures.merge(matched, result)

    def _write_details(self, details: Sequence[ParsedFixture], result: ImportResult) -> None:
        """Write details of stored fixtures; those of others wait."""
        ids = ids_of({detail.id for detail in details})
        rows = {row[0]: FixtureRecord._make(row) for row in self._connection.execute(_ROWS, ids)}
        waiting = [detail for detail in details if detail.id not in rows]
        if waiting:
            wait(self._connection, self._context.load_id, waiting)
            result.rows_read -= len(waiting)
            result.others += len(waiting)
            result.remark(WITHOUT_FIXTURE)
        matched = [
            MatchedFixture(detail, rows[detail.id]) for detail in details if detail.id in rows
        ]
        self._fixtures.merge(matched, result)

    def _write_ready(self, result: ImportResult) -> None:
        """Write the details whose wait is over, each as of its own load."""
        context, ready = self._context, ImportResult()
        under_way = context.load_id, context.now, context.same_place
        for load_id, details in take_ready(self._connection, self._ids.default_bookmaker()):
            context.begin_load(load_id, context.claims.load(load_id).moment)
            self._write_details(details, ready)
        context.begin_load(*under_way)
        result.unsettled |= ready.unsettled

    def _complete(self, page: ParsedPage, result: ImportResult) -> None:
        """Fill in season and esports, and note the seasons."""
        ids, label = self._ids, page.season
        esports = {league_id: ids.is_esports(league_id) for league_id in page.leagues}
        seasons = {
            league_id: None if label is None else ids.season(league_id, label)
            for league_id in page.leagues
        }
        for row in page.rows:
            fixture = row.fixture
            if fixture[_ESPORTS] is None:
                fixture[_ESPORTS] = esports[fixture[_LEAGUE_ID]]
            if fixture[_SEASON_ID] is None:
                league_id = fixture[_LEAGUE_ID]
                fixture[_SEASON_ID] = seasons[league_id] or ids.season_of_day(
                    league_id, fixture[_KICKOFF_TS] // DAY
                )
            elif not ids.has_season(fixture[_SEASON_ID]):
                fixture[_SEASON_ID] = None
            if fixture[_SEASON_ID] is not None:
                result.seasons.add(fixture[_SEASON_ID])

    def _drop_indexes(self) -> list[str]:
        """Drop the indexes of the fixture table if it is empty; returns the statements that create them again.

        No reader sees the table without indexes, as they are made again in the same transaction.
        """
        connection = self._connection
        if connection.execute("select exists(select 1 from fixture)").fetchone()[0]:
            return []
        indexes = connection.execute(_INDEXES).fetchall()
        for name, _ in indexes:
            connection.execute(f"drop index {name}")  # a name of our schema
        connection.execute(f"pragma cache_size = -{BULK_CACHE_KB}")
        return [statement for _, statement in indexes]

    def _insert(self, fresh: list[PageRow], default: BookmakerKey | None) -> None:
        connection = self._connection
        fixtures = [row.fixture for row in fresh]
        insert(connection, "fixture", fixtures)
        if not self._dropped:
            insert(
                connection,
                "team_fixture",
                [*map(_HOME_FIXTURE, fixtures), *map(_AWAY_FIXTURE, fixtures)],
            )
        insert(
            connection,
            "fixture_source",
            [(row.fixture[0], self._source.id, row.parts, self._context.now) for row in fresh],
        )
        only = [(row[0], None, None) for row in fixtures]
        self._context.claims.write_only_claims(self._context.load_id, only)
        insert(
            connection,
            "statistics",
            [row.statistics for row in fresh if row.statistics is not None],
        )
        events = [event for row in fresh for event in row.events]
        # None binds four times as slowly as a number, so columns that are None in most rows are left out.
        insert(connection, "event", [row[:8] for row in events if row[8:] == _NO_MORE], _EVENT[:8])
        insert(connection, "event", [row for row in events if row[8:] != _NO_MORE], _EVENT)
        if default is not None:
            quotes = [(quote[0], default.id, *quote[2:]) for row in fresh for quote in row.quotes]
            priced = [quote for quote in quotes if _PRICES(quote) != _NO_PRICES]
            if len(priced) < len(quotes):
                lines = [_LINES(quote) for quote in quotes if _PRICES(quote) == _NO_PRICES]
                insert(connection, "odds", lines, _LINES(OddsRecord._fields))
            insert(connection, "odds", priced)

    def _parsed(
        self, page: ParsedPage, row: PageRow, default: BookmakerKey | None
    ) -> ParsedFixture:
        """A row as sources without ids yield it. default: the bookmaker of its odds, None if it is not known."""
        fixture, parts = FixtureRecord._make(row.fixture), Part(row.parts)
        season = None
        if fixture.season_id is not None:
            values = {"id": fixture.season_id}
            label, year = self._connection.execute(_SEASON, values).fetchone()
            season = SeasonKey(label, year, fixture.season_id)
        return ParsedFixture(
            LeagueKey(
                self._ids.country_of(fixture.league_id),
                page.leagues[fixture.league_id],
                fixture.league_id,
            ),
            season,
            TeamKey(page.teams[fixture.home_id], id=fixture.home_id),
            TeamKey(page.teams[fixture.away_id], id=fixture.away_id),
            fixture.kickoff_ts,
            parts,
            status=Status(fixture.status),
            state_detail=fixture.state_detail,
            esports=bool(fixture.esports),
            round=fixture.round,
            figures=Figures(*row.fixture[_FIGURES]),
            statistics=None
            if row.statistics is None
            else StatisticsRecord._make((NO_ID, *row.statistics[1:])),
            events=tuple(EventRecord(NO_ID, *each[1:]) for each in row.events)
            if Part.EVENTS in parts
            else None,
            odds=() if default is None else _quotes_of(row, default),
            id=fixture.id,
        )


_HOME_FIXTURE, _AWAY_FIXTURE = (
    itemgetter(*map(FixtureRecord._fields.index, (side, "kickoff_ts", "id")))
    for side in ("home_id", "away_id")
)
_EVENT = tuple(name for name in EventRecord._fields if name != "detail")
"""The columns of an event that a service gives."""

_NO_MORE = (None,) * (len(_EVENT) - 8)
_PRICE_PLACES = [place for place, name in enumerate(OddsRecord._fields) if "_price_" in name]
_PRICES = itemgetter(*_PRICE_PLACES)
_NO_PRICES = (None,) * len(_PRICE_PLACES)
_LINES = itemgetter(*(each for each in range(len(OddsRecord._fields)) if each not in _PRICE_PLACES))

_SEASON = "select label, start_year from season where id = :id"
_STORED = "select id from fixture where id in (select value from json_each(:ids))"
_ROWS = f"""
    select {", ".join(FixtureRecord._fields)} from fixture where id in (select value from json_each(:ids))
"""  # the names are those of our record, never a value


def _lines_of(row: PageRow) -> ParsedFixture:
    """The odds of a row, which are of the service's default bookmaker, as a detail of their own."""
    parts = Part(row.parts) & Part(ODDS_PARTS)
    return detail_of(row.fixture[0], parts)._replace(odds=_quotes_of(row, DEFAULT))


def _quotes_of(row: PageRow, default: BookmakerKey) -> tuple[ParsedOdds, ...]:
    return tuple(ParsedOdds(default, *quote[2:]) for quote in row.quotes)


BULK_CACHE_KB = 65_536
"""The page cache while loading, in KB: appending needs little, and sorting the indexes at the end may take as much."""

_TEAM_LISTS = """
    insert or ignore into team_fixture (team_id, kickoff_ts, fixture_id)
    select home_id, kickoff_ts, id from fixture
    union all
    select away_id, kickoff_ts, id from fixture
    order by 1, 2, 3
"""
_INDEXES = """
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = 'fixture' and sql is not null order by name
"""
