"""The pages in words in a real browser: they fit its screen and theme, follow what is live, and know its time zone."""

import re
import sqlite3
from contextlib import closing

import pytest

from tests.service.browser import COMMAND, browser
from tests.service.serving.conftest import launched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMMAND is None, reason="needs Chromium: the pages can't be looked at"),
]


OFTEN = "const every = setInterval; window.setInterval = (work) => every(work, 50)"
"""A script that makes a page ask for what is new twenty times a second."""


@pytest.fixture
def server(database, tmp_path, monkeypatch):
    monkeypatch.setenv("FOOTYDATA_NOW", "2026-03-14T15:30")
    with launched("footydata", database, tmp_path, forked=False) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def live(database):
    """A fixture in play, with its league and home side."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(
            "select id, league_id, home_id from fixture where status = 'live' and esports = 0 order by id limit 1"
        ).fetchone()


def test_pages_fit_the_screen_and_are_as_dark_as_the_reader_has_it(server, live):
    fixture, league, team = live
    kinds = (
        "",
        f"football/-/fixture/{fixture}",
        f"football/-/league/{league}",
        f"football/-/team/{team}",
    )
    with browser() as page:
        for path in (*kinds, "football/-/day/1999-01-01", "-/footydata/guide/columns"):
            for width in (390, 1280):
                for is_dark in (False, True):
                    page.open(f"{server}/{path}", width=width, is_dark=is_dark)
                    assert page.ask("document.documentElement.scrollWidth") <= width, path
                    ground = page.ask("getComputedStyle(document.body).backgroundColor")
                    assert (sum(map(int, re.findall(r"\d+", ground))) < 3 * 128) is is_dark, path
        assert page.said == []


def test_times_are_those_of_the_readers_zone(server, live, database):
    _, league, _ = live
    with closing(sqlite3.connect(database)) as connection, connection:
        (late,) = connection.execute(
            "select id from fixture where league_id = ? and kickoff_utc > '2026-03-14 16' order by kickoff_ts",
            [league],
        ).fetchone()
        connection.execute(
            "update fixture set kickoff_ts = unixepoch('2026-03-14 23:30') where id = ?", [late]
        )
    at_late = f"document.querySelector('a[href$=\"/{late}\"] .at').innerText"
    note = "document.querySelector('.note').innerText"
    with browser() as page:
        page.open(f"{server}/", zone="UTC")
        assert page.ask(at_late) == "23:30"
        assert "live. Times are UTC." in page.ask(note)
        # The day is asked for again once the server knows the zone.
        is_own_day = (
            "document.readyState === 'complete' && document.querySelector('[data-own-day=yes]')"
        )
        page.open(f"{server}/", zone="America/New_York")
        page.until(is_own_day)
        assert page.ask(at_late) == "19:30"
        assert "Times are those of America/New York." in page.ask(note)
        page.open(f"{server}/football/-/day/2026-03-15", zone="Europe/Berlin")
        page.until(is_own_day)
        assert page.ask(at_late) == "00:30"
        assert "Times are those of Europe/Berlin." in page.ask(note)
        page.open(f"{server}/football/-/league/{league}", zone="Europe/Berlin")
        assert page.ask(at_late).split("\n") == ["Sun 15 Mar", "00:30"]
        assert "Times are those of Europe/Berlin." in page.ask(
            "document.querySelector('#fixtures').innerText"
        )
        page.open(f"{server}/football/-/fixture/{late}", zone="Europe/Berlin")
        assert page.ask("document.querySelector('.state a').pathname").endswith("/2026-03-15")
        states = "[...document.querySelectorAll('.state')].map((each) => each.innerText).join(' ')"
        assert "Sat 14 Mar 2026, 23:30 UTC, Sun 00:30 in Europe/Berlin" in page.ask(states)
        assert page.said == []


def test_a_live_page_follows_the_file_and_keeps_what_the_reader_opened(server, live, database):
    fixture, *_ = live
    with browser() as page:
        page.before_each_page(OFTEN)
        page.open(f"{server}/football/-/fixture/{fixture}", zone="Europe/Berlin")
        before = page.ask("document.querySelector('h1 .score').innerText")
        page.ask("document.querySelector('#market-card_line').open = true")
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute(
                "update fixture set home_goals = home_goals + 7 where id = ?", [fixture]
            )
        page.until(f"document.querySelector('h1 .score').innerText !== '{before}'")
        assert page.ask("document.querySelector('#market-card_line').open")
        assert "15:00 in Europe/Berlin" in page.ask("document.querySelector('#fixture').innerText")
        assert page.said == []


def test_a_live_page_follows_the_file_while_the_reader_is_at_one_of_its_markets(
    server, live, database
):
    fixture, *_ = live
    with browser() as page:
        page.before_each_page(OFTEN)
        page.open(f"{server}/football/-/fixture/{fixture}")
        page.ask("document.querySelector('#market-card_line > summary').focus()")
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("update fixture set home_goals = 17 where id = ?", [fixture])
        page.until("document.querySelector('h1 .score').innerText.startsWith('17-')")
        assert page.ask("document.activeElement.closest('details')?.id") == "market-card_line"
        assert " 17-" in page.ask("document.title")
        assert page.said == []


def test_a_league_follows_a_fixture_from_before_its_kickoff_to_its_end(server, live, database):
    _, league, _ = live
    with closing(sqlite3.connect(database)) as connection, connection:
        (coming,) = connection.execute(
            "select id from fixture where league_id = ? and kickoff_utc > '2026-03-14 16' order by kickoff_ts",
            [league],
        ).fetchone()
        connection.execute("update fixture set status = 'finished' where status = 'live'")
    state = f"document.querySelector(`a[href$='/{coming}']`).innerText"
    with browser() as page:
        page.before_each_page(OFTEN)
        page.open(f"{server}/football/-/league/{league}")
        for values, shown in (
            ("status = 'live', home_goals = 0, away_goals = 0", "0-0"),
            ("home_goals = 8", "8-0"),
            ("status = 'finished'", "FT"),
        ):
            with closing(sqlite3.connect(database)) as connection, connection:
                connection.execute(f"update fixture set {values} where id = ?", [coming])
            page.until(f"{state}.includes('{shown}')")
        assert page.said == []


def test_the_first_page_goes_on_to_the_next_day(database, tmp_path, monkeypatch):
    monkeypatch.setenv("FOOTYDATA_NOW", "2026-03-14T23:59:50")
    with (
        launched("footydata", database, tmp_path, forked=False) as server,
        browser() as page,
    ):
        page.before_each_page(OFTEN)
        page.open(f"http://127.0.0.1:{server.port}/")
        page.until("document.querySelector('h1').innerText === 'Sun 15 Mar 2026, today'")
        assert page.ask("document.querySelector('.days [aria-current] span').innerText") == "today"
        assert page.ask("document.title") == "Sun 15 Mar 2026, today"
