"""The methods of the clients, for editors and mypy; cog writes them by tests/house/client_methods.py."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal, SupportsIndex

from footydata.service.client.page import AsyncHistoryPage, AsyncPage, HistoryPage, Page
from footydata.service.wire import (
    Bookmaker,
    CardStandings,
    CornerStandings,
    Country,
    Fixture,
    FixtureDetail,
    FixtureEvents,
    FixtureOdds,
    FixtureStatistics,
    League,
    LeagueDetail,
    PointsStandings,
    StatusRecord,
    Team,
)

# [[[cog
# from tests.house.client_methods import stubs
# cog.outl(stubs())
# ]]]
class Methods:
    """One method per endpoint, named after it; arguments that are None are not sent."""

    def fixtures(
        self,
        *,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        league: int | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Fixture]:
        """Fixtures of a time window, or every in-play fixture.

        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        league: Filter by league id.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        esports: false: real football only; true: e-football only.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def fixture(
        self,
        id: SupportsIndex,
        *,
        include: Sequence[Literal["events", "stats"]] | None = None,
        lang: str | None = None,
    ) -> FixtureDetail:
        """One fixture.

        include: Parts that the fixture has too, by comma. The odds summary is always there.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    def fixture_odds(
        self,
        id: SupportsIndex,
        *,
        bookmakers: Sequence[str] | None = None,
        market: str | None = None,
    ) -> FixtureOdds:
        """Lines and prices of a fixture by bookmaker.

        bookmakers: Slugs of /v1/bookmakers, by comma; the default bookmaker otherwise. Others
            need Ultra.
        market: One market alone.
        """

    def fixture_odds_history(
        self,
        id: SupportsIndex,
        *,
        market: str,
        bookmaker: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> HistoryPage:
        """How a market of a fixture moved.

        market: The market.
        bookmaker: A slug of /v1/bookmakers; the default bookmaker otherwise.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def fixture_events(self, id: SupportsIndex) -> FixtureEvents:
        """Timeline of a fixture."""

    def fixture_statistics(self, id: SupportsIndex) -> FixtureStatistics:
        """In-play statistics of a fixture."""

    def bookmakers(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Bookmaker]:
        """Bookmakers, the default first.

        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def countries(
        self,
        *,
        search: str | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Country]:
        """Country and region codes.

        search: Part of the name, any case.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def leagues(
        self,
        *,
        country: str | None = None,
        search: str | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[League]:
        """Competitions.

        country: A code of /v1/countries. Any case.
        search: Part of the name, any case.
        esports: false: real football only; true: e-football only.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def league(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> LeagueDetail:
        """One competition with its seasons, newest first.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    def league_fixtures(
        self,
        id: SupportsIndex,
        *,
        season: str | int | None = None,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Fixture]:
        """A whole season of fixtures.

        season: Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest
            with fixtures otherwise.
        order: Direction by kickoff.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def teams(
        self,
        *,
        league: int | None = None,
        season: str | int | None = None,
        country: str | None = None,
        search: str | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Team]:
        """Teams.

        league: Filter by league id.
        season: Season of the league; needs league. Without it the teams of all the league's
            seasons.
        country: A code of /v1/countries. Any case.
        search: Part of the name, any case.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def team(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> Team:
        """One team.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    def team_fixtures(
        self,
        id: SupportsIndex,
        *,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> Page[Fixture]:
        """One team's fixtures.

        order: Direction by kickoff.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    def standings(
        self,
        *,
        league: int,
        season: str | int | None = None,
        type: Literal["total", "corner", "card"] | None = None,
        lang: str | None = None,
    ) -> PointsStandings | CornerStandings | CardStandings:
        """A league table.

        league: The league id.
        season: Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest
            with fixtures otherwise.
        type: total: points table; corner: corner table; card: card table.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    def status(self) -> StatusRecord:
        """The caller's plan, limits and usage."""

class AsyncMethods:
    """The same methods, whose answers are awaited."""

    async def fixtures(
        self,
        *,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        league: int | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Fixture]:
        """Fixtures of a time window, or every in-play fixture.

        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        league: Filter by league id.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        esports: false: real football only; true: e-football only.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def fixture(
        self,
        id: SupportsIndex,
        *,
        include: Sequence[Literal["events", "stats"]] | None = None,
        lang: str | None = None,
    ) -> FixtureDetail:
        """One fixture.

        include: Parts that the fixture has too, by comma. The odds summary is always there.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    async def fixture_odds(
        self,
        id: SupportsIndex,
        *,
        bookmakers: Sequence[str] | None = None,
        market: str | None = None,
    ) -> FixtureOdds:
        """Lines and prices of a fixture by bookmaker.

        bookmakers: Slugs of /v1/bookmakers, by comma; the default bookmaker otherwise. Others
            need Ultra.
        market: One market alone.
        """

    async def fixture_odds_history(
        self,
        id: SupportsIndex,
        *,
        market: str,
        bookmaker: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncHistoryPage:
        """How a market of a fixture moved.

        market: The market.
        bookmaker: A slug of /v1/bookmakers; the default bookmaker otherwise.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def fixture_events(self, id: SupportsIndex) -> FixtureEvents:
        """Timeline of a fixture."""

    async def fixture_statistics(self, id: SupportsIndex) -> FixtureStatistics:
        """In-play statistics of a fixture."""

    async def bookmakers(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Bookmaker]:
        """Bookmakers, the default first.

        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def countries(
        self,
        *,
        search: str | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Country]:
        """Country and region codes.

        search: Part of the name, any case.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def leagues(
        self,
        *,
        country: str | None = None,
        search: str | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[League]:
        """Competitions.

        country: A code of /v1/countries. Any case.
        search: Part of the name, any case.
        esports: false: real football only; true: e-football only.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def league(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> LeagueDetail:
        """One competition with its seasons, newest first.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    async def league_fixtures(
        self,
        id: SupportsIndex,
        *,
        season: str | int | None = None,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Fixture]:
        """A whole season of fixtures.

        season: Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest
            with fixtures otherwise.
        order: Direction by kickoff.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def teams(
        self,
        *,
        league: int | None = None,
        season: str | int | None = None,
        country: str | None = None,
        search: str | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Team]:
        """Teams.

        league: Filter by league id.
        season: Season of the league; needs league. Without it the teams of all the league's
            seasons.
        country: A code of /v1/countries. Any case.
        search: Part of the name, any case.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def team(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> Team:
        """One team.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    async def team_fixtures(
        self,
        id: SupportsIndex,
        *,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: int | datetime | date | None = None,
        end_time: int | datetime | date | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[Fixture]:
        """One team's fixtures.

        order: Direction by kickoff.
        status: State of the fixtures; live: all that are in play, whatever the window.
        include: Parts that each row has too, by comma; per_page is at most 50 then. odds needs
            Pro or Ultra.
        start_time: Unix seconds UTC, inclusive.
        end_time: Unix seconds UTC, exclusive.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """

    async def standings(
        self,
        *,
        league: int,
        season: str | int | None = None,
        type: Literal["total", "corner", "card"] | None = None,
        lang: str | None = None,
    ) -> PointsStandings | CornerStandings | CardStandings:
        """A league table.

        league: The league id.
        season: Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest
            with fixtures otherwise.
        type: total: points table; corner: corner table; card: card table.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """

    async def status(self) -> StatusRecord:
        """The caller's plan, limits and usage."""

# [[[end]]]
