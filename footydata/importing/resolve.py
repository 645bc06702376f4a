"""Who is who: finds the ids of what a source names, and gives ids to what is new.

The order of a look-up: an id that comes along; what this source called so before (external_id, which aliases
and merges edit); an alias of the user's; a packaged name; a row of the same country and normalised name;
else a new row.
"""

import sqlite3
from collections.abc import Callable

from footydata.contract.countries import ALL_CODES, REGIONS, kind_of
from footydata.contract.errors import FootydataError
from footydata.contract.terms import OWN_IDS_FROM
from footydata.records import Bookmaker, Country, ExternalId, League, Season, SeasonTeam, Team
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey
from footydata.store.changing_ids import change_id
from footydata.store.naming import assigned_id, bare, normalised
from footydata.store.register.bookmakers import registered_bookmaker
from footydata.store.register.leagues import registered_league
from footydata.store.register.teams import registered_team
from footydata.store.writing import upsert

AGAIN: tuple[tuple[str, ...], ...] = ((), *((f"again {attempt}",) for attempt in range(1, 100)))
"""What is hashed in addition where an id is taken by something else."""


class UnknownCountry(FootydataError):
    """A source names a country code that the contract does not know."""


def source_id(connection: sqlite3.Connection, name: str, trust: int) -> int:
    """The id of a source, its row written where it is new or its trust has changed."""
    row = connection.execute("select id, trust from source where name = :name", {"name": name}).fetchone()
    if row is None:
        cursor = connection.execute(
            "insert into source (name, trust) values (:name, :trust)", {"name": name, "trust": trust}
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid
    if row[1] != trust:
        connection.execute("update source set trust = :trust where id = :id", {"trust": trust, "id": row[0]})
    return int(row[0])


class _Finding(dict[BookmakerKey, int]):
    """Ids by key, found when they are first asked for."""

    def __init__(self, find: Callable[[BookmakerKey], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: BookmakerKey) -> int:
        found = self[key] = self._find(key)
        return found


class Resolver:
    """The ids of one source's leagues, seasons, teams and bookmakers, remembered while it is read.

    Inside a transaction of the caller; `forget` when that is rolled back or another writer has been there.

    Attributes:
        bookmakers: key → the id of a bookmaker; a new one is given its id when it is asked for.
        on_change_id: called when a row's id has changed to a remote service's.
    """

    def __init__(self, connection: sqlite3.Connection, source: str, source_id: int) -> None:
        self._connection = connection
        self._source = source
        self._source_id = source_id
        self.on_change_id: Callable[[], None] = lambda: None
        self.forget()

    def forget(self) -> None:
        """Drop what is remembered; the database is asked again."""
        self._leagues: dict[LeagueKey, int] = {}
        self._seasons: dict[tuple[int, SeasonKey], int] = {}
        self._teams: dict[tuple[TeamKey, str], int] = {}
        self.bookmakers = _Finding(self._find_bookmaker)
        self._by_name: dict[tuple[str, str | None], dict[str, int | None]] = {}
        self._told: dict[tuple[str, str, str], int] | None = None
        self._new: set[tuple[str, int]] = set()

    def is_new(self, table: str, row_id: int) -> bool:
        """Whether a row was first written here."""
        return (table, row_id) in self._new

    def league(self, key: LeagueKey) -> int:
        """The id of a competition. Raises UnknownCountry."""
        found = self._leagues.get(key)
        if found is None:
            found = self._leagues[key] = self._find_league(key)
        return found

    def season(self, league_id: int, key: SeasonKey) -> int:
        """The id of a season of a league."""
        found = self._seasons.get((league_id, key))
        if found is None:
            found = self._seasons[league_id, key] = self._find_season(league_id, key)
        return found

    def team(self, key: TeamKey, league_country: str) -> int:
        """The id of a team that plays in a league of that country or region. Raises UnknownCountry."""
        found = self._teams.get((key, league_country))
        if found is None:
            found = self._teams[key, league_country] = self._find_team(key, key.country or league_country)
        return found

    def remember(self, kind: str, key: str, entity_id: int, *, scope: str = "") -> None:
        """Note that this source calls an entity so."""
        told = self._remembered()
        if told.get((kind, scope, key)) != entity_id:
            told[kind, scope, key] = entity_id
            upsert(self._connection, "external_id", [ExternalId(self._source_id, kind, scope, key, entity_id)])

    def recall(self, kind: str, key: str, *, scope: str = "") -> int | None:
        """What this source calls so, None where it never did."""
        return self._remembered().get((kind, scope, key))

    def add_member(self, season_id: int, team_id: int) -> None:
        """Note that a team belongs to a season."""
        upsert(self._connection, "season_team", [SeasonTeam(season_id, team_id)])

    def _find_league(self, key: LeagueKey) -> int:
        self.write_country(key.country)
        known = registered_league(key.country, key.name)
        name = known.name if known else key.name.strip()
        own = self.recall("league", key.name, scope=key.country) or self._named("league", key.country, name)
        row_id = self._kept("league", key.id, own)
        row_id = row_id or (known.id if known else self._free_id("league", key.country, normalised(name)))
        if not self._exists("league", row_id):
            league = League(row_id, name, None, key.country)
            if known:
                league = league._replace(rules=known.rules, has_standings=int(known.has_standings))
            upsert(self._connection, "league", [league])
            self._new.add(("league", row_id))
            self._note_name("league", key.country, name, row_id)
        if key.id is not None:
            self._rename("league", row_id, key.name)
        self.remember("league", key.name, row_id, scope=key.country)
        return row_id

    def _find_season(self, league_id: int, key: SeasonKey) -> int:
        row = self._connection.execute(
            "select id from season where league_id = :league_id and label = :label",
            {"league_id": league_id, "label": key.label},
        ).fetchone()
        row_id = self._kept("season", key.id, None if row is None else int(row[0]))
        if row_id is None:
            row_id = self._free_id("season", league_id, key.label)
        if not self._exists("season", row_id):
            upsert(self._connection, "season", [Season(row_id, league_id, key.label, key.start_year)])
        return row_id

    def _find_team(self, key: TeamKey, country: str) -> int:
        spelling = key.name.strip()
        known = registered_team(country, spelling)
        home = known.country if known else country
        own = self.recall("team", key.key) if key.key else None
        own = own or self.recall("team", spelling, scope=country)
        own = own or self._aliased(country, spelling) or (self._aliased(home, known.name) if known else None)
        own = own or self._named("team", home, known.name if known else spelling)
        row_id = self._kept("team", key.id, own)
        row_id = row_id or (known.id if known else self._free_id("team", home, normalised(spelling)))
        if not self._exists("team", row_id):
            name = known.name if known else spelling
            self.write_country(home)
            upsert(self._connection, "team", [Team(row_id, name, None if home in REGIONS else home)])
            self._note_name("team", home, name, row_id)
        if key.id is not None:
            self._rename("team", row_id, spelling)
        self.remember("team", spelling, row_id, scope=country)
        if key.key:
            self.remember("team", key.key, row_id)
        return row_id

    def _find_bookmaker(self, key: BookmakerKey) -> int:
        row = self._connection.execute("select id from bookmaker where slug = :slug", {"slug": key.slug}).fetchone()
        row_id = self._kept("bookmaker", key.id, None if row is None else int(row[0]))
        if row_id is None:
            known = registered_bookmaker(key.slug)
            row_id = known.id if known else self._free_id("bookmaker", key.slug)
        if not self._exists("bookmaker", row_id):
            upsert(self._connection, "bookmaker", [Bookmaker(row_id, key.name, key.slug)])
        return row_id

    def _kept(self, table: str, remote_id: int | None, own_id: int | None) -> int | None:
        """The id that came along, which an own row of the same name adopts; else the own row's."""
        if remote_id is None:
            return own_id
        if own_id is not None and own_id >= OWN_IDS_FROM and not self._exists(table, remote_id):
            change_id(self._connection, table, own_id, remote_id)
            self.forget()
            self.on_change_id()
        return remote_id

    def _rename(self, table: str, row_id: int, name: str) -> None:
        """The name that comes along with an id stands."""
        self._connection.execute(_RENAME[table], {"id": row_id, "name": name})

    def write_country(self, code: str) -> None:
        """Note a country. Raises UnknownCountry."""
        if code not in ALL_CODES:
            raise UnknownCountry(f"{code!r} is not a country code of the contract")
        upsert(self._connection, "country", [Country(code, ALL_CODES[code], kind_of(code))])

    def _named(self, table: str, country: str, name: str) -> int | None:
        """The row of a country with that name, or bare name where that is one row's alone."""
        names = self._names(table, country)
        return names.get(normalised(name)) or names.get(_bare_key(name))

    def _aliased(self, country: str, spelling: str) -> int | None:
        """The team that this source or every one calls so by the user's word."""
        row = self._connection.execute(
            """select team_id from team_alias where scope = :scope and spelling = :spelling
            and source in ('', :source) order by source desc limit 1""",
            {"scope": country, "spelling": normalised(spelling), "source": self._source},
        ).fetchone()
        return None if row is None else int(row[0])

    def _note_name(self, table: str, country: str, name: str, row_id: int) -> None:
        names = self._names(table, country)
        names[normalised(name)] = row_id
        near = _bare_key(name)
        names[near] = row_id if names.get(near, row_id) == row_id else None

    def _names(self, table: str, country: str) -> dict[str, int | None]:
        where = None if table == "team" and country in REGIONS else country
        if (table, where) not in self._by_name:
            self._by_name[table, where] = {}
            for row_id, name in self._connection.execute(_NAMES[table], {"country": where}).fetchall():
                self._note_name(table, country, name, row_id)
        return self._by_name[table, where]

    def _remembered(self) -> dict[tuple[str, str, str], int]:
        if self._told is None:
            rows = self._connection.execute(
                """select kind, scope, key, entity_id from external_id
                where source_id = :source_id and kind <> 'fixture'""",
                {"source_id": self._source_id},
            )
            self._told = {(kind, scope, key): entity_id for kind, scope, key, entity_id in rows}
        return self._told

    def _exists(self, table: str, row_id: int) -> bool:
        return self._connection.execute(_EXISTS[table], {"id": row_id}).fetchone() is not None

    def _free_id(self, kind: str, *parts: object) -> int:
        attempts = (assigned_id(kind, *parts, *again) for again in AGAIN)
        return next(row_id for row_id in attempts if not self._exists(kind, row_id))


def _bare_key(name: str) -> str:
    return f"~{bare(name)}"


_NAMES = {
    "league": "select id, name from league where country_code = :country order by id",
    "team": "select id, name from team where country_code is :country order by id",
}
_RENAME = {
    "league": "update league set name = :name where id = :id and name <> :name",
    "team": "update team set name = :name where id = :id and name <> :name",
}
_EXISTS = {
    table: f"select 1 from {table} where id = :id"  # table names of ours
    for table in ("league", "season", "team", "bookmaker")
}
