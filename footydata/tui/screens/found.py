"""Finds fixtures in all days while one types, around the day that was shown."""

import sqlite3
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from footydata.contract.terms import Order
from footydata.queries.names import Names, Wanted, read_names, wanted
from footydata.tui.browsing import Browsing
from footydata.tui.drawing.fixtures import head_line
from footydata.tui.drawing.lines import Line
from footydata.tui.reading.days import Part, read_part
from footydata.tui.screens.browser_screen import Keys
from footydata.tui.screens.fixtures_screen import FixturesScreen
from footydata.tui.widgets.bars import DrawnBar, KeyBar, TextBar
from footydata.tui.widgets.filter import Filter, FilterInput
from footydata.tui.widgets.fixture_list import FixtureList

BAR: Keys = (
    ("type", "team, league, country"),
    ("Enter", "to the list, then the fixture"),
    ("Esc", "back"),
)


class Found(NamedTuple):
    """What a text finds: the fixtures before a moment and those from it on."""

    names: Names
    asked: Wanted | None
    before: Part
    after: Part


NOTHING = Part([], {}, more=False)


def find(connection: sqlite3.Connection, text: str, *, names: Names | None, from_ts: int, esports: bool) -> Found:
    """The fixtures that a text finds around a moment; without a text nothing."""
    names = names or read_names(connection)
    if not text:
        return Found(names, None, NOTHING, NOTHING)
    asked = wanted(names, text)
    before = read_part(connection, asked, Order.DESC, from_ts=from_ts - 1, esports=esports)
    after = read_part(connection, asked, Order.ASC, from_ts=from_ts, esports=esports)
    return Found(names, asked, before, after)


class FoundScreen(FixturesScreen):
    """A search over the whole file."""

    NAME = "Find in all days"
    KEYS = (
        ("any letter", "teams, leagues, countries; several words all hold"),
        ("Enter", "from the text to the list, then the fixture"),
        ("/", "back to the text"),
        ("s", "the table of its league"),
        ("l", "the season of its league"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [Binding("slash,f", "type", show=False, priority=True)]

    def __init__(self, browsing: Browsing, from_ts: int, *, text: str) -> None:
        super().__init__(browsing)
        self._from_ts = from_ts
        self._text = text
        self._found: Found | None = None
        self._more = {Order.ASC: False, Order.DESC: False}

    def compose(self) -> ComposeResult:
        """Title, heads, list, input, keys."""
        yield TextBar(id="title")
        yield DrawnBar(self._heads, id="head")
        yield FixtureList(self.browsing, dated=True)
        yield Static(id="empty", markup=False)
        yield Filter("team, league or country, in all days", self.load, text=self._text)
        yield KeyBar(BAR)

    def on_mount(self) -> None:
        """Type at once."""
        self.set_class(True, "-filtering")
        self.query_one(TextBar).tell("Find in all days", self.browsing.path.name)
        self.set_focus(self.query_one(Filter).input)
        super().on_mount()

    def load(self) -> None:
        """Find what the text asks for."""
        job = partial(
            find,
            text=self.query_one(Filter).text,
            names=self.browsing.names,
            from_ts=self._from_ts,
            esports=self.browsing.esports,
        )
        self.read("found", job, self._show)

    def _show(self, found: Found) -> None:
        self._found = found
        self.browsing.names = found.names
        before, after = found.before, found.after
        self._more = {Order.DESC: before.more, Order.ASC: after.more}
        pivot = after.entries[0] if after.entries else before.entries[-1] if before.entries else None
        self.list.show(
            [*before.entries, *after.entries], {**before.rows, **after.rows}, cursor_on=lambda entry: entry == pivot
        )
        self._tell()

    def _tell(self) -> None:
        count = self.list.fixture_count
        more = "+" if any(self._more.values()) else ""
        text = self.query_one(Filter).text
        self.query_one(Filter).tell(f"{count:,}{more}" if text else "")
        self.set_class(not count, "-empty")
        told = f"No fixture has “{text}” in its teams, league or country." if text else "Type a part of a name."
        self.query_one("#empty", Static).update(told)

    def _heads(self, width: int) -> Line:
        return head_line(width, zone=self.browsing.zone, dated=True)

    def action_type(self) -> None:
        """Back to the text."""
        self.set_focus(self.query_one(Filter).input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """From the text to the list."""
        self.list.focus()

    def on_filter_input_left(self, event: FilterInput.Left) -> None:
        """Back to the day."""
        self.action_back()

    def on_filter_input_to_list(self, event: FilterInput.ToList) -> None:
        """Move the cursor while typing."""
        self.list.action_step(event.by)

    def on_fixture_list_end_reached(self, event: FixtureList.EndReached) -> None:
        """Read the part beyond the end of the list."""
        asked = self._found.asked if self._found else None
        if asked is None or not self._more[event.order]:
            return
        self._more[event.order] = False
        job = partial(
            read_part,
            asked=asked,
            order=event.order,
            from_ts=event.entry.kickoff_ts,
            after_id=event.entry.fixture_id,
            esports=self.browsing.esports,
        )
        self.read(f"part {event.order}", job, partial(self._add, asked, event.order))

    def _add(self, asked: Wanted, order: Order, part: Part) -> None:
        if self._found and asked is self._found.asked:
            self._more[order] = part.more
            self.list.add_rows(part.rows)
            self.list.extend(part.entries, order)
            self._tell()
