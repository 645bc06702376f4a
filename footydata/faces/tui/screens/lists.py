"""The fixtures of a season under their days, and a team with its form and all its fixtures."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.fixtures import date_heading
from footydata.faces.drawing.lines import BLANK, Line
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.days import read_list
from footydata.faces.reading.leagues import TeamContent, read_team
from footydata.faces.tui.bars import Bar
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.fixture_list import Heading, grouped, opens_at
from footydata.faces.tui.keys import BACK, HELP, bar_of, bindings
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, FixturesScreen
from footydata.faces.tui.targets import SeasonTarget, TeamTarget
from footydata.football.wording import plural, safe
from footydata.store.read.fixtures.days import ListedFixture
from footydata.store.read.fixtures.fixtures import FixtureFilter


class SeasonScreen(FixturesScreen):
    """The fixtures of a season."""

    NAME = "A season"
    KEYS = FIXTURE_KEYS
    BAR = bar_of(FIXTURE_KEYS, BACK, HELP)

    def __init__(self, browsing: Browsing, target: SeasonTarget) -> None:
        super().__init__(browsing, target)
        self._title = f"{browsing.league_title(target.league_id)} · {target.label}"
        self._fixtures: list[ListedFixture] = []

    def compose_content(self) -> ComposeResult:
        yield from self.compose_list(dated=False)

    def view_title(self) -> str:
        return self._title

    def load(self) -> None:
        filters = FixtureFilter(season_ids=(self.target.season_id,))
        job = partial(read_list, filters=filters, preferences=self.browsing.preferences)
        self.read("list", job, self._show)

    def zone_changed(self) -> None:
        """Another zone has other days."""
        self._show(self._fixtures)
        super().zone_changed()

    def _show(self, fixtures: list[ListedFixture]) -> None:
        is_reload, self._fixtures = bool(self._fixtures), fixtures
        self.show_title(self._title, plural(len(fixtures), "fixture"))
        if not fixtures:
            self.show_instead("There are no fixtures of this season any more.")
        items = grouped(fixtures, self._day_of, self._heading)
        opening = None if is_reload else opens_at(fixtures, self.target.near)
        self.list.show(items, cursor_on=opening)

    def _day_of(self, fixture: ListedFixture) -> date:
        return self.browsing.zone.date_of(fixture.kickoff_ts, time_known=fixture.time_known)

    def _heading(self, group: Sequence[ListedFixture]) -> Heading:
        return Heading(date_heading(self._day_of(group[0]), self.browsing.today))


TEAM_KEYS = [
    key._replace(does="follow the team, or no more") if key.name == "follow" else key
    for key in FIXTURE_KEYS
]

HEIGHT = 6
"""The height of the form over the list; one in a narrow terminal may have more."""


class TeamScreen(FixturesScreen):
    """A team."""

    NAME = "A team"
    KEYS = TEAM_KEYS
    BAR = bar_of(TEAM_KEYS, BACK, HELP)
    BINDINGS = bindings(TEAM_KEYS)

    def __init__(self, browsing: Browsing, target: TeamTarget) -> None:
        super().__init__(browsing, target)
        self._team = target.name
        self._content: TeamContent | None = None

    def compose_content(self) -> ComposeResult:
        yield Bar(self._head, height=HEIGHT, id="team-block", classes="of-content block")
        yield from self.compose_list(dated=True)

    def view_title(self) -> str:
        return self._team

    def load(self) -> None:
        browsing = self.browsing
        job = partial(
            read_team,
            team_id=self.target.id,
            until_ts=max(self.target.near, browsing.now()),
            preferences=browsing.preferences,
        )
        self.read("team", job, self._show)

    def _show(self, content: TeamContent) -> None:
        is_reload, self._content = self._content is not None, content
        self._team = content.name or self._team
        star = self.browsing.followed.star("team", self.target.id)
        count = plural(len(content.fixtures), "fixture")
        self.show_title(f"{star}{safe(self._team)}", f"{count} · team {self.target.id}", count)
        block = self.query_one("#team-block", Bar)
        block.styles.height = len(self._head(self.size.width))
        block.refresh()
        opening = None if is_reload else opens_at(content.fixtures, self.target.near)
        self.list.show(content.fixtures, cursor_on=opening)
        if not content.fixtures:
            self.show_instead("There are no fixtures of this team any more.")

    def _head(self, width: int) -> Sequence[Line]:
        return [*view_lines(self._content.form, width), BLANK] if self._content else ()

    async def action_follow(self) -> None:
        self.follow("team", self.target.id, self._team)
