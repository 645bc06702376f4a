"""Derives the fixtures of seasons from all that loads said of them, and writes those that differ.

What was said of a season is grouped into meetings, input by input, that of the most trusted source first; within a
source by the moment of the load. The first one decides the sides on neutral ground. A fixture of ours is numbered among
those of its pair at the venue, by kickoff. So the order of loads decides nothing, but which of one source's claims came
first.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.football.records import ClaimRow, FixtureRecord, exchanged
from footydata.football.register import assigned_fixture_id
from footydata.football.register.leagues import WITHIN, RegisteredLeague, registered_league
from footydata.football.register.teams import OF_NATIONS
from footydata.football.terms import DAY, Status
from footydata.rules.duplicates import Meeting, Told, exchanged_meeting, nearest
from footydata.store.claims.claim import (
    BASE,
    ClaimRows,
    FixtureClaim,
    LoadOfClaims,
    body_in,
    bytes_of,
    exchanged_body,
)
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import Differences, StoredFixture, batches, read_stored
from footydata.store.rows import column, delete_derived, records

Pair = tuple[int, int]


class StoredSeason(NamedTuple):
    """A season, with what its fixtures' ids are made of and how its pairs meet; id None: the fixtures without one."""

    id: int | None
    league_id: int = 0
    label: str = ""
    start_year: int = 0
    league: RegisteredLeague | None = None

    @property
    def is_of_nations(self) -> bool:
        """Whether sources may have the sides exchanged, on neutral ground."""
        return self.league is not None and self.league.side in OF_NATIONS

    def fixture_id(self, pair: Pair, number: int) -> int:
        """The id of the meeting of a pair at its venue, counted from 0 by kickoff: the same on every machine."""
        # Another season of the league may start in the same year.
        is_usual = (len(self.label) == len("2016")) == (
            self.league is not None and self.league.calendar == WITHIN
        )
        parts = [f"meeting {number}"] if is_usual else [f"meeting {number}", self.label]
        return assigned_fixture_id(self.start_year, self.league_id, *pair, *parts)


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
    can_exchange: bool

    @property
    def is_remote(self) -> bool:
        """Whether a service says by its own id which fixture it is."""
        return self.row.home_name is None

    @property
    def order(self) -> tuple[object, ...]:
        """Its place among all that is said of a season."""
        load = self.load
        # What is about to be claimed comes after the claims of its load.
        last = (not self.row.id, self.row.id)
        return load.rank, load.moment, load.place, load.id, self.told.kickoff_ts, self.pair, last


def said_of(
    row: ClaimRow,
    load: LoadOfClaims,
    fixture: FixtureRecord,
    pair: Pair,
    *,
    key: str | None,
    has_odds: bool,
) -> Said:
    """What a claim says of its meeting. fixture, pair: as the source has them. key: its own id of it, if it has one."""
    is_remote = row.home_name is None
    if is_remote:
        key = str(row.fixture_id)
    home, away = fixture.home_goals, fixture.away_goals
    told = Told(
        load.id,
        fixture.kickoff_ts,
        bool(fixture.time_known),
        fixture.status == Status.FINISHED,
        None if home is None or away is None else (home, away),
        bool(fixture.in_table),
        load.source_id,
        None if key is None else (load.source_id, key),
    )
    return Said(row, load, pair, told, not (is_remote or has_odds))


class ClaimGroup(Meeting):
    """A meeting and the claims of it.

    Attributes:
        pair: the teams in the order of the first of them. incoming: what a load is about to claim of it.
        has_moved: whether its fixture is stored with other claims or teams.
    """

    __slots__ = ("claims", "has_moved", "id", "incoming", "pair")

    def __init__(self, said: Said) -> None:
        super().__init__(said.told)
        self.pair = said.pair
        self.claims: list[Said] = []
        self.incoming: list[Said] = []
        self.id = 0
        self.has_moved = False

    def exchanges(self, said: Said) -> bool:
        """Whether a claim names the teams in the other order."""
        return said.pair == self.pair[::-1]

    def flips(self, said: Said) -> bool:
        """Whether a claim is stored in the other order of the teams."""
        return self.exchanges(said) != bool(said.row.exchanged)


def groups_of(season: StoredSeason, said: Iterable[Said]) -> list[ClaimGroup]:
    """The meetings of a season, numbered: a pure function of what was said of it."""
    ordered = sorted(said, key=lambda each: each.order)
    once = _meets_once(season, ordered)
    by_pair: defaultdict[Pair, list[ClaimGroup]] = defaultdict(list)
    by_key: dict[tuple[int, str], ClaimGroup] = {}
    for each in ordered:
        group = by_key.get(each.told.key) if each.told.key is not None else None
        if group is None:
            group = nearest(by_pair[each.pair], each.told, meets_once=once)
        if group is None and season.is_of_nations and each.can_exchange:
            group = exchanged_meeting(by_pair[each.pair[::-1]], each.told)
        if group is None:
            group = ClaimGroup(each)
            by_pair[each.pair].append(group)
        group.join(each.told)
        (group.claims if each.row.id else group.incoming).append(each)
        if each.told.key is not None:
            by_key.setdefault(each.told.key, group)
    for pair, groups in by_pair.items():
        groups.sort(key=lambda group: group.kickoff_ts)
        for number, group in enumerate(groups):
            remote = [
                each.row.fixture_id for each in (*group.claims, *group.incoming) if each.is_remote
            ]
            group.id = min(remote) if remote else season.fixture_id(pair, number)
    return [group for own in by_pair.values() for group in own]


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


class Regrouped(NamedTuple):
    """A fixture that was derived anew.

    before: as it was stored, maybe under another id; after: as it is now. joined: further fixtures that are this one.
    """

    before: StoredFixture
    after: StoredFixture
    joined: tuple[StoredFixture, ...]

    @property
    def has_changed(self) -> bool:
        """Whether its values differ, whatever sources hold them."""
        return self.before._replace(sources=[]) != self.after._replace(sources=[])

    @property
    def has_moved(self) -> bool:
        """Whether it has another id, league, season or pair."""
        return self.before.fixture[:_KICKOFF] != self.after.fixture[:_KICKOFF]


class Placed(NamedTuple):
    """Which fixture is meant by what a load is about to claim.

    is_new: whether it is not stored yet. is_exchanged: whether the load names the teams in the other order.
    """

    fixture_id: int
    is_new: bool
    is_exchanged: bool


def differing_fixtures(connection: sqlite3.Connection) -> Iterator[int]:
    """The fixtures that are not stored as what was said of them amounts to; writes nothing."""
    for (season_id,) in connection.execute(_SEASONS).fetchall():
        yield from Regrouping(connection, season_id).differing()


class Regrouping:
    """The derivation of one season; None: of the fixtures that have none, which a service tells by their ids."""

    def __init__(self, connection: sqlite3.Connection, season_id: int | None) -> None:
        self._connection = connection
        self._claims = ClaimRows(connection)
        self._season = StoredSeason(season_id)
        row = connection.execute(_SEASON, {"id": season_id}).fetchone()
        if row is not None:
            *values, country, name = row
            league = registered_league(country, name)
            self._season = StoredSeason._make((season_id, *values, league))

    def regroup(self, changed: Collection[int] = ()) -> list[Regrouped]:
        """Derive the fixtures and write those that differ; returns those derived anew. Commits nothing.

        changed: fixtures of which less is said now, or whose sources have another order.
        """
        if not changed and not column(self._connection, _IS_NAMED, self._season._asdict()):
            # A service says by ids which fixture it means.
            return []
        groups = self._groups()
        regrouped = self._write_moved(groups)
        stale = [
            group
            for group in groups
            if not group.has_moved and any(said.row.fixture_id in changed for said in group.claims)
        ]
        for batch in batches(stale):
            regrouped += self._write(batch)
        return regrouped

    def differing(self) -> Iterator[int]:
        """The ids of the meetings that are not stored as they are derived."""
        groups = self._groups()
        yield from sorted(group.id for group in groups if group.has_moved)
        merged = [
            group
            for group in groups
            if not group.has_moved and group.claims[0].row.body is not None
        ]
        for batch in batches(merged):
            for _, (before, after, _), _ in self._merged(batch):
                if before != after:
                    yield after.fixture.id

    def place(self, incoming: Sequence[Said]) -> list[Placed]:
        """Place what a load is about to claim; stored fixtures may move for it. Commits nothing."""
        season = self._season
        pairs = {said.pair for said in incoming if said.told.key is None}
        has_pairs_once = len(pairs) == len(incoming) and not season.is_of_nations
        if has_pairs_once and not column(self._connection, _HAS_FIXTURES, season._asdict()):
            # Of a new season in which no pair meets twice at a venue each is a meeting, and nothing has to be grouped.
            return [Placed(season.fixture_id(said.pair, 0), True, False) for said in incoming]
        groups = self._groups(incoming)
        self._write_moved(groups)
        by_said: dict[int, Placed] = {}
        for group in groups:
            is_new = not group.claims
            for said in group.incoming:
                by_said[id(said)] = Placed(group.id, is_new, group.exchanges(said))
                is_new = False
        return [by_said[id(said)] for said in incoming]

    def _groups(self, incoming: Iterable[Said] = ()) -> list[ClaimGroup]:
        """The meetings of the season."""
        rows = records(self._connection, FixtureRecord, _FIXTURES, self._season._asdict())
        fixtures = {row.id: row for row in rows}
        stored = list(self._said(fixtures))
        groups = groups_of(self._season, [*stored, *incoming])
        claims = Counter(said.row.fixture_id for said in stored)
        for group in groups:
            group.has_moved = bool(group.claims) and (
                claims[group.id] != len(group.claims)
                or any(
                    said.row.fixture_id != group.id or group.flips(said) for said in group.claims
                )
                # A name may mean another club now.
                or group.pair != (fixtures[group.id].home_id, fixtures[group.id].away_id)
            )
        return groups

    def _said(self, fixtures: Mapping[int, FixtureRecord]) -> Iterator[Said]:
        """What the claims of the season say; fixtures: those stored, by id."""
        season = self._season._asdict()
        keys = {
            (source_id, fixture_id): key
            for source_id, fixture_id, key in self._connection.execute(_KEYS, season)
        }
        for *values, home_id, away_id, has_odds in self._connection.execute(_CLAIMS, season):
            row = ClaimRow._make(values)
            fixture = stored = fixtures[row.fixture_id]
            if row.body is not None:
                body = body_in(row.body)
                fixture, has_odds = body.fixture, bool(body.odds)
                if not body.parts & BASE:
                    fixture = fixture._replace(
                        kickoff_ts=stored.kickoff_ts,
                        time_known=stored.time_known,
                        in_table=stored.in_table,
                    )
            pair = home_id, away_id
            if row.exchanged:
                fixture, pair = exchanged(fixture), (away_id, home_id)
            load = self._claims.load(row.load_id)
            key = keys.get((load.source_id, row.fixture_id))
            yield said_of(row, load, fixture, pair, key=key, has_odds=has_odds)

    def _write_moved(self, groups: Iterable[ClaimGroup]) -> list[Regrouped]:
        """Write the meetings that have moved, all together, as they may exchange their ids."""
        moved = [group for group in groups if group.has_moved]
        return self._write(moved) if moved else []

    def _merged(
        self, groups: Sequence[ClaimGroup]
    ) -> Iterator[tuple[ClaimGroup, Regrouped, list[FixtureClaim]]]:
        """Meetings, with their fixtures as they are derived, and their claims."""
        ids = {said.row.fixture_id for group in groups for said in group.claims}
        stored = read_stored(self._connection, ids)
        for group in groups:
            own = dict.fromkeys(said.row.fixture_id for said in group.claims)
            before, *joined = (stored[id_] for id_ in sorted(own, key=group.id.__ne__))
            claims = [self._claim(said, group, stored) for said in group.claims]
            yield group, Regrouped(before, merge(claims), tuple(joined)), claims

    def _write(self, groups: Sequence[ClaimGroup]) -> list[Regrouped]:
        """Write meetings, which all have moved or none has."""
        connection, is_moved = self._connection, groups[0].has_moved
        regrouped: list[Regrouped] = []
        claim_values: list[tuple[object, ...]] = []
        for group, derived, claims in self._merged(groups):
            regrouped.append(derived)
            is_only = len(claims) == 1
            for said, claim in zip(group.claims, claims, strict=True):
                row, names = said.row, (said.row.home_name, said.row.away_name)
                # Only one of several claims has a body.
                if is_moved or (row.body is None) != is_only:
                    claim_values.append(
                        (
                            group.id,
                            *(names[::-1] if group.flips(said) else names),
                            None if is_only else bytes_of(claim.body),
                            int(group.exchanges(said)),
                            row.id,
                        )
                    )
        if is_moved:
            connection.execute("pragma defer_foreign_keys = on")
            self._set_aside(groups)
            delete_derived(
                connection, [said.row.fixture_id for group in groups for said in group.claims]
            )
        differences = Differences(connection)
        for before, after, _ in regrouped:
            differences.add(None if is_moved else before, after)
        differences.write()
        connection.executemany(_SET_CLAIM, claim_values)
        for statement in _PUT_BACK if is_moved else ():
            connection.execute(statement)
        return regrouped

    def _claim(
        self, said: Said, group: ClaimGroup, stored: Mapping[int, StoredFixture]
    ) -> FixtureClaim:
        """A claim as of the fixture of its group."""
        claim = self._claims.claim(said.row, stored[said.row.fixture_id])
        if not group.has_moved:
            return claim
        body = exchanged_body(claim.body) if group.flips(said) else claim.body
        fixture = body.fixture._replace(id=group.id)
        if not body.is_remote:
            home_id, away_id = group.pair
            fixture = fixture._replace(
                league_id=self._season.league_id,
                season_id=self._season.id,
                home_id=home_id,
                away_id=away_id,
            )
        return claim._replace(body=body._replace(fixture=fixture))

    def _set_aside(self, groups: Iterable[ClaimGroup]) -> None:
        """Let what hangs on the old fixtures follow their claims, a service's first.

        It gets the new id below zero until the new fixtures are written, as two meetings may exchange their ids.
        """
        moves = [
            {
                "old": said.row.fixture_id,
                "new": group.id,
                "source_id": said.load.source_id,
                "home_id": group.pair[0],
                "away_id": group.pair[1],
                "day": group.kickoff_ts // DAY,
            }
            for is_remote in (True, False)
            for group in groups
            for said in group.claims
            if said.is_remote == is_remote
        ]
        for statement in _SET_ASIDE:
            self._connection.executemany(statement, moves)


_KICKOFF = FixtureRecord._fields.index("kickoff_ts")
_SEASON = """
    select league_id, label, start_year, country_code, league.name
    from season join league on league.id = league_id where season.id = :id
"""
_SEASONS = "select distinct season_id from fixture order by season_id"
_HAS_FIXTURES = "select 1 from fixture where season_id = :id limit 1"
_FIXTURES = "from fixture where season_id is :id"
_CLAIMS = f"""
    select {", ".join(f"claim.{name}" for name in ClaimRow._fields)},
           coalesce(home.entity_id, home_id), coalesce(away.entity_id, away_id),
           exists(select 1 from odds where odds.fixture_id = fixture.id)
    from fixture join claim on claim.fixture_id = fixture.id
    left join external_id as home on home.id = claim.home_name
    left join external_id as away on away.id = claim.away_name
    where season_id is :id
"""
_KEYS = """
    select source_id, entity_id, min(key) from external_id join fixture on fixture.id = entity_id
    where kind = 'fixture' and scope = '' and season_id is :id
    group by source_id, entity_id having count(*) = 1
"""
"""A source's only own id of a fixture."""

_SET_ASIDE = (
    "update or ignore odds_tick set fixture_id = -:new where fixture_id = :old",
    f"""
    update or ignore fair_line set fixture_id = -:new where fixture_id = :old and exists (
      select 1 from fixture
      where id = :old and home_id = :home_id and away_id = :away_id and kickoff_ts / {DAY} = :day)
    """,
    """
    update external_id set entity_id = -:new
    where kind = 'fixture' and entity_id = :old and source_id = :source_id
    """,
)
"""What follows a claim to its new fixture: odds histories, fair lines of the same meeting, the source's own ids."""

_PUT_BACK = (
    "update or replace odds_tick set fixture_id = -fixture_id where fixture_id < 0",
    "update or replace fair_line set fixture_id = -fixture_id where fixture_id < 0",
    "update external_id set entity_id = -entity_id where kind = 'fixture' and entity_id < 0",
)
_SET_CLAIM = """
    update claim set fixture_id = ?, home_name = ?, away_name = ?, body = ?, exchanged = ? where id = ?
"""
_IS_NAMED = """
    select 1 from fixture join claim on claim.fixture_id = fixture.id
    where season_id = :id and home_name is not null limit 1
"""
