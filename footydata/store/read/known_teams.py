"""The teams of a database with the spellings of its sources, and those that may be one team under two names."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

from footydata.football.register import HASHED_IDS_FROM, bare
from footydata.football.terms import OWN_IDS_FROM
from footydata.store.read.evidence import evidence, have_met

_GENERIC = """
    albion athletic athletico atletico boys cf city club county deportivo dynamo dinamo fc fk football hotspur lokomotiv
    north olympic orient rangers real rovers sc south spartak sport sporting town union united utd wanderers
"""
GENERIC = frozenset(_GENERIC.split())
"""Words that so many clubs bear that they say nothing of which one is meant."""

NEAR = 0.6
"""The least similarity of a candidate for a team that the register does not know."""

VERY_NEAR = 0.85
"""The least similarity of a candidate if both are known, by the register or by a remote service's id."""

CANDIDATES = 3
"""How many candidates of a team are listed at most."""


class KnownTeam(NamedTuple):
    """A team with what is known of it.

    leagues: where it plays, with its first and last season; spellings: other names that sources have for it.
    """

    id: int
    name: str
    country_code: str | None
    leagues: str
    fixtures: int
    spellings: str


class Unmatched(NamedTuple):
    """A team that may be the same as another, and that candidate, None if no name is similar.

    why: what makes it doubtful. likeness: of the most similar spellings, 1 if they differ only by FC and the like.
    """

    id: int
    name: str
    country_code: str | None
    leagues: str
    fixtures: int
    why: str
    candidate_id: int | None
    candidate: str | None
    likeness: float | None


class _Named(NamedTuple):
    """A team and its bare names (register.bare)."""

    row: KnownTeam
    names: tuple[str, ...]

    def likeness(self, other: "_Named") -> float:
        """The similarity of the most similar names of the two."""
        return max(_like(name, known) for name in self.names for known in other.names)

    @property
    def is_hashed(self) -> bool:
        """Whether no register and no service has an id for it."""
        return self.row.id >= HASHED_IDS_FROM


def known_teams(connection: sqlite3.Connection, *, league_id: int | None = None) -> list[KnownTeam]:
    """The teams by country and name; of one league if league_id is given."""
    return [each.row for each in _teams(connection, league_id)]


def unmatched_teams(
    connection: sqlite3.Connection, *, league_id: int | None = None
) -> list[Unmatched]:
    """The teams unknown to the register and to services, and those whose name is very similar to another's.

    Teams that have met are no candidates of each other; nor are two that the register knows, or two with ids of a
    remote service. Candidates for which there is evidence of fixtures come first, with that evidence.
    """
    teams = _teams(connection)
    among = teams if league_id is None else _teams(connection, league_id)
    by_id = {each.row.id: each for each in teams}
    by_country: defaultdict[str | None, list[_Named]] = defaultdict(list)
    for each in teams:
        by_country[each.row.country_code].append(each)
    # The less known team of each pair → the other ones, with the evidence.
    proofs: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for pair in evidence(connection, include_possible=True):
        known, unknown = sorted(pair.pair, key=lambda team_id: _rank(by_id[team_id].row))
        proofs[unknown][known] = pair.words
    unmatched: list[Unmatched] = []
    for one in among:
        if one.row.id < OWN_IDS_FROM:
            continue
        country = one.row.country_code
        others = teams if country is None else by_country[country] + by_country[None]
        of_fixtures = proofs[one.row.id]
        candidates: list[tuple[_Named | None, float | None, str]] = [
            (by_id[other], one.likeness(by_id[other]), proof)
            for other, proof in of_fixtures.items()
        ]
        candidates += [
            (other, likeness, "")
            for likeness, other in _similar(connection, one, others)
            if other.row.id not in of_fixtures
        ]
        if not candidates and one.is_hashed and country is not None:
            candidates = [(None, None, "")]
        why = "no packaged name" if one.is_hashed else "near to a name of a remote service"
        for other, likeness, proof in candidates:
            reasons = "; ".join(filter(None, (why, proof)))
            id_, name = (None, None) if other is None else (other.row.id, other.row.name)
            unmatched.append(Unmatched(*one.row[:5], reasons, id_, name, likeness))
    return sorted(
        unmatched, key=lambda row: (row.country_code or "", row.name, row.id, -(row.likeness or 0))
    )


def _rank(row: KnownTeam) -> tuple[bool, bool, int, int]:
    """A sort key, the best known team first: by a service's id, by the register, by its fixtures."""
    return row.id >= OWN_IDS_FROM, row.id >= HASHED_IDS_FROM, -row.fixtures, -row.id


def _teams(connection: sqlite3.Connection, league_id: int | None = None) -> list[_Named]:
    """The teams of a league, or all, by country and name."""
    teams = []
    for *row, spellings in connection.execute(_TEAMS, {"league_id": league_id}):
        names = dict.fromkeys(map(bare, (row[1], *json.loads(spellings))))
        teams.append(_Named(KnownTeam(*row), tuple(names)))
    return teams


def _similar(
    connection: sqlite3.Connection, one: _Named, others: Iterable[_Named]
) -> list[tuple[float, _Named]]:
    """The teams with the names most similar to a team's, and how similar they are."""
    least = NEAR if one.is_hashed and one.row.country_code is not None else VERY_NEAR
    # Each pair is listed once, under the less known team; two that the register knows are no pair.
    candidates = [
        (one.likeness(other), other)
        for other in others
        if _rank(other.row) < _rank(one.row) and (one.is_hashed or other.row.id < OWN_IDS_FROM)
    ]
    return [
        (likeness, other)
        for likeness, other in sorted(candidates, key=lambda pair: (-pair[0], pair[1].row.id))
        if likeness >= least and not have_met(connection, one.row.id, other.row.id)
    ][:CANDIDATES]


def _like(name: str, other: str) -> float:
    """The similarity of two bare names, 0 to 1; at least 0.9 if one has all words of the other.

    0 unless they share a word that is not GENERIC and one of them has the others, too, be they cut short.

    >>> _like("chesham united", "west ham united"), _like("ashmere utd", "ashmere united") > 0.8
    (0.0, True)
    """
    if name == other:
        return 1.0
    words, other_words = set(name.split()), set(other.split())
    if not (words & other_words) - GENERIC or not (
        _has_words(words, other_words) or _has_words(other_words, words)
    ):
        return 0.0
    contained = 0.9 if words <= other_words or other_words <= words else 0.0
    return max(contained, SequenceMatcher(None, name, other, autojunk=False).ratio())


def _has_words(words: Collection[str], others: Collection[str]) -> bool:
    """Whether the first words have all the others, each as it is or cut short.

    >>> _has_words({"sheffield", "wednesday"}, {"sheffield", "weds"}), _has_words({"sheffield", "wednesday"}, {"utd"})
    (True, False)
    """
    return all(
        any(_is_short(other, word) or _is_short(word, other) for word in words) for other in others
    )


def _is_short(short: str, word: str) -> bool:
    """Whether a word has the first letter of another and its further ones in that order, as utd of united."""
    letters = iter(word[1:])
    return short[0] == word[0] and all(letter in letters for letter in short[1:])


_TEAMS = """
    with span as (
      select distinct season_team.team_id, league.id, league.name, count(*) over own as seasons,
             first_value(season.label) over own as first, last_value(season.label) over own as last
      from season_team
      join season on season.id = season_team.season_id join league on league.id = season.league_id
      window own as (partition by season_team.team_id, league.id order by season.start_year, season.label
                     rows between unbounded preceding and unbounded following)
    ), playing as (
      select team_id, group_concat(name || ' ' || first || iif(seasons > 1, ' to ' || last, ''), '; ') as leagues
      from (select * from span order by team_id, id) group by team_id
    ), spelled as (
      select external_id.entity_id as team_id, external_id.key as spelling, source.name as source
      from external_id join source on source.id = external_id.source_id
      where external_id.kind = 'team' and external_id.scope <> ''
      union
      select team_id, spelling, coalesce(nullif(source, ''), 'you') from team_alias
    ), called as (
      select team_id, spelling, group_concat(source, ', ') as sources
      from (select * from spelled order by team_id, spelling, source) group by team_id, spelling
    ), other as (
      select team.id as team_id, group_concat(sources || ': ' || spelling, '; ') as spellings,
             json_group_array(spelling) as names
      from (select * from called order by team_id, spelling) as called join team on team.id = called.team_id
      where spelling <> team.name group by team.id
    )
    select team.id, team.name, team.country_code, coalesce(leagues, ''),
           (select count(*) from team_fixture where team_fixture.team_id = team.id),
           coalesce(spellings, ''), coalesce(names, '[]')
    from team left join playing on playing.team_id = team.id left join other on other.team_id = team.id
    where :league_id is null or team.id in (
      select season_team.team_id from season_team join season on season.id = season_team.season_id
      where season.league_id = :league_id)
    order by team.country_code, team.name, team.id
"""
