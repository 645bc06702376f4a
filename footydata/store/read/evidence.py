"""Which clubs of a database may be the same club under two names, judged by their fixtures.

Clubs are never one if the register knows them as two, if a service has an id for each, if they have played
each other, or if a person has undone their merge. Seasons of a country that begin in one year and have mostly the same
clubs are looked at together: two sources may give one competition two names, or divide one differently.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from footydata.football.countries import REGIONS
from footydata.football.register import HASHED_IDS_FROM
from footydata.football.register.teams import registered_team
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
    doubtful = column(connection, _ALL_DOUBTFUL if season_ids is None else _DOUBTFUL, values)
    if not doubtful:
        return []
    seasons = _Seasons(connection)
    claims_by_pair: defaultdict[Pair, dict[int, Claim]] = defaultdict(dict)
    for season_id in dict.fromkeys(seasons.together(each)[0] for each in doubtful):
        claims = seasons.read(season_id).claims()
        for claim in claims:
            claims_by_pair[claim.pair][season_id] = claim
        if not claims:
            # Most seasons of a large file show nothing, and all of them would not fit into memory.
            seasons.forget(season_id)
    pairs = [
        seasons.evidence(pair, by_season)
        for pair, by_season in sorted(claims_by_pair.items())
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


class _Seasons:
    """The seasons that are examined, each read once; those that are looked at together have the first one's id."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._read: dict[int, SeasonOfClubs] = {}
        self._together: dict[int, tuple[int, ...]] = {}
        self._registered: dict[int, int | None] = {}
        # The pairs that agreeing fixtures showed to be one, and a person has said are not.
        self._undone = {pair_of(*pair) for pair in connection.execute(_UNDONE)}

    def together(self, season_id: int) -> tuple[int, ...]:
        """The seasons that are looked at with this one, by their ids."""
        if season_id not in self._together:
            season_ids = column(self._connection, _TOGETHER, {"id": season_id})
            self._together |= dict.fromkeys(season_ids, tuple(season_ids))
        return self._together[season_id]

    def read(self, season_id: int) -> SeasonOfClubs:
        """The finished fixtures of the seasons that are looked at with this one."""
        if season_id not in self._read:
            values = {**ids_of(self.together(season_id)), "finished": Status.FINISHED}
            fixtures = (
                Finished(id_, home, away, kickoff, (goals, against), frozenset(json.loads(sources)))
                for id_, home, away, kickoff, goals, against, sources in self._connection.execute(
                    _FINISHED, values
                )
            )
            met = {pair_of(*pair) for pair in self._connection.execute(_MET, values)}
            self._read[season_id] = SeasonOfClubs(
                fixtures,
                lambda one, other: pair_of(one, other) not in met and self.may_be_one(one, other),
            )
        return self._read[season_id]

    def forget(self, season_id: int) -> None:
        """Read a season again when it is needed next."""
        del self._read[season_id]

    def evidence(self, pair: Pair, claims: dict[int, Claim]) -> PairEvidence:
        """The evidence of these seasons on a pair; if one of them is strong, of all seasons that the two share."""
        is_strong = any(claim.is_strong for claim in claims.values())
        apart = 0
        if is_strong:
            values = {"one": pair[0], "other": pair[1], "finished": Status.FINISHED}
            shared = {self.together(id_)[0] for id_ in column(self._connection, _SHARED, values)}
            claims = claims | {season_id: self.read(season_id).claim(pair) for season_id in shared}
            apart = sum(
                count
                for one, other, count in self._connection.execute(_APART_ELSEWHERE, values)
                if None in (one, other) or other not in self.together(one)
            )
        agreeing = sum(claim.agreeing for claim in claims.values())
        differing = sum(claim.differing for claim in claims.values())
        apart += sum(claim.apart for claim in claims.values())
        agreed = sorted(season_id for season_id, claim in claims.items() if claim.agreeing)
        seasons = ids_of(each for season_id in agreed for each in self.together(season_id))
        leagues = tuple(column(self._connection, _LEAGUES, seasons))
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
        known = self._register_id(one), self._register_id(other)
        return None in known or known[0] == known[1]

    def _register_id(self, team_id: int) -> int | None:
        """The id under which the register knows a club, None if it does not."""
        if OWN_IDS_FROM <= team_id < HASHED_IDS_FROM:
            return team_id
        if team_id not in self._registered:
            name, country = self._connection.execute(_TEAM, {"id": team_id}).fetchone()
            known = registered_team(country, name) if country else None
            self._registered[team_id] = known.id if known else None
        return self._registered[team_id]


_FINISHED = """
    select fixture.id, home_id, away_id, kickoff_ts, home_goals, away_goals,
           (select json_group_array(source_id) from fixture_source where fixture_source.fixture_id = fixture.id)
    from fixture
    join team as home on home.id = home_id join team as away on away.id = away_id
    where season_id in (select value from json_each(:ids)) and status = :finished and esports = 0
      and state_detail is null and home_goals is not null and away_goals is not null
      and exists (select 1 from fixture_source where fixture_source.fixture_id = fixture.id)
    order by kickoff_ts, fixture.id
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
_TEAM = "select name, country_code from team where id = :id"
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
# Those that may hold a club twice, by the kinds of their clubs' ids.
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
    select mine.season_id, theirs.season_id, count(*) from mine join theirs using (day)
    where mine.season_id is not theirs.season_id group by 1, 2 order by 1, 2
"""
"""On how many days the two play, each in another season or competition, by the two seasons."""
