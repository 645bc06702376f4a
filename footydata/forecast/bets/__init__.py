"""A user's own bets or prices from a CSV file: matched with fixtures, settled, compared with closing prices."""

from footydata.forecast.bets.book import BetRow, Book, SettledBet, flat, settle_book, settle_slips, yield_text
from footydata.forecast.bets.closing import Closing
from footydata.forecast.bets.slips import slips_of

__all__ = [
    "BetRow",
    "Book",
    "Closing",
    "SettledBet",
    "flat",
    "settle_book",
    "settle_slips",
    "slips_of",
    "yield_text",
]
