"""All fixtures of a season under their days; the list opens at a moment."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.fixtures import date_heading
from footydata.faces.reading.days import read_list
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import BACK, HELP, bar_of
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, FixturesScreen
from footydata.faces.tui.targets import SeasonTarget
from footydata.faces.tui.widgets.bars import TextBar
from footydata.faces.tui.widgets.fixture_list import Heading, grouped, opens_at
from footydata.football.wording import plural
from footydata.store.read.fixtures.days import ListedFixture
from footydata.store.read.fixtures.fixtures import FixtureFilter

BAR = bar_of(FIXTURE_KEYS, BACK, HELP)


class SeasonScreen(FixturesScreen):
    """The fixtures of a season."""

    NAME = "A season"
    KEYS = FIXTURE_KEYS
    BAR = BAR

    def __init__(self, browsing: Browsing, target: SeasonTarget) -> None:
        super().__init__(browsing, target)
        self._title = f"{browsing.league_title(target.league_id)} · {target.label}"
        self._fixtures: list[ListedFixture] = []

    def compose_content(self) -> ComposeResult:
        yield from self.compose_list(dated=False)

    def view_title(self) -> str:
        return self._title

    def load(self) -> None:
        browsing = self.browsing
        filters = FixtureFilter(season_ids=(self.target.season_id,))
        job = partial(read_list, filters=filters, lang=browsing.lang, makers=browsing.makers)
        self.read("list", job, self._show)

    def zone_changed(self) -> None:
        """Another zone has other days."""
        self._show(self._fixtures)
        super().zone_changed()

    def _show(self, fixtures: list[ListedFixture]) -> None:
        is_reload, self._fixtures = bool(self._fixtures), fixtures
        self.query_one("#title", TextBar).show(self._title, plural(len(fixtures), "fixture"))
        self.show_age()
        if not fixtures:
            self.show_instead("There are no fixtures of this season any more.")
        items = grouped(fixtures, self._day_of, self._heading)
        opening = None if is_reload else opens_at(fixtures, self.target.near)
        self.list.show(items, cursor_on=opening)

    def _day_of(self, fixture: ListedFixture) -> date:
        return self.browsing.zone.date_of(fixture.kickoff_ts, time_known=fixture.time_known)

    def _heading(self, group: Sequence[ListedFixture]) -> Heading:
        return Heading(date_heading(self._day_of(group[0]), self.browsing.today))
