"""The bars around a list: title, week, tabs and heads above, keys below."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from footydata.faces.drawing.lines import Line, Span, fitted, width_of
from footydata.faces.tui.cursor_view import strip_of
from footydata.faces.tui.keys import Key, Keymap, Part, bar_parts
from footydata.faces.zone import WEEKDAYS, days_around


class Bar(Widget):
    """Lines of styled text, mostly one, that a function draws for the width.

    clicked: is called with the characters left of a click.
    """

    ALLOW_SELECT = False

    def __init__(
        self,
        draw: Callable[[int], Sequence[Line]],
        clicked: Callable[[int], None] | None = None,
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.draw = draw
        self.clicked = clicked

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.draw(width))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        lines = self.draw(width)
        return strip_of(self, lines[y] if y < len(lines) else (), width)

    def on_click(self, event: events.Click) -> None:
        if self.clicked is not None:
            self.clicked(event.x)


class KeyBar(Bar):
    """The keys of a screen: as many as fit, the most important first."""

    def __init__(self, keys: Callable[[], Sequence[Key]], keymap: Keymap) -> None:
        super().__init__(self._lines, self._press)
        self._keys = keys
        self._keymap = keymap

    def _press(self, x: int) -> None:
        """Press the key that was clicked."""
        for span, press in self._fitting(self.size.width):
            x -= width_of([span])
            if x < 0:
                self.app.simulate_key(press)
                return

    def _lines(self, width: int) -> list[Line]:
        return [[span for span, _ in self._fitting(width)]]

    def _fitting(self, width: int) -> Part:
        fitting: Part = []
        for part in bar_parts(self._keys(), self._keymap):
            if width_of([span for span, _ in (*fitting, *part)]) <= width:
                fitting += part
        return fitting


def week_days(day: date, width: int) -> list[date]:
    """The days around a day that a width has room for."""
    return days_around(day, 3 if width >= 56 else 2 if width >= 40 else 1)


def week_line(day: date, today: date, counts: Mapping[date, int], width: int) -> Line:
    """Days side by side, the shown one in brackets; the others with their count of fixtures."""
    days = week_days(day, width)
    cell = width // len(days)
    line: list[Span] = []
    for on in days:
        name = f"{WEEKDAYS[on.weekday()]} {on.day}"
        fixtures = counts.get(on)
        if on == day:
            text, style = f"[{name}]", "picked"
        else:
            text = f"{name} x{fixtures}" if fixtures and cell >= 11 else name
            style = "accent" if on == today else "plain" if fixtures else "muted"
        line.append((fitted(text, cell, "centre"), style))
    return line


def title_line(text: str, remarks: Sequence[str], age: str, width: int) -> Line:
    """A text at the left; at the right the age of the data and the first of the remarks that fits."""
    room = max(0, width - 2)
    text = fitted(text, min(room, cell_len(text)))
    left = room - cell_len(text)
    choices = [*(f"{age} · {one}" for one in remarks if one and age), age, *remarks]
    remark = next((one for one in choices if one and cell_len(one) + 2 <= left), "")
    return [(f" {text}", "strong"), (fitted(remark, left, "right") + " ", "muted")]
