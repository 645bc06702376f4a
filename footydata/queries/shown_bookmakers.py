"""Whose quote of a market a person is shown. Source: decisions 4."""

import sqlite3
from collections.abc import Collection

from footydata.queries.bookmakers import bookmakers
from footydata.records import BookmakerRecord


class ShownBookmakers:
    """The bookmaker of each market: the default one, else the one with most fixtures recorded in that market.

    Attributes: by_id: every bookmaker, the default first.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.by_id: dict[int, BookmakerRecord] = {maker.id: maker for maker in bookmakers(connection)}
        self._fixtures: dict[tuple[str, int], int] | None = None

    def choose(self, market: str, bookmaker_ids: Collection[int]) -> BookmakerRecord:
        """Which of these bookmakers (at least one) to show for a market, by its key."""
        first = self.by_id[min(bookmaker_ids, key=list(self.by_id).index)]
        if first.is_default or len(bookmaker_ids) == 1:
            return first
        counts = self.counts()
        return self.by_id[min(bookmaker_ids, key=lambda id_: (-counts.get((market, id_), 0), id_))]

    def counts(self) -> dict[tuple[str, int], int]:
        """Market key and bookmaker id → how many fixtures are recorded. Reads all odds, once."""
        if self._fixtures is None:
            sql = "select market, bookmaker_id, count(*) from odds group by market, bookmaker_id order by 1, 2"
            self._fixtures = {(market, id_): count for market, id_, count in self._connection.execute(sql)}
        return self._fixtures


class ListedMakers:
    """Whose lines a list of fixtures shows; cached in the object, as counting reads all odds.

    preferred: the slug of the bookmaker to show, empty for the default one. If it does not quote a fixture, the one
    with most fixtures recorded in the market is shown.
    """

    def __init__(self, preferred: str = "") -> None:
        self._preferred = preferred
        self._makers: list[BookmakerRecord] | None = None
        self._counts: dict[tuple[str, int], int] | None = None

    def are_there(self, connection: sqlite3.Connection) -> bool:
        """Whether the database has any bookmaker."""
        return bool(self._all(connection))

    def first(self, connection: sqlite3.Connection) -> int:
        """The id of the bookmaker whose lines are shown wherever it has some."""
        makers = self._all(connection)
        return next((maker.id for maker in makers if maker.slug == self._preferred), makers[0].id)

    def rank(self, connection: sqlite3.Connection, market: str, bookmaker_id: int) -> tuple[int, int]:
        """A sort key of a bookmaker in a market: the one with most fixtures first."""
        if self._counts is None:
            self._counts = ShownBookmakers(connection).counts()
        return -self._counts.get((market, bookmaker_id), 0), bookmaker_id

    def by_id(self, connection: sqlite3.Connection) -> dict[int, BookmakerRecord]:
        """Every bookmaker, the default first."""
        return {maker.id: maker for maker in self._all(connection)}

    def choose(self, connection: sqlite3.Connection, market: str, bookmaker_ids: Collection[int]) -> BookmakerRecord:
        """Which of these bookmakers (at least one) to show for a market, by its key."""
        makers = self.by_id(connection)
        default = next((makers[id_] for id_ in bookmaker_ids if makers[id_].is_default), None)
        if default or len(bookmaker_ids) == 1:
            return default or makers[next(iter(bookmaker_ids))]
        return makers[min(bookmaker_ids, key=lambda id_: self.rank(connection, market, id_))]

    def _all(self, connection: sqlite3.Connection) -> list[BookmakerRecord]:
        if not self._makers:
            self._makers = bookmakers(connection)
        return self._makers
