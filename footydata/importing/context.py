"""What one import remembers of the database: one object for every source of the run, so that none goes stale.

Whatever one source writes, the next one finds: the names, spellings, ids and meetings of all are here and nowhere
else. It is cleared as a whole when another connection wrote, a transaction was rolled back or a row's id changed.
"""

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from footydata.contract.terms import OWN_IDS_FROM
from footydata.importing.load_notes import LoadNotes
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey

Pair = tuple[int, int]
"""The ids of the home and the away team."""


_NO_PARTS: dict[int, int] = {}


class StoredSource(NamedTuple):
    """A source with its row in the database."""

    id: int
    name: str
    trust: int


class Meeting:
    """A stored fixture of a pair at one venue.

    Attributes:
        id: of the fixture.
        kickoff_ts: as stored.
        is_open: whether it is not finished.
        in_table: whether a table counts it; a play-off is never the league fixture of the same pair.
        file: the number of the file that contained it last, 0 before any.
    """

    __slots__ = ("file", "id", "in_table", "is_open", "kickoff_ts")

    def __init__(self, id: int, kickoff_ts: int, is_open: bool, in_table: bool, file: int = 0) -> None:
        self.id = id
        self.kickoff_ts = kickoff_ts
        self.is_open = is_open
        self.in_table = in_table
        self.file = file


class NamesOfSource:
    """What one source called the rows that it named.

    Attributes:
        leagues, teams: its keys → ids; a team's key with the country and the side of the league in which it was named.
        spellings: kind, scope and key of external_id → id; None before it is read.
    """

    __slots__ = ("leagues", "spellings", "teams")

    def __init__(self) -> None:
        self.leagues: dict[LeagueKey, int] = {}
        self.teams: dict[tuple[TeamKey, str, str], int] = {}
        self.spellings: dict[tuple[str, str, str], int] | None = None


class FoundWhenAsked(dict[BookmakerKey, int]):
    """Ids by key, found when they are first asked for."""

    def __init__(self, find: Callable[[BookmakerKey], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: BookmakerKey) -> int:
        found = self[key] = self._find(key)
        return found


class ImportContext:
    """What an import is allowed, and what it remembers.

    Attributes:
        connection: the database, inside a transaction of the importer.
        now: the moment that provenance notes, in unix seconds.
        correct: whether finished fixtures may be corrected.
        place: the path of the file that is read, '' of a page.
        league: the competition of files that do not name a known one, None where none was given.
        file: the number of the file or page that is read; each of its rows is a fixture of its own.
        is_ordered: whether what a file tells stands against the files of its source after it.
        generation: grows whenever everything is forgotten.
        names: table and country → normalised name → id, None where the name is not one row's alone.
        full_keys: keys of leagues without a country → with it. bookmakers: slugs → ids.
        seasons: league id and key → id. dated_seasons: league id and day → id.
        remote_leagues, remote_teams: id → the name under which a remote service's row is stored.
        remote_seasons: league id and label → id; season_ids: those of remote services known to be stored.
        season_parts: season id → what tells its fixtures' ids from others.
        homes: league id → its country, None of a region's.
        esports, meets_once: by league id. meetings: season id → pair → its stored fixtures.
        without_country: the remote teams whose country is not known; None before it is read.
        default_bookmaker: whose lines a summary shows; None before it is read or where there is none.
        new_rows: table and id of what this run was the first to write.
        notes: of which load gives what.
        given_ids: ids of fixtures that wait to be written.
    """

    def __init__(
        self, connection: sqlite3.Connection, *, now: int, correct: bool = False, league: LeagueKey | None = None
    ) -> None:
        self.connection = connection
        self.now = now
        self.correct = correct
        self.league = league
        self.place = ""
        self.file = 0
        self.is_ordered = False
        self.notes = LoadNotes(connection)
        self._settled: dict[int, dict[int, int]] = {}
        self._of_file: dict[int, int] = {}
        self._source_id_of_file = 0
        self.generation = 0
        self.clear()

    def clear(self) -> None:
        """Forget everything; the database is asked again."""
        self.generation += 1
        self.notes.forget()
        self._sources: dict[tuple[str, int], StoredSource] = {}
        self._of_source: dict[int, NamesOfSource] = {}
        self._has_own: dict[str, bool] = {}
        self.names: dict[tuple[str, str | None], dict[str, int | None]] = {}
        self.full_keys: dict[LeagueKey, LeagueKey] = {}
        self.seasons: dict[tuple[int, SeasonKey], int] = {}
        self.dated_seasons: dict[tuple[int, int], int] = {}
        self.bookmakers: FoundWhenAsked | None = None
        self.remote_leagues: dict[int, str] = {}
        self.remote_teams: dict[int, str] = {}
        self.remote_seasons: dict[tuple[int, str], int] = {}
        self.season_ids: set[int] = set()
        self.season_parts: dict[int, tuple[int, str] | tuple[int]] = {}
        self.homes: dict[int, str | None] = {}
        self.esports: dict[int, int] = {}
        self.meets_once: dict[int, bool] = {}
        self.meetings: dict[int, dict[Pair, list[Meeting]]] = {}
        self.without_country: set[int] | None = None
        self.default_bookmaker: BookmakerKey | None = None
        self._edited_teams: dict[int, int] | None = None
        self.new_rows: set[tuple[str, int]] = set()
        self.given_ids: set[int] = set()

    @property
    def edited_teams(self) -> dict[int, int]:
        """Team → the newest edit of the user's that stands and gave it another name."""
        if self._edited_teams is None:
            sql = "select team_id, max(id) from team_edit where undone_ts is null group by team_id order by team_id"
            self._edited_teams = dict(self.connection.execute(sql).fetchall())
        return self._edited_teams

    def begin_file(self, source: StoredSource, place: str) -> None:
        """Another file or page is read; what the one before it gave stands."""
        self._settled.setdefault(self._source_id_of_file, {}).update(self._of_file)
        self._of_file = {}
        self._source_id_of_file = source.id
        self.file += 1
        self.place = place

    def forget_file(self) -> None:
        """Forget what the file gave that is rolled back."""
        self._of_file = {}
        self.clear()

    def note_parts(self, fixture_id: int, parts: int, *, is_finished: bool) -> None:
        """Note what the file tells of a fixture, unless finality keeps it as it is."""
        if self.is_ordered and (self.correct or not is_finished):
            self._of_file[fixture_id] = int(parts) | self.settled_parts(fixture_id)

    def settled_parts(self, fixture_id: int) -> int:
        """What files before this one gave of a fixture, which reach further in time."""
        return self._settled.get(self._source_id_of_file, _NO_PARTS).get(fixture_id, 0)

    def forget_league(self, league_id: int) -> None:
        """Forget what follows from the name and country of a league, which have changed."""
        self.homes.pop(league_id, None)
        self.esports.pop(league_id, None)
        self.meets_once.pop(league_id, None)
        for known in [known for known in self.dated_seasons if known[0] == league_id]:
            del self.dated_seasons[known]
        self.forget_names("league")

    def forget_names(self, table: str) -> None:
        """Forget what the rows of a table are called; they are read again."""
        self.names = {key: names for key, names in self.names.items() if key[0] != table}

    def names_of(self, source_id: int) -> NamesOfSource:
        """What a source called the rows that it named."""
        found = self._of_source.get(source_id)
        if found is None:
            found = self._of_source[source_id] = NamesOfSource()
        return found

    def has_own(self, table: str) -> bool:
        """Whether a table holds ids of ours, one of which may be what a remote service names."""
        if table not in self._has_own:
            sql = f"select exists(select 1 from {table} where id >= :first)"  # a table of ours
            self._has_own[table] = bool(self.connection.execute(sql, {"first": OWN_IDS_FROM}).fetchone()[0])
        return self._has_own[table]

    def note_id(self, table: str, row_id: int) -> None:
        """Note that a row of that id was written."""
        if row_id >= OWN_IDS_FROM:
            self._has_own[table] = True

    def source(self, name: str, trust: int) -> StoredSource:
        """A source by its name, its row written where it is new or its trust has changed."""
        if (name, trust) not in self._sources:
            self._sources[name, trust] = StoredSource(self._source_id(name, trust), name, trust)
        return self._sources[name, trust]

    def _source_id(self, name: str, trust: int) -> int:
        values = {"name": name, "trust": trust}
        row = self.connection.execute("select id, trust from source where name = :name", values).fetchone()
        if row is None:
            added = self.connection.execute("insert into source (name, trust) values (:name, :trust)", values).lastrowid
            assert added is not None
            return added
        if row[1] != trust:
            self.connection.execute("update source set trust = :trust where name = :name", values)
        return int(row[0])
