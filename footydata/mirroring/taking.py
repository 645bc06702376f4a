"""Takes pages into the database: what a page brought and the note that it came stand in one transaction."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from footydata.contract.terms import Status
from footydata.mirroring.progress import Report
from footydata.mirroring.remote import Page
from footydata.records import PulledPage
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_pages import records_of
from footydata.store import pulls
from footydata.store.landed import Landed
from footydata.store.landing import Landing
from footydata.store.seasons import settle_seasons
from footydata.store.sourced import Sourced
from footydata.store.turns import turn

SOURCE, TRUST = V1Dump.name, V1Dump.trust
"""A service tells more, and more freshly, than any file; its own finished fixtures are final. Its dumps are it."""


class Taking:
    """Writes the pages of one service. pull_id: of the pull that is under way, 0 before it is noted."""

    def __init__(self, connection: sqlite3.Connection, report: Report, *, now: int) -> None:
        self.connection = connection
        self.pull_id = 0
        self._report = report
        self._now = now
        self._version: int | None = None
        with self.turn():
            pass

    @property
    def source_id(self) -> int:
        """The id of the source that such services are."""
        return self._landing.source_id

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One transaction. Raises DatabaseError where the database is locked, full or read-only."""
        try:
            with turn(self.connection) as version:
                if version != self._version:
                    self._landing = Landing(self.connection, SOURCE, TRUST, now=self._now)
                    self._version = version
                yield
        except BaseException:
            # What the landing remembers may be gone with the turn.
            self._version = None
            raise

    def land(self, page: Page) -> Landed:
        """Write what a page tells, inside a turn."""
        return self.land_records(records_of(page.path, page.query, page.body))

    def land_records(self, records: Iterable[Sourced]) -> Landed:
        """Write records, inside a turn."""
        landed = self._landing.land(records)
        self._report.fixtures_new += landed.fixtures_new
        self._report.fixtures_changed += landed.fixtures_changed
        for refusal in landed.refusals:
            self._report.note(f"not taken: {refusal.reason}" + (f" ({refusal.text[:80]})" if refusal.text else ""))
        for difference in landed.contradictions:
            kept = "taken" if difference.is_taken else "kept as stored"
            told = f"{difference.what} stored {difference.stored}, told {difference.told}"
            self._report.note(f"finished fixture {difference.fixture_id}: {told}; {kept}")
        return landed

    def note(self, address: str, *, is_final: bool = False) -> None:
        """Note that a page came, inside a turn."""
        pulls.note_page(self.connection, PulledPage(self.source_id, address, self.pull_id, int(is_final)))

    def is_taken(self, address: str) -> bool:
        """Whether a page need not be asked for."""
        return pulls.is_pulled(self.connection, self.source_id, address, self.pull_id)

    def settle(self, season_id: int) -> None:
        """Bring a season in step with its fixtures, inside a turn."""
        settle_seasons(self.connection, [season_id])

    def is_closed(self, season_id: int) -> bool:
        """Whether a season is over: it is not the current one, and all its fixtures are finished."""
        fixtures = pulls.fixtures_of_season(self.connection, season_id, self.source_id)
        return pulls.is_past(self.connection, season_id) and all(one.status == Status.FINISHED for one in fixtures)
