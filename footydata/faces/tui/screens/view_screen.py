"""A view as a table with a cursor on its rows, each of which may open a target; the leagues by country are one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual.app import ComposeResult

from footydata.faces.drawing.lines import Item, Line
from footydata.faces.drawing.views import UNSORTED, view_items, view_layout
from footydata.faces.reading.leagues import LeagueLine, list_leagues
from footydata.faces.tui.bars import Bar
from footydata.faces.tui.cursor_view import DrawnList
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.targets import BracketTarget, SeasonTarget, TableTarget
from footydata.football.records import SeasonRecord
from footydata.football.wording import plural
from footydata.views.view import View


class ViewScreen(BrowserScreen):
    """A screen of the rows of a view, under the heads of its columns."""

    view: View | None = None
    seasons: Sequence[SeasonRecord] = ()
    """Those of the league, newest first."""

    sorting = UNSORTED

    def compose_content(self) -> ComposeResult:
        yield Bar(self._heads, self.click_head, id="head", classes="of-content")
        yield DrawnList(self._items)

    @property
    def list(self) -> DrawnList:
        return self.query_one(DrawnList)

    @property
    def row(self) -> Any:
        """The row under the cursor, None without one."""
        return self.list.value

    def show_view(self, view: View | None, cursor_on: Callable[[Any], bool] | None = None) -> None:
        """Show a view; the cursor goes to the first row that it is true of, by default it stays on its row."""
        self.view = view
        self.list.redraw(cursor_on)
        self.query(Bar).refresh()

    def show_refusal(self, text: str) -> None:
        """Say why there is no view, and what to do."""
        self.show_view(None)
        self.show_instead(text)

    # Overridden by screens

    def drawn_view(self, width: int) -> View | None:
        """The view as it is drawn for a width."""
        return self.view

    def is_starred(self, row: Any) -> bool:
        """Whether the user follows what a row is of."""
        return False

    def click_head(self, x: int) -> None:
        """A click on the heads, so many characters from the left."""

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

    def season_beside(self, season_id: int | None, by: int) -> SeasonRecord | None:
        """An older (1) or newer (-1) season than the shown one, of which the user is told if there is none."""
        ids = [season.id for season in self.seasons]
        place = ids.index(season_id) + by if season_id in ids else 0
        if 0 <= place < len(ids):
            return self.seasons[place]
        self.notify(
            "There is no older season here." if by > 0 else "This is the newest season here.",
        )
        return None

    def action_group(self, by: int) -> None:
        """The next group of rows, or the one before."""
        self.list.action_group(by)


KEYS = (
    Key(
        "choose",
        "enter",
        "choose",
        "the league's table or groups, or its fixtures where it has none",
        "open",
    ),
    Key("season", "S", "season", "the fixtures of its newest season", "fixtures"),
    Key("bracket", "K", "bracket", "the knock-out rounds of its newest season", "bracket"),
    Key("follow", "f", "follow", "follow the league, or no more", "follow"),
    Key("next-group", "tab", "group(1)", "the next country"),
    Key("group-before", "shift+tab", "group(-1)", "the country before"),
)


class LeaguesScreen(ViewScreen):
    """The leagues of the file."""

    NAME = "Leagues"
    KEYS = KEYS
    BAR = ("back", "help", "palette")
    BINDINGS = bindings(KEYS)

    def compose_content(self) -> ComposeResult:
        yield DrawnList(self._items)

    def load(self) -> None:
        followed = frozenset(self.browsing.followed.leagues)
        job = partial(
            list_leagues,
            now=self.browsing.now(),
            lang=self.browsing.settings.lang,
            followed=followed,
        )
        self.read("leagues", job, self._show)

    def _show(self, view: View) -> None:
        self.show_title("Leagues", plural(len(view.rows), "league"))
        before = self.row.league.id if self.row else None
        self.show_view(view, lambda line: line.league.id == before if before else True)
        if not view.rows:
            self.show_instead(f"There are no leagues in {self.browsing.path.name} yet.")

    def is_starred(self, row: LeagueLine) -> bool:
        return self.browsing.followed.has("league", row.league.id)

    def chosen_id(self) -> tuple[str, int] | None:
        return ("league", self.row.league.id) if self.row else None

    async def open_row(self) -> None:
        """The league's table or groups, or its fixtures."""
        line: LeagueLine = self.row
        if line.has is None:
            await self.action_season()
        else:
            await self.open(TableTarget(line.league.id, None, self.browsing.now()))

    async def action_season(self) -> None:
        if line := self.row:
            await self.open(SeasonTarget(line.league.id, None, self.browsing.now()))

    async def action_bracket(self) -> None:
        if line := self.row:
            await self.open(BracketTarget(line.league.id, None, self.browsing.now()))

    def action_follow(self) -> None:
        if line := self.row:
            self.follow("league", line.league.id, line.league.name)
