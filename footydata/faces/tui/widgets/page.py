"""A page of lines, drawn whole for a width and scrolled."""

from collections.abc import Callable, Sequence

from textual import events

from footydata.faces.tui.drawing.lines import Line
from footydata.faces.tui.widgets.lines_view import LinesView


class DrawnPage(LinesView):
    """Lines that a function draws for the width; drawn again when the width or the contents change."""

    def __init__(self, draw: Callable[[int], Sequence[Line]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: Sequence[Line] = ()
        self._width = 0

    def redraw(self) -> None:
        """Draw all lines again."""
        self._width = self.line_width
        self._lines = self._draw(self._width) if self._width else ()
        self.lines_changed()

    def line_count(self) -> int:
        """How many lines the page has."""
        return len(self._lines)

    def line_key(self, index: int) -> object:
        """The line's place."""
        return index

    def line_at(self, index: int, width: int) -> Line:
        """A line of the page."""
        return self._lines[index]

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new width."""
        if self.line_width != self._width:
            self.redraw()
