"""A user's own bets or prices from a CSV file: matched with fixtures, settled, compared with closing prices."""

from footydata.betting.book import BetRow, Book, SettledBet, flat, settle_book, settle_slips, yield_text
from footydata.betting.closing import Closing
from footydata.betting.slips import slips_of

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
