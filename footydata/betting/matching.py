"""Finds the fixture that a bet means: by id, or by day and the names of the teams as anyone writes them."""

import sqlite3
from collections.abc import Iterable

from footydata.betting.slips import Slip
from footydata.contract.errors import FootydataError
from footydata.contract.terms import DAY
from footydata.moments import midnight_of
from footydata.queries.fixtures import FixtureFilter, fixture_by_id, fixtures
from footydata.queries.leagues import find_league
from footydata.queries.spellings import spellings
from footydata.rows import FixtureRow
from footydata.store.naming import bare


class NoFixture(FootydataError):
    """No fixture, or more than one, is what the bet means."""


class FixtureFinder:
    """Finds fixtures of one database; days and spellings are read once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._days: dict[int, list[FixtureRow]] = {}
        self._names: dict[int, frozenset[str]] = {}

    def find(self, slip: Slip) -> FixtureRow:
        """The fixture of a bet: by id, else by names on the day or the day beside it.

        A person's day is that of his clock, so a fixture a day off is taken where the day itself has none.
        Raises NoFixture.
        """
        if slip.fixture_id is not None:
            found = fixture_by_id(self._connection, slip.fixture_id)
            if found is None:
                raise NoFixture(f"no fixture has the id {slip.fixture_id}")
            return found
        if slip.day is None or slip.home is None or slip.away is None:
            raise NoFixture("the bet names no fixture")
        league_id = find_league(self._connection, slip.league).id if slip.league else None
        midnight = midnight_of(slip.day)
        near = [midnight, midnight - DAY, midnight + DAY]
        for start in near:
            listed = [row for row in self._day(start) if league_id in (None, row.league_id)]
            matches = self._matches(listed, slip.home, slip.away)
            if len(matches) == 1:
                return matches[0]
            if matches:
                raise NoFixture(f"{slip.home} - {slip.away} on {slip.day} fits {_listing(matches)}; name the league")
        there = _listing(self._similar(self._day(midnight), slip.home, slip.away)) or "no fixture of either name"
        raise NoFixture(f"no fixture {slip.home} - {slip.away} within a day of {slip.day}; that day has {there}")

    def _matches(self, listed: Iterable[FixtureRow], home: str, away: str) -> list[FixtureRow]:
        """The fixtures of both names whole; where there is none, those that have all their words."""
        listed = list(listed)
        whole = [row for row in listed if self._is(row.home_id, home) and self._is(row.away_id, away)]
        return whole or [row for row in listed if self._fits(row.home_id, home) and self._fits(row.away_id, away)]

    def _similar(self, listed: Iterable[FixtureRow], home: str, away: str) -> list[FixtureRow]:
        return [row for row in listed if self._fits(row.home_id, home) or self._fits(row.away_id, away)]

    def _is(self, team_id: int, name: str) -> bool:
        return bare(name) in self._names[team_id]

    def _fits(self, team_id: int, name: str) -> bool:
        words = set(bare(name).split())
        return any(words <= set(known.split()) or set(known.split()) <= words for known in self._names[team_id])

    def _day(self, start_ts: int) -> list[FixtureRow]:
        if start_ts not in self._days:
            rows = fixtures(self._connection, FixtureFilter(start_ts=start_ts, end_ts=start_ts + DAY))
            unknown = sorted({team for row in rows for team in (row.home_id, row.away_id)} - set(self._names))
            for team_id, names in spellings(self._connection, unknown).items():
                self._names[team_id] = frozenset(bare(name) for name in names)
            self._days[start_ts] = rows
        return self._days[start_ts]


def _listing(rows: list[FixtureRow]) -> str:
    return ", ".join(f"{row.home} - {row.away} ({row.league}, {row.id})" for row in rows[:5])
