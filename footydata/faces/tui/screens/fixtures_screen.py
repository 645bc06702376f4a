"""What all screens with a list of fixtures share, and those with a text field that narrows it."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from footydata.faces.drawing.fixtures import head_line, row_cells
from footydata.faces.drawing.lines import Item, Line, unchosen
from footydata.faces.tui.bars import Bar, KeyBar
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.cursor_view import CursorView, DrawnList
from footydata.faces.tui.fixture_list import FixtureList, Listed
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.signs import FIXTURE_SIGNS
from footydata.faces.tui.targets import FixtureTarget, SeasonTarget, TableTarget
from footydata.faces.tui.view_rows import fixture_rows
from footydata.football.rows import FixtureRow
from footydata.football.wording import safe
from footydata.store.read.days import ListedFixture
from footydata.views.view import View

if TYPE_CHECKING:
    from footydata.faces.reading.fixture import FixtureContent

PREVIEW_FROM = 140
"""The width from which the fixture under the cursor is shown beside the list."""

PREVIEW_AFTER = 0.06
"""Seconds that the cursor must rest before the fixture under it is read: a held key reads none."""

FIXTURE_KEYS: tuple[Key, ...] = (
    Key("choose", "enter", "choose", "the fixture: timeline, statistics, odds, lines", "open"),
    Key("table", "s", "table", "the table of its league", "table"),
    Key("odds", "o", "fixture('odds')", "its odds", "odds"),
    Key("statistics", "x", "fixture('statistics')", "its statistics"),
    Key("season", "S", "season", "all fixtures of its season"),
    Key("follow", "f", "follow", "follow its league or one of its teams", "follow"),
    Key("next-group", "tab", "group(1)", "the next league or day of the list"),
    Key("group-before", "shift+tab", "group(-1)", "the league or day before"),
)
"""The keys of the fixture under the cursor."""


class OneFixtureScreen(BrowserScreen):
    """A screen with a fixture: that of the page, or the one under the cursor."""

    @property
    def fixture(self) -> ListedFixture | FixtureRow | None:
        """The fixture, None before it is read, or without any."""
        raise NotImplementedError

    async def with_fixture(
        self, call: Callable[[ListedFixture | FixtureRow], Awaitable[None]]
    ) -> None:
        """Call with the fixture as soon as it is read: a key may be pressed before that."""
        if self.fixture is not None:
            await call(self.fixture)
        elif not self._is_read:
            self.once_read(partial(self.with_fixture, call))

    async def action_table(self) -> None:
        await self.with_fixture(lambda fixture: self.open(TableTarget.of(fixture)))

    async def action_season(self) -> None:
        await self.with_fixture(self._open_season)

    async def action_follow(self) -> None:
        await self.with_fixture(self._ask_follow)

    async def _open_season(self, fixture: ListedFixture | FixtureRow) -> None:
        """Open the fixtures of a fixture's season at its kickoff."""
        if fixture.season_id is None:
            self.notify("The season of this fixture is not known.")
        else:
            await self.open(SeasonTarget(fixture.league_id, fixture.season_id, fixture.kickoff_ts))

    async def _ask_follow(self, fixture: ListedFixture | FixtureRow) -> None:
        """Ask whom of a fixture to follow, or no more."""
        from footydata.faces.tui.screens.dialogs import ChoiceScreen

        league = self.browsing.leagues.get(fixture.league_id)
        kinds = (
            ("team", fixture.home_id, fixture.home),
            ("team", fixture.away_id, fixture.away),
            ("league", fixture.league_id, league.name if league else "its league"),
        )
        followed = self.browsing.followed
        choices = [
            (str(number), f"{'★' if followed.has(*kind[:2]) else ' '} {safe(kind[2])}", kind)
            for number, kind in enumerate(kinds, 1)
        ]
        await self.app.push_screen(ChoiceScreen("Follow, or no more", choices), self._follow)

    def _follow(self, kind: tuple[str, int, str] | None) -> None:
        if kind is not None:
            self.follow(*kind)


class FixturesScreen(OneFixtureScreen):
    """A screen with a list of fixtures."""

    BINDINGS = bindings(FIXTURE_KEYS)
    SIGNS = FIXTURE_SIGNS

    HORIZONTAL_BREAKPOINTS = [*BrowserScreen.HORIZONTAL_BREAKPOINTS, (PREVIEW_FROM, "-beside")]  # noqa: RUF012  # as there

    _preview_content: "FixtureContent | None" = None

    DATED: ClassVar[bool] = True
    """Whether each line has its date."""

    def compose_content(self) -> ComposeResult:
        """The column heads and the list."""
        yield Bar(self._heads, id="head", classes="of-content")
        with Horizontal(id="body"):
            yield FixtureList(self.browsing, dated=self.DATED)
            yield DrawnList(self._preview_lines, id="preview")

    @property
    def list(self) -> FixtureList:
        return self.query_one(FixtureList)

    def _heads(self, width: int) -> Sequence[Line]:
        return [head_line(self.list.line_width or width, self.list.list_display)]

    def exported(self) -> View:
        """The fixtures of the list."""
        return fixture_rows(self.view_title(), self.list.fixtures, self.browsing.leagues)

    def view_title(self) -> str:
        return self.title_text

    @property
    def fixture(self) -> ListedFixture | None:
        return self.list.fixture

    def chosen_id(self) -> tuple[str, int] | None:
        return ("fixture", self.fixture.id) if self.fixture else None

    def row_cells(self) -> Sequence[str]:
        return row_cells(self.fixture, self.list.list_display) if self.fixture else []

    def clock_moved(self) -> None:
        """A fixture may be overdue by now."""
        self.list.rows_changed()

    async def on_cursor_view_beside_clicked(self, event: CursorView.BesideClicked) -> None:
        """A click on a heading goes to the fixture below it."""
        if event.view is self.list:
            await self.heading_clicked(self.list.below(event.index))

    async def heading_clicked(self, heading: Listed) -> None:
        """A heading was clicked; the cursor is on the first fixture below it."""

    # The fixture beside the list

    def on_resize(self) -> None:
        self.on_cursor_view_cursor_moved()

    def on_cursor_view_cursor_moved(self) -> None:
        """Show another fixture beside the list, once the cursor rests."""
        if self.size.width >= PREVIEW_FROM:
            self.set_timer(PREVIEW_AFTER, partial(self._read_preview, self.list.fixture))

    def _read_preview(self, fixture: ListedFixture | None) -> None:
        if fixture is not None and fixture == self.list.fixture and self.is_attached:
            # The list is shown before a fixture beside it is read.
            from footydata.faces.reading.fixture import read_fixture

            job = partial(
                read_fixture,
                fixture_id=fixture.id,
                now=self.browsing.now(),
                preferences=self.browsing.preferences,
            )
            self.read("preview", job, self._show_preview, long=True)

    def _show_preview(self, content: "FixtureContent") -> None:
        self._preview_content = content
        self.query_one("#preview", DrawnList).redraw()

    def _preview_lines(self, width: int) -> Sequence[Item]:
        # As above.
        from footydata.faces.drawing.fixture_page import preview_page

        if self._preview_content is None:
            return ()
        zone, now = self.browsing.zone, self.browsing.moment
        return unchosen(preview_page(self._preview_content, width, zone=zone, now=now))

    # Keys

    async def action_choose(self) -> None:
        await self.action_fixture("")

    async def action_fixture(self, tab: str) -> None:
        await self.with_fixture(lambda fixture: self.open(FixtureTarget(fixture.id, tab)))

    async def action_group(self, by: int) -> None:
        """The next or the previous group."""
        self.list.action_group(by)


class FilterInput(Input):
    """An input that calls `typed` at each letter."""

    def __init__(self, text: str, *, placeholder: str, typed: Callable[[], None]) -> None:
        self._typed = typed
        super().__init__(text, placeholder=placeholder, compact=True, select_on_focus=False)

    def watch_value(self) -> None:
        """Call `typed` before the letter is painted: a message would come a frame later."""
        if self.is_mounted:
            self._typed()


class Filter(Horizontal):
    """The input with its mark and a count; `typed` is called at each letter."""

    def __init__(self, placeholder: str, typed: Callable[[], None], *, text: str = "") -> None:
        super().__init__()
        self.input = FilterInput(text, placeholder=placeholder, typed=typed)

    def compose(self) -> ComposeResult:
        yield Static("/", id="filter-mark", markup=False)
        yield self.input
        yield Static("", id="filter-count", markup=False)

    @property
    def text(self) -> str:
        return self.input.value.strip()

    def show_count(self, count: str) -> None:
        self.query_one("#filter-count", Static).update(count, layout=False)


class SearchScreen(FixturesScreen):
    """A list that a text narrows; where the text finds nothing, one of the nearest names can take its place."""

    PLACEHOLDER = "team, league or country"

    TYPING: ClassVar[Sequence[Key]] = ()
    """The keys of the key bar while the user types."""

    def __init__(self, browsing: Browsing, target: Any, *, text: str = "") -> None:
        super().__init__(browsing, target)
        self.field = Filter(self.PLACEHOLDER, self.typed, text=text)
        self._near_names: Sequence[str] = ()
        self._near_place = 0

    # Overridden by screens

    def typed(self) -> None:
        """Show what the text finds."""
        raise NotImplementedError

    def show_why_empty(self) -> None:
        """Say why the list is empty, with the nearest names."""
        raise NotImplementedError

    # The text field

    def bar_keys(self) -> Sequence[Key]:
        return self.TYPING if self.typing else super().bar_keys()

    def watch_focused(self) -> None:
        self.query(KeyBar).refresh()

    def to_field(self) -> None:
        self.set_class(True, "-filtering")
        self.set_focus(self.field.input)

    def to_list(self) -> None:
        self.set_focus(self.list)

    async def action_choose(self) -> None:
        """From the text to the list, or to the nearest name; from the list to the fixture."""
        if not self.typing:
            await super().action_choose()
            return
        await self.typing_done()
        if self._is_suggesting:
            name = self._near_names[self._near_place]
            self.field.input.value = name
            self.field.input.cursor_position = len(name)
        else:
            self.to_list()

    # The nearest names

    @property
    def near_text(self) -> str:
        """The nearest names, one of them chosen; empty without any."""
        if not self._near_names:
            return ""
        lines = [
            f"{'▌' if place == self._near_place else ' '} {name}"
            for place, name in enumerate(self._near_names)
        ]
        keys = "↑ ↓ Enter   choose one" if len(lines) > 1 else "Enter   take it"
        return "\n".join(["\n\nDid you mean", *lines, "", keys])

    def suggest(self, names: Sequence[str]) -> None:
        """Offer names; none while the text finds something."""
        self._near_names, self._near_place = names, 0

    @property
    def _is_suggesting(self) -> bool:
        return self.typing and not self.list.fixtures and bool(self._near_names)

    def action_step(self, by: int) -> None:
        """Choose among the names where the list is empty."""
        if self._is_suggesting:
            self._near_place = (self._near_place + by) % len(self._near_names)
            self.show_why_empty()
        else:
            super().action_step(by)
