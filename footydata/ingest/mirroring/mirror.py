"""A service and its mirror: asks for requests page by page, and writes what is answered as that of one load.

Each page and the note that it was pulled are written in one transaction.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from footydata.football.countries import WORLD
from footydata.football.errors import (
    ApiError,
    FixtureNotFound,
    InsufficientPlan,
    LeagueMoved,
    RemoteRefused,
    SeasonNotFound,
    StandingsNotAvailable,
)
from footydata.football.markets import BY_PARAM
from footydata.football.moments import day_of
from footydata.football.records import FixtureRecord, Load, PulledPage
from footydata.football.terms import Include
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.importer import Importer
from footydata.ingest.mirroring.plan import (
    EVER,
    ORDER,
    SINGLES,
    PlannedRequest,
    PullOptions,
    Rights,
)
from footydata.ingest.mirroring.remote import Remote, RemotePage, walk
from footydata.service.client.conversation import MOST_MOVES
from footydata.service.params import MAX_PER_PAGE
from footydata.sources.parsed import LeagueKey, Parsed, ParsedLeague, ParsedPage, ParsedRetirement
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_pages import records_of
from footydata.store import loads
from footydata.store.file.transactions import database_errors
from footydata.store.loads import (
    add_counts,
    delete_unchanged_load,
    without_user,
)
from footydata.store.rows import column, upsert

_OTHERS = "select distinct place from load where source_id = :source_id and kind = 'pull' and place <> :place"
_FOREIGN = """
    select kind, min(id) filter (where is_other) from (
      select value ->> 0 as kind, value ->> 1 as id, value ->> 2 <> name as is_other
      from json_each(:given) join league on value ->> 0 = 'league' and league.id = value ->> 1
      union all
      select value ->> 0, value ->> 1, value ->> 2 <> home_id || ' ' || away_id
      from json_each(:given) join fixture on value ->> 0 = 'fixture' and fixture.id = value ->> 1
    ) group by kind having 2 * sum(is_other) > count(*) order by kind desc
"""
"""The kinds of rows most of which are stored under given ids, and are others; each with the first of them."""


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


class Mirror:
    """The mirror of one service, while it is pulled or looked at.

    Attributes:
        rights: what the key may ask, as far as the service has said.
        expected: requests by kind; they are more than those spent as long as some are to come.
        pull_id: of the pull under way, 0 while none is recorded: then no page is noted as pulled.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        remote: Remote,
        options: PullOptions,
        progress: Callable[[Step], object] = lambda _: None,
    ) -> None:
        self.report = Report()
        self.rights = Rights()
        self.expected: Counter[str] = Counter()
        self.pull_id = 0
        self.connection, self.remote, self.options = connection, remote, options
        self.now = int(remote.pace.now())
        self._progress = progress
        self._others: list[str] = []
        self._importer = Importer(connection, now=self.now)
        with self.transaction():
            # A service is one source with its dumps, so that its finished fixtures are final.
            self._source = self._importer.source(V1Dump.name, V1Dump.trust)
        self.source_id = self._source.id
        for words in self._importer.healed:
            self.report.note(f"corrected from the register: {words}")

    def begin_load(self, load_id: int | None = None) -> int:
        """Begin a load, or go on with that of a pull that is resumed, inside a transaction; returns its id."""
        place, now = without_user(self.remote.root), self._importer.moment
        load = Load(load_id, self.source_id, place, now, kind="pull")
        self._others = column(self.connection, _OTHERS, load._asdict())
        self._load = self._importer.begin_load(load)
        return self._importer.load_id

    def end_load(self) -> None:
        """End the load, and delete its record if it changed nothing, inside a transaction."""
        delete_unchanged_load(self.connection, self._importer.load_id)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction. Raises DatabaseError if the database is locked, full or read-only."""
        with database_errors(self.connection), self._importer.transaction():
            yield

    def pull(self, request: PlannedRequest) -> ApiError | None:
        """Pull a request, from the first page that was not pulled yet; returns the refusal for which it is left out."""
        if not self.rights.odds_on_lists:
            include = request.arguments.get("include", ())
            request = request.with_arguments(
                include=[name for name in include if name != Include.ODDS]
            )
        if self.is_taken(request.address):
            return None
        first = 1
        if not self.is_taken(_again(request)):
            first += self._pages_stored(request)
            while self.is_taken(request.page(first).target):
                first += 1
        try:
            if self._has_moved(request, first=first):
                self._has_moved(request, first=1)
        except ApiError as error:
            return self._go_on_without(request, error)
        return None

    def pull_kind(self, requests: Iterable[PlannedRequest]) -> None:
        """Pull the requests of one kind, until the plan refuses it."""
        for request in requests:
            if _is_beyond_plan(self.pull(request)):
                return

    def _pages_stored(self, request: PlannedRequest) -> int:
        """How many pages of an odds history are stored; those of other lists are noted."""
        if request.endpoint != "fixture_odds_history" or request.id is None:
            return 0
        slug, market = request.arguments["bookmaker"], BY_PARAM[request.arguments["market"]].key
        return loads.ticks_stored(self.connection, request.id, slug, market) // MAX_PER_PAGE

    def _has_moved(self, request: PlannedRequest, *, first: int) -> bool:
        """Pull the pages from the first one on; returns whether the list has moved, and is to be pulled once more."""
        ids, is_again = set[int](), False
        for page, is_last in walk(partial(self.page, request), first=first):
            # A fixture is on two pages, so another may have been missed.
            is_again = is_again or not ids.isdisjoint(page.ids)
            ids.update(page.ids)
            with self.transaction():
                self.import_page(page)
                self.note(page.call.target)
                if is_last:
                    is_again = is_again and self.pull_id > 0 and not self.is_taken(_again(request))
                    if is_again:
                        self.note(_again(request))
                    else:
                        self._finish(request)
        return is_again

    def page(self, request: PlannedRequest, number: int) -> RemotePage:
        """A page of a request; if a league has moved, that of its survivor, and the move is noted."""
        call, kind, report = request.page(number), request.kind, self.report
        for _ in range(MOST_MOVES):
            before = self.remote.sent
            try:
                return self.remote.page(call)
            except LeagueMoved as error:
                self._note_moved(call.league_id, error.canonical_id)
                call = call.for_league(error.canonical_id)
            finally:
                report.spent[kind] += self.remote.sent - before
                # Those of this kind and of the kinds that come after it are still to come.
                left = self.expected - report.spent
                to_come = sum(left[later] for later in ORDER[ORDER.index(kind) :])
                done = report.spent.total()
                self._progress(Step(done, done + to_come, self.remote.seconds_for(to_come), kind))
        raise RemoteRefused(
            f"{call.target} has moved too often: the service's answers may lead in a circle"
        )

    def _note_moved(self, retired: int | None, survivor: int) -> None:
        if retired is None or retired == survivor:
            raise RemoteRefused(f"a league moved to {survivor}, which leads nowhere")
        self.report.note(f"League {retired} was merged into {survivor}; {survivor} is mirrored.")
        with self.transaction():
            self.import_records([ParsedRetirement(retired, LeagueKey(WORLD, "", survivor))])

    def _go_on_without(self, request: PlannedRequest, error: ApiError) -> ApiError | None:
        """Go on after a request was refused, with one in its place if there is one; returns the refusal otherwise."""
        floor, note = self.rights.history_start, self.report.note
        if isinstance(error, StandingsNotAvailable | SeasonNotFound):
            if request.endpoint == "standings":
                self.pull(request._replace(endpoint="teams"))
            else:
                note(f"{request.address}: {error}")
            with self.transaction():
                self._finish(request)
            return None
        is_beyond_plan = _is_beyond_plan(error)
        start = request.arguments.get("start_time", -EVER)
        end = request.arguments.get("end_time", EVER)
        is_list = request.endpoint == "league_fixtures" and error.param != "include"
        if is_beyond_plan and is_list and start < floor < end:
            note(f"{request.address}: {error}; fetched from {day_of(floor)} on.")
            return self.pull(request.with_arguments(start_time=floor)._replace(whole=""))
        if is_beyond_plan and Include.ODDS in request.arguments.get("include", ()):
            note(f"The service gives no odds on lists: {error}")
            self.rights = replace(self.rights, odds_on_lists=False)
            return self.pull(request)
        with self.transaction():
            if isinstance(error, FixtureNotFound) and request.kind == "fixtures":
                self._importer.mark_removed(request.id or 0, self._source)
                note(
                    f"fixture {request.id} is gone from the service, and marked as removed: {error}"
                )
            elif isinstance(error, InsufficientPlan) and request.kind in SINGLES:
                note(
                    f"The service refuses {request.kind} under this plan: {error}; the rest goes on without."
                )
            else:
                subject = (
                    f"league {request.id}" if request.endpoint == "league" else request.address
                )
                note(f"{subject} is left out: {error}")
            self.note(request.address)
        return error

    def _finish(self, request: PlannedRequest) -> None:
        """Note that a request is done, for good if its answer will not change, inside a transaction."""
        is_final = request.is_final
        if request.whole:
            self.note(request.whole, is_final=True)
        if request.season_id is not None and request.kind == "tables":
            is_final = loads.is_closed_season(self.connection, request.season_id)
        self.note(request.address, is_final=is_final)

    def note(self, address: str, *, is_final: bool = False) -> None:
        """Note that a page was pulled, inside a transaction; is_final: it need never be pulled again."""
        if self.pull_id:
            page = PulledPage(self.source_id, address, self.pull_id, int(is_final))
            upsert(self.connection, "pulled_page", [page])

    def is_taken(self, address: str) -> bool:
        """Whether a page was pulled already, by this pull or for good."""
        return loads.is_pulled(self.connection, self.source_id, address, self.pull_id)

    def import_page(self, page: RemotePage) -> None:
        """Write the records of a page, inside a transaction. Raises RemoteRefused if its ids are another service's."""
        call = page.call
        records = list(records_of(call.endpoint.path_of(call.id), dict(call.query), page.body))
        if self._others:
            self._check_ids(records)
        self.import_records(records)

    def _check_ids(self, records: Iterable[Parsed]) -> None:
        """Raises RemoteRefused if most ids of a page are stored by another service, and name something else."""
        given: list[tuple[str, int | None, str]] = []
        for record in records:
            if isinstance(record, ParsedPage) and record.lang is None:
                given += [("league", *league) for league in record.leagues.items()]
                for row in record.rows:
                    fixture = FixtureRecord._make(row.fixture)
                    given.append(("fixture", fixture.id, f"{fixture.home_id} {fixture.away_id}"))
            elif isinstance(record, ParsedLeague):
                given.append(("league", record.league.id, record.league.name))
        for kind, row_id in self.connection.execute(_FOREIGN, {"given": json.dumps(given)}):
            raise RemoteRefused(
                f"{kind} {row_id} is another one at {', '.join(self._others)}, which this file mirrors: "
                "a second service with ids of its own needs a file of its own"
            )

    def import_records(self, records: Iterable[Parsed]) -> None:
        """Write records, inside a transaction."""
        result = self._importer.import_records(records, self._source)
        add_counts(self.connection, result.counted(self._load))
        self.report.fixtures_new += result.fixtures_new
        self.report.fixtures_changed += result.fixtures_changed
        for refusal in result.refusals:
            self.report.note(
                f"refused: {refusal.reason}" + (f" ({refusal.text[:80]})" if refusal.text else "")
            )
        for difference in result.conflicts:
            stands = "replaced" if difference.is_taken else "the stored one stays"
            words = f"{difference.what} stored {difference.stored}, from the service {difference.incoming}"
            self.report.note(f"finished fixture {difference.fixture_id}: {words}; {stands}")

    def derive(self, season_ids: Iterable[int]) -> None:
        """Derive these seasons and those of this run again, inside a transaction."""
        derived = self._importer.derive(season_ids=season_ids)
        for words in derived.parted:
            self.report.note(f"two clubs again: {words}")
        for united in derived.united:
            undo = "" if united.edit_id is None else f"; 'footydata teams undo DB {united.edit_id}'"
            self.report.note(f"{ONE_CLUB}: {united.words}{undo}")


def _again(request: PlannedRequest) -> str:
    """The address that notes that a list is pulled a second time."""
    return f"{request.address}#again"


def _is_beyond_plan(error: ApiError | None) -> bool:
    """Whether the plan refuses a request, and not one competition alone."""
    return isinstance(error, InsufficientPlan) and "competition" not in str(error)
