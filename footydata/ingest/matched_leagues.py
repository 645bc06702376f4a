"""The competition of a table that names none, by the stored fixtures of its days and teams."""

import sqlite3
from collections import Counter
from collections.abc import Iterable

from footydata.football.moments import day_of, midnight_of
from footydata.football.register.naming import bare
from footydata.football.register.teams import registered_team
from footydata.football.terms import DAY
from footydata.sources.parsed import LeagueKey, ParsedFixture

FEWEST = 2
"""Fixtures that must be stored for a table to be of their competition."""

LEAST = 0.6
"""The share of a table's fixtures that must be stored in one competition."""


def matched_league(
    connection: sqlite3.Connection, fixtures: Iterable[ParsedFixture]
) -> LeagueKey | None:
    """The competition in which most of these fixtures are stored, None if there is none."""
    found: Counter[LeagueKey] = Counter()
    count = 0
    for fixture in fixtures:
        count += 1
        found.update(set(_leagues_of(connection, fixture)))
    if not found:
        return None
    league, most = found.most_common(1)[0]
    is_only = list(found.values()).count(most) == 1
    return league if is_only and most >= max(FEWEST, LEAST * count) else None


def _leagues_of(connection: sqlite3.Connection, fixture: ParsedFixture) -> Iterable[LeagueKey]:
    """The competitions that have a fixture of its day and teams."""
    start = midnight_of(day_of(fixture.kickoff_ts))
    days = {"start": start, "end": start + DAY}
    for country, name, home, away in connection.execute(_OF_DAY, days):
        if _is(country, fixture.home.name, home) and _is(country, fixture.away.name, away):
            yield LeagueKey(country, name)


def _is(country: str, spelling: str, name: str) -> bool:
    team = registered_team(country, spelling)
    return bare(spelling) == bare(name) or (team is not None and team.name == name)


_OF_DAY = """
select league.country_code, league.name, home.name, away.name from fixture
join league on league.id = fixture.league_id
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
where fixture.esports = 0 and fixture.kickoff_ts >= :start and fixture.kickoff_ts < :end
order by fixture.kickoff_ts, fixture.id
"""
