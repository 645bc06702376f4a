"""The arithmetic of bets and prices, without a database."""
