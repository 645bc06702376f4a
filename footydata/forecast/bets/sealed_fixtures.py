"""Finds the fixtures of sealed forecasts, even after teams were merged or fixtures reloaded, removed or postponed."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date

from footydata.football.moments import day_of
from footydata.football.records import SealedForecast
from footydata.football.register.naming import bare
from footydata.football.rows import FixtureRow
from footydata.forecast.bets.matching import match, rows_by_id
from footydata.forecast.bets.slips import Slip
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.teams.spellings import teams_by_bare_name


def sealed_fixtures(connection: sqlite3.Connection, entries: Sequence[SealedForecast]) -> list[FixtureRow | None]:
    """The fixture of each entry; None if no fixture fits its names, or several do.

    An entry's fixture is the one with its id if both teams still have these names, in any spelling; else the one by
    its day and teams; else the only one of these home and away teams in its league and season, for a postponed fixture
    with a new id.
    """
    spellings = _Spellings(connection)
    by_id = rows_by_id(connection, {entry.fixture_id for entry in entries})
    fixtures_by_place: dict[int, FixtureRow] = {
        place: row
        for place, entry in enumerate(entries)
        if (row := by_id.get(entry.fixture_id)) and spellings.fit(row, entry)
    }
    unmatched = [slip_of(place, entry, None) for place, entry in enumerate(entries) if place not in fixtures_by_place]
    matched = match(connection, unmatched) if unmatched else {}
    fixtures_by_place |= {place: row for place, row in matched.items() if isinstance(row, FixtureRow)}
    missing = [entry for place, entry in enumerate(entries) if place not in fixtures_by_place]
    meetings = _only_meetings(connection, missing, spellings)
    return [fixtures_by_place.get(place) or meetings.get(_names(entry)) for place, entry in enumerate(entries)]


def slip_of(place: int, entry: SealedForecast, fixture_id: int | None) -> Slip:
    """The entry as a bet on its first selection, to look up its fixture and closing prices like those of a bet."""
    market = MARKET_BY_KEY[entry.market]
    day: date = day_of(entry.kickoff_ts)
    side = market.shape.selections[0]
    return Slip(place, fixture_id, day, entry.home, entry.away, None, market, entry.line, side, 2.0, 1.0, None)


class _Spellings:
    """Which teams have a name, in all their spellings."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._teams = teams_by_bare_name(connection)

    def teams(self, name: str) -> Collection[int]:
        return self._teams.get(bare(name), ())

    def fit(self, row: FixtureRow, entry: SealedForecast) -> bool:
        """Whether the sides of the fixture have the names in the entry."""
        return row.home_id in self.teams(entry.home) and row.away_id in self.teams(entry.away)


def _names(entry: SealedForecast) -> tuple[str, str, str | None, str, str]:
    return entry.country, entry.league, entry.season, entry.home, entry.away


def _only_meetings(
    connection: sqlite3.Connection, entries: Sequence[SealedForecast], spellings: _Spellings
) -> dict[tuple[str, str, str | None, str, str], FixtureRow]:
    """Names in an entry → the only fixture of these home and away teams in its league and season."""
    entries_by_name = {_names(entry): entry for entry in entries if entry.season is not None}
    teams = {team_id for entry in entries_by_name.values() for team_id in spellings.teams(entry.home)}
    by_season: defaultdict[tuple[str, str, str | None], list[FixtureRow]] = defaultdict(list)
    for row in fixtures(connection, FixtureFilter(team_ids=tuple(sorted(teams)))) if teams else ():
        by_season[row.country, row.league, row.season].append(row)
    fixtures_by_names = {}
    for names, entry in entries_by_name.items():
        met = [row for row in by_season[names[:3]] if spellings.fit(row, entry)]
        if len(met) == 1:
            fixtures_by_names[names] = met[0]
    return fixtures_by_names
