"""Writes pulled pages to the database; each page and the note that it was pulled are in one transaction."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from footydata.football.errors import ApiError, RemoteRefused
from footydata.football.records import FixtureRecord, Load, PulledPage
from footydata.football.register.naming import bare
from footydata.football.terms import Status
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.importer import Importer
from footydata.ingest.mirroring.options import Report
from footydata.ingest.mirroring.remote import RemotePage
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import Parsed, ParsedLeague, ParsedPage
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_pages import records_of
from footydata.store.file.transactions import database_errors
from footydata.store.rows import ids_of, upsert
from footydata.store.write import pulls
from footydata.store.write.loads import (
    add_counts,
    delete_unchanged_load,
    note_catalogue,
    without_user,
)

_SIDES = slice(FixtureRecord._fields.index("home_id"), FixtureRecord._fields.index("away_id") + 1)
_OTHERS = "select distinct place from load where source_id = :source_id and kind = 'pull' and place <> :place"
_LEAGUES = "select id, name from league where id in (select value from json_each(:ids))"
_FIXTURES = (
    "select id, home_id, away_id from fixture where id in (select value from json_each(:ids))"
)

SOURCE, TRUST = V1Dump.name, V1Dump.trust
"""A service is one source with its dumps, so that its finished fixtures are final."""


class PulledPageWriter:
    """Writes the pages of one service. pull_id: of the pull under way, 0 before it is stored."""

    def __init__(self, connection: sqlite3.Connection, report: Report, *, now: int) -> None:
        self.connection = connection
        self.pull_id = 0
        self._report = report
        self._now = now
        self._load: Load | None = None
        self._others: list[str] = []
        self._importer = Importer(connection, now=now)
        with self.transaction():
            self.source_id = self._importer.source(SOURCE, TRUST).id
        for words in self._importer.healed:
            report.note(f"corrected from the register: {words}")

    def begin_load(self, root: str, load_id: int | None = None) -> int:
        """Begin a load, inside a transaction; returns its id.

        root: the address of the service. load_id: of the load of a pull that is resumed.
        """
        load = Load(load_id, self.source_id, without_user(root), self._now, kind="pull")
        self._others = [row[0] for row in self.connection.execute(_OTHERS, load._asdict())]
        self._load = self._importer.begin_load(load)
        assert self._load.id is not None
        return self._load.id

    def end_load(self) -> None:
        """End the load, and delete its record if it changed nothing, inside a transaction."""
        if self._load is not None and self._load.id is not None:
            note_catalogue(self.connection, self._load.id)
            delete_unchanged_load(self.connection, self._load.id)
        self._load = None
        self._importer.end_load()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction. Raises DatabaseError if the database is locked, full or read-only."""
        with database_errors(self.connection), self._importer.transaction():
            yield

    def import_page(self, page: RemotePage) -> ImportResult:
        """Write the records of a page, inside a transaction. Raises RemoteRefused if its ids are another service's."""
        records = list(records_of(page.path, page.query, page.body))
        if self._others:
            self._check_ids(records)
        return self.import_records(records)

    def _check_ids(self, records: Iterable[Parsed]) -> None:
        """Raises RemoteRefused if most ids of a page are stored by another service, and name something else."""
        leagues: dict[int, object] = {}
        fixtures: dict[int, object] = {}
        for record in records:
            if isinstance(record, ParsedPage) and record.lang is None:
                leagues |= {id_: bare(name) for id_, name in record.leagues.items()}
                fixtures |= {row.fixture[0]: tuple(row.fixture[_SIDES]) for row in record.rows}
            elif isinstance(record, ParsedLeague) and record.league.id is not None:
                leagues[record.league.id] = bare(record.league.name)
        names = self.connection.execute(_LEAGUES, ids_of(leagues))
        sides = self.connection.execute(_FIXTURES, ids_of(fixtures))
        for kind, given, stored in (
            ("league", leagues, {id_: bare(name) for id_, name in names}),
            ("fixture", fixtures, {id_: tuple(pair) for id_, *pair in sides}),
        ):
            differing = [id_ for id_ in stored if stored[id_] != given[id_]]
            if 2 * len(differing) > len(stored):
                raise RemoteRefused(
                    f"{kind} {differing[0]} is another one at {', '.join(self._others)}, which this file mirrors: "
                    "a second service with ids of its own needs a file of its own"
                )

    def import_records(self, records: Iterable[Parsed]) -> ImportResult:
        """Write records, inside a transaction."""
        result = self._importer.import_records(records, source=SOURCE, trust=TRUST)
        if self._load is not None:
            add_counts(self.connection, result.counted(self._load))
        self._report.fixtures_new += result.fixtures_new
        self._report.fixtures_changed += result.fixtures_changed
        for refusal in result.refusals:
            self._report.note(
                f"refused: {refusal.reason}" + (f" ({refusal.text[:80]})" if refusal.text else "")
            )
        for difference in result.conflicts:
            stands = "replaced" if difference.is_taken else "the stored one stays"
            words = f"{difference.what} stored {difference.stored}, from the service {difference.incoming}"
            self._report.note(f"finished fixture {difference.fixture_id}: {words}; {stands}")
        return result

    def mark_removed(self, fixture_id: int, error: ApiError) -> None:
        """Mark a fixture that the service no longer has, inside a transaction; it may come back."""
        self._importer.mark_removed(fixture_id, source=SOURCE, trust=TRUST)
        self._report.note(
            f"fixture {fixture_id} is gone from the service, and marked as removed: {error}"
        )

    def note(self, address: str, *, is_final: bool = False) -> None:
        """Note that a page was pulled, inside a transaction; is_final: it need never be pulled again."""
        page = PulledPage(self.source_id, address, self.pull_id, int(is_final))
        upsert(self.connection, "pulled_page", [page])

    def is_taken(self, address: str) -> bool:
        """Whether a page was pulled already, by this pull or for good."""
        return pulls.is_pulled(self.connection, self.source_id, address, self.pull_id)

    def derive(self, season_ids: Iterable[int]) -> None:
        """Derive these seasons and those of this run again, inside a transaction."""
        derived = self._importer.derive(season_ids=season_ids)
        for words in derived.parted:
            self._report.note(f"two clubs again: {words}")
        for united in derived.united:
            undo = "" if united.edit_id is None else f"; 'footydata teams undo DB {united.edit_id}'"
            self._report.note(f"{ONE_CLUB}: {united.words}{undo}")

    def is_closed(self, season_id: int) -> bool:
        """Whether a season is over: it is not the current one, and all its fixtures are finished."""
        fixtures = pulls.fixtures_of_season(self.connection, season_id, self.source_id)
        return pulls.is_past_season(self.connection, season_id) and all(
            one.status == Status.FINISHED for one in fixtures
        )
