"""Which clubs of a database may be one under two names, by the fixtures that they share.

Clubs that the register knows as two, that a service tells apart by its ids, that have met or that a person took apart
(an undone merge) are never one.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from footydata.contract.terms import DAY, OWN_IDS_FROM, Status
from footydata.register.naming import HASHED_IDS_FROM
from footydata.register.teams import registered_team
from footydata.rules.same_club import LISTED, STRONG, Claim, Finished, Pair, SeasonOfClubs, groups, ordered
from footydata.wording import plural


class PairEvidence(NamedTuple):
    """What the fixtures say of two clubs, over all the seasons that were looked at.

    pair: their ids; agreeing: fixtures that agree in day, venue, opponent and score; differing: in all but the score;
    apart: days on which the two play different fixtures; leagues: where they agree, with the seasons.
    is_strong: whether they are one.
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
        against = [f"{plural(self.differing, 'score')} differ" + "s" * (self.differing == 1)] * bool(self.differing)
        against += [f"on {plural(self.apart, 'day')} they play different fixtures"] * bool(self.apart)
        few = [f"{STRONG} would decide"] * (self.agreeing < STRONG)
        return ", but ".join((f"{what} {agree} in day, venue, opponent and score", *(against or few)))


def evidence(
    connection: sqlite3.Connection, season_ids: Iterable[int] | None = None, *, is_listed: bool = False
) -> list[PairEvidence]:
    """The pairs of clubs that are one by their fixtures, the surest first; of these seasons, of all where None.

    A pair is one where a season makes it so and no season that the two share speaks against it.
    is_listed: also those that may be one.
    """
    seasons = _Seasons(connection)
    found: defaultdict[Pair, dict[int, Claim]] = defaultdict(dict)
    for season_id in _doubtful_seasons(connection, season_ids):
        for claim in seasons.read(season_id).claims():
            found[claim.pair][season_id] = claim
    pairs = [seasons.evidence(pair, by_season) for pair, by_season in sorted(found.items()) if not seasons.met(pair)]
    rivals = seasons.rivals(each.pair for each in pairs if each.is_strong)
    pairs = [each._replace(is_strong=each.is_strong and each.pair not in rivals) for each in pairs]
    chosen = [each for each in pairs if each.is_strong or (is_listed and each.agreeing >= LISTED)]
    return sorted(chosen, key=lambda each: (not each.is_strong, -each.agreeing, each.pair))


def twice_named(connection: sqlite3.Connection, season_ids: Iterable[int] | None = None) -> list[tuple[Pair, str]]:
    """The clubs that may be one under two names, and what their fixtures say, a clause each; as `evidence`."""
    return [(each.pair, _clause(connection, each)) for each in evidence(connection, season_ids, is_listed=True)]


def _clause(connection: sqlite3.Connection, each: PairEvidence) -> str:
    names = sorted(connection.execute(_TEAM, {"id": team_id}).fetchone()[0] for team_id in each.pair)
    return f"{' and '.join(names)} may be one club: {each.words}"


def are_told_apart(connection: sqlite3.Connection, one: int, other: int) -> bool:
    """Whether two clubs are two whatever they are called: by a service's ids, by a match, by an undone merge."""
    return (
        max(one, other) < OWN_IDS_FROM
        or ordered(one, other) in _undone(connection)
        or connection.execute(_HAVE_MET, {"one": one, "other": other}).fetchone() is not None
    )


def _undone(connection: sqlite3.Connection) -> set[Pair]:
    """The pairs whose merge a person took back."""
    return {ordered(*pair) for pair in connection.execute(_UNDONE)}


class _Seasons:
    """The seasons that are looked at, each read once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = _Names(connection)
        self._read: dict[int, SeasonOfClubs] = {}

    def read(self, season_id: int) -> SeasonOfClubs:
        """The finished fixtures of a season."""
        if season_id not in self._read:
            values = {"season_id": season_id, "finished": Status.FINISHED}
            fixtures = (
                Finished(id, home, away, kickoff_ts, (goals, conceded), frozenset(map(int, sources.split(","))))
                for id, home, away, kickoff_ts, goals, conceded, sources in self._connection.execute(_FINISHED, values)
            )
            met = {ordered(*pair) for pair in self._connection.execute(_MET, values)}
            self._read[season_id] = SeasonOfClubs(
                fixtures, lambda one, other: ordered(one, other) not in met and self._names.may_be_one(one, other)
            )
        return self._read[season_id]

    def evidence(self, pair: Pair, claims: dict[int, Claim]) -> PairEvidence:
        """What these seasons say of a pair, and where one of them makes it one, all that the two share."""
        is_strong = any(claim.is_strong for claim in claims.values())
        apart = 0
        if is_strong:
            values = {"one": pair[0], "other": pair[1], "finished": Status.FINISHED}
            shared = [row[0] for row in self._connection.execute(_SHARED, values)]
            claims = claims | {season_id: self.read(season_id).claim(pair) for season_id in shared}
            apart = self._connection.execute(_APART_ELSEWHERE, values).fetchone()[0]
        agreeing = sum(claim.agreeing for claim in claims.values())
        differing = sum(claim.differing for claim in claims.values())
        apart += sum(claim.apart for claim in claims.values())
        agreed = sorted(season_id for season_id, claim in claims.items() if claim.agreeing)
        leagues = tuple(self._connection.execute(_SEASON, {"id": season_id}).fetchone()[0] for season_id in agreed)
        return PairEvidence(pair, agreeing, differing, apart, leagues, is_strong and not differing + apart)

    def met(self, pair: Pair) -> bool:
        """Whether two clubs have played one another, in whatever season."""
        values = {"one": pair[0], "other": pair[1]}
        return self._connection.execute(_HAVE_MET, values).fetchone() is not None

    def rivals(self, pairs: Iterable[Pair]) -> set[Pair]:
        """Of these pairs, which different seasons make one, those of clubs that can't all be one."""
        clubs = (list(combinations(club, 2)) for club in groups(pairs))
        return {pair for club in clubs if any(map(self._are_two, club)) for pair in club}

    def _are_two(self, pair: Pair) -> bool:
        return not self._names.may_be_one(*pair) or self.met(pair)


class _Names:
    """Whose names tell two clubs apart."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._registered: dict[int, int | None] = {}
        self._undone = _undone(connection)

    def may_be_one(self, one: int, other: int) -> bool:
        """Whether neither the register, nor a service's ids, nor a person tells two clubs apart."""
        if max(one, other) < OWN_IDS_FROM or ordered(one, other) in self._undone:
            return False
        known = self._register_id(one), self._register_id(other)
        return None in known or known[0] == known[1]

    def _register_id(self, team_id: int) -> int | None:
        """The id under which the register knows a club, whoever gave it the one that it has."""
        if OWN_IDS_FROM <= team_id < HASHED_IDS_FROM:
            return team_id
        if team_id not in self._registered:
            name, country = self._connection.execute(_TEAM, {"id": team_id}).fetchone()
            known = registered_team(country, name) if country else None
            self._registered[team_id] = known.id if known else None
        return self._registered[team_id]


def _doubtful_seasons(connection: sqlite3.Connection, season_ids: Iterable[int] | None) -> list[int]:
    """Of these seasons (of all where None) those with a club that no packaged name knows, beside one of ours."""
    ids = None if season_ids is None else json.dumps(sorted(season_ids))
    values = {"ids": ids, "first": OWN_IDS_FROM, "hashed": HASHED_IDS_FROM}
    return [row[0] for row in connection.execute(_ALL_DOUBTFUL if ids is None else _DOUBTFUL, values)]


_FINISHED = """
    select fixture.id, home_id, away_id, kickoff_ts, home_goals, away_goals,
           (select group_concat(source_id) from fixture_source where fixture_source.fixture_id = fixture.id)
    from fixture
    join team as home on home.id = home_id join team as away on away.id = away_id
    where season_id = :season_id and status = :finished and esports = 0 and state_detail is null
      and home_goals is not null and away_goals is not null
      and exists (select 1 from fixture_source where fixture_source.fixture_id = fixture.id)
    order by kickoff_ts, fixture.id
"""
_MET = "select distinct home_id, away_id from fixture where season_id = :season_id"
_SEASON = """
    select league.name || ' ' || season.label from season join league on league.id = season.league_id
    where season.id = :id
"""
_TEAM = "select name, country_code from team where id = :id"
_UNDONE = """
    select team_id, gone_id from team_edit where kind = 'merge' and undone_ts is not null and gone_id is not null
"""
_HAVE_MET = """
    select 1 from team_fixture join fixture on fixture.id = team_fixture.fixture_id
    where team_fixture.team_id = :one and :other in (fixture.home_id, fixture.away_id) limit 1
"""
_SHARED = """
    select season_id from season_team where team_id = :one
    intersect select season_id from season_team where team_id = :other
"""
_DOUBTFUL_OF = """
    select season_id from season_team where {which}
    group by season_id having max(team_id) >= :hashed or (min(team_id) < :first and max(team_id) >= :first)
    order by season_id
"""
_DOUBTFUL = _DOUBTFUL_OF.format(which="season_id in (select value from json_each(:ids))")
_ALL_DOUBTFUL = _DOUBTFUL_OF.format(which="true")
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
    select count(*) from mine join theirs using (day) where mine.season_id is not theirs.season_id
"""
"""On how many days the two play in different seasons or competitions."""
