"""Lists that draw their own lines, by Textual's line API: a cursor on those that can be chosen."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from footydata.faces.drawing.lines import BLANK, Item, Line
from footydata.faces.tui.themes import line_styles

NOTCH = 2
"""Lines to a notch of the mouse's wheel, as many as Textual scrolls."""


def strip_of(widget: Widget, line: Line, width: int, *, style: str = "plain") -> Strip:
    """The strip of a line, padded or cut to a width; style: the name of the background style."""
    styles = line_styles(widget.app.theme)
    base = widget.rich_style + styles[style]
    if styles[style].reverse:
        # A reversed line in one colour: those of its texts would be patches behind them.
        bold = base + styles["strong"]
        spans = [Segment(text, bold if styles[name].bold else base) for text, name in line]
    else:
        spans = [Segment(text, base + styles[name]) for text, name in line]
    return Strip(spans).adjust_cell_length(width, base)


class CursorView(ScrollView, can_focus=True):
    """A scrolling list of any number of lines, each drawn when it comes on screen.

    Those that can be chosen begin with a span of one cell, in place of which the cursor stands. A list without any
    such line has no cursor: the keys scroll it.
    """

    ALLOW_SELECT = False

    class BesideClicked(Message):
        """A line that can't be chosen was clicked."""

        def __init__(self, view: "CursorView", index: int) -> None:
            super().__init__()
            self.view = view
            self.index = index

    class CursorMoved(Message):
        """The cursor came to another line."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._items: Sequence[Item] = ()
        self._rows: Sequence[int] = ()
        self._cursor = 0

    def line_at(self, index: int, width: int) -> Line:
        """The line of an index, for a width in which more may have room than on the screen."""
        raise NotImplementedError

    @property
    def value(self) -> Any:
        """What the cursor is on, None if there is no cursor."""
        return self._items[self._cursor].value if self._rows else None

    @property
    def line_width(self) -> int:
        """The width of a line: all but the scroll bar."""
        return self.scrollable_content_region.width

    def cells(self, width: int) -> list[str]:
        """The texts of the line that the cursor is on as it is drawn for a width; empty without a cursor."""
        cells = [""]
        for text, _ in self.line_at(self._cursor, width)[1:] if self._rows else ():
            if text[:1].isspace() or cells[-1][-1:].isspace():
                cells.append("")
            cells[-1] += text
        return [" ".join(cell.split()) for cell in cells if cell.strip()]

    def show_items(self, items: Sequence[Item], cursor_on: Callable[[Any], bool]) -> None:
        """Draw other lines. The cursor goes to the first value that it is true of, without any it stays near its line."""
        self._items = items
        self._rows = rows = [place for place, item in enumerate(items) if item.value is not None]
        self._cursor = next((row for row in rows if cursor_on(items[row].value)), self._cursor)
        if rows:
            self._cursor = rows[min(bisect_left(rows, self._cursor), len(rows) - 1)]
        if len(items) != self.virtual_size.height:
            self.virtual_size = Size(0, len(items))
            self.scroll_to(y=self.scroll_offset.y, animate=False)
        self.refresh()
        self.keep_in_sight()

    def render_line(self, y: int) -> Strip:
        index, width = self.scroll_offset.y + y, self.line_width
        if index >= len(self._items):
            return strip_of(self, BLANK, width)
        line = self.line_at(index, width)
        if index != self._cursor or not self._rows:
            return strip_of(self, line, width)
        return strip_of(self, [("▌", "accent"), *line[1:]], width, style="cursor")

    # Moving

    def action_step(self, by: int) -> None:
        """Move the cursor by lines that can be chosen."""
        self._go(bisect_left(self._rows, self._cursor) + by, by)

    def action_page(self, by: int) -> None:
        """Move the cursor by lines, those between groups included."""
        target = self._cursor + by
        after = bisect_left(self._rows, target)
        self._go(after if by > 0 else bisect_right(self._rows, target) - 1, by)

    def action_edge(self, towards: int) -> None:
        """Move the cursor to the first or to the last line."""
        end = towards * len(self._items)
        self._go(end, end)

    def _go(self, place: int, by: int) -> None:
        """Move the cursor to a place among the lines that can be chosen, or scroll by lines where there are none."""
        if self._rows:
            self.move(self._rows[max(0, min(len(self._rows) - 1, place))])
        else:
            self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_group(self, by: int) -> None:
        """Move the cursor to the first line of the next group, or of the one before."""
        rows = self._rows
        starts = [row for place, row in enumerate(rows) if not place or rows[place - 1] != row - 1]
        place = bisect_right(starts, self._cursor) - 1 + by
        if starts and place < len(starts):
            self.move(starts[max(0, place)])

    def move(self, index: int) -> None:
        """Put the cursor on a line that can be chosen, and bring it into sight."""
        old, self._cursor = self._cursor, index
        self.refresh_line(old)
        self.refresh_line(index)
        self.keep_in_sight()
        if index != old:
            self.post_message(self.CursorMoved())

    def keep_in_sight(self) -> None:
        """Scroll to the cursor.

        The heading over it comes with it, with the first line what stands over it, with the last what stands below.
        """
        if not self._rows:
            return
        top, height = self.scroll_offset.y, max(1, self.size.height)
        first = last = self._cursor
        if first == self._rows[0]:
            first = 0
        elif self._items[first - 1].value is None:
            first -= 1
        if last == self._rows[-1]:
            last = len(self._items) - 1
        if first < top:
            self.scroll_to(y=max(first, self._cursor - height + 1), animate=False)
        elif last >= top + height:
            self.scroll_to(y=min(last - height + 1, self._cursor), animate=False)

    async def on_click(self, event: events.Click) -> None:
        """The first click on a line moves the cursor, one on the cursor chooses."""
        index = event.y + self.scroll_offset.y
        if index >= len(self._items):
            return
        if self._items[index].value is None:
            self.post_message(self.BesideClicked(self, index))
            return
        if index == self._cursor:
            await self.run_action("screen.choose")
        self.move(index)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._roll(event, NOTCH)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._roll(event, -NOTCH)

    def _roll(self, event: events.MouseEvent, by: int) -> None:
        """Move the cursor as the keys do: lines that scroll below it would leave it behind."""
        event.prevent_default()
        event.stop()
        self.action_step(by)


class DrawnList(CursorView):
    """The lines that a function draws for the width; drawn again when the width or the contents change."""

    def __init__(self, draw: Callable[[int], Sequence[Item]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw

    def line_at(self, index: int, width: int) -> Line:
        items = self._draw(width) if width > self.line_width else self._items
        return items[index].line

    def redraw(self, cursor_on: Callable[[Any], bool] | None = None) -> None:
        """Draw the lines again; the cursor goes to the first that it is true of, by default it stays on its value."""
        before = self.value
        items = self._draw(self.line_width) if self.line_width else ()
        self.show_items(items, cursor_on or (lambda value: value == before))

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
