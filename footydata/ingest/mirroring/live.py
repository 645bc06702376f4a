"""Refreshes the fixtures in play at intervals, and their odds as far as the rate limit allows."""

import sqlite3
from collections.abc import Callable
from functools import partial
from itertools import product

from footydata.football.errors import ApiError, FixtureNotFound, InsufficientPlan
from footydata.football.terms import Include, Status
from footydata.football.wording import plural
from footydata.ingest.mirroring.plan import PlannedRequest, list_include
from footydata.ingest.mirroring.remote import Remote, RemotePage, walk
from footydata.ingest.mirroring.writing import PulledPageWriter, PullOptions, Report, Rights
from footydata.service.client.call import call_of
from footydata.store import pulls
from footydata.store.pulls import append_ticks


def follow(
    connection: sqlite3.Connection,
    remote: Remote,
    options: PullOptions,
    *,
    every: float,
    looks: int | None = None,
    progress: Callable[[str], object] = lambda _: None,
    remark: Callable[[str], object] = lambda _: None,
) -> Report:
    """Refresh the fixtures in play every so many seconds; looks: how many times, None for ever.

    A fixture that is no longer in play is asked for once by itself; one that the service no longer has is marked as
    removed. If odds are wanted, a tick is appended when a price has moved. progress: called with a summary after each
    look; remark: with each new note of the report. Raises RemoteRefused if the service refuses the key or can't be
    reached.
    """
    live = _Live(connection, remote, options, every)
    clock, polls, remarked = remote.pace.clock, 0, 0
    try:
        while looks is None or polls < looks:
            began = clock()
            progress(live.look())
            for note in live.report.notes[remarked:]:
                remark(note)
            remarked = len(live.report.notes)
            polls += 1
            if looks is None or polls < looks:
                remote.pace.wait(max(0.0, began + every - clock()))
    finally:
        with live.writer.transaction():
            live.writer.end_load()
    return live.report


_IN_PLAY = PlannedRequest("fixtures", "fixtures", None, {"status": str(Status.LIVE)})


class _Live:
    """Looks at the fixtures in play of one service."""

    def __init__(
        self, connection: sqlite3.Connection, remote: Remote, options: PullOptions, every: float
    ) -> None:
        self.report = Report()
        self._remote = remote
        self._options = options
        self._every = every
        self.writer = PulledPageWriter(connection, self.report, now=int(remote.pace.clock()))
        with self.writer.transaction():
            self.writer.begin_load(remote.root)
        self._include = list_include(options, Rights())
        self._odds_at: dict[int, float] = {}

    def look(self) -> str:
        """Ask for every fixture in play, for those that have ended since, and for odds; returns a summary in words."""
        leagues = self._options.leagues or None
        before = pulls.live_ids(
            self.writer.connection, self.writer.source_id, leagues, esports=self._options.esports
        )
        playing = self._playing()
        for fixture_id in sorted(before - playing):
            self._ask_ended(fixture_id)
        moved = self._ask_odds(playing) if self._options.wants_odds else 0
        tail = f", {moved} prices moved" if self._options.wants_odds else ""
        return f"{plural(len(playing), 'fixture')} in play{tail}; {plural(self._remote.sent, 'request')} so far"

    def _playing(self) -> set[int]:
        ids: set[int] = set()
        options = self._options
        for league, esports in product(options.leagues or (None,), options.esports_values):
            request = _IN_PLAY.with_arguments(league=league, esports=esports)
            try:
                for page, _ in walk(partial(self._page_in_play, request)):
                    with self.writer.transaction():
                        self.writer.import_page(page)
                    ids.update(page.ids)
            except ApiError as error:
                self.report.note(f"league {league} is left out: {error}")
        return ids

    def _page_in_play(self, request: PlannedRequest, number: int) -> RemotePage:
        try:
            including = request.with_arguments(include=list(self._include))
            return self._remote.page(including.page(number))
        except InsufficientPlan as error:
            if Include.ODDS not in self._include:
                raise
            self.report.note(f"The service gives no odds on lists: {error}")
            self._include = tuple(name for name in self._include if name != Include.ODDS)
            return self._page_in_play(request, number)

    def _ask_ended(self, fixture_id: int) -> None:
        """Ask for a fixture that was in play at the last look."""
        include = [name for name in self._include if name != Include.ODDS]
        try:
            page = self._remote.page(call_of("fixture", fixture_id, {"include": include or None}))
        except FixtureNotFound as error:
            with self.writer.transaction():
                self.writer.mark_removed(fixture_id, error)
            return
        except ApiError as error:
            self.report.note(f"fixture {fixture_id} is left as it is: {error}")
            return
        with self.writer.transaction():
            self.writer.import_page(page)

    def _ask_odds(self, playing: set[int]) -> int:
        """Ask for prices of fixtures in play, the longest not asked for first; returns how many moved.

        As many as the rate limit allows until the next look, which needs two requests itself.
        """
        pace = self._remote.pace
        looks = max(1.0, pace.until_reset / self._every)
        affordable = max(0, int(pace.left / looks) - 2)
        waiting = sorted(
            playing, key=lambda fixture_id: (self._odds_at.get(fixture_id, 0.0), fixture_id)
        )
        moved = 0
        for fixture_id in waiting[:affordable]:
            try:
                page = self._remote.page(call_of("fixture_odds", fixture_id))
            except ApiError as error:
                self.report.note(f"no odds of fixture {fixture_id}: {error}")
                continue
            now = pace.clock()
            self._odds_at[fixture_id] = now
            with self.writer.transaction():
                self.writer.import_page(page)
                moved += append_ticks(self.writer.connection, fixture_id, now=int(now))
        return moved
