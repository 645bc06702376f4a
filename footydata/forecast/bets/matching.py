"""Finds the fixture of each bet: by its id, or by the day and the names of the teams in any spelling.

The bets of a day are looked up together, names in an index of all spellings, so that 100,000 bets take seconds,
however many fixtures there are.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import chain, groupby, islice

from footydata.football.errors import FootydataError, NotFound
from footydata.football.moments import midnight_of
from footydata.football.register.naming import bare
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY
from footydata.forecast.bets.slips import Slip
from footydata.store.claims.stored import batches
from footydata.store.read.fixtures.days import Entry, entries, home_entries
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures_by_id
from footydata.store.read.fixtures.past_fixtures import renumbered
from footydata.store.read.seasons.leagues import find_league
from footydata.store.read.seasons.teams import teams_by_bare_name

LISTED = 5
"""How many fixtures a message lists."""


Matched = dict[int, FixtureRow | FootydataError]
"""The row of a bet in its file → its fixture, or the error that says why it has none."""


def match(connection: sqlite3.Connection, slips: Sequence[Slip]) -> Matched:
    """The fixture of each bet, or why it has none: NotFound, LeagueNotFound or AmbiguousName."""
    by_name = _by_name(connection, [slip for slip in slips if slip.fixture_id is None])
    by_id = {slip.row: slip.fixture_id for slip in slips if slip.fixture_id is not None}
    meant = renumbered(connection, by_id.values())
    found = by_name | {row: meant.get(fixture_id, fixture_id) for row, fixture_id in by_id.items()}
    rows: dict[int, FixtureRow] = {}
    for page in batches(sorted({each for each in found.values() if isinstance(each, int)})):
        rows |= fixtures_by_id(connection, page)
    return {
        row: each
        if isinstance(each, FootydataError)
        else rows.get(each) or NotFound(f"no fixture has the id {each}")
        for row, each in found.items()
    }


def _by_name(
    connection: sqlite3.Connection, slips: Sequence[Slip]
) -> dict[int, int | FootydataError]:
    """The row of each bet → the id of its fixture, or why there is none."""
    if not slips:
        return {}
    finder = _Finder(connection)
    results: dict[int, int | FootydataError] = {}
    for day, of_day in groupby(sorted(slips, key=_day_of), key=_day_of):
        together = list(of_day)
        near = finder.near(day, {slip.home for slip in together if slip.home})
        for slip in together:
            try:
                results[slip.row] = finder.find(slip, near)
            except FootydataError as error:
                results[slip.row] = error
    return results


def _day_of(slip: Slip) -> date:
    return slip.day or date.min


class _ThreeDays:
    """The fixtures of a day, the day before and the day after, by their home teams."""

    def __init__(self, entries: Iterable[Entry], midnight: int) -> None:
        self.midnight = midnight
        self._entries = list(entries)
        self._at_home: defaultdict[int, list[Entry]] = defaultdict(list)
        for entry in self._entries:
            self._at_home[entry.home_id].append(entry)

    def of(self, start_ts: int, home: frozenset[int], away: frozenset[int]) -> list[Entry]:
        """The fixtures on the day from start_ts between one of the home teams and one of the away teams."""
        fixtures = chain.from_iterable(
            self._at_home[team_id] for team_id in home & self._at_home.keys()
        )
        return sorted(
            entry
            for entry in fixtures
            if entry.away_id in away and start_ts <= entry.kickoff_ts < start_ts + DAY
        )

    def similar(self, start_ts: int, home: frozenset[int], away: frozenset[int]) -> Iterator[Entry]:
        """The fixtures on the day from start_ts with one of the home teams or one of the away teams."""
        of_day = (entry for entry in self._entries if start_ts <= entry.kickoff_ts < start_ts + DAY)
        return (entry for entry in of_day if entry.home_id in home or entry.away_id in away)


class _Finder:
    """Finds the fixtures of bets by day and names."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = _Names(teams_by_bare_name(connection))
        self._league = cache(self._league_of)
        self._shown = cache(self._shown_fixture)
        self._last: _ThreeDays | None = None

    def near(self, day: date, homes: Collection[str]) -> _ThreeDays:
        """The fixtures around a day whose home team may be meant by one of these names."""
        midnight = midnight_of(day)
        teams = sorted(frozenset().union(*map(self._names.fit, homes)))
        span = midnight - DAY, midnight + 2 * DAY
        return _ThreeDays(
            home_entries(self._connection, teams, start_ts=span[0], end_ts=span[1]), midnight
        )

    def find(self, slip: Slip, near: _ThreeDays) -> int:
        """The id of the fixture on the day of a bet, else on the day before or after.

        People write the day of their own time zone, which may be a day off UTC. Raises NotFound.
        """
        if slip.day is None or slip.home is None or slip.away is None:
            raise NotFound("the bet names no fixture")
        league_id = self._league(slip.league) if slip.league else None
        if isinstance(league_id, FootydataError):
            raise league_id
        fixture_id = self._match(slip, near, league_id)
        if fixture_id is None:
            # The lists of the teams may lack it: all fixtures of these days are searched, which are read once.
            complete = self._all_of(near.midnight)
            fixture_id = self._match(slip, complete, league_id)
        if fixture_id is None:
            similar = complete.similar(
                near.midnight, self._names.fit(slip.home), self._names.fit(slip.away)
            )
            listing = self._listing(similar) or "no fixture of either name"
            raise NotFound(
                f"no fixture {slip.home} - {slip.away} within a day of {slip.day}; that day has {listing}"
            )
        return fixture_id

    def _match(self, slip: Slip, near: "_ThreeDays", league_id: int | None) -> int | None:
        """The id of the only fixture that fits a bet, None if none does. Raises NotFound if several do."""
        home, away = slip.home or "", slip.away or ""
        if not (self._names.fit(home) and self._names.fit(away)):
            return None
        for start_ts in (near.midnight, near.midnight - DAY, near.midnight + DAY):
            for teams in (self._names.exact, self._names.fit):
                fixtures_near = near.of(start_ts, teams(home), teams(away))
                matches = [entry for entry in fixtures_near if league_id in (None, entry.league_id)]
                if len(matches) == 1:
                    return matches[0].fixture_id
                if matches:
                    listing = self._listing(matches)
                    raise NotFound(f"{home} - {away} on {slip.day} fits {listing}; name the league")
        return None

    def _all_of(self, midnight: int) -> "_ThreeDays":
        """All fixtures of the three days around a midnight; those of the last one are cached."""
        if self._last is None or self._last.midnight != midnight:
            days = FixtureFilter(start_ts=midnight - DAY, end_ts=midnight + 2 * DAY)
            self._last = _ThreeDays(entries(self._connection, days), midnight)
        return self._last

    def _league_of(self, text: str) -> int | FootydataError:
        try:
            return find_league(self._connection, text).id
        except FootydataError as error:
            return error

    def _listing(self, entries: Iterable[Entry]) -> str:
        return ", ".join(self._shown(entry.fixture_id) for entry in islice(entries, LISTED))

    def _shown_fixture(self, fixture_id: int) -> str:
        row = fixtures_by_id(self._connection, [fixture_id])[fixture_id]
        return f"{row.home} - {row.away} ({row.league}, {row.id})"


class _Names:
    """Which teams a text may mean, by all their spellings; answers are cached."""

    def __init__(self, teams: dict[str, set[int]]) -> None:
        self._teams = teams
        words = {name: frozenset(name.split()) for name in self._teams}
        self._with: defaultdict[str, set[str]] = defaultdict(set)
        for name, parts in words.items():
            for word in parts:
                self._with[word].add(name)
        # A name whose words are all in a text is looked up by the rarest of them.
        self._by_rarest: defaultdict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for name, parts in words.items():
            if parts:
                rarest = min(parts, key=lambda word: (len(self._with[word]), word))
                self._by_rarest[rarest].append((name, parts))
        self._bare = cache(bare)
        self.exact = cache(self._exact)
        self.fit = cache(self._fit)

    def _exact(self, text: str) -> frozenset[int]:
        """The teams one of whose names is the text."""
        return frozenset(self._teams.get(self._bare(text), ()))

    def _fit(self, text: str) -> frozenset[int]:
        """The teams with a name that has all words of the text, or all of whose words are in the text."""
        words = set(self._bare(text).split())
        if not words:
            return frozenset()
        longer = set.intersection(*(self._with.get(word, set()) for word in words))
        shorter = {
            name
            for word in words
            for name, parts in self._by_rarest.get(word, ())
            if parts <= words
        }
        return frozenset(chain.from_iterable(self._teams[name] for name in longer | shorter))
