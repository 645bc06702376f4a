"""One fixture, whole: score, figures, timeline, odds by market."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from footydata.tui.browsing import Browsing
from footydata.tui.drawing.fixture_page import fixture_page
from footydata.tui.drawing.lines import Line
from footydata.tui.reading.fixture import FixtureRead, read_fixture
from footydata.tui.screens.browser_screen import BrowserScreen, Keys
from footydata.tui.widgets.bars import KeyBar, TextBar
from footydata.tui.widgets.page import Page
from footydata.wording import safe

BAR: Keys = (
    ("↑↓", "scroll"),
    ("b", "bookmaker"),
    ("s", "table"),
    ("l", "season"),
    ("h a", "home, away team's fixtures"),
    ("Esc", "back"),
    ("?", "keys"),
)


class FixtureScreen(BrowserScreen):
    """A fixture."""

    NAME = "A fixture"
    KEYS = (
        ("b B", "next, previous bookmaker"),
        ("s", "the table of its league"),
        ("l", "the season of its league"),
        ("h a", "all fixtures of the home, the away team"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "bookmaker(1)", show=False),
        Binding("B", "bookmaker(-1)", show=False),
        Binding("s", "table", show=False),
        Binding("l", "season", show=False),
        Binding("h", "team('home')", show=False),
        Binding("a", "team('away')", show=False),
    ]

    def __init__(self, browsing: Browsing, fixture_id: int) -> None:
        super().__init__(browsing)
        self._fixture_id = fixture_id
        self._read: FixtureRead | None = None
        self._bookmaker = 0

    def compose(self) -> ComposeResult:
        """Title, page, keys."""
        yield TextBar(id="title")
        yield Page(self._lines)
        yield KeyBar(BAR)

    def load(self) -> None:
        """Read the fixture."""
        self.read("fixture", partial(read_fixture, fixture_id=self._fixture_id), self._show)

    def zone_changed(self) -> None:
        """Tell the kickoff in the other zone."""
        self.query_one(Page).redraw()

    def _show(self, read: FixtureRead) -> None:
        self._read = read
        row = read.fixture
        self.query_one(TextBar).tell(f"{safe(row.home)} v {safe(row.away)}", f"fixture {row.id}")
        self.query_one(Page).redraw()

    def _lines(self, width: int) -> Sequence[Line]:
        if self._read is None:
            return ()
        return fixture_page(self._read, width, zone=self.browsing.zone, bookmaker=self._bookmaker)

    def action_bookmaker(self, by: int) -> None:
        """The odds of the next or previous bookmaker."""
        self._bookmaker += by
        self.query_one(Page).redraw()

    def action_table(self) -> None:
        """The table of the fixture's league."""
        if self._read:
            row = self._read.fixture
            self.show_table(row.league_id, row.season_id, near=row.kickoff_ts)

    def action_season(self) -> None:
        """All fixtures of the fixture's season."""
        if self._read:
            row = self._read.fixture
            self.show_season(row.league_id, row.season_id, label=row.season, near=row.kickoff_ts)

    def action_team(self, side: str) -> None:
        """All fixtures of a team."""
        if self._read:
            row = self._read.fixture
            team_id, name = (row.home_id, row.home) if side == "home" else (row.away_id, row.away)
            self.show_team(team_id, name, near=row.kickoff_ts)
