"""Whose quote of a market a person is shown. Source: decisions 4."""

import sqlite3
from collections.abc import Collection

from footydata.queries.bookmakers import bookmakers
from footydata.records import Bookmaker


class ShownBookmakers:
    """The bookmaker of each market: the default one, else the one with most fixtures recorded in that market.

    Attributes: by_id: every bookmaker, the default first.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.by_id: dict[int, Bookmaker] = {maker.id: maker for maker in bookmakers(connection)}
        self._fixtures: dict[tuple[str, int], int] | None = None

    def choose(self, market: str, bookmaker_ids: Collection[int]) -> Bookmaker:
        """The one of these bookmakers, at least one, that shows a market, by its key."""
        first = self.by_id[min(bookmaker_ids, key=list(self.by_id).index)]
        if first.is_default or len(bookmaker_ids) == 1:
            return first
        counts = self._counts()
        return self.by_id[min(bookmaker_ids, key=lambda id_: (-counts.get((market, id_), 0), id_))]

    def _counts(self) -> dict[tuple[str, int], int]:
        """Market and bookmaker → recorded fixtures. It reads all odds, so only where two have to be compared."""
        if self._fixtures is None:
            sql = "select market, bookmaker_id, count(*) from odds group by market, bookmaker_id order by 1, 2"
            self._fixtures = {(market, id_): count for market, id_, count in self._connection.execute(sql)}
        return self._fixtures
