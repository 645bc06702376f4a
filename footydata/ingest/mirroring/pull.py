"""Pulls a remote service: the catalogue, the lists, then fixture by fixture; each page in its own transaction."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

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
from footydata.football.moments import day_of
from footydata.football.records import Pull, SeasonRecord
from footydata.football.terms import LIVE_AT_MOST, Include
from footydata.ingest.identity.seasons import update_seasons
from footydata.ingest.mirroring.fixture_requests import FixtureRequests, odds_requests
from footydata.ingest.mirroring.options import PullOptions, Report, Step
from footydata.ingest.mirroring.page_writer import SOURCE, PulledPageWriter
from footydata.ingest.mirroring.plan import (
    LACKING,
    ListRequest,
    Planned,
    Rights,
    SeasonToPull,
    expected_requests,
    members_of,
    overlaps,
    plan_lists,
    rights_of,
    table_of,
    whole_address,
)
from footydata.ingest.mirroring.remote import Remote, RemotePage, walk
from footydata.service.client.conversation import MOST_MOVES
from footydata.service.endpoints import BY_NAME
from footydata.service.params import MAX_PER_PAGE, MAX_PER_PAGE_WITH_INCLUDE
from footydata.sources.parsed import LeagueKey, ParsedCountry, ParsedRetirement
from footydata.sources.v1_pages import season_key
from footydata.store.bookmakers import change_of_default, default_slug, update_default_bookmaker
from footydata.store.read.seasons import leagues as stored_leagues
from footydata.store.write import pulls

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

    dry_run: only plan; the catalogue, which planning needs, is kept in memory and thrown away.
    Raises RemoteRefused if the service refuses or can't be reached; all pages until then stay.
    """
    run = _Pull(connection, remote, options, progress)
    started = remote.pace.clock()
    try:
        if dry_run:
            run.plan_only()
        else:
            run.run()
    finally:
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
        self._writer: PulledPageWriter
        self._left: Counter[str] = Counter()

    def run(self) -> None:
        """The whole pull."""
        self._writer = PulledPageWriter(self._connection, self.report, now=self._now)
        default_before = default_slug(self._connection)
        self._ask_status()
        options_text = self._options.as_text(self._remote.root)
        with self._writer.transaction():
            earlier = pulls.unfinished_pull(self._connection, self._writer.source_id, options_text)
            begun = earlier or Pull(None, self._writer.source_id, options_text, "", self._now)
            self._writer.pull_id = (
                earlier.id if earlier and earlier.id else pulls.begin_pull(self._connection, begun)
            )
            load_id = self._writer.begin_load(
                self._remote.root, earlier.load_id if earlier else None
            )
            pulls.set_load_of_pull(self._connection, self._writer.pull_id, load_id)
            self._writer.import_records(map(ParsedCountry, ALL_CODES))
        self.report.is_resumed = earlier is not None
        planned = Planned.from_text(earlier.lists) if earlier and earlier.lists else self._planned()
        self._expect(planned)
        for listing in planned.lists:
            self._walk(listing)
        # No list had the fixtures that are stored as live long after their kickoff.
        still_live = pulls.live_ids(
            self._connection,
            self._writer.source_id,
            planned.leagues,
            before=self._now - LIVE_AT_MOST,
        )
        for fixture_id in sorted(still_live):
            self._walk(ListRequest("fixtures", "fixture", fixture_id, {}))
        FixtureRequests(
            self._writer,
            self._remote,
            self._options,
            self._rights,
            self.report,
            self.ask,
            self._left,
        ).run(planned.leagues)
        with self._writer.transaction():
            # A resumed pull looks at the seasons of its earlier part too.
            self._writer.derive(one.season_id for one in planned.lists if one.season_id is not None)
            update_default_bookmaker(self._connection)
            pulls.end_pull(self._connection, self._writer.pull_id, int(self._remote.pace.clock()))
            self._writer.end_load()
        if words := change_of_default(self._connection, default_before):
            self.report.note(words)

    def plan_only(self) -> None:
        """Only plan, with the catalogue in memory."""
        from footydata.store.file.opening import in_memory

        with in_memory() as catalogue:
            self._writer = PulledPageWriter(catalogue, self.report, now=self._now)
            self._ask_status()
            with self._writer.transaction():
                begun = Pull(
                    None,
                    self._writer.source_id,
                    self._options.as_text(self._remote.root),
                    "",
                    self._now,
                )
                self._writer.pull_id = pulls.begin_pull(catalogue, begun)
                self._writer.import_records(map(ParsedCountry, ALL_CODES))
            self._expect(self._planned())

    def _ask_status(self) -> None:
        """Ask what the key may ask. A service that does not say is asked for everything, and may refuse."""
        try:
            data = self.ask("status", "status").body["data"]
        except ApiError as error:
            self.report.note(
                f"the service does not say the key's limits ({error}); its refusals will"
            )
            return
        self._rights = rights_of(data)
        self.report.plan = self._rights.plan
        self._remote.pace.window_seconds = self._rights.window_seconds
        self._remote.pace.note_answer(self._remote.pace.limit, self._remote.pace.clock())
        self._now = int(self._remote.pace.now())
        self._note_limits_of_the_plan()

    def _note_limits_of_the_plan(self) -> None:
        rights, options, plan = self._rights, self._options, self._rights.plan.capitalize()
        if options.wants_odds and not rights.odds_on_lists:
            self.report.note(
                f"The {plan} plan gives no odds on lists; they come fixture by fixture, of the default bookmaker, last."
            )
        elif options.wants_odds and not rights.all_bookmakers:
            self.report.note(f"The {plan} plan gives the odds of the default bookmaker alone.")
        if options.odds_history and not rights.odds_history:
            self.report.note(f"The {plan} plan gives no odds history; the pull goes on without it.")
        if options.start_ts is not None and options.start_ts < rights.history_start:
            floor = day_of(rights.history_start)
            self.report.note(
                f"The {plan} plan's history starts on {floor}; of earlier days comes what its season lists cover."
            )

    def _planned(self) -> Planned:
        """Ask for the catalogue, plan the lists, and store the plan."""
        self._walk(ListRequest("catalogue", "bookmakers", None, {}))
        leagues = self._options.leagues or tuple(self._listed_leagues())
        self._left["catalogue"] = len(leagues)
        league_ids = [
            league_id for each in leagues if (league_id := self._ask_league(each)) is not None
        ]
        seasons = [
            self._season_to_pull(league_id, season)
            for league_id in dict.fromkeys(league_ids)
            for season in stored_leagues.seasons(self._writer.connection, league_id)
            if overlaps(season, self._options)
        ]
        source_id = self._stored_source_id()
        lists = tuple(
            listing
            for listing in plan_lists(self._options, self._rights, seasons, now=self._now)
            if not self._writer.is_taken(listing.address)
            and not pulls.is_pulled(self._connection, source_id, listing.address, 0)
        )
        lacking = {
            kind: sum(each.within(each.lacking(parts), self._options) for each in seasons)
            for kind, parts in LACKING.items()
        }
        lacking["odds"] = self._odds_lacking(seasons) if self._options.wants_odds else 0
        planned = Planned(tuple(dict.fromkeys(league_ids)), lists, lacking)
        with self._writer.transaction():
            pulls.plan_pull(self._writer.connection, self._writer.pull_id, planned.as_text())
        return planned

    def _odds_lacking(self, seasons: Sequence[SeasonToPull]) -> int:
        """How many requests for odds these seasons will take: those of stored fixtures, and one a missing fixture."""
        slugs = list(dict(pulls.bookmaker_slugs(self._writer.connection)))
        pulled = pulls.pulled_addresses(
            self._connection, self._stored_source_id(), self._writer.pull_id
        )
        count = 0
        for each in seasons:
            requests = list(
                odds_requests(self._connection, each.stored, self._rights, slugs, pulled)
            )
            count += each.within(each.expected - len(each.stored) + len(requests), self._options)
        return count

    def _season_to_pull(self, league_id: int, season: SeasonRecord) -> SeasonToPull:
        league = stored_leagues.league_by_id(self._writer.connection, league_id)
        source_id = self._stored_source_id()
        stored = pulls.fixtures_of_season(self._connection, season.id, source_id)
        teams = max(
            pulls.most_members(each, league_id)
            for each in (self._writer.connection, self._connection)
        )
        season_to_pull = SeasonToPull(
            league_id, bool(league and league.has_standings), season, stored, teams
        )
        is_whole = pulls.is_pulled(
            self._connection, source_id, whole_address(season_to_pull, self._options), 0
        )
        return season_to_pull._replace(is_whole=is_whole)

    def _stored_source_id(self) -> int:
        return pulls.source_id_of(self._connection, SOURCE)

    def _listed_leagues(self) -> list[int]:
        """The leagues that the service lists, and those mirrored before that it no longer lists."""
        ids: list[int] = []
        for esports in (False, True) if self._options.esports else (False,):
            for page, _ in self._pages(
                ListRequest("catalogue", "leagues", None, {"esports": esports or None})
            ):
                with self._writer.transaction():
                    self._writer.import_page(page)
                ids += page.ids
        stored = pulls.leagues_of_source(self._connection, self._stored_source_id())
        return ids + [
            league_id for league_id in stored if league_id not in ids and self._is_wanted(league_id)
        ]

    def _is_wanted(self, league_id: int) -> bool:
        league = stored_leagues.league_by_id(self._connection, league_id)
        return self._options.esports or not (league and league.esports)

    def _ask_league(self, league_id: int) -> int | None:
        """Pull a league's detail; returns its id, the survivor's if it had moved, None if it is left out."""
        listing = ListRequest("catalogue", "league", league_id, {}, league_id=league_id)
        if self._writer.is_taken(listing.address):
            return league_id
        try:
            page = self.ask("catalogue", "league", league_id)
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
            self._writer.note(page.path)
        (pulled_id,) = page.ids or [league_id]
        self._ask_newest_members(pulled_id)
        return pulled_id

    def _ask_newest_members(self, league_id: int) -> None:
        """Pull the newest season's table or teams: the number of fixtures to plan for depends on the teams."""
        league = stored_leagues.league_by_id(self._writer.connection, league_id)
        seasons = stored_leagues.seasons(self._writer.connection, league_id)
        if league and seasons and not pulls.most_members(self._connection, league_id):
            self._walk(
                table_of(league_id, seasons[0])
                if league.has_standings
                else members_of(league_id, seasons[0])
            )

    def _expect(self, planned: Planned) -> None:
        self.report.leagues = planned.leagues
        makers = dict(pulls.bookmaker_slugs(self._writer.connection))
        self._left = expected_requests(planned, self._options, self._rights, makers)
        self.report.planned = Counter(self.report.spent) + self._left
        self.report.seconds_planned = self._seconds_left()

    def _seconds_left(self) -> float:
        spent, pace = max(1, self._remote.sent), self._remote.pace
        each = min(max(self._remote.busy / spent, 0.001), 5.0)
        return pace.seconds_for(self._left.total(), each)

    def ask(
        self, kind: str, name: str, id: int | None = None, arguments: dict[str, Any] | None = None
    ) -> RemotePage:
        """Ask for a page; the survivor of a league that has moved is asked for instead, and the move noted."""
        id_now, parameters = id, dict(arguments or {})
        for _ in range(MOST_MOVES):
            before = self._remote.sent
            try:
                return self._remote.page(name, id_now, parameters)
            except LeagueMoved as error:
                retired = (
                    id_now if name.startswith("league") and id_now else parameters.get("league")
                )
                self._note_moved(retired, error.canonical_id)
                if name.startswith("league") and id_now:
                    id_now = error.canonical_id
                else:
                    parameters["league"] = error.canonical_id
            finally:
                self.report.spent[kind] += self._remote.sent - before
                self._left[kind] = max(0, self._left[kind] - 1)
                done = self.report.spent.total()
                self._progress(Step(done, done + self._left.total(), self._seconds_left(), kind))
        raise RemoteRefused(
            f"league {id} has moved too often: the service's answers may lead in a circle"
        )

    def _note_moved(self, retired: int | None, survivor: int) -> None:
        if retired is None or retired == survivor:
            raise RemoteRefused(f"a league moved to {survivor}, which leads nowhere")
        self.report.note(f"League {retired} was merged into {survivor}; {survivor} is mirrored.")
        with self._writer.transaction():
            self._writer.import_records([ParsedRetirement(retired, LeagueKey(WORLD, "", survivor))])

    def _walk(self, listing: ListRequest) -> None:
        """Pull a list page by page, from the first page that was not pulled yet."""
        if self._writer.is_taken(listing.address):
            self._left[listing.kind] = max(0, self._left[listing.kind] - listing.pages)
            return
        try:
            self._walk_pages(listing)
        except (StandingsNotAvailable, SeasonNotFound) as error:
            if listing.endpoint == "standings" and listing.league_id and listing.season_id:
                label = listing.arguments["season"]
                self._left["tables"] += 1
                key = season_key(label)
                self._walk(
                    members_of(
                        listing.league_id,
                        SeasonRecord(listing.season_id, listing.league_id, *key[:2]),
                    )
                )
            else:
                self.report.note(f"{listing.address}: {error}")
            with self._writer.transaction():
                self._finish(listing)
        except FixtureNotFound as error:
            with self._writer.transaction():
                self._writer.mark_removed(listing.id or 0, error)
                self._writer.note(listing.address)
        except ApiError as error:
            self._go_on_without(listing, error)

    def _go_on_without(self, listing: ListRequest, error: ApiError) -> None:
        floor = self._rights.history_start
        if (
            isinstance(error, InsufficientPlan)
            and error.param != "include"
            and listing.spans(floor)
        ):
            self.report.note(f"{listing.address}: {error}; fetched from {day_of(floor)} on.")
            self._walk(listing._replace(arguments={**listing.arguments, "start_time": floor}))
            return
        include = [name for name in listing.arguments.get("include", ()) if name != Include.ODDS]
        if isinstance(error, InsufficientPlan) and len(include) < len(
            listing.arguments.get("include", ())
        ):
            self.report.note(f"The service gives no odds on lists: {error}")
            arguments = {
                name: value for name, value in listing.arguments.items() if name != "include"
            }
            self._walk(
                listing._replace(
                    arguments={**arguments, "include": include} if include else arguments
                )
            )
            return
        self.report.note(f"{listing.address} is left out: {error}")
        with self._writer.transaction():
            self._writer.note(listing.address)

    def _walk_pages(self, listing: ListRequest) -> None:
        left_before = self._left[listing.kind]
        first = 1
        while self._writer.is_taken(self._page_address(listing, first)):
            first += 1
        self._pass_through(listing, first=first)
        if not self._writer.is_taken(listing.address):
            self._pass_through(listing, first=1)
        self._left[listing.kind] = max(0, left_before - listing.pages)

    def _pass_through(self, listing: ListRequest, *, first: int) -> None:
        """Pull the pages from the first one on, once; the list is not noted if it is to be begun again."""
        ids, has_moved = set[int](), False
        for number, (page, is_last) in enumerate(self._pages(listing, first=first), first):
            # A fixture on two pages: the list has moved while it was read.
            has_moved = has_moved or not ids.isdisjoint(page.ids)
            ids.update(page.ids)
            with self._writer.transaction():
                self._writer.import_page(page)
                self._writer.note(page.address)
                if is_last and not (has_moved and self._begin_again(listing, number)):
                    self._finish(listing)

    def _pages(self, listing: ListRequest, *, first: int = 1) -> Iterator[tuple[RemotePage, bool]]:
        def ask(number: int) -> RemotePage:
            arguments = {**listing.arguments, **self._paging(listing, number)}
            return self.ask(listing.kind, listing.endpoint, listing.id, arguments)

        return walk(listing.endpoint, ask, first=first)

    def _paging(self, listing: ListRequest, number: int) -> dict[str, int]:
        if not BY_NAME[listing.endpoint].paged:
            return {}
        size = MAX_PER_PAGE_WITH_INCLUDE if listing.arguments.get("include") else MAX_PER_PAGE
        return {"page": number, "per_page": size}

    def _page_address(self, listing: ListRequest, number: int) -> str:
        return listing._replace(
            arguments={**listing.arguments, **self._paging(listing, number)}
        ).address

    def _begin_again(self, listing: ListRequest, pages: int) -> bool:
        """Forget the pages for one more pass, once: a fixture was on two pages, so another may have been missed."""
        second_address = f"{listing.address}#again"
        if self._writer.is_taken(second_address):
            return False
        self._writer.note(second_address)
        addresses = [self._page_address(listing, number) for number in range(1, pages + 1)]
        pulls.delete_pulled_pages(self._writer.connection, self._writer.source_id, addresses)
        return True

    def _finish(self, listing: ListRequest) -> None:
        """Note that a list was pulled, for good if its season is over, inside a transaction."""
        is_final = False
        if listing.season_id is not None and listing.endpoint != "fixture":
            if listing.kind == "fixtures":
                update_seasons(self._writer.connection, [listing.season_id])
                self._note_whole(listing)
            is_final = listing.kind == "tables" and self._writer.is_closed(listing.season_id)
        self._writer.note(listing.address, is_final=is_final)

    def _note_whole(self, listing: ListRequest) -> None:
        """Note that a season was pulled whole, if the list was from the start of the asked window."""
        season = stored_leagues.seasons(self._writer.connection, listing.league_id or 0)
        row = next((each for each in season if each.id == listing.season_id), None)
        if row is None:
            return
        address = whole_address(SeasonToPull(listing.league_id or 0, True, row, ()), self._options)
        plain = {
            name: value
            for name, value in listing.arguments.items()
            if name not in ("include", "order")
        }
        if listing._replace(arguments=plain).address == address:
            self._writer.note(address, is_final=True)
