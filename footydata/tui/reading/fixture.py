"""A fixture with all that hangs on it."""

import sqlite3
from typing import NamedTuple

from footydata.contract.errors import FixtureNotFound
from footydata.contract.terms import Part
from footydata.queries.bookmakers import bookmakers
from footydata.queries.details import events, odds, statistics
from footydata.queries.fair_lines import fair_lines
from footydata.queries.fixtures import fixture_by_id
from footydata.queries.leagues import league_by_id
from footydata.queries.provenance import fetched_parts
from footydata.records import Bookmaker, Event, FairLine, Odds, Statistics
from footydata.rows import FixtureRow


class FixtureRead(NamedTuple):
    """A fixture, whole: bookmakers are those that quote it, the default first; fetched: what was asked for of it."""

    fixture: FixtureRow
    country: str
    events: list[Event]
    statistics: Statistics
    bookmakers: list[Bookmaker]
    odds: list[Odds]
    fair_lines: list[FairLine]
    fetched: Part = Part(0)


def read_fixture(connection: sqlite3.Connection, fixture_id: int) -> FixtureRead:
    """A fixture with its timeline, statistics and odds. Raises FixtureNotFound where it is gone."""
    fixture = fixture_by_id(connection, fixture_id)
    if fixture is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}")
    league = league_by_id(connection, fixture.league_id)
    ids = [fixture_id]
    everyone = bookmakers(connection)
    quotes = odds(connection, ids, bookmaker_ids=[one.id for one in everyone])[fixture_id]
    quoting = {row.bookmaker_id for row in quotes}
    return FixtureRead(
        fixture,
        league.country if league else "",
        events(connection, ids)[fixture_id],
        statistics(connection, ids)[fixture_id],
        [one for one in everyone if one.id in quoting],
        quotes,
        fair_lines(connection, ids)[fixture_id],
        fetched_parts(connection, ids)[fixture_id],
    )
