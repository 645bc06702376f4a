"""What every screen with a list of fixtures can do: open a fixture, the table and the season of its league."""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from footydata.queries.days import listed_fixtures
from footydata.tui.screens.browser_screen import BrowserScreen
from footydata.tui.widgets.bars import DrawnBar
from footydata.tui.widgets.fixture_list import FixtureList


class FixturesScreen(BrowserScreen):
    """A screen with a list of fixtures."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "table", show=False),
        Binding("l", "season", show=False),
    ]

    @property
    def list(self) -> FixtureList:
        """The list."""
        return self.query_one(FixtureList)

    def zone_changed(self) -> None:
        """Tell the times of the other zone."""
        self.list.refresh()
        for bar in self.query(DrawnBar):
            bar.refresh()

    def on_fixture_list_chosen(self, event: FixtureList.Chosen) -> None:
        """Open the fixture."""
        from footydata.tui.screens.fixture import FixtureScreen

        self.app.push_screen(FixtureScreen(self.browsing, event.entry.fixture_id))

    def on_fixture_list_rows_needed(self, event: FixtureList.RowsNeeded) -> None:
        """Read rows that came on screen."""
        job = partial(listed_fixtures, fixture_ids=event.fixture_ids)
        self.read(f"rows {event.page}", job, self.list.add_rows)

    def action_table(self) -> None:
        """The table of the league of the fixture under the cursor."""
        if row := self.list.row:
            self.show_table(row.league_id, row.season_id, near=row.kickoff_ts)

    def action_season(self) -> None:
        """All fixtures of the season of the fixture under the cursor."""
        if row := self.list.row:
            self.show_season(row.league_id, row.season_id, label=row.season, near=row.kickoff_ts)
