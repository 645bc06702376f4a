"""Finds the fixture of each bet: by its id, or by the day and the names of the teams in any spelling.

The bets of a day are looked up together, names in an index of all spellings, so that 100,000 bets take seconds,
however many fixtures there are.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, lru_cache
from itertools import chain, islice

from footydata.football.errors import FootydataError, NotFound
from footydata.football.moments import midnight_of
from footydata.football.register import bare
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY
from footydata.forecast.bets.slips import Slip
from footydata.store.claims.stored import batches
from footydata.store.read.days import Entry, entries
from footydata.store.read.fixtures import FixtureFilter, fixtures_by_id
from footydata.store.read.past_fixtures import renumbered
from footydata.store.read.seasons.leagues import find_league
from footydata.store.read.seasons.teams import teams_by_bare_name

LISTED = 5
"""How many fixtures a message lists."""


DAYS_KEPT = 8
"""How many days' fixtures are kept: a bet may need three."""

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
    for slip in sorted(slips, key=lambda slip: slip.day or date.min):
        try:
            results[slip.row] = finder.find(slip)
        except FootydataError as error:
            results[slip.row] = error
    return results


class _Finder:
    """Finds the fixtures of bets by day and names; bets of one day follow one another, so that it is read once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = _Names(teams_by_bare_name(connection))
        self._league = cache(self._league_of)
        self._shown = cache(self._shown_fixture)
        self._of_day = lru_cache(DAYS_KEPT)(self._entries_of)

    def find(self, slip: Slip) -> int:
        """The id of the fixture on the day of a bet, else on the day before or after.

        People write the day of their own time zone, which may be a day off UTC. Raises NotFound.
        """
        if slip.day is None or slip.home is None or slip.away is None:
            raise NotFound("the bet names no fixture")
        league_id = self._league(slip.league) if slip.league else None
        if isinstance(league_id, FootydataError):
            raise league_id
        midnight = midnight_of(slip.day)
        for start_ts in (midnight, midnight - DAY, midnight + DAY):
            for teams in (self._names.exact, self._names.fit):
                away = teams(slip.away)
                matches = sorted(
                    entry
                    for home_id in teams(slip.home)
                    for entry in self._of_day(start_ts).get(home_id, ())
                    if entry.away_id in away and league_id in (None, entry.league_id)
                )
                if len(matches) == 1:
                    return matches[0].fixture_id
                if matches:
                    listing = self._listing(matches)
                    raise NotFound(
                        f"{slip.home} - {slip.away} on {slip.day} fits {listing}; name the league"
                    )
        home, away = self._names.fit(slip.home), self._names.fit(slip.away)
        similar = (
            entry
            for entry in sorted(chain.from_iterable(self._of_day(midnight).values()))
            if entry.home_id in home or entry.away_id in away
        )
        listing = self._listing(similar) or "no fixture of either name"
        raise NotFound(
            f"no fixture {slip.home} - {slip.away} within a day of {slip.day}; that day has {listing}"
        )

    def _entries_of(self, start_ts: int) -> dict[int, list[Entry]]:
        """Home team → its fixtures on the day from start_ts."""
        at_home: defaultdict[int, list[Entry]] = defaultdict(list)
        for entry in entries(
            self._connection, FixtureFilter(start_ts=start_ts, end_ts=start_ts + DAY)
        ):
            at_home[entry.home_id].append(entry)
        return dict(at_home)

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
        self._words = {name: frozenset(name.split()) for name in teams}
        self._with: defaultdict[str, set[str]] = defaultdict(set)
        for name, words in self._words.items():
            for word in words:
                self._with[word].add(name)
        self._bare = cache(bare)
        self.exact = cache(self._exact)
        self.fit = cache(self._fit)

    def _exact(self, text: str) -> frozenset[int]:
        """The teams one of whose names is the text."""
        return frozenset(self._teams.get(self._bare(text), ()))

    def _fit(self, text: str) -> frozenset[int]:
        """The teams with a name that has all words of the text, or all of whose words are in the text."""
        words = frozenset(self._bare(text).split())
        alike = frozenset().union(*(self._with.get(word, ()) for word in words))
        fitting = (
            name for name in alike if self._words[name] <= words or self._words[name] >= words
        )
        return frozenset(chain.from_iterable(self._teams[name] for name in fitting))
