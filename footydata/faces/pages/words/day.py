"""The first page: a day with its fixtures, the live ones first, the days around it, and the leagues of the file."""

import sqlite3
from collections.abc import Iterable
from datetime import UTC, date
from itertools import groupby
from typing import Any

from footydata.faces.drawing.fixtures import is_live, live_minute
from footydata.faces.pages.words.listing import FixtureLine, fixture_lines, is_quoted
from footydata.faces.reading.days import (
    DayContent,
    DayOptions,
    next_day,
    read_day,
    read_nearest_day,
)
from footydata.faces.zone import ClockZone, long_date, relative_day, short_date
from footydata.football.moments import EARLIEST, LATEST
from footydata.football.rows import LeagueRow
from footydata.football.terms import Order
from footydata.football.wording import plural
from footydata.store.bookmakers import default_bookmaker
from footydata.store.page_sql import READY
from footydata.store.read.days import ListedFixture

UTC_DAYS = ClockZone(UTC)
MANY_LEAGUES = 60
"""From how many leagues on those of a country are folded."""
MOST_FIXTURES = 300
"""The fixtures that a page of a day shows; the table of the same day has all."""


def day_content(
    connection: sqlite3.Connection,
    on: date | None,
    *,
    now: int,
    esports: bool,
    zone: ClockZone,
) -> dict[str, Any]:
    """What the page of a day shows; on: None for today, or the nearest day with fixtures. zone: where it begins."""
    options = DayOptions(zone, esports)
    today = zone.today(now)
    read = (
        read_day(connection, on, options=options)
        if on
        else read_nearest_day(connection, today, options=options)
    )
    listed = read.fixtures[:MOST_FIXTURES]
    before = next_day(connection, read.day, Order.DESC, options=options)
    after = next_day(connection, read.day, Order.ASC, options=options)
    live = [row for row in listed if is_live(row, now=now)]
    return {
        "title": f"{long_date(read.day)}, {relative_day(read.day, today)}{', e-football' if esports else ''}",
        "day": read.day,
        "is_own_day": zone != UTC_DAYS,
        "days": [
            {
                "on": on,
                "name": short_date(on),
                "fixtures": count,
                "is_shown": on == read.day,
                "is_today": on == today,
            }
            for on, count in read.counts.items()
            if EARLIEST <= on <= LATEST
        ],
        "has_fixtures": bool(read.fixtures or before or after),
        "has_least_minutes": any(live_minute(row, now=now).startswith("≥") for row in live),
        "summary": plural(len(read.fixtures), "fixture") + (f", {len(live)} live" if live else ""),
        "bookmaker": default_bookmaker(connection) if any(map(is_quoted, listed)) else None,
        "remark": _remark(read, asked=on or today, today=today),
        "before": before,
        "after": after,
        "esports": esports,
        "live": _by_league(live, read.leagues, now=now),
        "by_league": _by_league((row for row in listed if row not in live), read.leagues, now=now),
        "left_out": len(read.fixtures) - len(listed),
        "many_leagues": len(read.leagues) > MANY_LEAGUES,
        "countries": _by_country(read.leagues.values(), esports=esports),
        "has_esports": any(league.esports for league in read.leagues.values()),
        "queries": {name: ready.title for name, ready in READY.items()},
        "refreshes": bool(live) or read.day == today,
    }


def _remark(read: DayContent, *, asked: date, today: date) -> str:
    """Why no fixture is shown, or those of another day than was asked for."""
    if read.fixtures and read.day == asked:
        return ""
    missing = f"No fixture is stored of {'today, ' if asked == today else ''}{long_date(asked)}"
    if not read.leagues:
        return "This file has no fixtures yet: load some with 'footydata load'."
    if read.fixtures:
        return f"{missing}; this is the nearest day that has any."
    return f"{missing}." if read.before or read.after else f"{missing}, nor of any other day."


def _by_league(
    rows: Iterable[ListedFixture], leagues: dict[int, LeagueRow], *, now: int
) -> list[tuple[LeagueRow | None, list[FixtureLine]]]:
    return [
        (leagues.get(league_id), fixture_lines(of_league, now=now))
        for league_id, of_league in groupby(rows, key=lambda row: row.league_id)
    ]


def _by_country(
    leagues: Iterable[LeagueRow], *, esports: bool
) -> list[tuple[str, list[LeagueRow]]]:
    own = sorted(
        (one for one in leagues if bool(one.esports) == esports),
        key=lambda one: (one.country, one.id),
    )
    return [
        (country, list(of_country))
        for country, of_country in groupby(own, key=lambda one: one.country)
    ]
