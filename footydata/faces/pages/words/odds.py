"""The odds of a fixture: by market and bookmaker, from opening to closing, with our fair line and drawn movement."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.faces.drawing.lines import price_text
from footydata.faces.drawing.odds import (
    NO_QUOTE,
    QuoteCells,
    fair_quote,
    line_text,
    maker_of,
    quote_of,
    result_of,
)
from footydata.faces.pages.words.movement import Chart, charts_of
from footydata.faces.reading.fixture import FixtureContent, Series
from footydata.football.markets import Market
from footydata.football.records import FixtureRecord, OddsLine
from footydata.football.terms import Period, Status
from footydata.odds.markets import ALL_MARKETS


class QuotedValue(NamedTuple):
    """A line or price: what it was last, what it was at the opening if that differs, and where it went: up or down."""

    last: str
    opening: str = ""
    went: str = ""


class QuoteRow(NamedTuple):
    """The quote of a bookmaker. remark: what it is, where it is not the last one before kickoff."""

    name: str
    remark: str
    cells: Sequence[QuotedValue]


class QuotedMarket(NamedTuple):
    """A market: its selections, a row a bookmaker, the one that is shown by default first, and how they moved.

    result: which selection won.
    """

    key: str
    title: str
    heads: Sequence[str]
    rows: Sequence[QuoteRow]
    result: str
    charts: Sequence[Chart]


def markets_of(read: FixtureContent, series: Sequence[Series]) -> list[QuotedMarket]:
    """The markets that anyone quotes, in their order."""
    return [market for each in ALL_MARKETS if (market := _market(read, each, series))]


def _market(read: FixtureContent, market: Market, series: Sequence[Series]) -> QuotedMarket | None:
    by_bookmaker = {row.bookmaker_id: row for row in read.odds if row.market == market.key}
    quotes = {
        maker_id: {period: quote_of(row, period) for period in Period}
        for maker_id, row in by_bookmaker.items()
    }
    default = maker_of(read, market, "")
    rows: list[QuoteRow] = []
    coming = read.fixture.status == Status.SCHEDULED
    latest = {one.slug: _last_of(one) for one in series if one.market == market.key and coming}
    for maker in sorted(read.bookmakers, key=lambda one: one != default):
        rows += _rows(
            maker.name, quotes.get(maker.id, {}), latest.get(maker.slug, NO_QUOTE), market
        )
        rows += [
            QuoteRow("", line.period, _cells(_quote(line), NO_QUOTE, market))
            for line in read.lines
            if (line.bookmaker_id, line.market) == (maker.id, market.key)
        ]
    fair = next((one for one in read.fair_lines if one.market == market.key), None)
    if fair is not None:
        rows.append(QuoteRow("Fair", "by our model", _cells(fair_quote(fair), NO_QUOTE, market)))
    if not rows:
        return None
    settled = (
        {
            period.value: quote
            for period, quote in quotes.get(default.id, {}).items()
            if quote != NO_QUOTE
        }
        if default
        else {}
    )
    fixture = FixtureRecord(**{name: getattr(read.fixture, name) for name in FixtureRecord._fields})
    return QuotedMarket(
        market.key,
        market.title,
        [
            *(["line"] if market.shape.has_line else []),
            *(name.replace("_", " ") for name in market.shape.selections),
        ],
        rows,
        result_of(market, settled, fixture),
        [
            chart
            for one in series
            if one.market == market.key
            for chart in charts_of(one, market, read.fixture)
        ],
    )


def _quote(line: OddsLine) -> QuoteCells:
    return QuoteCells(line.line, (line.price_1, line.price_2, None))


def _last_of(series: Series) -> QuoteCells:
    """The last quote of a history; none if the market is suspended."""
    tick = series.ticks[-1]
    prices = (tick.price_1, tick.price_2, tick.price_3)
    return NO_QUOTE if tick.price_1 is None else QuoteCells(tick.line, prices)


def _rows(
    name: str, quotes: Mapping[Period, QuoteCells], latest: QuoteCells, market: Market
) -> Iterator[QuoteRow]:
    """The rows of a bookmaker. latest: its last quote before a kickoff to come."""
    opening, closing, inplay = (quotes.get(period, NO_QUOTE) for period in Period)
    if closing != NO_QUOTE:
        yield QuoteRow(name, "", _cells(closing, opening, market))
    elif latest != NO_QUOTE:
        yield QuoteRow(name, "latest", _cells(latest, opening, market))
    elif opening != NO_QUOTE:
        yield QuoteRow(name, "opening", _cells(opening, NO_QUOTE, market))
    if inplay != NO_QUOTE:
        yield QuoteRow(name, "in play", _cells(inplay, NO_QUOTE, market))


def _cells(last: QuoteCells, before: QuoteCells, market: Market) -> list[QuotedValue]:
    count = len(market.shape.selections)
    cells = [
        QuotedValue(
            line_text(last.line, market),
            *_moved(before.line, last.line, line_text(before.line, market)),
        )
    ]
    cells = cells if market.shape.has_line else []
    # The prices of two lines can't be compared.
    is_same_line = before.line == last.line
    for now, was in zip(last.prices[:count], before.prices[:count], strict=True):
        text = price_text(was) if was is not None else ""
        moved = _moved(was, now, text)
        cells.append(
            QuotedValue(
                "–" if now is None else price_text(now), moved[0], moved[1] if is_same_line else ""
            )
        )
    return cells


def _moved(was: float | None, now: float | None, text: str) -> tuple[str, str]:
    if was is None or now is None or was == now:
        return "", ""
    return text, "up" if now > was else "down"
