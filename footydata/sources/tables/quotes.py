"""The odds in the rows of a table, by columns: those of each quote together, in the form in which prices are written."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from footydata.football.register.bookmakers import registered_bookmaker
from footydata.football.terms import Period, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.cells import HIGHEST_PRICE
from footydata.sources.parsed import BookmakerKey, ParsedOdds
from footydata.sources.tables.cell_readers import BAD, Memo
from footydata.sources.tables.header_words import bookmaker_slug
from footydata.sources.tables.meanings import LINE, UNNAMED, OddsColumn
from footydata.sources.tables.price_forms import FORMS
from footydata.sources.tables.profiles import is_blank, read_decimal
from footydata.sources.tables.table_map import TableMap

HIGHEST_LINE = 30.0
BAD_PRICE = "no price"
BAD_LINE = "no line in quarters"
NO_LINE = "prices without a line"

Quoted: TypeAlias = tuple[float | None, float | None, float | None, float | None]
"""A line and three prices."""

Aside: TypeAlias = tuple[int, str, int, str]
"""The place of a row, why a cell of it was set aside, the place of its column, and its text."""

_NOTHING: Quoted = (None, None, None, None)


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
        self._form = FORMS.get(table_map.odds or "", read_decimal)
        self._prices: Memo[Any] = Memo(self._price)
        self._lines: Memo[Any] = Memo(_line)
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
    ) -> tuple[list[tuple[ParsedOdds, ...]], list[Aside]]:
        """The quotes of each of so many rows, and the cells that were set aside.

        Of several lines of a market the main one is taken, whose prices are closest.
        """
        aside: list[Aside] = []
        by_market: dict[tuple[BookmakerKey, str], dict[str, list[Quoted | None]]] = {}
        for quote in self._quotes:
            quoted = self._column(quote, cells, count, aside)
            periods = by_market.setdefault((quote.bookmaker, quote.market), {})
            before = periods.get(quote.period)
            periods[quote.period] = quoted if before is None else list(map(_main, before, quoted))
        nothing: list[Quoted | None] = [None] * count
        columns = [
            [
                None
                if opening is None and closing is None
                else ParsedOdds(*key, *(opening or _NOTHING), *(closing or _NOTHING))
                for opening, closing in zip(
                    periods.get(Period.OPENING.value, nothing),
                    periods.get(Period.CLOSING.value, nothing),
                    strict=True,
                )
            ]
            for key, periods in by_market.items()
        ]
        return [tuple(filter(None, row)) for row in zip(*columns, strict=True)], aside

    def _column(
        self, quote: _Quote, cells: Sequence[Sequence[str]], count: int, aside: list[Aside]
    ) -> list[Quoted | None]:
        """Line and prices of each row, None where no price is."""
        nothing: list[Any] = [None] * count
        prices = [
            nothing if place is None else self._read(self._prices, BAD_PRICE, place, cells, aside)
            for place in quote.prices
        ]
        prices += [nothing] * (3 - len(prices))
        if not MARKET_BY_KEY[quote.market].shape.has_line or quote.line is not None:
            line = quote.line
            return [
                None if first is second is third is None else (line, first, second, third)
                for first, second, third in zip(*prices, strict=True)
            ]
        return self._with_lines(quote, prices, cells, aside)

    def _with_lines(
        self,
        quote: _Quote,
        prices: list[list[Any]],
        cells: Sequence[Sequence[str]],
        aside: list[Aside],
    ) -> list[Quoted | None]:
        """As `_column`, of a market whose line stands in a column; prices without one are set aside."""
        at = quote.line_place
        is_handicap = MARKET_BY_KEY[quote.market].shape.name == "handicap"
        sign = -1 if is_handicap and self._is_away_line else 1
        lines = [BAD] * len(prices[0]) if at is None else [self._lines[text] for text in cells[at]]
        found: list[Quoted | None] = []
        for row, (line, first, second, third) in enumerate(zip(lines, *prices, strict=True)):
            if first is second is third is None:
                found.append(None)
            elif line is None or line is BAD:
                text = "" if at is None else cells[at][row].strip()
                column = next(place for place in (at, *quote.prices) if place is not None)
                aside.append((row, NO_LINE if is_blank(text) else BAD_LINE, column, text))
                found.append(None)
            else:
                found.append((line * sign or 0.0, first, second, third))
        return found

    def _read(
        self,
        memo: Memo[Any],
        reason: str,
        place: int,
        cells: Sequence[Sequence[str]],
        aside: list[Aside],
    ) -> list[Any]:
        values = [memo[text] for text in cells[place]]
        if BAD in values:
            for row, value in enumerate(values):
                if value is BAD:
                    aside.append((row, reason, place, cells[place][row].strip()))
                    values[row] = None
        return values

    def _price(self, text: str) -> Any:
        price = None if is_blank(text) else self._form(text.strip())
        if is_blank(text) or price == 0:
            return None
        return price if price is not None and 1 < price <= HIGHEST_PRICE else BAD


def _line_place(quote: OddsColumn, columns: Mapping[OddsColumn, int]) -> int | None:
    """The column of the line of a quote: the bookmaker's own, else that of none, of its period or of the other."""
    if not MARKET_BY_KEY[quote.market].shape.has_line or quote.line is not None:
        return None
    for bookmaker in (quote.bookmaker, UNNAMED):
        for period in (quote.period, Period.OPENING.value, Period.CLOSING.value):
            place = columns.get(OddsColumn(quote.market, LINE, bookmaker, period))
            if place is not None:
                return place
    return None


def _line(text: str) -> Any:
    if is_blank(text):
        return None
    line = read_decimal(text)
    return BAD if line is None or abs(line) > HIGHEST_LINE or line * 4 % 1 else line


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


def _main(first: Quoted | None, second: Quoted | None) -> Quoted | None:
    """Of two lines that whose prices are closer."""
    if first is None or second is None:
        return first or second
    return second if _distance(second) < _distance(first) else first


def _distance(quoted: Quoted) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    _, first, second, _ = quoted
    return math.inf if first is None or second is None else abs(math.log(first / second))
