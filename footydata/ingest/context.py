"""Caches what an import knows of the database: one cache for every source of the run, so that none goes stale.

What one source writes, the next one finds here: the names, spellings, ids and meetings of all. It is cleared as a whole
when another connection has written, a transaction was rolled back, or a row's id has changed.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple

from footydata.football.terms import DAY, OWN_IDS_FROM
from footydata.ingest.catalogue_notes import CatalogueNotes
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey
from footydata.store.claims.claim_rows import ClaimRows

Pair = tuple[int, int]
"""The ids of the home and the away team."""


class StoredSource(NamedTuple):
    """A source with its row in the database."""

    id: int
    name: str
    trust: int


class Meeting:
    """A stored fixture of a pair of teams at one venue.

    Attributes:
        id: of the fixture.
        kickoff_ts: as stored.
        is_open: whether it is not finished.
        in_table: whether a table counts it; a play-off is never the league fixture of the same pair.
        file: the number of the last file that contained it, 0 before any.
        day_in_file: the day on which that file has it, counted from 1970.
    """

    __slots__ = ("day_in_file", "file", "id", "in_table", "is_open", "kickoff_ts")

    def __init__(self, id: int, kickoff_ts: int, is_open: bool, in_table: bool, file: int = 0) -> None:
        self.id = id
        self.kickoff_ts = kickoff_ts
        self.is_open = is_open
        self.in_table = in_table
        self.file = file
        self.day_in_file = kickoff_ts // DAY


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
        found = self[key] = self._find(key)
        return found


class ImportContext:
    """The options of an import, and its cache.

    Attributes:
        connection: the database, inside a transaction of the importer.
        now: the moment of the import for provenance, in unix seconds.
        correct: whether finished fixtures may be corrected.
        place: the path of the file that is being read, '' for a page.
        league: the competition of files that do not name a known one, None if none was given.
        given_for: the name in the file that is being read for which it stands, None before there is one.
        made_leagues: the competitions that the file added and the register does not know, as COUNTRY/NAME.
        file: the number of the file or page that is being read; each of its rows is a different fixture.
        load_id: of the load under way. same_place: the earlier loads of its file or service.
        claims: what loads said of fixtures.
        told: source id and fixture id → the number of the first of the source's overlapping files of this run with it.
        generation: grows whenever the cache is cleared.
        names: table and country → normalised name → id, None if several rows have the name.
        full_keys: key of a league in the file, without its country or unknown → the one meant. bookmakers: key → id.
        seasons: league id and key → id. dated_seasons: league id and day → id.
        remote_leagues, remote_teams: id → the stored name of a remote service's row.
        remote_seasons: league id and label → id; season_ids: stored seasons of remote services.
        season_parts: season id → the parts that its fixtures' ids are hashed from.
        league_countries: league id → its country, None for a region.
        esports, meets_once: by league id. meetings: season id → pair → its stored fixtures.
        without_country: the remote teams whose country is unknown; None before it is read.
        remotes_default: the bookmaker whose lines a summary shows; None before it is read, or if there is none.
        new_rows: table and id of rows that this run inserted.
        notes: of the rows of the catalogue that each load inserted.
        pending_ids: ids of fixtures that are not written yet.
    """

    def __init__(
        self, connection: sqlite3.Connection, *, now: int, correct: bool = False, league: LeagueKey | None = None
    ) -> None:
        self.connection = connection
        self.now = now
        self.correct = correct
        self.league = league
        self.place = ""
        self.given_for: LeagueKey | None = None
        self.made_leagues: list[str] = []
        self.file = 0
        self.load_id = 0
        self.same_place: Sequence[int] = ()
        self.claims = ClaimRows(connection)
        self.told: dict[tuple[int, int], int] = {}
        self.notes = CatalogueNotes(connection)
        self.generation = 0
        self.clear()

    def clear(self) -> None:
        """Clear the cache; everything is read from the database again."""
        self.generation += 1
        self.notes.forget()
        self.claims.clear_cache()
        self._sources: dict[tuple[str, int], StoredSource] = {}
        self._of_source: dict[int, NamesOfSource] = {}
        self._has_own_ids: dict[str, bool] = {}
        self.names: dict[tuple[str, str | None], dict[str, int | None]] = {}
        self.full_keys: dict[LeagueKey, LeagueKey] = {}
        self.seasons: dict[tuple[int, SeasonKey], int] = {}
        self.dated_seasons: dict[tuple[int, int], int] = {}
        self.bookmakers: LazyIds | None = None
        self.remote_leagues: dict[int, str] = {}
        self.remote_teams: dict[int, str] = {}
        self.remote_seasons: dict[tuple[int, str], int] = {}
        self.season_ids: set[int] = set()
        self.season_parts: dict[int, tuple[int, str] | tuple[int]] = {}
        self.league_countries: dict[int, str | None] = {}
        self.esports: dict[int, int] = {}
        self.meets_once: dict[int, bool] = {}
        self.meetings: dict[int, dict[Pair, list[Meeting]]] = {}
        self.without_country: set[int] | None = None
        self.remotes_default: BookmakerKey | None = None
        self.new_rows: set[tuple[str, int]] = set()
        self.pending_ids: set[int] = set()

    def begin_file(self, place: str) -> None:
        """Begin another file or page."""
        self.file += 1
        self.place = place
        self.given_for = None
        self.made_leagues = []
        self.full_keys = {}

    def forget_league(self, league_id: int) -> None:
        """Forget what depends on the name and country of a league, which have changed."""
        self.league_countries.pop(league_id, None)
        self.esports.pop(league_id, None)
        self.meets_once.pop(league_id, None)
        for known in [known for known in self.dated_seasons if known[0] == league_id]:
            del self.dated_seasons[known]
        self.forget_names("league")

    def forget_names(self, table: str) -> None:
        """Forget the names of a table's rows; they are read again."""
        self.names = {key: names for key, names in self.names.items() if key[0] != table}

    def names_of(self, source_id: int) -> NamesOfSource:
        """The names by which a source has called rows."""
        found = self._of_source.get(source_id)
        if found is None:
            found = self._of_source[source_id] = NamesOfSource()
        return found

    def has_own_ids(self, table: str) -> bool:
        """Whether a table has rows with ids of ours, which may be the same as rows of a remote service."""
        if table not in self._has_own_ids:
            sql = f"select exists(select 1 from {table} where id >= :first)"  # a table of ours
            self._has_own_ids[table] = bool(self.connection.execute(sql, {"first": OWN_IDS_FROM}).fetchone()[0])
        return self._has_own_ids[table]

    def note_id(self, table: str, row_id: int) -> None:
        """Note that a row with the id was written."""
        if row_id >= OWN_IDS_FROM:
            self._has_own_ids[table] = True

    def source(self, name: str, trust: int) -> StoredSource:
        """The source of a name; its row is written if it is new or its trust has changed."""
        if (name, trust) not in self._sources:
            self._sources[name, trust] = StoredSource(self._source_id(name, trust), name, trust)
        return self._sources[name, trust]

    def _source_id(self, name: str, trust: int) -> int:
        values = {"name": name, "trust": trust}
        row = self.connection.execute("select id, trust, own_trust from source where name = :name", values).fetchone()
        if row is None:
            added = self.connection.execute("insert into source (name, trust) values (:name, :trust)", values).lastrowid
            assert added is not None
            return added
        source_id, stored, own = row
        if trust not in (stored, own):
            # A place that a person chose in the order stays.
            column = "trust" if own is None else "own_trust"
            self.connection.execute(f"update source set {column} = :trust where name = :name", values)
        return int(source_id)
