"""Finds fixtures by parts of the names of teams, leagues and countries, as a person types them.

Names are compared without case and accents, so that malaga finds Málaga.
"""

import heapq
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from footydata.contract.languages import ENGLISH
from footydata.contract.terms import Order
from footydata.queries.days import ENTRY, Entry

FEW_LISTS = 150
"""Up to so many teams and leagues their own lists are merged; beyond it the walk by kickoff is quicker (measured)."""


SUGGESTED, LIKENESS = 3, 0.75
"""How many names are suggested in place of one that is not there, and how like it they are."""


class LeagueLabel(NamedTuple):
    """What a heading says of a league."""

    id: int
    name: str
    country: str
    has_standings: int
    esports: int


@dataclass(frozen=True, slots=True)
class Names:
    """The folded names of a database: id → all that it is called, a line each; a league's with its country's."""

    leagues: dict[int, str]
    teams: dict[int, str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a text asks for: for each of its words the teams and the leagues whose names have it."""

    words: tuple[tuple[frozenset[int], frozenset[int]], ...]

    def has(self, entry: Entry) -> bool:
        """Whether every word is in the name of one of the fixture's teams or of its league."""
        return all(
            entry.home_id in teams or entry.away_id in teams or entry.league_id in leagues
            for teams, leagues in self.words
        )


_FOLDED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe"})


def folded(text: str) -> str:
    """A name without case and accents.

    >>> folded("Málaga"), folded("Brøndby"), folded("Preußen")
    ('malaga', 'brondby', 'preussen')
    """
    lower = text.casefold()
    if lower.isascii():
        return lower
    plain = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return plain.translate(_FOLDED)


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """The names that a text may mean where it is spelt wrongly, the nearest first.

    >>> nearest("Real Madird", ["Real Betis", "Real Madrid", "Arsenal"])
    ['Real Madrid']
    """
    by_folded: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        by_folded.setdefault(folded(name), []).append(name)
    near = get_close_matches(folded(text), by_folded, SUGGESTED, LIKENESS)
    return [name for plain in near for name in by_folded[plain]]


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
    """What a text asks for; each of its words may stand in another name."""
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
    asked: Wanted,
    *,
    from_ts: int,
    order: Order,
    after_id: int | None = None,
    esports: bool = False,
) -> Iterator[Entry]:
    """The fixtures asked for from a moment on, later ones (asc) or earlier ones (desc); read as they are taken.

    after_id: with from_ts the last fixture of the part before, so that a list is read part by part.
    """
    teams, leagues = min(asked.words, key=lambda word: len(word[0]) + len(word[1]))
    edge = {"from_ts": from_ts, "after_id": after_id, "esports": esports}
    if len(teams) + len(leagues) > FEW_LISTS:
        found = _walk(connection, edge, order)
    else:
        lists = [_own_list(connection, edge, order, team_id=team_id) for team_id in sorted(teams)]
        lists += [_own_list(connection, edge, order, league_id=league_id) for league_id in sorted(leagues)]
        found = heapq.merge(*lists, key=lambda entry: entry[:2], reverse=order == Order.DESC)
    return _once(entry for entry in found if asked.has(entry))


def _once(entries: Iterator[Entry]) -> Iterator[Entry]:
    last = None
    for entry in entries:
        if entry.fixture_id != last:
            yield entry
        last = entry.fixture_id


def _walk(connection: sqlite3.Connection, edge: dict[str, int | None], order: Order) -> Iterator[Entry]:
    sql = (
        f"select {ENTRY} from fixture where esports = :esports and {_beyond('kickoff_ts', 'id', edge, order)} "
        f"order by kickoff_ts {order.value}, id {order.value}"
    )
    return map(Entry._make, connection.execute(sql, edge))


# A plus keeps the index by kickoff out of the choice: it would walk every fixture of the file.
def _own_list(
    connection: sqlite3.Connection,
    edge: dict[str, int | None],
    order: Order,
    *,
    team_id: int | None = None,
    league_id: int | None = None,
) -> Iterator[Entry]:
    if team_id is not None:
        sql = (
            f"select {ENTRY} from team_fixture join fixture on fixture.id = team_fixture.fixture_id "
            "where team_fixture.team_id = :team_id and +fixture.esports = :esports "
            f"and {_beyond('team_fixture.kickoff_ts', 'team_fixture.fixture_id', edge, order)} "
            f"order by team_fixture.kickoff_ts {order.value}, team_fixture.fixture_id {order.value}"
        )
    else:
        sql = (
            f"select {ENTRY} from fixture where league_id = :league_id and +esports = :esports "
            f"and {_beyond('kickoff_ts', 'id', edge, order)} order by kickoff_ts {order.value}, id {order.value}"
        )
    return map(Entry._make, connection.execute(sql, {**edge, "team_id": team_id, "league_id": league_id}))


def _beyond(kickoff: str, fixture_id: str, edge: dict[str, int | None], order: Order) -> str:
    sign = "<" if order == Order.DESC else ">"
    if edge["after_id"] is None:
        return f"{kickoff} {sign}= :from_ts"
    return f"({kickoff}, {fixture_id}) {sign} (:from_ts, :after_id)"
