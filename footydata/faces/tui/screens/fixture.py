"""One fixture: its score above tabs for timeline, statistics, odds, fair lines, movement, preview and sources."""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from textual.app import ComposeResult

from footydata.faces.drawing.fixture_page import (
    corner_lines,
    figure_lines,
    fixture_head,
    further_lines,
    timeline_lines,
    why_missing,
)
from footydata.faces.drawing.lines import (
    BLANK,
    GAP,
    Line,
    beside,
    spaced,
    tab_at,
    tab_line,
    text_of,
    unchosen,
    width_of,
    wrapped,
)
from footydata.faces.drawing.odds import OVERVIEW_HEAD, movement_overview, movement_tab, odds_view
from footydata.faces.drawing.views import view_lines, views_lines
from footydata.faces.reading.fixture import FixtureContent, Series, read_fixture, read_movement
from footydata.faces.tui.bars import Bar
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.cursor_view import CursorView, DrawnList
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import WIDEST
from footydata.faces.tui.screens.fixtures_screen import OneFixtureScreen
from footydata.faces.tui.signs import PAGE_SIGNS
from footydata.faces.tui.targets import BracketTarget, FixtureTarget, TeamTarget
from footydata.football.records import EventRecord
from footydata.football.rows import FixtureRow
from footydata.football.terms import Status
from footydata.football.wording import safe
from footydata.store.read.days import ListedFixture
from footydata.views.arguments import Clock
from footydata.views.columns import undeclared
from footydata.views.one_fixture import before_view, preview_view
from footydata.views.quality import sources_view
from footydata.views.view import View, Views

SIDE_BY_SIDE_FROM = 110
LEFT = 55


class Tab(NamedTuple):
    """A tab. draw: its lines for a width; part: what is missing if it draws none.

    read: reads what is shown in the tab alone, once it is, on the thread of what takes longer than a key may wait.
    """

    name: str
    draw: Callable[["FixtureScreen", FixtureContent, int], list[Line]]
    part: str = ""
    read: Callable[[sqlite3.Connection, Clock, int], Any] | None = None


def _timeline(screen: "FixtureScreen", content: FixtureContent, width: int) -> list[Line]:
    if width < SIDE_BY_SIDE_FROM or not content.events:
        return timeline_lines(content, width)
    left = spaced(
        [
            figure_lines(content, LEFT),
            further_lines(content, LEFT),
            corner_lines(content, LEFT, bookmaker=screen.browsing.settings.bookmaker),
        ]
    )
    return beside(left, timeline_lines(content, width - LEFT - GAP), width=LEFT)


def _statistics(_: "FixtureScreen", content: FixtureContent, width: int) -> list[Line]:
    """The whole match with its first half, and the further figures of the sources; side by side if there is room."""
    blocks = figure_lines(content, width), further_lines(content, width)
    if not all(blocks) or width < SIDE_BY_SIDE_FROM:
        return spaced(blocks)
    column = (width - GAP) // 2
    whole, further = figure_lines(content, column), further_lines(content, column)
    return beside(whole, further, width=column)


def _odds(screen: "FixtureScreen", content: FixtureContent, width: int) -> list[Line]:
    return view_lines(odds_view(content, bookmaker=screen.browsing.settings.bookmaker), width)


def _movement(screen: "FixtureScreen", content: FixtureContent, width: int) -> list[Line]:
    """Small pictures of all markets, or the plots of the one that is chosen."""
    all_series: list[Series] | None = screen.tab_content.get("movement")
    if all_series is None:
        return READING
    if not all_series:
        return []
    kickoff = content.fixture.kickoff_ts if content.fixture.time_known else None
    place = screen.series_place
    if place is None:
        return movement_overview(all_series, width, kickoff=kickoff)
    remark = f"{place + 1} of {len(all_series)}"
    return movement_tab(
        all_series[place], width, zone=screen.browsing.zone, remark=remark, kickoff=kickoff
    )


def _views(name: str, screen: "FixtureScreen", _: FixtureContent, width: int) -> list[Line]:
    """A view, or several, that were read for the tab alone."""
    content: View | Views | None = screen.tab_content.get(name)
    if content is None:
        return READING
    return views_lines(content, width) if isinstance(content, Views) else view_lines(content, width)


def _lines(screen: "FixtureScreen", content: FixtureContent, width: int) -> list[Line]:
    """Our lines beside the recorded ones, and of when they are where none were stored."""
    lines = _views("line", screen, content, width)
    view: View | None = screen.tab_content.get("line")
    if view is None or view.reason or content.fair_lines:
        return lines
    note = "None of ours were stored: these are as of its day, from what was known then."
    return [*lines, *wrapped(note, width)]


def _read_line(connection: sqlite3.Connection, clock: Clock, fixture_id: int) -> View:
    """Our lines beside the recorded ones: those that are stored or, without any, those of its day."""
    view = preview_view(connection, clock, fixture_id).parts["fair_lines"]
    return view._replace(footer="Fair prices have no margin. They are no promise of profit.")


READING: list[Line] = [[(" Reading…", "muted")]]

TABS = (
    Tab("timeline", _timeline, "timeline"),
    Tab("statistics", _statistics, "figures"),
    Tab("odds", _odds, "odds"),
    Tab("line", _lines, read=_read_line),
    Tab(
        "movement",
        _movement,
        "movement",
        read=lambda connection, _, fixture_id: read_movement(connection, fixture_id),
    ),
    Tab("before", partial(_views, "before"), read=before_view),
    Tab("sources", partial(_views, "sources"), read=sources_view),
)

TAB_NAMES = [tab.name for tab in TABS]

TITLES = [name.capitalize() for name in TAB_NAMES]

KEYS = (
    *[
        Key(f"tab-{number}", str(number), f"tab('{name}')", f"the tab {name.capitalize()}")
        for number, name in enumerate(TAB_NAMES, 1)
    ],
    Key("statistics", "x", "tab('statistics')", "statistics"),
    Key("odds", "o", "tab('odds')", "odds"),
    Key("next-tab", "tab,right", "next_tab(1)", "the next tab", "next tab"),
    Key("tab-before", "shift+tab,left", "next_tab(-1)", "the tab before"),
    Key(
        "next-market", "m", "market(1)", "in movement: the next market, after the last all of them"
    ),
    Key("market-before", "M", "market(-1)", "in movement: the market before"),
    Key("table", "s", "table", "the table of its league", "table"),
    Key("season", "S", "season", "all fixtures of its season"),
    Key("bracket", "K", "bracket", "the knock-out rounds of its season", "bracket"),
    Key("home-team", "h", "team('home')", "the home team", "home, away team"),
    Key("away-team", "a", "team('away')", "the away team", "home, away team"),
    Key("follow", "f", "follow", "follow its league or one of its teams", "follow"),
)


class FixtureScreen(OneFixtureScreen):
    """A fixture."""

    NAME = "A fixture"
    KEYS = KEYS
    SIGNS = PAGE_SIGNS
    BAR = ("bookmaker", "back", "help")
    BINDINGS = bindings(KEYS)

    def __init__(self, browsing: Browsing, target: FixtureTarget) -> None:
        super().__init__(browsing, target)
        self._content: FixtureContent | None = None
        self._tab = TAB_NAMES.index(target.tab) if target.tab in TAB_NAMES else 0
        self.tab_content: dict[str, Any] = {}
        self._is_tab_asked = bool(target.tab)
        self._market_place = 0

    @property
    def series_place(self) -> int | None:
        """Which of the series of quotes is shown; None: all of them, if there are several."""
        count = len(self.tab_content.get("movement") or ())
        place = self._market_place % (count + 1)
        return place - 1 if place else None if count > 1 else 0

    def compose_content(self) -> ComposeResult:
        yield Bar(self._head, id="head-block", classes="of-content block")
        yield Bar(self._tabs, self._click_tab, id="tabs", classes="of-content")
        yield DrawnList(lambda width: unchosen(self._lines(width)))

    # Reading

    def load(self) -> None:
        job = partial(
            read_fixture,
            fixture_id=self.target.id,
            now=self.browsing.now(),
            preferences=self.browsing.preferences,
        )
        self.read("fixture", job, self._show)
        # Our lines that are not stored stay as they are, whatever is written, until the screen is opened again.
        is_stored = self._content is None or self._content.fair_lines
        lines = self.tab_content.get("line")
        self.tab_content = {"line": lines} if lines and not is_stored else {}
        self._read_tab()

    def _read_tab(self) -> None:
        """Read what only the current tab shows."""
        tab = TABS[self._tab]
        if tab.read is not None and tab.name not in self.tab_content:
            read, fixture_id = tab.read, self.target.id
            clock = Clock(self.browsing.now(), self.browsing.zone.info)
            self.read(
                tab.name,
                lambda connection: read(connection, clock, fixture_id),
                partial(self._show_tab, tab.name),
                long=True,
            )

    def _show_tab(self, name: str, content: Any) -> None:
        self.tab_content[name] = content
        self._redraw()

    def clock_moved(self) -> None:
        """A live fixture may be overdue by now."""
        self.query_one("#head-block").refresh()

    def _show(self, content: FixtureContent) -> None:
        self._content = content
        row = content.fixture
        if not self._is_tab_asked and not content.events:
            # Opened without a tab: the preview before kickoff, statistics if there is no timeline, as in many files.
            self.action_tab("before" if row.status == Status.SCHEDULED else "statistics")
        self.show_title(f"{safe(row.home)} v {safe(row.away)}", f"fixture {row.id}")
        self.query_one("#head-block").refresh(layout=True)
        self._redraw()

    def _redraw(self) -> None:
        self.query_one("#tabs").refresh()
        self.query_one(DrawnList).redraw()

    # Drawing

    def _head(self, width: int) -> Sequence[Line]:
        return (
            fixture_head(self._content, width, self.browsing.zone, now=self.browsing.moment)
            if self._content
            else ()
        )

    def _tabs(self, width: int) -> list[Line]:
        line = tab_line(TITLES, self._tab)
        if width_of(line) <= width:
            return [line]
        titles = [title if place == self._tab else title[:4] for place, title in enumerate(TITLES)]
        return [tab_line(titles, self._tab)]

    def _lines(self, width: int) -> Sequence[Line]:
        if self._content is None:
            return ()
        tab = TABS[self._tab]
        lines = tab.draw(self, self._content, width)
        if lines or not tab.part:
            return lines
        return [BLANK, *wrapped(why_missing(self._content, tab.part), width)]

    def exported(self) -> View | None:
        if self._content is None:
            return None
        row, events = self._content.fixture, self._content.events
        title = f"{row.home} {row.away} timeline"
        return View(undeclared(EventRecord._fields), events, title=title)

    def chosen_id(self) -> tuple[str, int]:
        return "fixture", self.target.id

    def row_cells(self) -> Sequence[str]:
        """The head: where, when, the score between the names, the state."""
        texts = [" ".join(text_of(line).split()) for line in self._head(WIDEST)]
        return [text for text in texts if text]

    # Keys

    def action_tab(self, name: str) -> None:
        self._tab, self._is_tab_asked = TAB_NAMES.index(name), True
        self._read_tab()
        self._redraw()
        self.list.action_edge(-1)

    def action_next_tab(self, by: int) -> None:
        self.action_tab(TAB_NAMES[(self._tab + by) % len(TABS)])

    def action_market(self, by: int) -> None:
        self._show_market(self._market_place + by)

    def on_cursor_view_beside_clicked(self, event: CursorView.BesideClicked) -> None:
        """A click on the small picture of a market shows its plots."""
        place = event.index - OVERVIEW_HEAD
        is_shown = TABS[self._tab].name == "movement" and self.series_place is None
        if is_shown and 0 <= place < len(self.tab_content.get("movement") or ()):
            self._show_market(place + 1)

    def _show_market(self, place: int) -> None:
        self._market_place = place
        self._redraw()
        self.list.action_edge(-1)

    def _click_tab(self, x: int) -> None:
        """Show the tab that was clicked."""
        place = tab_at(self._tabs(self.size.width)[0], x)
        if place is not None:
            self.action_tab(TAB_NAMES[place])

    @property
    def fixture(self) -> FixtureRow | None:
        return self._content.fixture if self._content else None

    async def action_bracket(self) -> None:
        await self.with_fixture(
            lambda row: self.open(
                BracketTarget(row.league_id, row.season_id, row.kickoff_ts, row.id)
            )
        )

    async def action_team(self, side: str) -> None:
        await self.with_fixture(partial(self._open_team, side))

    async def _open_team(self, side: str, row: ListedFixture | FixtureRow) -> None:
        team_id, name = (row.home_id, row.home) if side == "home" else (row.away_id, row.away)
        await self.open(TeamTarget(team_id, name, row.kickoff_ts))
