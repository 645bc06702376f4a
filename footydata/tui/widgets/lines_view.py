"""A scrolling view of lines that are drawn when they come on screen, however many there are."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size, Spacing
from textual.scroll_view import ScrollView
from textual.strip import Strip

from footydata.tui.drawing.lines import BLANK, Line
from footydata.tui.palette import palette

NO_GUTTER = Spacing()


class LinesView(ScrollView, can_focus=True):
    """A view of lines; a subclass says how many there are and draws the one asked for."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        # Textual works out a widget's style anew at each asking: 44 % of a day change, asked for on every line.
        self._base: Style | None = None
        self._strips: dict[object, Strip] = {}

    def line_count(self) -> int:
        """How many lines there are."""
        return 0

    def line_at(self, index: int, width: int) -> Line:
        """The line of an index, drawn for a width."""
        return BLANK

    def line_key(self, index: int) -> object:
        """What the drawing of a line is remembered by, until all is drawn anew; None: it is not remembered."""
        return None

    def cursor_line(self) -> int | None:
        """The line that the cursor is on, None where there is no cursor."""
        return None

    @property
    def line_width(self) -> int:
        """The width of a line: all but the scroll bar."""
        return self.scrollable_content_region.width

    def lines_changed(self) -> None:
        """Draw all lines anew: what they show, or how many there are, changed."""
        self._strips.clear()
        self.count_changed()

    def count_changed(self) -> None:
        """Show other lines, or another number of them; what is drawn already is used again."""
        count = self.line_count()
        if count != self.virtual_size.height:
            # The reactive would lay out the whole screen (half of a key's time), where only the bar's length changes.
            self.set_reactive(LinesView.virtual_size, Size(0, count))
            self.vertical_scrollbar.window_virtual_size = count
            self.scroll_to(y=self.scroll_offset.y, animate=False)
        self.refresh()

    def notify_style_update(self) -> None:
        """Other colours draw other lines."""
        self._base = None
        self._strips.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the screen.

        Without filter, border and padding the strips are as they were drawn: Textual would wrap and pad each of them
        anew, a third of a key's time.
        """
        if self.styles.gutter != NO_GUTTER or any(
            not isinstance(one, ANSIToTruecolor) for one in self.get_line_filters()
        ):
            return super().render_lines(crop)
        width = self.outer_size.width
        strips = [self.render_line(y) for y in crop.line_range]
        return [strip.crop(crop.x, crop.right) for strip in strips] if crop.x or crop.right < width else strips

    def render_line(self, y: int) -> Strip:
        """The strip of a line on screen."""
        index = y + self.scroll_offset.y
        width = self.line_width
        if self._base is None:
            self._base = self.rich_style
        if index >= self.line_count():
            return Strip.blank(self.outer_size.width, self._base)
        here = index == self.cursor_line()
        key = self.line_key(index)
        strip = self._strips.get((key, here, width)) if key is not None else None
        if strip is None:
            strip = self._drawn(index, width, here=here)
            if key is not None:
                self._strips[key, here, width] = strip
        return strip

    def _drawn(self, index: int, width: int, *, here: bool) -> Strip:
        styles = palette(self.app.theme)
        base = self._base or Style.null()
        base = base + styles["cursor"] if here else base
        segments = [Segment(text, base + styles[style]) for text, style in self.line_at(index, width)]
        return Strip(segments).adjust_cell_length(width, base).adjust_cell_length(self.outer_size.width, self._base)

    def action_step(self, by: int) -> None:
        """Scroll by lines."""
        self.scroll_to(y=self.scroll_offset.y + by, animate=False)

    def action_leaf(self, by: int) -> None:
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
