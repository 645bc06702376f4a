"""Asks for a date to go to."""

import re
from datetime import date, timedelta
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from footydata.faces.tui.zone import MONTHS, long_date
from footydata.football.moments import EARLIEST, LATEST

WORDS = {"today": 0, "tomorrow": 1, "yesterday": -1}

HINT = "2026-03-14 · 14 Mar 2026 · 14.3. · 2026-03 · +7 · -1 · today"


def read_day(text: str, *, today: date, shown: date) -> date | None:
    """The day that a text means, None if it is not a date in the years of football.

    Without a year, the one of the day shown; a month alone is its first day; +7 and -1 count from the day shown.

    >>> read_day("14 mar", today=date(2026, 1, 1), shown=date(2025, 5, 5))
    datetime.date(2025, 3, 14)
    """
    try:
        day = _day(text.strip().lower(), today, shown)
    except (ValueError, OverflowError):
        return None
    return day if day and EARLIEST <= day <= LATEST else None


def _day(wanted: str, today: date, shown: date) -> date | None:
    if wanted in WORDS:
        return today + timedelta(days=WORDS[wanted])
    if re.fullmatch(r"[+-]\d{1,6}", wanted):
        return shown + timedelta(days=int(wanted))
    if iso := re.fullmatch(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?", wanted):
        return date(int(iso[1]), int(iso[2]), int(iso[3] or 1))
    if parts := re.fullmatch(r"(\d{1,2})[./ ]\s*(\d{1,2}|[a-z]{3,})[./]?\s*(\d{4})?", wanted):
        return date(int(parts[3] or shown.year), _month(parts[2]), int(parts[1]))
    return None


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    return [name.lower() for name in MONTHS].index(text[:3]) + 1


class GoToScreen(ModalScreen[date | None]):
    """A dialog for a date, which it repeats in words while the user types."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]

    def __init__(self, today: date, shown: date) -> None:
        super().__init__()
        self._today = today
        self._shown = shown

    def compose(self) -> ComposeResult:
        """The box with the input."""
        with Vertical(id="goto") as box:
            box.border_title = "Go to"
            box.border_subtitle = "Enter goes · Esc closes"
            yield Input(placeholder=self._shown.isoformat(), compact=True)
            yield Static(HINT, id="goto-hint", markup=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.set_focus(self.query_one(Input))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the date that was understood."""
        day = read_day(event.value, today=self._today, shown=self._shown)
        hint = HINT if not event.value.strip() else f"= {long_date(day)}" if day else "not a date yet"
        self.query_one("#goto-hint", Static).update(hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go, if it is a date."""
        day = read_day(event.value, today=self._today, shown=self._shown)
        if day:
            self.dismiss(day)
        elif not event.value.strip():
            self.dismiss(None)
