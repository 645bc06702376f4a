"""Team, leagues, palette, following, export, copying, keys of one's own, what is state_file between runs."""

import csv
import json
import re
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.faces.cli.main import main
from footydata.faces.tui.app import BrowseApp
from footydata.faces.tui.keys import EVERYWHERE, Key, bar_of
from footydata.faces.tui.screens import palette
from footydata.faces.tui.settings import Settings, UnreadableSettings, read_keymap, read_settings
from footydata.faces.tui.view_rows import write_view
from footydata.football.records import CountryName, TeamName, TeamRecord
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from footydata.views.columns import undeclared
from footydata.views.view import View
from tests.new_databases import new_database

from .conftest import Browser, Browsing
from .test_day import small, ts

__all__ = ["small"]


async def test_team_shows_form_averages_and_fixtures(browsing: Browsing) -> None:
    async with browsing(width=120, height=30) as browser:
        await browser.press("enter", "h")
        name = browser.lines[0].split("  ")[0].strip()
        assert browser.lines[1].split() == [
            "at",
            "last",
            "W",
            "D",
            "L",
            "goals",
            "corners",
            "cards",
        ]
        assert [line.split()[0] for line in browser.lines[2:5]] == ["all", "home", "away"]
        letters = browser.lines[2].split()[1]
        assert browser.lines[2].split()[2:5] == [str(letters.count(each)) for each in "WDL"]
        assert name in browser.cursor_line
        await browser.press("f")
        assert browser.notifications == f"★ {name} is followed."
        assert browser.lines[0].startswith(f" ★ {name}")
        await browser.press("escape", "escape")
        assert name in browser.line_with("★")


async def test_leagues_are_listed_by_country_and_open_their_tables(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("c")
        assert browser.lines[1].startswith(" England ─")
        await browser.press("tab")
        assert "Linden League" in browser.cursor_line
        await browser.press("f")
        assert browser.lines[1].startswith(" Followed ─")
        await browser.press("enter")
        assert browser.lines[0].startswith(" ★ Germany · Linden League")
        await browser.press("escape", "escape", "home")
        assert browser.lines[3].startswith(" ★ Germany · Linden League ─")


async def test_leagues_move_by_line_screenful_and_end(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("c", "up", "pageup")
        assert "Crown League" in browser.cursor_line
        await browser.press("down", "down", "shift+tab")
        assert "Crown League" in browser.cursor_line
        await browser.press("pagedown")
        assert "Esports Volta League" in browser.cursor_line
        await browser.press("down", "pageup")
        assert "Crown League" in browser.cursor_line


async def test_clicked_league_opens_its_table(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("c")
        await browser.pilot.click("DrawnList", offset=(5, 0))
        await browser.settle()
        assert "Leagues" in browser.lines[0]
        for _ in range(2):
            await browser.pilot.click("DrawnList", offset=(5, 4))
            await browser.settle()
        assert browser.lines[0].startswith(" Germany · Linden League")


async def test_palette_waits_for_the_names_on_enter(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = palette._read

    def slowly(*arguments: Any) -> Any:
        time.sleep(0.1)
        return read(*arguments)

    monkeypatch.setattr(palette, "_read", slowly)
    async with browsing() as browser:
        await browser.burst("ctrl+p", *"rotental", "enter")
        assert browser.lines[0].startswith(" Rotental")


async def test_palette_opens_teams_seasons_and_commands(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("ctrl+p")
        await browser.type("linden 24")
        await browser.press("enter")
        assert browser.lines[0].startswith(" Germany · Linden League · 24/25")
        await browser.burst("escape", "ctrl+p", *"rotental", "enter")
        assert browser.lines[0].startswith(" Rotental")
        await browser.burst("escape", "ctrl+p", *"dark or light", "enter")
        assert browser.app.theme == "footydata-light"
        await browser.burst("ctrl+p", *"rotentl")
        assert "Did you mean" in browser.text
        assert "▌ rotental" in browser.text


async def test_palette_has_whole_words_first_among_thousands_of_teams(
    browsing: Browsing, tmp_path: Path
) -> None:
    path = new_database(tmp_path / "teams.db")
    teams = [TeamRecord(number, f"Interborough {number}") for number in range(1, 2_500)]
    with closing(open_database(path)) as connection:
        upsert(connection, "team", [*teams, TeamRecord(2_500, "Football Club Inter")])
        connection.commit()
    async with browsing(path) as browser:
        await browser.burst("ctrl+p", *"inter")
        assert "▌ Football Club Inter" in browser.text


async def test_palette_has_a_team_that_begins_so_before_a_league_with_the_text_inside(
    browsing: Browsing,
) -> None:
    async with browsing() as browser:
        await browser.burst("ctrl+p", *"un")
        assert "▌ Union Ribalva" in browser.text
        assert "World · Esports Volta League" in browser.text


async def test_followed_leagues_and_settings_are_saved(browsing: Browsing, tmp_path: Path) -> None:
    state_file = tmp_path / "state" / "browse.json"
    async with browsing(settings=read_settings(state_file)) as browser:
        await browser.press("f", "3", "escape", "T")
        assert "★ England · Crown League" in browser.text
    async with browsing(settings=read_settings(state_file)) as browser:
        assert "★ England · Crown League" in browser.text
        assert browser.app.theme == "footydata-light"
    state_file.write_text("{", encoding="utf-8")
    with pytest.raises(UnreadableSettings, match="remove it to start anew"):
        read_settings(state_file)


async def test_export_writes_a_view_to_a_file(browsing: Browsing, tmp_path: Path) -> None:
    async with browsing() as browser:
        await browser.press("e", "c")
        path = tmp_path / "fixtures-2026-03-14.csv"
        assert str(path) in browser.notifications.replace("\n", "")
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 21
        assert rows[0]["home"] in browser.cursor_line
        await browser.press("s", "e", "j", "e", "m")
        table = json.loads(
            (tmp_path / "england-crown-league-25-26-points.json").read_text(encoding="utf-8")
        )
        assert table[0]["position"] == 1
        assert (tmp_path / "england-crown-league-25-26-points.md").is_file()


def test_export_does_not_replace_a_file(tmp_path: Path) -> None:
    view = View(undeclared(("id",)), [(1,)], title="A day")
    assert [write_view(view, "csv", tmp_path).name for _ in range(2)] == [
        "a-day.csv",
        "a-day-2.csv",
    ]


async def test_capital_y_copies_the_id_under_the_cursor(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TMUX", raising=False)
    async with browsing() as browser:
        await browser.press("Y")
        fixture_id = browser.app.screen.list.fixture.id
        assert browser.app.clipboard == str(fixture_id)
        assert browser.notifications == f"Sent to the terminal's clipboard: fixture {fixture_id}"
        await browser.press("s", "Y")
        assert browser.notifications.splitlines()[-1].startswith(
            "Sent to the terminal's clipboard: team "
        )


async def test_in_tmux_copying_tells_the_setting_without_which_nothing_is_copied(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux-1000/default,1,0")
    async with browsing() as browser:
        await browser.press("Y")
        assert browser.notifications.endswith(
            "\ntmux drops it unless it has 'set -g set-clipboard on'."
        )


async def test_keymap_file_changes_keys(browsing: Browsing, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    assert read_keymap(file) == {}
    file.write_text('[keys]\nleagues = "ctrl+g,Z"\nnothing = "x"\n', encoding="utf-8")
    async with browsing(keymap=read_keymap(file), height=100) as browser:
        assert "No key is called nothing" in " ".join(browser.text.split())
        await browser.press("Z")
        assert browser.lines[0].startswith(" Leagues")
        await browser.press("escape", "question_mark")
        assert browser.line_with("all leagues by country").split()[1:3] == ["Ctrl+G", "Z"]
    file.write_text("[keys]\nleagues = 5\n", encoding="utf-8")
    with pytest.raises(UnreadableSettings, match="leagues needs keys"):
        read_keymap(file)


@pytest.mark.parametrize(
    "content",
    [
        "keys = 5",
        'keys = ["a"]',
        '[keys]\nreload = ","',
        '[keys]\nreload = "r,,x"',
        '[keys]\nreload = "contrl+g"',
    ],
)
def test_invalid_keymap_file_raises_an_error_that_names_it(tmp_path: Path, content: str) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableSettings, match=re.escape(str(file))):
        read_keymap(file)


async def test_names_match_every_spelling_and_language(browsing: Browsing, small: Path) -> None:
    with closing(open_database(small)) as connection:
        upsert(
            connection,
            "team",
            [
                TeamRecord(2, "Manchester United", "GB-ENG"),
                TeamRecord(4, "Wolverhampton Wanderers", "GB-ENG"),
            ],
        )
        upsert(connection, "team_name", [TeamName(3, "ja", "アーセナル")])
        upsert(connection, "country_name", [CountryName("GB-ENG", "fr", "Angleterre")])
        connection.commit()
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.press("slash")
        for text, count in (
            ("man utd", "2 of 3"),
            ("wolves", "1 of 3"),
            ("epl", "2 of 3"),
            ("angleterre", "3 of 3"),
            ("アーセ", "2 of 3"),
        ):
            browser.app.screen.field.input.value = text
            await browser.settle()
            assert browser.line_with("/ ").endswith(count), text
        browser.app.screen.field.input.value = "wolverhamton"
        await browser.settle()
        assert "▌ wolverhampton" in browser.text
        await browser.press("escape", "l")
        assert "Angleterre" in browser.text


async def test_table_goes_back_to_a_round_or_a_date(browsing: Browsing) -> None:
    async with browsing(width=100) as browser:
        await browser.press("s")
        newest = int(browser.lines[0].split("after round ")[1])
        await browser.press("left_square_bracket")
        assert browser.lines[0].endswith(f"after round {newest - 1}")
        assert f"as after round {newest - 1}" in browser.lines[1]
        await browser.press("right_square_bracket", "right_square_bracket")
        assert "as after" not in browser.lines[1]
        await browser.press("d")
        await browser.type("2025-10-01")
        await browser.press("enter")
        assert "as of Wed 1 Oct 2025" in browser.lines[1]


async def test_help_opens_and_closes(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("question_mark")
        assert "the previous day with fixtures" in browser.text
        await browser.press("pagedown", "end")
        assert "leave the browser" in browser.text
        await browser.press("escape")
        assert browser.lines[0].startswith(" Sat 14 Mar 2026")
        await browser.press("question_mark", "q")
        assert "Keys" not in browser.text


@pytest.mark.parametrize(
    ("keys", "sign", "meaning"),
    [
        pytest.param((), "2.5'", "a line or prices in play", id="day"),
        pytest.param(
            ("enter",), "move", "from opening to closing", id="fixture", marks=pytest.mark.slow
        ),
        pytest.param(("s",), "▁", "something is decided below this place", id="table"),
        pytest.param(("c", "down", "K"), "✓", "went through", id="bracket", marks=pytest.mark.slow),
    ],
)
async def test_help_says_what_the_signs_of_a_screen_mean(
    browsing: Browsing, keys: tuple[str, ...], sign: str, meaning: str
) -> None:
    async with browsing(height=90) as browser:
        await browser.press(*keys, "question_mark")
        assert f"   {sign} " in browser.line_with(meaning)


def colours(browser: Browser) -> set[str]:
    """The names of the colours that are painted."""
    app = browser.app
    painted = set()
    for strip in app.screen._compositor.render_strips():
        for line_filter in app.get_line_filters():
            strip = strip.apply_filter(line_filter, app.screen.styles.background)
        for segment in strip:
            if segment.style is not None:
                painted |= {
                    part.name
                    for part in (segment.style.color, segment.style.bgcolor)
                    if part is not None
                }
    return painted


async def test_theme_key_goes_on_to_the_colours_of_the_terminal(browsing: Browsing) -> None:
    async with browsing(height=30) as browser:
        assert any(name.startswith("#") for name in colours(browser))
        await browser.press("T", "T")
        assert browser.app.theme == "footydata-terminal"
        for keys in ("s", "question_mark"), ("escape", "escape", "c"), ("ctrl+p",):
            await browser.press(*keys)
            assert not any(name.startswith("#") for name in colours(browser)), keys
        await browser.press("escape", "escape", "T")
        assert browser.app.theme == "footydata-dark"


async def test_no_colour_is_painted_if_the_environment_asks_for_none(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with browsing(height=30) as browser:
        for keys in (
            ("down", "enter"),
            ("o",),
            ("escape", "s"),
            ("escape", "slash", "a"),
            ("ctrl+p",),
        ):
            await browser.press(*keys)
            assert colours(browser) <= {"default"}, keys
        await browser.press("escape", "escape", "T")
        assert browser.notifications == "NO_COLOR is set: there are no colours."


async def test_live_key_puts_live_fixtures_first(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("L")
        assert browser.lines[3].startswith(" Live ─")
        await browser.press("right_square_bracket")
        assert browser.lines[0].startswith(" Sun 15 Mar 2026")
        await browser.press("left_square_bracket")
        assert browser.lines[0].startswith(" Sat 14 Mar 2026")


async def test_live_key_again_shows_live_fixtures_only_and_then_all(browsing: Browsing) -> None:
    async with browsing(height=60) as browser:
        everything = len(browser.app.screen.list.fixtures)
        await browser.press("L", "L")
        assert "10 live · live only" in browser.lines[0]
        assert len(browser.app.screen.list.fixtures) == 10
        assert " FT " not in browser.text
        await browser.press("p")
        assert "Nothing is live on this day." in browser.text
        await browser.press("L")
        assert len(browser.app.screen.list.fixtures) > 0
        await browser.press("n")
        assert len(browser.app.screen.list.fixtures) == everything
        assert "live only" not in browser.text


async def test_preview_stands_beside_the_list_from_140_columns(browsing: Browsing) -> None:
    async with browsing(width=150, height=30) as browser:
        await browser.pilot.pause(0.1)
        await browser.settle()
        home = browser.cursor_line[15:35].strip()
        assert any(home in line[85:] for line in browser.lines[3:])
        await browser.pilot.resize_terminal(120, 30)
        await browser.settle()
        assert all(len(line) <= 120 for line in browser.lines)


async def test_coming_fixture_opens_at_its_preview(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("end", "enter")
        assert "[6 Before]" in browser.text
        assert "Meetings ─" in browser.text or "Forms ─" in browser.text
        await browser.press("5")
        assert "[5 Movement]" in browser.text
        await browser.press("m", "M", "2", "x", "o", "4", "tab", "shift+tab")
        assert "[4 Line]" in browser.text


async def test_click_on_the_key_bar_presses_the_key(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.pilot.click("KeyBar", offset=(1, 0))
        await browser.settle()
        assert browser.lines[0].startswith(" Fri 13 Mar 2026")


def test_every_key_has_a_help_text_and_a_unique_name() -> None:
    names = [key.name for key in EVERYWHERE]
    assert len(names) == len(set(names))
    assert all(key.does for key in EVERYWHERE)


def test_key_bar_has_the_keys_of_every_screen_after_the_first_words() -> None:
    keys = [Key(word, word[0], word, "", word) for word in ("day", "filter", "open", "table")]
    help_key = next(key for key in EVERYWHERE if key.name == "help")
    assert bar_of((Key("new", "n", "new", ""), *keys), "help") == (*keys[:3], help_key, keys[3])


def test_settings_without_a_file_save_nothing() -> None:
    Settings().save()


async def test_command_of_a_closed_screen_does_nothing(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("F")
        await browser.burst("ctrl+p", *"back to the text", "enter", "escape")
        assert browser.lines[0].startswith(" Sun 22 Nov") or "fixtures in" in browser.lines[0]


async def test_help_wraps_its_lines_in_the_smallest_terminal(browsing: Browsing) -> None:
    async with browsing(width=60, height=15) as browser:
        await browser.press("question_mark")
        assert browser.line_with("the previous day").strip("│ ").endswith("with fixtures;")
        assert "with a filter, those it finds" in browser.text


@pytest.mark.parametrize(
    "content",
    [
        '{"theme": ["x"]}',
        '{"lang": 5}',
        '{"utc": "no"}',
        '{"followed": {"a.db": {"teams": 5}}}',
        "[]",
        "[" * 100_000,
    ],
    ids=["theme", "language", "zone", "followed", "list", "deep"],
)
def test_invalid_state_file_raises_an_error_that_names_it(tmp_path: Path, content: str) -> None:
    file = tmp_path / "browse.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableSettings, match=re.escape(str(file))):
        read_settings(file)


def test_browser_error_sets_the_exit_code(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(app: BrowseApp) -> None:
        app.browsing.reader.close()
        app._return_code = 1

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(BrowseApp, "run", broken)
    with pytest.raises(SystemExit) as ended:
        main(["browse", str(sample)])
    assert ended.value.code == 1
