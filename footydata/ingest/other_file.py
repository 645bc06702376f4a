"""Another footydata file as a source: what each of its loads said, as the records that the load's own source yields.

A claim is said again by the names that it was said with, so that the file that it goes to decides which club and which
fixture is meant; ids of a service stay as they are. The other file is only read, in one snapshot.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.countries import WORLD
from footydata.football.records import CLAIM_BITS, ClaimRow, Load, Placeholder, TeamEdit, VenueRecord
from footydata.football.terms import OWN_IDS_FROM, Part, Status
from footydata.ingest.remote import COUNTRY_KNOWN
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedCountry,
    ParsedFigure,
    ParsedFixture,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedOdds,
    ParsedPlaceholder,
    ParsedRecord,
    ParsedRetirement,
    ParsedTeam,
    ParsedTick,
    SeasonKey,
    TeamKey,
    empty_page,
)
from footydata.sources.v1_dump import V1Dump
from footydata.store.claims.claim import ClaimBody
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.stored import DETAILS, read_stored
from footydata.store.file.failures import DatabaseError, damage_errors
from footydata.store.file.opening import ReadingConnection, open_read_only
from footydata.store.file.snapshots import snapshot
from footydata.store.read.fixtures.placeholders import placeholders_of_load

TOGETHER = 500
"""Claims per batch: what is in memory at a time."""


class OtherLoad(NamedTuple):
    """A load of the other file.

    source, trust: of its source. digest: of the file that was loaded, None if the same place was loaded again later.
    claims: how many fixtures it said something of.
    """

    record: Load
    source: str
    trust: int
    digest: str | None
    claims: int


class OtherEdit(NamedTuple):
    """An edit of teams that the user of the other file made and that stands there.

    name: of the team that is left, or that an alias is of; country: its country. gone: the name of the team that a
    merge removed. alias: source ('' for every source), scope and spelling of an alias; None for a merge.
    """

    record: TeamEdit
    name: str
    country: str | None
    gone: str | None
    alias: tuple[str, str, str] | None


class DatabaseChanged(DatabaseError):
    """The file was written while it was read without locks."""


@contextmanager
def other_file(path: Path) -> Iterator["OtherFile"]:
    """A footydata file, open for reading; nothing is written to it.

    Raises UnknownSchema, NotAFootballDatabase, DamagedDatabase, DatabaseBusy.
    """
    with closing(open_read_only(path)) as connection, snapshot(connection):
        yield OtherFile(connection, path)


class OtherFile:
    """A footydata file that is open for reading. Each method raises DamagedDatabase."""

    def __init__(self, connection: ReadingConnection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._claims = ClaimRows(connection)
        self._catalogued: set[int] = set()
        self._spellings: dict[tuple[int, int | None, int], tuple[str, str, str | None]] = {}

    def loads(self) -> list[OtherLoad]:
        """The loads, in the order of their moments."""
        with damage_errors(self._path):
            rows = self._connection.execute(_LOADS).fetchall()
            digests = {(source_id, place): digest for source_id, place, digest in self._connection.execute(_DIGESTS)}
        newest = {(row[1], row[2]): row[0] for row in sorted(rows)}
        loads = []
        for *values, source, trust, claims in rows:
            record = Load._make(values)
            place = record.source_id, record.place
            digest = digests.get(place) if newest[place] == record.id else None
            loads.append(OtherLoad(record, source, trust, digest, claims))
        return loads

    def edits(self) -> list[OtherEdit]:
        """The edits of teams by the user that stand, in their order."""
        with damage_errors(self._path):
            teams = {team_id: (key.name, key.country) for team_id, key in self._teams.items()}
            rows = self._connection.execute(_EDITS).fetchall()
        for *_, gone_id, _, _, _, _, team, _ in rows:
            if team is not None:
                before = json.loads(team)
                teams.setdefault(gone_id, (before["name"], before["country_code"]))
        edits = []
        for *values, _, alias in rows:
            record = TeamEdit._make(values)
            gone_name = teams.get(record.gone_id or 0)
            if record.team_id in teams and (gone_name is not None or alias is not None):
                name, country = teams[record.team_id]
                source, scope, spelling = ("", "", "") if alias is None else json.loads(alias)
                edits.append(
                    OtherEdit(
                        record,
                        name,
                        country,
                        None if gone_name is None else gone_name[0],
                        None if record.kind == "merge" else (source, scope, spelling),
                    )
                )
        return edits

    def check_unchanged(self) -> None:
        """Raise DatabaseChanged if the file could not be locked, and was written since it was opened."""
        if self._connection.takes_no_lock and not self._connection.is_current():
            raise DatabaseChanged(
                f"{self._path} was written while it was read, and can't be locked from here; try again"
            )

    def count_without_claims(self) -> int:
        """How many fixtures no load is known to have given."""
        with damage_errors(self._path):
            (fixtures,) = self._connection.execute(_WITHOUT_CLAIMS).fetchone()
        return int(fixtures)

    def records(self, load: OtherLoad) -> Iterator[ParsedRecord]:
        """What a load said; before that of the first load of a source, what the source said of leagues and teams."""
        source_id, load_id, moment = load.record.source_id, load.record.id, load.record.started_ts
        assert load_id is not None
        with damage_errors(self._path):
            if source_id not in self._catalogued:
                self._catalogued.add(source_id)
                yield from self._catalogue(source_id) if load.source == V1Dump.name else self._leagues(source_id)
            values = {"first": load_id << CLAIM_BITS, "end": (load_id + 1) << CLAIM_BITS, "load_id": load_id}
            rows = self._connection.execute(_CLAIMS, values)
            numbers = count(1)
            while page := [ClaimRow._make(row) for row in rows.fetchmany(TOGETHER)]:
                stored = read_stored(self._connection, {row.fixture_id for row in page})
                keys = self._fixture_keys(source_id, stored)
                for row in page:
                    claim = self._claims.claim(row, stored[row.fixture_id])
                    yield self._fixture(row, claim.body, source_id)._replace(
                        key=keys.get(row.fixture_id),
                        fetched_ts=claim.body.fetched_ts if claim.load_id == load_id else moment,
                        line=next(numbers),
                    )
            for placeholder in placeholders_of_load(self._connection, load_id):
                yield self._placeholder(placeholder, source_id)

    def _placeholder(self, row: Placeholder, source_id: int) -> ParsedPlaceholder:
        """A coming fixture of which a side is not known, as the load told it."""
        league, season = self._league_key(source_id, row.league_id), self._seasons[row.season_id]._replace(id=None)
        venue = None if row.ground is row.city is None else VenueRecord(NO_ID, row.ground, row.city)
        coming = ParsedPlaceholder(league, season, row.home, row.away, row.kickoff_ts, venue=venue, number=row.number)
        return coming._replace(time_known=bool(row.time_known), round=row.round, stage=row.stage)

    def _fixture(self, row: ClaimRow, body: ClaimBody, source_id: int) -> ParsedFixture:
        """A claim with the names that it was said with."""
        fixture, is_remote = body.fixture, body.is_remote
        season = None if fixture.season_id is None else self._seasons[fixture.season_id]
        league, home, away = self._sides(row, body, source_id)
        of_table: dict[str, Any] = {table: body.details.get(part) for part, table, _ in DETAILS}
        return ParsedFixture(
            league,
            season if is_remote or season is None else season._replace(id=None),
            home,
            away,
            fixture.kickoff_ts,
            Part(body.parts),
            time_known=bool(fixture.time_known),
            status=Status(fixture.status),
            state_detail=fixture.state_detail,
            esports=bool(fixture.esports),
            round=fixture.round,
            stage=fixture.stage,
            in_table=bool(fixture.in_table),
            figures=Figures._make(getattr(fixture, name) for name in Figures._fields),
            referee=body.spelling,
            statistics=of_table.get("statistics"),
            knockout=of_table.get("knockout"),
            venue=of_table.get("venue"),
            events=None if body.events is None else tuple(body.events),
            odds=tuple(
                ParsedOdds(self._bookmaker(maker_id, is_remote=is_remote), market, *quotes)
                for (maker_id, market), quotes in body.odds.items()
            ),
            ticks=tuple(self._ticks(body)),
            id=fixture.id if is_remote else None,
            further=tuple(
                ParsedFigure(figure, of_home, of_away, half)
                for (figure, half), (of_home, of_away) in body.figures.items()
            ),
        )

    def _sides(self, row: ClaimRow, body: ClaimBody, source_id: int) -> tuple[LeagueKey, TeamKey, TeamKey]:
        """The league and the two teams of a claim."""
        league_id, home_id, away_id = body.fixture.league_id, body.fixture.home_id, body.fixture.away_id
        if body.is_remote:
            return self._league_rows[league_id], self._teams[home_id], self._teams[away_id]
        league = self._league_key(source_id, league_id)
        home = self._team_key((source_id, row.home_name, home_id), league.country)
        away = self._team_key((source_id, row.away_name, away_id), league.country)
        return league, home, away

    def _league_key(self, source_id: int, league_id: int) -> LeagueKey:
        """A league as a source of files names it."""
        return self._league_keys.get((source_id, league_id)) or self._league_rows[league_id]._replace(id=None)

    def _ticks(self, body: ClaimBody) -> Iterator[ParsedTick]:
        for (maker_id, market), (first, last, _) in body.series.items():
            key = self._bookmaker(maker_id, is_remote=body.is_remote)
            values = {"id": body.fixture.id, "maker_id": maker_id, "market": market, "first": first, "last": last}
            for row in self._connection.execute(_TICKS, values):
                yield ParsedTick(key, market, *row)

    def _team_key(self, place: tuple[int, int | None, int], country: str) -> TeamKey:
        """A team as the source names it; place: the ids of the source, of the name and of the team."""
        if place not in self._spellings:
            self._spellings[place] = self._read_spelling(*place)
        scope, name, key = self._spellings[place]
        # A scope is a country, and a side or a league after it where the spelling is limited to that.
        where = scope.partition(" ")[0]
        return TeamKey(name, None if where in ("", country) else where, key)

    def _read_spelling(self, source_id: int, name_id: int | None, team_id: int) -> tuple[str, str, str | None]:
        """The scope and name by which a source calls a team, and its own id of the team."""
        values = {"source_id": source_id, "id": name_id, "team_id": team_id}
        row = self._connection.execute(_NAME, values).fetchone()
        if row is not None and row[0]:
            return row[0], row[1], None
        scope, name = self._connection.execute(_SPELLED, values).fetchone() or ("", self._teams[team_id].name)
        return scope, name, None if row is None else row[1]

    def _bookmaker(self, maker_id: int, *, is_remote: bool) -> BookmakerKey:
        key = self._bookmakers[maker_id]
        return key if is_remote and maker_id < OWN_IDS_FROM else key._replace(id=None)

    @cached_property
    def _bookmakers(self) -> dict[int, BookmakerKey]:
        rows = self._connection.execute("select slug, name, id from bookmaker")
        return {row[2]: BookmakerKey(*row) for row in rows}

    @cached_property
    def _teams(self) -> dict[int, TeamKey]:
        return {
            team_id: TeamKey(name, country, id=team_id) for team_id, name, country in self._connection.execute(_TEAMS)
        }

    @cached_property
    def _seasons(self) -> dict[int, SeasonKey]:
        rows = self._connection.execute("select label, start_year, id from season")
        return {row[2]: SeasonKey(*row) if row[2] < OWN_IDS_FROM else SeasonKey(*row[:2]) for row in rows}

    @cached_property
    def _league_rows(self) -> dict[int, LeagueKey]:
        """The id of each league → its country, name and id."""
        rows = self._connection.execute("select country_code, name, id from league")
        return {row[2]: LeagueKey(*row) for row in rows}

    @cached_property
    def _league_keys(self) -> dict[tuple[int, int], LeagueKey]:
        """Source and league → the first name by which the source calls it."""
        keys: dict[tuple[int, int], LeagueKey] = {}
        for source_id, league_id, country, name in self._connection.execute(_LEAGUE_NAMES):
            keys.setdefault((source_id, league_id), LeagueKey(country, name))
        return keys

    def _fixture_keys(self, source_id: int, ids: Iterable[int]) -> dict[int, str]:
        """Fixture id → the source's own id of it."""
        values = {"source_id": source_id, "ids": json.dumps(list(ids))}
        return dict(self._connection.execute(_FIXTURE_KEYS, values).fetchall())

    def _leagues(self, source_id: int) -> Iterator[ParsedRecord]:
        """The leagues that a source of files has named."""
        for league_id, country, name, *facts in self._connection.execute(_NAMED_LEAGUES, {"id": source_id}).fetchall():
            yield ParsedLeague(
                LeagueKey(country, name), *_described(facts), seasons=self._seasons_without_fixtures(league_id)
            )

    def _seasons_without_fixtures(self, league_id: int) -> tuple[SeasonKey, ...]:
        rows = self._connection.execute(_EMPTY_SEASONS, {"id": league_id})
        return tuple(self._seasons[row[0]]._replace(id=None) for row in rows)

    def _catalogue(self, source_id: int) -> Iterator[ParsedRecord]:
        """What a service has said of its countries, leagues, teams and bookmakers, by its own ids."""
        execute, limit = self._connection.execute, {"own": OWN_IDS_FROM, "source_id": source_id}
        for (code,) in execute("select code from country order by code").fetchall():
            yield ParsedCountry(code)
        for league_id, current, *facts in execute(_LEAGUES, limit).fetchall():
            key = self._league_rows[league_id]
            seasons = tuple(self._seasons[row[0]] for row in execute(_SEASONS, {"id": league_id, **limit}))
            if key.country == WORLD and not seasons:
                # Of a league that was only named, the country is not known.
                yield empty_page()._replace(leagues={league_id: key.name})
            else:
                yield ParsedLeague(key, *_described(facts), seasons=seasons, current=current)
        for (team_id,) in execute(_TEAMS_OF_COUNTRIES, {"kind": COUNTRY_KNOWN, **limit}).fetchall():
            yield ParsedTeam(self._teams[team_id])
        for maker_id, is_default in execute(_MAKERS, limit).fetchall():
            yield ParsedBookmaker(self._bookmakers[maker_id], bool(is_default))
        for league_id, season_id, team_id in execute(_MEMBERS, limit):
            yield ParsedMember(self._league_rows[league_id], self._seasons[season_id], self._teams[team_id])
        for code, lang, name in execute("select country_code, lang, name from country_name order by 1, 2"):
            yield ParsedName(code, lang, name)
        for league_id, lang, name in execute(_LEAGUE_TRANSLATIONS, limit):
            yield ParsedName(self._league_rows[league_id], lang, name)
        for team_id, lang, name in execute(_TEAM_TRANSLATIONS, limit):
            yield ParsedName(self._teams[team_id], lang, name)
        for league_id, season_id, team_id, points, reason, decided_on in execute(_ADJUSTMENTS, limit):
            yield ParsedAdjustment(
                self._league_rows[league_id],
                self._seasons[season_id],
                self._teams[team_id],
                points,
                reason,
                decided_on,
            )
        for retired_id, survivor_id in execute(_RETIRED, limit):
            yield ParsedRetirement(retired_id, self._league_rows[survivor_id])


def _described(facts: Iterable[object]) -> tuple[str | None, bool, bool]:
    """Short name, has_standings and esports of a league."""
    short_name, has_standings, esports = facts
    return None if short_name is None else str(short_name), bool(has_standings), bool(esports)


_LOADS = f"""
    select {", ".join(f"load.{name}" for name in Load._fields)}, source.name, source.trust,
           (select count(*) from claim
            where claim.id >= load.id << {CLAIM_BITS} and claim.id < (load.id + 1) << {CLAIM_BITS})
           + (select count(*) from claim_again where load_id = load.id)
    from load join source on source.id = load.source_id order by started_ts, load.id
"""  # the names are those of our record
_DIGESTS = "select source_id, address, digest from taken_page"
_TEAMS = "select id, name, country_code from team"
_EDITS = f"""
    select {", ".join(f"team_edit.{name}" for name in TeamEdit._fields)},
           (select before from team_edit_row
            where edit_id = team_edit.id and changed = 'team' and key = json_array(gone_id)),
           (select key from team_edit_row
            where edit_id = team_edit.id and changed = 'team_alias' and after is not null order by seq limit 1)
    from team_edit where undone_ts is null and reason is null order by id
"""  # the names are those of our record
_WITHOUT_CLAIMS = """
    select count(*) from fixture where not exists (select 1 from claim where claim.fixture_id = fixture.id)
"""
_CLAIMS = f"""
    select {", ".join(f"claim.{name}" for name in ClaimRow._fields)}
    from (
      select id as claim_id from claim where id >= :first and id < :end
      union all select claim_id from claim_again where load_id = :load_id
    ) join claim on claim.id = claim_id join fixture on fixture.id = claim.fixture_id
    order by fixture.kickoff_ts, claim.id
"""  # the names are those of our record; by kickoff, so that pairs that meet again get the numbers of their meetings
_NAME = "select scope, key from external_id where id = :id"
_SPELLED = """
    select scope, key from external_id
    where source_id = :source_id and kind = 'team' and entity_id = :team_id and scope <> '' order by scope, key limit 1
"""
_LEAGUE_NAMES = """
    select source_id, entity_id, scope, key from external_id where kind = 'league' order by source_id, scope, key
"""
_FIXTURE_KEYS = """
    select entity_id, min(key) from external_id
    where source_id = :source_id and kind = 'fixture' and entity_id in (select value from json_each(:ids))
    group by entity_id
"""
_TICKS = """
    select recorded_ts, seq, minute, line, price_1, price_2, price_3, home_score, away_score from odds_tick
    where fixture_id = :id and bookmaker_id = :maker_id and market = :market and recorded_ts between :first and :last
    order by recorded_ts, seq
"""
_NAMED_LEAGUES = """
    select league.id, scope, key, short_name, has_standings, esports
    from external_id join league on league.id = entity_id
    where source_id = :id and kind = 'league' order by scope, key
"""
_EMPTY_SEASONS = """
    select id from season where league_id = :id and not exists (select 1 from fixture where season_id = season.id)
    order by start_year, label
"""
_LEAGUES = """
    select id, (select label from season where league_id = league.id and current), short_name, has_standings, esports
    from league where id < :own order by id
"""
_SEASONS = "select id from season where league_id = :id and id < :own order by start_year, id"
_TEAMS_OF_COUNTRIES = """
    select team.id from external_id join team on team.id = entity_id
    where source_id = :source_id and kind = :kind and team.id < :own order by team.id
"""
_MAKERS = """
    select id, exists(select 1 from default_bookmaker where chosen_by = 'remote' and bookmaker_id = bookmaker.id)
    from bookmaker where id < :own order by id
"""
_MEMBERS = """
    select league_id, season_id, team_id from season_team join season on season.id = season_id
    where season_id < :own and league_id < :own and team_id < :own order by season_id, team_id
"""
_LEAGUE_TRANSLATIONS = "select league_id, lang, name from league_name where league_id < :own order by 1, 2"
_TEAM_TRANSLATIONS = "select team_id, lang, name from team_name where team_id < :own order by 1, 2"
_ADJUSTMENTS = """
    select league_id, season_id, team_id, points, reason, decided_on
    from points_adjustment join season on season.id = season_id
    where source = (select name from source where id = :source_id) and season_id < :own and team_id < :own
    order by season_id, team_id, seq
"""
_RETIRED = """
    select retired_league.id, survivor_id from retired_league join league on league.id = survivor_id
    where survivor_id < :own order by retired_league.id
"""
