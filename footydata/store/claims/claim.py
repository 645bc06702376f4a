"""Claims, their order, and how they are stored.

A claim is what one load says of one fixture. Claims are ordered by the trust of their sources (of equal trust, the
first by name counts as more trusted). Within a source corrections come first, the latest of them before others; then
claims of the finished fixture, the first load first; then claims of before its end, the latest first. Of overlapping
files of one run, the one with the latest fixtures goes first. Contract 24.7.

The only claim of a fixture has no body: the fixture's rows are what it says. It gets one with the second claim: bytes of
MessagePack, compressed. Ids of ours are not in them, so that a fixture, a club or a bookmaker may get another id: a
bookmaker is its slug, and a fixture's league, season and teams are those of its row, but for those of a service, which
are in the body.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, get_type_hints

from msgspec import msgpack

from footydata.football.records import (
    ClaimRow,
    EventRecord,
    FixtureRecord,
    exchanged,
)
from footydata.football.register import referee_names
from footydata.football.terms import FIELDS_OF_PART, OWN_IDS_FROM, Part, Status
from footydata.store.claims.stored import (
    DETAIL_BY_PART,
    DETAILS,
    NO_LINES,
    DetailRecord,
    Details,
    Lines,
    Quotes,
    StoredFixture,
    batches,
    read_stored,
)
from footydata.store.rows import ids_of, insert, records

BASE, STATISTICS, EVENTS, ODDS, FURTHER_FIGURES, BARE_RESULT = map(
    int,
    (Part.BASE, Part.STATISTICS, Part.EVENTS, Part.ODDS, Part.FURTHER_FIGURES, Part.BARE_RESULT),
)
"""The parts that are more than columns of the fixture, as integers: `&` of two Parts takes ten times as long."""

FIGURES = int(Part.GOALS | Part.HALF_GOALS | Part.CORNERS | Part.HALF_CORNERS | Part.CARDS)
PROVISIONAL = FIGURES | STATISTICS | EVENTS | FURTHER_FIGURES | int(Part.KNOCKOUT)
"""The parts that change until a fixture is finished; then only claims of the finished fixture count."""

ODDS_PARTS = int(Part.ODDS_SUMMARY | Part.ODDS | Part.ODDS_HISTORY)
"""The parts that count even if they are empty: they were requested, and nothing is recorded."""

COLUMNS: tuple[tuple[int, type[FixtureRecord | DetailRecord], Sequence[int]], ...] = (
    *(
        (int(part), FixtureRecord, tuple(map(FixtureRecord._fields.index, names)))
        for part, names in FIELDS_OF_PART.items()
    ),
    *((part, record, range(1, len(record._fields))) for part, _, record in DETAILS),
)
"""Each part that is columns, of the fixture or of a detail: its bit, the record and the positions of the columns."""

FINISHED = Status.FINISHED.value
_NO_DETAILS: Details = {}


class Rank(NamedTuple):
    """The rank of a source; sorted, the most trusted one comes first, of equal trust the first by name.

    distrust: its trust below zero.

    >>> sorted([Rank(-60, "statsbomb"), Rank(-40, "a"), Rank(-60, "football-data")])[0].name
    'football-data'
    """

    distrust: int
    name: str


class ClaimBody(NamedTuple):
    """What a claim says of a fixture.

    Attributes:
        fixture: its columns; those of other parts than `parts` count as unknown. referee: the registered name.
        parts: the parts that it has. fetched_ts: when they were fetched, unix seconds.
        is_remote: whether it is a service's, by its own id of the fixture.
        spelling: the referee as the source spells the name.
        details, events, odds, figures, lines: as in StoredFixture; events None without a timeline.
        series: bookmaker and market of each odds history → its first and last second, and the count of ticks.
    """

    fixture: FixtureRecord
    parts: int
    fetched_ts: int
    is_remote: bool = False
    spelling: str | None = None
    details: Details = _NO_DETAILS
    events: Sequence[EventRecord] | None = None
    odds: Mapping[tuple[str, str], Quotes] = {}
    figures: Mapping[tuple[str, int], tuple[float | None, float | None]] = {}
    series: Mapping[tuple[str, str], tuple[int, int, int]] = {}
    lines: Lines = NO_LINES

    @property
    def is_finished(self) -> bool:
        return self.fixture.status == FINISHED

    def row(self, part: int) -> FixtureRecord | DetailRecord | None:
        """The record that has the columns of a part."""
        return self.details.get(part) if part in DETAIL_BY_PART else self.fixture


class LoadOfClaims(NamedTuple):
    """A load, as far as its claims depend on it.

    moment, id: when it was loaded; of two loads of one second, the load with the lower id was earlier.
    run: the same for overlapping files of one source that were read in one run, the one with the latest fixtures first.
    corrects: whether it may correct finished fixtures. kind, place: as in Load.
    """

    rank: Rank
    id: int
    source_id: int
    moment: int
    run: int | None = None
    corrects: int = 0
    kind: str = ""
    place: str = ""


NO_ROW = ClaimRow(0, 0, 0)


class FixtureClaim(NamedTuple):
    """What one load says of a fixture; row: NO_ROW before it is stored."""

    load: LoadOfClaims
    body: ClaimBody
    row: ClaimRow = NO_ROW


def outdated_loads(claims: Iterable[FixtureClaim]) -> set[int]:
    """The loads of files older than another one of their run, which has another status of the fixture."""
    all_claims = list(claims)
    current = {claim.load.id for _, _, ordered in by_source(all_claims) for claim in ordered}
    return {claim.load.id for claim in all_claims} - current


def first_claim(claims: Iterable[FixtureClaim]) -> FixtureClaim:
    """The first of one source's claims, in their order."""
    ((_, _, ordered),) = by_source(claims)
    return ordered[0]


def by_source(claims: Iterable[FixtureClaim]) -> list[tuple[int, Rank, list[FixtureClaim]]]:
    """The claims of each source in their order, the most trusted source first; without outdated ones."""
    by_rank = sorted(claims, key=lambda claim: (claim.load.rank, claim.load.id))
    sources = []
    for rank, group in groupby(by_rank, key=lambda claim: claim.load.rank):
        own = list(group)
        sources.append((own[0].load.source_id, rank, own if len(own) == 1 else _in_order(own)))
    return sources


def _in_order(own: list[FixtureClaim]) -> list[FixtureClaim]:
    """Claims of one source in their order; own: by load."""
    if len({claim.load.id for claim in own}) < len(own):
        # Two fixtures of one file that a merge of teams made one: ordered by day, however they come.
        own = sorted(
            own, key=lambda claim: (claim.load.id, claim.body.fixture.kickoff_ts, repr(claim.body))
        )
    runs: dict[tuple[str, int], list[FixtureClaim]] = {}
    for claim in own:
        key = ("load", claim.load.id) if claim.load.run is None else ("run", claim.load.run)
        runs.setdefault(key, []).append(claim)
    ordered = sorted(runs.values(), key=lambda run: _sort_key(run[0]))
    return [claim for run in ordered for claim in run if not _is_outdated(claim.body, run[0].body)]


def _sort_key(claim: FixtureClaim) -> tuple[int, int, int]:
    if claim.body.is_finished and not claim.load.corrects:
        return 1, claim.load.moment, claim.load.id
    return 0 if claim.body.is_finished else 2, -claim.load.moment, -claim.load.id


def _is_outdated(body: ClaimBody, furthest: ClaimBody) -> bool:
    return not furthest.is_finished and body.fixture.status != furthest.fixture.status


def exchanged_body(body: ClaimBody) -> ClaimBody:
    """What a claim says, with the sides exchanged."""
    return body._replace(
        fixture=exchanged(body.fixture),
        details={part: exchanged(row) for part, row in body.details.items()},
        events=None if body.events is None else list(map(exchanged, body.events)),
        figures={key: (away, home) for key, (home, away) in body.figures.items()},
    )


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
        self._countries: dict[int, str] = {}

    def load(self, load_id: int) -> LoadOfClaims:
        if load_id not in self._loads:
            row = self._connection.execute(_LOAD, {"id": load_id}).fetchone()
            distrust, name, *values = row
            self._loads[load_id] = LoadOfClaims._make((Rank(distrust, name), *values))
        return self._loads[load_id]

    def of_fixtures(
        self, fixture_ids: Sequence[int]
    ) -> Iterator[tuple[StoredFixture, list[FixtureClaim]]]:
        """Each of these fixtures that is stored, with its claims; a few hundred are read at once."""
        for batch in batches(fixture_ids):
            for stored in read_stored(self._connection, batch).values():
                yield stored, self.of_fixture(stored)

    def of_fixture(self, stored: StoredFixture) -> list[FixtureClaim]:
        """The claims of a fixture, by load."""
        rows = records(self._connection, ClaimRow, _CLAIMS, {"id": stored.fixture.id})
        return [self.claim(row, stored) for row in rows]

    def claim(self, row: ClaimRow, stored: StoredFixture) -> FixtureClaim:
        """A claim of a fixture, decoded; stored: the fixture's rows."""
        load = self.load(row.load_id)
        if row.body is None:
            body = self.body_of_rows(
                stored, is_remote=row.home_name is None and stored.fixture.id < OWN_IDS_FROM
            )
        else:
            body = self.with_ids(body_in(row.body), stored.fixture)
        return FixtureClaim(load, body, row)

    def with_ids(self, body: ClaimBody, row: FixtureRecord) -> ClaimBody:
        """A body with the ids of the fixture's row, but for those that a service gives, and the referee's usual name."""
        fixture = body.fixture
        if body.is_remote and body.parts & BASE:
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
        return referee_names().get((self._countries[league_id], spelling), spelling)

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
            {key: (figure.home, figure.away) for key, figure in stored.figures.items()},
            self._series(fixture.id) if parts & _HISTORY else {},
            stored.lines,
        )

    def write_only_claims(
        self, load_id: int, fixtures: Sequence[tuple[int, int | None, int | None]]
    ) -> None:
        """Add the only claims of new fixtures: their ids, and the ids of the names of the home and the away team."""
        columns = "load_id", "fixture_id", "home_name", "away_name"
        rows = [(load_id, *fixture) for fixture in fixtures]
        insert(self._connection, "claim", rows, columns)
        self.rows_written += len(fixtures)
        self.added += len(fixtures)

    def add(self, row: ClaimRow) -> None:
        """Add a claim, of any id; it has no body if it is the fixture's only one."""
        self._connection.execute(_ADD, row._asdict())
        self.rows_written += 1
        self.added += 1

    def set_body(self, claim_id: int, body: ClaimBody) -> None:
        """Set the body of a claim; each of several claims of a fixture has one."""
        values = bytes_of(body), claim_id
        self._connection.execute("update claim set body = ? where id = ?", values)
        self.rows_written += 1

    def add_repeats(self, claim_ids: Iterable[int], load_id: int) -> None:
        """Record that a load repeats claims, in place of other loads of the same file or service."""
        values = ids_of(claim_ids) | {"load_id": load_id}
        changed = self._connection.total_changes
        for sql in _REPEAT:
            self._connection.execute(sql, values)
        self.rows_written += self._connection.total_changes - changed

    def remove(self, claim_id: int) -> None:
        """Delete a claim."""
        for rows in ("claim_again where claim_id", "claim where id"):
            sql = f"delete from {rows} = ?"
            self.rows_written += self._connection.execute(sql, (claim_id,)).rowcount

    def _series(self, fixture_id: int) -> Mapping[tuple[str, str], tuple[int, int, int]]:
        rows = self._connection.execute(_SERIES, {"id": fixture_id})
        return {(slug, market): (first, last, count) for slug, market, first, last, count in rows}


OF_SAME_PLACE = """
    select other.id from load as own
    join load as other on other.source_id = own.source_id and other.place = own.place and other.id <> own.id
    where own.id = :load_id
"""
"""SQL of the other loads of a load's file or service."""

_LOAD = """
    select -source.trust, source.name, load.id, load.source_id, load.started_ts, load.run, load.corrects, load.kind,
           load.place
    from load join source on source.id = load.source_id where load.id = :id
"""
_CLAIMS = "from claim where fixture_id = :id order by load_id, id"
_ADD = """
    insert into claim (load_id, fixture_id, home_name, away_name, body, exchanged)
    values (:load_id, :fixture_id, :home_name, :away_name, :body, :exchanged)
"""
_REPEAT = (
    f"""
    delete from claim_again where claim_id in (select value from json_each(:ids)) and load_id in ({OF_SAME_PLACE})
    """,
    "insert or ignore into claim_again (claim_id, load_id) select value, :load_id from json_each(:ids)",
)
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
