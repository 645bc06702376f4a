"""What of the browser no other command prints: how the odds of a fixture moved."""

import sqlite3

from footydata.faces.reading.fixture import read_movement
from footydata.football.errors import FixtureNotFound
from footydata.football.records.meaning import MOMENT
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.fixtures.fixtures import fixture_by_id
from footydata.views.arguments import Clock
from footydata.views.columns import column, undeclared
from footydata.views.view import View, listed

_COLUMNS = (
    *undeclared(("market", "bookmaker")),
    column("recorded", MOMENT),
    *undeclared(("minute", "score", "line", "price_1", "price_2", "price_3")),
)


def movement_view(connection: sqlite3.Connection, clock: Clock, /, of: str) -> View:
    """One row per recorded tick of a fixture, by market and bookmaker. of: the id as it was typed."""
    fixture = fixture_by_id(connection, int(of)) if of.isdigit() and len(of) < 19 else None
    if fixture is None:
        raise FixtureNotFound(f"no fixture has the id {of}")
    rows = [
        (
            *(MARKET_BY_KEY[series.market].param, series.slug, tick.recorded_ts, tick.minute),
            None if tick.home_score is None else f"{tick.home_score}-{tick.away_score}",
            *(tick.line, tick.price_1, tick.price_2, tick.price_3),
        )
        for series in read_movement(connection, fixture.id)
        for tick in series.ticks
    ]
    sides = f"{fixture.home} v {fixture.away}"
    return listed(
        _COLUMNS,
        rows,
        reason=f"no movement of odds is recorded of {sides}",
        footer=f"{sides}, times in UTC.",
    )
