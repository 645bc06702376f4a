"""The bars around a list: title and heads above, keys below."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from footydata.tui.drawing.lines import Line, fitted, width_of
from footydata.tui.palette import palette


class Bar(Widget):
    """One line of styled text, drawn for the width that there is."""

    ALLOW_SELECT = False

    def line(self, width: int) -> Line:
        """The line."""
        return ()

    def render_line(self, y: int) -> Strip:
        """The strip of the line."""
        base, styles = self.rich_style, palette(self.app.theme)
        segments = [Segment(text, base + styles[style]) for text, style in self.line(self.size.width)]
        return Strip(segments).adjust_cell_length(self.size.width, base)


class TextBar(Bar):
    """A text at the left and a remark at the right: the first of the remarks that fits."""

    def __init__(self, *, id: str | None = None, style: str = "strong") -> None:
        super().__init__(id=id)
        self._text_style = style
        self._text = ""
        self._remarks: tuple[str, ...] = ()

    def tell(self, text: str, *remarks: str) -> None:
        """Show a text, and one of the remarks."""
        self._text, self._remarks = text, remarks
        self.refresh()

    def line(self, width: int) -> Line:
        """The text and the remark."""
        room = max(0, width - 2)
        text = fitted(self._text, min(room, width_of([(self._text, "")])))
        left = room - width_of([(text, "")])
        remark = next((one for one in self._remarks if width_of([(one, "")]) + 2 <= left), "")
        return [(f" {text}", self._text_style), (fitted(remark, left, "right") + " ", "muted")]


class DrawnBar(Bar):
    """A line that a function draws for the width."""

    def __init__(self, draw: Callable[[int], Line], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.draw = draw

    def line(self, width: int) -> Line:
        """The line as the function draws it."""
        return self.draw(width)


class KeyBar(Bar):
    """The keys of a screen: as many as fit, the most important first."""

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._keys = keys

    def tell(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show other keys."""
        self._keys = keys
        self.refresh()

    def line(self, width: int) -> Line:
        """Keys and what they do."""
        line: list[tuple[str, str]] = []
        for key, does in self._keys:
            span = [(f" {key}", "accent"), (f" {does} ", "muted")]
            if width_of([*line, *span]) <= width:
                line += span
        return line
