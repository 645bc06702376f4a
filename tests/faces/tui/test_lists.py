"""Long lists: a season under its days, a team with its dates."""

import sqlite3
from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

from .conftest import Browsing


async def test_season_opens_at_the_current_day(browsing: Browsing, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        count = connection.execute(
            "select count(*) from fixture join season on season.id = season_id where label = '25/26' "
            "and season.league_id = 39"
        ).fetchone()[0]
    async with browsing() as browser:
        await browser.press("S")
        assert browser.lines[0].startswith(" England · Crown League · 25/26")
        assert browser.lines[0].endswith(f"{count} fixtures")
        assert " Sat 14 Mar ─" in browser.text
        place = browser.lines.index(browser.cursor_line)
        assert any("Sat 14 Mar" in line for line in browser.lines[:place])


async def test_season_list_regroups_its_days_for_another_zone(browsing: Browsing) -> None:
    async with browsing(zone=ZoneInfo("Pacific/Auckland")) as browser:
        await browser.press("S")
        local = browser.cursor_line
        await browser.press("z")
        assert browser.cursor_line.split()[1:] == local.split()[1:]
        assert browser.cursor_line.split()[0] != local.split()[0]


async def test_tab_moves_to_the_next_day_of_a_season(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("S", "home", "tab")
        day = browser.lines[browser.lines.index(browser.cursor_line) - 1]
        assert "─" in day


async def test_list_is_unchanged_after_opening_a_fixture(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("S", "down", "down")
        before = browser.text
        await browser.press("enter", "escape")
        assert browser.text == before


async def test_team_shows_dates_and_leagues_if_there_is_room(browsing: Browsing) -> None:
    async with browsing(width=139) as browser:
        await browser.press("enter", "h")
        assert browser.lines[7].split()[0] == "Date"
        assert "League" in browser.lines[7]
        assert "2026-03-14" in browser.cursor_line
        assert "Crown League" in browser.cursor_line


async def test_fixture_without_a_season_says_so(
    browsing: Browsing, sample: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("update fixture set season_id = null")
        connection.commit()
    async with browsing(copy) as browser:
        await browser.press("S")
        assert browser.notifications == "The season of this fixture is not known."
