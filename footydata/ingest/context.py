"""What the parts of an import share: its options, the load and file under way, and the caches of the database.

What one source writes, the next one finds in the caches: the spellings, ids and meetings of all. Each cache is
kept by the module that fills it; all are cleared when another connection has written, a transaction was rolled back,
or a row's id has changed.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple, TypeVar

from footydata.football.register.naming import assigned_source_id
from footydata.football.terms import OWN_IDS_FROM
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey
from footydata.store.claims.claim_rows import ClaimRows

Pair = tuple[int, int]
"""The ids of the home and the away team."""


class StoredSource(NamedTuple):
    """A source with its row in the database."""

    id: int
    name: str
    trust: int


class FileState:
    """What the import knows of the file or page that is being read.

    Attributes:
        number: counted from 1 over the run; each row of a file is a different fixture.
        place: its path, '' for a page.
        given_for: the name in it for which the import's league stands, None before there is one.
        made_leagues: the competitions that it added and the register does not know, as COUNTRY/NAME.
        full_keys: key of a league in it, without its country or unknown → the one meant.
    """

    def __init__(self, number: int, place: str) -> None:
        self.number = number
        self.place = place
        self.given_for: LeagueKey | None = None
        self.made_leagues: list[str] = []
        self.full_keys: dict[LeagueKey, LeagueKey] = {}


class StoredLeague:
    """What the row of a league tells.

    Attributes:
        country, name, esports: as stored.
        dated_seasons: day (since 1970) → the id of the season by the league's calendar.
    """

    def __init__(self, country: str, name: str, esports: int) -> None:
        self.country = country
        self.name = name
        self.esports = esports
        self.dated_seasons: dict[int, int] = {}


Cache = TypeVar("Cache")


class ImportContext:
    """The options of an import, what is under way, and what is cached of the database.

    Attributes:
        connection: the database, inside a transaction of the importer.
        now: the moment of the import for provenance, in unix seconds.
        league: the competition of files that do not name a known one, None if none was given.
        file: that is being read.
        load_id: of the load under way. same_place: the earlier loads of its file or service.
        first_files: source id and fixture id → the number of the first of the source's overlapping files of this run
            with it.
        renumbered: the seasons whose league or a team has got the id of a service, of which those of fixtures are made.
        claims: what loads said of fixtures.
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
        self.renumbered: set[int] = set()
        self.claims = ClaimRows(connection)
        self.generation = 0
        self.clear()

    def clear(self) -> None:
        """Clear the cache; everything is read from the database again."""
        self.generation += 1
        self.claims.clear_cache()
        self._caches: dict[object, Any] = {}
        self._sources: dict[tuple[str, int], StoredSource] = {}
        self._leagues: dict[int, StoredLeague] = {}
        self._has_own_ids: dict[str, bool] = {}

    def begin_load(self, load_id: int, now: int, same_place: Sequence[int] = ()) -> None:
        """Speak for a load from here on; 0: for none. now: its moment, in unix seconds."""
        self.load_id, self.now, self.same_place = load_id, now, same_place
        self.claims.begin(load_id)

    def cached(self, kind: Callable[["ImportContext"], Cache]) -> Cache:
        """The cache of a kind, which every source of the run shares; a new one after the cache was cleared."""
        cache: Cache | None = self._caches.get(kind)
        if cache is None:
            cache = self._caches[kind] = kind(self)
        return cache

    def drop_cache(self, kind: Callable[["ImportContext"], object]) -> None:
        """Forget the cache of a kind, whose rows have changed."""
        self._caches.pop(kind, None)

    def begin_file(self, place: str) -> None:
        """Begin another file or page."""
        self.file = FileState(self.file.number + 1, place)

    def stored_league(self, league_id: int) -> StoredLeague | None:
        """What the row of a league tells, None if it is not stored."""
        league = self._leagues.get(league_id)
        if league is None:
            row = self.connection.execute(_LEAGUE, {"id": league_id}).fetchone()
            if row is not None:
                league = self._leagues[league_id] = StoredLeague(*row)
        return league

    def forget_league(self, league_id: int) -> None:
        """Forget what depends on the name and country of a league, which have changed."""
        self._leagues.pop(league_id, None)

    def has_own_ids(self, table: str) -> bool:
        """Whether a table has rows with ids of ours, which may be the same as rows of a remote service."""
        if table not in self._has_own_ids:
            # Asked once: a service that is a footydata file of somebody writes ids like ours in bulk.
            sql = f"select exists(select 1 from {table} where id >= ?)"  # a table of ours
            self._has_own_ids[table] = bool(
                self.connection.execute(sql, (OWN_IDS_FROM,)).fetchone()[0]
            )
        return self._has_own_ids[table]

    def note_id(self, table: str, row_id: int) -> None:
        """Note that a row with an id that is ours, not a service's, was written."""
        if row_id >= OWN_IDS_FROM:
            self._has_own_ids[table] = True

    def source(self, name: str, trust: int) -> StoredSource:
        """The source of a name; its row is written if it is new or its trust has changed."""
        if (name, trust) not in self._sources:
            self._sources[name, trust] = StoredSource(self._source_id(name, trust), name, trust)
        return self._sources[name, trust]

    def _source_id(self, name: str, trust: int) -> int:
        values: dict[str, str | int] = {"name": name, "trust": trust}
        row = self.connection.execute(
            "select id, trust, own_trust from source where name = :name", values
        ).fetchone()
        if row is None:
            taken = {row[0] for row in self.connection.execute("select id from source")}
            source_id = next(each for each in count(assigned_source_id(name)) if each not in taken)
            values |= {"id": source_id}
            self.connection.execute(
                "insert into source (id, name, trust) values (:id, :name, :trust)", values
            )
            return source_id
        source_id, stored, own = row
        if trust not in (stored, own):
            # A place that a person chose in the order stays.
            column = "trust" if own is None else "own_trust"
            self.connection.execute(
                f"update source set {column} = :trust where name = :name", values
            )
        return int(source_id)


_LEAGUE = "select country_code, name, esports from league where id = :id"


class NamesOfSource:
    """The names by which one source has called rows.

    Attributes:
        leagues: its keys → ids.
        teams: its keys → ids of the team and of the name in external_id by which claims name it; a key comes with the
            country and the side of the league in which it was named, and with the years or league to which its
            spelling is limited, '' if it is not.
        spellings: kind, scope and key of external_id → the id of what it names and its own; None before it is read.
    """

    __slots__ = ("leagues", "spellings", "teams")

    def __init__(self) -> None:
        self.leagues: dict[LeagueKey, int] = {}
        self.teams: dict[tuple[TeamKey, str, str, str], tuple[int, int]] = {}
        self.spellings: dict[tuple[str, str, str], tuple[int, int]] | None = None


class LazyIds(dict[BookmakerKey, int]):
    """Ids by key, each looked up when it is first asked for."""

    def __init__(self, find: Callable[[BookmakerKey], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: BookmakerKey) -> int:
        self[key] = row_id = self._find(key)
        return row_id


class ResolvedIds:
    """The ids that were found for what sources name; a cache of the context.

    Attributes:
        by_source: source id → its names.
        seasons: league id and key → id.
        bookmakers: key → id; None before one is asked for.
        new_leagues: ids of the leagues that were written.
    """

    def __init__(self, context: ImportContext) -> None:
        self.by_source: defaultdict[int, NamesOfSource] = defaultdict(NamesOfSource)
        self.seasons: dict[tuple[int, SeasonKey], int] = {}
        self.bookmakers: LazyIds | None = None
        self.new_leagues: set[int] = set()
