"""A scrolling view of any number of lines, each drawn when it comes on screen."""

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from footydata.faces.tui.drawing.lines import BLANK, Line
from footydata.faces.tui.widgets.painted import PaintedWidget


class LinesView(PaintedWidget, ScrollView, can_focus=True):
    """A view of lines; a subclass says how many there are and draws the one asked for."""

    virtual_size = Reactive(Size(0, 0))
    """The size of all lines, without layout: Textual's own lays out the whole screen, which is half of a key's time."""

    def line_count(self) -> int:
        """How many lines there are."""
        return 0

    def line_at(self, index: int, width: int) -> Line:
        """The line of an index, drawn for a width."""
        return BLANK

    def line_key(self, index: int) -> object:
        """The key under which a drawn line is cached until all are drawn again; None: it is not cached."""
        return None

    def cursor_line(self) -> int | None:
        """The line that the cursor is on, None if there is no cursor."""
        return None

    @property
    def line_width(self) -> int:
        """The width of a line: all but the scroll bar."""
        return self.scrollable_content_region.width

    def lines_changed(self) -> None:
        """Draw all lines again: their contents or their number changed."""
        self._strips.clear()
        self.count_changed()

    def count_changed(self) -> None:
        """Show other lines, or another number of them; cached lines are used again."""
        count = self.line_count()
        if count != self.virtual_size.height:
            self.virtual_size = Size(0, count)
            self.vertical_scrollbar.window_virtual_size = count
            self.scroll_to(y=self.scroll_offset.y, animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line on screen, from the cache if it is drawn already."""
        index, width = self.scroll_offset.y + y, self.line_width
        if index >= self.line_count():
            return self.strip_of((), width)
        here = index == self.cursor_line()
        key = self.line_key(index)
        strip = self._strips.get((key, here, width)) if key is not None else None
        if strip is None:
            strip = self.strip_of(self.line_at(index, width), width, style="cursor" if here else "plain")
            if key is not None:
                self._strips[key, here, width] = strip
        return strip

    def action_step(self, by: int) -> None:
        """Scroll by lines."""
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_page(self, by: int) -> None:
        """Scroll by many lines."""
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_edge(self, towards: int) -> None:
        """Scroll to the first or the last line."""
        self.scroll_to(y=0 if towards < 0 else self.line_count(), animate=False)

    def action_choose(self) -> None:
        """Open what the cursor is on."""

    def on_resize(self, event: events.Resize) -> None:
        """Another width draws other columns."""
        self.refresh()
