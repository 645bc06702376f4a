"""Reads lists of fixtures: of a day, a season, a team, and searches part by part."""

import sqlite3
from collections.abc import Iterable
from datetime import date
from functools import partial
from itertools import islice
from typing import NamedTuple

from footydata.faces.zone import ClockZone, days_around
from footydata.football.rows import LeagueRow
from footydata.football.terms import DAY, ENGLISH, Order, Status
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.days import (
    Entry,
    ListedFixture,
    SearchTerms,
    entries,
    listed_fixtures,
    matching_entries,
    of_day,
)
from footydata.store.read.fixtures import FixtureFilter, count_fixtures
from footydata.store.read.seasons.leagues import leagues_by_id, newest_season

PART = 128
"""How many fixtures a part of a search has."""


class Preferences(NamedTuple):
    """The language of names, and the bookmakers whose lines are shown; None: by Contract 22.6."""

    lang: str = ENGLISH
    makers: BookmakerRanking | None = None


DEFAULT = Preferences()

NO_TERMS = SearchTerms(())
"""They match every fixture."""


class DayOptions(NamedTuple):
    """How a day is shown. leagues, teams: those that the user follows come first."""

    zone: ClockZone
    esports: bool = False
    preferences: Preferences = DEFAULT
    leagues: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()


class DayContent(NamedTuple):
    """A day: its fixtures by league, and the counts of the days around it.

    before, after: for a day without fixtures, the nearest days that have some, None if there are none.
    """

    day: date
    fixtures: list[ListedFixture]
    counts: dict[date, int]
    leagues: dict[int, LeagueRow]
    before: date | None = None
    after: date | None = None

    def news_since(self, earlier: "DayContent") -> dict[int, str]:
        """Fixture → GOAL or RED, if there was one since the same day was read before; GOAL where there were both."""
        news: dict[int, str] = {}
        rows_before = {row.id: row for row in earlier.fixtures}
        for row in self.fixtures:
            was = rows_before.get(row.id)
            if was is None or row.status == Status.SCHEDULED or was.status == Status.FINISHED:
                continue
            for word, before, now in (
                ("RED", (was.home_red, was.away_red), (row.home_red, row.away_red)),
                ("GOAL", (was.home_goals, was.away_goals), (row.home_goals, row.away_goals)),
            ):
                # A count that was unknown before has not grown.
                counts = zip(before, now, strict=True)
                if any(
                    one is not None and other is not None and other > one for one, other in counts
                ):
                    news[row.id] = word
        return news


def read_day(connection: sqlite3.Connection, day: date, *, options: DayOptions) -> DayContent:
    """A day as it is shown: followed leagues first, then by country and id; within a league by kickoff."""
    leagues = leagues_by_id(connection, lang=options.preferences.lang)
    of_this_day = entries(connection, of_day(options.zone.day(day), esports=options.esports))
    followed = options.leagues | {
        one.league_id for one in of_this_day if {one.home_id, one.away_id} & options.teams
    }

    def order(entry: Entry) -> tuple[bool, str, int, Entry]:
        league = leagues.get(entry.league_id)
        country = league.country if league else ""
        return entry.league_id not in followed, country, entry.league_id, entry

    fixtures = _listed(connection, sorted(of_this_day, key=order), options.preferences)
    around = days_around(day)
    counts = {
        one: count_fixtures(connection, of_day(options.zone.day(one), esports=options.esports))
        for one in around
    }
    content = DayContent(day, fixtures, counts, leagues)
    if fixtures:
        return content
    nearest = partial(next_day, connection, day, options=options)
    return content._replace(before=nearest(order=Order.DESC), after=nearest(order=Order.ASC))


def read_nearest_day(
    connection: sqlite3.Connection, day: date, *, options: DayOptions
) -> DayContent:
    """The day if it has fixtures, else the nearest day that has some, of two equally near the earlier."""
    content = read_day(connection, day, options=options)
    nearest = [one for one in (content.before, content.after) if one is not None]
    if content.fixtures or not nearest:
        return content
    return read_day(connection, min(nearest, key=lambda one: abs(one - day)), options=options)


def read_next_day(
    connection: sqlite3.Connection,
    day: date,
    order: Order,
    *,
    options: DayOptions,
    terms: SearchTerms = NO_TERMS,
) -> DayContent | None:
    """The nearest later (asc) or earlier (desc) day with fixtures, or with those of a filter; None without any."""
    nearest = next_day(connection, day, order, options=options, terms=terms)
    return None if nearest is None else read_day(connection, nearest, options=options)


def next_day(
    connection: sqlite3.Connection,
    day: date,
    order: Order,
    *,
    options: DayOptions,
    terms: SearchTerms = NO_TERMS,
) -> date | None:
    """As read_next_day, but only the date."""
    bounds = options.zone.day(day)
    # So that no fixture of another day is missed, whether its time is known or not.
    if order == Order.ASC:
        from_ts = min(bounds.end_ts, bounds.midnight_ts + DAY)
    else:
        from_ts = max(bounds.start_ts, bounds.midnight_ts)
    matching = matching_entries(
        connection,
        terms,
        from_ts=from_ts,
        order=order,
        esports=options.esports,
    )
    for entry in matching:
        on = options.zone.date_of(entry.kickoff_ts, time_known=entry.time_known)
        if on > day if order == Order.ASC else on < day:
            return on
    return None


class SearchPart(NamedTuple):
    """A part of a search: fixtures by kickoff, and whether there may be more."""

    fixtures: list[ListedFixture]
    more: bool


def read_part(
    connection: sqlite3.Connection,
    terms: SearchTerms,
    order: Order,
    *,
    from_ts: int,
    after_id: int | None = None,
    preferences: Preferences = DEFAULT,
) -> SearchPart:
    """The next (asc) or previous (desc) fixtures of a search from a moment or fixture on, always sorted by kickoff."""
    matches = matching_entries(connection, terms, from_ts=from_ts, after_id=after_id, order=order)
    entries = list(islice(matches, PART))
    by_kickoff = entries[::-1] if order == Order.DESC else entries
    return SearchPart(_listed(connection, by_kickoff, preferences), len(entries) == PART)


def read_list(
    connection: sqlite3.Connection, filters: FixtureFilter, *, preferences: Preferences = DEFAULT
) -> list[ListedFixture]:
    """All fixtures of a filter by kickoff."""
    return _listed(connection, entries(connection, filters), preferences)


def read_season(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    preferences: Preferences,
) -> list[ListedFixture]:
    """All fixtures of a season by kickoff; season_id None: of the newest with fixtures."""
    newest = None if season_id else newest_season(connection, league_id)
    season_id = newest.id if newest else season_id
    if season_id is None:
        return []
    return read_list(connection, FixtureFilter(season_ids=(season_id,)), preferences=preferences)


def _listed(
    connection: sqlite3.Connection, entries: Iterable[Entry], preferences: Preferences
) -> list[ListedFixture]:
    """The rows of entries, in their order."""
    ids = [entry.fixture_id for entry in entries]
    rows = listed_fixtures(connection, ids, lang=preferences.lang, makers=preferences.makers)
    return [rows[fixture_id] for fixture_id in ids]
