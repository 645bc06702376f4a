"""The odds in the rows of a table, by columns: those of each quote together, in the form in which prices are written."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from footydata.football.register import registered_bookmaker
from footydata.football.terms import Period, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.parsed import BookmakerKey, ParsedLine, ParsedOdds
from footydata.sources.tables.cell_readers import (
    BAD,
    is_blank,
    memo_of,
    read_decimal,
    read_line,
    read_price,
)
from footydata.sources.tables.header_words import bookmaker_slug
from footydata.sources.tables.meanings import LINE, UNNAMED, OddsColumn
from footydata.sources.tables.price_forms import FORMS
from footydata.sources.tables.table_map import TableMap

BAD_PRICE = "no price"
BAD_LINE = "no line in quarters"
NO_LINE = "prices without a line"

Quoted: TypeAlias = tuple[float | None, float | None, float | None, float | None]
"""The line of a row and its prices."""

_NOTHING: Quoted = (None, None, None, None)

Aside: TypeAlias = tuple[int, str, int, str]
"""The place of a row, why a cell of it was set aside, the place of its column, and its text."""


class _Quote(NamedTuple):
    """The columns of one quote. line: fixed, or None. prices: the place of each selection's column, None without one."""

    bookmaker: BookmakerKey
    market: str
    period: str
    line: float | None
    line_place: int | None
    prices: tuple[int | None, ...]


class TableQuotes:
    """Reads the odds of the rows under one header."""

    def __init__(self, columns: Mapping[OddsColumn, int], table_map: TableMap) -> None:
        self._map = table_map
        self._is_away_line = table_map.handicap == Side.AWAY
        self._prices = memo_of(FORMS.get(table_map.odds or "", read_price))
        self._lines = memo_of(read_line)
        self._quotes = self._compiled(columns)

    def _compiled(self, columns: Mapping[OddsColumn, int]) -> list[_Quote]:
        prices: dict[OddsColumn, dict[str, int]] = {}
        for column, place in columns.items():
            if column.selection != LINE:
                quote = column._replace(selection="")
                prices.setdefault(quote, {})[column.selection] = place
        return [
            _Quote(
                _bookmaker(bookmaker_of(quote, self._map)),
                quote.market,
                quote.period,
                quote.line,
                _line_place(quote, columns),
                tuple(map(places.get, (*MARKET_BY_KEY[quote.market].shape.selections, "")[:3])),
            )
            for quote, places in prices.items()
        ]

    def read(
        self, cells: Sequence[Sequence[str]], count: int
    ) -> tuple[list[tuple[ParsedOdds, ...]], list[tuple[ParsedLine, ...]], list[Aside]]:
        """The quotes and the further lines of each of so many rows, and the cells that were set aside.

        Of several lines of a market the main one, whose prices are closest, is the quote.
        """
        aside: list[Aside] = []
        markets: dict[tuple[BookmakerKey, str], dict[str, list[list[Quoted | None]]]] = {}
        for quote in self._quotes if count else ():
            periods = markets.setdefault((quote.bookmaker, quote.market), {})
            rungs = periods.setdefault(quote.period, [])
            rungs.append(self._column(quote, cells, count, aside))
        columns: list[list[ParsedOdds | None]] = []
        lines: list[tuple[ParsedLine, ...]] = [()] * count
        for (bookmaker, market), periods in markets.items():
            mains = {period: _main(rungs) for period, rungs in periods.items()}
            unknown: list[Quoted | None] = [None] * count
            both = (mains.get(period.value, unknown) for period in (Period.OPENING, Period.CLOSING))
            columns.append(
                [
                    ParsedOdds(bookmaker, market, *(first or _NOTHING), *(last or _NOTHING))
                    if first or last
                    else None
                    for first, last in zip(*both, strict=True)
                ]
            )
            for period, rungs in periods.items():
                for rung in rungs if len(rungs) > 1 else ():
                    for row, (quoted, main) in enumerate(zip(rung, mains[period], strict=True)):
                        line, one, two, _ = quoted or _NOTHING
                        if line is not None and one and two and main and line != main[0]:
                            lines[row] += (ParsedLine(bookmaker, market, period, line, one, two),)
        odds = [tuple(filter(None, row)) for row in zip(*columns, strict=True)]
        return odds or [()] * count, lines, aside

    def _column(
        self, quote: _Quote, cells: Sequence[Sequence[str]], count: int, aside: list[Aside]
    ) -> list[Quoted | None]:
        """The quote of each row, None without one; prices without a line are set aside."""
        nothing: list[Any] = [None] * count
        prices = [
            nothing if place is None else [self._prices[text] for text in cells[place]]
            for place in quote.prices
        ]
        shape, at = MARKET_BY_KEY[quote.market].shape, quote.line_place
        lines = [quote.line] * count if at is None else [self._lines[text] for text in cells[at]]
        sign = -1 if shape.name == "handicap" and self._is_away_line and at is not None else 1
        quoted: list[Quoted | None] = []
        for row, (line, one, two, three) in enumerate(zip(lines, *prices, strict=True)):
            if self._prices.has_bad and BAD in (one, two, three):
                one, two, three = self._without_bad(quote, (one, two, three), row, cells, aside)
            if one is two is three is None:
                quoted.append(None)
            elif shape.has_line and (line is None or line is BAD):
                text = "" if at is None else cells[at][row].strip()
                column = next(place for place in (at, *quote.prices) if place is not None)
                aside.append((row, NO_LINE if is_blank(text) else BAD_LINE, column, text))
                quoted.append(None)
            else:
                quoted.append((line and line * sign, one, two, three))
        return quoted

    @staticmethod
    def _without_bad(
        quote: _Quote,
        prices: Sequence[Any],
        row: int,
        cells: Sequence[Sequence[str]],
        aside: list[Aside],
    ) -> list[Any]:
        """The prices of a row without those that are none; beside a number that is none, as -150, a 300 is none either."""
        texts = ["" if at is None else cells[at][row].strip() for at in quote.prices]
        has_number = any(
            price is BAD and read_decimal(text) for price, text in zip(prices, texts, strict=True)
        )
        kept = []
        for at, price, text in zip(quote.prices, prices, texts, strict=True):
            if at is None or price is None or (price is not BAD and not has_number):
                kept.append(price)
                continue
            kept.append(None)
            if has_number or read_decimal(text) != 0:
                aside.append((row, BAD_PRICE, at, text))
        return kept


def _line_place(quote: OddsColumn, columns: Mapping[OddsColumn, int]) -> int | None:
    """The column of the line of a quote: of its period or of the other, the bookmaker's own before that of none."""
    if not MARKET_BY_KEY[quote.market].shape.has_line or quote.line is not None:
        return None
    for period in (quote.period, Period.OPENING.value, Period.CLOSING.value):
        for bookmaker in (quote.bookmaker, UNNAMED):
            place = columns.get(OddsColumn(quote.market, LINE, bookmaker, period))
            if place is not None:
                return place
    return None


def bookmaker_of(column: OddsColumn, table_map: TableMap) -> str:
    """The slug of a column's bookmaker: that of the map where the column names none.

    >>> bookmaker_of(OddsColumn("1x2", "home"), TableMap({}, bookmaker="Silver Dollar"))
    'silver-dollar'
    """
    return bookmaker_slug(
        (table_map.bookmaker or "") if column.bookmaker == UNNAMED else column.bookmaker
    )


def _bookmaker(slug: str) -> BookmakerKey:
    known = registered_bookmaker(slug)
    return BookmakerKey(slug, known.name if known else slug.replace("-", " ").title())


def _main(rungs: Sequence[list[Quoted | None]]) -> list[Quoted | None]:
    """Of the lines of each row that whose prices are closest."""
    if len(rungs) == 1:
        return rungs[0]
    return [min(filter(None, row), key=_distance, default=None) for row in zip(*rungs, strict=True)]


def _distance(quoted: Quoted) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    _, first, second, _ = quoted
    return math.inf if first is None or second is None else abs(math.log(first / second))
