"""A list of fixtures under headings, of any length: only the rows on screen are read."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from textual.message import Message

from footydata.faces.drawing.fixtures import ListDisplay, filled_columns, fixture_line, waiting_line
from footydata.faces.drawing.lines import Line, titled
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.widgets.cursor_view import CursorView
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


class FixtureList(CursorView):
    """A list of fixtures under headings; the cursor skips headings."""

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
        self._marks: dict[int, str] = {}
        self._list_display: ListDisplay | None = None

    @property
    def list_display(self) -> ListDisplay:
        """How the rows are shown."""
        if self._list_display is None:
            browsing = self._browsing
            self._list_display = ListDisplay(
                browsing.zone,
                browsing.moment,
                browsing.leagues,
                dated=self._dated,
                filled=filled_columns(self.rows.values()),
                marks=self._marks,
                followed=frozenset(browsing.followed.teams),
            )
        return self._list_display

    @property
    def entry(self) -> Entry | None:
        entry: Entry | None = self.value
        return entry

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
        self._cursor = 0
        self._set_items(items)
        self.rows = dict(rows or {})
        self._requested.clear()
        self._stand_on(cursor_on or (lambda _: True))
        self.rows_changed()
        self.scroll_to(y=self._cursor - self.size.height // 2, animate=False)
        self.keep_in_sight()
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
        self._set_items(items)
        self.rows = dict(rows)
        self._requested.clear()
        self._marks = marks or {}
        if entry:
            self._stand_on(lambda one: one.fixture_id == entry.fixture_id)
        self.rows_changed()
        self.scroll_to(y=self._cursor - offset, animate=False)
        self.keep_in_sight()
        self.post_message(self.CursorMoved())

    def unmark(self) -> None:
        if self._marks:
            self._marks = {}
            self.rows_changed()

    def rows_changed(self) -> None:
        """Draw all rows again: rows, zone, clock or names changed."""
        before = self._list_display
        self._list_display = None
        self.refresh()
        if before is None or self.list_display.filled != before.filled:
            self.post_message(self.ColumnsChanged())

    def narrow(self, items: Iterable[Item]) -> None:
        """Show some of the same fixtures; the cursor stays on its fixture if that is one of them."""
        entry = self.entry
        self._cursor = 0
        self._set_items(items)
        self._stand_on(lambda one: entry is not None and one.fixture_id == entry.fixture_id)
        self.keep_in_sight()
        if self.entry != entry:
            self.post_message(self.CursorMoved())

    def extend(self, items: Sequence[Item], order: Order) -> None:
        """Add what follows the list (asc) or precedes it (desc); what is on screen stays where it is."""
        if order == Order.ASC:
            self._set_items([*self._items, *items])
        else:
            self._cursor += len(items)
            self._set_items([*items, *self._items])
            self.scroll_to(y=self.scroll_offset.y + len(items), animate=False)

    def add_rows(self, rows: dict[int, ListedFixture]) -> None:
        self.rows.update(rows)
        self.rows_changed()

    def value_at(self, index: int) -> Entry | None:
        item = self._items[index]
        return item if isinstance(item, Entry) else None

    def line_at(self, index: int, width: int) -> Line:
        item = self._items[index]
        if isinstance(item, Heading):
            return titled(item.title, width, item.remark)
        row = self.rows.get(item.fixture_id)
        followed = self.list_display.followed
        star = "★" if item.home_id in followed or item.away_id in followed else " "
        if row is None:
            self._need(index)
            return [(star, "accent"), *waiting_line(width - 1)]
        return [(star, "accent"), *fixture_line(row, width - 1, self.list_display)]

    def move(self, index: int) -> None:
        super().move(index)
        for order, edge in ((Order.DESC, self._rows[0]), (Order.ASC, self._rows[-1])):
            if self.entry and index == edge:
                self.post_message(self.EndReached(order, self.entry))

    def on_resize(self) -> None:
        self.keep_in_sight()

    def beside_clicked(self, index: int) -> None:
        """A click on a heading goes to the fixture below it."""
        heading = self._items[index]
        self.move(index + 1)
        if isinstance(heading, Heading):
            self.post_message(self.HeadingClicked(heading))

    def _set_items(self, items: Iterable[Item]) -> None:
        self._items = list(items)
        rows = [place for place, item in enumerate(self._items) if isinstance(item, Entry)]
        self.entries = [item for item in self._items if isinstance(item, Entry)]
        self.lines_changed(len(self._items), rows)

    def _stand_on(self, accepts: Callable[[Entry], bool]) -> None:
        """Put the cursor on the first fixture that it is true of, if there is one."""
        pairs = zip(self._rows, self.entries, strict=True)
        self._cursor = next((row for row, entry in pairs if accepts(entry)), self._cursor)

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
