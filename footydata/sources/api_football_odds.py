"""The odds of a fixture in API-Football's answers, as ticks."""

import re

from msgspec import Struct

from footydata.sources.api_football_fixtures import Id
from footydata.sources.api_prices import bookmaker_named, decimal_prices, main_line
from footydata.sources.cells import read_number
from footydata.sources.json_rows import Text
from footydata.sources.parsed import ParsedTick
from footydata.sources.refusing import BadRow

RESULTS = {
    "Match Winner": ("1x2", ("Home", "Draw", "Away")),
    "Both Teams Score": ("btts", ("Yes", "No")),
    "Double Chance": ("double_chance", ("Home/Draw", "Home/Away", "Draw/Away")),
}
TOTALS = {
    "Goals Over/Under": "goal_line",
    "Goals Over/Under First Half": "goal_line_half",
    "Total - Home": "home_goals",
    "Total - Away": "away_goals",
    "Corners Over Under": "corner_line",
    "Home Corners Over/Under": "home_corners",
    "Away Corners Over/Under": "away_corners",
}
MARKETS = frozenset({*RESULTS, *TOTALS})
HANDICAPS = frozenset({"Asian Handicap", "Asian Handicap First Half", "Corners Asian Handicap"})
"""Name of a bet → its market; with a value for each selection, or a total line in each value."""

_TOTAL = re.compile(r"(?P<side>Over|Under) (?P<line>\d+(?:\.\d+)?)", re.ASCII)


class _Value(Struct):
    value: Text | float
    odd: Text


class _Bet(Struct):
    name: Text
    values: list[_Value]


class _Bookmaker(Struct):
    name: Text
    bets: list[_Bet]


class _OddsFixture(Struct):
    id: Id


class OddsEntry(Struct):
    fixture: _OddsFixture
    update: Text
    bookmakers: list[_Bookmaker]


def ticks_of(bookmaker: str, bet: _Bet, moment: int) -> list[ParsedTick]:
    """The quote of a bet, of its main line if it has several; empty if it is none that is read. Raises BadRow."""
    prices = {str(each.value): each.odd for each in bet.values}
    if bet.name in MARKETS and len(prices) != len(bet.values):
        raise BadRow("two prices of one selection")
    if bet.name in RESULTS:
        market, selections = RESULTS[bet.name]
        if any(name not in prices for name in selections):
            raise BadRow("a quote without all of its prices")
        quote = (None, *decimal_prices([_price(prices[name]) for name in selections]))
    elif bet.name in TOTALS:
        market, lines = TOTALS[bet.name], dict[float, dict[str, float]]()
        for value, odd in prices.items():
            if match := _TOTAL.fullmatch(value):
                lines.setdefault(float(match["line"]), {})[match["side"]] = _price(odd)
        both = {line: (each["Over"], each["Under"]) for line, each in lines.items() if len(each) == 2}
        if not both:
            raise BadRow("a quote without all of its prices")
        for pair in both.values():
            decimal_prices(pair)
        quote = main_line(both)
    else:
        return []
    line, first, second, third = (*quote, None)[:4]
    return [ParsedTick(bookmaker_named(bookmaker), market, moment, 0, None, line, first, second, third)]


def _price(text: str) -> float:
    price = read_number(text)
    if price is None:
        raise BadRow("no decimal price", text)
    return price
