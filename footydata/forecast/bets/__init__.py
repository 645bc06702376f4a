"""A user's own bets or prices from a CSV file: matched with fixtures, settled, compared with closing prices."""

from footydata.forecast.bets.book import Book, SettledBet, settle_book, settle_slips, values_of, yield_text
from footydata.forecast.bets.closing import Closing
from footydata.forecast.bets.slips import slips_of

__all__ = [
    "Book",
    "Closing",
    "SettledBet",
    "settle_book",
    "settle_slips",
    "slips_of",
    "values_of",
    "yield_text",
]
