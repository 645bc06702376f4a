"""What the files of a run share, and the ids of what a source names: league, season, team and bookmaker.

What one source writes, the next one finds in the cache: the spellings, ids and meetings of all. It is cleared when
another connection has written, a transaction was rolled back, or a row's id has changed.

An id that the source gives is stored unchanged. What a name of a team means is told by `clubs`. A league is looked up
by the name by which this source called it before, in the register, then by its normalised and its bare name.
"""

import shlex
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from footydata.football.countries import ALL_CODES, KINDS, REGIONS, WORLD
from footydata.football.errors import FootydataError
from footydata.football.moments import day_of
from footydata.football.records import (
    BookmakerRecord,
    CountryRecord,
    ExternalId,
    LeagueRecord,
    SeasonRecord,
)
from footydata.football.register import (
    assigned_id,
    assigned_source_id,
    bookmaker_of,
)
from footydata.football.register.leagues import (
    WITHIN,
    calendar_of,
    likely_country,
    own_league_id,
    registered_league,
    registered_league_called,
    start_year_of,
)
from footydata.football.register.teams import (
    FIRST,
    NATIONAL,
    LimitedSpelling,
    base_of,
    former_nation,
    limited_spellings,
    limited_to,
)
from footydata.football.terms import DAY, OWN_IDS_FROM
from footydata.ingest.clubs import Clubs, Name, write_team
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    BookmakerKey,
    LeagueKey,
    SeasonKey,
    TeamKey,
    season_across,
    season_within,
)
from footydata.store.claims.claim import ClaimRows
from footydata.store.file.sqlite_files import file_of
from footydata.store.rows import change_id, column, ids_of, upsert

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


class RowRefused(FootydataError):
    """A row names something that can't be resolved; the message says what, without the row."""


class UnknownCompetition(RowRefused):
    """A source names a competition without its country, and the register does not know the name."""


class StoredSource(NamedTuple):
    """A source that has a row in the database."""

    id: int
    name: str


class MeantLeague(NamedTuple):
    """The stored league that a key means, by its country and name. side: of its teams."""

    id: int
    country: str
    name: str
    side: str


class MeantTeam(NamedTuple):
    """The stored team that a key means. name_id: of the name in external_id, 0 if a service gives its id."""

    id: int
    name_id: int


@dataclass(slots=True)
class FileState:
    """What the import knows of the file or page that is being read.

    Attributes:
        number: counted from 1 over the run; each row of a file is a different fixture.
        place: its path, '' for a page.
        given_for: the name in it for which the import's league stands, None before there is one.
        made_leagues: the competitions that it added and the register does not know, as COUNTRY/NAME.
        full_keys: key of a league in it, without its country or unknown → the one meant.
    """

    number: int
    place: str
    given_for: LeagueKey | None = None
    made_leagues: list[str] = field(default_factory=list)
    full_keys: dict[LeagueKey, LeagueKey] = field(default_factory=dict)


class ImportContext:
    """The options of an import, what is under way, and what is cached of the database.

    Attributes:
        connection: the database, inside a transaction of the importer.
        now: the moment of the load under way, before it that of the import, in unix seconds.
        league: the competition of files that do not name a known one, None if none was given.
        file: that is being read.
        load_id: of the load under way.
        first_files: source id and fixture id → the number of the first of the source's overlapping files of this run
            with it.
        touched: the seasons of which something was said. unsettled: those whose fixtures may be others by all that is
            said; also of a league or team that has got the id of a service, of which those of fixtures are made.
        claims: what loads said of fixtures.
        clubs: which teams names mean.
        remote_names: league or team → id of a row → the name that a service gave last.
        listed_seasons: id of a service's league and day → the season that it lists.
        generation: grows whenever the cache is cleared.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        now: int,
        league: LeagueKey | None = None,
    ) -> None:
        self.connection = connection
        self.now = now
        self.league = league
        self.file = FileState(0, "")
        self.load_id = 0
        self.first_files: dict[tuple[int, int], int] = {}
        self.touched: set[int] = set()
        self.unsettled: set[int] = set()
        self.claims = ClaimRows(connection)
        self._lookups: list[Any] = []
        self.source = self.cached(self._find_source)
        self.generation = 0
        self.clear()

    def clear(self) -> None:
        """Clear the cache; everything is read from the database again."""
        self.generation += 1
        self.claims.clear_cache()
        self.clubs = Clubs(self.connection)
        self.remote_names: dict[str, dict[int, str]] = {"league": {}, "team": {}}
        self.listed_seasons: dict[tuple[int, int], int | None] = {}
        for lookup in self._lookups:
            lookup.cache_clear()

    def cached(self, find: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
        """A function whose results are cached until the cache is cleared."""
        lookup: Any = cache(find)  # it has no types of parameters
        self._lookups.append(lookup)
        return lookup  # type: ignore[no-any-return]  # as above

    def _find_source(self, name: str, trust: int) -> StoredSource:
        """The source of a name; its row is written if it is new or its trust has changed."""
        stored = column(self.connection, _SAME_SOURCE, (name, trust))
        if not stored:
            taken = column(self.connection, "select id from source where name <> ?", (name,))
            free = next(id_ for id_ in count(assigned_source_id(name)) if id_ not in taken)
            self.connection.execute(_WRITE_SOURCE, {"id": free, "name": name, "trust": trust})
            stored = column(self.connection, "select id from source where name = ?", (name,))
        return StoredSource(stored[0], name)


_SAME_SOURCE = "select id from source where name = ? and ? in (trust, own_trust)"
_WRITE_SOURCE = """
    insert into source (id, name, trust) values (:id, :name, :trust) on conflict (name) do update
    set trust = iif(own_trust is null, :trust, trust), own_trust = iif(own_trust is null, null, :trust)
"""
"""A place that a person chose in the order of trust stays."""


class Resolver:
    """The ids of what one source names, for all of a run.

    Attributes:
        season: the id of a season by the id of its league and its key. bookmaker: that of a bookmaker by its key.
            What is new is written when it is first asked for.
    """

    def __init__(self, context: ImportContext, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self.source = source
        self._league = context.cached(self._find_league)
        self.season = context.cached(self._find_season)
        self._team = context.cached(self._find_team)
        self.bookmaker = context.cached(self._find_bookmaker)

    def league(self, key: LeagueKey) -> MeantLeague:
        """The league that a key means, written if it is new.

        One without its country is that of the register, or the one that the import was given. Raises RowRefused,
        UnknownCompetition.
        """
        if key.country == UNKNOWN_COUNTRY or key.is_new:
            full_keys = self._context.file.full_keys
            if key not in full_keys:
                full_keys[key] = self._known_key(key) or self._given_key(key)
            key = full_keys[key]
        return self._league(key)

    def _known_key(self, key: LeagueKey) -> LeagueKey | None:
        """The competition of a name, by the register or by what this source called so before."""
        if key.country == UNKNOWN_COUNTRY:
            known = registered_league_called(key.name)
            return LeagueKey(known.country, known.name) if known else None
        called = column(self._connection, _CALLED, (self.source.id, key.country, key.name))
        if called or registered_league(key.country, key.name):
            return LeagueKey(key.country, key.name)
        # A competition of several countries is played in one of them.
        known = registered_league_called(key.name) if key.country not in REGIONS else None
        return LeagueKey(known.country, known.name) if known and known.country in REGIONS else None

    def _given_key(self, key: LeagueKey) -> LeagueKey:
        """The league that the import was given, which stands for one unknown name of a file.

        Raises UnknownCompetition.
        """
        if self._context.league is None:
            database = str(file_of(self._connection) or "")
            raise UnknownCompetition(how_to_name(key, database, self._context.file.place))
        first = self._context.file.given_for = self._context.file.given_for or key
        if first != key:
            option, one = ("--league", "file") if self._context.file.place else ("league", "frame")
            raise UnknownCompetition(
                f"{key.name!r} is not a competition that we know, nor is {first.name!r}, for which {option} stands: "
                f"load them from a {one} each"
            )
        return self._context.league

    def team(
        self,
        key: TeamKey,
        region: str,
        *,
        side: str = FIRST,
        season_id: int | None = None,
        at: int | None = None,
    ) -> MeantTeam:
        """The team of a name that plays in a league of the country or region, written if it is new.

        side: of the league's teams. season_id: in which it is named, which decides between two clubs of one name; None
        if unknown. at: the kickoff of its fixture, which decides what a former name of a nation means; None if unknown.
        Raises RowRefused.
        """
        country, limited = key.country or region, None
        if side == NATIONAL and at is not None:
            limited = former_nation(key.name, day_of(at))
        elif side == FIRST and season_id is not None and limited_spellings(country, key.name):
            where, name, year = self._connection.execute(
                _LEAGUE_AND_YEAR, {"id": season_id}
            ).fetchone()
            league = registered_league(where, name)
            limited = limited_to(country, key.name, league.name if league else name, year)
        return self._team(key, country, side, limited)

    def write_country(self, code: str) -> None:
        """Note a country. Raises RowRefused."""
        if code not in ALL_CODES:
            raise RowRefused(f"{code!r} is not a country code of the contract")
        upsert(self._connection, "country", [CountryRecord(code, ALL_CODES[code], KINDS[code])])

    def _find_league(self, key: LeagueKey) -> MeantLeague:
        known = registered_league(key.country, key.name)
        name = known.name if known else key.name.strip()
        called = column(self._connection, _CALLED, (self.source.id, key.country, key.name))
        row_id = called[0] if called else self._own_league(key.country, name)
        if key.id is not None:
            row_id = self._remote_id("league", key.id, row_id)
        if not self.exists("league", row_id):
            self.write_country(key.country)
            league = LeagueRecord(row_id, name, None, key.country)
            if known:
                league = league._replace(rules=known.rules, has_standings=int(known.has_standings))
            elif key.id is None:
                self._context.file.made_leagues.append(f"{key.country}/{name}")
            upsert(self._connection, "league", [league])
        if key.id is not None:
            self.rename("league", row_id, key.name)
        self.remember("league", key.name, row_id, scope=key.country)
        return MeantLeague(row_id, key.country, name, known.side if known else FIRST)

    def _own_league(self, country: str, name: str) -> int:
        """The id that we give a league, or that of the stored league that would have it; a service's first."""
        own_id = own_league_id(country, name)
        sql = "select id, name from league where country_code = ? order by id"
        stored = self._connection.execute(sql, (country,)).fetchall()
        return next((id_ for id_, name in stored if own_league_id(country, name) == own_id), own_id)

    def _find_season(self, league_id: int, key: SeasonKey) -> int:
        values = {"league_id": league_id, "label": key.label}
        country, name, row_id = self._connection.execute(_LEAGUE_AND_SEASON, values).fetchone()
        if row_id is None:
            row_id = assigned_id("season", own_league_id(country, name), key.label)
        if key.id is not None:
            row_id = self._remote_id("season", key.id, row_id)
        if not self.exists("season", row_id):
            season = SeasonRecord(row_id, league_id, key.label, key.start_year)
            upsert(self._connection, "season", [season])
        return int(row_id)

    def _find_team(
        self, key: TeamKey, country: str, side: str, limited: LimitedSpelling | None
    ) -> MeantTeam:
        spelling = key.name.strip()
        base = base_of(spelling, country, side=side, limited=limited)
        clubs = self._context.clubs
        row_id, name = key.id, base.name
        if row_id is None or self.has_own("team"):
            row_id = clubs.team(Name(self.source.name, base.scope, spelling, base.id), base.known)
        if key.id is not None:
            row_id = self._remote_id("team", key.id, row_id)
            name = spelling
        if not self.exists("team", row_id):
            self.write_country(base.country)
            write_team(self._connection, row_id, name, base.country)
            if key.id is not None:
                clubs.read_again()
        if key.id is not None:
            # A service names its teams by their ids.
            self.rename("team", row_id, spelling)
            return MeantTeam(row_id, 0)
        name_id = self.remember("team", spelling, row_id, scope=base.scope, base_id=base.id)
        if key.key:
            name_id = self.remember("team", key.key, row_id, base_id=base.id)
        return MeantTeam(row_id, name_id)

    def _find_bookmaker(self, key: BookmakerKey) -> int:
        stored = column(self._connection, "select id from bookmaker where slug = ?", (key.slug,))
        row_id: int = stored[0] if stored else bookmaker_of(key.slug).id
        if key.id is not None:
            row_id = self._remote_id("bookmaker", key.id, row_id)
        if not self.exists("bookmaker", row_id):
            bookmaker = BookmakerRecord(row_id, key.name, key.slug)
            upsert(self._connection, "bookmaker", [bookmaker])
        return row_id

    def remember(
        self, kind: str, key: str, entity_id: int, *, scope: str = "", base_id: int | None = None
    ) -> int:
        """Note the key by which this source calls an entity; returns the id of that name, which claims refer to."""
        name = ExternalId(self.source.id, kind, scope, key, entity_id, base_id=base_id)._asdict()
        same = self._connection.execute(_SAME_NAME, name).fetchone()
        row = same or self._connection.execute(_WRITE_NAME, name).fetchone()
        return int(row[0])

    def _remote_id(self, table: str, remote_id: int, own_id: int) -> int:
        """The id that a service gives, after our row was changed to it."""
        # A footydata file of somebody has ids like ours.
        is_ours = own_id >= OWN_IDS_FROM and own_id != remote_id and self.exists(table, own_id)
        # A league is stored under both ids if the service had not given its country when a file named it.
        if is_ours and (table == "league" or not self.exists(table, remote_id)):
            if table == "league":
                for pair in self._connection.execute(_SAME_SEASONS, (own_id, remote_id)).fetchall():
                    change_id(self._connection, "season", *pair)
            change_id(self._connection, table, own_id, remote_id)
            if table in _SEASONS_OF:
                seasons = column(self._connection, _SEASONS_OF[table], (remote_id,))
                self._context.unsettled.update(seasons)
                if table != "team":
                    # A service says itself which of its seasons is the current one.
                    sql = "update season set current = 0 where id in (select value from json_each(:ids))"
                    self._connection.execute(sql, ids_of(seasons))
            self._context.clear()
        return remote_id

    def rename(self, table: str, row_id: int, name: str) -> None:
        """Take over the name that a service gives a league or team with its id."""
        sql = f"update {table} set name = :name where id = :id and name <> :name"
        self._connection.execute(sql, {"id": row_id, "name": name})

    def exists(self, table: str, row_id: int) -> bool:
        """Whether a row of the id is stored."""
        # A table of ours.
        sql = f"select 1 from {table} where id = :id"
        return self._connection.execute(sql, {"id": row_id}).fetchone() is not None

    def has_own(self, table: str) -> bool:
        """Whether a table has rows with ids of ours, which may be the same as rows of a service."""
        sql = f"select 1 from {table} where id >= {OWN_IDS_FROM}"
        return self._connection.execute(sql).fetchone() is not None


def dated_season(country: str, league: str, day: int) -> SeasonKey:
    """The season of a day (days since 1970), by the calendar of a league."""
    year = start_year_of(country, league, day_of(day * DAY))
    is_within = calendar_of(country, league) == WITHIN
    return season_within(year) if is_within else season_across(year)


_LEAGUE_AND_YEAR = """
    select country_code, league.name, start_year from season join league on league.id = season.league_id
    where season.id = :id
"""
_SAME_NAME = """
    select id from external_id
    where (source_id, kind, scope, key, entity_id) = (:source_id, :kind, :scope, :key, :entity_id)
      and base_id is :base_id
"""
_WRITE_NAME = """
    insert into external_id (source_id, kind, scope, key, entity_id, id, base_id)
    values (:source_id, :kind, :scope, :key, :entity_id, (select coalesce(max(id), 0) + 1 from external_id), :base_id)
    on conflict (source_id, kind, scope, key) do update set entity_id = excluded.entity_id, base_id = excluded.base_id
    returning id
"""
_LEAGUE_AND_SEASON = """
    select country_code, name, season.id from league
    left join season on season.league_id = league.id and label = :label where league.id = :league_id
"""
_CALLED = "select entity_id from external_id where source_id = ? and kind = 'league' and scope = ? and key = ?"
_SEASONS_OF = {
    "league": "select id from season where league_id = ?",
    "season": "select id from season where id = ?",
    "team": "select season_id from season_team where team_id = ?",
}
"""Table → the seasons of one of its rows, whose fixtures have other ids if the row gets one of a service."""

_SAME_SEASONS = """
    select own.id, remote.id from season as own join season as remote on remote.label = own.label
    where own.league_id = ? and remote.league_id = ? order by own.id
"""


def typed_path(path: str) -> str:
    """A path as a user would type it: relative to the working directory if it is below it."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except ValueError:
        return path


def how_to_name(key: LeagueKey, database: str, place: str) -> str:
    """Why an unknown competition is refused, with the command that would load its file.

    database, place: the paths of the database and of the file, '' if it is a frame.
    """
    country = key.country
    if country == UNKNOWN_COUNTRY:
        country = likely_country(key.name) or WORLD
    league = f"{country}/{key.name}"
    command = ("footydata", "load", typed_path(database), typed_path(place), "--league", league)
    way = f"this takes it: {shlex.join(command)}"
    if not place:
        way = f"load_frame(frame, league={league!r}) takes it"
    hint = f" (with the code of its country for {WORLD})" if country == WORLD else ""
    return f"{key.name!r} is not a competition that we know; {way}{hint}"
