"""A scrolling view of lines that are drawn when they come on screen, however many there are."""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from footydata.tui.drawing.lines import BLANK, Line
from footydata.tui.palette import palette


class LinesView(ScrollView, can_focus=True):
    """A view of lines; a subclass says how many there are and draws the one asked for."""

    ALLOW_SELECT = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", show=False),
        Binding("down,j", "step(1)", show=False),
        Binding("pageup", "leaf(-1)", show=False),
        Binding("pagedown,space", "leaf(1)", show=False),
        Binding("home", "edge(-1)", show=False),
        Binding("end", "edge(1)", show=False),
    ]

    def line_count(self) -> int:
        """How many lines there are."""
        return 0

    def line_at(self, index: int, width: int) -> Line:
        """The line of an index, drawn for a width."""
        return BLANK

    def cursor_line(self) -> int | None:
        """The line that the cursor is on, None where there is no cursor."""
        return None

    @property
    def line_width(self) -> int:
        """The width of a line: all but the scroll bar."""
        return self.scrollable_content_region.width

    def lines_changed(self) -> None:
        """Draw all anew: the lines, or how many there are, changed."""
        count = self.line_count()
        if count != self.virtual_size.height:
            # The reactive would lay out the whole screen (half of a key's time), where only the bar's length changes.
            self.set_reactive(LinesView.virtual_size, Size(0, count))
            self.vertical_scrollbar.window_virtual_size = count
            self.scroll_to(y=self.scroll_offset.y, animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The strip of a line on screen."""
        index = y + self.scroll_offset.y
        width = self.line_width
        if index >= self.line_count():
            return Strip.blank(width, self.rich_style)
        here = index == self.cursor_line()
        styles = palette(self.app.theme)
        base = self.rich_style + styles["cursor"] if here else self.rich_style
        segments = [Segment(text, base + styles[style]) for text, style in self.line_at(index, width)]
        return Strip(segments).adjust_cell_length(width, base)

    def action_step(self, by: int) -> None:
        """Scroll a line."""
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_leaf(self, by: int) -> None:
        """Scroll a screenful."""
        self.scroll_to(y=self.scroll_offset.y + by * max(1, self.size.height - 1), animate=False)

    def action_edge(self, towards: int) -> None:
        """Scroll to the first or the last line."""
        self.scroll_to(y=0 if towards < 0 else self.line_count(), animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Another width draws other columns."""
        self.refresh()
