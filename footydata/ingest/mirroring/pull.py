"""Pulls a remote service: the catalogue, the lists, then fixture by fixture; each page in its own transaction."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing

from msgspec import ValidationError, convert
from msgspec.json import decode, encode

from footydata.football.countries import ALL_CODES, WORLD
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
from footydata.football.records import Pull, SeasonRecord
from footydata.football.terms import LIVE_AT_MOST, Include
from footydata.ingest.mirroring.plan import (
    ORDER,
    SINGLES,
    Planned,
    PlannedRequest,
    SeasonToPull,
    Singles,
    members_of,
    overlaps,
    plan_lists,
    single_requests,
    whole_address,
)
from footydata.ingest.mirroring.remote import Remote, RemotePage, walk
from footydata.ingest.mirroring.writing import (
    EVER,
    KeyStatus,
    PulledPageWriter,
    PullOptions,
    Report,
    Rights,
    Step,
)
from footydata.service.client.call import Call, call_of
from footydata.service.client.conversation import MOST_MOVES
from footydata.service.params import MAX_PER_PAGE
from footydata.sources.parsed import LeagueKey, ParsedCountry, ParsedRetirement
from footydata.store import pulls
from footydata.store.bookmakers import change_of_default, default_slug, update_default_bookmaker
from footydata.store.read.seasons import leagues as stored_leagues

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


class _Pull:
    """One pull."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        remote: Remote,
        options: PullOptions,
        progress: Progress,
    ) -> None:
        self.report = Report()
        self._remote = remote
        self._options = options
        self._progress = progress
        self._rights = Rights()
        self._now = int(remote.pace.now())
        self._connection = connection
        self._writer = PulledPageWriter(connection, self.report, now=self._now)
        self._expected: Counter[str] = Counter()

    def plan(self) -> Planned:
        """Begin the pull, or resume one with the same options, and plan it."""
        self._ask_status()
        options_text = self._options.as_text(self._remote.root)
        with self._writer.transaction():
            earlier = pulls.unfinished_pull(self._connection, self._writer.source_id, options_text)
            load_id = self._writer.begin_load(
                self._remote.root, None if earlier is None else earlier.load_id
            )
            begun = earlier or Pull(
                None, self._writer.source_id, options_text, "", self._now, load_id=load_id
            )
            self._writer.pull_id = begun.id or pulls.begin_pull(self._connection, begun)
        self.report.is_resumed = earlier is not None
        planned = decode(begun.lists, type=Planned) if begun.lists else self._planned()
        self._expect(planned)
        return planned

    def run(self) -> None:
        """The whole pull."""
        default_before = default_slug(self._connection)
        planned = self.plan()
        for request in planned.lists:
            self._walk(request)
        # No list had the fixtures that are stored as live long after their kickoff.
        still_live = pulls.live_ids(
            self._connection,
            self._writer.source_id,
            planned.leagues,
            before=self._now - LIVE_AT_MOST,
        )
        for fixture_id in sorted(still_live):
            self._walk(PlannedRequest("fixtures", "fixture", fixture_id, {}))
        self._walk_singles(planned.leagues)
        with self._writer.transaction():
            # A resumed pull looks at the seasons of its earlier part too.
            self._writer.derive(one.season_id for one in planned.lists if one.season_id is not None)
            update_default_bookmaker(self._connection)
            pulls.end_pull(self._connection, self._writer.pull_id, int(self._remote.pace.clock()))
            self._writer.end_load()
        if words := change_of_default(self._connection, default_before):
            self.report.note(words)

    def _ask_status(self) -> None:
        """Ask what the key may ask. A service that does not say is asked for everything, and may refuse."""
        try:
            page = self._ask("status", call_of("status"))
        except ApiError as error:
            self.report.note(
                f"the service does not say the key's limits ({error}); its refusals will"
            )
            return
        try:
            status = convert(page.body["data"], KeyStatus)
        except ValidationError:
            status = KeyStatus()
        self._rights, self.report.plan = status.limits, status.plan
        self._remote.pace.window_seconds = self._rights.rate_window_seconds
        self._remote.pace.note_answer(self._remote.pace.limit, self._remote.pace.clock())
        self._now = int(self._remote.pace.now())
        self._note_limits_of_the_plan()

    def _note_limits_of_the_plan(self) -> None:
        rights, options, plan = self._rights, self._options, self.report.plan.capitalize()
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
        """Ask for the catalogue, plan the requests, and store the plan."""
        with self._writer.transaction():
            self._writer.import_records(map(ParsedCountry, ALL_CODES))
        self._walk(PlannedRequest("catalogue", "bookmakers", None, {}))
        named = self._options.leagues or tuple(self._listed_leagues())
        self._expected["catalogue"] = self.report.spent["catalogue"] + len(named)
        leagues = tuple(dict.fromkeys(filter(None, map(self._ask_league, named))))
        seasons = [
            self._season_to_pull(season)
            for league_id in leagues
            for season in stored_leagues.seasons(self._connection, league_id)
            if overlaps(season, self._options)
        ]
        lists = plan_lists(self._options, self._rights, seasons, now=self._now)
        singles = self._expected_singles(seasons)
        planned = Planned(leagues, self._not_taken(lists), singles)
        with self._writer.transaction():
            pulls.plan_pull(self._connection, self._writer.pull_id, encode(planned).decode())
        return planned

    def _expected_singles(self, seasons: Sequence[SeasonToPull]) -> dict[str, int]:
        """Kind → how many requests for one fixture each these seasons will take."""
        expected: Counter[str] = Counter()
        for kind, (of_new, requests_for) in self._singles().items():
            for each in seasons:
                of_stored = len(self._not_taken(requests_for(each.stored)))
                missing = each.expected - len(each.stored)
                expected[kind] += each.within(missing * of_new + of_stored, self._options)
        return expected

    def _singles(self) -> dict[str, tuple[int, Singles]]:
        makers = dict(pulls.bookmaker_slugs(self._connection))
        return single_requests(
            self._connection, self._options, self._rights, makers, note=self.report.note
        )

    def _has_standings(self, league_id: int) -> bool:
        league = stored_leagues.league_by_id(self._connection, league_id)
        return bool(league and league.has_standings)

    def _season_to_pull(self, season: SeasonRecord) -> SeasonToPull:
        return SeasonToPull(
            self._has_standings(season.league_id),
            season,
            pulls.fixtures_of_season(self._connection, season.id, self._writer.source_id),
            pulls.most_members(self._connection, season.league_id),
            self._writer.is_taken(whole_address(season, self._options)),
        )

    def _listed_leagues(self) -> list[int]:
        """The leagues that the service lists, and those mirrored before that it no longer lists."""
        ids: list[int] = []
        for esports in self._options.esports_values:
            request = PlannedRequest("catalogue", "leagues", None, {}).with_arguments(
                esports=esports
            )
            for page, _ in self._pages(request):
                with self._writer.transaction():
                    self._writer.import_page(page)
                ids += page.ids
        ids += pulls.leagues_of_source(
            self._connection, self._writer.source_id, esports=self._options.esports
        )
        return list(dict.fromkeys(ids))

    def _ask_league(self, league_id: int) -> int | None:
        """Pull a league's detail; returns its id, the survivor's if it had moved, None if it is left out."""
        request = PlannedRequest("catalogue", "league", league_id, {})
        if self._writer.is_taken(request.address):
            return league_id
        try:
            page = self._ask(request.kind, request.page(1))
        except ApiError as error:
            self.report.note(f"league {league_id} is left out: {error}")
            return None
        league = page.body["data"]
        if league.get("esports") and not self._options.esports:
            self.report.note(
                f"league {league_id} is left out: {league.get('name')} is e-football, which --esports brings"
            )
            return None
        with self._writer.transaction():
            self._writer.import_page(page)
            self._writer.note(page.call.target)
        (pulled_id,) = page.ids or [league_id]
        # The number of fixtures to plan for depends on the teams of the newest season.
        seasons = stored_leagues.seasons(self._connection, pulled_id)
        if seasons and not pulls.most_members(self._connection, pulled_id):
            self._walk(members_of(seasons[0], has_standings=self._has_standings(pulled_id)))
        return pulled_id

    def _expect(self, planned: Planned) -> None:
        self._expected = Counter(self.report.spent)
        for request in self._not_taken(planned.lists):
            self._expected[request.kind] += request.pages
        self._expected.update(planned.singles)
        self.report.leagues = planned.leagues
        self.report.planned = +self._expected
        left = self._expected.total() - self.report.spent.total()
        self.report.seconds_planned = self._seconds_for(left)

    def _seconds_for(self, requests: int) -> float:
        spent, pace = max(1, self._remote.sent), self._remote.pace
        return pace.seconds_for(requests, min(max(self._remote.busy / spent, 0.001), 5.0))

    def _left(self, kind: str) -> int:
        """How many requests of a kind and of those that come after it are expected still."""
        kinds = ORDER[ORDER.index(kind) :]
        return sum(max(0, self._expected[kind] - self.report.spent[kind]) for kind in kinds)

    def _ask(self, kind: str, call: Call) -> RemotePage:
        """Ask for a page; the survivor of a league that has moved is asked for instead, and the move noted."""
        for _ in range(MOST_MOVES):
            before = self._remote.sent
            try:
                return self._remote.page(call)
            except LeagueMoved as error:
                self._note_moved(call.league_id, error.canonical_id)
                call = call.for_league(error.canonical_id)
            finally:
                self.report.spent[kind] += self._remote.sent - before
                done, left = self.report.spent.total(), self._left(kind)
                self._progress(Step(done, done + left, self._seconds_for(left), kind))
        raise RemoteRefused(
            f"{call.target} has moved too often: the service's answers may lead in a circle"
        )

    def _not_taken(self, requests: Iterable[PlannedRequest]) -> tuple[PlannedRequest, ...]:
        """Those of these requests that were not done already."""
        return tuple(one for one in requests if not self._writer.is_taken(one.address))

    def _note_moved(self, retired: int | None, survivor: int) -> None:
        if retired is None or retired == survivor:
            raise RemoteRefused(f"a league moved to {survivor}, which leads nowhere")
        self.report.note(f"League {retired} was merged into {survivor}; {survivor} is mirrored.")
        with self._writer.transaction():
            self._writer.import_records([ParsedRetirement(retired, LeagueKey(WORLD, "", survivor))])

    def _walk_singles(self, leagues: tuple[int, ...]) -> None:
        """Send the requests for one fixture each, kind by kind, until the plan refuses a kind."""
        start, end = self._options.span
        for kind, (_, requests_for) in self._singles().items():
            # What came with the kind before shows what is still missing.
            fixtures = pulls.fixtures_of_leagues(
                self._connection, leagues, self._writer.source_id, start_ts=start, end_ts=end
            )
            requests = self._not_taken(requests_for(fixtures))
            self._expected[kind] = self.report.spent[kind] + len(requests)
            for request in requests:
                if not self._walk(request):
                    break

    def _walk(self, request: PlannedRequest) -> bool:
        """Pull a list page by page, from the first page that was not pulled yet; False if the plan refuses its kind."""
        if self._writer.is_taken(request.address):
            return True
        try:
            first = 1 + self._pages_stored(request)
            while self._writer.is_taken(request.page(first).target):
                first += 1
            self._pass_through(request, first=first)
            if not self._writer.is_taken(request.address):
                self._pass_through(request, first=1)
        except ApiError as error:
            return self._go_on_without(request, error)
        return True

    def _pages_stored(self, request: PlannedRequest) -> int:
        """How many pages of an odds history are stored; those of other lists are noted."""
        if request.endpoint != "fixture_odds_history" or request.id is None:
            return 0
        slug, market = request.arguments["bookmaker"], BY_PARAM[request.arguments["market"]].key
        return pulls.ticks_stored(self._connection, request.id, slug, market) // MAX_PER_PAGE

    def _go_on_without(self, request: PlannedRequest, error: ApiError) -> bool:
        """Go on after a request was refused, with one in its place if there is one; False if its kind is refused."""
        floor, include = self._rights.history_start, request.arguments.get("include", ())
        is_beyond_plan, note = isinstance(error, InsufficientPlan), self.report.note
        if isinstance(error, StandingsNotAvailable | SeasonNotFound):
            if request.endpoint == "standings":
                self._walk(request._replace(endpoint="teams"))
            else:
                note(f"{request.address}: {error}")
            with self._writer.transaction():
                self._finish(request)
            return True
        start = request.arguments.get("start_time", -EVER)
        end = request.arguments.get("end_time", EVER)
        is_list = request.endpoint == "league_fixtures" and error.param != "include"
        if is_beyond_plan and is_list and start < floor < end:
            note(f"{request.address}: {error}; fetched from {day_of(floor)} on.")
            return self._walk(request.with_arguments(start_time=floor)._replace(whole=""))
        if is_beyond_plan and Include.ODDS in include:
            note(f"The service gives no odds on lists: {error}")
            others = [name for name in include if name != Include.ODDS]
            return self._walk(request.with_arguments(include=others))
        is_single_beyond = is_beyond_plan and request.kind in SINGLES
        with self._writer.transaction():
            if isinstance(error, FixtureNotFound) and request.kind == "fixtures":
                self._writer.mark_removed(request.id or 0, error)
            elif is_single_beyond:
                note(
                    f"The service refuses {request.kind} under this plan: {error}; the pull goes on without."
                )
            else:
                note(f"{request.address} is left out: {error}")
            self._writer.note(request.address)
        # The plan may refuse one competition, or a kind everywhere.
        return not is_single_beyond or "competition" in str(error)

    def _pass_through(self, request: PlannedRequest, *, first: int) -> None:
        """Pull the pages from the first one on, once; the list is not noted if it is to be begun again."""
        ids, has_moved = set[int](), False
        for number, (page, is_last) in enumerate(self._pages(request, first=first), first):
            # A fixture on two pages: the list has moved while it was read.
            has_moved = has_moved or not ids.isdisjoint(page.ids)
            ids.update(page.ids)
            with self._writer.transaction():
                self._writer.import_page(page)
                self._writer.note(page.call.target)
                if is_last and not (has_moved and self._begin_again(request, number)):
                    self._finish(request)

    def _pages(
        self, request: PlannedRequest, *, first: int = 1
    ) -> Iterator[tuple[RemotePage, bool]]:
        return walk(lambda number: self._ask(request.kind, request.page(number)), first=first)

    def _begin_again(self, request: PlannedRequest, pages: int) -> bool:
        """Forget the pages for one more pass, once: a fixture was on two pages, so another may have been missed."""
        second_address = f"{request.address}#again"
        if self._writer.is_taken(second_address):
            return False
        self._writer.note(second_address)
        addresses = [request.page(number).target for number in range(1, pages + 1)]
        pulls.delete_pulled_pages(self._connection, self._writer.source_id, addresses)
        return True

    def _finish(self, request: PlannedRequest) -> None:
        """Note that a request is done, for good if its answer will not change, inside a transaction."""
        is_final = request.is_final
        if request.whole:
            self._writer.note(request.whole, is_final=True)
        if request.season_id is not None and request.kind == "tables":
            is_final = pulls.is_closed_season(self._connection, request.season_id)
        self._writer.note(request.address, is_final=is_final)
