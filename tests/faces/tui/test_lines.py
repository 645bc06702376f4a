"""The tab Line: our lines beside the recorded ones, of past fixtures too."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.faces.reading.fixture import LineContent, read_lines
from footydata.faces.tui.screens.fixture import FixtureScreen
from footydata.faces.tui.targets import FixtureTarget
from footydata.football.records import FairLine
from footydata.store.file.opening import open_read_only
from footydata.store.forecasts import write_fair_lines

from .conftest import Browsing

PAST = (
    "select id, kickoff_ts from fixture where league_id = 39 and status = 'finished' "
    "and kickoff_ts between unixepoch('2025-12-01') and unixepoch('2026-01-15') order by kickoff_ts limit 1"
)


@pytest.fixture(scope="module")
def database(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample that has no line of ours for finished fixtures."""
    path = Path(shutil.copy(sample, tmp_path_factory.mktemp("lines") / "sample.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "delete from fair_line where fixture_id in (select id from fixture where status = 'finished')"
        )
        connection.commit()
    return path


def read(path: Path, fixture_id: int, now: int) -> LineContent:
    with closing(open_read_only(path)) as connection:
        return read_lines(connection, fixture_id, now=now)


async def test_a_finished_fixture_has_our_line_as_of_its_day(
    browsing: Browsing, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        fixture_id, _ = connection.execute(PAST).fetchone()
    async with browsing(database, height=60, width=100) as browser:
        await browser.app.push_screen(
            FixtureScreen(browser.app.browsing, FixtureTarget(fixture_id, "line"))
        )
        await browser.settle()
        heading = browser.line_with("Fair against recorded")
        assert "ours as of" in heading and "recorded at the close" in heading
        row = browser.line_with("Corner line").split()
        assert len(row) >= 9
        await browser.press("end")
        assert "from what was known then; none were stored" in browser.line_with("As of")
        assert "00:00" in browser.line_with("As of")


def test_our_line_of_a_past_day_knows_nothing_of_later_ones(
    database: Path, now: int, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        fixture_id, kickoff_ts = connection.execute(PAST).fetchone()
    before = read(database, fixture_id, now)
    later = Path(shutil.copy(database, tmp_path / "later.db"))
    with closing(sqlite3.connect(later)) as connection:
        connection.execute(
            "update fixture set home_goals = 9, home_corners = 30, home_yellow = 9 "
            "where kickoff_ts >= ? and status = 'finished'",
            (kickoff_ts - kickoff_ts % 86_400,),
        )
        connection.commit()
    assert before.fair_lines
    assert before.as_of_ts == kickoff_ts - kickoff_ts % 86_400
    assert read(later, fixture_id, now).fair_lines == before.fair_lines


async def test_without_a_line_of_ours_the_recorded_ones_stand_alone(
    browsing: Browsing, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        fixture_id = connection.execute(
            "select fixture_id from odds join fixture on fixture.id = fixture_id where league_id = 39 "
            "order by kickoff_ts, fixture_id limit 1"
        ).fetchone()[0]
    async with browsing(database, height=60) as browser:
        await browser.app.push_screen(
            FixtureScreen(browser.app.browsing, FixtureTarget(fixture_id, "line"))
        )
        await browser.settle()
        assert browser.line_with("Corner line").split()[-1] == "Kestrel"
        assert "No line of ours: " in browser.text


def test_stored_lines_stay_those_that_were_stored(database: Path, now: int) -> None:
    stored = FairLine(880_440, "corner_line", 10.5, 1.9, 2.1, None, 5.0, 5.2, "a model", 200, now)
    with closing(sqlite3.connect(database)) as connection:
        write_fair_lines(connection, [stored])
        connection.commit()
    assert read(database, stored.fixture_id, now) == LineContent([stored])


LIVE = (
    "select fixture.id from fixture join odds on odds.fixture_id = fixture.id and market = 'corner_line' "
    "where status = 'live' and esports = 0 and inplay_line is not null and closing_line is not null order by 1 limit 1"
)


async def test_a_live_fixture_is_compared_at_the_close(browsing: Browsing, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        (fixture_id,) = connection.execute(LIVE).fetchone()
        prices = connection.execute(
            "select closing_price_1, closing_price_2 from odds join bookmaker on bookmaker.id = bookmaker_id "
            "where fixture_id = ? and market = 'corner_line' and is_default",
            (fixture_id,),
        ).fetchone()
    async with browsing(height=60, width=100) as browser:
        await browser.app.push_screen(
            FixtureScreen(browser.app.browsing, FixtureTarget(fixture_id, "line"))
        )
        await browser.settle()
        assert "recorded at the close" in browser.text
        assert "{:.2f} {:.2f}".format(*prices) in browser.line_with(" Corner line ")


async def test_a_narrow_terminal_leaves_out_how_far_lines_are_apart(browsing: Browsing) -> None:
    async with browsing(width=60) as browser:
        await browser.press("down", "enter", "4")
        assert browser.line_with(" fair ").split() == ["fair", "recorded"]
        assert browser.line_with(" Match result ").split()[-1].replace(".", "").isdigit()
