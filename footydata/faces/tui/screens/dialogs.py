"""The dialogs over a screen: a date to go to, whom to follow, the format of a file, the keys."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from footydata.faces.drawing.lines import BLANK, Line, fitted
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import EVERYWHERE, Key, key_symbols
from footydata.faces.tui.signs import Signs
from footydata.faces.tui.view_rows import FORMATS, ViewRows, write_view
from footydata.faces.tui.widgets.choice_list import Choice, ChoiceList
from footydata.faces.tui.widgets.filter import Filter
from footydata.faces.tui.widgets.lines_view import LinesPage
from footydata.faces.zone import MONTHS, long_date
from footydata.football.moments import EARLIEST, LATEST
from footydata.football.wording import plural, safe
from footydata.store.read.fixtures.search import has_words, typed_words
from footydata.store.typed_names import folded

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
        return date(int(parts[3] or from_day.year), _month(parts[2]), int(parts[1]))
    return None


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    return [name.lower() for name in MONTHS].index(text[:3]) + 1


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
        day = read_day(event.value, today=self._today, from_day=self._from_day)
        hint = (
            HINT if not event.value.strip() else f"= {long_date(day)}" if day else "not a date yet"
        )
        self.query_one("#goto-hint", Static).update(hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        day = read_day(event.value, today=self._today, from_day=self._from_day)
        if day:
            self.dismiss(day)
        elif not event.value.strip():
            self.dismiss(None)


class FollowScreen(ModalScreen[bool]):
    """A dialog to follow or unfollow the teams and the league of a fixture; answers whether anything changed.

    choices: kind, id and name of each.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "done", show=False, priority=True),
        Binding("enter,space,f", "switch", show=False, priority=True),
        Binding("down,j", "step(1)", show=False, priority=True),
        Binding("up,k", "step(-1)", show=False, priority=True),
        *[
            Binding(str(place + 1), f"switch({place})", show=False, priority=True)
            for place in range(3)
        ],
    ]

    def __init__(self, browsing: Browsing, choices: Sequence[tuple[str, int, str]]) -> None:
        super().__init__()
        self._browsing = browsing
        self._choices = choices
        self._changed = False

    def compose(self) -> ComposeResult:
        with Vertical(id="follow", classes="box") as box:
            box.border_title = "Follow"
            box.border_subtitle = "1 2 3 or Enter · Esc closes"
            yield ChoiceList()

    def on_mount(self) -> None:
        self._show(0)

    def _show(self, place: int) -> None:
        followed = self._browsing.followed
        choices = [
            Choice(
                f"{'★' if followed.has(kind, id_) else ' '} {number} {safe(name)}",
                kind,
                (kind, id_),
            )
            for number, (kind, id_, name) in enumerate(self._choices, 1)
        ]
        self.query_one(ChoiceList).show(choices, cursor_on=lambda one: one == choices[place])

    def action_step(self, by: int) -> None:
        self.query_one(ChoiceList).action_step(by)

    def action_switch(self, place: int | None = None) -> None:
        listed = self.query_one(ChoiceList)
        target = (
            self._choices[place][:2]
            if place is not None
            else listed.choice.value
            if listed.choice
            else None
        )
        if target:
            self._browsing.followed.switch(*target)
            self._changed = True
            self._show(
                next(number for number, one in enumerate(self._choices) if one[:2] == target)
            )

    def on_option_list_option_selected(self) -> None:
        self.action_switch()

    def action_done(self) -> None:
        self.dismiss(self._changed)


NAMES = {"csv": "CSV", "json": "JSON", "md": "Markdown"}


class ExportScreen(ModalScreen[None]):
    """The formats; the file is written to the folder that the browser was started in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", show=False, priority=True),
        Binding("enter", "write", show=False, priority=True),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        *[
            Binding(format[0], f"write('{format}')", show=False, priority=True)
            for format in FORMATS
        ],
    ]

    def __init__(self, rows: ViewRows, folder: Path) -> None:
        super().__init__()
        self._rows = rows
        self._folder = folder

    def compose(self) -> ComposeResult:
        with Vertical(id="export", classes="box") as box:
            box.border_title = f"Write {plural(len(self._rows.rows), 'row')} to a file"
            box.border_subtitle = "c j m or Enter · Esc closes"
            yield ChoiceList()

    def on_mount(self) -> None:
        choices = [
            Choice(f"{format[0]} {NAMES[format]}", f".{format}", format) for format in FORMATS
        ]
        self.query_one(ChoiceList).show(choices)

    def action_step(self, by: int) -> None:
        self.query_one(ChoiceList).action_step(by)

    def on_option_list_option_selected(self) -> None:
        self.action_write()

    def action_write(self, format: str | None = None) -> None:
        choice = self.query_one(ChoiceList).choice
        try:
            path = write_view(
                self._rows, format or (choice.value if choice else FORMATS[0]), self._folder
            )
        except OSError as error:
            self.app.notify(f"Nothing was written: {error}", markup=False, severity="error")
        else:
            self.app.notify(f"{plural(len(self._rows.rows), 'row')} in {path}", markup=False)
        self.dismiss()


COLUMN = 20
"""The width of the keys beside what they do."""


class HelpScreen(ModalScreen[None]):
    """The keys of a screen, its signs, and the keys that work everywhere, to scroll and to search in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", show=False, priority=True),
        Binding("slash", "search", show=False, priority=True),
        Binding("ctrl+q", "app.quit", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "scroll(10)", show=False, priority=True),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False, priority=True),
        Binding("home,g", "edge(-1)", show=False, priority=True),
        Binding("end,G", "edge(1)", show=False, priority=True),
    ]

    def __init__(
        self, title: str, keys: Sequence[Key], signs: Signs, *, browsing: Browsing
    ) -> None:
        super().__init__()
        self._title = title
        self._keys = keys
        self._signs = signs
        self._browsing = browsing

    def compose(self) -> ComposeResult:
        with Vertical(id="help") as box:
            box.border_title = "Keys and signs" if self._signs else "Keys"
            box.border_subtitle = "/ searches · ↑↓ scroll · Esc closes · keys.toml renames"
            yield LinesPage(self._lines)
            yield Filter("what a key does or a sign means, or its name", self._show)

    def on_mount(self) -> None:
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key runs its action: while the user types, letters do not."""
        pressed = self._browsing.pressed
        return not (
            isinstance(self.focused, Input) and pressed is not None and pressed.is_printable
        )

    def _show(self) -> None:
        self.query_one(LinesPage).redraw()

    def _lines(self, width: int) -> list[Line]:
        own = {key.name for key in self._keys}
        everywhere = [key for key in EVERYWHERE if key.name not in own]
        words = typed_words(self.query_one(Filter).text)
        sections = [
            _section(
                self._title,
                [self._explained(key) for key in self._keys if self._has(key, words)],
                width,
            ),
            _section(
                "Signs",
                [sign for sign in self._signs if has_words(folded(" ".join(sign)), words)],
                width,
            ),
            _section(
                "Everywhere",
                [self._explained(key) for key in everywhere if self._has(key, words)],
                width,
            ),
        ]
        lines = [line for section in sections if section for line in (*section, BLANK)]
        return lines[:-1] or [
            [(f"No key or sign here has “{self.query_one(Filter).text}” in its words.", "muted")]
        ]

    def _explained(self, key: Key) -> tuple[str, str]:
        return " ".join(key_symbols(key, self._browsing.keymap)), key.does

    def _has(self, key: Key, words: Sequence[Sequence[str]]) -> bool:
        symbols, does = self._explained(key)
        return has_words(folded(f"{does} {key.name} {symbols}"), words)

    def action_search(self) -> None:
        """Type a part of what a key does."""
        self.set_class(True, "-filtering")
        self.set_focus(self.query_one(Filter).input)

    def action_scroll(self, by: int) -> None:
        self.query_one(LinesPage).action_step(by)

    def action_edge(self, towards: int) -> None:
        self.query_one(LinesPage).action_edge(towards)


def _section(title: str, explained: Iterable[tuple[str, str]], width: int) -> list[Line]:
    """Keys or signs, each beside what it does or means, under a title; nothing without any."""
    lines: list[Line] = []
    for shown, means in explained:
        for text in wrap(means, max(10, width - COLUMN - 2)):
            lines.append([(f"  {fitted(shown, COLUMN)}", "strong"), (text, "plain")])
            shown = ""
    return [[(title, "heading")], *lines] if lines else []
