"""The requests of a pull for one fixture each: odds, single fixtures, odds histories. They come last."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from footydata.football.errors import ApiError, InsufficientPlan
from footydata.football.markets import BY_PARAM, Market, carried_markets
from footydata.football.terms import Part, Status
from footydata.ingest.mirroring.options import EVER, PullOptions, Report
from footydata.ingest.mirroring.page_writer import PulledPageWriter
from footydata.ingest.mirroring.plan import LACKING, Rights, bookmakers_of
from footydata.ingest.mirroring.remote import Remote, RemotePage, walk
from footydata.service.client.call import call_of
from footydata.service.endpoints import BY_NAME
from footydata.service.params import MAX_PER_PAGE
from footydata.store.write import pulls
from footydata.store.write.pulls import IncompleteFixture

Ask = Callable[[str, str, int | None, dict[str, Any] | None], RemotePage]


class _Single(NamedTuple):
    """A request for one fixture; is_final: whether the fixture is finished."""

    kind: str
    endpoint: str
    fixture: IncompleteFixture
    arguments: dict[str, Any]

    @property
    def address(self) -> str:
        return call_of(self.endpoint, self.fixture.id, self.arguments).target

    @property
    def is_final(self) -> bool:
        return self.fixture.status == Status.FINISHED


def odds_requests(
    connection: sqlite3.Connection,
    fixtures: Sequence[IncompleteFixture],
    rights: Rights,
    slugs: list[str],
    pulled: set[str],
) -> Iterator[_Single]:
    """The requests for lines and prices, of every bookmaker that the plan gives: at most one a fixture.

    slugs: of the service's bookmakers. taken: the addresses that need not be requested.
    """
    arguments = {"bookmakers": slugs} if rights.all_bookmakers and len(slugs) > 1 else {}
    # A summary without any line says nothing of other bookmakers, of both to score and of opening half lines: a plan
    # that gives everything is asked for them. The others allow few requests, and these can wait.
    summarised = [
        one.id
        for one in fixtures
        if one.status != Status.FINISHED and one.parts & Part.ODDS_SUMMARY
    ]
    early = set[int]() if rights.all_bookmakers else set(summarised)
    early -= {row[0] for row in pulls.markets_recorded(connection, early)}
    for one in fixtures:
        single = _Single("odds", "fixture_odds", one, arguments)
        is_there = one.status == Status.FINISHED and one.parts & Part.ODDS and not arguments
        if not (is_there or one.id in early or single.address in pulled):
            yield single


class FixtureRequests:
    """Asks fixture by fixture for what lists don't have. left: expected requests by kind, which are counted down."""

    def __init__(
        self,
        writer: PulledPageWriter,
        remote: Remote,
        options: PullOptions,
        rights: Rights,
        report: Report,
        ask: Ask,
        left_over: Counter[str],
    ) -> None:
        self._writer = writer
        self._remote = remote
        self._options = options
        self._rights = rights
        self._report = report
        self._ask = ask
        self._left = left_over

    def run(self, leagues: tuple[int, ...]) -> None:
        """Send all requests, kind by kind."""
        kinds: list[tuple[str, bool, Callable[[list[IncompleteFixture]], Iterator[_Single]]]] = [
            ("odds", self._options.wants_odds, self._odds),
            ("detail", self._options.detail, self._details),
            (
                "odds history",
                bool(self._options.odds_history) and self._rights.odds_history,
                self._histories,
            ),
        ]
        for kind, is_wanted, find in kinds:
            if not is_wanted:
                continue
            requests = list(find(self._fixtures(leagues)))
            self._left[kind] = len(requests)
            for single in requests:
                if not self._take(single):
                    break
            self._left[kind] = 0

    def _fixtures(self, leagues: tuple[int, ...]) -> list[IncompleteFixture]:
        start, end = self._options.start_ts or 0, self._options.end_ts or EVER
        connection, source_id = self._writer.connection, self._writer.source_id
        return pulls.fixtures_of_leagues(connection, leagues, source_id, start_ts=start, end_ts=end)

    def _taken(self) -> set[str]:
        return pulls.pulled_addresses(
            self._writer.connection, self._writer.source_id, self._writer.pull_id
        )

    def _odds(self, fixtures: list[IncompleteFixture]) -> Iterator[_Single]:
        slugs = list(dict(pulls.bookmaker_slugs(self._writer.connection)))
        return odds_requests(self._writer.connection, fixtures, self._rights, slugs, self._taken())

    def _details(self, fixtures: list[IncompleteFixture]) -> Iterator[_Single]:
        """The requests for single fixtures whose round or half-time figures are missing."""
        pulled = self._taken()
        for one in fixtures:
            needed = LACKING["detail"] if one.status == Status.FINISHED else Part.ROUND
            single = _Single("detail", "fixture", one, {})
            if int(needed) & ~one.parts and single.address not in pulled:
                yield single

    def _histories(self, fixtures: list[IncompleteFixture]) -> Iterator[_Single]:
        """The requests for odds histories; if a fixture's odds are stored, only for markets that have some."""
        connection, pulled = self._writer.connection, self._taken()
        requests = list(self._carried())
        recorded = pulls.markets_recorded(connection, [one.id for one in fixtures])
        has_all_odds = self._options.wants_odds and self._rights.all_bookmakers
        for one in fixtures:
            for slug, is_default, market in requests:
                has_odds = one.parts & Part.ODDS and (is_default or has_all_odds)
                if has_odds and (one.id, slug, market.key) not in recorded:
                    continue
                single = _Single(
                    "odds history",
                    "fixture_odds_history",
                    one,
                    {"market": market.param, "bookmaker": slug},
                )
                if single.address not in pulled:
                    yield single

    def _carried(self) -> Iterator[tuple[str, bool, Market]]:
        """Slug, whether it is the default one, and market, for each wanted market that a wanted bookmaker carries."""
        makers = dict(pulls.bookmaker_slugs(self._writer.connection))
        for slug in bookmakers_of(self._options, makers):
            is_default = bool(makers[slug])
            carried = carried_markets(is_default=is_default)
            for market in (BY_PARAM[name] for name in self._options.odds_history):
                if market in carried:
                    yield slug, is_default, market
                else:
                    self._report.note(
                        f"{slug} does not carry {market.param}; no odds history of it comes."
                    )

    def _take(self, single: _Single) -> bool:
        """Ask and write; returns False if the plan refuses all requests of this kind."""
        first = 1
        if single.endpoint == "fixture_odds_history":
            market = BY_PARAM[single.arguments["market"]].key
            slug = single.arguments["bookmaker"]
            first += (
                pulls.ticks_stored(self._writer.connection, single.fixture.id, slug, market)
                // MAX_PER_PAGE
            )

        def ask(number: int) -> RemotePage:
            paging = (
                {"page": number, "per_page": MAX_PER_PAGE} if BY_NAME[single.endpoint].paged else {}
            )
            return self._ask(
                single.kind, single.endpoint, single.fixture.id, {**single.arguments, **paging}
            )

        try:
            for page, is_last in walk(single.endpoint, ask, first=first):
                with self._writer.transaction():
                    self._writer.import_page(page)
                    if is_last:
                        self._writer.note(single.address, is_final=single.is_final)
        except InsufficientPlan as error:
            return self._refused(single, error)
        except ApiError as error:
            self._report.note(f"{single.address} is left out: {error}")
            with self._writer.transaction():
                self._writer.note(single.address)
        return True

    def _refused(self, single: _Single, error: InsufficientPlan) -> bool:
        """Note a refusal of the plan; returns whether to go on: it may refuse one competition, or a kind everywhere."""
        self._report.note(
            f"The service refuses {single.kind} under this plan: {error}; the pull goes on without."
        )
        with self._writer.transaction():
            self._writer.note(single.address)
        return "competition" in str(error)
