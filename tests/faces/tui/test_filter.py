"""The filter of a day, and finding fixtures in all days."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.read.league import LATER, SmallLeague

from .conftest import Browser, Browsing


def rows(browser: Browser) -> list[str]:
    """The rows of fixtures on the screen."""
    return [
        line for line in browser.lines[3:-2] if line[1:3].strip().isdigit() or line[1:3] == "--"
    ]


async def test_filter_narrows_the_day_at_each_letter(browsing: Browsing) -> None:
    async with browsing(height=60) as browser:
        everything = len(rows(browser))
        await browser.press("slash", *"crown")
        assert 0 < len(rows(browser)) < everything
        assert "Crown League" in browser.text
        assert "Liga Sol" not in browser.text
        assert browser.line_with("/ crown").endswith(f"{len(rows(browser))} of {everything}")


async def test_letters_typed_ahead_reach_the_filter(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.burst("slash", *"find go")
        assert "/ find go" in browser.text
        await browser.press("escape")
        await browser.burst("slash", *"crown")
        assert "/ crown" in browser.text


async def test_letters_typed_ahead_reach_the_search_of_all_days(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.burst("F", *"gadsmoor")
        assert "/ gadsmoor" in browser.text
        assert "Gadsmoor" in browser.cursor_line
        await browser.press("enter")
        await browser.burst("slash", "space", *"fern")
        assert "/ gadsmoor fern" in browser.text


async def test_filter_finds_every_word_in_team_league_or_country(browsing: Browsing) -> None:
    async with browsing(height=60) as browser:
        await browser.press("slash")
        await browser.type("england rovers")
        lines = rows(browser)
        assert lines
        assert all("Rovers" in line for line in lines)
        await browser.type(" spain")
        assert rows(browser) == []


async def test_cursor_stays_on_its_fixture_while_the_list_narrows(browsing: Browsing) -> None:
    async with browsing(height=60, width=120) as browser:
        await browser.press("down", "down", "slash")
        cursor_line = browser.cursor_line.split()[2:4]
        await browser.type(cursor_line[0].lower())
        assert browser.cursor_line.split()[2:4] == cursor_line


async def test_arrow_keys_move_the_cursor_while_typing(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("slash")
        await browser.type("england")
        first = browser.cursor_line
        await browser.press("down")
        assert browser.cursor_line != first
        await browser.press("up")
        assert browser.cursor_line == first


async def test_enter_keeps_the_filter_and_makes_letters_keys_again(browsing: Browsing) -> None:
    async with browsing(height=60) as browser:
        await browser.press("slash")
        await browser.type("sol")
        await browser.press("enter", "right", "left")
        assert "Crown League" not in browser.text
        assert "Spain · Liga Sol" in browser.text
        await browser.press("escape")
        assert "Crown League" in browser.text


async def test_escape_drops_the_filter_and_keeps_the_cursor(browsing: Browsing) -> None:
    async with browsing(height=60) as browser:
        everything = len(rows(browser))
        await browser.press("slash")
        await browser.type("sol")
        cursor_line = browser.cursor_line
        await browser.press("escape")
        assert len(rows(browser)) == everything
        assert browser.cursor_line == cursor_line


async def test_enter_drops_an_empty_filter(browsing: Browsing) -> None:
    async with browsing() as browser:
        before = browser.text
        await browser.press("slash", "enter")
        assert browser.text == before


async def test_filter_without_a_match_says_what_to_do(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("slash")
        await browser.type("[nobody]")
        assert "No fixture of this day has “[nobody]”" in browser.text
        assert "Tab   find it in all days" in browser.text
        await browser.press("enter", "n")
        assert browser.notifications.startswith(
            "There are no fixtures with “[nobody]” after Sat 14 Mar 2026."
        )


async def test_n_and_p_keys_open_the_next_days_with_a_match(
    browsing: Browsing, sample: Path
) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        day = connection.execute(
            "select max(date(kickoff_ts, 'unixepoch')) from fixture join league on league.id = league_id "
            "where league.name = 'Lantern Cup' and kickoff_ts < unixepoch('2026-03-14')"
        ).fetchone()[0]
    async with browsing() as browser:
        await browser.press("slash")
        await browser.type("lantern")
        await browser.press("enter", "p")
        assert "England · Lantern Cup" in browser.text
        assert browser.app.screen.day.isoformat() == day


async def test_tab_searches_all_days_for_the_same_text(browsing: Browsing) -> None:
    async with browsing(width=120, height=30) as browser:
        await browser.press("slash")
        await browser.type("crown")
        await browser.press("tab")
        assert browser.lines[0].startswith(" Find in all days")
        assert "/ crown" in browser.text
        assert "2026-03-14" in browser.cursor_line
        assert all("Crown League" in line for line in browser.lines[2:-2])
        await browser.press("escape")
        assert browser.lines[0].startswith(" Sat 14 Mar 2026")


async def test_search_opens_around_the_day_and_grows_at_both_ends(
    browsing: Browsing, sample: Path
) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        count, first, last = connection.execute(
            "select count(*), min(date(kickoff_ts, 'unixepoch')), max(date(kickoff_ts, 'unixepoch')) "
            "from fixture join league on league.id = league_id where league.country_code = 'GB-ENG'"
        ).fetchone()
    async with browsing() as browser:
        await browser.press("F")
        await browser.type("england")
        assert count > 256
        assert browser.line_with("/ england").endswith("+")
        await browser.press("enter", "home")
        while not browser.cursor_line.startswith(f"▌{first}"):
            await browser.press("home")
        while not browser.cursor_line.startswith(f"▌{last}"):
            await browser.press("end")
        assert browser.line_with("/ england").endswith(f" {count:,}")


async def test_search_without_a_match_says_so(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("F")
        assert "Type a part of a name." in browser.text
        await browser.type("zzz")
        assert "No fixture has “zzz”" in browser.text


async def test_search_keeps_its_text_after_opening_a_fixture(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("F")
        await browser.type("marazul")
        await browser.press("enter", "enter")
        assert "Marazul" in browser.lines[0]
        await browser.press("escape", "slash", "backspace")
        assert "/ marazu" in browser.text


@pytest.mark.parametrize("key", ["s", pytest.param("S", marks=pytest.mark.slow)])
async def test_search_opens_tables_and_seasons(browsing: Browsing, key: str) -> None:
    async with browsing() as browser:
        await browser.press("F")
        await browser.type("crown")
        await browser.press("enter", key)
        assert browser.lines[0].startswith(" England · Crown League · ")


@pytest.fixture
def names(tmp_path: Path) -> Path:
    """A file with teams whose names have umlauts, or one another's as a part."""
    league = SmallLeague(tmp_path / "names.db", teams=0)
    for team_id, name in enumerate(
        ("Inter", "FC Winterthur", "1. FC Köln", "Bayern München", "Muenchen Kickers"), 1
    ):
        league.team(team_id, name)
    league.played("1-3 1:0", "2-4 1:0", "3-5 2:2")
    league.connection.close()
    return tmp_path / "names.db"


def at_home(browser: Browser) -> set[int]:
    """The home teams of the fixtures in the list."""
    return {fixture.home_id for fixture in browser.app.screen.list.fixtures}


@pytest.mark.parametrize(
    ("text", "home_ids"),
    [
        ("koeln", {1, 3}),
        pytest.param("köln", {1, 3}, marks=pytest.mark.slow),
        ("munchen", {2}),
    ],
)
async def test_umlauts_are_found_however_they_are_typed(
    browsing: Browsing, names: Path, text: str, home_ids: set[int]
) -> None:
    async with browsing(names, at=LATER) as browser:
        await browser.press("F")
        await browser.type(text)
        assert at_home(browser) == home_ids


async def test_a_whole_word_is_found_before_parts_of_words(browsing: Browsing, names: Path) -> None:
    async with browsing(names, at=LATER) as browser:
        await browser.press("F")
        await browser.type("inte")
        assert at_home(browser) == {1, 2}
        await browser.type("r")
        assert at_home(browser) == {1}
        assert browser.lines[0].startswith(
            " Find in all days · whole words, Tab: parts of words too"
        )
        await browser.press("tab")
        assert at_home(browser) == {1, 2}
        await browser.press("escape", "ctrl+p")
        await browser.type("inter")
        assert "│ ▌ Inter " in browser.line_with("│ ▌")


@pytest.mark.parametrize("opening", ["F", "slash"])
async def test_a_suggested_name_can_be_chosen(browsing: Browsing, opening: str) -> None:
    async with browsing() as browser:
        await browser.press(opening)
        await browser.type("gadsmor")
        assert "Did you mean" in browser.text
        await browser.press("enter")
        assert "/ gadsmoor" in browser.text
        assert "Gadsmoor" in browser.cursor_line


async def test_one_of_several_suggested_names_can_be_chosen(
    browsing: Browsing, names: Path
) -> None:
    async with browsing(names, at=LATER) as browser:
        await browser.press("F")
        await browser.type("munchem")
        near = [line.strip() for line in browser.lines if "nchen" in line]
        assert near[0].startswith("▌ ")
        assert len(near) > 1
        await browser.press("down", "enter")
        assert f"/ {near[1]}" in browser.text
        await browser.press("escape", "ctrl+p")
        await browser.type("munchem")
        await browser.press("down", "enter")
        assert near[1] in browser.line_with("│ ")
