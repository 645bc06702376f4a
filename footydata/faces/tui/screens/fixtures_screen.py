"""What all screens with a list of fixtures share: open a fixture, its table, its season; show it beside the list."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from footydata.faces.drawing.fixtures import head_line, row_cells
from footydata.faces.drawing.lines import Item, Line, unchosen
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.signs import FIXTURE_SIGNS
from footydata.faces.tui.targets import FixtureTarget, TableTarget
from footydata.faces.tui.view_rows import fixture_rows
from footydata.faces.tui.widgets.bars import Bar
from footydata.faces.tui.widgets.cursor_view import CursorView, DrawnList
from footydata.faces.tui.widgets.fixture_list import FixtureList
from footydata.store.read.fixtures.days import Entry, ListedFixture, listed_fixtures
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


class FixturesScreen(BrowserScreen):
    """A screen with a list of fixtures."""

    BINDINGS = bindings(FIXTURE_KEYS)
    SIGNS = FIXTURE_SIGNS

    _preview: DrawnList | None = None
    _preview_content: "FixtureContent | None" = None

    def compose_list(self, *, dated: bool) -> ComposeResult:
        """The column heads and the list."""
        yield Bar(self._heads, id="head", classes="of-content")
        with Horizontal(id="body"):
            yield FixtureList(self.browsing, dated=dated)

    @property
    def list(self) -> FixtureList:
        return self.query_one(FixtureList)

    def _heads(self, width: int) -> Sequence[Line]:
        return [head_line(self.list.line_width or width, self.list.list_display)]

    def exported(self) -> View:
        """The fixtures of the list whose rows have been read."""
        rows = self.list.rows
        fixtures = [
            rows[entry.fixture_id] for entry in self.list.entries if entry.fixture_id in rows
        ]
        return fixture_rows(self.view_title(), fixtures, self.browsing.leagues)

    def view_title(self) -> str:
        return self.NAME

    def chosen_id(self) -> tuple[str, int] | None:
        return ("fixture", self.list.entry.fixture_id) if self.list.entry else None

    def row_cells(self) -> Sequence[str]:
        row = self.list.row
        return row_cells(row, self.list.list_display) if row else []

    def zone_changed(self) -> None:
        self.list.rows_changed()
        self.query_one("#head", Bar).refresh()

    def clock_moved(self) -> None:
        """A fixture may be overdue by now."""
        self.list.rows_changed()

    def on_fixture_list_columns_changed(self) -> None:
        self.query_one("#head", Bar).refresh()

    async def on_cursor_view_chosen(self, event: CursorView.Chosen) -> None:
        await self.open(FixtureTarget(event.value.fixture_id))

    def on_fixture_list_rows_needed(self, event: FixtureList.RowsNeeded) -> None:
        """Read the rows that are now on screen."""
        job = partial(
            listed_fixtures,
            fixture_ids=event.fixture_ids,
            lang=self.browsing.lang,
            makers=self.browsing.makers,
        )
        version = self.version
        self.read(f"rows {event.page}", job, lambda rows: self._add_rows(rows, version))

    def _add_rows(self, rows: dict[int, ListedFixture], version: object) -> None:
        # Rows of two states of the file must not be shown together.
        if self.version == version:
            self.list.add_rows(rows)
        else:
            self.file_changed()

    # The fixture beside the list

    def on_resize(self, event: events.Resize) -> None:
        self._fit_preview(event.size.width)

    def _fit_preview(self, width: int) -> None:
        if width >= PREVIEW_FROM and self._preview is None:
            self._preview = DrawnList(self._preview_lines, id="preview")
            self._preview.can_focus = False
            self.query_one("#body").mount(self._preview)
            self.on_cursor_view_cursor_moved()
        if self._preview is not None:
            self._preview.display = width >= PREVIEW_FROM

    def on_cursor_view_cursor_moved(self) -> None:
        """Show another fixture beside the list, once the cursor rests."""
        if self._preview is not None:
            self.set_timer(PREVIEW_AFTER, partial(self._read_preview, self.list.entry))

    def _read_preview(self, entry: Entry | None) -> None:
        if entry is not None and entry == self.list.entry and self.is_attached:
            from footydata.faces.reading.fixture import read_fixture

            browsing = self.browsing
            fixture_id = entry.fixture_id
            job = partial(
                read_fixture, fixture_id=fixture_id, lang=browsing.lang, makers=browsing.makers
            )
            self.read("preview", job, self._show_preview, long=True)

    def _show_preview(self, content: "FixtureContent") -> None:
        self._preview_content = content
        if self._preview is not None:
            self._preview.redraw()

    def _preview_lines(self, width: int) -> Sequence[Item]:
        from footydata.faces.drawing.fixture_page import preview_page

        if self._preview_content is None:
            return ()
        zone, now = self.browsing.zone, self.browsing.moment
        return unchosen(preview_page(self._preview_content, width, zone=zone, now=now))

    # Keys

    async def action_choose(self) -> None:
        await self.action_fixture("")

    async def action_fixture(self, tab: str) -> None:
        if self.list.entry:
            await self.open(FixtureTarget(self.list.entry.fixture_id, tab))
        else:
            self.once_read(self._choose_read)

    async def _choose_read(self) -> None:
        if self.list.entry:
            await self.action_choose()

    async def action_group(self, by: int) -> None:
        """The next or the previous group."""
        self.list.action_group(by)

    async def action_table(self) -> None:
        if row := self.list.row:
            await self.open(TableTarget.of(row))
        elif not self._is_read:
            self.once_read(self.action_table)

    async def action_season(self) -> None:
        if row := self.list.row:
            await self.open_season_of(row)

    async def action_follow(self) -> None:
        if row := self.list.row:
            await self.ask_follow(row)
