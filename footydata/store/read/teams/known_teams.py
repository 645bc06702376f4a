"""The teams of a database with the spellings of its sources, and those that may be one team under two names."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from footydata.football.register.naming import HASHED_IDS_FROM, bare
from footydata.football.terms import OWN_IDS_FROM
from footydata.store.read.quality.evidence import PairEvidence, evidence, have_met
from footydata.store.records import ids_of

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


@dataclass(frozen=True, slots=True)
class _Named:
    """A team and its bare names (register.naming.bare)."""

    row: KnownTeam
    names: tuple[str, ...]


def known_teams(connection: sqlite3.Connection, *, league_id: int | None = None) -> list[KnownTeam]:
    """The teams by country and name; of one league if league_id is given."""
    among = _members(connection, league_id) if league_id is not None else None
    return [each.row for each in _all(connection, among) if among is None or each.row.id in among]


def unmatched_teams(
    connection: sqlite3.Connection, *, league_id: int | None = None
) -> list[Unmatched]:
    """The teams unknown to the register and to services, and those whose name is very similar to another's.

    Teams that have met are no candidates of each other; nor are two that the register knows, or two with ids of a
    remote service. Candidates for which there is evidence of fixtures come first, with that evidence.
    """
    among = _members(connection, league_id) if league_id is not None else None
    names = _all(connection)
    by_country: defaultdict[str | None, list[_Named]] = defaultdict(list)
    for each in names:
        by_country[each.row.country_code].append(each)
    shared = _by_team(
        evidence(connection, include_possible=True), {each.row.id: each for each in names}
    )
    unmatched: list[Unmatched] = []
    for each in names:
        if (among is None or each.row.id in among) and each.row.id >= OWN_IDS_FROM:
            candidates = [
                _candidate(each, other, proof) for other, proof in shared.get(each.row.id, ())
            ]
            doubts = _doubts(connection, each, _others(each, names, by_country))
            known = {row.candidate_id for row in candidates}
            unmatched += [
                *candidates,
                *(
                    row
                    for row in doubts
                    if row.candidate_id not in known and (row.candidate_id or not candidates)
                ),
            ]
    return sorted(
        unmatched, key=lambda row: (row.country_code or "", row.name, row.id, -(row.likeness or 0))
    )


def _by_team(
    evidence: Iterable[PairEvidence], names: Mapping[int, _Named]
) -> dict[int, list[tuple[_Named, PairEvidence]]]:
    """The less known team of each pair → the other one, with the evidence."""
    by_team: defaultdict[int, list[tuple[_Named, PairEvidence]]] = defaultdict(list)
    for each in evidence:
        one, other = sorted(
            (names[team_id] for team_id in each.pair),
            key=lambda team: _known(team.row),
            reverse=True,
        )
        by_team[one.row.id].append((other, each))
    return by_team


def _known(row: KnownTeam) -> tuple[bool, bool, int, int]:
    """A sort key, the best known team first: by a service's id, by the register, by its fixtures."""
    return row.id >= OWN_IDS_FROM, row.id >= HASHED_IDS_FROM, -row.fixtures, -row.id


def _unmatched(
    row: KnownTeam, why: str, candidate: KnownTeam | None, likeness: float | None
) -> Unmatched:
    bare = Unmatched(
        row.id, row.name, row.country_code, row.leagues, row.fixtures, why, None, None, likeness
    )
    return bare._replace(candidate_id=candidate.id, candidate=candidate.name) if candidate else bare


def _candidate(one: _Named, other: _Named, proof: PairEvidence) -> Unmatched:
    """A team and its candidate, for which there is evidence of fixtures."""
    why = f"{_why(one.row.id >= HASHED_IDS_FROM)}; {proof.words}"
    likeness = round(_likeness(one.names, other.names, 0), 2)
    return _unmatched(one.row, why, other.row, likeness)


def _all(connection: sqlite3.Connection, team_ids: Collection[int] | None = None) -> list[_Named]:
    """Every team; counted: the teams whose fixtures are counted, all if None."""
    leagues = _leagues(connection)
    spellings = _spellings(connection)
    among = "" if team_ids is None else "where team_id in (select value from json_each(:ids))"
    sql = f"select team_id, count(*) from team_fixture {among} group by team_id order by team_id"
    fixtures = dict(connection.execute(sql, ids_of(team_ids or ())))
    names: list[_Named] = []
    for team_id, name, country in connection.execute(_TEAMS):
        others = [
            (spelling, source)
            for spelling, source in spellings.get(team_id, ())
            if spelling != name
        ]
        spelled = "; ".join(f"{source}: {spelling}" for spelling, source in others)
        row = KnownTeam(
            team_id, name, country, leagues.get(team_id, ""), fixtures.get(team_id, 0), spelled
        )
        names.append(
            _Named(
                row,
                tuple(
                    dict.fromkeys(bare(each) for each in (name, *(other for other, _ in others)))
                ),
            )
        )
    return names


def _leagues(connection: sqlite3.Connection) -> dict[int, str]:
    """Team → its leagues, each with its first and last season and how many there are."""
    labels: defaultdict[int, dict[str, list[str]]] = defaultdict(dict)
    for team_id, league, label in connection.execute(_SEASONS):
        labels[team_id].setdefault(league, []).append(label)
    return {
        team_id: "; ".join(
            f"{league} {seasons[0]}"
            if len(seasons) == 1
            else f"{league} {seasons[0]} to {seasons[-1]}"
            for league, seasons in of_team.items()
        )
        for team_id, of_team in labels.items()
    }


def _spellings(connection: sqlite3.Connection) -> dict[int, list[tuple[str, str]]]:
    """Team → its spellings, each with the sources that use it."""
    names_by_team: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for team_id, spelling, sources in connection.execute(_SPELLED):
        names_by_team[team_id].append((spelling, sources))
    return names_by_team


def _members(connection: sqlite3.Connection, league_id: int) -> set[int]:
    rows = connection.execute(
        """select distinct season_team.team_id from season_team join season on season.id = season_team.season_id
        where season.league_id = :league_id""",
        {"league_id": league_id},
    )
    return {row[0] for row in rows}


def _others(
    one: _Named, names: Collection[_Named], by_country: dict[str | None, list[_Named]]
) -> Collection[_Named]:
    """The possible candidates: teams of its country or of an unknown one; all teams if its own is unknown."""
    if one.row.country_code is None:
        return names
    return [*by_country[one.row.country_code], *by_country.get(None, ())]


def _doubts(
    connection: sqlite3.Connection, one: _Named, others: Iterable[_Named]
) -> list[Unmatched]:
    is_hashed = one.row.id >= HASHED_IDS_FROM
    least = NEAR if is_hashed and one.row.country_code is not None else VERY_NEAR
    nearest_names = sorted(
        (
            (_likeness(one.names, other.names, least), other)
            for other in others
            if _may_be(one.row, other.row)
        ),
        key=lambda pair: (-pair[0], pair[1].row.id),
    )
    distinct = [
        _unmatched(one.row, _why(is_hashed), other.row, round(likeness, 2))
        for likeness, other in nearest_names
        if likeness >= least and not have_met(connection, one.row.id, other.row.id)
    ][:CANDIDATES]
    if distinct or not is_hashed or one.row.country_code is None:
        return distinct
    return [_unmatched(one.row, _why(is_hashed), None, None)]


def _may_be(one: KnownTeam, other: KnownTeam) -> bool:
    """Whether the second may be a candidate of the first; each pair is listed once, under the less known team."""
    if one.id == other.id:
        return False
    if one.id < HASHED_IDS_FROM:
        return other.id < OWN_IDS_FROM
    return other.id < HASHED_IDS_FROM or (one.fixtures, one.id) < (other.fixtures, other.id)


def _why(is_hashed: bool) -> str:
    return "no packaged name" if is_hashed else "near to a name of a remote service"


def _likeness(names: tuple[str, ...], others: tuple[str, ...], least: float) -> float:
    return max((_like(name, other, least) for name in names for other in others), default=0.0)


def _like(name: str, other: str, least: float) -> float:
    """The similarity of two bare names, 0 to 1; at least 0.9 if one has all words of the other.

    0 unless they share a word that is not GENERIC and one of them has the others, too, be they cut short.

    >>> _like("chesham united", "west ham united", 0), _like("ashmere utd", "ashmere united", 0) > 0.8
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
    matcher = SequenceMatcher(None, name, other, autojunk=False)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return contained
    return max(contained, matcher.ratio())


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


_TEAMS = "select id, name, country_code from team order by country_code, name, id"
_SEASONS = """
    select season_team.team_id, league.name, season.label
    from season_team
    join season on season.id = season_team.season_id
    join league on league.id = season.league_id
    order by season_team.team_id, league.id, season.start_year, season.label
"""
_SPELLED = """
    select team_id, spelling, group_concat(source, ', ') from (
      select external_id.entity_id as team_id, external_id.key as spelling, source.name as source
      from external_id join source on source.id = external_id.source_id
      where external_id.kind = 'team' and external_id.scope <> ''
      union
      select team_id, spelling, coalesce(nullif(source, ''), 'you') from team_alias
      order by 1, 2, 3
    ) group by team_id, spelling order by team_id, spelling
"""
