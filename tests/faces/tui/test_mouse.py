"""The mouse: the wheel moves the cursor, headings and heads are clicked; and what the cursor is on is copied."""

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from .conftest import Browser, Browsing
from .test_day import small, ts

__all__ = ["small"]


async def roll(
    browser: Browser, widget: str, kind: type[MouseScrollDown] | type[MouseScrollUp]
) -> None:
    """Turn the wheel over a widget by one notch."""
    target = browser.app.screen.query_one(widget)
    place = {
        "x": 5,
        "y": 2,
        "delta_x": 0,
        "delta_y": 0,
        "button": 0,
        "shift": False,
        "meta": False,
        "ctrl": False,
    }
    target.post_message(kind(target, **place))
    await browser.settle()


async def test_wheel_moves_the_cursor(browsing: Browsing) -> None:
    async with browsing() as browser:
        day = browser.app.screen.list
        first = day.fixtures.index(day.fixture)
        await roll(browser, "FixtureList", MouseScrollDown)
        assert day.fixtures.index(day.fixture) == first + 2
        await roll(browser, "FixtureList", MouseScrollUp)
        assert day.fixtures.index(day.fixture) == first
        await browser.press("s")
        before = browser.app.screen.row.position
        await roll(browser, "DrawnList", MouseScrollDown)
        assert browser.app.screen.row.position == before + 2
        await browser.press("escape", "c")
        assert "Crown League" in browser.cursor_line
        await roll(browser, "DrawnList", MouseScrollDown)
        assert "Crown League" not in browser.cursor_line


async def test_a_click_on_a_league_opens_its_table(browsing: Browsing) -> None:
    async with browsing(height=40) as browser:
        y = next(
            place
            for place, line in enumerate(browser.lines)
            if line.startswith(" Spain · Liga Sol")
        )
        await browser.pilot.click(offset=(4, y))
        await browser.settle()
        assert browser.lines[0].startswith(" Spain · Liga Sol · 25/26")
        await browser.press("escape")
        assert browser.lines[y + 1].startswith("▌")


async def test_y_copies_the_line_under_the_cursor(browsing: Browsing) -> None:
    async with browsing(width=60) as browser:
        await browser.press("down", "y")
        cells = browser.app.clipboard.split("\t")
        assert cells[:6] == [
            "2026-03-14",
            "14:00",
            "74'",
            "Thistleford Town",
            "2-1",
            "Hallowby Town",
        ]
        assert "5-6" in cells
        fixture_id = browser.app.screen.list.fixture.id
        await browser.press("Y")
        assert browser.app.clipboard == str(fixture_id)
        await browser.press("s", "home", "y")
        assert browser.app.clipboard.split("\t")[:4] == ["1", "Wexcombe Orient", "22", "12"]
        assert len(browser.app.clipboard.split("\t")) == 11
        await browser.press("escape", "enter", "y")
        assert "Thistleford Town 2-1 Hallowby Town" in browser.app.clipboard
        await browser.press("escape", "c", "y")
        assert browser.app.clipboard.startswith("Crown League\ttable\t")


@pytest.mark.usefixtures("small")
async def test_names_are_copied_without_what_a_terminal_would_run(
    browsing: Browsing, small: object
) -> None:
    async with browsing(small, at=ts("2026-03-03T12:00")) as browser:
        await browser.press("y")
        assert "Kessock" in browser.app.clipboard
        assert "\x1b" not in browser.app.clipboard


async def test_a_click_beside_the_kinds_of_table_does_nothing(browsing: Browsing) -> None:
    async with browsing(width=100) as browser:
        await browser.press("s")
        before = browser.text
        await browser.pilot.click("#tabs", offset=(browser.lines[1].index("all fixtures") + 2, 0))
        await browser.settle()
        assert browser.text == before
