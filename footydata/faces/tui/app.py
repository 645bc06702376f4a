"""The browser application: it opens the first screen and watches the database file."""

import asyncio
import gc
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date
from pathlib import Path

from textual import events
from textual.app import App

from footydata.faces.tui.browsing import Browsing, Reader
from footydata.faces.tui.keys import EVERYWHERE
from footydata.faces.tui.screens.browser_screen import LONGER, BrowserScreen
from footydata.faces.tui.screens.day import DayScreen
from footydata.faces.tui.settings import Settings
from footydata.faces.tui.targets import ROUTES, screen_class
from footydata.faces.tui.themes import DARK, TERMINAL, THEMES
from footydata.faces.zone import ClockZone, local_zone
from footydata.football.errors import FootydataError
from footydata.store.file.sqlite_files import stamp_of
from footydata.store.file.transactions import DatabaseFile

LOOK_EVERY = 0.25
"""Seconds between two looks at the file: what another process writes is shown within a second."""

AGE_EVERY = 1
"""Seconds after which the age of the file is shown again."""

ENDING_SIGNALS = (
    ("SIGINT", "SIGTERM") if sys.platform == "win32" else ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
)
"""By themselves they end a process where it is, the terminal in raw mode and its mouse on."""

TICK_EVERY = 30
"""Seconds after which what depends on the clock is drawn again."""


class BrowseApp(App[None]):
    """The terminal browser of one database."""

    CSS_PATH = "footydata.tcss"
    TITLE = "footydata"
    ENABLE_COMMAND_PALETTE = False
    NOTIFICATION_TIMEOUT = 3

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], int],
        local: ClockZone | None = None,
        utc: bool = False,
        day: date | None = None,
        settings: Settings | None = None,
        keymap: Mapping[str, str] | None = None,
        folder: Path | None = None,
        look_every: float | None = LOOK_EVERY,
    ) -> None:
        """Open the file.

        now: the clock, in unix seconds. local: the machine's zone by default. utc: whether times are shown in UTC.
        day: the first one shown, by default the nearest to today that has fixtures. folder: where views are exported
        to, by default the current one. look_every: seconds between two looks at the file; None: only `look` looks, and
        nothing is redrawn as time passes.
        Raises DatabaseMissing, NotAFootballDatabase or UnknownSchema if the file can't be read.
        """
        # Textual keeps greys under NO_COLOR, unless it has the terminal's own colours.
        is_colourless = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=is_colourless or None)
        zone = local or local_zone(now())
        saved = settings or Settings()
        self.browsing = Browsing(
            path,
            Reader(path),
            now,
            local=zone,
            zone=ClockZone(UTC) if utc or saved.utc else zone,
            settings=saved,
            keymap=keymap or {},
            folder=folder or Path.cwd(),
        )
        self.first_day = day
        self._look_every = look_every
        self._watch = DatabaseFile(path, only_reads=True, busy_ms=0)
        self._identity: tuple[int, int] | None = None
        self._gone = False
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = saved.theme if saved.theme in THEMES else DARK.name
        if is_colourless:
            self.theme = TERMINAL.name

    is_alone = False
    """Whether no other program runs in the process, so that its signals are the browser's."""

    def on_load(self) -> None:
        """End as by a key on a signal, before the terminal is changed."""
        if not self.is_alone:
            return
        loop = asyncio.get_running_loop()

        def end(number: signal.Signals) -> None:
            # A second signal kills a browser that does not answer to the first.
            loop.remove_signal_handler(number)
            self.exit(return_code=128 + number)

        for name in ENDING_SIGNALS:
            with suppress(
                NotImplementedError
            ):  # on Windows, whose terminal keeps no mode of a process
                loop.add_signal_handler(signal.Signals[name], end, signal.Signals[name])

    def on_mount(self) -> None:
        if self.browsing.keymap:
            self._apply_keymap()
        self.push_screen(DayScreen(self.browsing, self.first_day))
        # Not before the first picture: watching costs a connection of its own.
        if self._look_every is not None:
            self.set_interval(self._look_every, self.look)
            self.set_interval(AGE_EVERY, self._show_age)
            self.set_interval(TICK_EVERY, self._tick)

    def on_unmount(self) -> None:
        self.browsing.reader.close()
        self._watch.close()

    def _apply_keymap(self) -> None:
        self.set_keymap(dict(self.browsing.keymap))
        known = {
            key.name
            for keys in (EVERYWHERE, *(screen.KEYS for screen in all_screens()))
            for key in keys
        }
        unknown = sorted(set(self.browsing.keymap) - known)
        if unknown:
            unknown_text = (
                f"No key is called {', '.join(unknown)}; there are {', '.join(sorted(known))}."
            )
            self.notify(
                unknown_text,
                title="keys.toml",
                markup=False,
                severity="warning",
                timeout=LONGER,
            )

    async def on_event(self, event: events.Event) -> None:
        """Remember the key that is being handled: check_action lets letters through to a text field."""
        if isinstance(event, events.Key):
            self.browsing.pressed = event
        await super().on_event(event)

    # Watching the file

    def look(self) -> None:
        """Check whether the file was written, replaced or removed, and show what it holds now."""
        first = self._identity is None and not self._gone
        stamp = stamp_of(self.browsing.path)
        is_other_file = not first and stamp and stamp[:2] != self._watch.identity
        if is_other_file:
            self.browsing.reader.reopen()
        try:
            moved = self._watch.has_changed()
        except (FootydataError, sqlite3.Error):
            if is_other_file:
                # What is shown is of a file that is gone: the screens say why they can't read the one in its place.
                self._show_changed()
            return  # locked or half written: the next look will see it
        identity = self._watch.identity
        if identity is None:
            self._show_gone()
        elif moved or self._gone:
            replaced, self._identity, self._gone = identity != self._identity, identity, False
            path = self.browsing.path.resolve()
            stamps = map(stamp_of, (path, path.with_name(f"{path.name}-wal")))
            written = [one.mtime_ns / 1e9 for one in stamps if one]
            self.browsing.written_ts = max(written, default=None)
            if first:
                self._show_age()
            elif replaced or not self.browsing.paused:
                if replaced:
                    self.browsing.forget()
                self._show_changed()

    def _tick(self) -> None:
        for screen in self._browser_screens():
            screen.clock_moved()

    def _show_gone(self) -> None:
        if self._gone:
            return
        self._gone = True
        self._identity = None
        self.browsing.written_ts = None
        path = self.browsing.path
        text = f"{path} is not there any more: it was moved or deleted."
        text += "\n\nIt is shown again as soon as it is back.\nq   leave"
        for screen in self._browser_screens():
            screen.show_trouble("is not there", text)

    def _show_changed(self) -> None:
        for screen in self._browser_screens():
            screen.file_changed()

    def _show_age(self) -> None:
        for screen in self._browser_screens():
            screen.show_age()

    def _browser_screens(self) -> list[BrowserScreen]:
        """The open screens that show data of the file."""
        return [
            screen
            for screen in self.screen_stack
            if isinstance(screen, BrowserScreen) and screen.is_mounted
        ]


def run_alone(app: BrowseApp) -> None:
    """Run a browser that is alone in its process; signals that end it leave the terminal as it was."""
    # Without it the garbage collector scans all imported modules between two keys, for 40 ms.
    gc.freeze()
    app.is_alone = True
    app.run()


def all_screens() -> tuple[type[BrowserScreen], ...]:
    """Every screen, for the names of keys in keys.toml and for the guide; imported only when they are asked for."""
    return (DayScreen, *map(screen_class, ROUTES))
