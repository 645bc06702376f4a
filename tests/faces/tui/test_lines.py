"""The tab Line: our lines beside the recorded ones, of past fixtures too."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.faces.tui.screens.fixture import FixtureScreen
from footydata.faces.tui.targets import FixtureTarget
from footydata.football.records import FairLine
from footydata.store.forecasts import write_fair_lines

from .conftest import Browser, Browsing

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


async def line_tab(browser: Browser, fixture_id: int) -> None:
    target = FixtureTarget(fixture_id, "line")
    await browser.app.push_screen(FixtureScreen(browser.app.browsing, target))
    await browser.settle()


async def test_a_finished_fixture_has_our_line_as_of_its_day(
    browsing: Browsing, database: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        fixture_id, kickoff_ts = connection.execute(PAST).fetchone()
    later = Path(shutil.copy(database, tmp_path / "later.db"))
    with closing(sqlite3.connect(later)) as connection:
        connection.execute(
            "update fixture set home_goals = 9, home_corners = 30, home_yellow = 9 "
            "where kickoff_ts >= ? and status = 'finished'",
            (kickoff_ts - kickoff_ts % 86_400,),
        )
        connection.commit()
    rows = []
    for path in (database, later):
        async with browsing(path, height=60, width=100) as browser:
            await line_tab(browser, fixture_id)
            rows.append(browser.line_with(" corner ").split())
            assert "as of its day, from what was known then" in browser.text
    assert len(rows[0]) >= 7
    assert rows[0] == rows[1]


async def test_without_a_line_of_ours_the_recorded_ones_stand_alone(
    browsing: Browsing, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        fixture_id = connection.execute(
            "select fixture_id from odds join fixture on fixture.id = fixture_id where league_id = 39 "
            "order by kickoff_ts, fixture_id limit 1"
        ).fetchone()[0]
    async with browsing(database, height=60) as browser:
        await line_tab(browser, fixture_id)
        assert "recorded" in browser.lines[7] and "fair" not in browser.lines[7]
        assert browser.line_with(" corner ")
        assert "as of its day" not in browser.text


async def test_stored_lines_stay_those_that_were_stored(
    browsing: Browsing, database: Path, now: int
) -> None:
    stored = FairLine(880_440, "corner_line", 10.5, 1.9, 2.1, None, 5.0, 5.2, "a model", 200, now)
    with closing(sqlite3.connect(database)) as connection:
        write_fair_lines(connection, [stored])
        connection.commit()
    async with browsing(database, width=100) as browser:
        await line_tab(browser, stored.fixture_id)
        assert browser.line_with(" corner ").split()[1:4] == ["10.50", "1.90", "2.10"]
        assert "no promise of profit" in browser.text
        assert "as of its day" not in browser.text


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
        await line_tab(browser, fixture_id)
        assert "{:.2f} {:.2f}".format(*prices) in browser.line_with(" corner ")
