"""A day of fixtures by league: the first screen."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from footydata.contract.terms import Order
from footydata.moments import EARLIEST, LATEST
from footydata.queries.days import Entry
from footydata.queries.names import Names, Wanted, read_names, wanted
from footydata.tui.browsing import Browsing
from footydata.tui.drawing.day import day_counts_told, day_title, empty_day, empty_filter, unreadable
from footydata.tui.drawing.fixtures import head_line
from footydata.tui.reading.days import DayRead, next_day, read_day, read_first_day
from footydata.tui.screens.browser_screen import Keys
from footydata.tui.screens.fixtures_screen import FixturesScreen
from footydata.tui.widgets.bars import DrawnBar, KeyBar, TextBar
from footydata.tui.widgets.fixture_list import FixtureList, Heading, Item, grouped
from footydata.tui.widgets.week import Week
from footydata.tui.zone import long_date

if TYPE_CHECKING:
    from footydata.tui.widgets.filter import Filter, FilterInput

BAR: Keys = (
    ("←→", "day"),
    ("/", "filter"),
    ("Enter", "fixture"),
    ("s", "table"),
    ("?", "keys"),
    ("q", "quit"),
    ("t", "today"),
    ("g", "go to"),
    ("f", "find"),
    ("p n", "day with fixtures"),
    ("l", "season"),
)


TYPING: Keys = (
    ("Enter", "keep"),
    ("Tab", "find in all days"),
    ("Esc", "drop"),
    ("↑↓", "move"),
)


SLOW = 0.05
"""Seconds after which a day that is still being read is told by its date: a second picture costs a frame."""


class DayScreen(FixturesScreen):
    """The fixtures of a day under their leagues; left and right change the day."""

    NAME = "A day"
    KEYS = (
        ("← →", "the day before, the day after"),
        ("p n", "the previous, the next day with fixtures"),
        ("t", "today"),
        ("g", "go to a date"),
        ("/", "filter by team, league or country"),
        ("f", "find fixtures in all days"),
        ("Enter", "the fixture: timeline, statistics, odds"),
        ("s", "the table of its league"),
        ("l", "the season of its league"),
        ("Tab Shift+Tab", "next, previous league"),
        ("e", "football or e-football"),
        ("Line Fair", "the bookmaker's corner line, and ours"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("p", "next_day('desc')", show=False),
        Binding("n", "next_day('asc')", show=False),
        Binding("t", "today", show=False),
        Binding("g", "go_to", show=False, priority=True),
        Binding("slash", "filter", show=False, priority=True),
        Binding("f", "find", show=False, priority=True),
        Binding("e", "esports", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, browsing: Browsing) -> None:
        super().__init__(browsing)
        self.day = browsing.today
        self._read: DayRead | None = None
        self._asked: Wanted | None = None
        self._filter: Filter | None = None

    def compose(self) -> ComposeResult:
        """Title, week, heads, list, filter, keys."""
        yield TextBar(id="title")
        yield Week(self.day, self.day)
        yield DrawnBar(self._heads, id="head")
        yield FixtureList(self.browsing)
        yield Static(id="empty", markup=False)
        yield KeyBar(BAR)

    @property
    def filter_text(self) -> str:
        """What is typed in the filter."""
        return self._filter.text if self._filter else ""

    def load(self) -> None:
        """Read the day; the first time, the nearest day that has fixtures."""
        read = read_day if self._read else read_first_day
        self._ask(partial(read, day=self.day))

    def show_day(self, day: date) -> None:
        """Turn to a day."""
        self.day = day
        self._ask(partial(read_day, day=day))
        self.set_timer(SLOW, self._tell_turning)

    def _tell_turning(self) -> None:
        """The date alone, where its fixtures take their time."""
        if self._read and self._read.day != self.day:
            self.query_one(Week).show(self.day, self.browsing.today)
            self._tell_title("")

    def zone_changed(self) -> None:
        """Another zone has other days."""
        self.load()

    def failed(self, error: Exception) -> None:
        """Tell the failure where the fixtures would stand, if there are none."""
        if self._read:
            super().failed(error)
        else:
            self._tell_empty(unreadable(error))

    def _ask(self, job: partial[DayRead]) -> None:
        self.read("day", partial(job, zone=self.browsing.zone, esports=self.browsing.esports), self._show)

    def _show(self, read: DayRead) -> None:
        entry = self.list.entry
        kept = entry.fixture_id if entry else None
        self._read, self.day = read, read.day
        self.browsing.leagues = read.leagues
        week = self.query_one(Week)
        week.show(read.day, self.browsing.today)
        week.count(read.counts)
        self.list.show(self._items(), read.rows, cursor_on=lambda one: one.fixture_id == kept)
        self._tell_title(day_counts_told(read))
        self._tell_found()

    def _items(self) -> list[Item]:
        entries = self._read.entries if self._read else []
        kept = [entry for entry in entries if self._asked is None or self._asked.has(entry)]
        return grouped(kept, lambda entry: entry.league_id, self._heading)

    def _heading(self, group: Sequence[Entry]) -> Heading:
        return Heading(self.browsing.league_title(group[0].league_id), str(len(group)))

    def _heads(self, width: int) -> Sequence[tuple[str, str]]:
        return head_line(width, zone=self.browsing.zone, dated=False)

    def _tell_title(self, counted: str) -> None:
        zone = self.browsing.zone.label(self.browsing.zone.day(self.day).start_ts)
        title = day_title(self.day, self.browsing.today, esports=self.browsing.esports)
        self.query_one("#title", TextBar).tell(title + counted, f"{self.browsing.path.name} · {zone}", zone)
        self.query_one("#head", DrawnBar).refresh()

    def _tell_found(self) -> None:
        """What the filter keeps, or why the list is empty."""
        read = self._read
        if read is None:
            return
        found = self.list.fixture_count
        if self._filter:
            self._filter.tell(f"{found} of {len(read.entries)}" if self._asked else "")
        if found:
            self.set_class(False, "-empty")
        elif read.entries:
            self._tell_empty(empty_filter(self.filter_text))
        else:
            self._tell_empty(empty_day(read, self.browsing.path.name, esports=self.browsing.esports))

    def _tell_empty(self, text: str) -> None:
        self.set_class(True, "-empty")
        self.query_one("#empty", Static).update(text)

    def action_turn(self, by: int) -> None:
        """The day before or after."""
        day = self.day + timedelta(days=by)
        if EARLIEST <= day <= LATEST:
            self.show_day(day)

    def action_next_day(self, order: str) -> None:
        """The nearest day with fixtures, those of the filter where it is on."""
        job = partial(
            next_day,
            day=self.day,
            order=Order(order),
            zone=self.browsing.zone,
            esports=self.browsing.esports,
            asked=self._asked,
        )
        self.read("next", job, partial(self._turn_to, Order(order)))

    def _turn_to(self, order: Order, day: date | None) -> None:
        if day:
            self.show_day(day)
            return
        which = "after" if order == Order.ASC else "before"
        what = f" with “{self.filter_text}”" if self._asked else ""
        self.notify(f"There are no fixtures{what} {which} {long_date(self.day)}.", markup=False, timeout=3)

    def action_today(self) -> None:
        """Today."""
        self.show_day(self.browsing.today)

    async def action_go_to(self) -> None:
        """Ask for a date."""
        from footydata.tui.screens.go_to import GoToScreen

        screen = GoToScreen(self.browsing.today, self.day)
        await self.app.push_screen(screen, lambda day: self.show_day(day) if day else None)

    def action_esports(self) -> None:
        """Switch between football and e-football, at the nearest day that has some."""
        self.browsing.esports = not self.browsing.esports
        self._ask(partial(read_first_day, day=self.day))

    async def action_filter(self) -> None:
        """Type a filter."""
        from footydata.tui.widgets.filter import Filter

        if self._filter is None:
            # Most days are read without one, and an input costs a tenth of the start.
            self._filter = Filter("team, league or country", self._narrow)
            await self.mount(self._filter)
        self.set_class(True, "-filtering")
        self.set_focus(self._filter.input)
        self.query_one(KeyBar).tell(TYPING)
        if self.browsing.names is None:
            self.read("names", read_names, self._take_names)

    def action_back(self) -> None:
        """Drop the filter; escape alone never leaves the browser."""
        self._drop_filter()

    def action_leave(self) -> None:
        """Leave the browser."""
        self.app.exit()

    async def action_find(self) -> None:
        """Find fixtures in all days."""
        from footydata.tui.screens.found import FoundScreen

        from_ts = self.browsing.zone.day(self.day).start_ts
        await self.app.push_screen(FoundScreen(self.browsing, from_ts, text=self.filter_text))

    def _take_names(self, names: Names) -> None:
        self.browsing.names = names
        self._narrow()

    def _narrow(self) -> None:
        if self.browsing.names:
            text = self.filter_text
            self._asked = wanted(self.browsing.names, text) if text else None
            self.list.narrow(self._items())
            self._tell_found()

    def _drop_filter(self) -> None:
        self.set_class(False, "-filtering")
        if self._filter:
            self._filter.input.value = ""
        self._to_list()

    def _to_list(self) -> None:
        self.list.focus()
        self.query_one(KeyBar).tell(BAR)

    def on_input_submitted(self) -> None:
        """Keep the filter and go to the list."""
        if self.filter_text:
            self._to_list()
        else:
            self._drop_filter()

    def on_filter_input_left(self) -> None:
        """Drop the filter."""
        self._drop_filter()

    def on_filter_input_to_list(self, event: "FilterInput.ToList") -> None:
        """Move the cursor while typing."""
        self.list.action_step(event.by)

    async def on_filter_input_everywhere(self) -> None:
        """Find the same in all days."""
        await self.action_find()

    def on_week_day_chosen(self, event: Week.DayChosen) -> None:
        """Turn to a day of the week."""
        self.show_day(event.day)
