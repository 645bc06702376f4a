"""Finds the fixtures that sealed forecasts mean, whatever was merged, taken away, loaded again or put off since."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date

from footydata.betting.matching import match
from footydata.betting.slips import Slip
from footydata.moments import day_of
from footydata.queries.details import pages
from footydata.queries.fixtures import FixtureFilter, fixtures, fixtures_by_id
from footydata.queries.spellings import all_spellings
from footydata.records import SealedForecast
from footydata.register.naming import bare
from footydata.rows import FixtureRow
from footydata.rules.markets import MARKET_BY_KEY


def sealed_fixtures(connection: sqlite3.Connection, entries: Sequence[SealedForecast]) -> list[FixtureRow | None]:
    """The fixture of each entry; None where nothing, or more than one fixture, is what its words say.

    By its id where both teams are still called so, in any spelling; else by its day and teams; else it is the only
    meeting of the two, home and away as sealed, in its league and season: one that was put off and has another id.
    """
    spelt = _Spelt(connection)
    by_id = _by_id(connection, {entry.fixture_id for entry in entries})
    found: dict[int, FixtureRow] = {
        place: row
        for place, entry in enumerate(entries)
        if (row := by_id.get(entry.fixture_id)) and spelt.are(row, entry)
    }
    rest = [slip_of(place, entry, None) for place, entry in enumerate(entries) if place not in found]
    matched = match(connection, rest) if rest else {}
    found |= {place: row for place, row in matched.items() if isinstance(row, FixtureRow)}
    meetings = _only_meetings(connection, [entry for place, entry in enumerate(entries) if place not in found], spelt)
    return [found.get(place) or meetings.get(_words(entry)) for place, entry in enumerate(entries)]


def slip_of(place: int, entry: SealedForecast, fixture_id: int | None) -> Slip:
    """The entry as a bet on its first selection, by which fixtures and closing prices are found."""
    market = MARKET_BY_KEY[entry.market]
    day: date = day_of(entry.kickoff_ts)
    side = market.shape.selections[0]
    return Slip(place, fixture_id, day, entry.home, entry.away, None, market, entry.line, side, 2.0, 1.0, None)


class _Spelt:
    """Which teams are called by a whole name, in all their spellings."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._teams: defaultdict[str, set[int]] = defaultdict(set)
        for team_id, names in all_spellings(connection).items():
            for name in names:
                self._teams[bare(name)].add(team_id)

    def teams(self, name: str) -> Collection[int]:
        return self._teams.get(bare(name), ())

    def are(self, row: FixtureRow, entry: SealedForecast) -> bool:
        """Whether the sides of the fixture are called as in the entry."""
        return row.home_id in self.teams(entry.home) and row.away_id in self.teams(entry.away)


def _by_id(connection: sqlite3.Connection, ids: Collection[int]) -> dict[int, FixtureRow]:
    found: dict[int, FixtureRow] = {}
    for page in pages(sorted(ids)):
        found |= fixtures_by_id(connection, page)
    return found


def _words(entry: SealedForecast) -> tuple[str, str, str | None, str, str]:
    return entry.country, entry.league, entry.season, entry.home, entry.away


def _only_meetings(
    connection: sqlite3.Connection, entries: Sequence[SealedForecast], spelt: _Spelt
) -> dict[tuple[str, str, str | None, str, str], FixtureRow]:
    """Words of an entry → the only fixture of these teams, home and away, in its league and season."""
    asked = {_words(entry): entry for entry in entries if entry.season is not None}
    teams = {team_id for entry in asked.values() for team_id in spelt.teams(entry.home)}
    by_season: defaultdict[tuple[str, str, str | None], list[FixtureRow]] = defaultdict(list)
    for row in fixtures(connection, FixtureFilter(team_ids=tuple(sorted(teams)))) if teams else ():
        by_season[row.country, row.league, row.season].append(row)
    found = {}
    for words, entry in asked.items():
        met = [row for row in by_season[words[:3]] if spelt.are(row, entry)]
        if len(met) == 1:
            found[words] = met[0]
    return found
