"""A list of fixtures under headings, of any length: only the rows on screen are read."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from textual import events
from textual.message import Message

from footydata.faces.drawing.fixtures import ListDisplay, filled_columns, fixture_line, waiting_line
from footydata.faces.drawing.lines import Line, titled
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.widgets.lines_view import LinesView, WheelList
from footydata.football.terms import Order
from footydata.store.read.fixtures.days import Entry, ListedFixture

PAGE = 128
"""How many rows are read at once: a few screenfuls, in under 2 ms."""


class Heading(NamedTuple):
    """A line over a group of fixtures. is_league: whether they are those of one league."""

    title: str
    remark: str = ""
    is_league: bool = False


Item: TypeAlias = Entry | Heading


class FixtureList(LinesView, WheelList):
    """A list of fixtures under headings; the cursor skips headings."""

    class Chosen(Message):
        """A fixture was chosen."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    class HeadingClicked(Message):
        """A heading was clicked; the cursor is on the first fixture below it."""

        def __init__(self, heading: Heading) -> None:
            super().__init__()
            self.heading = heading

    class RowsNeeded(Message):
        """Rows that are to be drawn are not there yet."""

        def __init__(self, page: int, fixture_ids: list[int]) -> None:
            super().__init__()
            self.page = page
            self.fixture_ids = fixture_ids

    class EndReached(Message):
        """The cursor stands on the first (desc) or last (asc) fixture."""

        def __init__(self, order: Order, entry: Entry) -> None:
            super().__init__()
            self.order = order
            self.entry = entry

    class CursorMoved(Message):
        """The cursor came to another fixture."""

    class ColumnsChanged(Message):
        """Other columns have something to show."""

    def __init__(self, browsing: Browsing, *, dated: bool = False) -> None:
        super().__init__()
        self._browsing = browsing
        self._dated = dated
        self._items: list[Item] = []
        self.entries: list[Entry] = []
        self.rows: dict[int, ListedFixture] = {}
        self._requested: set[int] = set()
        self._cursor = 0
        self._marks: dict[int, str] = {}
        self._list_display: ListDisplay | None = None

    @property
    def list_display(self) -> ListDisplay:
        """How the rows are shown."""
        if self._list_display is None:
            browsing = self._browsing
            bare = ListDisplay(
                browsing.zone,
                browsing.moment,
                browsing.leagues,
                dated=self._dated,
                marks=self._marks,
            )
            filled = filled_columns(self.rows.values())
            followed = frozenset(browsing.followed.teams)
            self._list_display = bare._replace(filled=filled, followed=followed)
        return self._list_display

    @property
    def entry(self) -> Entry | None:
        item = self._items[self._cursor] if self._cursor < len(self._items) else None
        return item if isinstance(item, Entry) else None

    @property
    def row(self) -> ListedFixture | None:
        """The row of the fixture under the cursor, None if it is not read yet."""
        entry = self.entry
        return self.rows.get(entry.fixture_id) if entry else None

    def show(
        self,
        items: Iterable[Item],
        rows: dict[int, ListedFixture] | None = None,
        *,
        cursor_on: Callable[[Entry], bool] | None = None,
    ) -> None:
        """Show a list. rows: those already read; cursor_on: the cursor starts on the first entry that it is true of."""
        self._set_items(items)
        self.rows = dict(rows or {})
        self._requested.clear()
        self._cursor = self._first(cursor_on) if cursor_on else self._next(-1, 1)
        self.rows_changed()
        self.scroll_to(y=self._cursor - self.size.height // 2, animate=False)
        self._keep_cursor_in_sight()
        self.post_message(self.CursorMoved())

    def show_again(
        self,
        items: Iterable[Item],
        rows: dict[int, ListedFixture],
        *,
        marks: dict[int, str] | None = None,
    ) -> None:
        """Show the same list with newer contents; cursor and scroll position stay.

        marks: what happened a moment ago, by fixture.
        """
        entry, offset = self.entry, self._cursor - self.scroll_offset.y
        fixture_id = entry.fixture_id if entry else None
        self._set_items(items)
        self.rows = dict(rows)
        self._requested.clear()
        self._marks = marks or {}
        before = self._cursor
        self._cursor = (
            self._first(lambda one: one.fixture_id == fixture_id)
            if fixture_id is not None
            else self._next(-1, 1)
        )
        if fixture_id is not None and (self.entry is None or self.entry.fixture_id != fixture_id):
            self._cursor = (
                self._nearest(min(before, len(self._items) - 1), -1) if self._items else 0
            )
        self.rows_changed()
        self.scroll_to(y=self._cursor - offset, animate=False)
        self._keep_cursor_in_sight()
        self.post_message(self.CursorMoved())

    def unmark(self) -> None:
        if self._marks:
            self._marks = {}
            self.rows_changed()

    def rows_changed(self) -> None:
        """Draw all rows again: rows, zone, clock or names changed."""
        before = self._list_display
        self._list_display = None
        self.lines_changed()
        if before is None or self.list_display.filled != before.filled:
            self.post_message(self.ColumnsChanged())

    def narrow(self, items: Iterable[Item]) -> None:
        """Show some of the same fixtures; the cursor stays on its fixture if that is one of them."""
        entry = self.entry
        self._set_items(items)
        fixture_id = entry.fixture_id if entry else None
        self._cursor = self._first(lambda one: one.fixture_id == fixture_id)
        self.lines_changed()
        self._keep_cursor_in_sight()
        if self.entry != entry:
            self.post_message(self.CursorMoved())

    def extend(self, items: Sequence[Item], order: Order) -> None:
        """Add what follows the list (asc) or precedes it (desc); what is on screen stays where it is."""
        if order == Order.ASC:
            self._set_items([*self._items, *items])
            self.lines_changed()
        else:
            self._set_items([*items, *self._items])
            self._cursor += len(items)
            self.lines_changed()
            self.scroll_to(y=self.scroll_offset.y + len(items), animate=False)

    def add_rows(self, rows: dict[int, ListedFixture]) -> None:
        self.rows.update(rows)
        self.rows_changed()

    def line_count(self) -> int:
        return len(self._items)

    def cursor_line(self) -> int | None:
        """The line of the fixture under the cursor."""
        return self._cursor if self.entry else None

    def line_at(self, index: int, width: int) -> Line:
        item = self._items[index]
        if isinstance(item, Heading):
            return titled(item.title, width, item.remark)
        row = self.rows.get(item.fixture_id)
        followed = self.list_display.followed
        star = "★" if item.home_id in followed or item.away_id in followed else " "
        mark = ("▌" if index == self._cursor else star, "accent")
        if row is None:
            self._need(index)
            return [mark, *waiting_line(width - 1)]
        return [mark, *fixture_line(row, width - 1, self.list_display)]

    def action_step(self, by: int) -> None:
        self._move(self._next(self._cursor, by))

    def action_page(self, by: int) -> None:
        target = self._cursor + by
        self._move(self._nearest(max(0, min(len(self._items) - 1, target)), by))

    def action_edge(self, towards: int) -> None:
        self._move(self._next(-1, 1) if towards < 0 else self._next(len(self._items), -1))

    def action_group(self, by: int) -> None:
        """Move the cursor to the first fixture of the next or previous group."""
        heads = [index for index, item in enumerate(self._items) if isinstance(item, Heading)]
        if by > 0:
            later = [index for index in heads if index > self._cursor]
            self._move(self._next(later[0], 1) if later else self._cursor)
        else:
            earlier = [index for index in heads if index < self._cursor]
            self._move(self._next(earlier[max(-2, -len(earlier))], 1) if earlier else self._cursor)

    def action_choose(self) -> None:
        if self.entry:
            self.post_message(self.Chosen(self.entry))

    def on_resize(self, event: events.Resize) -> None:
        if self._items:
            self._keep_cursor_in_sight()

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one on the cursor opens its fixture; one on a heading goes below it."""
        index = event.y + self.scroll_offset.y
        if index >= len(self._items):
            return
        item = self._items[index]
        if isinstance(item, Heading):
            self._move(self._next(index, 1))
            self.post_message(self.HeadingClicked(item))
            return
        if index == self._cursor:
            self.action_choose()
        self._move(index)

    def _set_items(self, items: Iterable[Item]) -> None:
        self._items = list(items)
        self.entries = [item for item in self._items if isinstance(item, Entry)]

    def _move(self, index: int) -> None:
        old, self._cursor = self._cursor, index
        self.refresh_line(old)
        self.refresh_line(index)
        self._keep_cursor_in_sight()
        if index != old:
            self.post_message(self.CursorMoved())
        entry = self.entry
        for order, edge in (
            (Order.DESC, self._next(-1, 1)),
            (Order.ASC, self._next(len(self._items), -1)),
        ):
            if entry and index == edge:
                self.post_message(self.EndReached(order, entry))

    def _keep_cursor_in_sight(self) -> None:
        top, height = self.scroll_offset.y, max(1, self.size.height)
        # The heading over the first fixture of a group comes into sight with it.
        first = self._cursor - (
            1 if self._cursor and isinstance(self._items[self._cursor - 1], Heading) else 0
        )
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif self._cursor >= top + height:
            self.scroll_to(y=self._cursor - height + 1, animate=False)

    def _next(self, index: int, by: int) -> int:
        """The index of the next fixture from an index in a direction; the cursor's if there is none."""
        place = index + by
        while 0 <= place < len(self._items):
            if isinstance(self._items[place], Entry):
                return place
            place += by
        return self._cursor if self._cursor < len(self._items) else 0

    def _nearest(self, index: int, by: int) -> int:
        if isinstance(self._items[index], Entry) if self._items else True:
            return index
        return self._next(index, by)

    def _first(self, cursor_on: Callable[[Entry], bool]) -> int:
        for index, item in enumerate(self._items):
            if isinstance(item, Entry) and cursor_on(item):
                return index
        self._cursor = 0
        return self._next(-1, 1)

    def _need(self, index: int) -> None:
        """Request the page of rows around a line, once."""
        start = index - index % PAGE
        ids = [
            item.fixture_id for item in self._items[start : start + PAGE] if isinstance(item, Entry)
        ]
        missing = [fixture_id for fixture_id in ids if fixture_id not in self.rows]
        if not self._requested.issuperset(missing):
            self._requested.update(missing)
            self.post_message(self.RowsNeeded(start // PAGE, missing))


def grouped(
    entries: Sequence[Entry],
    key: Callable[[Entry], object],
    heading: Callable[[Sequence[Entry]], Heading],
) -> list[Item]:
    """Entries under headings, in the order of the groups' first entries."""
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry)
    items: list[Item] = []
    for group in groups.values():
        items.append(heading(group))
        items += group
    return items
