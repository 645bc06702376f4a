"""The odds in the rows of a table, by columns: those of each quote together, in the form in which prices are written."""

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, TypeAlias

from footydata.football.register.bookmakers import registered_bookmaker
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

Quoted: TypeAlias = list[list[Any]]
"""The lines of rows, and the three prices of each; None where a row has no such."""

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
                tuple(map(places.get, MARKET_BY_KEY[quote.market].shape.selections)),
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
        nothing: list[Any] = [None] * count
        unknown = [nothing] * 4
        markets: dict[tuple[BookmakerKey, str], dict[str, list[Quoted]]] = {}
        for quote in self._quotes if count else ():
            periods = markets.setdefault((quote.bookmaker, quote.market), {})
            rungs = periods.setdefault(quote.period, [])
            rungs.append(self._column(quote, cells, nothing, aside))
        columns: list[list[ParsedOdds | None]] = []
        lines: list[tuple[ParsedLine, ...]] = [()] * count
        for (bookmaker, market), periods in markets.items():
            mains = {period: reduce(_main, rungs) for period, rungs in periods.items()}
            columns.append(
                [
                    None
                    if one is two is three is last_one is last_two is last_three is None
                    else ParsedOdds(
                        bookmaker,
                        market,
                        line,
                        one,
                        two,
                        three,
                        end,
                        last_one,
                        last_two,
                        last_three,
                    )
                    for line, one, two, three, end, last_one, last_two, last_three in zip(
                        *mains.get(Period.OPENING.value, unknown),
                        *mains.get(Period.CLOSING.value, unknown),
                        strict=True,
                    )
                ]
            )
            for period, rungs in periods.items():
                for rung in rungs if len(rungs) > 1 else ():
                    further = zip(*rung, mains[period][0], strict=True)
                    for row, (line, one, two, _, main) in enumerate(further):
                        if one is not None and two is not None and line != main:
                            lines[row] += (ParsedLine(bookmaker, market, period, line, one, two),)
        odds = [tuple(filter(None, row)) for row in zip(*columns, strict=True)]
        return odds or [()] * count, lines, aside

    def _column(
        self,
        quote: _Quote,
        cells: Sequence[Sequence[str]],
        nothing: list[Any],
        aside: list[Aside],
    ) -> Quoted:
        """Lines and prices of all rows; prices without a line are set aside.

        nothing: the column of a price that the quote does not have.
        """
        prices = [
            nothing if place is None else [self._prices[text] for text in cells[place]]
            for place in quote.prices
        ]
        if self._prices.has_bad and any(BAD in column for column in prices):
            self._set_aside(quote, prices, cells, aside)
        prices += [nothing] * (3 - len(prices))
        shape, at = MARKET_BY_KEY[quote.market].shape, quote.line_place
        if not shape.has_line:
            return [nothing, *prices]
        sign = -1 if shape.name == "handicap" and self._is_away_line and at is not None else 1
        found = (
            [quote.line] * len(nothing) if at is None else [self._lines[text] for text in cells[at]]
        )
        lines: list[float | None] = []
        for row, (line, first, second) in enumerate(zip(found, *prices[:2], strict=True)):
            if first is second is None:
                lines.append(None)
            elif line is None or line is BAD:
                text = "" if at is None else cells[at][row].strip()
                column = next(place for place in (at, *quote.prices) if place is not None)
                aside.append((row, NO_LINE if is_blank(text) else BAD_LINE, column, text))
                lines.append(None)
                for prices_of_one in prices:
                    prices_of_one[row] = None
            else:
                lines.append(line * sign or 0.0)
        return [lines, *prices]

    def _set_aside(
        self,
        quote: _Quote,
        prices: list[list[Any]],
        cells: Sequence[Sequence[str]],
        aside: list[Aside],
    ) -> None:
        """Refuse the prices that are none; beside a number that is none, as -150, a 300 is none either."""
        columns = [
            (at, values) for at, values in zip(quote.prices, prices, strict=True) if at is not None
        ]
        for row, values in enumerate(zip(*prices, strict=True)):
            if BAD not in values:
                continue
            texts = [cells[at][row].strip() for at, _ in columns]
            has_number = any(
                values[row] is BAD and read_decimal(text)
                for (_, values), text in zip(columns, texts, strict=True)
            )
            for (at, column), text in zip(columns, texts, strict=True):
                if column[row] is BAD or (has_number and column[row] is not None):
                    column[row] = None
                    if has_number or read_decimal(text) != 0:
                        aside.append((row, BAD_PRICE, at, text))


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


def _main(first: Quoted, second: Quoted) -> Quoted:
    """Of two lines in each row that whose prices are closer."""
    rows = [
        other if _distance(other) < _distance(one) or not any(one[1:]) else one
        for one, other in zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def _distance(quoted: Sequence[float | None]) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    first, second = quoted[1:3]
    return math.inf if first is None or second is None else abs(math.log(first / second))
