"""Groups what loads said of a season into meetings: a pure function of it.

What was said is grouped input by input, that of the most trusted source first; within a source by the moment of the
load. The first one decides the sides on neutral ground. A fixture of ours is numbered among those of its pair at the
venue, by kickoff. So the order of loads decides nothing, but which of one source's claims came first.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from footydata.football.records import ClaimRow
from footydata.football.register import assigned_fixture_id
from footydata.football.register.leagues import WITHIN, RegisteredLeague, registered_league
from footydata.football.register.teams import OF_NATIONS
from footydata.football.terms import DAY
from footydata.rules.duplicates import Meeting, Told, exchanged_meeting, nearest
from footydata.store.claims.claim import LoadOfClaims
from footydata.store.claims.stored import StoredFixture

Pair = tuple[int, int]


class StoredSeason(NamedTuple):
    """A season, with what its fixtures' ids are made of and how its pairs meet."""

    id: int
    league_id: int
    label: str
    start_year: int
    league: RegisteredLeague | None

    def fixture_id(self, pair: Pair, number: int) -> int:
        """The id of the meeting of a pair at its venue, counted from 0 by kickoff: the same on every machine."""
        # Another season of the league may start in the same year.
        is_usual = (len(self.label) == len("2016")) == (
            self.league is not None and self.league.calendar == WITHIN
        )
        parts = [f"meeting {number}"] if is_usual else [f"meeting {number}", self.label]
        return assigned_fixture_id(self.start_year, self.league_id, *pair, *parts)


def read_season(connection: sqlite3.Connection, season_id: int) -> StoredSeason | None:
    """The season of an id, None if it is not stored."""
    row = connection.execute(_SEASON, {"id": season_id}).fetchone()
    if row is None:
        return None
    league_id, label, year, country, name = row
    return StoredSeason(season_id, league_id, label, year, registered_league(country, name))


class Said(NamedTuple):
    """A claim, or what a load is about to claim, with what it says of its meeting.

    row: of the claim; its id is 0 before there is one, its fixture is 0 then, or what a service calls it. pair: the
    teams in the order in which the source names them. can_exchange: whether it says nothing that depends on the order
    of its sides.
    """

    row: ClaimRow
    load: LoadOfClaims
    pair: Pair
    told: Told
    is_remote: bool
    can_exchange: bool

    @property
    def order(self) -> tuple[object, ...]:
        """Its place among all that is said of a season."""
        load = self.load
        # What is about to be claimed comes after the claims of its load.
        last = (not self.row.id, self.row.id)
        return load.rank, load.moment, load.place, load.id, self.told.kickoff_ts, self.pair, last


class ClaimGroup(Meeting):
    """A meeting and the claims of it.

    Attributes:
        pair: the teams in the order of the first of them. incoming: what a load is about to claim of it.
    """

    __slots__ = ("claims", "id", "incoming", "pair")

    def __init__(self, said: Said) -> None:
        super().__init__(said.told)
        self.pair = said.pair
        self.claims: list[Said] = []
        self.incoming: list[Said] = []
        self.id = 0

    @classmethod
    def of_fixture(cls, first: Said, *others: Said) -> "ClaimGroup":
        """The claims of a fixture that stands by its id."""
        group = cls(first)
        group.id, group.claims = first.row.fixture_id, [first, *others]
        return group

    def is_stored(self, by_fixture: Mapping[int, list[Said]]) -> bool:
        """Whether the fixture of this id has just these claims, in the order of these sides."""
        own = by_fixture.get(self.id, ())
        return len(own) == len(self.claims) and all(
            said.row.fixture_id == self.id and not self.flips(said) for said in self.claims
        )

    def fixtures(self, stored: Mapping[int, StoredFixture]) -> list[StoredFixture]:
        """The fixtures that its claims are stored with, that of its id first."""
        ids = dict.fromkeys(said.row.fixture_id for said in self.claims)
        return [stored[id_] for id_ in sorted(ids, key=lambda id_: id_ != self.id)]

    def exchanges(self, said: Said) -> bool:
        """Whether a claim names the teams in the other order."""
        return said.pair == self.pair[::-1]

    def flips(self, said: Said) -> bool:
        """Whether a claim is stored in the other order of the teams."""
        return self.exchanges(said) != bool(said.row.exchanged)

    def changes(self, said: Said) -> bool:
        """Whether the row of a claim is to be written: only one of several has a body."""
        is_only = len(self.claims) == 1
        return (
            said.row.fixture_id != self.id or self.flips(said) or (said.row.body is None) != is_only
        )


def groups_of(season: StoredSeason, said: Iterable[Said]) -> list[ClaimGroup]:
    """The meetings of a season, numbered."""
    ordered = sorted(said, key=lambda each: each.order)
    once = _meets_once(season, ordered)
    exchanges = season.league is not None and season.league.side in OF_NATIONS
    by_pair: defaultdict[Pair, list[ClaimGroup]] = defaultdict(list)
    by_key: dict[tuple[int, str], ClaimGroup] = {}
    for each in ordered:
        group = by_key.get(each.told.key) if each.told.key is not None else None
        if group is None:
            group = nearest(by_pair[each.pair], each.told, meets_once=once)
        if group is None and exchanges and each.can_exchange:
            group = exchanged_meeting(by_pair[each.pair[::-1]], each.told)
        if group is None:
            group = ClaimGroup(each)
            by_pair[each.pair].append(group)
        group.join(each.told)
        (group.claims if each.row.id else group.incoming).append(each)
        if each.told.key is not None:
            by_key.setdefault(each.told.key, group)
    groups = [group for own in by_pair.values() for group in own]
    _number(season, by_pair)
    return groups


def _meets_once(season: StoredSeason, said: Sequence[Said]) -> bool:
    """Whether pairs meet once at a venue: the register knows of no more, and no input has two days of a pair."""
    if season.league is not None and season.league.meetings != 1:
        return False
    days = {
        (each.told.input, each.pair, each.told.kickoff_ts // DAY)
        for each in said
        if each.told.in_table
    }
    most = Counter((input_, pair) for input_, pair, _ in days).most_common(1)
    return not most or most[0][1] == 1


def _number(season: StoredSeason, by_pair: Mapping[Pair, list[ClaimGroup]]) -> None:
    for pair, groups in by_pair.items():
        groups.sort(key=lambda group: group.kickoff_ts)
        for number, group in enumerate(groups):
            remote = [
                each.row.fixture_id for each in (*group.claims, *group.incoming) if each.is_remote
            ]
            group.id = min(remote) if remote else season.fixture_id(pair, number)


_SEASON = """
    select league_id, label, start_year, country_code, league.name
    from season join league on league.id = league_id where season.id = :id
"""
