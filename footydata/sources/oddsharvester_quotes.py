"""The quotes in a record of OddsHarvester: a list of bookmakers' prices for each market, and line, that was scraped.

Of several lines of a bookmaker in one market that with the nearest prices is kept. A handicap is the home side's:
prices of team 1 at -0.5 are those of its win in 1x2. Whatever can't be read is refused by market and bookmaker.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from footydata.sources.cells import HIGHEST_PRICE, LEAST_AMERICAN, LONGEST_NAME
from footydata.sources.parsed import BookmakerKey, Refusal
from footydata.sources.refusing import shown

HIGHEST_SUM = 1.5
"""The chances of a decimal quote sum to less, whatever its margin; those of Hong Kong prices often to more."""

NOT_DECIMAL = "no decimal price"
NOT_DECIMAL_QUOTE = "American or Hong Kong odds, not decimal"
OTHER_MARKET = "a market that is not stored"
OTHER_PERIOD = "a period other than the fixture and its first half"
NO_BOOKMAKER = "a price of no named bookmaker"
TWICE = "two different quotes of a bookmaker in one market"
OTHER_LINE = "a line that is not the market's"

NONE = ("", "-", None)
"""What stands for no value."""

MARKETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "1x2": ("1x2", ("1", "X", "2")),
    "btts": ("btts", ("btts_yes", "btts_no")),
    "double_chance": ("double_chance", ("1X", "12", "X2")),
    "dnb": ("draw_no_bet", ("dnb_team1", "dnb_team2")),
    "over_under": ("goal_line", ("odds_over", "odds_under")),
    "asian_handicap": ("asian_handicap", ("team1_handicap", "team2_handicap")),
}
"""OddsHarvester's market, without its line → ours, and its names of the prices in our order of selections."""

PERIODS = {"FullTime": "", "FirstHalf": "_half", "1stHalf": "_half"}
"""OddsHarvester's period → the end of our market's name."""

LINED = ("over_under", "asian_handicap")
"""Those of them that have a line after their name: over_under_2_5, asian_handicap_-0_75."""

_PRICE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(?:\(\d+\))?", re.ASCII)
_LINE = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


class ScrapedQuote(NamedTuple):
    """A bookmaker's quote of a market; opening: its first prices, where the history of odds has them."""

    line: float | None
    prices: tuple[float | None, ...]
    opening: tuple[float | None, ...]

    @property
    def distance(self) -> tuple[float, float]:
        """How far the two prices are from each other: the main line is the nearest, of equal ones the lowest."""
        first, second = self.prices[:2]
        return (abs(math.log(first / second)) if first and second else math.inf), self.line or 0.0


class ScrapedQuotes:
    """The quotes of one record.

    Attributes:
        refused: what was set aside, by column.
    """

    def __init__(self, record: Mapping[str, Any], place: int) -> None:
        self._record = record
        self._place = place
        self._is_live = record.get("live_period") is not None
        self._by_line: dict[tuple[str, BookmakerKey], dict[float | None, ScrapedQuote]] = {}
        self.refused: list[Refusal] = []

    def quotes(self) -> dict[tuple[str, BookmakerKey], ScrapedQuote]:
        """Market and bookmaker → the quote, of several lines that of the main one."""
        for column, rows in self._record.items():
            if not column.endswith("_market") or not rows:
                continue
            name, line = _name_and_line(column.removesuffix("_market"))
            market = MARKETS.get(name)
            if (
                market is None
                or (line is not None) != (name in LINED)
                or not isinstance(rows, list)
            ):
                self._refuse(OTHER_MARKET, None, column)
                continue
            for row in rows:
                self._add(column, market, line, row)
        quotes = {}
        for key, quotes_by_line in self._by_line.items():
            quotes[key] = min(quotes_by_line.values(), key=lambda quote: quote.distance)
        return quotes

    def _add(
        self, column: str, market: tuple[str, tuple[str, ...]], line: float | None, row: object
    ) -> None:
        """Add the quote of a row of a market, or refuse what can't be read of it."""
        maker = text_of(row.get("bookmaker_name")) if isinstance(row, dict) else None
        if not isinstance(row, dict) or maker is None:
            self._refuse(NO_BOOKMAKER, None, column)
            return
        key, labels = market
        period = "FullTime" if row.get("period") is None and self._is_live else row.get("period")
        if not isinstance(period, str) or period not in PERIODS:
            self._refuse(OTHER_PERIOD, plain(period), column)
            return
        if line is not None and _line_of(row.get("submarket_name")) not in (None, line):
            self._refuse(OTHER_LINE, row["submarket_name"], column)
            return
        where = f"{column} {maker}"
        prices = self._read_prices([row.get(label) for label in labels], labels, where)
        opening = self._read_prices(self._openings(row, len(labels)), labels, f"{where} opening")
        if not any(prices) and not any(opening):
            return
        quote = ScrapedQuote(line, prices, opening)
        bookmaker = _bookmaker(maker)
        first = self._by_line.setdefault((key + PERIODS[period], bookmaker), {}).setdefault(
            line, quote
        )
        if first != quote:
            self._refuse(TWICE, ", ".join(plain(row.get(label)) for label in labels), where)

    def _read_prices(
        self, values: list[object], labels: tuple[str, ...], where: str
    ) -> tuple[float | None, ...]:
        """Decimal prices; one that is none is refused, and all of a quote in another form of odds."""
        prices: list[float | None] = []
        for value in values:
            match = (
                _PRICE.fullmatch(plain(value).strip())
                if isinstance(value, str | int | float)
                else None
            )
            prices.append(float(match[1]) if match else None)
        known = [price for price in prices if price is not None]
        is_whole = len(known) == len(labels)
        winners = 2 if "1X" in labels else 1
        if known and (
            min(known) <= 1
            or (
                len(known) > 1
                and all(price >= LEAST_AMERICAN and price.is_integer() for price in known)
            )
            or (is_whole and sum(1 / price for price in known) > HIGHEST_SUM * winners)
        ):
            self._refuse(NOT_DECIMAL_QUOTE, ", ".join(map(plain, values)), where)
            return (None,) * len(labels)
        for place, value in enumerate(values):
            price = prices[place]
            if (price is None and value not in NONE) or (
                price is not None and price > HIGHEST_PRICE
            ):
                self._refuse(NOT_DECIMAL, plain(value), f"{where} {labels[place]}")
                prices[place] = None
        return tuple(prices)

    def _openings(self, row: Mapping[str, Any], count: int) -> list[object]:
        """The opening prices in the history of a row; its further movements have moments without a time zone."""
        history = [
            one if isinstance(one, dict) else {} for one in _list_of(row.get("odds_history_data"))
        ]
        if len(history) != count:
            return [None] * count
        openings = [one.get("opening_odds") for one in history]
        return [opening.get("odds") if isinstance(opening, dict) else None for opening in openings]

    def _refuse(self, reason: str, text: str | None, column: str) -> None:
        self.refused.append(
            Refusal(reason, self._place, None if text is None else shown(text), shown(column))
        )


def text_of(value: object) -> str | None:
    """A text with its blanks normalised, None if it is empty, too long or not printable."""
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return (
        text
        if text and len(text) <= LONGEST_NAME and text.isprintable() and "\ufffd" not in text
        else None
    )


def plain(value: object) -> str:
    """A value as text, whatever it is."""
    return value if isinstance(value, str) else shown(value)


def _list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _name_and_line(market: str) -> tuple[str, float | None]:
    """A market's name without its line, and the line, in quarters of a goal; None if it has none.

    >>> _name_and_line("asian_handicap_-0_75"), _name_and_line("1x2")
    (('asian_handicap', -0.75), ('1x2', None))
    """
    name = next((name for name in LINED if market.startswith(f"{name}_")), market)
    line = _line_of(market.removeprefix(f"{name}_").replace("_", ".")) if name != market else None
    return (name, line) if line is None or (line * 4).is_integer() else (market, None)


def _line_of(name: object) -> float | None:
    """The line at the end of a submarket's name, as in Over/Under +2.5; None if there is none."""
    last = name.split()[-1:] if isinstance(name, str) else []
    return float(last[0]) if last and _LINE.fullmatch(last[0]) else None


def _bookmaker(name: str) -> BookmakerKey:
    """A bookmaker by its name: bet365, bwin.fr as bwin-fr."""
    return BookmakerKey(re.sub(r"[^\w]+", "-", name.casefold()).strip("-_") or name, name)
