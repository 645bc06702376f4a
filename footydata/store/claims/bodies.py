"""The bytes of a claim's body: MessagePack, compressed; prices in thousandths.

Ids of ours are not in them, so that a fixture, a club or a bookmaker may get another id: a bookmaker is its slug, and a
fixture's league, season and teams are those of its row, but for those of a service, which are in the body.
"""

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import msgpack

from footydata.football.records import EventRecord, FixtureRecord
from footydata.football.register.bookmakers import registered_bookmaker
from footydata.football.register.naming import assigned_id
from footydata.football.register.referees import referee_name
from footydata.football.terms import Part, Status
from footydata.store.claims.claim import BASE, ClaimBody
from footydata.store.claims.stored import DETAIL_BY_PART

_IDS = slice(FixtureRecord._fields.index("league_id"), FixtureRecord._fields.index("kickoff_ts"))
_COLUMNS = slice(_IDS.stop, FixtureRecord._fields.index("referee"))


class BodyHead(NamedTuple):
    """What the bytes of a body say of the meeting; kickoff_ts: None if they don't have the base."""

    is_finished: bool
    goals: tuple[int | None, int | None]
    has_odds: bool
    kickoff_ts: int | None
    time_known: bool
    in_table: bool


class BodyCodec:
    """Encodes and decodes bodies for one database; `clear_cache` empties its cache."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cache: after a rollback or a write by others, bookmakers may have other ids."""
        self._slugs: dict[int, str] = {}
        self._makers: dict[str, int] = {}
        self._countries: dict[int, str] = {}

    def encode(self, body: ClaimBody) -> bytes:
        """The bytes of a body, without the moment when it was fetched."""
        events, slug = body.events, self.slug
        fields = (
            body.parts,
            body.spelling,
            body.fixture[_COLUMNS],
            body.fixture[_IDS] if body.is_remote and body.parts & BASE else None,
            body.is_remote,
            [(part, *row[1:]) for part, row in body.details.items()],
            None if events is None else [event[2:] for event in events],
            [
                (slug(maker), market, *map(_PACKED.__getitem__, quotes))
                for (maker, market), quotes in body.odds.items()
            ],
            [(*key, *sides) for key, sides in body.figures.items()],
            [(slug(maker), market, *span) for (maker, market), span in body.series.items()],
            [
                (slug(maker), market, period, line, *map(_PACKED.__getitem__, prices))
                for (maker, market, period, line), prices in sorted(body.lines.items())
            ],
        )
        return zlib.compress(msgpack.encode(fields), 1)

    def decode(self, blob: bytes, row: FixtureRecord, *, fetched_ts: int) -> ClaimBody:
        """The body of bytes, with the ids of the fixture's row."""
        parts, spelling, columns, ids, is_remote, *rest = _fields(blob)
        details, events, odds, figures, series, lines = rest
        own_ids = row.league_id, row.season_id, row.home_id, row.away_id
        league_id, season_id, home_id, away_id = ids or own_ids
        fixture = FixtureRecord._make(
            [
                row.id,
                league_id,
                row.season_id if season_id is None else season_id,
                home_id,
                away_id,
                *columns,
                None if spelling is None else referee_name(self._country(league_id), spelling),
            ]
        )
        return ClaimBody(
            fixture if parts & BASE else fixture._replace(kickoff_ts=row.kickoff_ts),
            parts,
            fetched_ts,
            is_remote,
            spelling,
            {part: DETAIL_BY_PART[part](row.id, *values) for part, *values in details},
            None
            if events is None
            else [EventRecord(row.id, seq, *values) for seq, values in enumerate(events, start=1)],
            {(self.maker(slug), market): _unpacked(quotes) for slug, market, *quotes in odds},
            {(figure, half): (home, away) for figure, half, home, away in figures},
            {(self.maker(slug), market): tuple(span) for slug, market, *span in series},
            {
                (self.maker(slug), market, period, line): _unpacked(prices)
                for slug, market, period, line, *prices in lines
            },
        )

    def referee(self, blob: bytes, league_id: int) -> str | None:
        """The referee that the bytes of a body name; league_id: of the fixture's row."""
        _, spelling, *_ = _fields(blob)
        return None if spelling is None else referee_name(self._country(league_id), spelling)

    def head(self, blob: bytes) -> BodyHead:
        """What the bytes of a body say of the meeting, without the rest."""
        parts, _, columns, _, _, _, _, odds, *_ = _fields(blob)
        return BodyHead(
            columns[_STATUS] == Status.FINISHED,
            (columns[_HOME_GOALS], columns[_AWAY_GOALS]) if parts & Part.GOALS else (None, None),
            bool(odds),
            columns[0] if parts & BASE else None,
            bool(columns[_TIME_KNOWN]),
            bool(columns[_IN_TABLE]),
        )

    def maker(self, slug: str) -> int:
        """The id of the bookmaker with a slug; it is written if it is not stored any more."""
        if slug not in self._makers:
            sql = "select slug, id from bookmaker"
            self._makers = dict(self._connection.execute(sql).fetchall())
        if slug not in self._makers:
            known = registered_bookmaker(slug)
            id_, name = (known.id, known.name) if known else (assigned_id("bookmaker", slug), slug)
            sql = "insert into bookmaker (id, name, slug) values (?, ?, ?)"
            self._connection.execute(sql, (id_, name, slug))
            self._makers[slug] = id_
        return self._makers[slug]

    def slug(self, maker_id: int) -> str:
        if maker_id not in self._slugs:
            sql = "select id, slug from bookmaker"
            self._slugs = dict(self._connection.execute(sql).fetchall())
        return self._slugs[maker_id]

    def _country(self, league_id: int) -> str:
        if league_id not in self._countries:
            sql = "select id, country_code from league"
            self._countries = dict(self._connection.execute(sql).fetchall())
        return self._countries[league_id]


def _fields(blob: bytes) -> list[Any]:
    fields: list[Any] = msgpack.decode(zlib.decompress(blob))
    return fields


class _Packed(dict[float | None, float | None]):
    """Price → a whole number of thousandths if it is one, which takes three bytes instead of nine."""

    def __missing__(self, value: float) -> float:
        whole = round(value * 1000)
        packed = whole if whole / 1000 == value else value
        if len(self) < _PRICES_CACHED:
            self[value] = packed
        return packed


def _unpacked(prices: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([value / 1000 if isinstance(value, int) else value for value in prices])


_PRICES_CACHED = 100_000
_PACKED = _Packed({None: None})
_TIME_KNOWN, _STATUS, _IN_TABLE, _HOME_GOALS, _AWAY_GOALS = (
    FixtureRecord._fields.index(name) - _COLUMNS.start
    for name in ("time_known", "status", "in_table", "home_goals", "away_goals")
)
