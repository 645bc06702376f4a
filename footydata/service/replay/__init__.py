"""Scratch databases of an earlier moment: of one moment, or those of a day one after the other, as a replay."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import uuid4

from footydata.football.errors import NotFound
from footydata.football.terms import DAY
from footydata.service.replay.state import (
    MINUTE,
    UNTIMED_AT,
    Phase,
    Recorded,
    state_at,
    timetable_of,
)
from footydata.store.as_of import make_scratch, write_replay_moment
from footydata.store.claims.stored import (
    Differences,
    read_histories,
    read_stored,
    slugs_of,
)
from footydata.store.file.backups import Progress
from footydata.store.file.opening import open_read_only
from footydata.store.file.transactions import write_transaction
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import FixtureFilter, fixture_ids
from footydata.store.rows import delete_details, upsert

LEAD = 2 * MINUTE
"""Seconds before a kickoff at which a replay begins, or goes on after a time without a fixture in play."""

EVERY = 0.5
"""Seconds between two steps."""


class ReplayProgress(NamedTuple):
    """The moment of a replay in unix seconds, and how many fixtures are to come, live and over."""

    moment_ts: int
    to_come: int
    live: int
    over: int


class Replay:
    """The replay of one day of a database.

    Attributes:
        fixtures: id → the stored fixture, by kickoff.
        timetables: id → when its phases begin.
        start_ts, end_ts: the first moment that is played, and the last one that changes anything.
        untimed: how many fixtures have no known kickoff time.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        day: date,
        *,
        untimed_at: int = UNTIMED_AT,
        zone: tzinfo = UTC,
    ) -> None:
        """Read a day of a zone. Raises NotFound for a day without fixtures."""
        of_day = replace(fixture_filter(connection, date=day, zone=zone), esports=None)
        ids = fixture_ids(connection, of_day)
        if not ids:
            raise NotFound(f"{day} has no fixtures; 'footydata fixtures' lists those of other days")
        self.fixtures = _recorded(connection, ids)
        self.timetables = {
            fixture_id: timetable_of(one.stored.fixture, one.stored.events, untimed_at=untimed_at)
            for fixture_id, one in self.fixtures.items()
        }
        self.untimed = sum(not one.stored.fixture.time_known for one in self.fixtures.values())
        self._connection = connection
        self._from_ts = of_day.start_ts or 0
        self.start_ts = min(table.kickoff_ts for table in self.timetables.values()) - LEAD
        self.end_ts = max(self.start_ts, *(table.end_ts for table in self.timetables.values()))

    def progress(self, moment: int) -> ReplayProgress:
        """How many fixtures of the day are to come, live and over at a moment."""
        phases = [table.phase(moment) for table in self.timetables.values()]
        over = phases.count(Phase.FINISHED)
        to_come = phases.count(Phase.SCHEDULED)
        return ReplayProgress(moment, to_come, len(phases) - over - to_come, over)

    def play(
        self,
        target: Path,
        *,
        speed: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        copied: Progress = lambda *_: None,
    ) -> Iterator[ReplayProgress]:
        """Replay the day into a scratch file, `speed` times as fast as it was; returns the progress after each step.

        Times without a fixture in play are skipped. Each step is a transaction, so that an interrupt leaves the file
        whole. copied: called while the scratch file is made. Raises InvalidArgument, DatabaseError.
        """
        run = uuid4().hex
        scratch = make_scratch(
            self._connection, target, run, from_ts=self._from_ts, progress=copied
        )
        try:
            with write_transaction(scratch):
                delete_details(scratch, self.fixtures)
            shown_states: dict[int, Recorded] = {}
            self._step(scratch, shown_states, run, self.start_ts)
            moment, wall = float(self.start_ts), clock()
            yield self.progress(self.start_ts)
            while moment < self.end_ts:
                now = clock()
                moment, wall = self._skip_pause(moment + (now - wall) * speed), now
                self._step(scratch, shown_states, run, int(moment))
                yield self.progress(int(moment))
                if moment < self.end_ts:
                    sleep(min(EVERY, (self.end_ts - moment) / speed))
        finally:
            scratch.close()

    def _step(
        self, scratch: sqlite3.Connection, shown_states: dict[int, Recorded], run: str, moment: int
    ) -> None:
        """Write what has changed by a moment, in one transaction."""
        with write_transaction(scratch):
            write_replay_moment(scratch, run, moment)
            for fixture_id, recorded in self.fixtures.items():
                shown = shown_states.get(fixture_id)
                if shown is recorded:
                    continue
                state = state_at(recorded, self.timetables[fixture_id], moment)
                if state is recorded or state != shown:
                    _write(scratch, state)
                    shown_states[fixture_id] = state

    def _skip_pause(self, moment: float) -> float:
        """The moment, or LEAD before the next kickoff if nothing is in play until then; never after the end."""
        if not self.progress(int(moment)).live:
            coming = [
                table.kickoff_ts for table in self.timetables.values() if table.kickoff_ts > moment
            ]
            if coming and min(coming) - LEAD > moment:
                moment = min(coming) - LEAD
        return min(moment, self.end_ts)


@contextmanager
def as_it_was(database: Path, moment: int) -> Iterator[Path]:
    """The path of a scratch copy of a database as it was at a moment, unix seconds.

    The copy ends with the context. A fixture under way is as a replay shows it at that moment; one of which only the
    day is known is scheduled until the end of that day. Raises DatabaseError.
    """
    with TemporaryDirectory(prefix="footydata-") as folder:
        path = Path(folder) / database.name
        with closing(open_read_only(database)) as connection:
            # The result of a fixture that kicked off a day before is known, even if only its day is.
            last_day = FixtureFilter(start_ts=moment - DAY + 1, end_ts=moment)
            fixtures = _recorded(connection, fixture_ids(connection, last_day))
            scratch = make_scratch(connection, path, "", from_ts=moment, progress=lambda *_: None)
        with closing(scratch), write_transaction(scratch):
            for recorded in fixtures.values():
                fixture, events = recorded.stored.fixture, recorded.stored.events
                state = state_at(recorded, timetable_of(fixture, events, untimed_at=DAY), moment)
                if state is not recorded:
                    delete_details(scratch, [fixture.id])
                    _write(scratch, state)
        yield path


def _recorded(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Recorded]:
    stored, ticks = read_stored(connection, ids), read_histories(connection, ids)
    slugs = slugs_of(connection)
    return {
        fixture_id: Recorded(stored[fixture_id], tuple(ticks.get(fixture_id, ())), slugs)
        for fixture_id in ids
    }


def _write(connection: sqlite3.Connection, state: Recorded) -> None:
    """Write what is new in a state; nothing that was shown is ever removed."""
    rows = Differences(connection)
    rows.add(None, state.stored)
    rows.write()
    upsert(connection, "odds_tick", state.ticks)
