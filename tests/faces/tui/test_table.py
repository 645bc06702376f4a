"""The table of a league."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from footydata.faces.drawing.lines import text_of, width_of
from footydata.faces.drawing.views import NAMES, layout, view_layout, view_notes
from footydata.faces.reading.leagues import TableOptions, read_table
from footydata.faces.tui.screens.table import TableScreen
from footydata.faces.tui.screens.view_screen import LeaguesScreen
from footydata.faces.tui.targets import LeaguesTarget, TableTarget
from footydata.football.rows import Table as LeagueTable
from footydata.football.terms import DAY, TableType
from footydata.rules.groups import ThirdsRule
from footydata.rules.regulations import tie_breakers
from footydata.store.file.opening import open_read_only
from footydata.store.forecasts import Projection, TeamEnding
from footydata.store.read.seasons.season import TableLimits
from footydata.views import SEASON_VIEWS
from footydata.views.arguments import Clock
from footydata.views.tables import SHOWN, table_view
from footydata.views.view import Block, View
from tests.season_table import standings
from tests.store.read.league import FIRST_DAY, LATER, LEAGUE, SEASON, SmallLeague

from .conftest import Browser, Browsing
from .test_live import look, write

CROWN = 39


def table(
    sample: Path, now: int, type: TableType = TableType.TOTAL, **options: object
) -> LeagueTable:
    with closing(open_read_only(sample)) as connection:
        return standings(connection, TableLimits(type, **options), league_id=CROWN, now=now)


def teams(browser: Browser) -> list[str]:
    """The rows of the table on the screen."""
    return [line[1:] for line in browser.lines[3:-1] if (line[1:].split() or [""])[0].isdigit()]


@pytest.mark.parametrize(
    ("key", "type"),
    [("1", TableType.TOTAL), ("2", TableType.CORNER), ("3", TableType.CARD)],
    ids=str,
)
async def test_number_keys_open_each_type_of_table(
    browsing: Browsing, sample: Path, now: int, key: str, type: TableType
) -> None:
    rows = table(sample, now, type).rows
    async with browsing(height=30) as browser:
        await browser.press("s", key)
        assert [line.split("  ")[1].strip() for line in teams(browser)]
        assert [row.team_name for row in rows] == [line[4:24].strip() for line in teams(browser)]
        assert str(rows[0].played) in teams(browser)[0].split()


async def test_heading_counts_the_fixtures_with_known_figures(
    browsing: Browsing, sample: Path, now: int
) -> None:
    corners = table(sample, now, TableType.CORNER)
    async with browsing(width=120) as browser:
        await browser.press("s")
        assert "known in" not in browser.lines[0]
        await browser.press("2")
        assert f"known in {corners.known} of {corners.played}" in browser.lines[0]


async def test_tab_cycles_through_the_types_of_table(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s")
        assert "[1 Points]" in browser.lines[1]
        await browser.press("tab")
        assert "[2 Corners]" in browser.lines[1]
        await browser.press("shift+tab", "shift+tab")
        assert f"[{len(NAMES)} {[*NAMES.values()][-1]}]" in browser.lines[1]


@pytest.mark.parametrize("name", SEASON_VIEWS)
async def test_a_view_of_a_season_is_a_tab_of_all_its_fixtures(
    browsing: Browsing, sample: Path, now: int, name: str
) -> None:
    with closing(open_read_only(sample)) as connection:
        view = SEASON_VIEWS[name].read()(connection, Clock(now), CROWN)
    async with browsing(width=160) as browser:
        await browser.press("s", "v", str([*NAMES].index(name) + 1))
        assert browser.lines[2].split() == [each.head for each in view.shown]
        assert browser.app.screen.view.rows == view.rows
        await browser.press("down", "v")
        assert "all fixtures of the season" in browser.notifications
        assert "all fixtures · whole match" in browser.lines[1]
        row = browser.app.screen.row
        await browser.press("R")
        assert browser.app.screen.row is row
        await browser.press("enter")
        assert row.team_name in browser.lines[0]


async def test_v_key_shows_home_and_away(browsing: Browsing, sample: Path, now: int) -> None:
    first = table(sample, now, venue="home").rows[0]
    async with browsing(width=160) as browser:
        await browser.press("s", "v")
        assert "home · whole match" in browser.lines[1]
        assert teams(browser)[0].split()[1] == first.team_name.split()[0]
        await browser.press("v")
        assert "away · whole match" in browser.lines[1]


async def test_h_key_shows_the_first_half_except_for_cards(browsing: Browsing) -> None:
    async with browsing(width=160) as browser:
        await browser.press("s", "h")
        assert "first half" in browser.lines[1]
        await browser.press("3")
        assert "whole match" in browser.lines[1]
        await browser.press("h")
        assert browser.notifications == "Cards are not recorded by half."


async def test_left_and_right_keys_change_the_season(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s")
        assert browser.lines[0].startswith(" England · Crown League · 25/26")
        await browser.press("left")
        assert browser.lines[0].startswith(" England · Crown League · 24/25")
        await browser.press("left", "right", "right")
        assert browser.lines[0].startswith(" England · Crown League · 25/26")
        assert "There is no older season here." in browser.notifications
        assert "This is the newest season here." in browser.notifications


async def test_enter_opens_the_team(browsing: Browsing, sample: Path, now: int) -> None:
    second = table(sample, now).rows[1].team_name
    async with browsing(width=120) as browser:
        await browser.press("s", "home", "down", "enter")
        assert browser.lines[0].startswith(f" {second}")
        assert all(second in line for line in browser.lines[8:-1])


async def test_team_of_an_older_table_opens_in_its_season(browsing: Browsing) -> None:
    async with browsing(width=120) as browser:
        await browser.press("s", "left", "enter")
        assert browser.cursor_line.startswith(("▌2024", "▌2025-01"))
        await browser.press("escape", "S")
        assert browser.lines[0].startswith(" England · Crown League · 24/25")


async def test_cursor_keeps_its_team_between_types_of_table(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("s", "down", "down")
        team = browser.cursor_line[5:24].strip()
        await browser.press("2")
        assert browser.cursor_line[5:24].strip() == team


async def test_small_terminal_scrolls_to_the_last_note(
    browsing: Browsing, sample: Path, now: int
) -> None:
    assert table(sample, now).adjustments
    async with browsing(height=15) as browser:
        await browser.press("s", "end")
        assert table(sample, now).adjustments[-1].reason in " ".join(browser.text.split())
        await browser.press("home")
        assert teams(browser)[0].split()[0] == "1"
        await browser.press("pagedown", "pageup")
        assert browser.cursor_line.split()[1] == "1"


PROJECTION = Projection(
    league_id=39,
    league="Crown League",
    season_id=1,
    season="25/26",
    as_of_ts=0,
    computed_ts=0,
    runs=2_000,
    model="goals",
    fixtures_used=500,
    to_come=100,
    added=0,
    zones=(),
    notes=(
        "the fixtures to come are taken as independent of one another, and every strength as it is now",
    ),
    teams=(),
)


async def test_notes_that_are_wider_than_the_terminal_go_on_below(browsing: Browsing) -> None:
    meaning = "At the end: points in four of five of 2,000 runs, and the chances."
    async with browsing(width=120, height=40) as browser:
        await browser.press("s")
        screen = browser.app.screen
        team_id = screen.row.team_id
        ending = TeamEnding(team_id, "", 1, 22, 42, 60.0, 55.0, 66.0, (0.6, 0.4), {})
        projection = PROJECTION._replace(teams=(ending,))
        screen._show(screen._content._replace(projection=projection))
        await browser.settle()
        text = " ".join(browser.text.split())
        assert "55-66 pts 1st 60%" in text
        assert meaning in text
        assert "every strength as it is now" in text
        await browser.pilot.resize_terminal(80, 40)
        await browser.settle()
        text = " ".join(browser.text.split())
        assert meaning not in text
        assert "A wider terminal shows at the end of the rows how the season may end." in text
        doubt = (
            "two clubs of the table may be one, as none of their fixtures is known "
            "to have been played on one day"
        )
        screen.show_view(screen.view._replace(doubts=[doubt]))
        await browser.settle()
        assert "to have been played on one day" in " ".join(browser.text.split())


async def test_the_key_line_of_80_columns_names_venue_half_and_sorting(browsing: Browsing) -> None:
    async with browsing() as browser:
        assert "Ctrl+P go to" in browser.lines[-1]
        await browser.press("s")
        assert all(f"  {keys}" in browser.lines[-1] for keys in ("v venue", "h half", "<>R sort"))


async def test_cup_without_a_table_says_so(browsing: Browsing, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        kickoff = connection.execute(
            "select max(kickoff_ts) from fixture where league_id = 45"
        ).fetchone()[0]
    async with browsing(at=kickoff) as browser:
        await browser.press("slash")
        await browser.type("lantern")
        await browser.press("enter", "s")
        assert "Lantern Cup has no league table" in browser.text


async def test_unavailable_table_says_why(browsing: Browsing, sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("update fixture set home_corners = null, away_corners = null")
        connection.commit()
    async with browsing(copy) as browser:
        await browser.press("s", "2")
        text = " ".join(browser.text.split())
        assert "a reliable table needs nine in ten." in text
        assert f"1 to {len(NAMES)} another kind" in text
        await browser.press("enter", "1")
        assert teams(browser)


@pytest.mark.parametrize("width", [36, 44, 60, 79, 119])
@pytest.mark.parametrize("type", list(TableType), ids=str)
def test_table_rows_and_heads_fit_the_width(
    sample: Path, now: int, type: TableType, width: int
) -> None:
    row = table(sample, now, type).rows[0]
    own = layout(SHOWN[type], [row], width)
    assert width_of(own.line(row)) == width_of(own.head()) <= width + 2
    assert len(text_of(own.line(row)).rstrip()) <= width


def test_deduction_is_marked_and_explained(sample: Path, now: int) -> None:
    with closing(open_read_only(sample)) as connection:
        view = table_view(connection, Clock(now), CROWN)
    row = next(row for row in view.blocks[0].rows if row.deduction)
    (note,) = [text_of(line) for line in view_notes(view, 200)]
    assert f"{row.points}*" in text_of(view_layout(view, 79).line(row))
    assert note.startswith(f" * {row.team_name}: {row.deduction} points taken ")


async def test_groups_stand_under_their_names(browsing: Browsing, sample: Path, now: int) -> None:
    standing_table = table(sample, now)
    half = len(standing_table.rows) // 2
    rows = [
        row._replace(group="A" if place < half else "B")
        for place, row in enumerate(standing_table.rows)
    ]
    async with browsing() as browser:
        await browser.press("s")
        browser.app.screen.show_view(View((), (), SHOWN[TableType.TOTAL], [Block("", rows)]))
        await browser.settle()
        assert browser.lines[3].startswith(" A ─")
        assert browser.lines[4 + half].startswith(" B ─")


@pytest.fixture
def tournament(tmp_path: Path) -> Path:
    """A cup of three groups, of which the last has no result yet."""
    path = tmp_path / "cup.db"
    league = SmallLeague(path, teams=6, has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 2:0", stage="Group B")
    league.fixture("5-6", stage="Group C")
    league.connection.close()
    return path


async def test_a_cup_opens_at_its_groups(browsing: Browsing, tournament: Path) -> None:
    async with browsing(tournament, width=120, at=LATER) as browser:
        await browser.app.push_screen(LeaguesScreen(browser.app.browsing, LeaguesTarget()))
        await browser.settle()
        assert browser.line_with("Test League").split()[2] == "groups"
        await browser.press("enter")
        await browser.settle()
        assert isinstance(browser.app.screen, TableScreen)
        assert "Group A" in browser.text


async def test_a_cup_of_knock_out_rounds_opens_at_its_fixtures(
    browsing: Browsing, tmp_path: Path
) -> None:
    league = SmallLeague(tmp_path / "cup.db", has_standings=0)
    league.fixture("1-2 1:0", stage="Final")
    league.connection.close()
    async with browsing(tmp_path / "cup.db", width=120, at=LATER) as browser:
        await browser.app.push_screen(LeaguesScreen(browser.app.browsing, LeaguesTarget()))
        await browser.settle()
        assert "no table" in browser.line_with("Test League")
        await browser.press("enter")
        await browser.settle()
        assert not isinstance(browser.app.screen, TableScreen)


async def test_cursor_goes_from_group_to_group_and_a_click_chooses_a_team(
    browsing: Browsing, tournament: Path
) -> None:
    async with browsing(tournament, width=120, at=LATER) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, LATER))
        )
        await browser.settle()
        assert browser.lines[3].startswith(" Group A ─")
        await browser.press("down", "down")
        assert browser.app.screen.row.team_name == "C"
        assert browser.cursor_line.startswith("▌1  C")
        await browser.pilot.click("DrawnList", offset=(10, 2))
        await browser.settle()
        assert browser.app.screen.row.team_name == "B"
        assert "Group C: no table" in browser.text


async def test_third_places_are_one_more_group(
    browsing: Browsing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = ThirdsRule(1, tie_breakers("goal difference"), "", {}, "a test")
    monkeypatch.setattr("footydata.store.read.seasons.season.thirds_of", lambda *_: rule)
    league = SmallLeague(tmp_path / "cup.db", teams=6, has_standings=0)
    for text in ("1-2 1:0", "2-3 1:0", "3-1 0:1"):
        league.fixture(text, stage="Group A")
    for text in ("4-5 1:0", "5-6 1:0", "6-4 0:2"):
        league.fixture(text, stage="Group B")
    league.connection.close()
    async with browsing(tmp_path / "cup.db", width=200, at=LATER) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, LATER))
        )
        await browser.settle()
        assert "Third places" in browser.text
        assert "1▁ C" in browser.text and "2▁ F" not in browser.text
        assert browser.text.count("the rules of this competition") == 1
        view = browser.app.screen.exported()
        assert [(row[0], row[-1]) for row in view.rows[-2:]] == [
            ("Third places", True),
            ("Third places", False),
        ]
        await browser.press("end")
        assert browser.app.screen.row.team_name == "F"


async def test_view_of_groups_has_their_names(browsing: Browsing, tournament: Path) -> None:
    async with browsing(tournament, at=LATER) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, LATER))
        )
        await browser.settle()
        view = browser.app.screen.exported()
        assert view.names[:2] == ["stage", "position"]
        assert [row[0] for row in view.rows] == ["Group A", "Group A", "Group B", "Group B"]


def figures(browser: Browser, column: int) -> list[int]:
    """The figures of a column of the table on the screen, counted from the right; a team's name may have blanks."""
    return [int(line.split()[column].rstrip("*")) for line in teams(browser)]


async def test_keys_sort_a_table_by_any_column(browsing: Browsing) -> None:
    async with browsing(height=30) as browser:
        await browser.press("s")
        by_position = [line[4:24].strip() for line in teams(browser)]
        team = browser.app.screen.row.team_id
        await browser.press("greater_than_sign")
        assert "Team▴" in browser.lines[2]
        assert [line[4:24].strip() for line in teams(browser)] == sorted(by_position)
        assert browser.app.screen.row.team_id == team
        await browser.press("R")
        assert "Team▾" in browser.lines[2]
        assert [line[4:24].strip() for line in teams(browser)] == sorted(by_position, reverse=True)
        await browser.press("less_than_sign", "less_than_sign", "less_than_sign")
        assert "Pts▾" in browser.lines[2]
        await browser.press("less_than_sign", "less_than_sign")
        assert "GA▾" in browser.lines[2]
        assert figures(browser, -4) == sorted(figures(browser, -4), reverse=True)
        assert "▁" not in browser.text
        view = browser.app.screen.exported()
        assert [row[view.names.index("goals_against")] for row in view.rows] == figures(browser, -4)
        await browser.press("2")
        assert "▾" not in browser.lines[2]


async def test_a_click_on_a_head_sorts_by_its_column(browsing: Browsing) -> None:
    async with browsing(height=30) as browser:
        await browser.press("s")
        x = browser.lines[2].index("GF")
        await browser.pilot.click("#head", offset=(x, 0))
        await browser.settle()
        assert figures(browser, -5) == sorted(figures(browser, -5), reverse=True)
        await browser.pilot.click("#head", offset=(x, 0))
        await browser.settle()
        assert figures(browser, -5) == sorted(figures(browser, -5))
        await browser.pilot.click("#head", offset=(3, 0))
        await browser.settle()
        assert figures(browser, 0) == list(range(1, len(figures(browser, 0)) + 1))


async def test_groups_are_sorted_each_by_itself(browsing: Browsing, tournament: Path) -> None:
    async with browsing(tournament, width=120, at=LATER) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, LATER))
        )
        await browser.settle()
        x = browser.lines[2].index("Team")
        await browser.pilot.click("#head", offset=(x, 0))
        await browser.pilot.click("#head", offset=(x, 0))
        await browser.settle()
        assert "Team▾" in browser.lines[2]
        view = browser.app.screen.exported()
        assert [(row[0], row[3]) for row in view.rows] == [
            *(("Group A", "B"), ("Group A", "A"), ("Group B", "D"), ("Group B", "C"))
        ]


async def test_live_key_shows_the_table_as_it_stands(browsing: Browsing, tmp_path: Path) -> None:
    league = SmallLeague(tmp_path / "live.db")
    league.played("1-2 2:0", "3-4 1:0")
    kickoff = FIRST_DAY + 21 * DAY
    league.fixture("2-1 3:0", status="live", kickoff_ts=kickoff)
    league.connection.close()
    async with browsing(tmp_path / "live.db", at=kickoff + 3600) as browser:
        browser.app.look()
        await browser.press("s")
        assert browser.lines[1].endswith("L adds 1 live")
        assert teams(browser)[0].split()[1:3] == ["A", "1"]
        await browser.press("L")
        assert "as it stands, 1 live" in browser.lines[1]
        assert "As it stands: 1 fixture is live" in browser.text
        assert [line.split()[1:3] for line in teams(browser)[:2]] == [["B", "2"], ["C", "1"]]
        assert teams(browser)[0].split()[-1] == "LW"
        write(tmp_path / "live.db", "update fixture set away_goals = 4 where status = 'live'")
        await look(browser)
        assert teams(browser)[0].split()[1:3] == ["A", "2"]
        await browser.press("L")
        assert "As it stands" not in browser.text
    async with browsing(tmp_path / "live.db", at=LATER) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, LATER))
        )
        await browser.press("L")
        assert browser.notifications == "No fixture of this table is live."


async def test_third_places_and_groups_stand_as_live_scores_have_them(
    browsing: Browsing, tmp_path: Path
) -> None:
    league = SmallLeague(tmp_path / "cup.db", teams=2, has_standings=0)
    league.fixture("1-2 0:1", stage="Group A", status="live")
    league.connection.close()
    async with browsing(tmp_path / "cup.db", at=FIRST_DAY + 3600) as browser:
        await browser.app.push_screen(
            TableScreen(browser.app.browsing, TableTarget(LEAGUE, None, FIRST_DAY))
        )
        await browser.settle()
        assert browser.line_with(" A ").split()[-2:] != ["0", "L"]
        await browser.press("L")
        assert browser.line_with("1  B").split()[-2:] == ["3", "W"]
        assert "nothing known here separates" not in browser.text


async def test_table_tabs_name_their_keys(browsing: Browsing) -> None:
    async with browsing(width=160) as browser:
        await browser.press("s", "2", "v", "v", "h")
        more = [f" {number} {name} " for number, name in enumerate(NAMES.values(), 1)][3:]
        tabs = f"  1 Points [2 Corners] 3 Cards {''.join(more)}  away · first half"
        assert browser.lines[1].startswith(tabs)


def test_sample_is_read_at_its_moment(now: int) -> None:
    assert datetime.fromtimestamp(now, UTC).isoformat() == "2026-03-14T15:30:00+00:00"


def test_doubtful_table_says_so_and_what_it_leaves_out() -> None:
    block = Block("", (), doubts=("two clubs are one",), notes=("17 play-off fixtures",))
    notes = [text_of(line).strip() for line in view_notes(View((), (), blocks=[block]), 80)]
    assert notes == ["? doubtful: two clubs are one", "17 play-off fixtures"]


@pytest.mark.parametrize(("zone", "played"), [(UTC, 1), (ZoneInfo("Pacific/Honolulu"), 2)])
def test_the_table_of_a_day_ends_with_the_reader_s_day(
    tmp_path: Path, zone: tzinfo, played: int
) -> None:
    league = SmallLeague(tmp_path / "football.db")
    league.fixture("1-2 3:0")
    league.fixture("1-2 1:0", kickoff_ts=FIRST_DAY + 11 * 3_600)
    options = TableOptions(LEAGUE, SEASON, at=date(2025, 8, 2))
    view = read_table(league.connection, options, now=LATER, zone=zone).view
    assert view is not None
    assert view.about["played"] == played
    assert view.title.endswith("as of 2025-08-02")
