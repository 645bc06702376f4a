"""Opening the other screens and dialogs from any screen.

They are imported here, in the calls: importing all of them would double the time of the start.
"""

from collections.abc import Callable
from datetime import date

from textual.screen import Screen

from footydata.faces.tui.browsing import Browsing
from footydata.football.rows import FixtureRow
from footydata.store.read.fixtures.days import ListedFixture


class OpeningScreen(Screen[None]):
    """A screen from which others are opened."""

    def __init__(self, browsing: Browsing) -> None:
        super().__init__()
        self.browsing = browsing

    async def open_fixture(self, fixture_id: int, tab: str = "") -> None:
        """Open a fixture, at a tab by its name."""
        from footydata.faces.tui.screens.fixture import FixtureScreen

        await self.app.push_screen(FixtureScreen(self.browsing, fixture_id, tab=tab))

    async def open_table(
        self, league_id: int, season_id: int | None, *, near: int, team_ids: tuple[int, ...] = ()
    ) -> None:
        """Open the table of a season; None: the newest. near: the moment at which its lists of fixtures open."""
        from footydata.faces.tui.screens.table import TableScreen

        await self.app.push_screen(
            TableScreen(self.browsing, league_id, season_id, near=near, team_ids=team_ids)
        )

    async def open_table_of(self, fixture: ListedFixture | FixtureRow) -> None:
        """Open the table of a fixture's season, at its teams."""
        team_ids = (fixture.home_id, fixture.away_id)
        await self.open_table(
            fixture.league_id, fixture.season_id, near=fixture.kickoff_ts, team_ids=team_ids
        )

    async def open_bracket(
        self, league_id: int, season_id: int | None, *, near: int, at: int | None = None
    ) -> None:
        """Open the knock-out rounds of a season, at the tie of the fixture `at`; None: the newest season."""
        from footydata.faces.tui.screens.bracket import BracketScreen

        await self.app.push_screen(
            BracketScreen(self.browsing, league_id, season_id, near=near, fixture_id=at)
        )

    async def open_season(
        self, league_id: int, season_id: int | None, *, label: str | None, near: int
    ) -> None:
        """Open the fixtures of a season at a moment."""
        from footydata.faces.tui.screens.season import SeasonScreen

        if season_id is None:
            self.notify("The season of this fixture is not known.", timeout=3)
        else:
            title = f"{self.browsing.league_title(league_id)} · {label}"
            await self.app.push_screen(SeasonScreen(self.browsing, title, season_id, near=near))

    async def open_season_of(self, fixture: ListedFixture | FixtureRow) -> None:
        """Open the fixtures of a fixture's season at its kickoff."""
        season_id, near = fixture.season_id, fixture.kickoff_ts
        await self.open_season(fixture.league_id, season_id, label=fixture.season, near=near)

    async def open_team(self, team_id: int, name: str, *, near: int) -> None:
        """Open a team; its list of fixtures opens at a moment."""
        from footydata.faces.tui.screens.team import TeamScreen

        await self.app.push_screen(TeamScreen(self.browsing, team_id, name, near=near))

    async def open_find(self, from_ts: int, text: str = "") -> None:
        """Open the search over all days around a moment."""
        from footydata.faces.tui.screens.find import FindScreen

        await self.app.push_screen(FindScreen(self.browsing, from_ts, text=text))

    async def ask_date(self, day: date, then: Callable[[date | None], None]) -> None:
        """Ask for a date, which may be told by its distance from a day."""
        from footydata.faces.tui.screens.dialogs import GoToScreen

        await self.app.push_screen(GoToScreen(self.browsing.today, day), then)

    async def ask_follow(
        self, fixture: ListedFixture | FixtureRow, league: str, then: Callable[[bool | None], None]
    ) -> None:
        """Ask whom of a fixture to follow; `then` is called with whether that changed."""
        from footydata.faces.tui.screens.dialogs import FollowScreen

        choices = (
            ("team", fixture.home_id, fixture.home),
            ("team", fixture.away_id, fixture.away),
            ("league", fixture.league_id, league),
        )
        await self.app.push_screen(FollowScreen(self.browsing, choices), then)
