"""Reads the odds in a row of football-data.co.uk.

A price that is not a decimal price above 1 is set aside with a Refusal, and so are handicap prices without a line.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footydata.sources.cells import HIGHEST_PRICE, LEAST_AMERICAN, read_number
from footydata.sources.csv_rows import columns_of
from footydata.sources.football_data_columns import GOAL_LINE, QuoteColumns, quote_columns
from footydata.sources.parsed import BookmakerKey, ParsedOdds, Refusal
from footydata.sources.refusing import shown

FURTHEST_LINE = 10.0
BAD_PRICE = "no decimal price"
AMERICAN = "American odds, not decimal; none is read"
BAD_LINE = "no handicap in quarters of a goal"
NO_LINE = "handicap prices without a line"

_PERIOD_WIDTH = 4
"""The values of one period in records.OddsRecord: a line and three prices."""


class _Quote(NamedTuple):
    """The columns of one bookmaker's market.

    cells: (place among the twelve values of records.OddsRecord, column); lines: (place, column or fixed line).
    """

    bookmaker: BookmakerKey
    market: str
    cells: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, int | float], ...]


class QuoteReader:
    """Reads the odds of the rows under one header."""

    def __init__(self, header: Sequence[str]) -> None:
        self._header = header
        self._quotes = _compiled(header)
        self._prices: dict[str, float | None] = {}
        self._lines: dict[str, float | None] = {}
        self._american: set[int] = set()

    def read(self, row: Sequence[str], line: int) -> tuple[tuple[ParsedOdds, ...], list[Refusal]]:
        """The quotes of a row, and a Refusal for each price or line that was set aside."""
        odds, refused, known = [], [], self._prices
        for quote in self._quotes:
            values: list[float | None] = [None] * (3 * _PERIOD_WIDTH)
            some = doubtful = False
            for place, column in quote.cells:
                text = row[column]
                if text:
                    price = known.get(text) or self._price(text)
                    doubtful = doubtful or price is None or price >= LEAST_AMERICAN
                    if price is None:
                        refused.append(
                            Refusal(BAD_PRICE, line, shown(text.strip()), self._header[column])
                        )
                    else:
                        values[place], some = price, True
            if doubtful:
                some = self._without_american(quote, values, row, line, refused)
            if some and quote.lines:
                some = self._set_lines(quote, values, row, line, refused)
            if some:
                odds.append(ParsedOdds(quote.bookmaker, quote.market, *values))
        return tuple(odds), refused

    def _without_american(
        self,
        quote: _Quote,
        values: list[float | None],
        row: Sequence[str],
        line: int,
        refused: list[Refusal],
    ) -> bool:
        """Refuse the columns of a period with American odds, each once, in place of their cells.

        Returns whether any value is left.
        """
        for period in range(2):
            cells = [cell for cell in quote.cells if cell[0] // _PERIOD_WIDTH == period]
            if not is_american([row[column] for _, column in cells]):
                continue
            names = {self._header[column] for _, column in cells}
            refused[:] = [one for one in refused if one.column not in names]
            for place, column in cells:
                text, values[place] = row[column].strip(), None
                if text and column not in self._american:
                    self._american.add(column)
                    refused.append(Refusal(AMERICAN, line, shown(text), self._header[column]))
        return values.count(None) < len(values)

    def _set_lines(
        self,
        quote: _Quote,
        values: list[float | None],
        row: Sequence[str],
        line: int,
        refused: list[Refusal],
    ) -> bool:
        """Fill in the lines of the quoted prices, and drop prices without a line. Returns whether any value is left."""
        for place, source in quote.lines:
            if values[place + 1] is None and values[place + 2] is None:
                continue
            values[place] = source if isinstance(source, float) else self._line(row[source])
            if values[place] is None:
                values[place + 1] = values[place + 2] = None
                assert isinstance(source, int)
                text = row[source].strip()
                missing = Refusal(
                    BAD_LINE if text else NO_LINE,
                    line,
                    shown(text) if text else None,
                    self._header[source],
                )
                if missing not in refused:
                    refused.append(missing)
        return values.count(None) < len(values)

    def _price(self, text: str) -> float | None:
        """A decimal price, None if it is not one; cached, as a file has few different prices."""
        if text not in self._prices:
            price = read_number(text)
            self._prices[text] = price if price is not None and 1 < price <= HIGHEST_PRICE else None
        return self._prices[text]

    def _line(self, text: str) -> float | None:
        if text not in self._lines:
            line = read_number(text)
            good = line is not None and abs(line) <= FURTHEST_LINE and (line * 4).is_integer()
            self._lines[text] = line if good else None
        return self._lines[text]


def is_american(texts: Iterable[str]) -> bool:
    """Whether all prices of a period of a quote are American odds: whole, and 100 or more below or above nought.

    A decimal quote has a price below 100, unless it is of one price alone.

    >>> is_american(["-150", "+240", "300"]), is_american(["1.5", "4.2", "101"]), is_american(["", "101"])
    (True, False, False)
    """
    prices = [read_number(text) for text in texts if text.strip()]
    return (len(prices) > 1 or any(price is not None and price < 0 for price in prices)) and all(
        price is not None and abs(price) >= LEAST_AMERICAN and price.is_integer()
        for price in prices
    )


def _compiled(header: Sequence[str]) -> tuple[_Quote, ...]:
    columns = columns_of(header)
    cells: dict[tuple[BookmakerKey, str], dict[int, int]] = {}
    lines: dict[tuple[BookmakerKey, str], dict[int, int | float]] = {}
    for quote in quote_columns():
        start = _PERIOD_WIDTH if quote.closing else 0
        for number, name in enumerate(quote.prices, start=1):
            if name in columns:
                cells.setdefault((quote.bookmaker, quote.market), {}).setdefault(
                    start + number, columns[name]
                )
        line = _line_source(quote, columns)
        if line is not None:
            lines.setdefault((quote.bookmaker, quote.market), {}).setdefault(start, line)
    return tuple(
        _Quote(*key, tuple(columns_by_place.items()), tuple(lines.get(key, {}).items()))
        for key, columns_by_place in cells.items()
    )


def _line_source(quote: QuoteColumns, columns: dict[str, int]) -> int | float | None:
    if quote.market == "goal_line":
        return GOAL_LINE
    return next((columns[name] for name in quote.lines if name in columns), None)
