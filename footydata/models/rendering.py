"""Renders the shapes of long lists directly as JSON: the same as `nesting` gives, in a fraction of the time.

The templates are made with `nesting`, so that each shape is declared once; a test compares the two.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import orjson

from footydata.contract.markets import ALL_PERIODS, SUMMARY_MARKETS, Market, ServedMarket
from footydata.contract.terms import Status
from footydata.models import nesting
from footydata.moments import iso_utc
from footydata.records import StatisticsRecord
from footydata.rows import FixtureBrief, FixtureRow

Periods = tuple[float | None, ...]
"""A value per period of a market, in order, None where unknown."""

_SLOT = "%b"
_NO_LINES: Periods = (None,) * len(ALL_PERIODS)
MOST_SELECTIONS = 3


def _template(nested: object) -> bytes:
    """The JSON of a shape, with %b in place of values."""
    return orjson.dumps(nested).replace(f'"{_SLOT}"'.encode(), _SLOT.encode())


def _slots(kind: type[FixtureRow] | type[StatisticsRecord]) -> list[object]:
    return [_SLOT] * len(kind._fields)


class _NumbersJson(dict[int | None, bytes]):
    """Number → its JSON; the usual numbers are rendered in advance, which halves the time."""

    def __init__(self) -> None:
        super().__init__((count, b"%d" % count) for count in range(1_000))
        self[None] = b"null"

    def __missing__(self, count: int | None) -> bytes:
        return str(count).encode()


def _kickoff(kickoff_ts: int) -> dict[str, object]:
    return {"kickoff_utc": iso_utc(kickoff_ts), "kickoff_ts": kickoff_ts}


def _inner(nested: dict[str, object]) -> bytes:
    return orjson.dumps(nested)[1:-1]


_FIXTURE = (
    _template(nesting.fixture_row(FixtureRow._make(_slots(FixtureRow))._replace(kickoff_ts=0)))
    .replace(_inner(_kickoff(0)), b"%b")
    .replace(_template(nesting.named(0, _SLOT)).replace(b"0", b"%b"), b"%b")
    .replace(b'{"id":%b', b'{"id":%d', 1)
)
_STATISTICS = _template(nesting.statistics(StatisticsRecord._make(_slots(StatisticsRecord))))
_SUMMARY = b"{" + b",".join(b'"%b":%%b' % market.key.encode() for market in SUMMARY_MARKETS) + b"}"

_NUMBERS = _NumbersJson()
_STATUSES = {str(status): orjson.dumps(status) for status in Status}

_MOST_TEXTS = 65_536
"""The most cached texts of prices, and of lines."""


class _PricesJson(dict[float | None, bytes]):
    """Price → its JSON, cached as prices repeat."""

    def __missing__(self, price: float | None) -> bytes:
        text = orjson.dumps(price)
        if len(self) < _MOST_TEXTS:
            self[price] = text
        return text


class _LinesJson(dict[Periods, bytes]):
    """The lines of a market in a summary → their JSON, cached as lines repeat."""

    def __init__(self, market: ServedMarket) -> None:
        super().__init__()
        self._periods = [str(period) for period in market.summary_periods]

    def __missing__(self, lines: Periods) -> bytes:
        # A market that lacks periods in the summary lacks the first ones.
        shown = lines[len(lines) - len(self._periods) :]
        text = orjson.dumps(dict(zip(self._periods, shown, strict=True)))
        if len(self) < _MOST_TEXTS:
            self[lines] = text
        return text


_PRICES = _PricesJson()
_QUOTES = _template({str(period): _SLOT for period in ALL_PERIODS})
_BY_PERIODS = {market.summary_periods: _LinesJson(market) for market in SUMMARY_MARKETS}
_LINES = {market.key: _BY_PERIODS[market.summary_periods] for market in SUMMARY_MARKETS if market.shape.has_line}
_PRICED = {market.key: market for market in SUMMARY_MARKETS if not market.shape.has_line}
_QUOTE = {key: _template(dict.fromkeys(market.shape.selections, _SLOT)) for key, market in _PRICED.items()}


def named_json(id_: int, name: str) -> bytes:
    """A league or team in short, as JSON."""
    return orjson.dumps(nesting.named(id_, name))


@lru_cache(maxsize=4096)
def _kickoff_json(kickoff_ts: int) -> bytes:
    return _inner(_kickoff(kickoff_ts))


def fixtures_json(
    rows: Sequence[FixtureBrief], leagues: Sequence[bytes], homes: Sequence[bytes], aways: Sequence[bytes]
) -> dict[int, bytes]:
    """Fixture id → its JSON as in a list, without what `include` adds.

    leagues, homes, aways: one per row, from named_json.
    """
    # Column by column, as these loops run in C: row by row took a quarter longer.
    ids, _, _, _, kickoffs, statuses, *figures = zip(*rows, strict=True)
    parts = zip(
        ids,
        leagues,
        homes,
        aways,
        map(_kickoff_json, kickoffs),
        map(_STATUSES.__getitem__, statuses),
        *(map(_NUMBERS.__getitem__, figure) for figure in figures),
        strict=True,
    )
    return dict(zip(ids, [_FIXTURE % values for values in parts], strict=True))


def statistics_json(row: StatisticsRecord) -> bytes:
    """The in-play statistics of a fixture and of its first half."""
    return _STATISTICS % tuple([_NUMBERS[value] for value in row[1:]])


def summaries_json(
    fixture_ids: Sequence[int],
    lines: Iterable[tuple[int, str, float | None, float | None, float | None]],
    prices: Iterable[tuple[Any, ...]],
) -> dict[int, bytes]:
    """Fixture id → its odds summary at the default bookmaker as JSON, for all of these ids.

    lines: fixture, market, a line per period. prices: fixture, market, three prices per period, for markets without
    lines.
    """
    values = {fixture_id: _UNKNOWN.copy() for fixture_id in fixture_ids}
    for fixture_id, market, opening, closing, inplay in lines:
        texts = _LINES.get(market)
        if texts is not None:
            values[fixture_id][market] = texts[opening, closing, inplay]
    for fixture_id, market, *quotes in prices:
        values[fixture_id][market] = _quotes_json(_PRICED[market], quotes)
    return {fixture_id: _SUMMARY % tuple(parts.values()) for fixture_id, parts in values.items()}


def _quotes_json(market: Market, prices: Sequence[float | None]) -> bytes:
    template, width = _QUOTE[market.key], len(market.shape.selections)
    quotes = [prices[start : start + width] for start in range(0, len(prices), MOST_SELECTIONS)]
    return _QUOTES % tuple(
        [b"null" if None in quote else template % tuple([_PRICES[price] for price in quote]) for quote in quotes]
    )


_UNKNOWN = {
    market.key: _LINES[market.key][_NO_LINES]
    if market.shape.has_line
    else _quotes_json(market, _NO_LINES * MOST_SELECTIONS)
    for market in SUMMARY_MARKETS
}
"""A summary without odds: market → JSON, in the order of the contract."""
