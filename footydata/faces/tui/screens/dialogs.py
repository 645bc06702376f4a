"""The dialogs over a screen: a date to go to, one of a few choices, the keys."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from textwrap import wrap
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from footydata.faces.drawing.lines import BLANK, Item, Line, fitted, unchosen
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.cursor_view import DrawnList
from footydata.faces.tui.keys import EVERYWHERE, Key, key_symbols
from footydata.faces.tui.signs import Signs
from footydata.faces.zone import MONTHS, long_date
from footydata.football.moments import EARLIEST, LATEST

WORDS = {"today": 0, "tomorrow": 1, "yesterday": -1}

HINT = "2026-03-14 · 14 Mar 2026 · 14.3. · 2026-03 · +7 · -1 · today"


def read_day(text: str, *, today: date, from_day: date) -> date | None:
    """The day that a text means, None if it is not a date in the years of football.

    Without a year, that of from_day; a month alone is its first day; +7 and -1 count from from_day.

    >>> read_day("14 mar", today=date(2026, 1, 1), from_day=date(2025, 5, 5))
    datetime.date(2025, 3, 14)
    """
    try:
        day = _day(text.strip().lower(), today, from_day)
    except (ValueError, OverflowError):
        return None
    return day if day and EARLIEST <= day <= LATEST else None


def _day(text: str, today: date, from_day: date) -> date | None:
    if text in WORDS:
        return today + timedelta(days=WORDS[text])
    if re.fullmatch(r"[+-]\d{1,6}", text):
        return from_day + timedelta(days=int(text))
    if iso := re.fullmatch(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?", text):
        return date(int(iso[1]), int(iso[2]), int(iso[3] or 1))
    if parts := re.fullmatch(r"(\d{1,2})[./ ]\s*(\d{1,2}|[a-z]{3,})[./]?\s*(\d{4})?", text):
        names = [name.lower() for name in MONTHS]
        month = int(parts[2]) if parts[2].isdigit() else names.index(parts[2][:3]) + 1
        return date(int(parts[3] or from_day.year), month, int(parts[1]))
    return None


class GoToScreen(ModalScreen[date | None]):
    """A dialog for a date, which it repeats in words while the user types."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]

    def __init__(self, today: date, from_day: date) -> None:
        super().__init__()
        self._today = today
        self._from_day = from_day

    def compose(self) -> ComposeResult:
        with Vertical(id="goto") as box:
            box.border_title = "Go to"
            box.border_subtitle = "Enter goes · Esc closes"
            yield Input(placeholder=self._from_day.isoformat(), compact=True)
            yield Static(HINT, id="goto-hint", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))

    def on_input_changed(self, event: Input.Changed) -> None:
        day = self._day(event.value)
        hint = f"= {long_date(day)}" if day else "not a date yet"
        self.query_one("#goto-hint", Static).update(hint if event.value.strip() else HINT)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        day = self._day(event.value)
        if day or not event.value.strip():
            self.dismiss(day)

    def _day(self, text: str) -> date | None:
        return read_day(text, today=self._today, from_day=self._from_day)


class ListDialog(ModalScreen[Any]):
    """A dialog with a list, whose line under the cursor is the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
        *(
            Binding(key, f"step({by})", show=False, priority=True)
            for key, by in (("down", 1), ("up", -1), ("pagedown", 8), ("pageup", -8))
        ),
    ]

    def action_step(self, by: int) -> None:
        self.query_one(DrawnList).action_page(by)

    async def action_choose(self) -> None:
        self.dismiss(self.query_one(DrawnList).value)


class ChoiceScreen(ListDialog):
    """A dialog that answers with the value of a choice, None without one.

    choices: the key of each, which is its first letter, its text and its value.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "dismiss", show=False)]

    def __init__(self, title: str, choices: Sequence[tuple[str, str, Any]]) -> None:
        super().__init__()
        self._title = title
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(id="choices", classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter or its letter · Esc closes"
            yield DrawnList(self._lines)

    def _lines(self, width: int) -> list[Item]:
        return [
            Item([(" ", "accent"), (f" {key[0]}  {fitted(text, width - 5)}", "plain")], value)
            for key, text, value in self._choices
        ]

    def on_key(self, event: events.Key) -> None:
        """Choose by the first letter of a key."""
        chosen = [value for key, _, value in self._choices if key[0] == event.character]
        if chosen:
            event.stop()
            self.dismiss(chosen[0])


COLUMN = 20
"""The width of the keys beside what they do."""


class HelpScreen(ListDialog):
    """The keys of a screen, its signs, and the keys that work everywhere; the palette finds a key by its words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,question_mark,f1", "dismiss", show=False, priority=True),
        Binding("ctrl+q", "app.quit", show=False, priority=True),
        *(
            Binding(keys, f"step({by})", show=False, priority=True)
            for keys, by in (
                ("j", 1),
                ("k", -1),
                ("space", 8),
                ("home,g", -1_000),
                ("end,G", 1_000),
            )
        ),
    ]

    def __init__(
        self, title: str, keys: Sequence[Key], signs: Signs, *, browsing: Browsing
    ) -> None:
        super().__init__()
        own = {key.name for key in keys}
        everywhere = [key for key in EVERYWHERE if key.name not in own]
        explained = [
            [(" ".join(key_symbols(key, browsing.keymap)), key.does) for key in part]
            for part in (keys, everywhere)
        ]
        self._sections = {title: explained[0], "Signs": signs, "Everywhere": explained[1]}

    def compose(self) -> ComposeResult:
        with Vertical(id="help") as box:
            box.border_title = "Keys and signs"
            box.border_subtitle = "↑↓ scroll · Esc closes · keys.toml renames"
            yield DrawnList(self._lines)

    def _lines(self, width: int) -> list[Item]:
        lines: list[Line] = []
        for title, explained in self._sections.items():
            lines += [[(title, "heading")]] if explained else []
            for shown, means in explained:
                for text in wrap(means, max(10, width - COLUMN - 2)):
                    lines.append([(f"  {fitted(shown, COLUMN)}", "strong"), (text, "plain")])
                    shown = ""
            lines += [BLANK] if explained else []
        return unchosen(lines[:-1])
