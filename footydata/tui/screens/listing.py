"""A long list: all fixtures of a season under their days, or of a team."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult

from footydata.queries.days import Entry, ListedFixture, season_entries, team_entries
from footydata.tui.browsing import Browsing
from footydata.tui.drawing.fixtures import date_heading, head_line
from footydata.tui.drawing.lines import Line
from footydata.tui.reading.days import ListRead, read_list
from footydata.tui.screens.browser_screen import Keys
from footydata.tui.screens.fixtures_screen import FixturesScreen
from footydata.tui.widgets.bars import DrawnBar, KeyBar, TextBar
from footydata.tui.widgets.fixture_list import FixtureList, Heading, Item, grouped
from footydata.wording import plural, safe

BAR: Keys = (
    ("↑↓", "move"),
    ("Enter", "fixture"),
    ("s", "table"),
    ("Esc", "back"),
    ("?", "keys"),
    ("Tab", "next day"),
    ("u", "local time, UTC"),
)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list holds.

    Attributes:
        title: of the screen.
        entries: reads the fixtures, by kickoff.
        by_day: whether days stand over the fixtures; else each has its date before it.
    """

    title: str
    entries: Callable[[sqlite3.Connection], list[Entry]]
    by_day: bool


def season_listing(title: str, season_id: int) -> Listing:
    """All fixtures of a season."""
    return Listing(title, partial(season_entries, season_id=season_id), by_day=True)


def team_listing(team_id: int, name: str) -> Listing:
    """All fixtures of a team."""
    return Listing(safe(name), partial(team_entries, team_id=team_id), by_day=False)


class ListingScreen(FixturesScreen):
    """A list of fixtures, opened at those around a moment."""

    NAME = "A list"
    KEYS = (
        ("Enter", "the fixture"),
        ("s", "the table of its league"),
        ("l", "the season of its league"),
        ("Tab Shift+Tab", "next, previous day"),
    )

    def __init__(self, browsing: Browsing, listing: Listing, *, near: int) -> None:
        super().__init__(browsing)
        self._listing = listing
        self._near = near
        self._entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        """Title, heads, list, keys."""
        yield TextBar(id="title")
        yield DrawnBar(self._heads, id="head")
        yield FixtureList(self.browsing, dated=not self._listing.by_day)
        yield KeyBar(BAR)

    def load(self) -> None:
        """Read the list."""
        self.read("list", partial(read_list, entries_of=self._listing.entries, near=self._near), self._show)

    def zone_changed(self) -> None:
        """Another zone has other days."""
        self._list_entries({})
        super().zone_changed()

    def _show(self, read: ListRead) -> None:
        self._entries = read.entries
        self.query_one("#title", TextBar).tell(self._listing.title, plural(len(read.entries), "fixture"))
        self._list_entries(read.rows)

    def _list_entries(self, rows: dict[int, ListedFixture]) -> None:
        chosen = self.list.entry.kickoff_ts if self.list.entry else self._near
        items: Sequence[Item] = self._entries
        if self._listing.by_day:
            items = grouped(self._entries, self._day_of, self._heading)
        last = self._entries[-1].fixture_id if self._entries else None
        self.list.show(items, rows, cursor_on=lambda one: one.kickoff_ts >= chosen or one.fixture_id == last)

    def _day_of(self, entry: Entry) -> object:
        return self.browsing.zone.date_of(entry.kickoff_ts, time_known=entry.time_known)

    def _heading(self, group: Sequence[Entry]) -> Heading:
        first = group[0]
        on = self.browsing.zone.date_of(first.kickoff_ts, time_known=first.time_known)
        return Heading(date_heading(on, self.browsing.today))

    def _heads(self, width: int) -> Line:
        return head_line(width, zone=self.browsing.zone, dated=not self._listing.by_day)
