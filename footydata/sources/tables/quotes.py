"""The odds in a row of a table: the columns of each quote together, in the form in which its prices are written."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from footydata.football.register.bookmakers import registered_bookmaker
from footydata.football.terms import Period, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.parsed import BookmakerKey, ParsedOdds, Refusal
from footydata.sources.refusing import shown
from footydata.sources.tables.header_words import bookmaker_slug
from footydata.sources.tables.meanings import LINE, UNNAMED, OddsColumn
from footydata.sources.tables.profiles import FRACTION, is_blank, read_decimal
from footydata.sources.tables.table_map import TableMap

HIGHEST_PRICE = 2000.0
HIGHEST_LINE = 30.0
BAD_PRICE = "no price"
BAD_LINE = "no line in quarters"
NO_LINE = "prices without a line"

_HUNDRED = 100


class _Quote(NamedTuple):
    """The columns of one quote. prices: selection's place among the prices and the column's; line: fixed, or None."""

    bookmaker: BookmakerKey
    market: str
    period: str
    line: float | None
    line_place: int | None
    prices: tuple[tuple[int, int], ...]


class TableQuotes:
    """Reads the odds of the rows under one header."""

    def __init__(
        self, columns: Mapping[OddsColumn, int], names: Sequence[str], table_map: TableMap
    ) -> None:
        self._names = names
        self._form = _FORMS[table_map.odds or "decimal"]
        self._is_away_line = table_map.handicap == Side.AWAY
        self._map = table_map
        self._quotes = self._compiled(columns)
        self._prices: dict[str, float | None] = {}

    def _compiled(self, columns: Mapping[OddsColumn, int]) -> list[_Quote]:
        prices: dict[OddsColumn, list[tuple[int, int]]] = {}
        for column, place in columns.items():
            if column.selection != LINE:
                selections = MARKET_BY_KEY[column.market].shape.selections
                prices.setdefault(column._replace(selection=""), []).append(
                    (selections.index(column.selection), place)
                )
        return [
            _Quote(
                _bookmaker(bookmaker_of(quote, self._map)),
                quote.market,
                quote.period,
                quote.line,
                self._line_place(quote, columns),
                tuple(places),
            )
            for quote, places in prices.items()
        ]

    def _line_place(self, quote: OddsColumn, columns: Mapping[OddsColumn, int]) -> int | None:
        """The column of the line of a quote: the bookmaker's own, else that of none, of its period or of the other."""
        if not MARKET_BY_KEY[quote.market].shape.has_line or quote.line is not None:
            return None
        for bookmaker in (quote.bookmaker, UNNAMED):
            for period in (quote.period, Period.OPENING.value, Period.CLOSING.value):
                place = columns.get(OddsColumn(quote.market, LINE, bookmaker, period))
                if place is not None:
                    return place
        return None

    def read(
        self, cells: Sequence[str], number: int
    ) -> tuple[tuple[ParsedOdds, ...], list[Refusal]]:
        """The quotes of a row, and a Refusal for each price or line that was set aside.

        Of several lines of a market the main one is taken, whose prices are closest.
        """
        refused: list[Refusal] = []
        best: dict[tuple[BookmakerKey, str, str], tuple[float, list[float | None]]] = {}
        for quote in self._quotes:
            values = self._values(quote, cells, number, refused)
            if values is None:
                continue
            key, distance = (quote.bookmaker, quote.market, quote.period), _distance(values)
            if key not in best or distance < best[key][0]:
                best[key] = distance, values
        odds: dict[tuple[BookmakerKey, str], ParsedOdds] = {}
        for (bookmaker, market, period), (_, values) in best.items():
            known = odds.get((bookmaker, market)) or ParsedOdds(bookmaker, market)
            values_of = known._asdict() | {
                f"{period}_{name}": value
                for name, value in zip(
                    ("line", "price_1", "price_2", "price_3"), values, strict=True
                )
            }
            odds[bookmaker, market] = ParsedOdds(**values_of)
        return tuple(odds.values()), refused

    def _values(
        self, quote: _Quote, cells: Sequence[str], number: int, refused: list[Refusal]
    ) -> list[float | None] | None:
        """Line and three prices, None if no price is left."""
        values: list[float | None] = [quote.line, None, None, None]
        for place, column in quote.prices:
            text = cells[column]
            if is_blank(text):
                continue
            price = self._price(text)
            if price is None:
                refused.append(Refusal(BAD_PRICE, number, shown(text.strip()), self._names[column]))
            values[place + 1] = price
        if values[1:] == [None, None, None]:
            return None
        if not MARKET_BY_KEY[quote.market].shape.has_line or quote.line is not None:
            return values
        text = "" if quote.line_place is None else cells[quote.line_place].strip()
        line = read_decimal(text)
        if line is None or abs(line) > HIGHEST_LINE or line * 4 % 1:
            column = quote.prices[0][1] if quote.line_place is None else quote.line_place
            refused.append(
                Refusal(
                    BAD_LINE if text else NO_LINE, number, shown(text) or None, self._names[column]
                )
            )
            return None
        is_handicap = MARKET_BY_KEY[quote.market].shape.name == "handicap"
        values[0] = -line if is_handicap and self._is_away_line and line else line
        return values

    def _price(self, text: str) -> float | None:
        if text not in self._prices:
            price = self._form(text.strip())
            self._prices[text] = price if price is not None and 1 < price <= HIGHEST_PRICE else None
        return self._prices[text]


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


def _distance(values: Sequence[float | None]) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    first, second = values[1], values[2]
    return math.inf if first is None or second is None else abs(math.log(first / second))


def _decimal(text: str) -> float | None:
    return read_decimal(text)


def american(text: str) -> float | None:
    """Decimal odds of American ones: what 100 win, or what must be staked to win 100.

    >>> american("+150"), american("-200"), american("50")
    (2.5, 1.5, None)
    """
    number = read_decimal(text.replace("−", "-"))
    if number is None or abs(number) < _HUNDRED:
        return None
    return round(1 + (number / _HUNDRED if number > 0 else _HUNDRED / -number), 4)


def fractional(text: str) -> float | None:
    """Decimal odds of fractional ones.

    >>> fractional("5/2"), fractional("evens"), fractional("2.5")
    (3.5, 2.0, None)
    """
    match = FRACTION.fullmatch(text)
    if match is None:
        return None
    if match[1] is None:
        return 2.0
    return round(1 + int(match[1]) / int(match[2]), 4) if int(match[2]) else None


_FORMS: dict[str, Callable[[str], float | None]] = {
    "decimal": _decimal,
    "american": american,
    "fractional": fractional,
}
