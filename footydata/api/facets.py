"""The counts of values beside Datasette's tables, within its limits of time at a million fixtures too."""

from copy import copy
from pathlib import Path
from typing import Any

from footydata.store.pages import TABLE_COUNTS, row_at, sample
from footydata.store.watching import contents_of

COUNTED_ROWS = 100_000
"""Of a longer table a column is counted when the reader asks for it, not by itself; TABLE_COUNTS are the exception."""
FACET_SIZE = 10
"""How many values of a column are counted on a page, before the reader asks for more."""
SAMPLED_ROWS = 1_000
"""From how many rows Datasette learns which columns are worth counting; 0.65 reads all of them for each column."""
_CACHED = 200
"""How many answers are cached of a Datasette: each asks for the counts of a column of a whole table."""


class _Cached:
    """Datasette as a facet sees it, whose answers about whole tables are cached until the file changes.

    Counts would take most of the time of a page of 50,000 rows, and two thirds of one of a million fixtures.

    sql: words of our own in place of what is asked, which may take as long as a page may; `count` is its parameter.
    """

    def __init__(self, datasette: Any, sql: str | None = None, count: int = 0) -> None:
        self._datasette = datasette
        self._sql = sql
        self._count = count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._datasette, name)

    async def execute(self, database: str, sql: str, params: object = None, **limits: object) -> Any:
        """The rows, from the cache if the file is as it was."""
        cached: dict[object, tuple[object, Any]] = self._datasette.__dict__.setdefault("_footydata_counts", {})
        key, contents = (
            (database, self._sql or sql, self._count),
            contents_of(Path(self._datasette.databases[database].path)),
        )
        if key not in cached or cached[key][0] != contents:
            if self._sql:
                sql, params, limits = self._sql, {"count": self._count}, {"truncate": False}
            found = await self._datasette.execute(database, sql, params, **limits)
            cached.pop(key, None)
            if len(cached) >= _CACHED:
                del cached[next(iter(cached))]
            cached[key] = contents, found
        return cached[key][1]


_Facet: Any = object
"""Stands for the class of facets that a quick one is made of."""


class _Quick(_Facet):  # type: ignore[misc]  # of Datasette, which ships no types
    """The values of a column and how often each comes."""

    ds: Any
    sql: str
    table: str
    _configs: list[Any] | None = None
    _interrupted: type[Exception]

    async def suggest(self) -> Any:
        """Which columns are worth counting, by the first rows alone; no dates: 'match' is sorted by them."""
        if not self._is_football():
            return await super().suggest()
        if self.type != "column":
            return []
        sampled = copy(self)
        sampled.sql = sample(self.sql, SAMPLED_ROWS)
        try:
            return await super(_Quick, sampled).suggest()
        except self._interrupted:
            return []

    async def facet_results(self) -> tuple[list[Any], list[str]]:
        """The counts, and the columns that took too long."""
        if not self._is_football() or self.type != "column":
            return await self._counted(super().get_configs(), self.ds)
        results: list[Any] = []
        too_long: list[str] = []
        is_whole = not self.params and " where " not in self.sql
        for config in super().get_configs():
            sql = self._sql_of(config) if is_whole else None
            if config["source"] == "metadata" and not sql and await self._is_long():
                continue
            datasette = _Cached(self.ds, sql, self.get_facet_size() + 1) if is_whole else self.ds
            found, late = await self._counted([config], datasette)
            results, too_long = [*results, *found], [*too_long, *late]
        return results, too_long

    def get_facet_size(self) -> int:
        """How many values are counted: as many as the reader or the user asks for, or ours in place of the default."""
        size: int = super().get_facet_size()
        is_default = size == self.ds.setting("default_facet_size") and "_facet_size" not in self.request.args
        return FACET_SIZE if is_default and self._is_football() else size

    def get_configs(self) -> Any:
        """What is to be counted."""
        return self._configs if self._configs is not None else super().get_configs()

    async def _counted(self, configs: list[Any], datasette: Any) -> tuple[list[Any], list[str]]:
        # 1.0 counts and suggests at once, by one facet.
        single = copy(self)
        single.ds, single._configs = datasette, configs
        found: tuple[list[Any], list[str]] = await super(_Quick, single).facet_results()
        return found

    def _is_football(self) -> bool:
        return self.database in getattr(self.ds, "_footydata", ())

    def _sql_of(self, config: Any) -> str | None:
        """The counts of the whole table by an index, where there is one."""
        return TABLE_COUNTS.get((self.table, config["config"].get("column") or config["config"]["simple"]))

    async def _is_long(self) -> bool:
        """Whether the whole table is long: of a narrowed list nobody knows without walking the table."""
        return bool((await _Cached(self.ds).execute(self.database, row_at(self.table, COUNTED_ROWS))).rows)


def quick_facet(facet: type[Any], interrupted: type[Exception]) -> type[Any]:
    """Datasette's class of facets, one of its own, made quick for football databases; others are as ever.

    interrupted: what Datasette raises where a query takes longer than it may.
    """
    return type(f"Quick{facet.__name__}", (_Quick, facet), {"_interrupted": interrupted})
