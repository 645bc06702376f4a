"""What keeps keys quick: no layout for a key, and the days beside the shown one are read before they are asked for."""

import threading
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from footydata.faces.tui.screens import day as day_screen

from .conftest import Browser, Browsing
from .test_day import small
from .test_live import LIVE, write

__all__ = ["small"]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days beside the shown one are read at once, so that no test waits for them."""
    monkeypatch.setattr(day_screen, "AHEAD_AFTER", 0.001)


async def read_ahead(browser: Browser) -> None:
    """Wait until the days beside the shown one are read."""
    while len(browser.app.screen._ahead) < 3:
        await browser.pilot.pause(0.01)


@pytest.mark.parametrize(
    ("before", "keys"),
    [(("slash", "e"), ("backspace", "a", "backspace", "e")), ((), ("down", "left", "right", "up"))],
    ids=["letters", "days and steps"],
)
async def test_a_key_lays_nothing_out(browsing: Browsing, before: tuple[str, ...], keys: tuple[str, ...]) -> None:
    async with browsing() as browser:
        await browser.press(*before)
        layouts: list[object] = []
        browser.app.screen.screen_layout_refresh_signal.subscribe(browser.app.screen, layouts.append)
        await browser.press(*keys)
        assert layouts == []


async def test_a_day_that_was_read_ahead_is_shown_without_reading(
    browsing: Browsing, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(small, at=LIVE) as browser:
        await read_ahead(browser)
        monkeypatch.setattr(day_screen, "read_day", None)
        await browser.press("left")
        assert "Sat 7 Mar 2026" in browser.lines[0]


async def test_a_day_that_was_read_ahead_is_read_again_once_the_file_changed(
    browsing: Browsing, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(small, at=LIVE, day=date(2026, 3, 7)) as browser:
        await read_ahead(browser)
        monkeypatch.setattr(day_screen, "AHEAD_AFTER", 99)
        write(small, "update fixture set home_goals = 9, away_goals = 8, status = 'finished'")
        browser.app._watch._next = 0
        await browser.press("right")
        assert "Sun 8 Mar 2026" in browser.lines[0]
        assert "9-8" in browser.text


async def test_a_late_day_never_overrides_one_that_was_read_ahead(
    browsing: Browsing, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    read = day_screen.read_day

    def slow(*arguments: Any, **options: Any) -> object:
        go.wait(10)
        return read(*arguments, **options)

    async with browsing(small, at=LIVE) as browser:
        await read_ahead(browser)
        monkeypatch.setattr(day_screen, "read_day", slow)
        browser._post("left_curly_bracket")
        browser._post("t")
        await browser.pilot.pause(0.02)
        go.set()
        await browser.settle()
        assert "Sun 8 Mar 2026" in browser.lines[0]
