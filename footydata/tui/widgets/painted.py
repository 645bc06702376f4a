"""Widgets that paint their own lines and bypass Textual's work on each line.

Textual computes a widget's style for each line, and wraps, pads and filters every line of every widget in a repaint,
changed or not: more than half of a key's time.
"""

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.containers import Horizontal
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Spacing
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from footydata.tui.drawing.lines import Line
from footydata.tui.palette import palette

NO_GUTTER = Spacing()


class PaintedWidget(Widget):
    """A widget whose strips are painted as drawn and cached until its contents change."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._base: Style | None = None
        self._strips: dict[object, Strip] = {}

    @property
    def base(self) -> Style:
        """The style under all text."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def redraw(self) -> None:
        """Draw all lines again: their contents changed."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Draw all lines again in the new colours."""
        self._base = None
        self._strips.clear()
        super().notify_style_update()

    def strip_of(self, line: Line, width: int, *, style: str = "plain") -> Strip:
        """The strip of a line, padded or cut to a width; style: the name of the background style."""
        styles = palette(self.app.theme)
        base = self.base + styles[style]
        return Strip([Segment(text, base + styles[name]) for text, name in line]).adjust_cell_length(width, base)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget; by Textual if it has a border, padding or a colour filter."""
        if not is_bare(self):
            return super().render_lines(crop)
        strips = self.strips(crop.y, crop.bottom)
        cut = crop.x or crop.right < self.outer_size.width
        return [strip.crop(crop.x, crop.right) for strip in strips] if cut else strips

    def render_line(self, y: int) -> Strip:
        """The strip of a line on screen."""
        return self.strips(y, y + 1)[0]

    def strips(self, top: int, bottom: int) -> list[Strip]:
        """The strips of the lines on screen from top to before bottom."""
        raise NotImplementedError


def is_bare(widget: Widget) -> bool:
    """Whether a widget has no border, padding or colour filter that changes its strips."""
    filters = widget.get_line_filters()
    return widget.styles.gutter == NO_GUTTER and all(isinstance(one, ANSIToTruecolor) for one in filters)


class PaintedScrollBar(ScrollBar):
    """A scroll bar whose strips are painted as drawn: Textual takes as long for one as for a whole list."""

    _drawn: tuple[object, list[Strip]] = (None, [])

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of the bar, each a cell wide."""
        bar = self.render()
        if not (is_bare(self) and isinstance(bar, ScrollBarRender) and isinstance(bar.style, Style)):
            return super().render_lines(crop)
        looks = crop, bar.virtual_size, bar.window_size, bar.position, bar.style
        if self._drawn[0] != looks:
            cells = bar.render_bar(
                size=self.size.height,
                virtual_size=bar.virtual_size,
                window_size=bar.window_size,
                position=bar.position,
                back_color=bar.style.bgcolor or Color.default(),
                bar_color=bar.style.color or Color.default(),
            )
            self._drawn = looks, [Strip([cell], 1) for cell in cells.segments[crop.y : crop.bottom]]
        return self._drawn[1]


class Beside(Horizontal):
    """Widgets side by side that leave none of it uncovered."""

    BLANK = True
