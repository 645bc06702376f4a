"""The methods of the asynchronous client, one per endpoint; cog writes them by tests/house/client_methods.py."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

from footydata.football.declared_types import named_arguments
from footydata.service import wire as models
from footydata.service.client.call import Moment
from footydata.service.client.page import AsyncHistoryPage, AsyncPage


class AsyncMethods(ABC):
    """One method per endpoint, named after it; arguments that are None are not sent."""

    @abstractmethod
    async def _record(self, name: str, id: SupportsIndex | None, **arguments: object) -> Any:
        """The record that an endpoint answers with."""

    @abstractmethod
    async def _page(
        self, name: str, id: SupportsIndex | None, **arguments: object
    ) -> AsyncPage[Any]:
        """The page of a list that an endpoint answers with."""

    @abstractmethod
    async def _history(
        self, name: str, id: SupportsIndex | None, **arguments: object
    ) -> AsyncHistoryPage:
        """The page of an odds history."""

    # [[[cog
    # from tests.house.client_methods import methods
    # cog.outl(methods(awaited=True))
    # ]]]
    @named_arguments
    async def fixtures(
        self,
        *,
        start_time: Moment | None = None,
        end_time: Moment | None = None,
        league: int | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.Fixture]:
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
        return await self._page(
            "fixtures",
            None,
            start_time=start_time,
            end_time=end_time,
            league=league,
            status=status,
            include=include,
            esports=esports,
            lang=lang,
            page=page,
            per_page=per_page,
        )

    @named_arguments
    async def fixture(
        self,
        id: SupportsIndex,
        *,
        include: Sequence[Literal["events", "stats"]] | None = None,
        lang: str | None = None,
    ) -> models.FixtureDetail:
        """One fixture.

        include: Parts that the fixture has too, by comma. The odds summary is always there.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """
        record: models.FixtureDetail = await self._record("fixture", id, include=include, lang=lang)
        return record

    @named_arguments
    async def fixture_odds(
        self,
        id: SupportsIndex,
        *,
        bookmakers: Sequence[str] | None = None,
        market: str | None = None,
    ) -> models.FixtureOdds:
        """Lines and prices of a fixture by bookmaker.

        bookmakers: Slugs of /v1/bookmakers, by comma; the default bookmaker otherwise. Others
            need Ultra.
        market: One market alone.
        """
        record: models.FixtureOdds = await self._record(
            "fixture_odds", id, bookmakers=bookmakers, market=market
        )
        return record

    @named_arguments
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
        return await self._history(
            "fixture_odds_history",
            id,
            market=market,
            bookmaker=bookmaker,
            page=page,
            per_page=per_page,
        )

    @named_arguments
    async def fixture_events(self, id: SupportsIndex) -> models.FixtureEvents:
        """Timeline of a fixture."""
        record: models.FixtureEvents = await self._record("fixture_events", id)
        return record

    @named_arguments
    async def fixture_statistics(self, id: SupportsIndex) -> models.FixtureStatistics:
        """In-play statistics of a fixture."""
        record: models.FixtureStatistics = await self._record("fixture_statistics", id)
        return record

    @named_arguments
    async def bookmakers(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.Bookmaker]:
        """Bookmakers, the default first.

        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """
        return await self._page("bookmakers", None, page=page, per_page=per_page)

    @named_arguments
    async def countries(
        self,
        *,
        search: str | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.Country]:
        """Country and region codes.

        search: Part of the name, any case.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        page: Page, from 1.
        per_page: Rows a page; above its bound it is clamped: 100, with include 50, on
            /v1/fixtures?status=live 500.
        """
        return await self._page(
            "countries", None, search=search, lang=lang, page=page, per_page=per_page
        )

    @named_arguments
    async def leagues(
        self,
        *,
        country: str | None = None,
        search: str | None = None,
        esports: bool | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.League]:
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
        return await self._page(
            "leagues",
            None,
            country=country,
            search=search,
            esports=esports,
            lang=lang,
            page=page,
            per_page=per_page,
        )

    @named_arguments
    async def league(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> models.LeagueDetail:
        """One competition with its seasons, newest first.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """
        record: models.LeagueDetail = await self._record("league", id, lang=lang)
        return record

    @named_arguments
    async def league_fixtures(
        self,
        id: SupportsIndex,
        *,
        season: str | int | None = None,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: Moment | None = None,
        end_time: Moment | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.Fixture]:
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
        return await self._page(
            "league_fixtures",
            id,
            season=season,
            order=order,
            status=status,
            include=include,
            start_time=start_time,
            end_time=end_time,
            lang=lang,
            page=page,
            per_page=per_page,
        )

    @named_arguments
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
    ) -> AsyncPage[models.Team]:
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
        return await self._page(
            "teams",
            None,
            league=league,
            season=season,
            country=country,
            search=search,
            lang=lang,
            page=page,
            per_page=per_page,
        )

    @named_arguments
    async def team(
        self,
        id: SupportsIndex,
        *,
        lang: str | None = None,
    ) -> models.Team:
        """One team.

        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """
        record: models.Team = await self._record("team", id, lang=lang)
        return record

    @named_arguments
    async def team_fixtures(
        self,
        id: SupportsIndex,
        *,
        order: Literal["asc", "desc"] | None = None,
        status: Literal["all", "scheduled", "live", "finished"] | None = None,
        include: Sequence[Literal["odds", "events", "stats"]] | None = None,
        start_time: Moment | None = None,
        end_time: Moment | None = None,
        lang: str | None = None,
        page: int | None = None,
        per_page: int | None = None,
    ) -> AsyncPage[models.Fixture]:
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
        return await self._page(
            "team_fixtures",
            id,
            order=order,
            status=status,
            include=include,
            start_time=start_time,
            end_time=end_time,
            lang=lang,
            page=page,
            per_page=per_page,
        )

    @named_arguments
    async def standings(
        self,
        *,
        league: int,
        season: str | int | None = None,
        type: Literal["total", "corner", "card"] | None = None,
        lang: str | None = None,
    ) -> models.Standings:
        """A league table.

        league: The league id.
        season: Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest
            with fixtures otherwise.
        type: total: points table; corner: corner table; card: card table.
        lang: Language of team, league and country names; a name without translation stays
            English. Any case.
        """
        record: models.Standings = await self._record(
            "standings", None, league=league, season=season, type=type, lang=lang
        )
        return record

    @named_arguments
    async def status(self) -> models.StatusRecord:
        """The caller's plan, limits and usage."""
        record: models.StatusRecord = await self._record("status", None)
        return record

    # [[[end]]]
