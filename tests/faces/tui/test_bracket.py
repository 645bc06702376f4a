"""The bracket of a season in the browser."""

import json
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.tui.screens.bracket import BracketScreen
from footydata.faces.tui.targets import BracketTarget
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


async def _open(browser: Browser, league: int | None = None) -> BracketScreen:
    league_id = league or next(iter(browser.app.browsing.leagues))
    screen = BracketScreen(browser.app.browsing, BracketTarget(league_id, None, MOMENT))
    await browser.app.push_screen(screen)
    await browser.settle()
    return screen


def _sides(screen: BracketScreen) -> tuple[str, str]:
    """The two sides of the tie under the cursor."""
    assert screen.tie is not None
    return screen.tie.row.home, screen.tie.row.away


async def test_rounds_stand_below_one_another_with_who_went_through(
    browsing: Browsing, cup: Path
) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        await _open(browser)
        titles = [line.split()[0] for line in browser.lines if "──" in line]
        assert titles == ["Semi-finals", "Match", "Final"]
        assert "✓ Italy" not in browser.text and "✓ Spain" in browser.text
        assert browser.line_with("France ").split()[-2:] == ["Final", "1"]


async def test_doubtful_tie_is_marked_with_its_reason(browsing: Browsing, cup: Path) -> None:
    async with browsing(cup, width=120, height=30, at=MOMENT) as browser:
        await _open(browser)
        doubt = "0-0, and no source has who went through; Italy played on"
        assert "0-0?" in browser.line_with("Brazil")
        assert browser.line_with(f"doubtful: Semi-finals, Brazil v Italy: {doubt}")
        assert browser.lines[0].endswith("4 ties, 1 doubtful")


async def test_arrows_go_from_round_to_round_and_enter_opens_the_fixture(
    browsing: Browsing, cup: Path
) -> None:
    async with browsing(cup, width=80, at=MOMENT) as browser:
        screen = await _open(browser)
        assert _sides(screen) == ("Brazil", "Italy")
        await browser.press("right", "down")
        assert _sides(screen) == ("Spain", "Italy")
        await browser.press("left", "left")
        assert _sides(screen) == ("Spain", "France")
        await browser.press("right", "right", "enter")
        assert browser.lines[0].startswith(" Spain v Italy")
        await browser.press("K")
        assert browser.app.screen.tie.row.round == "Final"


async def test_sides_that_are_open_are_in_words(browsing: Browsing, tmp_path: Path) -> None:
    rounds = (("Semi-final", "Spain", "France"), ("Semi-final", "Brazil", "Italy"))
    matches: list[dict[str, object]] = [
        {"round": name, "num": number, "date": f"2018-06-0{number}", "team1": one, "team2": other}
        for number, (name, one, other) in enumerate((*rounds, ("Final", "W1", "W2")), 1)
    ]
    async with browsing(_loaded(tmp_path, matches), width=120, at=MOMENT) as browser:
        screen = await _open(browser)
        assert "winner of match 1" in browser.text and "winner of match 2" in browser.text
        assert "Fri 1 Jun, match 1" in browser.text
        await browser.press("right", "enter")
        assert _sides(screen)[0] == "winner of match 1"
        assert browser.notifications == "The sides of this tie are not known yet."


async def test_each_leg_of_a_tie_has_a_key(browsing: Browsing, tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    league = SmallLeague(path, has_standings=0)
    for text in ("1-2 1:0", "3-4 2:0", "2-1 3:0", "4-3 1:1"):
        league.fixture(text, stage="Semi-finals")
    league.fixture("2-3 1:0", stage="Final")
    league.connection.close()
    async with browsing(path, width=120, at=FIRST_DAY) as browser:
        screen = await _open(browser, LEAGUE)
        await browser.press("home")
        assert screen.tie.row.score == "1-0; 0-3, agg. 1-3"
        assert "aggregate" in browser.cursor_line and "✓ B" in browser.cursor_line
        await browser.press("1")
        assert browser.lines[0].startswith(" A v B")
        await browser.press("escape", "2")
        assert browser.lines[0].startswith(" B v A")


async def test_season_without_knock_out_rounds_says_so(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s", "K")
        assert "has no knock-out rounds" in " ".join(browser.text.split())
        before = browser.lines[0]
        for key in ("home", "end", "up", "pagedown", "left", "enter", "1", "a"):
            await browser.press(key)
            assert browser.lines[0] == before, key
        await browser.press("escape", "escape", "c", "K")
        assert "has no knock-out rounds" in " ".join(browser.text.split())


@pytest.mark.parametrize("width", [80, pytest.param(200, marks=pytest.mark.slow)])
async def test_world_cup_of_32_teams_is_shown_whole(
    browsing: Browsing, real_data: Path, tmp_path: Path, width: int
) -> None:
    database = tmp_path / "cup.db"
    fd.Database(database).load(real_data / "openfootball/worldcup.json/2026/worldcup.json")
    async with browsing(database, width=width, height=90, at=1_790_000_000) as browser:
        screen = await _open(browser)
        assert "✓ Spain" in browser.text
        assert screen.tie.row.score == "0-0 (1-0 aet)"
        assert "South Africa" in browser.text and "Curaçao" not in browser.text
        assert max(map(len, browser.lines)) <= width
