"""The bars around a list: title, week, tabs and heads above, keys below."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from textual import events
from textual.message import Message
from textual.strip import Strip

from footydata.faces.drawing.lines import Line, Span, fitted, tab_at, width_of
from footydata.faces.tui.keys import Key, Keymap, Label, labels
from footydata.faces.tui.widgets.lines_view import DrawnWidget
from footydata.faces.zone import WEEKDAYS, days_around


class Bar(DrawnWidget):
    """Lines of styled text, mostly one, drawn for the width that there is."""

    def line(self, width: int) -> Line:
        return ()

    def lines(self, width: int) -> Sequence[Line]:
        return [self.line(width)]

    def render_line(self, y: int) -> Strip:
        """A line of the bar, blank while there is no content."""
        width = self.size.width
        lines = () if self.has_class("-unknown") else self.lines(width)
        return self.strip_of(lines[y] if y < len(lines) else (), width)


class TextBar(Bar):
    """A text at the left; at the right the age of the data and the first of the remarks that fits."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._remarks: tuple[str, ...] = ()
        self._age = ""

    def show(self, text: str, *remarks: str) -> None:
        self._text, self._remarks = text, remarks
        self.refresh()

    def show_age(self, age: str) -> None:
        if age != self._age:
            self._age = age
            self.refresh()

    def line(self, width: int) -> Line:
        room = max(0, width - 2)
        text = fitted(self._text, min(room, width_of([(self._text, "")])))
        left = room - width_of([(text, "")])
        choices = [
            *[f"{self._age} · {one}" for one in self._remarks if one and self._age],
            self._age,
            *self._remarks,
        ]
        remark = next((one for one in choices if one and width_of([(one, "")]) + 2 <= left), "")
        return [(f" {text}", "strong"), (fitted(remark, left, "right") + " ", "muted")]


class DrawnBar(Bar):
    """A line that a function draws for the width."""

    def __init__(
        self, draw: Callable[[int], Line], *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.draw = draw

    def line(self, width: int) -> Line:
        return self.draw(width)


class HeadBar(DrawnBar):
    """The heads of columns; a click says where, in characters from the left."""

    class Clicked(Message):
        """The heads were clicked."""

        def __init__(self, x: int) -> None:
            super().__init__()
            self.x = x

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Clicked(event.x))


class KeyBar(Bar):
    """The keys of a screen: as many as fit, the most important first; a click on one presses it."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, keys: Sequence[Key], keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._labels = labels(keys, keymap)

    def show(self, keys: Sequence[Key]) -> None:
        self._labels = labels(keys, self._keymap)
        self.refresh()

    def line(self, width: int) -> Line:
        return [span for label in self._fitting(width) for span in _spans(label)]

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        x = 0
        for label in self._fitting(self.size.width):
            end = x + width_of(_spans(label))
            if event.x < end:
                self.post_message(self.Pressed(label.press_at(event.x - x - 1)))
                return
            x = end

    def _fitting(self, width: int) -> list[Label]:
        labels: list[Label] = []
        room = width
        for label in self._labels:
            if width_of(_spans(label)) <= room:
                labels.append(label)
                room -= width_of(_spans(label))
        return labels


def _spans(label: Label) -> Line:
    return (f" {label.text}", "accent"), (f" {label.word} ", "muted")


class DrawnBlock(Bar):
    """A few lines that a function draws for the width, above a list."""

    def __init__(
        self,
        draw: Callable[[int], Sequence[Line]],
        *,
        height: int,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self.styles.height = height

    def lines(self, width: int) -> Sequence[Line]:
        return self._draw(width)


class TabBar(DrawnBar):
    """A line of tabs; a click chooses one."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: events.Click) -> None:
        """Choose the tab under the pointer."""
        place = tab_at(self.line(self.size.width), event.x)
        if place is not None:
            self.post_message(self.Chosen(place))


class WeekStrip(Bar):
    """Days side by side, the shown one in brackets; the others with their count of fixtures."""

    class DayChosen(Message):
        """A day was clicked."""

        def __init__(self, day: date) -> None:
            super().__init__()
            self.day = day

    def __init__(self, day: date, today: date) -> None:
        super().__init__(classes="of-content")
        self._day = day
        self._today = today
        self._counts: dict[date, int] = {}

    def show(self, day: date, today: date) -> None:
        """Put another day in the middle; counts that are known already stay."""
        self._day, self._today = day, today
        self.refresh()

    def count(self, counts: dict[date, int]) -> None:
        """Take the counts of days."""
        self._counts = counts
        self.refresh()

    def line(self, width: int) -> Line:
        cell = width // self._cells(width)
        return [self._span(day, cell) for day in days_around(self._day, self._cells(width) // 2)]

    def on_click(self, event: events.Click) -> None:
        """A click on a day shows it."""
        cells = self._cells(self.size.width)
        place = event.x // max(1, self.size.width // cells) - cells // 2
        self.post_message(self.DayChosen(self._day + timedelta(days=min(place, cells // 2))))

    def _cells(self, width: int) -> int:
        return 7 if width >= 56 else 5 if width >= 40 else 3

    def _span(self, day: date, cell: int) -> Span:
        name = f"{WEEKDAYS[day.weekday()]} {day.day}"
        if day == self._day:
            return fitted(f"[{name}]", cell, "centre"), "picked"
        fixtures = self._counts.get(day)
        count = f" x{fixtures}" if fixtures and cell >= 11 else ""
        style = "accent" if day == self._today else "plain" if fixtures else "muted"
        return fitted(f"{name}{count}", cell, "centre"), style
