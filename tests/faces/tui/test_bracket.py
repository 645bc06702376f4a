"""The bracket of a season in the browser."""

import json
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.drawing.bracket import DrawnTie, rounds_across
from footydata.faces.tui.screens.bracket import BracketScreen
from footydata.faces.tui.widgets.bracket_view import BracketView
from tests.store.read.league import FIRST_DAY, LEAGUE, SmallLeague

from .conftest import Browser, Browsing

MOMENT = 1_530_000_000

MATCHES = (
    ("Semi-finals", "2018-06-01", "Spain", "France", [2, 1]),
    ("Semi-finals", "2018-06-02", "Brazil", "Italy", [0, 0]),
    ("Match for third place", "2018-06-04", "France", "Brazil", [3, 0]),
    ("Final", "2018-06-05", "Spain", "Italy", [1, 0]),
)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A small World Cup whose second semi-final has no winner by its score."""
    matches: list[dict[str, object]] = [
        {"round": name, "date": on, "team1": home, "team2": away, "score": {"ft": score}}
        for name, on, home, away, score in MATCHES
    ]
    return _loaded(tmp_path, matches)


def _loaded(folder: Path, matches: list[dict[str, object]]) -> Path:
    source = folder / "worldcup.json"
    source.write_text(json.dumps({"name": "World Cup 2018", "matches": matches}), encoding="utf-8")
    database = folder / "cup.db"
    fd.Database(database).load(source)
    return database


async def _open(browser: Browser, league: int | None = None) -> BracketView:
    league_id = league or next(iter(browser.app.browsing.leagues))
    await browser.app.push_screen(BracketScreen(browser.app.browsing, league_id, None, near=MOMENT))
    await browser.settle()
    return browser.app.screen.query_one(BracketView)


def _tie(view: BracketView) -> DrawnTie:
    assert view.tie is not None
    return view.tie


async def test_rounds_stand_beside_one_another_joined_by_lines(
    browsing: Browsing, cup: Path
) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        await _open(browser)
        assert browser.lines[1].split("  ")[0].strip() == "Semi-finals"
        assert "Final" in browser.lines[1]
        assert browser.line_with("✓ Italy") == "" and "✓ Spain" in browser.text
        assert "├─" in browser.text and "┐" in browser.text and "┘" in browser.text
        assert "Match for third place" in browser.text


async def test_doubtful_tie_is_marked_with_its_reason(browsing: Browsing, cup: Path) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        await _open(browser)
        doubt = "0-0, and no source has who went through; Italy played on"
        assert "? 0-0" in browser.text
        assert browser.line_with(f"? Semi-finals, Brazil v Italy: {doubt}")
        assert browser.line_with(f" ? {doubt}")
        assert browser.lines[0].endswith("4 ties, 1 doubtful")


async def test_arrows_go_from_round_to_round_and_enter_opens_the_fixture(
    browsing: Browsing, cup: Path
) -> None:
    async with browsing(cup, width=80, at=MOMENT) as browser:
        view = await _open(browser)
        assert _tie(view).row.home == "Brazil"
        await browser.press("right")
        assert (_tie(view).row.home, _tie(view).row.away) == ("Spain", "Italy")
        await browser.press("down")
        assert _tie(view).title == "Match for third place"
        await browser.press("up", "left")
        assert _tie(view).row.round == "Semi-finals"
        await browser.press("right", "enter")
        assert browser.lines[0].startswith(" Spain v Italy")
        await browser.press("K")
        assert _tie(browser.app.screen.query_one(BracketView)).row.round == "Final"


async def test_narrow_terminal_shows_one_or_two_rounds(browsing: Browsing, cup: Path) -> None:
    async with browsing(cup, width=60, at=MOMENT) as browser:
        await _open(browser)
        assert "Semi-finals" in browser.lines[1] and "Final" in browser.lines[1]
    assert [rounds_across(width) for width in (59, 79, 119, 199)] == [2, 2, 3, 6]


async def test_sides_that_are_open_are_in_words(browsing: Browsing, tmp_path: Path) -> None:
    matches: list[dict[str, object]] = [
        {
            "round": "Semi-final",
            "num": 1,
            "date": "2018-06-01",
            "team1": "Spain",
            "team2": "France",
        },
        {
            "round": "Semi-final",
            "num": 2,
            "date": "2018-06-02",
            "team1": "Brazil",
            "team2": "Italy",
        },
        {"round": "Final", "num": 3, "date": "2018-06-05", "team1": "W1", "team2": "W2"},
    ]
    async with browsing(_loaded(tmp_path, matches), width=120, at=MOMENT) as browser:
        view = await _open(browser)
        assert "winner of match 1" in browser.text and "winner of match 2" in browser.text
        assert "match 1 · Fri 1 Jun" in browser.text
        await browser.press("right", "enter")
        assert _tie(view).row.home == "winner of match 1"
        assert browser.notifications == "The sides of this tie are not known yet."


async def test_each_leg_of_a_tie_has_a_key(browsing: Browsing, tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    league = SmallLeague(path, has_standings=0)
    for text in ("1-2 1:0", "3-4 2:0", "2-1 3:0", "4-3 1:1"):
        league.fixture(text, stage="Semi-finals")
    league.fixture("2-3 1:0", stage="Final")
    league.connection.close()
    async with browsing(path, width=120, at=FIRST_DAY) as browser:
        view = await _open(browser, LEAGUE)
        await browser.press("left")
        assert _tie(view).row.score == "1-0; 0-3, agg. 1-3"
        assert "B through by aggregate" in browser.text
        await browser.press("1")
        assert browser.lines[0].startswith(" A v B")
        await browser.press("escape", "2")
        assert browser.lines[0].startswith(" B v A")


async def test_season_without_knock_out_rounds_says_so(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s", "K")
        assert "has no knock-out rounds" in " ".join(browser.text.split())
        await browser.press("escape", "escape", "c", "K")
        assert "has no knock-out rounds" in " ".join(browser.text.split())


async def test_a_click_chooses_a_tie(browsing: Browsing, cup: Path) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        view = await _open(browser)
        await browser.pilot.click(BracketView, offset=(5, 0))
        await browser.settle()
        assert _tie(view).row.home == "Spain"
        await browser.pilot.click(BracketView, offset=(5, 0))
        await browser.settle()
        assert browser.lines[0].startswith(" Spain v France")


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_world_cup_of_32_teams_is_drawn_whole(
    browsing: Browsing, real_data: Path, tmp_path: Path, width: int
) -> None:
    database = tmp_path / "cup.db"
    fd.Database(database).load(real_data / "openfootball/worldcup.json/2026/worldcup.json")
    async with browsing(database, width=width, height=90, at=1_790_000_000) as browser:
        view = await _open(browser)
        assert "✓ Spain" in browser.text
        assert _tie(view).row.score == "0-0 (1-0 aet)"
        await browser.press("left", "left", "left", "left")
        assert [name in browser.text for name in ("South Africa", "Cape Verde", "Curaçao")] == [
            True,
            True,
            False,
        ]
        assert max(map(len, browser.lines)) <= width


async def test_reason_of_a_doubt_is_wrapped_between_words(browsing: Browsing) -> None:
    async with browsing(width=60) as browser:
        await browser.press("c", "down", "K", "left")
        assert browser.line_with(" ? 0-0, and no source has").endswith("; Northfell")
        assert browser.line_with(" played on") == " United played on"


async def test_match_for_third_place_stands_apart_from_the_final(
    browsing: Browsing, cup: Path
) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        await _open(browser)
        above = browser.lines[browser.lines.index(browser.line_with("Match for third place")) - 1]
        assert above[60:].strip() == ""


async def test_keys_of_a_bracket_without_rounds_do_no_harm(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s", "K")
        before = browser.lines[0]
        for key in ("home", "end", "up", "pagedown", "left", "enter", "1", "a"):
            await browser.press(key)
            assert browser.lines[0] == before, key
