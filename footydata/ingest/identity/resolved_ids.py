"""Caches the ids that were found for what sources name."""

from collections import defaultdict
from collections.abc import Callable

from footydata.ingest.context import ImportContext
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey


class NamesOfSource:
    """The names by which one source has called rows.

    Attributes:
        leagues: its keys → ids.
        teams: its keys → ids of the team and of the name in external_id by which claims name it; a key comes with the
            country and the side of the league in which it was named, and with the years or league to which its
            spelling is limited, '' if it is not.
        spellings: kind, scope and key of external_id → the id of what it names and its own; None before it is read.
    """

    __slots__ = ("leagues", "spellings", "teams")

    def __init__(self) -> None:
        self.leagues: dict[LeagueKey, int] = {}
        self.teams: dict[tuple[TeamKey, str, str, str], tuple[int, int]] = {}
        self.spellings: dict[tuple[str, str, str], tuple[int, int]] | None = None


class LazyIds(dict[BookmakerKey, int]):
    """Ids by key, each looked up when it is first asked for."""

    def __init__(self, find: Callable[[BookmakerKey], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: BookmakerKey) -> int:
        self[key] = row_id = self._find(key)
        return row_id


class ResolvedIds:
    """The ids that were found for what sources name; a cache of the context.

    Attributes:
        by_source: source id → its names.
        seasons: league id and key → id.
        bookmakers: key → id; None before one is asked for.
        new_leagues: ids of the leagues that were written.
    """

    def __init__(self, context: ImportContext) -> None:
        self.by_source: defaultdict[int, NamesOfSource] = defaultdict(NamesOfSource)
        self.seasons: dict[tuple[int, SeasonKey], int] = {}
        self.bookmakers: LazyIds | None = None
        self.new_leagues: set[int] = set()
