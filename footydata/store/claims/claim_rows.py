"""Reads and writes the stored claims of fixtures.

The only claim of a fixture has no body: the fixture's rows are what it says. It gets one with the second claim: bytes of
MessagePack, compressed. Ids of ours are not in them, so that a fixture, a club or a bookmaker may get another id: a
bookmaker is its slug, and a fixture's league, season and teams are those of its row, but for those of a service, which
are in the body.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_type_hints

from msgspec import msgpack

from footydata.football.records import CLAIM_BITS, ClaimAgain, ClaimRow, FixtureRecord
from footydata.football.register import referee_name
from footydata.football.terms import OWN_IDS_FROM, Part
from footydata.store.claims.claim import BASE, EVENTS, ClaimBody, FixtureClaim, LoadOfClaims, Rank
from footydata.store.claims.stored import DETAIL_BY_PART, StoredFixture, batches, read_stored
from footydata.store.rows import OF_FIXTURES, ids_of, insert, records, upsert

_HISTORY = int(Part.ODDS_HISTORY)


class ClaimRows:
    """The claims of one database, as one run reads and writes them.

    Attributes:
        rows_written: rows of claims that were written, which a load does not count as its own.
        added: how many claims were added or replaced.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.rows_written = 0
        self.added = 0
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cache: after a rollback, or a write by others."""
        self._loads: dict[int, LoadOfClaims] = {}
        self._next: dict[int, int] = {}
        self._countries: dict[int, str] = {}

    def load(self, load_id: int) -> LoadOfClaims:
        if load_id not in self._loads:
            row = self._connection.execute(_LOAD, {"id": load_id}).fetchone()
            id_, source_id, trust, name, moment, run, corrects, kind, place = row
            self._loads[load_id] = LoadOfClaims(
                id_, source_id, Rank.of(trust, name), moment, run, bool(corrects), kind, place
            )
        return self._loads[load_id]

    def read(self, fixture_ids: Iterable[int]) -> dict[int, list[ClaimRow]]:
        """Fixture id → its claims, by id."""
        rows: dict[int, list[ClaimRow]] = {}
        for row in records(self._connection, ClaimRow, _CLAIMS, ids_of(fixture_ids)):
            rows.setdefault(row.fixture_id, []).append(row)
        return rows

    def of_fixtures(
        self, fixture_ids: Sequence[int]
    ) -> Iterator[tuple[StoredFixture, list[FixtureClaim]]]:
        """Each of these fixtures that is stored, with its claims; a few hundred are read at once."""
        for batch in batches(fixture_ids):
            rows = self.read(batch)
            for fixture_id, stored in read_stored(self._connection, batch).items():
                yield stored, self.claims(rows.get(fixture_id, ()), stored)

    def claims(self, rows: Iterable[ClaimRow], stored: StoredFixture) -> list[FixtureClaim]:
        """The claims of a fixture, decoded; stored: its rows."""
        return [self.claim(row, stored) for row in rows]

    def claim(self, row: ClaimRow, stored: StoredFixture) -> FixtureClaim:
        """A claim of a fixture, decoded; stored: the fixture's rows."""
        load = self.load(row.id >> CLAIM_BITS)
        if row.body is None:
            body = self.body_of_rows(
                stored, is_remote=row.home_name is None and stored.fixture.id < OWN_IDS_FROM
            )
        else:
            body = self._with_ids(body_in(row.body), stored.fixture)
        return FixtureClaim(load, body, row)

    def _with_ids(self, body: ClaimBody, row: FixtureRecord) -> ClaimBody:
        """A body with the ids of the fixture's row, and the referee's name in this register."""
        fixture = body.fixture
        if fixture.league_id:
            season_id = row.season_id if fixture.season_id is None else fixture.season_id
            fixture = fixture._replace(id=row.id, season_id=season_id)
        else:
            fixture = FixtureRecord._make((*row[:_KICKOFF], *fixture[_KICKOFF:]))
        if not body.parts & BASE:
            fixture = fixture._replace(kickoff_ts=row.kickoff_ts)
        referee = self._referee(body.spelling, fixture.league_id)
        return body._replace(fixture=fixture._replace(referee=referee))

    def _referee(self, spelling: str | None, league_id: int) -> str | None:
        """The usual name of a referee in the competitions of a league's country."""
        if spelling is None:
            return None
        if league_id not in self._countries:
            sql = "select id, country_code from league"
            self._countries = dict(self._connection.execute(sql).fetchall())
        return referee_name(self._countries[league_id], spelling)

    def body_of_rows(self, stored: StoredFixture, *, is_remote: bool) -> ClaimBody:
        """The body of the only claim of a fixture, read from the fixture's rows."""
        source_id, parts, fetched_ts = 0, 0, 0
        if stored.sources:
            _, source_id, parts, fetched_ts = stored.sources[0]
        fixture = stored.fixture
        spelling, _ = stored.referees.get(source_id, (fixture.referee, None))
        # A newer register may have learnt or withdrawn the spelling.
        referee = self._referee(spelling, fixture.league_id)
        return ClaimBody(
            fixture if referee == fixture.referee else fixture._replace(referee=referee),
            parts,
            fetched_ts,
            is_remote,
            spelling,
            {part: row for part, row in stored.details.items() if part & parts},
            stored.events if parts & EVENTS else None,
            stored.odds,
            {key: (figure.home, figure.away) for key, figure in stored.figures.items()}
            if stored.figures
            else {},
            self._series(fixture.id) if parts & _HISTORY else {},
            stored.lines,
        )

    def write_only_claims(
        self, load_id: int, fixtures: Sequence[tuple[int, int | None, int | None]]
    ) -> None:
        """Add the only claims of new fixtures: their ids, and the ids of the names of the home and the away team."""
        first = self._reserve_ids(load_id, len(fixtures))
        rows = [ClaimRow(first + place, *fixture) for place, fixture in enumerate(fixtures)]
        insert(self._connection, "claim", rows)
        self.rows_written += len(fixtures)
        self.added += len(fixtures)

    def add(
        self,
        load_id: int,
        fixture_id: int,
        names: tuple[int | None, int | None],
        body: ClaimBody | None,
        *,
        exchanged: bool = False,
    ) -> ClaimRow:
        """Add a claim, and return its row. body: None if it is the fixture's only one."""
        claim_id = self._reserve_ids(load_id, 1)
        blob = None if body is None else bytes_of(body)
        row = ClaimRow(claim_id, fixture_id, *names, blob, int(exchanged))
        insert(self._connection, "claim", [row])
        self.rows_written += 1
        self.added += 1
        return row

    def set_body(self, row: ClaimRow, body: ClaimBody) -> ClaimRow:
        """Set the body of a claim, and return its row; each of several claims of a fixture has a body."""
        filled = row._replace(body=bytes_of(body))
        self._connection.execute("update claim set body = ? where id = ?", (filled.body, row.id))
        self.rows_written += 1
        return filled

    def move_to_load(self, claim_id: int, load_id: int) -> None:
        """Move a claim to a later load that repeats it."""
        ids = {"old": claim_id, "new": self._reserve_ids(load_id, 1), "load_id": load_id}
        self._connection.execute(
            "delete from claim_again where claim_id = :old and load_id = :load_id", ids
        )
        self._connection.execute(
            "update claim_again set claim_id = :new where claim_id = :old", ids
        )
        self._connection.execute("update claim set id = :new where id = :old", ids)

    def add_repeats(self, repeats: Iterable[ClaimAgain], *, same_place: Sequence[int]) -> None:
        """Record that loads repeat claims.

        same_place: the earlier loads of the same file or service, whose repeats of these claims are deleted.
        """
        rows = list(repeats)
        changed = self._connection.total_changes
        if same_place:
            earlier = json.dumps(list(same_place))
            sql = "delete from claim_again where claim_id = ? and load_id in (select value from json_each(?))"
            self._connection.executemany(sql, [(row.claim_id, earlier) for row in rows])
        upsert(self._connection, "claim_again", rows)
        self.rows_written += self._connection.total_changes - changed

    def remove(self, claim_ids: Iterable[int]) -> None:
        """Delete claims."""
        ids = [(claim_id,) for claim_id in claim_ids]
        changed = self._connection.total_changes
        self._connection.executemany("delete from claim_again where claim_id = ?", ids)
        self._connection.executemany("delete from claim where id = ?", ids)
        self.rows_written += self._connection.total_changes - changed

    def _reserve_ids(self, load_id: int, count: int) -> int:
        """Reserve ids for so many claims of a load; returns the first one."""
        if load_id not in self._next:
            range_ = {"first": load_id << CLAIM_BITS, "end": (load_id + 1) << CLAIM_BITS}
            (last,) = self._connection.execute(_LAST, range_).fetchone()
            self._next[load_id] = range_["first"] if last is None else last + 1
        first = self._next[load_id]
        self._next[load_id] += count
        return first

    def _series(self, fixture_id: int) -> Mapping[tuple[str, str], tuple[int, int, int]]:
        rows = self._connection.execute(_SERIES, {"id": fixture_id})
        return {(slug, market): (first, last, count) for slug, market, first, last, count in rows}


_LOAD = """
    select load.id, load.source_id, source.trust, source.name, load.started_ts, load.run, load.corrects, load.kind,
           load.place
    from load join source on source.id = load.source_id where load.id = :id
"""
_CLAIMS = f"from claim where {OF_FIXTURES} order by fixture_id, id"
_LAST = "select max(id) from claim where id >= :first and id < :end"
_SERIES = """
    select slug, market, min(recorded_ts), max(recorded_ts), count(*)
    from odds_tick join bookmaker on bookmaker.id = bookmaker_id
    where fixture_id = :id group by bookmaker_id, market order by bookmaker_id, market
"""


def bytes_of(body: ClaimBody) -> bytes:
    """A body in bytes."""
    ids = {} if body.is_remote and body.parts & BASE else _NO_IDS
    fixture = body.fixture._replace(id=0, referee=None, **ids)
    return zlib.compress(msgpack.encode(body._replace(fixture=fixture)))


def body_in(blob: bytes) -> ClaimBody:
    """The body of bytes, without the ids of the fixture's row."""
    body = ClaimBody._make(_decode(zlib.decompress(blob)))
    details = {part: DETAIL_BY_PART[part]._make(row) for part, row in body.details.items()}
    return body._replace(details=details)


# msgspec can't tell the records of details from each other.
_TYPES = get_type_hints(ClaimBody) | {"details": dict[int, list[Any]]}
_decode = msgpack.Decoder(tuple.__class_getitem__(tuple(_TYPES.values()))).decode
_NO_IDS: dict[str, Any] = {"league_id": 0, "season_id": None, "home_id": 0, "away_id": 0}
"""In place of the ids of a fixture's row."""

_KICKOFF = FixtureRecord._fields.index("kickoff_ts")
