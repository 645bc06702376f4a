"""Prints what only the browser shows: the leagues, and how odds moved."""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import click

from footydata.faces.cli.browse import LEAGUES
from footydata.faces.reading.fixture import read_movement
from footydata.faces.reading.leagues import read_leagues
from footydata.football.errors import FixtureNotFound, NotFound
from footydata.store.read.fixtures.fixtures import fixture_by_id


class Printed(NamedTuple):
    """Rows to print, and remarks below them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    remarks: Sequence[str] = ()


def printed(connection: sqlite3.Connection, what: str, of: str | None) -> Printed:
    """The rows of a screen. of: the id of the fixture whose odds moved.

    Raises UsageError without what is needed, NotFound where there is nothing.
    """
    if what == LEAGUES:
        return _leagues(connection)
    if of is None:
        raise click.UsageError(
            f"--print {what} needs --of ID, the last column of 'footydata fixtures'"
        )
    return _movement(connection, of)


def _leagues(connection: sqlite3.Connection) -> Printed:
    lines = read_leagues(connection)
    if not lines:
        raise NotFound("there are no leagues in this file yet")
    rows = [
        (
            line.league.id,
            line.league.country,
            line.league.name,
            line.seasons,
            line.first,
            line.last,
            "table" if line.league.has_standings else "groups" if line.has_groups else None,
        )
        for line in lines
    ]
    return Printed(("id", "country", "league", "seasons", "first", "last", "has"), rows)


def _movement(connection: sqlite3.Connection, of: str) -> Printed:
    fixture = fixture_by_id(connection, int(of)) if of.isdigit() and len(of) < 19 else None
    if fixture is None:
        raise FixtureNotFound(f"no fixture has the id {of}")
    rows = [
        (
            series.market,
            series.slug,
            datetime.fromtimestamp(tick.recorded_ts, UTC).strftime("%Y-%m-%d %H:%M"),
            tick.minute,
            None if tick.home_score is None else f"{tick.home_score}-{tick.away_score}",
            tick.line,
            tick.price_1,
            tick.price_2,
            tick.price_3,
        )
        for series in read_movement(connection, fixture.id)
        for tick in series.ticks
    ]
    if not rows:
        raise NotFound(f"no movement of odds is recorded of {fixture.home} v {fixture.away}")
    columns = (
        "market",
        "bookmaker",
        "recorded",
        "minute",
        "score",
        "line",
        "price 1",
        "price 2",
        "price 3",
    )
    return Printed(columns, rows, (f"{fixture.home} v {fixture.away}, times in UTC.",))
