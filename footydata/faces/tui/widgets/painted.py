"""Widgets that draw their own lines, by Textual's line API."""

from rich.segment import Segment
from rich.style import Style
from textual.containers import Horizontal
from textual.strip import Strip
from textual.widget import Widget

from footydata.faces.tui.drawing.lines import Line
from footydata.faces.tui.palette import palette


class PaintedWidget(Widget):
    """A widget whose strips are cached until its contents change."""

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


class Beside(Horizontal):
    """Widgets side by side that leave none of it uncovered."""

    BLANK = True
