"""A view as a table: a cursor on its rows, each of which may open a target."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult

from footydata.faces.drawing.lines import Item, Line
from footydata.faces.drawing.views import Sorting, view_items, view_layout
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.widgets.bars import Bar
from footydata.faces.tui.widgets.cursor_view import CursorView, DrawnList
from footydata.football.records import SeasonRecord
from footydata.views.view import View


class ViewScreen(BrowserScreen):
    """A screen of the rows of a view, under the heads of its columns."""

    view: View | None = None
    sorting = Sorting()

    def compose_content(self) -> ComposeResult:
        yield Bar(self._heads, id="head", classes="of-content")
        yield DrawnList(self._items)

    @property
    def list(self) -> DrawnList:
        return self.query_one(DrawnList)

    @property
    def row(self) -> Any:
        """The row under the cursor, None without one."""
        return self.list.value

    def show_view(self, view: View, cursor_on: Callable[[Any], bool] | None = None) -> None:
        """Show a view; the cursor goes to the first row that it is true of, by default it stays on its row."""
        self.view = view
        self.list.redraw(cursor_on)
        for bar in self.query(Bar):
            bar.refresh()

    def show_refusal(self, text: str) -> None:
        """Say why there is no view, and what to do."""
        self.view = None
        self.list.redraw()
        self.query_one("#tabs, #head").refresh()
        self.show_instead(text)

    # Overridden by screens

    def drawn_view(self, width: int) -> View | None:
        """The view as it is drawn for a width."""
        return self.view

    def is_starred(self, row: Any) -> bool:
        """Whether the user follows what a row is of."""
        return False

    async def open_row(self) -> None:
        """Open what the row under the cursor is of."""

    # Drawing

    def _heads(self, width: int) -> Sequence[Line]:
        view = self.drawn_view(self.list.line_width)
        return [view_layout(view, self.list.line_width).head(self.sorting)] if view else ()

    def _items(self, width: int) -> Sequence[Item]:
        view = self.drawn_view(width)
        if view is None:
            return ()
        return view_items(view, width, sorting=self.sorting, is_starred=self.is_starred)

    def exported(self) -> View | None:
        return self.view

    # Keys

    async def action_choose(self) -> None:
        if self.row is not None:
            await self.open_row()

    async def on_cursor_view_chosen(self, event: CursorView.Chosen) -> None:
        await self.action_choose()

    def season_beside(
        self, seasons: Sequence[SeasonRecord], season_id: int | None, by: int
    ) -> SeasonRecord | None:
        """An older (1) or newer (-1) season than the shown one, of which the user is told if there is none."""
        ids = [season.id for season in seasons]
        place = ids.index(season_id) + by if season_id in ids else 0
        if 0 <= place < len(ids):
            return seasons[place]
        self.notify(
            "There is no older season here." if by > 0 else "This is the newest season here.",
            timeout=3,
        )
        return None

    def action_group(self, by: int) -> None:
        """The next group of rows, or the one before."""
        self.list.action_group(by)
