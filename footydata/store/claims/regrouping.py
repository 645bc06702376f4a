"""Derives which fixtures a season has from all that loads said of it, and writes those that differ.

What was said is grouped into meetings input by input, that of the most trusted source first; within a source by the
moment of the load. The first one decides the sides on neutral ground. A fixture of ours is numbered among those of its
pair at the venue, by kickoff. So the order of loads decides nothing, but which of one source's claims came first.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.football.records import (
    CLAIM_BITS,
    FIXTURE_CHILDREN,
    ClaimRow,
    FairLine,
    FixtureRecord,
    OddsTickRecord,
)
from footydata.football.register.calendars import WITHIN
from footydata.football.register.leagues import RegisteredLeague, registered_league
from footydata.football.register.naming import assigned_fixture_id
from footydata.football.register.teams import OF_NATIONS
from footydata.football.terms import DAY, Status
from footydata.rules.meetings import Meeting, Told, exchanged_meeting, nearest
from footydata.store.claims.claim import ClaimBody
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.deriving import Differences, team_fixtures
from footydata.store.claims.exchanging import exchanged_body
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import StoredFixture, read_histories, read_stored
from footydata.store.writing import upsert

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
    """A claim, with its place in the order and what it says of its meeting.

    pair: the teams in the order in which the source names them. key: source and the source's own id of the fixture.
    can_exchange: whether it says nothing that depends on the order of its sides.
    """

    row: ClaimRow
    order: tuple[object, ...]
    pair: Pair
    told: Told
    is_remote: bool
    can_exchange: bool


class ClaimGroup:
    """The claims of one meeting; pair: the teams in the order of the first of them."""

    __slots__ = ("claims", "id", "meeting", "pair")

    def __init__(self, said: Said) -> None:
        self.pair = said.pair
        self.meeting = Meeting(said.told)
        self.claims: list[Said] = []
        self.id = 0

    def is_stored(self, by_fixture: Mapping[int, list[Said]]) -> bool:
        """Whether the fixture of this id has just these claims, in the order of these sides."""
        own = by_fixture.get(self.id, ())
        return len(own) == len(self.claims) and all(
            said.row.fixture_id == self.id and (said.pair != self.pair) == bool(said.row.exchanged)
            for said in self.claims
        )


def regroup(connection: sqlite3.Connection, season_ids: Iterable[int]) -> list[int]:
    """Derive the fixtures of seasons; returns the ids of those that were written anew. Commits nothing."""
    written: list[int] = []
    for season_id in sorted(season_ids):
        season = read_season(connection, season_id)
        if season is not None:
            written += _Regrouping(connection, season).run()
    return written


def plain_seasons(connection: sqlite3.Connection, season_ids: Iterable[int]) -> set[int]:
    """Those of these seasons of which one load alone speaks, of each pair once at a venue: as it was read, it stands."""
    return {id_ for id_ in season_ids if connection.execute(_PLAIN, {"id": id_}).fetchone()[0]}


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
            group = _among(by_pair[each.pair], each.told, once=once)
        if group is None and exchanges and each.can_exchange:
            others = {group.meeting: group for group in by_pair[each.pair[::-1]]}
            meeting = exchanged_meeting(others, each.told)
            group = None if meeting is None else others[meeting]
        if group is None:
            group = ClaimGroup(each)
            by_pair[each.pair].append(group)
        group.meeting.join(each.told)
        group.claims.append(each)
        if each.told.key is not None:
            by_key.setdefault(each.told.key, group)
    groups = [group for own in by_pair.values() for group in own]
    _number(season, by_pair)
    return groups


def _among(groups: Sequence[ClaimGroup], told: Told, *, once: bool) -> ClaimGroup | None:
    if not groups:
        return None
    by_meeting = {group.meeting: group for group in groups}
    meeting = nearest(by_meeting, told, meets_once=once)
    return None if meeting is None else by_meeting[meeting]


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
        groups.sort(key=lambda group: group.meeting.kickoff_ts)
        for number, group in enumerate(groups):
            remote = [each.row.fixture_id for each in group.claims if each.is_remote]
            group.id = min(remote) if remote else season.fixture_id(pair, number)


def misplaced_fixtures(connection: sqlite3.Connection) -> Iterator[int]:
    """The fixtures that what was said of their seasons does not amount to, by id; writes nothing."""
    for (season_id,) in connection.execute("select id from season order by id").fetchall():
        season = read_season(connection, season_id)
        if season is not None:
            yield from (group.id for group in _Regrouping(connection, season).changed())


class _Regrouping:
    """The derivation of one season."""

    def __init__(self, connection: sqlite3.Connection, season: StoredSeason) -> None:
        self._connection = connection
        self._season = season
        self._claims = ClaimRows(connection)

    def run(self) -> list[int]:
        changed = self.changed()
        if changed:
            self._write(changed)
        return [group.id for group in changed]

    def changed(self) -> list[ClaimGroup]:
        """The meetings that are not stored as they are derived."""
        by_fixture: defaultdict[int, list[Said]] = defaultdict(list)
        for said in self._said():
            by_fixture[said.row.fixture_id].append(said)
        groups = groups_of(self._season, (said for own in by_fixture.values() for said in own))
        changed = [group for group in groups if not group.is_stored(by_fixture)]
        return changed + self._of_other_teams(groups, changed)

    def _of_other_teams(
        self, groups: Iterable[ClaimGroup], changed: Sequence[ClaimGroup]
    ) -> list[ClaimGroup]:
        """The groups whose fixture is stored with other teams: a name means another club now."""
        sql = "select id, home_id, away_id from fixture where season_id = ?"
        stored = {id_: pair for id_, *pair in self._connection.execute(sql, (self._season.id,))}
        known = set(map(id, changed))
        return [
            group
            for group in groups
            if id(group) not in known and tuple(stored.get(group.id, group.pair)) != group.pair
        ]

    def _said(self) -> Iterator[Said]:
        keys = self._keys()
        head_of, load_of = self._claims.codec.head, self._claims.load
        for (
            *values,
            home_id,
            away_id,
            kickoff_ts,
            time_known,
            status,
            in_table,
            home_goals,
            away_goals,
            has_odds,
        ) in self._connection.execute(_CLAIMS, {"season_id": self._season.id}):
            row = ClaimRow._make(values)
            load = load_of(row.id >> CLAIM_BITS)
            is_finished, is_remote = status == Status.FINISHED, row.home_name is None
            if row.body is not None:
                head = head_of(row.body)
                is_finished, home_goals, away_goals, has_odds = (
                    head.is_finished,
                    *head.goals,
                    head.has_odds,
                )
                if head.kickoff_ts is not None:
                    kickoff_ts, time_known, in_table = (
                        head.kickoff_ts,
                        head.time_known,
                        head.in_table,
                    )
            pair = (away_id, home_id) if row.exchanged else (home_id, away_id)
            key = (
                (load.source_id, str(row.fixture_id))
                if is_remote
                else keys.get((load.source_id, row.fixture_id))
            )
            score = None if home_goals is None or away_goals is None else (home_goals, away_goals)
            if score is not None and row.exchanged:
                score = score[::-1]
            yield Said(
                row,
                (load.rank, load.moment, load.place, load.id, kickoff_ts, pair, row.id),
                pair,
                Told(
                    load.id,
                    kickoff_ts,
                    bool(time_known),
                    is_finished,
                    score,
                    bool(in_table),
                    load.source_id,
                    key,
                ),
                is_remote,
                not (is_remote or has_odds),
            )

    def _keys(self) -> dict[tuple[int, int], tuple[int, str]]:
        """Source and fixture → the source's only own id of it."""
        keys: dict[tuple[int, int], tuple[int, str]] = {}
        several: set[tuple[int, int]] = set()
        for source_id, key, fixture_id in self._connection.execute(
            _KEYS, {"season_id": self._season.id}
        ):
            if (source_id, fixture_id) in keys:
                several.add((source_id, fixture_id))
            keys[source_id, fixture_id] = source_id, key
        return {place: key for place, key in keys.items() if place not in several}

    def _write(self, changed: Sequence[ClaimGroup]) -> None:
        connection = self._connection
        old_ids = sorted({said.row.fixture_id for group in changed for said in group.claims})
        stored = read_stored(connection, old_ids)
        ticks = read_histories(connection, old_ids)
        lines = _fair_lines(connection, old_ids)
        merged: list[StoredFixture] = []
        bodies: list[tuple[object, ...]] = []
        for group in changed:
            claims = []
            for said in group.claims:
                claim = self._claims.claim(said.row, stored[said.row.fixture_id])
                flips = (said.pair != group.pair) != bool(said.row.exchanged)
                body = exchanged_body(claim.body) if flips else claim.body
                claims.append(claim._replace(body=self._of_group(body, group)))
            merged.append(merge(claims))
            for said, claim in zip(group.claims, claims, strict=True):
                bodies.append(self._claim_values(said, group, claim.body, is_only=len(claims) == 1))
        _delete_rows(connection, (each.fixture for each in stored.values()))
        differences = Differences(connection)
        for after in merged:
            nothing = after.fixture._replace(home_id=0, away_id=0, kickoff_ts=0)
            differences.add(StoredFixture(nothing, {}, [], {}, [], {}, {}), after)
        differences.write()
        connection.executemany(_SET_CLAIM, bodies)
        self._move(changed, stored, ticks, lines)

    def _of_group(self, body: ClaimBody, group: ClaimGroup) -> ClaimBody:
        """What was said of a fixture, as of the fixture of a group."""
        events = (
            None
            if body.events is None
            else [event._replace(fixture_id=group.id) for event in body.events]
        )
        details = {part: row._replace(fixture_id=group.id) for part, row in body.details.items()}
        fixture = body.fixture._replace(id=group.id)
        if not body.is_remote:
            home_id, away_id = group.pair
            fixture = fixture._replace(
                league_id=self._season.league_id,
                season_id=self._season.id,
                home_id=home_id,
                away_id=away_id,
            )
        return body._replace(fixture=fixture, events=events, details=details)

    def _claim_values(
        self, said: Said, group: ClaimGroup, body: ClaimBody, *, is_only: bool
    ) -> tuple[object, ...]:
        row = said.row
        exchanged = int(said.pair != group.pair)
        names = (
            (row.home_name, row.away_name)
            if exchanged == row.exchanged
            else (row.away_name, row.home_name)
        )
        moment = self._claims.load(row.id >> CLAIM_BITS).moment
        fetched_ts = None if is_only or body.fetched_ts == moment else body.fetched_ts
        return (
            group.id,
            *names,
            fetched_ts,
            None if is_only else self._claims.codec.encode(body),
            exchanged,
            row.id,
        )

    def _move(
        self,
        changed: Sequence[ClaimGroup],
        stored: Mapping[int, StoredFixture],
        ticks: Mapping[int, Sequence[OddsTickRecord]],
        lines: Mapping[int, Sequence[FairLine]],
    ) -> None:
        """Let what hangs on the old fixtures follow their claims: odds histories, own ids of sources, fair lines."""
        by_old: defaultdict[int, list[tuple[ClaimGroup, Said]]] = defaultdict(list)
        for group in changed:
            for said in group.claims:
                by_old[said.row.fixture_id].append((group, said))
        moves: list[tuple[int, int, int | None]] = []
        for old_id, parts in by_old.items():
            by_source = {
                self._claims.load(said.row.id >> CLAIM_BITS).source_id: group
                for group, said in parts
            }
            moves += [(group.id, old_id, source_id) for source_id, group in by_source.items()]
            of_ticks = next((group for group, said in parts if said.is_remote), parts[0][0])
            upsert(
                self._connection,
                "odds_tick",
                (tick._replace(fixture_id=of_ticks.id) for tick in ticks.get(old_id, ())),
            )
            before = stored[old_id].fixture
            same = next((group for group, _ in parts if _is_same_meeting(group, before)), None)
            if same is not None:
                upsert(
                    self._connection,
                    "fair_line",
                    (line._replace(fixture_id=same.id) for line in lines.get(old_id, ())),
                )
        moves = [move for move in moves if move[0] != move[1]]
        # Two meetings may exchange their ids: all are read before any is written.
        known = {old: self._connection.execute(_KEY_ROWS, (old,)).fetchall() for _, old, _ in moves}
        for new, old, source_id in moves:
            rows = [(new, id_) for id_, source in known[old] if source == source_id]
            self._connection.executemany("update external_id set entity_id = ? where id = ?", rows)
        values = {
            old: self._connection.execute(_REPLACED_ROWS, (old,)).fetchall() for old in by_old
        }
        for old_id, parts in by_old.items():
            of_load = {said.row.id >> CLAIM_BITS: group.id for group, said in parts}
            moved = [
                (of_load.get(load_id, parts[0][0].id), load_id, seq)
                for load_id, seq in values[old_id]
            ]
            self._connection.executemany(
                "update replaced_value set fixture_id = ? where load_id = ? and seq = ?", moved
            )


def _is_same_meeting(group: ClaimGroup, before: FixtureRecord) -> bool:
    same_day = group.meeting.kickoff_ts // DAY == before.kickoff_ts // DAY
    return same_day and group.pair == (before.home_id, before.away_id)


def _fair_lines(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, list[FairLine]]:
    sql = f"select {', '.join(FairLine._fields)} from fair_line where fixture_id in (select value from json_each(?))"
    lines: dict[int, list[FairLine]] = {}
    for row in map(FairLine._make, connection.execute(sql, (json.dumps(list(ids)),))):
        lines.setdefault(row.fixture_id, []).append(row)
    return lines


def _delete_rows(connection: sqlite3.Connection, fixtures: Iterable[FixtureRecord]) -> None:
    """Delete the rows of fixtures that are derived from their claims."""
    connection.execute("pragma defer_foreign_keys = on")
    rows = list(fixtures)
    values = [(row.id,) for row in rows]
    for table in (*FIXTURE_CHILDREN, "fixture"):
        if table not in _KEPT:
            column = "id" if table == "fixture" else "fixture_id"
            connection.executemany(
                f"delete from {table} where {column} = ?", values
            )  # tables of ours
    listed = [each for row in rows for each in team_fixtures(row)]
    connection.executemany(_DELETE_LISTED, listed)


_KEPT = ("claim", "replaced_value", "team_fixture")
"""The tables whose rows follow, or are deleted by another key."""

_SEASON = """
    select league_id, label, start_year, country_code, league.name
    from season join league on league.id = league_id where season.id = :id
"""
_CLAIMS = f"""
    select {", ".join(f"claim.{name}" for name in ClaimRow._fields)},
           coalesce(home.entity_id, home_id), coalesce(away.entity_id, away_id), kickoff_ts, time_known, status,
           in_table, home_goals, away_goals, exists(select 1 from odds where odds.fixture_id = fixture.id)
    from fixture join claim on claim.fixture_id = fixture.id
    left join external_id as home on home.id = claim.home_name
    left join external_id as away on away.id = claim.away_name
    where season_id = :season_id
"""
_KEYS = """
    select source_id, key, entity_id from external_id join fixture on fixture.id = entity_id
    where kind = 'fixture' and scope = '' and season_id = :season_id order by source_id, key
"""
_KEY_ROWS = "select id, source_id from external_id where kind = 'fixture' and entity_id = ?"
_REPLACED_ROWS = "select load_id, seq from replaced_value where fixture_id = ?"
_SET_CLAIM = """
    update claim set fixture_id = ?, home_name = ?, away_name = ?, fetched_ts = ?, body = ?, exchanged = ? where id = ?
"""
_DELETE_LISTED = "delete from team_fixture where team_id = ? and kickoff_ts = ? and fixture_id = ?"
_PLAIN = f"""
    select count(distinct claim.id >> {CLAIM_BITS}) = 1
       and not exists(select 1 from fixture where season_id = :id group by home_id, away_id having count(*) > 1)
    from fixture join claim on claim.fixture_id = fixture.id where season_id = :id
"""
