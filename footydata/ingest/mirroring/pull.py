"""Mirrors a remote service: a pull of what is asked for, resumed where it stopped, and looks at what is in play.

A pull takes the catalogue, the lists, then fixture by fixture. A look refreshes the fixtures in play, and their odds as
far as the rate limit allows.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import product

from msgspec import Struct, ValidationError, convert
from msgspec.json import decode, encode

from footydata.football.countries import ALL_CODES
from footydata.football.errors import ApiError
from footydata.football.moments import day_of
from footydata.football.records import Pull
from footydata.football.rows import LeagueRow
from footydata.football.terms import LIVE_AT_MOST, Status
from footydata.football.wording import plural
from footydata.ingest.mirroring.mirror import Mirror, Report, Step
from footydata.ingest.mirroring.plan import (
    EVER,
    Planned,
    PlannedRequest,
    PullOptions,
    Rights,
    SeasonToPull,
    Singles,
    list_include,
    members_of,
    of_fixture,
    overlaps,
    plan_lists,
    single_requests,
    whole_address,
)
from footydata.ingest.mirroring.remote import Remote, RemotePage
from footydata.sources.parsed import ParsedCountry
from footydata.store import loads
from footydata.store.bookmakers import default_after_load, default_bookmaker
from footydata.store.read.seasons.leagues import league_by_id, survivor
from footydata.store.read.seasons.leagues import seasons as stored_seasons
from footydata.store.rows import upsert

Progress = Callable[[Step], object]


def pull(
    connection: sqlite3.Connection,
    remote: Remote,
    options: PullOptions,
    *,
    progress: Progress = lambda _: None,
    dry_run: bool = False,
) -> Report:
    """Mirror what the options ask for, without what earlier pulls have stored of it.

    dry_run: only plan; the catalogue, which planning needs, is written to a copy that is thrown away.
    Raises RemoteRefused if the service refuses or can't be reached; all pages until then stay.
    """
    if dry_run:
        with closing(sqlite3.connect("")) as copy:
            connection.backup(copy)
            run = _Pull(copy, remote, options, progress)
            run.plan()
            return run.report
    run = _Pull(connection, remote, options, progress)
    started = remote.pace.clock()
    run.run()
    run.report.seconds = remote.pace.clock() - started
    run.report.refused, run.report.failures = remote.refused, remote.failures
    return run.report


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
    live = _Live(connection, remote, options)
    clock, polls, remarked = remote.pace.clock, 0, 0
    with live.transaction():
        live.begin_load()
    try:
        while looks is None or polls < looks:
            began = clock()
            progress(live.look(every))
            for note in live.report.notes[remarked:]:
                remark(note)
            remarked = len(live.report.notes)
            polls += 1
            if looks is None or polls < looks:
                remote.pace.wait(max(0.0, began + every - clock()))
    finally:
        with live.transaction():
            live.end_load()
    return live.report


class _KeyStatus(Struct, frozen=True):
    """The data of /v1/status that a pull reads; plan: '' if the service does not say."""

    plan: str = ""
    limits: Rights = Rights()


class _Pull(Mirror):
    """One pull."""

    def plan(self) -> Planned:
        """Begin the pull, or resume one with the same options, and plan it."""
        self._ask_status()
        options_text = self.options.as_text(self.remote.root)
        with self.transaction():
            earlier = loads.unfinished_pull(self.connection, self.source_id, options_text)
            begun = earlier or Pull(None, self.source_id, options_text, "", self.now)
            begun = begun._replace(load_id=self.begin_load(begun.load_id))
            self.pull_id = begun.id or loads.begin_pull(self.connection, begun)
        self.report.is_resumed = earlier is not None
        if begun.lists:
            planned = decode(begun.lists, type=Planned)
        else:
            planned = self._planned()
            begun = begun._replace(id=self.pull_id, lists=encode(planned).decode())
            with self.transaction():
                upsert(self.connection, "pull", [begun])
        self._expect(planned)
        return planned

    def run(self) -> None:
        """The whole pull."""
        default_before = default_bookmaker(self.connection)
        planned = self.plan()
        for request in planned.lists:
            self.pull(request)
        # No list had the fixtures that are stored as live long after their kickoff.
        still_live = loads.live_ids(
            self.connection, self.source_id, planned.leagues, before=self.now - LIVE_AT_MOST
        )
        for fixture_id in sorted(still_live):
            self.pull(of_fixture(fixture_id, self.options))
        for single in self._singles(planned.leagues):
            requests = self._not_taken(single.requests)
            self.expected[single.kind] = self.report.spent[single.kind] + len(requests)
            self.pull_kind(requests)
        with self.transaction():
            # A resumed pull looks at the seasons of its earlier part too.
            self.derive(one.season_id for one in planned.lists if one.season_id is not None)
            words = default_after_load(self.connection, default_before)
            loads.end_pull(self.connection, self.pull_id, int(self.remote.pace.clock()))
            self.end_load()
        if words:
            self.report.note(words)

    def _ask_status(self) -> None:
        """Ask what the key may ask. A service that does not say is asked for everything, and may refuse."""
        try:
            page = self.page(PlannedRequest("status", "status", None, {}), 1)
        except ApiError as error:
            self.report.note(
                f"the service does not say the key's limits ({error}); its refusals will"
            )
            return
        try:
            status = convert(page.body["data"], _KeyStatus)
        except ValidationError:
            status = _KeyStatus()
        self.rights, self.report.plan = status.limits, status.plan
        self.remote.pace.window_seconds = self.rights.rate_window_seconds
        self.now = int(self.remote.pace.now())
        self._note_limits_of_the_plan()

    def _note_limits_of_the_plan(self) -> None:
        rights, options, plan = self.rights, self.options, self.report.plan.capitalize()
        if options.wants_odds and not rights.odds_on_lists:
            self.report.note(
                f"The {plan} plan gives no odds on lists; they come fixture by fixture, of the default bookmaker, last."
            )
        elif options.wants_odds and not rights.all_bookmakers:
            self.report.note(f"The {plan} plan gives the odds of the default bookmaker alone.")
        if options.odds_history and not rights.odds_history:
            self.report.note(f"The {plan} plan gives no odds history; the pull goes on without it.")
        if -EVER < options.span[0] < rights.history_start:
            floor = day_of(rights.history_start)
            self.report.note(
                f"The {plan} plan's history starts on {floor}; of earlier days comes what its season lists cover."
            )

    def _planned(self) -> Planned:
        """Ask for the catalogue, and plan the requests."""
        with self.transaction():
            self.import_records(map(ParsedCountry, ALL_CODES))
        self.pull(PlannedRequest("catalogue", "bookmakers", None, {}))
        named: Sequence[int] = self.options.leagues
        if not named:
            listed = PlannedRequest("catalogue", "leagues", None, {})
            for esports in self.options.esports_values:
                self.pull(listed.with_arguments(esports=esports))
            # Those too that the service listed once.
            named = loads.leagues_of_service(self.connection, esports=self.options.esports)
        self.expected["catalogue"] = self.report.spent["catalogue"] + len(named)
        leagues = {league.id: league for league in map(self._league, named) if league}
        seasons = [
            SeasonToPull(
                bool(league.has_standings),
                season,
                loads.fixtures_stored(self.connection, season.id),
                loads.most_members(self.connection, league.id),
                self.is_taken(whole_address(season, self.options)),
            )
            for league in leagues.values()
            for season in stored_seasons(self.connection, league.id)
            if overlaps(season, self.options)
        ]
        lists = plan_lists(
            self.connection, self.source_id, self.options, self.rights, seasons, now=self.now
        )
        to_come = sum(self.options.within(each.expected - each.stored) for each in seasons)
        singles = {
            single.kind: single.of_new * to_come + len(self._not_taken(single.requests))
            for single in self._singles(leagues)
        }
        return Planned(tuple(leagues), self._not_taken(lists), singles)

    def _league(self, league_id: int) -> LeagueRow | None:
        """Pull the detail of a league; the survivor's if it has moved, None if it is left out."""
        if self.pull(PlannedRequest("catalogue", "league", league_id, {})):
            return None
        league = league_by_id(self.connection, survivor(self.connection, league_id) or league_id)
        if league and league.esports and not self.options.esports:
            self.report.note(
                f"league {league_id} is left out: {league.name} is e-football, which --esports brings"
            )
            return None
        # The number of fixtures to plan for depends on the teams of the newest season.
        seasons = stored_seasons(self.connection, league.id) if league else []
        if league and seasons and not loads.most_members(self.connection, league.id):
            self.pull(members_of(seasons[0], has_standings=bool(league.has_standings)))
        return league

    def _singles(self, leagues: Iterable[int]) -> Iterator[Singles]:
        return single_requests(
            self.connection,
            self.source_id,
            self.options,
            self.rights,
            leagues,
            note=self.report.note,
        )

    def _expect(self, planned: Planned) -> None:
        self.expected = Counter(self.report.spent)
        for request in self._not_taken(planned.lists):
            self.expected[request.kind] += request.pages
        self.expected.update(planned.singles)
        self.report.leagues = planned.leagues
        self.report.planned = +self.expected
        left = self.expected.total() - self.report.spent.total()
        self.report.seconds_planned = self.remote.seconds_for(left)

    def _not_taken(self, requests: Iterable[PlannedRequest]) -> tuple[PlannedRequest, ...]:
        """Those of these requests that were not done already."""
        return tuple(one for one in requests if not self.is_taken(one.address))


class _Live(Mirror):
    """Looks at the fixtures in play of one service; its pages are noted nowhere, so that each look asks anew."""

    def __init__(
        self, connection: sqlite3.Connection, remote: Remote, options: PullOptions
    ) -> None:
        super().__init__(connection, remote, options)
        self._playing: set[int] = set()
        self._moved = 0
        self._odds_at: dict[int, float] = {}

    def look(self, every: float) -> str:
        """Ask for every fixture in play, for those that have ended since, and for odds; returns a summary in words.

        every: seconds between two looks, to which the requests of a window are shared out.
        """
        options = self.options
        before = loads.live_ids(
            self.connection, self.source_id, options.leagues or None, esports=options.esports
        )
        self._playing, self._moved = set(), 0
        status, include = str(Status.LIVE), list_include(options, self.rights)
        in_play = PlannedRequest("fixtures", "fixtures", None, {"status": status})
        for league, esports in product(options.leagues or (None,), options.esports_values):
            self.pull(in_play.with_arguments(league=league, esports=esports, include=include))
        for fixture_id in sorted(before - self._playing):
            self.pull(of_fixture(fixture_id, options))
        tail = ""
        if options.wants_odds:
            self.pull_kind(self._odds_requests(every))
            tail = f", {self._moved} prices moved"
        playing = plural(len(self._playing), "fixture")
        return f"{playing} in play{tail}; {plural(self.remote.sent, 'request')} so far"

    def _odds_requests(self, every: float) -> Iterable[PlannedRequest]:
        """The requests for prices of fixtures in play, the longest not asked for first.

        As many as the rate limit allows until the next look, which needs two requests itself.
        """
        pace = self.remote.pace
        looks = max(1.0, pace.until_reset / every)
        affordable = max(0, int(pace.left / looks) - 2)
        waiting = sorted(
            self._playing, key=lambda fixture_id: (self._odds_at.get(fixture_id, 0.0), fixture_id)
        )
        for fixture_id in waiting[:affordable]:
            self._odds_at[fixture_id] = pace.clock()
            yield PlannedRequest("odds", "fixture_odds", fixture_id, {})

    def import_page(self, page: RemotePage) -> None:
        """Write a page, and ticks of the prices that have moved."""
        super().import_page(page)
        call = page.call
        if call.endpoint.name == "fixtures":
            self._playing.update(page.ids)
        elif call.endpoint.name == "fixture_odds" and call.id is not None:
            now = int(self.remote.pace.clock())
            self._moved += loads.append_ticks(self.connection, call.id, now=now)
