"""Writes what a remote service gives, under its own ids.

A row that is stored under such an id is used; a new one goes through the Resolver, which finds the row of ours that is
the same and changes its id. Names in other languages never replace English ones.

New fixtures of pages are inserted in bulk, as one look-up per page finds them, and stored ones are merged. If the
database has fixtures of ours, which may be the same ones, they are matched one by one as those of every other source.
The indexes of an empty fixture table are built after the load, which halves its time.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from footydata.football.countries import REGIONS, WORLD
from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    OddsRecord,
    StatisticsRecord,
)
from footydata.football.terms import DAY, OWN_IDS_FROM, Part, Status
from footydata.ingest.claiming import MatchedFixture
from footydata.ingest.report import ImportResult
from footydata.ingest.resolve import (
    ImportContext,
    dated_season,
)
from footydata.ingest.waiting import DEFAULT, take_ready, wait
from footydata.ingest.write import FixtureWriter
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
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
from footydata.store.rows import ids_of, insert, records, stored_ids, upsert

COUNTRY_KNOWN = "country"
"""The kind of external_id which notes that the service gave a team's country, or said that it has none."""

TOGETHER = 500
"""Fixtures per batch: to write each page by itself would take a tenth longer."""

BULK_CACHE_KB = 65_536
"""The page cache while loading, in KB: appending needs little, and sorting the indexes at the end may take as much."""

WITHOUT_FIXTURE = "details wait for their fixtures, which no page has told yet"
WITHOUT_DEFAULT = "lines wait for the default bookmaker, which no page has told yet"

_LEAGUE, _SEASON, _HOME, _AWAY, _KICKOFF_TS, _STATUS, _ESPORTS = map(
    FixtureRecord._fields.index,
    ("league_id", "season_id", "home_id", "away_id", "kickoff_ts", "status", "esports"),
)


class StoredLeague(NamedTuple):
    """What the row of a league tells."""

    id: int
    country: str
    name: str
    esports: int


class ServicePages:
    """Writes what one service tells: its catalogue at once, its fixtures and their details in batches."""

    def __init__(self, context: ImportContext, fixtures: FixtureWriter) -> None:
        self._context = context
        self._connection = context.connection
        self._fixtures = fixtures
        self._rows: dict[int, PageRow] = {}
        self._details: list[ParsedFixture] = []
        self._dropped: list[str] = []

    def leagues(self, leagues: Mapping[int, str], *, lang: str | None = None) -> None:
        """Write those of these leagues that are new or have another name; a name is '' if it is unknown."""
        for league_id, name in self._new("league", leagues, lang):
            self._fixtures.league(LeagueKey(WORLD, name, league_id))

    def teams(
        self, teams: Mapping[int, str], countries: Mapping[int, str], *, lang: str | None = None
    ) -> None:
        """Write those of these teams that are new or have another name; countries: of the leagues in which they play."""
        for team_id, name in self._new("team", teams, lang):
            self._fixtures.team(TeamKey(name, id=team_id), countries[team_id])

    def _new(self, table: str, names: Mapping[int, str], lang: str | None) -> list[tuple[int, str]]:
        """Write the names that have changed since the service gave them last; returns those of rows that are not stored."""
        last = self._context.remote_names[table]
        new = []
        for row_id, name in sorted(names.items()):
            if last.get(row_id) != name:
                if not self.write_name(table, row_id, name, lang=lang):
                    new.append((row_id, name))
                last[row_id] = name
        return new

    def write_name(self, table: str, row_id: int, name: str, *, lang: str | None) -> bool:
        """Write the name of a league or team, '' if it is unknown; returns whether one of the id is stored.

        lang: its language, None for English; services fall back to the English name where they have no other.
        """
        row = self._one(f"select name from {table} where id = :id", id=row_id)
        if row and name and row[0] != name:
            if lang:
                upsert(self._connection, f"{table}_name", [(row_id, lang, name)])
            else:
                self._fixtures.rename(table, row_id, name)
        return row is not None

    def season(self, league_id: int, key: SeasonKey) -> int:
        """The id of a season, written if it is new."""
        season_id = self._season_called(league_id, key.label) if key.id is None else None
        return self._fixtures.season(league_id, key) if season_id is None else season_id

    def _season_called(self, league_id: int, label: str) -> int | None:
        """The id of the stored season of a league with the label, or that starts in the year of the label."""
        row = self._one(_SEASON_CALLED, league_id=league_id, label=label)
        return None if row is None else row[0]

    def _season_of_day(self, league: StoredLeague, day: int) -> int | None:
        """The listed season of a league on a day (since 1970), None if it lists none or its country is not known."""
        if league.country == WORLD:
            return None
        seasons, key = self._context.listed_seasons, (league.id, day)
        if key not in seasons:
            label = dated_season(league.country, league.name, day).label
            seasons[key] = self._season_called(league.id, label)
        return seasons[key]

    def date_fixtures(self, league_id: int) -> set[int]:
        """Give fixtures without a season the stored season of their day, if the league has it; returns the seasons."""
        self._context.listed_seasons.clear()
        waiting = self._connection.execute(_WITHOUT_SEASON, {"league_id": league_id}).fetchall()
        league = self.league(league_id)
        dated = [(self._season_of_day(league, ts // DAY), id_) for id_, ts in waiting]
        moves = [(season_id, id_) for season_id, id_ in dated if season_id is not None]
        self._connection.executemany("update fixture set season_id = ? where id = ?", moves)
        return {season_id for season_id, _ in moves}

    def league(self, league_id: int) -> StoredLeague:
        """The row of a league; one without a country if it is not stored."""
        return self._stored([league_id]).get(league_id) or StoredLeague(league_id, WORLD, "", 0)

    def _stored(self, league_ids: Iterable[int]) -> dict[int, StoredLeague]:
        """Id → league, of those that are stored."""
        leagues = records(self._connection, StoredLeague, _LEAGUES, ids_of(league_ids))
        return {league.id: league for league in leagues}

    def set_country(self, team_id: int, country: str | None) -> None:
        """Write the country that the service gives for a team, None if the service says that it is unknown."""
        self._connection.execute(
            _SET_COUNTRY, {"id": team_id, "country": None if country in REGIONS else country}
        )
        self._fixtures.remember(COUNTRY_KNOWN, str(team_id), team_id)

    def _default_bookmaker(self) -> BookmakerKey | None:
        """The bookmaker whose lines a summary shows, None if it is not known."""
        row = self._one(_DEFAULT_BOOKMAKER)
        return None if row is None else BookmakerKey(*row)

    def _one(self, sql: str, **values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
        return row

    def write(self, page: ParsedPage, result: ImportResult) -> None:
        """Write a page, now or with the next ones, and add to the result."""
        self.leagues(page.leagues, lang=page.lang)
        countries: dict[int, str] = {}
        key, seasons = page.season, dict[int, int | None]()
        leagues = self._stored(page.leagues)
        if key is not None:
            seasons = {league_id: self.season(league_id, key) for league_id in leagues}
        for row in page.rows:
            fixture = row.fixture
            league, season_id = leagues[fixture[_LEAGUE]], fixture[_SEASON]
            for side in (_HOME, _AWAY):
                # Rather a country than a region.
                if countries.get(fixture[side], WORLD) in REGIONS:
                    countries[fixture[side]] = league.country
            if fixture[_ESPORTS] is None:
                fixture[_ESPORTS] = league.esports
            if season_id is None:
                day = fixture[_KICKOFF_TS] // DAY
                season_id = seasons.get(league.id) or self._season_of_day(league, day)
            elif not self._fixtures.exists("season", season_id):
                season_id = None
            if season_id is not None:
                result.seasons.add(season_id)
            fixture[_SEASON] = season_id
        self.teams(page.teams, countries, lang=page.lang)
        for row in page.rows:
            # What came before of the same fixture is written first.
            if self._details or row.fixture[0] in self._rows:
                self.flush(result)
            self._rows[row.fixture[0]] = row
        if len(self._rows) >= TOGETHER:
            self.flush(result)

    def add_detail(self, detail: ParsedFixture, result: ImportResult) -> None:
        """Write details of a stored fixture, now or with the next ones, and add to the result."""
        self._details.append(detail)
        if len(self._details) >= TOGETHER:
            self.flush(result)

    def end_file(self, result: ImportResult) -> None:
        """Write what waits, and make the indexes that were dropped for a bulk load."""
        self.flush(result)
        self._write_ready()
        if self._dropped:
            for statement in self._dropped:
                self._connection.execute(statement)
            self._connection.execute(_TEAM_LISTS)
            self._connection.execute(f"pragma cache_size = -{CACHE_KB}")
            self._dropped = []

    def flush(self, result: ImportResult) -> None:
        """Write what waits: fixtures first, as details may be of new ones."""
        rows, self._rows = self._rows, {}
        if rows:
            self._write_rows(rows, result)
        details, self._details = self._details, []
        if details:
            self._write_details(details, result)

    def _write_rows(self, rows: dict[int, PageRow], result: ImportResult) -> None:
        """Write fixtures: id → row."""
        with_odds = [row for row in rows.values() if row.quotes]
        default = self._default_bookmaker() if with_odds else None
        if with_odds and default is None:
            wait(self._connection, self._context.load_id, map(_lines_of, with_odds))
            result.remark(WITHOUT_DEFAULT)
        if not self._fixtures.has_own("fixture"):
            if len(rows) >= TOGETHER and not self._dropped:
                self._dropped = self._drop_indexes()
            stored = stored_ids(self._connection, "fixture", rows)
            fresh = [rows.pop(fixture_id) for fixture_id in sorted(rows.keys() - stored)]
            if fresh:
                self._insert(fresh, default)
                result.fixtures_new += len(fresh)
        matched = [
            MatchedFixture(
                _parsed(rows[fixture_id], default), FixtureRecord._make(rows[fixture_id].fixture)
            )
            for fixture_id in sorted(rows)
        ]
        self._fixtures.write_resolved(matched, result)

    def _write_details(self, details: Sequence[ParsedFixture], result: ImportResult) -> None:
        """Write details of stored fixtures; those of others wait."""
        ids = ids_of({detail.id for detail in details})
        rows = {row.id: row for row in records(self._connection, FixtureRecord, _ROWS, ids)}
        waiting = [detail for detail in details if detail.id not in rows]
        if waiting:
            wait(self._connection, self._context.load_id, waiting)
            result.rows_read -= len(waiting)
            result.others += len(waiting)
            result.remark(WITHOUT_FIXTURE)
        matched = [
            MatchedFixture(detail, rows[detail.id]) for detail in details if detail.id in rows
        ]
        if matched:
            self._fixtures.merge(matched, result)

    def _write_ready(self) -> None:
        """Write the details whose wait is over, each as of its own load."""
        context = self._context
        under_way = context.load_id, context.now
        for load_id, details in take_ready(self._connection, self._default_bookmaker()):
            context.load_id, context.now = load_id, context.claims.load(load_id).moment
            self._write_details(details, ImportResult())
        context.load_id, context.now = under_way

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
            [
                (row.fixture[0], self._fixtures.source.id, row.parts, self._context.now)
                for row in fresh
            ],
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


_LEAGUES = """
    select id, country_code, name, esports from league where id in (select value from json_each(:ids))
"""
_SEASON_CALLED = """
    select id from season where league_id = :league_id
      and (label = :label or (length(:label) = 4 and start_year = cast(:label as integer)))
    order by label = :label desc, label limit 1
"""
_DEFAULT_BOOKMAKER = """
    select slug, name, id from bookmaker join default_bookmaker on bookmaker_id = id where chosen_by = 'remote'
"""
_WITHOUT_SEASON = f"""
    select id, kickoff_ts from fixture
    where league_id = :league_id and season_id is null and id < {OWN_IDS_FROM} order by id
"""
_SET_COUNTRY = (
    "update team set country_code = :country where id = :id and country_code is not :country"
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

_ROWS = "from fixture where id in (select value from json_each(:ids))"


def _parsed(row: PageRow, default: BookmakerKey | None) -> ParsedFixture:
    """A row as other sources yield it. default: the bookmaker of its odds, None if it is not known."""
    parts = Part(row.parts)
    return detail_of(row.fixture[0], parts)._replace(
        status=Status(row.fixture[_STATUS]),
        statistics=None
        if row.statistics is None
        else StatisticsRecord._make((NO_ID, *row.statistics[1:])),
        events=tuple(EventRecord(NO_ID, *event[1:]) for event in row.events)
        if Part.EVENTS in parts
        else None,
        odds=() if default is None else _quotes_of(row, default),
    )


def _lines_of(row: PageRow) -> ParsedFixture:
    """The odds of a row, which are of the service's default bookmaker, as a detail of their own."""
    parts = Part(row.parts) & Part(ODDS_PARTS)
    return detail_of(row.fixture[0], parts)._replace(odds=_quotes_of(row, DEFAULT))


def _quotes_of(row: PageRow, default: BookmakerKey) -> tuple[ParsedOdds, ...]:
    return tuple(ParsedOdds(default, *quote[2:]) for quote in row.quotes)


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
