"""The first screen: a day of fixtures by league."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from footydata.football.records import (
    BookmakerRecord,
    CountryRecord,
    FairLine,
    FixtureRecord,
    LeagueRecord,
    OddsRecord,
    SeasonRecord,
    TeamFixture,
    TeamRecord,
)
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from tests.new_databases import new_database

from .conftest import Browsing


def ts(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file with three days of fixtures: 1 March, 3 March (without times), 8 March 2026."""
    path = tmp_path / "small.db"
    fixtures = [
        FixtureRecord(
            1, 39, 1, 1, 2, ts("2026-03-01T23:30"), status="finished", home_goals=2, away_goals=1
        ),
        FixtureRecord(
            2,
            39,
            1,
            3,
            4,
            ts("2026-03-03T00:00"),
            time_known=0,
            status="finished",
            home_goals=0,
            away_goals=0,
        ),
        FixtureRecord(3, 39, 1, 4, 1, ts("2026-03-08T15:00"), state_detail="postponed"),
        FixtureRecord(4, 39, 1, 2, 3, ts("2026-03-08T15:00")),
        FixtureRecord(
            5, 45, None, 2, 3, ts("2026-03-08T16:00"), status="live", home_goals=1, away_goals=0
        ),
    ]
    with closing(open_database(new_database(path))) as connection:
        upsert(connection, "country", [CountryRecord("GB-ENG", "England", "country")])
        upsert(connection, "league", [LeagueRecord(39, "Premier League", "EPL", "GB-ENG")])
        upsert(connection, "league", [LeagueRecord(45, "FA Cup", None, "GB-ENG", has_standings=0)])
        upsert(connection, "season", [SeasonRecord(1, 39, "25/26", 2025, 1)])
        names = ("Málaga [b]Town", "Northfell", "Kessock \x1b[31m Red", "Ōsaka 大阪")
        upsert(connection, "team", [TeamRecord(place, name) for place, name in enumerate(names, 1)])
        upsert(connection, "fixture", fixtures)
        sides = [
            TeamFixture(team, row.kickoff_ts, row.id)
            for row in fixtures
            for team in (row.home_id, row.away_id)
        ]
        upsert(connection, "team_fixture", sides)
        connection.commit()
    return path


async def test_browser_opens_on_today_if_it_has_fixtures(browsing: Browsing) -> None:
    async with browsing() as browser:
        assert browser.lines[0].startswith(" Sat 14 Mar 2026 · today · ")
        assert "live" in browser.lines[0]
        assert "[Sat 14]" in browser.lines[1]
        assert "England · Crown League" in browser.text


async def test_day_lists_fixtures_by_league_with_their_figures(
    browsing: Browsing, sample: Path
) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        row = connection.execute(
            "select home.name, home_goals || '-' || away_goals, home_corners || '-' || away_corners "
            "from fixture join team as home on home.id = home_id "
            "where status = 'finished' and esports = 0 and kickoff_ts >= ? order by league_id, kickoff_ts limit 1",
            (ts("2026-03-14T00:00"),),
        ).fetchone()
    async with browsing(height=60) as browser:
        line = browser.line_with(row[0])
        assert row[1] in line
        assert row[2] in line
        assert line[1:].split()[1] == "FT"


async def test_live_fixture_shows_its_minute(browsing: Browsing, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        name, minute = connection.execute(
            "select home.name, max(odds_tick.minute) from odds_tick join fixture on fixture.id = fixture_id "
            "join team as home on home.id = home_id where status = 'live' and esports = 0 "
            "group by fixture.id order by kickoff_ts, fixture.id limit 1"
        ).fetchone()
    async with browsing(width=120, height=60) as browser:
        assert browser.line_with(name).split()[1] == f"{minute}'"


async def test_old_file_opens_on_its_last_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2027-01-01T12:00")) as browser:
        assert "Sun 8 Mar 2026 · 9 months ago" in browser.lines[0]


async def test_future_file_opens_on_its_first_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2025-12-30T12:00")) as browser:
        assert "Sun 1 Mar 2026 · in 2 months" in browser.lines[0]


async def test_left_and_right_keys_change_the_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-03T12:00")) as browser:
        await browser.press("left", "left")
        assert "Sun 1 Mar 2026" in browser.lines[0]
        assert "2-1" in browser.text
        await browser.press("right")
        assert "Mon 2 Mar 2026 · yesterday" in browser.lines[0]


async def test_empty_day_names_the_nearest_days_with_fixtures(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-05T12:00")) as browser:
        await browser.press("t")
        assert "No fixtures on Thu 5 Mar 2026." in browser.text
        assert "p   Tue 3 Mar 2026 is the nearest day before" in browser.text
        assert "n   Sun 8 Mar 2026 is the nearest day after" in browser.text
        await browser.press("n")
        assert "Sun 8 Mar 2026" in browser.lines[0]
        await browser.press("p")
        assert "Tue 3 Mar 2026" in browser.lines[0]


async def test_next_day_key_says_when_there_is_no_further_day(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.press("n")
        assert browser.notifications == "There are no fixtures after Sun 8 Mar 2026."


async def test_empty_file_says_how_to_load_fixtures(browsing: Browsing, tmp_path: Path) -> None:
    open_database(tmp_path / "empty.db").close()
    async with browsing(tmp_path / "empty.db") as browser:
        assert "There are no fixtures in this file yet." in browser.text
        assert "footydata load empty.db FILE..." in browser.text


async def test_typed_date_opens_that_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.burst("d", "3", "space", *"mar")  # faster than the box opens
        assert "= Tue 3 Mar 2026" in browser.text
        await browser.press("enter")
        assert "Tue 3 Mar 2026" in browser.lines[0]


async def test_dates_outside_the_years_of_football_are_refused(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.press("d")
        await browser.type("2199-12-31")
        await browser.press("enter", "right")
        assert "Tue 31 Dec 2199 · in 173 years" in browser.lines[0]


async def test_empty_date_keeps_the_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.press("d", "enter")
        assert "Sun 8 Mar 2026" in browser.lines[0]


async def test_invalid_date_keeps_the_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        await browser.press("d")
        await browser.type("31 feb")
        await browser.press("enter")
        assert "not a date yet" in browser.text
        await browser.press("escape")
        assert "Sun 8 Mar 2026" in browser.lines[0]


async def test_fixture_without_a_time_keeps_its_date_in_every_zone(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(
        small, at=ts("2026-03-03T18:00"), zone=ZoneInfo("America/New_York")
    ) as browser:
        assert "Tue 3 Mar 2026 · today · 1 fixture" in browser.lines[0]
        assert "--:--" in browser.line_with("0-0")


async def test_local_day_begins_at_local_midnight(browsing: Browsing, small: Path) -> None:
    async with browsing(
        small, at=ts("2026-03-02T12:00"), zone=ZoneInfo("Europe/Berlin")
    ) as browser:
        assert "Mon 2 Mar 2026 · today · 1 fixture" in browser.lines[0]
        assert "00:30" in browser.line_with("2-1")
        assert browser.lines[2].startswith(" Local")


async def test_z_key_switches_to_utc_and_back(browsing: Browsing, small: Path) -> None:
    async with browsing(
        small, at=ts("2026-03-08T12:00"), zone=ZoneInfo("Europe/Berlin")
    ) as browser:
        assert "local time, CET" in browser.lines[0]
        assert "16:00" in browser.line_with("Northfell")
        await browser.press("z")
        assert browser.lines[0].endswith(" UTC")
        assert browser.lines[2].startswith(" UTC")
        assert "15:00" in browser.line_with("Northfell")


async def test_day_abbreviates_the_states_of_fixtures(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30"), width=120, height=30) as browser:
        assert browser.line_with("Ōsaka").split()[1] == "postp."
        assert browser.line_with("1-0").split()[1] == "live"
        assert browser.line_with("Northfell").startswith(" 15:00         ")


async def test_overdue_fixture_says_that_its_result_is_missing(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-09T16:30")) as browser:
        assert " 15:00 no res. " in browser.line_with("Kessock")


async def test_names_are_shown_without_markup_or_control_characters(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00"), width=120, height=30) as browser:
        assert "Málaga [b]Town" in browser.text
        assert r"Kessock \x1b[31m Red" in browser.text
        assert "\x1b" not in browser.text


async def test_wide_characters_keep_columns_aligned(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00"), width=120, height=30) as browser:
        strips = browser.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {120}


@pytest.mark.parametrize("width", [60, 70, 80, 100, 120, 139, 200])
async def test_list_fits_every_width(browsing: Browsing, width: int) -> None:
    async with browsing(width=width) as browser:
        strips = browser.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {width}
        assert "Sat 14 Mar" in browser.lines[0]


async def test_wider_terminal_shows_more_columns(browsing: Browsing) -> None:
    async with browsing() as browser:
        assert " ".join(browser.lines[2].split()) == "UTC Home Score Away Corners Goal l."
        await browser.pilot.resize_terminal(100, 24)
        await browser.settle()
        assert browser.lines[2].split()[4:] == ["Corners", "Corner", "l.", "Cards", "Goal", "l."]
        await browser.pilot.resize_terminal(120, 24)
        await browser.settle()
        assert browser.lines[2].split()[4:] == [
            "Corners",
            "Corner",
            "l.",
            "Cards",
            "Goal",
            "l.",
            "1",
            "X",
            "2",
        ]
        await browser.pilot.resize_terminal(60, 24)
        await browser.settle()
        assert browser.lines[2].split() == ["UTC", "Home", "Score", "Away", "Corners"]


async def test_empty_column_is_left_out(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30"), width=120, height=30) as browser:
        assert browser.lines[2].split() == ["UTC", "Home", "Score", "Away"]


async def test_two_digit_scores_keep_dashes_aligned(browsing: Browsing, small: Path) -> None:
    with closing(open_database(small)) as connection:
        connection.execute(
            "update fixture set status = 'finished', home_goals = 10, away_goals = 11 where id = 4"
        )
        connection.commit()
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        assert (
            len({line.index("-") for line in browser.lines[3:-1] if "-1" in line or "1-" in line})
            == 1
        )


async def test_corner_lines_stand_beside_corners(browsing: Browsing, small: Path) -> None:
    with closing(open_database(small)) as connection:
        upsert(connection, "bookmaker", [BookmakerRecord(8, "Kestrel", "kestrel", 1)])
        upsert(
            connection,
            "odds",
            [OddsRecord(4, 8, "corner_line", opening_line=9.5, closing_line=9.75)],
        )
        upsert(
            connection,
            "fair_line",
            [FairLine(4, "corner_line", 10.25, 1.98, 2.02, None, 5.6, 4.4, "x", 300, 0)],
        )
        connection.commit()
    async with browsing(small, at=ts("2026-03-08T12:00"), width=120, height=30) as browser:
        assert browser.lines[2].split()[-3:] == ["Corner", "l.", "Fair"]
        assert browser.line_with("Northfell").split()[-2:] == ["9.75", "10.25"]


async def test_cursor_steps_over_headings(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T12:00")) as browser:
        assert "Ōsaka" in browser.cursor_line
        await browser.press("down", "down")
        assert "16:00" in browser.cursor_line
        await browser.press("down")
        assert "16:00" in browser.cursor_line
        await browser.press("home")
        assert "Ōsaka" in browser.cursor_line
        await browser.press("tab")
        assert "16:00" in browser.cursor_line
        await browser.press("shift+tab")
        assert "Ōsaka" in browser.cursor_line
        await browser.press("end", "pageup", "pagedown")
        assert "16:00" in browser.cursor_line


async def test_cursor_stays_in_sight_on_a_long_day(browsing: Browsing) -> None:
    async with browsing(height=15) as browser:
        await browser.press("end")
        last = browser.cursor_line
        assert "Liga Sol" not in last
        await browser.press("home")
        assert browser.lines[3].startswith(" England · Crown League")
        await browser.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert browser.cursor_line == last


async def test_lower_terminal_keeps_the_cursor_in_sight(browsing: Browsing) -> None:
    async with browsing(height=40) as browser:
        await browser.press("end")
        last = browser.cursor_line
        await browser.pilot.resize_terminal(80, 15)
        await browser.settle()
        assert browser.cursor_line == last


async def test_r_key_reloads_the_file_and_keeps_the_cursor(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        await browser.press("down")
        cursor_line = browser.cursor_line
        with closing(open_database(small)) as connection:
            connection.execute("update fixture set home_goals = 4 where id = 5")
            connection.commit()
        await browser.press("r")
        assert "4-0" in browser.text
        assert browser.cursor_line == cursor_line


async def test_deleted_file_is_reported_and_shown_again_once_restored(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        away = small.with_name("away.db")
        small.rename(away)
        await browser.press("r")
        assert "could not be read" in browser.lines[0]
        assert "does not exist" in " ".join(browser.text.split())
        assert "Sun 8" not in browser.text
        assert "Northfell" not in browser.text
        away.rename(small)
        await browser.press("r")
        assert "Northfell" in browser.text


async def test_unreadable_file_is_reported_in_place_of_its_fixtures(
    browsing: Browsing, small: Path
) -> None:
    with closing(open_database(small)) as connection:
        connection.execute("alter table fixture rename to hidden")
        connection.commit()
        async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
            assert "small.db could not be read" in browser.lines[0]
            assert "r   read it again" in browser.text
            connection.execute("alter table hidden rename to fixture")
            connection.commit()
            await browser.press("r")
            assert "Northfell" in browser.text


async def test_z_key_says_when_local_time_is_utc(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("z")
        assert browser.notifications == "Local time is UTC on this machine."


async def test_slow_day_shows_its_date_over_an_empty_list(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        screen = browser.app.screen
        screen.day = datetime(2026, 3, 7, tzinfo=UTC).date()
        screen._show_waiting(screen._reads)
        await browser.pilot.pause()
        assert "Reading…" in browser.text
        assert "Northfell" not in browser.text
        assert browser.lines[0].startswith(" Sat 7 Mar 2026 · yesterday ")
        assert "[Sat 7]" in browser.lines[1]


async def test_click_moves_the_cursor_and_second_click_opens(
    browsing: Browsing, small: Path
) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        await browser.pilot.click("FixtureList", offset=(20, 2))
        await browser.settle()
        assert "Northfell" in browser.cursor_line
        await browser.pilot.click("FixtureList", offset=(20, 2))
        await browser.settle()
        assert "fixture 4" in browser.lines[0]


async def test_click_on_the_week_opens_the_day(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-08T16:30")) as browser:
        await browser.pilot.click("#week", offset=(2, 0))
        await browser.settle()
        assert "Thu 5 Mar 2026" in browser.lines[0]


async def test_week_counts_the_fixtures_of_its_days(browsing: Browsing, small: Path) -> None:
    async with browsing(small, at=ts("2026-03-03T12:00")) as browser:
        assert "Sun 1 x1" in browser.lines[1]
        assert "Mon 2" in browser.lines[1]
        assert "Mon 2 x" not in browser.lines[1]


async def test_capital_t_switches_between_dark_and_light_colours(browsing: Browsing) -> None:
    async with browsing() as browser:
        dark = browser.text
        await browser.press("T")
        assert browser.app.theme == "footydata-light"
        assert browser.text == dark
        await browser.press("T", "T")
        assert browser.app.theme == "footydata-dark"


async def test_q_key_leaves_and_escape_stays(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("escape")
        assert browser.app.is_running
        await browser.pilot.press("q")
        assert browser.app.return_code == 0


async def test_help_lists_every_key_and_scrolls_at_60_by_15(browsing: Browsing) -> None:
    async with browsing(width=60, height=15) as browser:
        await browser.press("question_mark")
        assert "the day before" in browser.line_with("← [")
        assert "leave the browser" not in browser.line_with("Ctrl+Q")
        await browser.press("G")
        assert "leave the browser" in browser.line_with("Ctrl+Q")
        await browser.press("escape")
        assert "Crown League" in browser.text


async def test_terminal_below_60_by_15_asks_for_more_room(browsing: Browsing) -> None:
    async with browsing(width=59, height=15) as browser:
        assert browser.text.strip() == "footydata needs 60 by 15 characters."
        await browser.pilot.resize_terminal(60, 15)
        await browser.settle()
        assert "Crown League" in browser.text
