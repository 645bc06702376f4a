"""The file changes under the browser: what others write is shown, a missing file is one message."""

import asyncio
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.reading import days
from footydata.faces.tui.app import BrowseApp
from footydata.faces.tui.screens import day as day_screen
from footydata.faces.tui.screens.bracket import BracketScreen
from footydata.faces.tui.targets import BracketTarget, TableTarget
from footydata.faces.zone import ClockZone
from footydata.store.file.opening import open_database

from .conftest import Browser, Browsing
from .test_day import small, ts

__all__ = ["small"]

LIVE = ts("2026-03-08T16:30")


def write(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql)
        connection.commit()


async def look(browser: Browser) -> None:
    """The look at the file that the browser takes four times a second."""
    browser.app.browsing.written_ts = None
    browser.app._watch._next = 0
    browser.app.look()
    await browser.settle()


async def test_browser_shows_a_commit_and_marks_a_goal(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=LIVE) as browser:
        browser.app.look()
        await browser.press("down")
        cursor_line = browser.cursor_line
        write(small, "update fixture set home_goals = 7 where id = 5")
        await look(browser)
        line = browser.line_with("7-0")
        assert line.split()[1] == "GOAL"
        assert browser.cursor_line == cursor_line
        browser.app.screen.list.unmark()
        await browser.settle()
        assert browser.line_with("7-0").split()[1] == "live"
        write(small, "update fixture set away_red = 1, home_red = 0 where id = 5")
        await look(browser)
        assert "GOAL" not in browser.text


async def test_pause_keeps_the_screen_unchanged(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=LIVE) as browser:
        browser.app.look()
        await browser.press("space")
        write(small, "update fixture set home_goals = 7 where id = 5")
        await look(browser)
        assert "1-0" in browser.text
        assert "paused" in browser.lines[0]
        await browser.press("space")
        assert "7-0" in browser.text


async def test_missing_or_replaced_file_is_reported_and_shown_again(
    browsing: Browsing, small: Path, tmp_path: Path
) -> None:
    async with browsing(small, at=LIVE) as browser:
        browser.app.look()
        away = small.with_name("away.db")
        small.rename(away)
        await look(browser)
        assert browser.lines[0].startswith(" small.db is not there")
        assert "moved or deleted" in " ".join(browser.text.split())
        assert "Northfell" not in browser.text
        assert "Sun 8" not in browser.text
        assert browser.notifications == ""
        away.rename(small)
        await look(browser)
        assert "Northfell" in browser.text
        with (
            closing(open_database(tmp_path / "other.db")) as other,
            closing(sqlite3.connect(small)) as old,
        ):
            old.execute("pragma wal_checkpoint(truncate)")
            old.backup(other)
            other.execute("update team set name = 'Replaced' where id = 2")
            other.commit()
            other.execute("pragma journal_mode = delete")
        (tmp_path / "other.db").replace(small)
        await look(browser)
        assert "Replaced" in browser.text


async def test_title_shows_the_age_of_the_data(browsing: Browsing, small: Path) -> None:
    os.utime(small, (LIVE - 200, LIVE - 200))
    async with browsing(small, at=LIVE, width=100) as browser:
        browser.app.look()
        browser.app.browsing.written_ts = LIVE - 200
        browser.app._show_age()
        await browser.settle()
        assert "data 3 min old" in browser.lines[0]


async def test_late_answer_does_not_override_a_newer_key(
    browsing: Browsing, small: Path, monkeypatch: object
) -> None:
    go = threading.Event()
    read = day_screen.read_next_day

    def slow(*arguments: object, **options: object) -> object:
        go.wait(10)
        return read(*arguments, **options)

    monkeypatch.setattr(day_screen, "read_next_day", slow)
    async with browsing(small, at=ts("2026-03-03T12:00")) as browser:
        browser._post("n")
        for _ in range(3):
            browser._post("left")
        await browser.pilot.pause(0.02)
        go.set()
        await browser.settle()
        assert "Sat 28 Feb 2026" in browser.lines[0]
        assert "No fixtures on Sat 28 Feb 2026." in browser.text


async def test_failed_read_of_a_list_is_shown_as_an_error(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object, **options: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async with browsing() as browser:
        with monkeypatch.context() as failing:
            failing.setattr(days, "listed_fixtures", fails)
            await browser.press("S")
        assert "could not be read" in browser.lines[0]
        assert "disk I/O error" in browser.text
        await browser.press("r", "home")
        assert "FT" in browser.cursor_line


async def test_keys_typed_ahead_reach_the_new_screen(browsing: Browsing) -> None:
    async with browsing() as browser:
        row = browser.app.screen.list.fixture
        await browser.burst("enter", "s")
        assert "[1 Points]" in browser.text
        assert browser.cursor_line[5:26].strip() in {row.home, row.away}
        await browser.burst("escape", "escape", "slash", *"crown", "enter", "s")
        assert browser.lines[0].startswith(" England · Crown League")


async def test_clock_redraws_overdue_fixtures_without_a_file_change(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = asyncio.Event()
    monkeypatch.setattr("footydata.faces.tui.app.TICK_EVERY", 0.01)
    monkeypatch.setattr(day_screen.DayScreen, "clock_moved", lambda _: drawn.set())
    app = BrowseApp(small, now=lambda: LIVE, local=ClockZone(UTC), look_every=3600)
    async with app.run_test():
        await asyncio.wait_for(drawn.wait(), 10)


@pytest.mark.real_data
async def test_groups_and_bracket_of_2026_follow_the_states_of_a_file(
    browsing: Browsing, tmp_path: Path, real_data: Path
) -> None:
    folder = real_data / "openfootball/worldcup.json"
    states = [
        *sorted((folder / "2026_versions").glob("*.json"))[::3],
        folder / "2026/worldcup.json",
    ]
    database, source = tmp_path / "cup.db", tmp_path / "worldcup.json"
    shutil.copy(states[0], source)
    fd.Database(database).load(source)
    async with browsing(database, width=160, height=60, at=ts("2026-08-01T12:00")) as browser:
        (league,) = browser.app.browsing.leagues
        screen = BracketScreen(
            browser.app.browsing, BracketTarget(league, None, ts("2026-07-19T12:00"))
        )
        await browser.app.push_screen(screen)
        await browser.settle()
        assert "winner of match 101" in browser.text
        browser.app.look()
        for state in states[1:]:
            shutil.copy(state, source)
            fd.Database(database).load(source, correct=True)
            await look(browser)
        assert "winner of match" not in browser.text
        assert browser.lines[0].endswith("32 ties")
        await browser.app.screen.open(TableTarget(league, None, ts("2026-07-19T12:00")))
        await browser.settle()
        await browser.press("end")
        assert "Third places" in browser.text and "in the same days" not in browser.text
    with closing(sqlite3.connect(database)) as connection:
        counts = connection.execute(
            "select (select count(*) from fixture), (select count(*) from team)"
        ).fetchone()
    assert counts == (104, 48)
