"""What the parts of an import share: its options, the load and file under way, and the caches of the database.

What one source writes, the next one finds in the caches: the spellings, ids and meetings of all. All are cleared when
another connection has written, a transaction was rolled back, or a row's id has changed.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple, TypeVar

from footydata.football.register import assigned_source_id
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.identity.clubs import Clubs
from footydata.sources.parsed import LeagueKey
from footydata.store.claims.claim import ClaimRows
from footydata.store.rows import column, first


class StoredSource(NamedTuple):
    """A source that has a row in the database."""

    id: int
    name: str


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


class StoredLeague(NamedTuple):
    """What the row of a league tells."""

    country: str
    name: str
    esports: int


@dataclass(slots=True)
class RemoteRows:
    """Rows that are stored under the ids of a service.

    Attributes:
        leagues, teams: id → the name that the service gave last.
        dated: league id and day → the listed season.
    """

    leagues: dict[int, str] = field(default_factory=dict)
    teams: dict[int, str] = field(default_factory=dict)
    dated: dict[tuple[int, int], int | None] = field(default_factory=dict)


Key = TypeVar("Key")
Value = TypeVar("Value")


class Found(dict[Key, Value]):
    """What was found for each key, looked up when it is first asked for; None is looked up again."""

    def __init__(self, find: Callable[[Key], Value]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Value:
        value = self._find(key)
        if value is not None:
            self[key] = value
        return value


class ImportContext:
    """The options of an import, what is under way, and what is cached of the database.

    Attributes:
        connection: the database, inside a transaction of the importer.
        now: the moment of the load under way, before it that of the import, in unix seconds.
        league: the competition of files that do not name a known one, None if none was given.
        file: that is being read.
        load_id: of the load under way. same_place: the earlier loads of its file or service.
        first_files: source id and fixture id → the number of the first of the source's overlapping files of this run
            with it.
        touched: the seasons of which something was said. unsettled: those whose fixtures may be others by all that is
            said; also of a league or team that has got the id of a service, of which those of fixtures are made.
        claims: what loads said of fixtures.
        leagues: league id → what its row tells, None if it is not stored.
        has_own_ids: table → whether it has rows with ids of ours, which may be the same as rows of a remote service.
            Asked until there are: a service that is a footydata file of somebody writes ids like ours in bulk.
        sources: name and trust → the source; its row is written if it is new or its trust has changed.
        new_leagues: ids of the leagues that were written.
        clubs: which teams names mean.
        remote: rows that are stored under the ids of a service.
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
        self.same_place: Sequence[int] = ()
        self.first_files: dict[tuple[int, int], int] = {}
        self.touched: set[int] = set()
        self.unsettled: set[int] = set()
        self.claims = ClaimRows(connection)
        self.new_leagues: set[int] = set()
        self._lookups: list[Found[Any, Any]] = []
        self.leagues = self.lookup(self._find_league)
        self.has_own_ids = self.lookup(self._find_own_ids)
        self.sources = self.lookup(self._find_source)
        self.generation = 0
        self.clear()

    def clear(self) -> None:
        """Clear the cache; everything is read from the database again."""
        self.generation += 1
        self.claims.clear_cache()
        self.clubs = Clubs(self.connection)
        self.remote = RemoteRows()
        self.new_leagues.clear()
        for found in self._lookups:
            found.clear()

    def lookup(self, find: Callable[[Key], Value]) -> Found[Key, Value]:
        """What the database has for keys; forgotten whenever the cache is cleared."""
        found = Found(find)
        self._lookups.append(found)
        return found

    def set_load(self, load_id: int, now: int, same_place: Sequence[int] = ()) -> None:
        """Import what a load says from here on. now: its moment, in unix seconds."""
        self.load_id, self.now, self.same_place = load_id, now, same_place

    def _find_league(self, league_id: int) -> StoredLeague | None:
        return first(self.connection, StoredLeague, _LEAGUE, {"id": league_id})

    def _find_own_ids(self, table: str) -> bool | None:
        sql = f"select 1 from {table} where id >= ? limit 1"  # a table of ours
        return self.connection.execute(sql, (OWN_IDS_FROM,)).fetchone() and True

    def _find_source(self, name_and_trust: tuple[str, int]) -> StoredSource:
        name, trust = name_and_trust
        taken = column(self.connection, "select id from source where name <> ?", (name,))
        free = next(id_ for id_ in count(assigned_source_id(name)) if id_ not in taken)
        self.connection.execute(_WRITE_SOURCE, {"id": free, "name": name, "trust": trust})
        (source_id,) = column(self.connection, "select id from source where name = ?", (name,))
        return StoredSource(source_id, name)


_LEAGUE = "select country_code, name, esports from league where id = :id"
_WRITE_SOURCE = """
    insert into source (id, name, trust) values (:id, :name, :trust) on conflict (name) do update
    set trust = iif(own_trust is null, :trust, trust), own_trust = iif(own_trust is null, null, :trust)
    where trust <> :trust and own_trust is not :trust
"""
"""A place that a person chose in the order of trust stays."""
