"""A user's own bets or prices from a CSV file: matched with fixtures, settled, compared with closing prices."""
