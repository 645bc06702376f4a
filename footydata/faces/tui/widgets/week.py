"""The days around the day that is shown, with their counts of fixtures."""

from datetime import date, timedelta

from textual import events
from textual.message import Message

from footydata.faces.tui.drawing.lines import Line, Span, fitted
from footydata.faces.tui.widgets.bars import Bar
from footydata.faces.tui.zone import WEEKDAYS, days_around


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
        self.redraw()

    def count(self, counts: dict[date, int]) -> None:
        """Take the counts of days."""
        self._counts = counts
        self.redraw()

    def line(self, width: int) -> Line:
        """The days side by side."""
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
        counted = self._counts.get(day)
        count = f" x{counted}" if counted and cell >= 11 else ""
        style = "accent" if day == self._today else "plain" if counted else "muted"
        return fitted(f"{name}{count}", cell, "centre"), style
