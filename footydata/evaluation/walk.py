"""Walks forward through past fixtures: for each week, the database as it was known and the fixtures to forecast."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Status
from footydata.odds.settlement import VOID_STATES
from footydata.store.as_of import AsOf
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import leagues

WEEK = 7 * DAY


class Week(NamedTuple):
    """Seven days: the database as it was known at their first moment, and their fixtures.

    moment: unix seconds. known: the fixtures as they were then, without figures; ended: the same fixtures in the same
    order, as they are now.
    """

    moment: int
    as_of: AsOf
    known: list[FixtureRow]
    ended: list[FixtureRow]


def weeks(
    connection: sqlite3.Connection, path: Path, *, league_ids: Sequence[int], start_ts: int, end_ts: int
) -> Iterator[Week]:
    """Each week with finished fixtures of the leagues, from start_ts to before end_ts (unix seconds).

    path: where the database as it was known is built; it also holds the other leagues of the same countries, from which
    clubs are promoted. Awarded and void fixtures are left out, as they were not played out.
    """
    filters = FixtureFilter(league_ids=tuple(league_ids), start_ts=start_ts, end_ts=end_ts, statuses=(Status.FINISHED,))
    played = [row for row in fixtures(connection, filters) if row.state_detail not in VOID_STATES]
    countries = {row.country_code for row in leagues(connection) if row.id in set(league_ids)}
    neighbour_ids = [row.id for row in leagues(connection) if row.country_code in countries]
    with closing(AsOf(connection, path, league_ids=neighbour_ids)) as as_of:
        for moment in range(start_ts, end_ts, WEEK):
            ended = [row for row in played if moment <= row.kickoff_ts < moment + WEEK]
            if not ended:
                continue
            as_of.move_to(moment, coming_until=moment + WEEK)
            ids = {row.id for row in ended}
            coming = FixtureFilter(league_ids=tuple(league_ids), start_ts=moment, end_ts=moment + WEEK)
            known = {row.id: row for row in fixtures(as_of.connection, coming) if row.id in ids}
            yield Week(moment, as_of, [known[row.id] for row in ended], ended)
