"""Whose quote of a market a person is shown. Contract 22.6."""

import sqlite3
from collections.abc import Collection

from footydata.football.records import BookmakerRecord
from footydata.store.read.odds.bookmakers import bookmakers


class ShownBookmakers:
    """The bookmaker of each market: the default one, else the one with most fixtures recorded in that market.

    Bookmakers and counts are cached, as counting reads all odds. The object may outlive a connection, so each method
    takes one. preferred: the slug of the bookmaker whose lines a list shows, empty for the default one.
    """

    def __init__(self, preferred: str = "") -> None:
        self._preferred = preferred
        self._by_id: dict[int, BookmakerRecord] = {}
        self._fixtures: dict[tuple[str, int], int] | None = None

    def by_id(self, connection: sqlite3.Connection) -> dict[int, BookmakerRecord]:
        """Every bookmaker, the default first."""
        if not self._by_id:
            self._by_id = {maker.id: maker for maker in bookmakers(connection)}
        return self._by_id

    def choose(self, connection: sqlite3.Connection, market: str, bookmaker_ids: Collection[int]) -> BookmakerRecord:
        """Which of these bookmakers (at least one) to show for a market, by its key."""
        makers = self.by_id(connection)
        default = next((makers[id_] for id_ in bookmaker_ids if makers[id_].is_default), None)
        if default or len(bookmaker_ids) == 1:
            return default or makers[next(iter(bookmaker_ids))]
        return makers[min(bookmaker_ids, key=lambda id_: self.rank(connection, market, id_))]

    def first(self, connection: sqlite3.Connection) -> int | None:
        """The id of the bookmaker whose lines a list shows if it has some, None if there is no bookmaker."""
        makers = self.by_id(connection)
        preferred = (id_ for id_, maker in makers.items() if maker.slug == self._preferred)
        return next(preferred, next(iter(makers), None))

    def rank(self, connection: sqlite3.Connection, market: str, bookmaker_id: int) -> tuple[int, int]:
        """A sort key of a bookmaker in a market: the one with most fixtures first, then by id."""
        if self._fixtures is None:
            sql = "select market, bookmaker_id, count(*) from odds group by market, bookmaker_id order by 1, 2"
            self._fixtures = {(market, id_): count for market, id_, count in connection.execute(sql)}
        return -self._fixtures.get((market, bookmaker_id), 0), bookmaker_id
