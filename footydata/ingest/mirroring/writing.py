"""What a pull mirrors of a remote service, its progress and result, and the writer of its pages.

Each page and the note that it was pulled are written in one transaction.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Annotated, Any, NamedTuple, Self

from msgspec import Meta, Struct, convert

from footydata.football.errors import ApiError, RemoteRefused
from footydata.football.moments import span_named
from footydata.football.records import FixtureRecord, Load, PulledPage
from footydata.football.register import bare
from footydata.football.terms import DAY, Include
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.importer import Importer
from footydata.ingest.mirroring.remote import RemotePage
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import Parsed, ParsedLeague, ParsedPage
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_pages import records_of
from footydata.store import pulls
from footydata.store.file.transactions import database_errors
from footydata.store.loads import (
    add_counts,
    delete_unchanged_load,
    without_user,
)
from footydata.store.rows import column, ids_of, upsert

EVER = 100_000_000_000
"""Later than any kickoff, in unix seconds; less than nought, earlier."""

_OTHERS = "select distinct place from load where source_id = :source_id and kind = 'pull' and place <> :place"
_LEAGUES = "select id, name from league where id in (select value from json_each(:ids))"
_FIXTURES = """
    select id, home_id || ' ' || away_id from fixture where id in (select value from json_each(:ids))
"""

SOURCE, TRUST = V1Dump.name, V1Dump.trust
"""A service is one source with its dumps, so that its finished fixtures are final."""


class Rights(Struct, frozen=True):
    """What the key may ask, by the limits in /v1/status; everything if the service does not say.

    history_start: the first moment, in unix seconds. rate_window_seconds: the width of a window, None if unknown.
    """

    odds_on_lists: bool = True
    all_bookmakers: bool = True
    odds_history: bool = True
    history_start: Annotated[int, Meta(ge=0, le=EVER)] = 0
    rate_window_seconds: Annotated[int, Meta(ge=1, le=DAY)] | None = None


class KeyStatus(Struct, frozen=True):
    """The data of /v1/status that a pull reads; plan: '' if the service does not say."""

    plan: str = ""
    limits: Rights = Rights()


@dataclass(frozen=True, slots=True)
class PullOptions:
    """What to mirror; by default every competition of real football, whole.

    Attributes:
        leagues: ids of competitions; none means all.
        start: the first day of kickoffs.
        end: the last day of kickoffs, inclusive.
        include: odds, events, stats.
        odds_history: markets by their parameter names.
        bookmakers: slugs, for odds histories; none means the default bookmaker.
        langs: languages of names beside English.
        esports: whether to mirror e-football too.
        detail: whether to ask for single fixtures, for the round and half-time figures.
    """

    leagues: tuple[int, ...] = ()
    start: date | None = None
    end: date | None = None
    include: tuple[str, ...] = ()
    odds_history: tuple[str, ...] = ()
    bookmakers: tuple[str, ...] = ()
    langs: tuple[str, ...] = ()
    esports: bool = False
    detail: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """00:00 UTC of the first day and of the day after the last one, EVER away where there is none."""
        start, end = span_named(self.start, self.end)
        return -EVER if start is None else start, EVER if end is None else end

    @property
    def esports_values(self) -> tuple[bool, ...]:
        """The values of the parameter esports, which a service takes one at a time."""
        return (False, True) if self.esports else (False,)

    @property
    def wants_odds(self) -> bool:
        """Whether odds are wanted."""
        return Include.ODDS in self.include

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The options that a pull stored; unknown ones are ignored. Raises ValueError."""
        return convert(options, cls)

    def as_text(self, root: str) -> str:
        """The options and the service as JSON, by which an interrupted pull is found again."""
        return json.dumps(
            {"service": without_user(root), **asdict(self)}, default=str, sort_keys=True
        )


class Step(NamedTuple):
    """The progress of a pull: requests done and expected in all, seconds left, and the kind of request."""

    done: int
    total: int
    seconds_left: float
    what: str


@dataclass(slots=True)
class Report:
    """The result of a pull.

    Attributes:
        plan: the name of the key's plan, '' if the service does not give it.
        leagues: the ids of those that are mirrored, of survivors where they had moved.
        planned: requests by kind, as planned before the first list was asked for.
        spent: requests by kind.
        notes: what was left out, refused or corrected, one sentence each.
        seconds_planned: how long the plan takes at the key's rate.
        seconds: how long it took.
        fixtures_new: fixtures that were not stored before.
        fixtures_changed: stored fixtures of which anything changed.
        refused: how many answers were 429.
        failures: how often a request was sent again after a failure other than 429.
        is_resumed: whether an earlier pull was resumed.
    """

    plan: str = ""
    leagues: tuple[int, ...] = ()
    planned: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    seconds_planned: float = 0.0
    seconds: float = 0.0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    refused: int = 0
    failures: int = 0
    is_resumed: bool = False

    def note(self, sentence: str) -> None:
        """Add a sentence to the notes, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)


class PulledPageWriter:
    """Writes the pages of one service, as those of a load. pull_id: of the pull under way, 0 before it is stored."""

    def __init__(self, connection: sqlite3.Connection, report: Report, *, now: int) -> None:
        self.connection = connection
        self.pull_id = 0
        self._report = report
        self._now = now
        self._others: list[str] = []
        self._importer = Importer(connection, now=now)
        with self.transaction():
            self.source_id = self._importer.sources[SOURCE, TRUST].id
        for words in self._importer.healed:
            report.note(f"corrected from the register: {words}")

    def begin_load(self, root: str, load_id: int | None = None) -> int:
        """Begin a load, inside a transaction; returns its id.

        root: the address of the service. load_id: of the load of a pull that is resumed.
        """
        load = Load(load_id, self.source_id, without_user(root), self._now, kind="pull")
        self._others = column(self.connection, _OTHERS, load._asdict())
        self._load = self._importer.begin_load(load)
        assert self._load.id is not None
        self._load_id = self._load.id
        return self._load_id

    def end_load(self) -> None:
        """End the load, and delete its record if it changed nothing, inside a transaction."""
        delete_unchanged_load(self.connection, self._load_id)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction. Raises DatabaseError if the database is locked, full or read-only."""
        with database_errors(self.connection), self._importer.transaction():
            yield

    def import_page(self, page: RemotePage) -> ImportResult:
        """Write the records of a page, inside a transaction. Raises RemoteRefused if its ids are another service's."""
        call = page.call
        records = list(records_of(call.endpoint.path_of(call.id), dict(call.query), page.body))
        if self._others:
            self._check_ids(records)
        return self.import_records(records)

    def _check_ids(self, records: Iterable[Parsed]) -> None:
        """Raises RemoteRefused if most ids of a page are stored by another service, and name something else."""
        leagues: dict[int, str] = {}
        fixtures: dict[int, str] = {}
        for record in records:
            if isinstance(record, ParsedPage) and record.lang is None:
                leagues |= record.leagues
                for row in record.rows:
                    fixture = FixtureRecord._make(row.fixture)
                    fixtures[fixture.id] = f"{fixture.home_id} {fixture.away_id}"
            elif isinstance(record, ParsedLeague) and record.league.id is not None:
                leagues[record.league.id] = record.league.name
        for kind, sql, given in (("league", _LEAGUES, leagues), ("fixture", _FIXTURES, fixtures)):
            stored = self.connection.execute(sql, ids_of(given)).fetchall()
            differing = [id_ for id_, text in stored if bare(text) != bare(given[id_])]
            if 2 * len(differing) > len(stored):
                raise RemoteRefused(
                    f"{kind} {differing[0]} is another one at {', '.join(self._others)}, which this file mirrors: "
                    "a second service with ids of its own needs a file of its own"
                )

    def import_records(self, records: Iterable[Parsed]) -> ImportResult:
        """Write records, inside a transaction."""
        result = self._importer.import_records(records, self._importer.sources[SOURCE, TRUST])
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
        self._importer.mark_removed(fixture_id, self._importer.sources[SOURCE, TRUST])
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
