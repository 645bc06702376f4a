"""What all screens of the browser share: reading in the background, moving, help, export, zone, colours.

Dialogs and the palette are imported when they are opened: the first screen starts without them.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, date
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from footydata.faces.drawing.lines import Line
from footydata.faces.tui.bars import Bar, KeyBar, title_line
from footydata.faces.tui.browsing import Browsing, Job, ReadAnswer, after, languages, makers_by_slug
from footydata.faces.tui.cursor_view import CursorView
from footydata.faces.tui.keys import EVERYWHERE, Key, bar_of, bindings, key_symbols
from footydata.faces.tui.signs import Signs
from footydata.faces.tui.targets import (
    FindTarget,
    LeaguesTarget,
    Target,
    screen_class,
)
from footydata.faces.tui.themes import THEMES
from footydata.faces.tui.view_rows import FORMATS, write_view
from footydata.faces.zone import ClockZone
from footydata.football.errors import FootydataError
from footydata.football.wording import plural
from footydata.views.view import View

LEAST = (60, 15)
"""The least columns and rows; in a smaller terminal the browser asks for a larger one."""

WHILE_TYPING = frozenset({"back", "choose", "group", "step", "page", "help", "palette"})
"""The actions that keys without a letter also have while the user types."""

SLOW = 0.05
"""Seconds after which a screen shows that it is still reading; a faster answer paints once."""

IN_TMUX = "tmux drops it unless it has 'set -g set-clipboard on'."
"""The way out where nothing is copied: tmux takes no clipboard from programs by default (set-clipboard external)."""


LONGER = 8
"""Seconds for which a note is shown that takes longer to read, or that should not be missed."""

WIDEST = 400
"""A width in which the whole of every cell has room."""


class BrowserScreen(Screen[None]):
    """A screen of the browser, of a target; its rows come from queries that run on the reader's threads."""

    KEYS: ClassVar[Sequence[Key]] = ()
    """The keys of this screen beside those of every screen."""

    BAR: ClassVar[Sequence[str]] = ("back", "help")
    """The keys of every screen that the key bar has, by their names."""

    SIGNS: ClassVar[Signs] = ()
    """What the signs of the screen mean."""

    NAME: ClassVar[str] = ""
    """The name of the screen in the help."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(EVERYWHERE)

    # Textual gives the screen the classes, and the style sheet shows #small alone where it is narrow or low.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST[0], "-wide")]  # noqa: RUF012  # mypy reads no class variable there
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LEAST[1], "-high")]  # noqa: RUF012  # mypy reads no class variable there

    def __init__(self, browsing: Browsing, target: Any) -> None:
        super().__init__()
        self.browsing = browsing
        self.target = target
        self._is_read = False
        self._when_read: list[Callable[[], Any]] = []
        self.is_failed = False
        self._choices = browsing.choices
        # Not Textual's title of a screen: the whole screen would be drawn again for each.
        self.title_text = ""
        self._remarks: Sequence[str] = ()
        self._age = ""

    def compose(self) -> ComposeResult:
        yield Bar(self._title_bar, id="title")
        yield from self.compose_content()
        yield Static(id="empty", markup=False)
        yield KeyBar(self.bar_keys, self.browsing.keymap)
        yield Static(
            f"footydata needs {LEAST[0]} by {LEAST[1]} characters.", id="small", markup=False
        )

    # Overridden by screens

    def compose_content(self) -> ComposeResult:
        """What stands between the title and the key bar."""
        raise NotImplementedError

    def load(self) -> None:
        """Read what the screen shows, and show it."""

    def exported(self) -> View | None:
        """The rows that the screen shows, for a file; None if there are none."""
        return None

    def chosen_id(self) -> tuple[str, int] | None:
        """The kind and the id of what the cursor is on."""
        return None

    def row_cells(self) -> Sequence[str]:
        """The cells of the line that the cursor is on, to copy; empty without one."""
        return self.list.cells(WIDEST)

    def bar_keys(self) -> Sequence[Key]:
        """The keys of the key bar, the most important first."""
        return bar_of(self.KEYS, *self.BAR)

    @property
    def list(self) -> CursorView:
        """The list or page in which the keys move."""
        return self.query_one(CursorView)

    # Reading

    def read(
        self, channel: str, job: Job, then: Callable[[Any], None], *, long: bool = False
    ) -> None:
        """Read in the background, then call `then` with the value; a newer read in the channel replaces this one."""

        def deliver(answer: ReadAnswer) -> None:
            self.call_later(self._show_answer, answer, then)

        self.browsing.reader.request(f"{id(self)} {channel}", job, deliver, long=long)

    def _show_answer(self, answer: ReadAnswer, then: Callable[[Any], None]) -> None:
        if not self.browsing.reader.is_newest(answer.request) or not self.is_open:
            return
        if answer.error is None:
            self.browsing.played_ts = answer.played_ts
            self.is_failed = False
            self.show_content()
            then(answer.value)
            self._is_read = True
            calls, self._when_read = self._when_read, []
            for call in calls:
                self.app.call_later(call)
        elif isinstance(answer.error, FootydataError | sqlite3.Error):
            self.failed(answer.error)
        else:
            raise answer.error

    def failed(self, error: Exception) -> None:
        """Show an error in place of the content, with the keys to go on."""
        self.is_failed = True
        self._when_read = []
        reload, close = (self._symbol_of(name) for name in ("reload", "close"))
        keys = f"{reload}   read it again\n{close}   back, or leave the browser"
        self.show_trouble("could not be read", f"{error}\n\n{keys}")

    def show_trouble(self, what: str, text: str) -> None:
        """Say what is wrong with the file in place of all that it holds."""
        self.show_title(f"{self.browsing.path.name} {what}")
        self.query(".of-content").set(visible=False)
        self.show_instead(text)

    def once_read(self, call: Callable[[], Any]) -> None:
        """Call as soon as the screen has read what it shows: keys pressed before that wait for it."""
        if self._is_read:
            self.app.call_later(call)
        else:
            self._when_read.append(call)

    def show_title(self, text: str, *remarks: str) -> None:
        """Show the title and the age of the data. remarks: the first that fits is shown."""
        self.title_text, self._remarks = text, remarks
        self.query_one("#title").refresh()
        self.show_age()

    def _title_bar(self, width: int) -> Sequence[Line]:
        return [title_line(self.title_text, self._remarks, self._age, width)]

    def show_instead(self, text: str) -> None:
        """Show a text in place of the list."""
        empty = self.query_one("#empty", Static)
        empty.update(text)
        # Not by a class of the screen: Textual would style each widget anew, and the first letter of a search wait.
        self.query_children("#body, DrawnList, .block").add_class("-hidden")
        empty.add_class("-shown")

    def show_content(self) -> None:
        """Show the list again."""
        empty = self.query_one("#empty")
        if empty.has_class("-shown"):
            empty.remove_class("-shown")
            self.query_children(".-hidden").remove_class("-hidden")
            self.query(".of-content").set(visible=True)

    def save(self) -> None:
        """Save what the user chose for the next run."""
        try:
            self.browsing.save()
        except OSError as error:
            self.notify(
                f"Your choice can't be saved: {error}",
                markup=False,
                severity="warning",
                timeout=LONGER,
            )

    def follow(self, kind: str, id_: int, name: str) -> None:
        """Follow a team or a league, or no more, and show that."""
        follows = self.browsing.followed.switch(kind, id_)
        text = f"★ {name} is followed." if follows else f"{name} is not followed any more."
        self.notify(text, markup=False)
        self.save()
        self.load()

    # Opening

    async def open(self, target: Target) -> None:
        """Open a screen; awaited, so that keys that are typed ahead reach it."""
        await self.app.push_screen(screen_class(type(target))(self.browsing, target))

    async def ask_date(self, day: date, then: Callable[[date | None], None]) -> None:
        """Ask for a date, which may be told by its distance from a day."""
        from footydata.faces.tui.screens.dialogs import GoToScreen

        await self.app.push_screen(GoToScreen(self.browsing.today, day), then)

    # Keys

    @property
    def is_open(self) -> bool:
        """Whether the screen is still open, on top or below another."""
        return self in self.app.screen_stack

    @property
    def typing(self) -> bool:
        return isinstance(self.focused, Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key runs its action: while the user types, letters do not."""
        pressed = self.browsing.pressed
        if not self.typing or pressed is None:
            return True
        return action in WHILE_TYPING and not pressed.is_printable

    async def typing_done(self) -> None:
        """Wait until the text field has all letters that were typed before."""
        if isinstance(self.focused, Input):
            done = asyncio.Event()
            self.focused.call_later(done.set)
            await done.wait()

    def _symbol_of(self, name: str) -> str:
        """The first key of a name, as it is shown."""
        return key_symbols(
            next(key for key in (*self.KEYS, *EVERYWHERE) if key.name == name), self.browsing.keymap
        )[0]

    def on_mount(self) -> None:
        self.load()

    def on_screen_resume(self) -> None:
        """Load again if the user chose something else on another screen."""
        if self._is_read and self._choices != self.browsing.choices:
            self._choices = self.browsing.choices
            self.load()

    def on_unmount(self) -> None:
        self.browsing.reader.cancel(f"{id(self)} ")

    def action_step(self, by: int) -> None:
        self.list.action_step(by)

    def action_page(self, by: int) -> None:
        self.list.action_page(by * max(1, self.list.size.height - 1))

    def action_half_page(self, by: int) -> None:
        """Move half a screenful."""
        self.list.action_page(by * max(1, self.list.size.height // 2))

    def action_edge(self, towards: int) -> None:
        self.list.action_edge(towards)

    async def action_back(self) -> None:
        await self.app.pop_screen()

    action_close = action_back

    async def action_help(self) -> None:
        from footydata.faces.tui.screens.dialogs import HelpScreen

        await self.app.push_screen(
            HelpScreen(self.NAME, self.KEYS, self.SIGNS, browsing=self.browsing)
        )

    async def action_palette(self) -> None:
        """Go to something by its name."""
        from footydata.faces.tui.screens.palette import PaletteScreen

        await self.app.push_screen(PaletteScreen(self.browsing, self.KEYS), self._run)

    async def _run(self, chosen: Target | Key | None) -> None:
        """Open a target, or run the action of a key, unless another key has closed the screen meanwhile."""
        if isinstance(chosen, Key):
            if self.is_open:
                await self.run_action(chosen.action)
        elif chosen is not None:
            await self.open(chosen)

    async def action_leagues(self) -> None:
        await self.open(LeaguesTarget())

    async def action_find(self) -> None:
        await self.open(FindTarget(self.browsing.zone.day(self.browsing.today).start_ts))

    async def action_export(self) -> None:
        """Write the rows of the screen to a file of the folder that the browser was started in."""
        from footydata.faces.tui.screens.dialogs import ChoiceScreen

        view = self.exported()
        if view is None or not view.rows:
            self.notify("There are no rows here to write.")
            return
        title = f"Write {plural(len(view.rows), 'row')} to a file"
        await self.app.push_screen(
            ChoiceScreen(title, [(key, name, key) for key, name in FORMATS.items()]),
            partial(self._write, view),
        )

    def _write(self, view: View, format: str | None) -> None:
        if format is None:
            return
        try:
            path = write_view(view, format, self.browsing.folder)
        except OSError as error:
            self.notify(
                f"Nothing was written: {error}", markup=False, severity="error", timeout=LONGER
            )
        else:
            self.notify(f"{plural(len(view.rows), 'row')} in {path}", markup=False, timeout=LONGER)

    def action_copy(self) -> None:
        """Copy the line under the cursor, its cells with tabs between them, as spreadsheets take them."""
        cells = self.row_cells()
        if cells:
            self._copy("\t".join(cells), " ".join(filter(None, cells)))
        else:
            self.action_copy_id()

    def action_copy_id(self) -> None:
        target = self.chosen_id()
        if target is None:
            self.notify("There is nothing here to copy.")
        else:
            self._copy(str(target[1]), f"{target[0]} {target[1]}")

    def _copy(self, text: str, what: str) -> None:
        """Send a text to the terminal's clipboard (OSC 52); whether the terminal takes it, it does not answer."""
        self.app.copy_to_clipboard(text)
        note, seconds = f"Sent to the terminal's clipboard: {what}", None
        if os.environ.get("TMUX"):
            note, seconds = f"{note}\n{IN_TMUX}", LONGER
        self.notify(note, markup=False, timeout=seconds)

    def action_reload(self) -> None:
        """Read the file again, even if another one replaced it."""
        self.browsing.reader.reopen()
        self.browsing.forget()
        self.load()

    def action_pause(self) -> None:
        """Show changes of the file as they come, or stop doing so."""
        self.browsing.paused = not self.browsing.paused
        self.show_age()
        self.notify(
            "Paused: the screen stays as it is." if self.browsing.paused else "Following the file.",
        )
        if not self.browsing.paused:
            self.load()

    def action_zone(self) -> None:
        browsing = self.browsing
        if browsing.local.info is UTC:
            self.notify("Local time is UTC on this machine.")
            return
        browsing.zone = browsing.local if browsing.zone.info is UTC else ClockZone(UTC)
        self.save()
        self.load()

    def action_theme(self) -> None:
        """Dark or light colours, or the terminal's own; none where NO_COLOR asks for that."""
        if self.app.no_color:
            self.notify("NO_COLOR is set: there are no colours.")
            return
        self.app.theme = self.browsing.settings.theme = after(THEMES, self.app.theme)
        self.save()

    def action_language(self) -> None:
        """Names in the next of the stored languages."""
        self._choose("lang", languages, "The file has names in English alone.")

    def action_bookmaker(self) -> None:
        """The lines of the next bookmaker."""
        self._choose("bookmaker", makers_by_slug, "The file has no bookmakers.")

    def _choose(self, setting: str, choices_of: Job, none: str) -> None:
        """Set the next choice of the file and save it, or tell that there is no other."""

        def then(choices: dict[str, str]) -> None:
            settings = self.browsing.settings
            chosen = after(choices, getattr(settings, setting))
            has_others = len(choices) > 1
            self.notify(choices[chosen] if has_others else none, markup=False)
            if has_others:
                setattr(settings, setting, chosen)
                self.save()
                self.load()

        self.read(setting, choices_of, then)

    # Called by the application

    def show_age(self) -> None:
        age = "paused" if self.browsing.paused else self.browsing.age
        if age != self._age:
            self._age = age
            self.query("#title").refresh()

    def file_changed(self) -> None:
        """Show what the file holds now."""
        self.load()

    def clock_moved(self) -> None:
        """Draw again what depends on the clock."""
