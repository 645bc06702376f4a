"""Chooses the order of days of a file in which two fit every row, by what is stored of its fixtures."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from footydata.football.register.leagues import side_of
from footydata.football.wording import plural
from footydata.ingest.identity.resolve import Resolver, RowRefused
from footydata.rules.same_club import SAME_DAY
from footydata.sources.parsed import OpenDays, Parsed, ParsedFixture, ParsedRecord, Remark

MOST_LOOKED_UP = 1_000
"""Fixtures of a file that are looked for among the stored ones."""


def settled(
    records: Iterable[Parsed], connection: sqlite3.Connection, resolver: Resolver
) -> Iterator[ParsedRecord]:
    """The records, with a Remark and those of one order in place of an OpenDays."""
    for record in records:
        if isinstance(record, OpenDays):
            yield from _chosen(record, connection, resolver)
        else:
            yield record


def _chosen(
    days: OpenDays, connection: sqlite3.Connection, resolver: Resolver
) -> Iterator[ParsedRecord]:
    """The order with which more stored fixtures agree; as the source says if neither is."""
    day_first, month_first = (
        sum(_is_stored(fixture, connection, resolver) for fixture in _first_fixtures(records()))
        for records in (days.day_first, days.month_first)
    )
    is_month_first, why = days.is_month_first, days.why
    if day_first != month_first:
        is_month_first = month_first > day_first
        most, other = max(day_first, month_first), min(day_first, month_first)
        why = f"both orders fit every row, and it finds {plural(most, 'stored fixture')}, the other {other}"
    yield Remark(
        f"days are read {'month' if is_month_first else 'day'} first: {why}", column="Date"
    )
    yield from days.month_first() if is_month_first else days.day_first()


def _first_fixtures(records: Iterable[ParsedRecord]) -> Iterator[ParsedFixture]:
    return islice(
        (record for record in records if isinstance(record, ParsedFixture)), MOST_LOOKED_UP
    )


def _is_stored(parsed: ParsedFixture, connection: sqlite3.Connection, resolver: Resolver) -> bool:
    """Whether a fixture of its pair is stored near its kickoff."""
    with suppress(RowRefused):
        league_id, league = resolver.league(parsed.league), resolver.full_key(parsed.league)
        side = side_of(league.country, league.name)
        home_id, away_id = (
            resolver.team(team, league.country, side=side, at=parsed.kickoff_ts)
            for team in (parsed.home, parsed.away)
        )
        values = {"league_id": league_id, "home_id": home_id, "away_id": away_id}
        span = {"start": parsed.kickoff_ts - SAME_DAY, "end": parsed.kickoff_ts + SAME_DAY}
        return connection.execute(_STORED, values | span).fetchone() is not None
    return False


_STORED = """
    select 1 from fixture
    where league_id = :league_id and home_id = :home_id and away_id = :away_id and kickoff_ts between :start and :end
"""
