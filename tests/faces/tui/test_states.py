"""How far a fixture is: the minute of a live one, what the screen says of one that nobody ended, and its quotes."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from footydata.football.records import BookmakerRecord, EventRecord, OddsRecord, OddsTickRecord
from footydata.service.replay import Replay
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.rows import upsert
from tests.service.replay.test_replay import Clock

from .conftest import Browser, Browsing
from .test_day import small, ts

__all__ = ["small"]

NOW = ts("2026-03-08T17:20")
"""Eighty minutes after the kickoff of fixture 5 of the small file, which is live."""


@pytest.fixture
def stored(small: Path) -> Iterator[sqlite3.Connection]:
    """The small file, open for writing, with two bookmakers."""
    with closing(open_database(small)) as connection:
        upsert(connection, "bookmaker", [BookmakerRecord(8, "Kestrel", "kestrel", 1)])
        upsert(connection, "odds", [OddsRecord(5, 8, "1x2")])
        connection.commit()
        yield connection


def event(
    minute: int | None, *, half: int = 2, stoppage: int | None = None, type: str = "corner"
) -> EventRecord:
    return EventRecord(
        5, 1, type, half, minute, stoppage, None if type == "period_score" else "home"
    )


def tick(minute: int, at: int) -> OddsTickRecord:
    return OddsTickRecord(5, 8, "1x2", at, 0, minute, None, 1.5, 4.0, 6.0)


def state_of(browser: Browser) -> str:
    """The state in the line of the live fixture."""
    return browser.line_with("1-0").split()[1]


HALF_TIME = event(45, half=1, type="period_score")

MINUTES: dict[str, tuple[Sequence[EventRecord], Sequence[OddsTickRecord], str]] = {
    "an event alone": ([event(63)], [], "≥63'"),
    "an event in stoppage time": ([event(45, half=1, stoppage=2)], [], "≥45+2'"),
    "quotes that know better": ([event(63)], [tick(60, NOW - 900), tick(72, NOW - 60)], "72'"),
    "quotes of before the event": ([event(63)], [tick(55, NOW - 900)], "≥63'"),
    "quotes that are old": ([event(63)], [tick(70, NOW - 900)], "≥70'"),
    "an event of a moment ago": ([event(73)], [tick(72, NOW - 60)], "73'"),
    "half-time by quotes": ([HALF_TIME], [tick(45, NOW - 60)], "HT"),
    "half-time as the last event": ([HALF_TIME], [], "≥HT"),
    "the second half by quotes alone": ([HALF_TIME], [tick(52, NOW - 60)], "52'"),
    "quotes alone": ([], [tick(12, NOW - 60)], "12'"),
    "nothing": ([], [], "live"),
}


@pytest.mark.parametrize(("events", "ticks", "expected"), MINUTES.values(), ids=MINUTES)
async def test_minute_is_the_latest_known_and_marked_if_it_may_be_later(
    browsing: Browsing,
    small: Path,
    stored: sqlite3.Connection,
    events: Sequence[EventRecord],
    ticks: Sequence[OddsTickRecord],
    expected: str,
) -> None:
    upsert(stored, "event", events)
    upsert(stored, "odds_tick", ticks)
    stored.commit()
    async with browsing(small, at=NOW) as browser:
        assert state_of(browser) == expected


async def test_live_fixture_page_shows_its_minute_as_lists_do(
    browsing: Browsing, small: Path, stored: sqlite3.Connection
) -> None:
    upsert(stored, "event", [event(63)])
    stored.commit()
    async with browsing(small, at=NOW) as browser:
        await browser.press("end", "enter")
        assert "live, ≥63'" in browser.text
        upsert(stored, "odds_tick", [tick(72, NOW - 60)])
        stored.commit()
        await browser.press("r")
        assert "live, 72'" in browser.text
    async with browsing(small, at=NOW + 3_600) as browser:
        await browser.press("end", "enter")
        assert "live, ≥72'" in browser.text


async def test_overdue_live_fixture_is_not_counted_as_live(browsing: Browsing, small: Path) -> None:
    def score_style(browser: Browser) -> object:
        strips = browser.app.screen._compositor.render_strips()
        return next(
            part.style.color
            for strip in strips
            for part in strip
            if part.text.strip().rstrip("?") == "1-0"
        )

    async with browsing(small, at=NOW) as browser:
        assert "1 live" in browser.lines[0]
        green = score_style(browser)
    async with browsing(small, at=ts("2026-03-09T17:20"), height=30) as browser:
        assert state_of(browser) == "no"
        assert " 16:00 no res. " in browser.line_with("1-0")
        assert score_style(browser) != green
        assert "live" not in browser.lines[0]
        await browser.press("L")
        assert browser.notifications == "Nothing is live on this day."
        await browser.press("end", "enter")
        assert "no result, live when last seen" in browser.text


async def test_replayed_day_is_live_by_its_own_clock(
    browsing: Browsing, sample: Path, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch.db"
    with closing(open_read_only(sample)) as connection:
        clock = Clock()
        replay = Replay(connection, date(2026, 3, 13))
        steps = replay.play(scratch, speed=1_200, clock=clock, sleep=clock.sleep)
        live = next(step.live for step in steps if step.live)
        async with browsing(scratch, at=ts("2026-11-23T12:00"), day=date(2026, 3, 13)) as browser:
            assert f"{live} live" in browser.lines[0]
            assert "no res." not in browser.text
        steps.close()


async def test_live_fixture_marks_its_quotes_in_play(
    browsing: Browsing, small: Path, stored: sqlite3.Connection
) -> None:
    quoted = {"opening_line": 2.5, "closing_line": 2.75, "inplay_line": 1.25, "inplay_price_1": 1.9}
    upsert(stored, "odds", [OddsRecord(fixture, 8, "goal_line", **quoted) for fixture in (1, 4, 5)])
    upsert(stored, "odds", [OddsRecord(5, 8, "corner_line", closing_line=9.5)])
    stored.commit()
    async with browsing(small, at=NOW, width=100, height=30) as browser:
        assert browser.line_with("1-0").split()[-2:] == ["9.5", "1.25'"]
        assert browser.line_with("Northfell").split()[-1] == "2.75"
        await browser.press("e", "enter")
    written = next(tmp for tmp in small.parent.glob("*.csv")).read_text()
    assert "goal_line" in written.splitlines()[-1]


async def test_prices_from_a_hundred_have_fewer_decimals(
    browsing: Browsing, small: Path, stored: sqlite3.Connection
) -> None:
    prices = {"closing_price_1": 1.01, "closing_price_2": 126.5, "closing_price_3": 1001.0}
    upsert(stored, "odds", [OddsRecord(4, 8, "1x2", **prices)])
    stored.commit()
    async with browsing(small, at=NOW, width=120, height=30) as browser:
        assert browser.line_with("Northfell").split()[-3:] == ["1.01", "126.5", "1001"]
        await browser.press("home", "down", "enter", "3")
        assert "1.01 126.5  1001" in browser.text
