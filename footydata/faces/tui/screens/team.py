"""A team: form, averages, corner and card profile, and all its fixtures."""

from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.lines import BLANK, Line
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.team import TeamContent, read_team
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import BACK, HELP, Key, bar_of, bindings
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, FixturesScreen
from footydata.faces.tui.targets import TeamTarget
from footydata.faces.tui.widgets.bars import Bar, TextBar
from footydata.faces.tui.widgets.fixture_list import opens_at
from footydata.football.wording import plural, safe

KEYS = (
    *[key for key in FIXTURE_KEYS if key.name != "follow"],
    Key("follow", "f", "follow", "follow the team, or no more", "follow"),
)

BAR = bar_of(KEYS, BACK, HELP)


HEIGHT = 6
"""The height of the form over the list; one in a narrow terminal may have more."""


class TeamScreen(FixturesScreen):
    """A team."""

    NAME = "A team"
    KEYS = KEYS
    BAR = BAR
    BINDINGS = bindings(KEYS)

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
            lang=browsing.lang,
            makers=browsing.makers,
        )
        self.read("team", job, self._show)

    def _show(self, content: TeamContent) -> None:
        is_reload, self._content = self._content is not None, content
        self._team = content.name or self._team
        star = "★ " if self.browsing.followed.has("team", self.target.id) else ""
        count = plural(len(content.fixtures), "fixture")
        self.query_one("#title", TextBar).show(
            f"{star}{safe(self._team)}", f"{count} · team {self.target.id}", count
        )
        self.show_age()
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
