"""Widgets that draw their own lines, by Textual's line API: bars, pages and lists are made of them."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from footydata.faces.drawing.lines import BLANK, Line
from footydata.faces.tui.themes import line_styles


class DrawnWidget(Widget):
    """A widget that draws lines of styled text."""

    ALLOW_SELECT = False

    def strip_of(self, line: Line, width: int, *, style: str = "plain") -> Strip:
        """The strip of a line, padded or cut to a width; style: the name of the background style."""
        styles = line_styles(self.app.theme)
        base = self.rich_style + styles[style]
        if styles[style].reverse:
            # A reversed line in one colour: those of its texts would be patches behind them.
            bold = base + styles["strong"]
            spans = [Segment(text, bold if styles[name].bold else base) for text, name in line]
        else:
            spans = [Segment(text, base + styles[name]) for text, name in line]
        return Strip(spans).adjust_cell_length(width, base)


class WheelList(Widget):
    """A list whose cursor the mouse's wheel moves, as the keys do; not the lines below a cursor that stays behind."""

    NOTCH = 2
    """Lines to a notch of the wheel, as many as Textual scrolls."""

    def action_step(self, by: int) -> None:
        """Move the cursor by a line."""
        raise NotImplementedError

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._roll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._roll(event, -1)

    def _roll(self, event: events.MouseEvent, by: int) -> None:
        event.prevent_default()
        event.stop()
        for _ in range(self.NOTCH):
            self.action_step(by)


class LinesView(DrawnWidget, ScrollView, can_focus=True):
    """A scrolling view of any number of lines, each drawn when it comes on screen.

    A subclass overrides line_count and line_at, and cursor_line if it has a cursor.
    """

    def line_count(self) -> int:
        return 0

    def line_at(self, index: int, width: int) -> Line:
        return BLANK

    def cursor_line(self) -> int | None:
        """The line that the cursor is on, None if there is no cursor."""
        return None

    @property
    def line_width(self) -> int:
        """The width of a line: all but the scroll bar."""
        return self.scrollable_content_region.width

    def lines_changed(self) -> None:
        """Draw all lines again: their contents or their number changed."""
        count = self.line_count()
        if count != self.virtual_size.height:
            self.virtual_size = Size(0, count)
            self.scroll_to(y=self.scroll_offset.y, animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        index, width = self.scroll_offset.y + y, self.line_width
        if index >= self.line_count():
            return self.strip_of((), width)
        style = "cursor" if index == self.cursor_line() else "plain"
        return self.strip_of(self.line_at(index, width), width, style=style)

    def action_step(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_page(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_edge(self, towards: int) -> None:
        self.scroll_to(y=0 if towards < 0 else self.line_count(), animate=False)

    def on_resize(self, event: events.Resize) -> None:
        self.refresh()


class LinesPage(LinesView):
    """Lines that a function draws for the width; drawn again when the width or the contents change."""

    def __init__(self, draw: Callable[[int], Sequence[Line]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: Sequence[Line] = ()
        self._width = 0

    def redraw(self) -> None:
        self._width = self.line_width
        self._lines = self._draw(self._width) if self._width else ()
        self.lines_changed()

    def line_count(self) -> int:
        return len(self._lines)

    def line_at(self, index: int, width: int) -> Line:
        return self._lines[index]

    def on_resize(self, event: events.Resize) -> None:
        if self.line_width != self._width:
            self.redraw()
