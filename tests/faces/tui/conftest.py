"""The browser in a terminal that a test drives: keys in, text out."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from footydata.faces.tui.app import BrowseApp
from footydata.faces.zone import ClockZone


class Updates:
    """Counts what a terminal would be sent, and draws nothing of it, for none is there: it took a third of the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0

        def render_update(
            compositor: Compositor, screen_stack: list[Screen] | None = None, **_: Any
        ) -> None:
            visible_screen_stack.set(screen_stack or [])
            self.count += bool(compositor._dirty_regions)
            compositor._dirty_regions.clear()

        monkeypatch.setattr(Compositor, "render_update", render_update)


class Browser:
    """The browser as its user sees it."""

    def __init__(self, app: BrowseApp, pilot: Pilot[None], updates: Updates) -> None:
        self.app = app
        self.pilot = pilot
        self._updates = updates
        self._notifications: list[str] = []
        self._pop_up = app.notify
        app.notify = self._notify

    def _notify(self, message: str, **options: Any) -> None:
        """Remember the text: those on the screen go away by themselves, sooner than a slow machine looks."""
        self._notifications.append(message)
        self._pop_up(message, **options)

    async def press(self, *keys: str) -> None:
        """Press keys, each after the answer to the one before is on the screen."""
        for key in keys:
            # pilot.press waits for the processor to be idle, a twentieth of a second a key.
            self._post(key)
            await self.settle()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than any is answered, as one who pastes, or types ahead on a busy machine."""
        for key in keys:
            self._post(key)
        await self.settle()

    def _post(self, key: str) -> None:
        self.app.post_message(Key(key, " " if key == "space" else key if len(key) == 1 else None))

    async def type(self, text: str) -> None:
        """Type a text, as fast as one pastes it."""
        await self.burst(*("space" if letter == " " else letter for letter in text))

    async def settle(self) -> None:
        """Wait until nothing is read and the screen stays as it is, also behind its drawing."""
        still = 0
        while still < 3:
            # Slept, not spun: a busy loop takes the interpreter from the reader's thread at each row it reads.
            while self._is_busy:
                await asyncio.sleep(0.001)
            count = self._updates.count
            await self.pilot.pause(0)
            still = 0 if self._updates.count != count or self._is_busy else still + 1
            if still == 1:
                # Drawing asks for rows that are not there yet.
                self._draw()

    @property
    def _is_busy(self) -> bool:
        """Whether something is being read, or Textual is about to draw: it waits for its next frame."""
        screen = self.app.screen
        pending = screen._layout_required, screen._scroll_required, screen._repaint_required
        return (
            not self.app.browsing.reader.idle
            or self.app._resize_event is not None
            or any(pending)
            or bool(screen._dirty_widgets or screen._callbacks)
        )

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        return ["".join(segment.text for segment in strip).rstrip() for strip in self._draw()]

    def _draw(self) -> list[Strip]:
        # Drawing takes the screens below a dialog from this list, so that each drawing needs one of its own.
        visible_screen_stack.set(self.app._background_screens)
        return self.app.screen._compositor.render_strips()

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def notifications(self) -> str:
        """The notes that popped up."""
        return "\n".join(self._notifications)

    def line_with(self, text: str) -> str:
        """The first row that has a text, empty where none has."""
        return next((line for line in self.lines if text in line), "")

    @property
    def cursor_line(self) -> str:
        """The row that the cursor marks, empty where there is none."""
        return next((line for line in self.lines if line.startswith("▌")), "")


Browsing = Callable[..., AbstractAsyncContextManager[Browser]]


@pytest.fixture(scope="session", autouse=True)
def css_parsed_once() -> Iterator[None]:
    """Each app parses the style sheets of all widgets, a twelfth of its test; they are those of the app before."""
    parse = Stylesheet._parse_rules
    parsed: dict[object, list[RuleSet]] = {}

    def parse_once(sheet: Stylesheet, css: str, *place: Any, **options: Any) -> list[RuleSet]:
        key = css, place, *options.items(), *sheet._variables.items()
        if key not in parsed:
            parsed[key] = parse(sheet, css, *place, **options)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture
def browsing(sample: Path, now: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    """Opens the browser: on the sample, at NOW, at 80 x 24 and in UTC by default."""

    updates = Updates(monkeypatch)

    @asynccontextmanager
    async def opened(
        path: Path = sample,
        *,
        width: int = 80,
        height: int = 24,
        zone: tzinfo = UTC,
        at: int = now,
        **options: Any,
    ) -> AsyncIterator[Browser]:
        app = BrowseApp(
            path, now=lambda: at, local=ClockZone(zone), folder=tmp_path, look_every=None, **options
        )
        async with app.run_test(size=(width, height), notifications=True) as pilot:
            browser = Browser(app, pilot, updates)
            await browser.settle()
            yield browser

    return opened
