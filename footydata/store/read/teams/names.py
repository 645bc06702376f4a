"""Finds fixtures by parts of the names of teams, leagues and countries, without case and accents."""

import heapq
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from footydata.football.languages import ENGLISH
from footydata.football.terms import Order
from footydata.store.read.fixtures.days import ENTRY, Entry
from footydata.store.typed_names import folded

FEW_LISTS = 150
"""Up to so many teams and leagues their lists are merged; with more, all fixtures are read by kickoff (measured)."""


class LeagueLabel(NamedTuple):
    """A league as a heading shows it."""

    id: int
    name: str
    country: str
    has_standings: int
    esports: int


@dataclass(frozen=True, slots=True)
class Names:
    """The folded names of a database: id → all its names, one per line; a league's include its country's."""

    leagues: dict[int, str]
    teams: dict[int, str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search text matches: for each of its words, the ids of the teams and of the leagues with it in a name."""

    words: tuple[tuple[frozenset[int], frozenset[int]], ...]

    def has(self, entry: Entry) -> bool:
        """Whether every word is in a name of one of the fixture's teams or of its league."""
        return all(
            entry.home_id in teams or entry.away_id in teams or entry.league_id in leagues
            for teams, leagues in self.words
        )


def league_labels(connection: sqlite3.Connection, *, lang: str = ENGLISH) -> dict[int, LeagueLabel]:
    """Every league by id; a name without translation is the English one."""
    sql = (
        "select league.id, coalesce(league_name.name, league.name), coalesce(country_name.name, country.name), "
        "league.has_standings, league.esports from league join country on country.code = league.country_code "
        "left join league_name on league_name.league_id = league.id and league_name.lang = :lang "
        "left join country_name on country_name.country_code = league.country_code and country_name.lang = :lang "
        "order by league.id"
    )
    return {row[0]: LeagueLabel._make(row) for row in connection.execute(sql, {"lang": lang})}


def wanted(names: Names, text: str) -> Wanted:
    """What a search text matches; each of its words may be in another name."""
    words = [
        (
            frozenset(id_ for id_, name in names.teams.items() if word in name),
            frozenset(id_ for id_, name in names.leagues.items() if word in name),
        )
        for word in folded(text).split()
    ]
    return Wanted(tuple(words))


def found_entries(
    connection: sqlite3.Connection,
    wanted_names: Wanted,
    *,
    from_ts: int,
    order: Order,
    after_id: int | None = None,
    esports: bool = False,
) -> Iterator[Entry]:
    """The fixtures that match, from a moment (unix seconds) on to later ones (asc) or earlier ones (desc).

    Rows are read as the iterator is consumed. after_id: the id of the last fixture already read, whose kickoff from_ts
    is, to continue after it.
    """
    teams, leagues = min(wanted_names.words, key=lambda word: len(word[0]) + len(word[1]))
    cursor = {"from_ts": from_ts, "after_id": after_id, "esports": esports}
    if len(teams) + len(leagues) > FEW_LISTS:
        in_order = _all_entries(connection, cursor, order)
    else:
        lists = [_entries_of(connection, cursor, order, team_id=team_id) for team_id in sorted(teams)]
        lists += [_entries_of(connection, cursor, order, league_id=league_id) for league_id in sorted(leagues)]
        in_order = heapq.merge(*lists, key=lambda entry: entry[:2], reverse=order == Order.DESC)
    return _once(entry for entry in in_order if wanted_names.has(entry))


def _once(entries: Iterator[Entry]) -> Iterator[Entry]:
    last = None
    for entry in entries:
        if entry.fixture_id != last:
            yield entry
        last = entry.fixture_id


def _all_entries(connection: sqlite3.Connection, cursor: dict[str, int | None], order: Order) -> Iterator[Entry]:
    sql = (
        f"select {ENTRY} from fixture where esports = :esports and {_after('kickoff_ts', 'id', cursor, order)} "
        f"order by kickoff_ts {order.value}, id {order.value}"
    )
    return map(Entry._make, connection.execute(sql, cursor))


# The plus keeps SQLite from choosing the index by kickoff, with which it would read every fixture of the file.
def _entries_of(
    connection: sqlite3.Connection,
    cursor: dict[str, int | None],
    order: Order,
    *,
    team_id: int | None = None,
    league_id: int | None = None,
) -> Iterator[Entry]:
    if team_id is not None:
        sql = (
            f"select {ENTRY} from team_fixture join fixture on fixture.id = team_fixture.fixture_id "
            "where team_fixture.team_id = :team_id and +fixture.esports = :esports "
            f"and {_after('team_fixture.kickoff_ts', 'team_fixture.fixture_id', cursor, order)} "
            f"order by team_fixture.kickoff_ts {order.value}, team_fixture.fixture_id {order.value}"
        )
    else:
        sql = (
            f"select {ENTRY} from fixture where league_id = :league_id and +esports = :esports "
            f"and {_after('kickoff_ts', 'id', cursor, order)} order by kickoff_ts {order.value}, id {order.value}"
        )
    return map(Entry._make, connection.execute(sql, {**cursor, "team_id": team_id, "league_id": league_id}))


def _after(kickoff: str, fixture_id: str, cursor: dict[str, int | None], order: Order) -> str:
    sign = "<" if order == Order.DESC else ">"
    if cursor["after_id"] is None:
        return f"{kickoff} {sign}= :from_ts"
    return f"({kickoff}, {fixture_id}) {sign} (:from_ts, :after_id)"
