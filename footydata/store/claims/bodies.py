"""The bytes of a claim's body: MessagePack, words as numbers of the table `code`, prices in thousandths.

Ids of ours are not in them, so that a fixture, a club or a bookmaker may get another id: a bookmaker is its slug, and a
fixture's league, season and teams are those of its row, but for those of a service, which are in the body.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import msgpack

from footydata.football.records import EventRecord, FixtureRecord
from footydata.football.register.bookmakers import registered_bookmaker
from footydata.football.register.naming import assigned_id
from footydata.football.register.referees import referee_name
from footydata.football.terms import Part, Status
from footydata.store.claims.claim import BASE, FIELD_PARTS, PLACES, ClaimBody
from footydata.store.claims.stored import DETAIL_BY_PART, NO_QUOTE, PERIODS, Details, Quotes

_LATER_DETAILS = (Part.KNOCKOUT, Part.VENUE)
"""The details whose rows are the last fields of a body; that of statistics is older."""

_FIELDS, _FIELDS_OF_FIGURES = 15 + len(_LATER_DETAILS), 8
"""Fields of a body, and those of them before the round."""

_STATUSES = tuple(status.value for status in (Status.SCHEDULED, Status.LIVE, Status.FINISHED))
_TIME_KNOWN, _ESPORTS, _IN_TABLE, _REMOTE = 1, 2, 4, 8
_FIRST_COUNT = FixtureRecord._fields.index("home_goals")
_REFEREE = FixtureRecord._fields.index("referee")
_QUOTES = sum(len(NO_QUOTE) for _ in PERIODS)
_LAST_PERIOD = _QUOTES - len(NO_QUOTE)


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
        self.rows_written = 0
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cache: after a rollback or a write by others, words and bookmakers may have other numbers."""
        self._codes: dict[str, int] = {}
        self._words: dict[int, str] = {}
        self._slugs: dict[int, str] = {}
        self._makers: dict[str, int] = {}
        self._countries: dict[int, str] = {}
        self._heads: dict[tuple[int, str], tuple[int, int]] = {}

    def encode(self, body: ClaimBody) -> bytes:
        """The bytes of a body, without the moment when it was fetched."""
        fixture, parts = body.fixture, body.parts
        flags = (
            _TIME_KNOWN * bool(fixture.time_known)
            | _ESPORTS * bool(fixture.esports)
            | _IN_TABLE * bool(fixture.in_table)
            | _REMOTE * body.is_remote
        )
        values = _counted(fixture, parts)
        ids = None
        if body.is_remote and parts & BASE:
            ids = [fixture.league_id, fixture.season_id, fixture.home_id, fixture.away_id]
        fields = [
            parts,
            flags,
            _STATUSES.index(fixture.status),
            fixture.kickoff_ts if parts & BASE else None,
            values,
            [*self._odds(body.odds)] or None,
            _detail(body.details, Part.STATISTICS),
            [[self.code(key[0]), key[1], *values] for key, values in sorted(body.figures.items())]
            or None,
            fixture.round if parts & Part.ROUND else None,
            body.spelling if parts & Part.REFEREE else None,
            fixture.stage if parts & BASE else None,
            fixture.state_detail if parts & BASE else None,
            ids,
            None
            if body.events is None
            else [[self.code(event[2]), *_trimmed(event[3:])] for event in body.events],
            [
                [self._slug_code(maker), self.code(market), *span]
                for (maker, market), span in sorted(body.series.items())
            ]
            or None,
            *(_detail(body.details, part) for part in _LATER_DETAILS),
        ]
        return msgpack.encode(_trimmed(fields))

    def decode(self, blob: bytes, row: FixtureRecord, *, fetched_ts: int) -> ClaimBody:
        """The body of bytes, with the ids of the fixture's row."""
        fields = msgpack.decode(blob)
        fields += [None] * (_FIELDS - len(fields))
        (parts, flags, status, kickoff_ts, counts, odds, statistics, further) = fields[
            :_FIELDS_OF_FIGURES
        ]
        (round_, spelling, stage, detail, ids, events, series, *later) = fields[_FIELDS_OF_FIGURES:]
        details = zip((Part.STATISTICS, *_LATER_DETAILS), (statistics, *later), strict=True)
        league_id, season_id, home_id, away_id = ids or (
            row.league_id,
            row.season_id,
            row.home_id,
            row.away_id,
        )
        fixture = FixtureRecord(
            row.id,
            league_id,
            row.season_id if season_id is None else season_id,
            home_id,
            away_id,
            row.kickoff_ts if kickoff_ts is None else kickoff_ts,
            int(bool(flags & _TIME_KNOWN)),
            _STATUSES[status],
            detail,
            int(bool(flags & _ESPORTS)),
            round_,
            stage,
            int(bool(flags & _IN_TABLE)),
            *counts,
        )
        if spelling is not None:
            fixture = fixture._replace(referee=referee_name(self._country(league_id), spelling))
        return ClaimBody(
            fixture,
            parts,
            fetched_ts,
            bool(flags & _REMOTE),
            spelling,
            {
                int(part): DETAIL_BY_PART[part](row.id, *values)
                for part, values in details
                if values is not None
            },
            None
            if events is None
            else [
                EventRecord(row.id, seq, self.word(each[0]), *each[1:])
                for seq, each in enumerate(events, start=1)
            ],
            self._read_odds(odds or ()),
            {(self.word(word), half): (home, away) for word, half, home, away in further or ()},
            {
                (self.maker(self.word(slug)), self.word(market)): tuple(span)
                for slug, market, *span in series or ()
            },
        )

    def referee(self, blob: bytes, league_id: int) -> str | None:
        """The referee that the bytes of a body name; league_id: of the fixture's row."""
        later = msgpack.decode(blob)[_FIELDS_OF_FIGURES:]
        spelling = later[1] if len(later) > 1 else None
        return None if spelling is None else referee_name(self._country(league_id), spelling)

    def head(self, blob: bytes) -> BodyHead:
        """What the bytes of a body say of the meeting, without the rest."""
        parts, flags, status, kickoff_ts, counts, *later = msgpack.decode(blob)
        goals = (*counts[:2], None, None)[:2] if parts & Part.GOALS else (None, None)
        return BodyHead(
            _STATUSES[status] == Status.FINISHED,
            goals,
            bool(later and later[0]),
            kickoff_ts,
            bool(flags & _TIME_KNOWN),
            bool(flags & _IN_TABLE),
        )

    def code(self, word: str) -> int:
        """The number of a word, which is written if it is new."""
        if not self._codes:
            self._read_codes()
        code = self._codes.get(word)
        if code is None:
            code = self._connection.execute("insert into code (word) values (?)", (word,)).lastrowid
            assert code is not None
            self.rows_written += 1
            self._codes[word], self._words[code] = code, word
        return code

    def word(self, code: int) -> str:
        if code not in self._words:
            self._read_codes()
        return self._words[code]

    def maker(self, slug: str) -> int:
        """The id of the bookmaker with a slug; it is written if it is not stored any more."""
        if slug not in self._makers:
            self._makers = {
                slug: id_
                for id_, slug in self._connection.execute("select id, slug from bookmaker")
            }
        if slug not in self._makers:
            known = registered_bookmaker(slug)
            values = (
                (assigned_id("bookmaker", slug), slug, slug)
                if known is None
                else (known.id, known.name, slug)
            )
            self._connection.execute(
                "insert into bookmaker (id, name, slug) values (?, ?, ?)", values
            )
            self._makers[slug] = values[0]
        return self._makers[slug]

    def slug(self, maker_id: int) -> str:
        if maker_id not in self._slugs:
            self._slugs = dict(
                self._connection.execute("select id, slug from bookmaker").fetchall()
            )
        return self._slugs[maker_id]

    def _read_codes(self) -> None:
        self._words = dict(self._connection.execute("select id, word from code").fetchall())
        self._codes = {word: id_ for id_, word in self._words.items()}

    def _slug_code(self, maker_id: int) -> int:
        return self.code(self.slug(maker_id))

    def _country(self, league_id: int) -> str:
        if league_id not in self._countries:
            self._countries = dict(
                self._connection.execute("select id, country_code from league").fetchall()
            )
        return self._countries[league_id]

    def _odds(self, odds: Mapping[tuple[int, str], Quotes]) -> Iterator[Sequence[float | None]]:
        heads = self._heads
        for key, quotes in odds.items():
            if quotes[_LAST_PERIOD:] == NO_QUOTE:
                quotes = quotes[:_LAST_PERIOD]
            head = heads.get(key)
            if head is None:
                head = heads[key] = (self._slug_code(key[0]), self.code(key[1]))
            yield [*head, *map(_PACKED.__getitem__, quotes)]

    def _read_odds(
        self, rows: Iterable[Sequence[Any]]
    ) -> dict[tuple[int, str], tuple[float | None, ...]]:
        odds = {}
        for slug, market, *values in rows:
            quotes = [value / 1000 if isinstance(value, int) else value for value in values]
            odds[self.maker(self.word(slug)), self.word(market)] = (
                *quotes,
                *[None] * (_QUOTES - len(quotes)),
            )
        return odds


class _Packed(dict[float | None, float | None]):
    """Price → a whole number of thousandths if it is one, which takes three bytes instead of nine."""

    def __missing__(self, value: float) -> float:
        whole = round(value * 1000)
        packed = whole if whole / 1000 == value else value
        if len(self) < _PRICES_CACHED:
            self[value] = packed
        return packed


_PRICES_CACHED = 100_000
_PACKED = _Packed({None: None})


def _counted(fixture: FixtureRecord, parts: int) -> list[Any]:
    """The figures of the parts, up to the last known one."""
    values: list[Any] = list(fixture[_FIRST_COUNT:_REFEREE])
    if parts & FIELD_PARTS != FIELD_PARTS:
        for part, name, places in PLACES:
            if not part & parts and name not in ("round", "referee"):
                for place in places:
                    values[place - _FIRST_COUNT] = None
    return _trimmed(values)


def _detail(details: Details, part: int) -> list[Any] | None:
    row = details.get(part)
    return None if row is None else _trimmed(row[1:])


def _trimmed(values: Sequence[Any]) -> list[Any]:
    """The values without the unknown ones at the end."""
    trimmed = list(values)
    while trimmed and trimmed[-1] is None:
        trimmed.pop()
    return trimmed
