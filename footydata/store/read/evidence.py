"""Which clubs of a database may be the same club under two names: judged by their fixtures, listed by their names too.

Clubs are never one if the register knows them as two, if a service has an id for each, if they have played
each other, or if a person has undone their merge. Seasons of a country that begin in one year and have mostly the same
clubs are looked at together: two sources may give one competition two names, or divide one differently.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from footydata.football.countries import REGIONS
from footydata.football.register import HASHED_IDS_FROM, bare
from footydata.football.terms import DAY, OWN_IDS_FROM, Status
from footydata.football.wording import plural
from footydata.rules.duplicates import (
    POSSIBLE,
    STRONG,
    Claim,
    Finished,
    Pair,
    SeasonOfClubs,
    groups,
)
from footydata.rules.tallies import pair_of
from footydata.store.rows import column, ids_of


class PairEvidence(NamedTuple):
    """The evidence for and against two clubs being one, over all seasons that were examined.

    pair: their ids; agreeing: fixtures that agree in day, venue, opponent and score; differing: in all but the score;
    apart: days on which the two play different fixtures; leagues: where fixtures agree, with the season.
    is_strong: whether that is enough to hold them to be one.
    """

    pair: Pair
    agreeing: int
    differing: int
    apart: int
    leagues: tuple[str, ...]
    is_strong: bool

    @property
    def words(self) -> str:
        """The evidence as a clause."""
        what = f"{plural(self.agreeing, 'fixture')} of {', '.join(self.leagues)}"
        agree = "agrees" if self.agreeing == 1 else "agree"
        against = [
            f"{plural(self.differing, 'score')} differ" + "s" * (self.differing == 1)
        ] * bool(self.differing)
        against += [f"on {plural(self.apart, 'day')} they play different fixtures"] * bool(
            self.apart
        )
        few = [f"{STRONG} would decide"] * (self.agreeing < STRONG)
        return ", but ".join(
            (f"{what} {agree} in day, venue, opponent and score", *(against or few))
        )


def evidence(
    connection: sqlite3.Connection,
    season_ids: Iterable[int] | None = None,
    *,
    include_possible: bool = False,
) -> list[PairEvidence]:
    """The pairs of clubs that are one by their fixtures of these seasons (of all if None), the surest first.

    A pair is one if the evidence of one season is strong and no season that the two share contradicts it.
    include_possible: also the pairs that may be one.
    """
    values = {**ids_of(season_ids), "first": OWN_IDS_FROM, "hashed": HASHED_IDS_FROM}
    doubtful = column(connection, _DOUBTFUL, values)
    if not doubtful:
        return []
    seasons = _Seasons(connection)
    claims_by_pair: defaultdict[Pair, dict[Together, Claim]] = defaultdict(dict)
    for together in dict.fromkeys(map(seasons.together, doubtful)):
        for claim in seasons.read(together).claims():
            claims_by_pair[claim.pair][together] = claim
    pairs = [
        seasons.evidence(pair, claims)
        for pair, claims in sorted(claims_by_pair.items())
        if not have_met(connection, *pair)
    ]
    rivals = seasons.rivals(each.pair for each in pairs if each.is_strong)
    pairs = [each._replace(is_strong=each.is_strong and each.pair not in rivals) for each in pairs]
    chosen_pairs = [
        each for each in pairs if each.is_strong or (include_possible and each.agreeing >= POSSIBLE)
    ]
    return sorted(chosen_pairs, key=lambda each: (not each.is_strong, -each.agreeing, each.pair))


def possible_duplicates(
    connection: sqlite3.Connection, season_ids: Iterable[int] | None = None
) -> list[tuple[Pair, str]]:
    """The pairs of clubs that may be one under two names, each with the evidence as a clause."""
    pairs = []
    for each in evidence(connection, season_ids, include_possible=True):
        names = column(connection, _NAMES, ids_of(each.pair))
        pairs.append((each.pair, f"{' and '.join(names)} may be one club: {each.words}"))
    return pairs


def have_met(connection: sqlite3.Connection, one: int, other: int) -> bool:
    """Whether there is a fixture of two teams, in any season."""
    return connection.execute(_HAVE_MET, {"one": one, "other": other}).fetchone() is not None


Together: TypeAlias = tuple[int | None, ...]
"""The ids of the seasons that are looked at together."""

READ_AT_ONCE = 64
"""Of how many seasons the fixtures stay in memory: those of a large file do not fit into it."""


class _Seasons:
    """The seasons that are examined, and what is known of their clubs."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._together: dict[int | None, Together] = {}
        self.read = lru_cache(READ_AT_ONCE)(self._clubs)
        # The pairs that agreeing fixtures showed to be one, and a person has said are not.
        self._undone = {pair_of(*pair) for pair in connection.execute(_UNDONE)}
        # The team of a service → the one that the register knows by a name of it.
        self._registered = dict(
            connection.execute(_REGISTERED, {"first": OWN_IDS_FROM, "hashed": HASHED_IDS_FROM})
        )

    def together(self, season_id: int | None) -> Together:
        """The seasons that are looked at with this one, by their ids."""
        if season_id not in self._together:
            season_ids = column(self._connection, _TOGETHER, {"id": season_id})
            self._together |= dict.fromkeys(season_ids, tuple(season_ids))
        return self._together[season_id]

    def _clubs(self, together: Together) -> SeasonOfClubs:
        """The finished fixtures of seasons that are looked at together."""
        values = {**ids_of(together), "finished": Status.FINISHED}
        fixtures = (
            Finished._make((*row, frozenset(json.loads(sources))))
            for *row, sources in self._connection.execute(_FINISHED, values)
        )
        met = {pair_of(*pair) for pair in self._connection.execute(_MET, values)}
        return SeasonOfClubs(
            fixtures,
            lambda one, other: pair_of(one, other) not in met and self.may_be_one(one, other),
        )

    def evidence(self, pair: Pair, claims: dict[Together, Claim]) -> PairEvidence:
        """The evidence of these seasons on a pair; if one of them is strong, of all seasons that the two share."""
        is_strong = any(claim.is_strong for claim in claims.values())
        apart = 0
        if is_strong:
            values = {"one": pair[0], "other": pair[1], "finished": Status.FINISHED}
            shared = set(map(self.together, column(self._connection, _SHARED, values)))
            claims = claims | {together: self.read(together).claim(pair) for together in shared}
            apart = sum(
                count
                for one, other, count in self._connection.execute(_APART_ELSEWHERE, values)
                if self.together(one) != self.together(other)
            )
        agreeing = sum(claim.agreeing for claim in claims.values())
        differing = sum(claim.differing for claim in claims.values())
        apart += sum(claim.apart for claim in claims.values())
        agreed = sorted(together for together, claim in claims.items() if claim.agreeing)
        leagues = tuple(column(self._connection, _LEAGUES, ids_of(chain.from_iterable(agreed))))
        is_one = is_strong and not differing + apart
        return PairEvidence(pair, agreeing, differing, apart, leagues, is_one)

    def rivals(self, pairs: Iterable[Pair]) -> set[Pair]:
        """Those of these pairs that together would make one club of names that can't all be one."""
        clubs = (list(combinations(club, 2)) for club in groups(pairs))
        return {
            pair
            for club in clubs
            if any(not self.may_be_one(*two) or have_met(self._connection, *two) for two in club)
            for pair in club
        }

    def may_be_one(self, one: int, other: int) -> bool:
        """Whether two clubs may be one as far as the register, a service's ids and undone merges show."""
        if max(one, other) < OWN_IDS_FROM or pair_of(one, other) in self._undone:
            return False
        known = {self._registered.get(team_id, team_id) for team_id in (one, other)}
        return len(known) == 1 or min(known) < OWN_IDS_FROM or max(known) >= HASHED_IDS_FROM


_FINISHED = """
    select id, home_id, away_id, kickoff_ts, home_goals || '-' || away_goals,
           (select json_group_array(source_id) from fixture_source where fixture_source.fixture_id = fixture.id)
    from fixture where season_id in (select value from json_each(:ids)) and status = :finished and esports = 0
      and state_detail is null and home_goals is not null and away_goals is not null
      and exists (select 1 from fixture_source where fixture_source.fixture_id = fixture.id)
    order by kickoff_ts, id
"""
_MET = "select distinct home_id, away_id from fixture where season_id in (select value from json_each(:ids))"
_TOGETHER = f"""
    with recursive together (id) as (
      select :id
      union
      select other.id from together join season as own on own.id = together.id
      join league as own_league on own_league.id = own.league_id
      join league on league.country_code = own_league.country_code and league.esports = own_league.esports
      join season as other on other.league_id = league.id and other.start_year = own.start_year
      where league.id <> own_league.id and league.country_code not in ({", ".join(f"'{code}'" for code in REGIONS)})
        and 2 * (select count(*) from season_team as mine join season_team as theirs using (team_id)
                 where mine.season_id = own.id and theirs.season_id = other.id)
          >= max(1, (select count(*) from season_team where season_id = own.id),
                 (select count(*) from season_team where season_id = other.id))
    )
    select id from together order by id
"""
"""A season, and those of other leagues that have at least half of their clubs, and of this one's, in common with it."""
_LEAGUES = """
    select league.name || ' ' || season.label from json_each(:ids) as own
    join season on season.id = own.value join league on league.id = season.league_id order by own.key
"""
_NAMES = "select name from team where id in (select value from json_each(:ids)) order by name"
_REGISTERED = """
    select entity_id, min(base_id) from external_id
    where kind = 'team' and entity_id < :first and base_id >= :first and base_id < :hashed group by entity_id
"""
_UNDONE = """
    select distinct coalesce(kept.entity_id, team_id), coalesce(gone.entity_id, gone_id) from team_edit
    left join external_id as kept on kept.base_id = team_id
    left join external_id as gone on gone.base_id = gone_id
    where team_edit.kind = 'merge' and undone_ts > 0 and reason is not null
"""
_HAVE_MET = """
    select 1 from team_fixture join fixture on fixture.id = team_fixture.fixture_id
    where team_fixture.team_id = :one and :other in (fixture.home_id, fixture.away_id) limit 1
"""
_SHARED = """
    select season_id from season_team where team_id = :one
    intersect select season_id from season_team where team_id = :other
"""
_DOUBTFUL = """
    select season_id from season_team
    where season_id in (
      select value from json_each(coalesce(:ids, (select json_group_array(id) from season))))
    group by season_id having max(team_id) >= :hashed or (min(team_id) < :first and max(team_id) >= :first)
    order by season_id
"""
"""The seasons that may hold a club twice, by the kinds of their clubs' ids."""

_APART_ELSEWHERE = f"""
    with mine as (
      select fixture.id, fixture.season_id, fixture.kickoff_ts / {DAY} as day
      from team_fixture join fixture on fixture.id = team_fixture.fixture_id
      where team_fixture.team_id = :one and fixture.status = :finished and fixture.esports = 0
    ), theirs as (
      select fixture.id, fixture.season_id, fixture.kickoff_ts / {DAY} as day
      from team_fixture join fixture on fixture.id = team_fixture.fixture_id
      where team_fixture.team_id = :other and fixture.status = :finished and fixture.esports = 0
    )
    select mine.season_id, theirs.season_id, count(*) from mine join theirs using (day)
    where mine.season_id is not theirs.season_id group by 1, 2 order by 1, 2
"""
"""On how many days the two play, each in another season or competition, by the two seasons."""


_OF_MANY = """
    albion athletic athletico atletico boys cf city club county deportivo dynamo dinamo fc fk football hotspur lokomotiv
    north olympic orient rangers real rovers sc south spartak sport sporting town union united utd wanderers
"""
_GENERIC = frozenset(_OF_MANY.split())
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
    by_id = {team.row.id: team for team in teams}
    by_country: defaultdict[str | None, list[_Named]] = defaultdict(list)
    for team in teams:
        by_country[team.row.country_code].append(team)
    # The less known team of each pair → the other ones, with the evidence.
    proofs: defaultdict[_Named, dict[_Named, str]] = defaultdict(dict)
    for pair in evidence(connection, include_possible=True):
        known, unknown = sorted((by_id[team_id] for team_id in pair.pair), key=_rank)
        proofs[unknown][known] = pair.words
    unmatched: list[Unmatched] = []
    for team in teams if league_id is None else _teams(connection, league_id):
        row, proved, country = team.row, proofs[team], team.row.country_code
        if row.id < OWN_IDS_FROM:
            continue
        others = teams if country is None else by_country[country] + by_country[None]
        candidates = _candidates(connection, team, others, proved)
        why = "no packaged name" if team.is_hashed else "near to a name of a remote service"
        for other, likeness in candidates:
            reasons = "; ".join(filter(None, (why, proved.get(other))))
            unmatched.append(Unmatched(*row[:5], reasons, other.row.id, other.row.name, likeness))
        if not candidates and team.is_hashed and country is not None:
            unmatched.append(Unmatched(*row[:5], why, None, None, None))
    return unmatched


def _rank(team: _Named) -> tuple[bool, bool, int, int]:
    """A sort key, the best known team first: by a service's id, by the register, by its fixtures."""
    return team.row.id >= OWN_IDS_FROM, team.is_hashed, -team.row.fixtures, -team.row.id


def _teams(connection: sqlite3.Connection, league_id: int | None = None) -> list[_Named]:
    """The teams of a league, or all, by country and name."""
    teams = []
    for *row, spellings in connection.execute(_TEAMS, {"league_id": league_id}):
        names = dict.fromkeys(map(bare, (row[1], *json.loads(spellings))))
        teams.append(_Named(KnownTeam(*row), tuple(names)))
    return teams


def _candidates(
    connection: sqlite3.Connection,
    team: _Named,
    others: Iterable[_Named],
    proved: Collection[_Named],
) -> list[tuple[_Named, float]]:
    """The teams that a team may be, and how similar their names are.

    others: among which a similar name is looked for. proved: those that fixtures show to be it.
    """
    least = NEAR if team.is_hashed and team.row.country_code is not None else VERY_NEAR
    # Each pair is listed once, under the less known team; two that the register knows are no pair.
    possible = [
        (other, team.likeness(other))
        for other in dict.fromkeys((*proved, *others))
        if _rank(other) < _rank(team) and (team.is_hashed or other.row.id < OWN_IDS_FROM)
    ]
    possible.sort(key=lambda pair: (pair[0] not in proved, -pair[1], pair[0].row.id))
    return [
        (other, likeness)
        for other, likeness in possible
        if other in proved
        or (likeness >= least and not have_met(connection, team.row.id, other.row.id))
    ][:CANDIDATES]


def _like(name: str, other: str) -> float:
    """The similarity of two bare names, 0 to 1; at least 0.9 if one has all words of the other.

    0 unless they share a word that is not _GENERIC and one of them has the others, too, be they cut short.

    >>> _like("chesham united", "west ham united"), _like("ashmere utd", "ashmere united") > 0.8
    (0.0, True)
    """
    if name == other:
        return 1.0
    words, other_words = set(name.split()), set(other.split())
    if not (words & other_words) - _GENERIC or not (
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
