"""Finds the fixtures that bets mean: by id, or by day and the names of the teams as anyone writes them.

Days are read one after the other and each once, names are looked up in an index of all spellings, so that a book of
100,000 bets takes seconds.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import chain, islice

from footydata.betting.slips import Slip
from footydata.contract.errors import FootydataError
from footydata.contract.terms import DAY
from footydata.moments import midnight_of
from footydata.queries.days import Entry, entries_between
from footydata.queries.details import pages
from footydata.queries.fixtures import fixtures_by_id
from footydata.queries.leagues import find_league
from footydata.queries.spellings import all_spellings
from footydata.register.naming import bare
from footydata.rows import FixtureRow

LISTED = 5
"""How many fixtures a message lists."""


class NoFixture(FootydataError):
    """No fixture, or more than one, is what the bet means."""


Matched = dict[int, FixtureRow | FootydataError]
"""The row of a bet in its file → its fixture, or why it has none."""


def match(connection: sqlite3.Connection, slips: Sequence[Slip]) -> Matched:
    """The fixture of each bet, or why none is meant: NoFixture, LeagueNotFound or AmbiguousName."""
    by_name = _by_name(connection, [slip for slip in slips if slip.fixture_id is None])
    by_id = {slip.row: slip.fixture_id for slip in slips if slip.fixture_id is not None}
    ids = {*by_id.values(), *(found for found in by_name.values() if isinstance(found, int))}
    rows = _rows(connection, ids)
    failed = {row: found for row, found in by_name.items() if isinstance(found, FootydataError)}
    found = {row: found for row, found in by_name.items() if isinstance(found, int)}
    return failed | {
        row: rows.get(fixture_id) or NoFixture(f"no fixture has the id {fixture_id}")
        for row, fixture_id in (by_id | found).items()
    }


def _rows(connection: sqlite3.Connection, ids: Collection[int]) -> dict[int, FixtureRow]:
    found: dict[int, FixtureRow] = {}
    for page in pages(sorted(ids)):
        found |= fixtures_by_id(connection, page)
    return found


def _by_name(connection: sqlite3.Connection, slips: Sequence[Slip]) -> dict[int, int | FootydataError]:
    """The row of each bet → the id of its fixture, or why there is none."""
    if not slips:
        return {}
    finder = _Finder(connection)
    found: dict[int, int | FootydataError] = {}
    for slip in sorted(slips, key=lambda slip: (str(slip.day), slip.row)):
        try:
            found[slip.row] = finder.find(slip)
        except FootydataError as error:
            found[slip.row] = error
    return found


class _Finder:
    """Finds the fixtures of bets that come in the order of their days."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = _Names(all_spellings(connection))
        self._days: dict[int, _Day] = {}
        self._league = cache(self._league_of)

    def find(self, slip: Slip) -> int:
        """The id of the fixture by names on the day or the day beside it.

        A person's day is that of his clock, so a fixture a day off is taken where the day itself has none.
        Raises NoFixture.
        """
        if slip.day is None or slip.home is None or slip.away is None:
            raise NoFixture("the bet names no fixture")
        league_id = self._league(slip.league) if slip.league else None
        if isinstance(league_id, FootydataError):
            raise league_id
        midnight = midnight_of(slip.day)
        for start_ts in (midnight, midnight - DAY, midnight + DAY):
            day = self._day(start_ts, oldest=midnight - DAY)
            for are in (self._names.are, self._names.fit):
                matches = [
                    entry for entry in day.of(are(slip.home), are(slip.away)) if league_id in (None, entry.league_id)
                ]
                if len(matches) == 1:
                    return matches[0].fixture_id
                if matches:
                    raise NoFixture(
                        f"{slip.home} - {slip.away} on {slip.day} fits {self._listing(matches)}; name the league"
                    )
        similar = self._days[midnight].of_either(self._names.fit(slip.home), self._names.fit(slip.away))
        there = self._listing(similar) or "no fixture of either name"
        raise NoFixture(f"no fixture {slip.home} - {slip.away} within a day of {slip.day}; that day has {there}")

    def _league_of(self, text: str) -> int | FootydataError:
        try:
            return find_league(self._connection, text).id
        except FootydataError as error:
            return error

    def _day(self, start_ts: int, *, oldest: int) -> "_Day":
        """The fixtures of a day; days before the oldest that is still asked for are forgotten."""
        if start_ts not in self._days:
            self._days = {at: day for at, day in self._days.items() if at >= oldest}
            self._days[start_ts] = _Day(entries_between(self._connection, start_ts, start_ts + DAY))
        return self._days[start_ts]

    def _listing(self, entries: Iterable[Entry]) -> str:
        ids = [entry.fixture_id for entry in islice(entries, LISTED)]
        rows = fixtures_by_id(self._connection, ids)
        told = [rows[fixture_id] for fixture_id in ids if fixture_id in rows]
        return ", ".join(f"{row.home} - {row.away} ({row.league}, {row.id})" for row in told)


class _Day:
    """The fixtures of a day, by their teams."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._of_team: defaultdict[int, list[Entry]] = defaultdict(list)
        for entry in entries:
            for team_id in {entry.home_id, entry.away_id}:
                self._of_team[team_id].append(entry)

    def of(self, home: frozenset[int], away: frozenset[int]) -> list[Entry]:
        """The fixtures of one of these teams at home and one of those away, by kickoff."""
        return [entry for entry in self._of(home) if entry.home_id in home and entry.away_id in away]

    def of_either(self, home: frozenset[int], away: frozenset[int]) -> list[Entry]:
        """The fixtures with one of these teams at home or one of those away, by kickoff."""
        return [entry for entry in self._of(home | away) if entry.home_id in home or entry.away_id in away]

    def _of(self, teams: frozenset[int]) -> list[Entry]:
        there = teams & self._of_team.keys()
        return sorted(set(chain.from_iterable(self._of_team[team_id] for team_id in there)))


class _Names:
    """Which teams a text may mean, by all their spellings; each text is looked up once."""

    def __init__(self, spellings: dict[int, list[str]]) -> None:
        self._teams: defaultdict[str, set[int]] = defaultdict(set)
        for team_id, names in spellings.items():
            for name in names:
                self._teams[bare(name)].add(team_id)
        words = {name: frozenset(name.split()) for name in self._teams}
        self._with: defaultdict[str, set[str]] = defaultdict(set)
        for name, parts in words.items():
            for word in parts:
                self._with[word].add(name)
        # A name whose words are all in a text is found by its rarest one.
        self._by_rarest: defaultdict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for name, parts in words.items():
            if parts:
                rarest = min(parts, key=lambda word: (len(self._with[word]), word))
                self._by_rarest[rarest].append((name, parts))
        self.are = cache(self._are)
        self.fit = cache(self._fit)

    def _are(self, text: str) -> frozenset[int]:
        """The teams that are called so whole."""
        return frozenset(self._teams.get(bare(text), ()))

    def _fit(self, text: str) -> frozenset[int]:
        """The teams one of whose names has all words of the text, or whose words the text has all."""
        words = set(bare(text).split())
        if not words:
            return frozenset()
        longer = set.intersection(*(self._with.get(word, set()) for word in words))
        shorter = {name for word in words for name, parts in self._by_rarest.get(word, ()) if parts <= words}
        return frozenset(chain.from_iterable(self._teams[name] for name in longer | shorter))
