"""The table of a league: points, corners or cards; all fixtures, home or away; whole match or first half."""

from datetime import UTC, datetime
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from footydata.contract.terms import TableType
from footydata.tables import TableHalf
from footydata.tui.browsing import Browsing
from footydata.tui.drawing.lines import Line
from footydata.tui.drawing.table import HALVES, NAMES, VENUES, table_head, tabs
from footydata.tui.reading.table import TableAsked, TableRead, read_table
from footydata.tui.screens.browser_screen import BrowserScreen, Keys
from footydata.tui.widgets.bars import DrawnBar, KeyBar, TextBar
from footydata.tui.widgets.table_list import TableList

TYPES = tuple(NAMES)

BAR: Keys = (
    ("1 2 3", "points, corners, cards"),
    ("←→", "season"),
    ("Enter", "team"),
    ("Esc", "back"),
    ("?", "keys"),
    ("v", "home, away"),
    ("h", "half"),
    ("l", "fixtures"),
)


class TableScreen(BrowserScreen):
    """A league's table."""

    NAME = "A table"
    KEYS = (
        ("1 2 3", "points, corners, cards"),
        ("Tab Shift+Tab", "next, previous of them"),
        ("v", "all fixtures, home, away"),
        ("h", "whole match, first half"),
        ("← →", "the season before, the season after"),
        ("Enter", "all fixtures of the team"),
        ("l", "all fixtures of the season"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(place + 1), f"type({place})", show=False) for place in range(len(TYPES))],
        Binding("tab", "next_type(1)", show=False),
        Binding("shift+tab", "next_type(-1)", show=False),
        Binding("v", "venue", show=False),
        Binding("h", "half", show=False),
        Binding("left", "season(1)", show=False),
        Binding("right", "season(-1)", show=False),
        Binding("l", "fixtures", show=False),
    ]

    def __init__(self, browsing: Browsing, league_id: int, season_id: int | None, *, near: int) -> None:
        super().__init__(browsing)
        self._near = near
        self._asked = TableAsked(league_id, season_id)
        self._read: TableRead | None = None

    def compose(self) -> ComposeResult:
        """Title, kinds, heads, rows, keys."""
        yield TextBar(id="title")
        yield DrawnBar(self._tabs, id="tabs")
        yield DrawnBar(lambda width: table_head(self._asked.type, width - 1), id="head")
        yield TableList()
        yield Static(id="empty", markup=False)
        yield KeyBar(BAR)

    def load(self) -> None:
        """Read the table."""
        self.read("table", partial(read_table, asked=self._asked, now=self.browsing.now()), self._show)

    def ask(self, asked: TableAsked) -> None:
        """Show another table: the tabs at once, the rows as soon as they are read."""
        self._asked = asked
        self.load()

    def _show(self, read: TableRead) -> None:
        self._read = read
        table = read.table
        if table:
            self._asked = self._asked._replace(season_id=table.season_id)
        self.query_one(TableList).show(table)
        self.query_one(TextBar).tell(*self._title(read))
        self.set_class(table is None, "-empty")
        if table is None:
            self.query_one("#empty", Static).update(f"{read.refusal}.\n\n1 2 3   another kind\n← →   another season")
        for bar in self.query(DrawnBar):
            bar.refresh()

    def _title(self, read: TableRead) -> tuple[str, str]:
        label = self._season_label()
        title = " · ".join([self.browsing.league_title(self._asked.league_id), *([label] if label else [])])
        counted = read.table.round if read.table else None
        return title, f"after round {counted}" if counted is not None else ""

    def _season_label(self) -> str | None:
        seasons = self._read.seasons if self._read else []
        return next((season.label for season in seasons if season.id == self._asked.season_id), None)

    def _tabs(self, width: int) -> Line:
        return tabs(self._asked.type, width, venue=self._asked.venue, half=self._asked.half)

    def action_type(self, place: int) -> None:
        """Points, corners or cards."""
        half = TableHalf.FULL if TYPES[place] == TableType.CARD else self._asked.half
        self.ask(self._asked._replace(type=TYPES[place], half=half))

    def action_next_type(self, by: int) -> None:
        """The next or previous kind."""
        self.action_type((TYPES.index(self._asked.type) + by) % len(TYPES))

    def action_venue(self) -> None:
        """All fixtures, home, away, in turn."""
        self.ask(self._asked._replace(venue=_after(list(VENUES), self._asked.venue)))

    def action_half(self) -> None:
        """The whole match or the first half."""
        if self._asked.type == TableType.CARD:
            self.notify("Cards are not recorded by half.", timeout=3)
        else:
            self.ask(self._asked._replace(half=_after(list(HALVES), self._asked.half)))

    def action_season(self, by: int) -> None:
        """An older (1) or newer (-1) season."""
        ids = [season.id for season in self._read.seasons] if self._read else []
        place = ids.index(self._asked.season_id) + by if self._asked.season_id in ids else 0
        if self._read and 0 <= place < len(ids):
            # Lists opened from another season's table start with that season.
            self._near = int(datetime(self._read.seasons[place].start_year, 1, 1, tzinfo=UTC).timestamp())
            self.ask(self._asked._replace(season_id=ids[place]))
        else:
            self.notify("There is no older season here." if by > 0 else "This is the newest season here.", timeout=3)

    def action_fixtures(self) -> None:
        """All fixtures of the season."""
        self.show_season(self._asked.league_id, self._asked.season_id, label=self._season_label(), near=self._near)

    def on_table_list_chosen(self, event: TableList.Chosen) -> None:
        """All fixtures of the team."""
        self.show_team(event.row.team_id, event.row.team_name, near=self._near)


def _after(choices: list[str], chosen: str) -> str:
    return choices[(choices.index(chosen) + 1) % len(choices)]
