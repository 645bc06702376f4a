"""Facets, the counts of values beside Datasette's tables: within its time limits, with a million fixtures too."""

from copy import copy
from pathlib import Path
from typing import Any

from footydata.store.file.files import contents_of
from footydata.store.page_sql import TABLE_COUNTS, row_at, sample

COUNTED_ROWS = 100_000
"""The columns of a longer table are counted only when the reader asks for it; TABLE_COUNTS are the exception."""
FACET_SIZE = 10
"""How many values of a column a page shows unless the reader asks for more."""
SAMPLED_ROWS = 1_000
"""From how many rows Datasette learns which columns to suggest; 0.65 by itself reads all rows for each column."""
_CACHED = 200
"""The most results that are cached for a Datasette; each has the counts of one column of a whole table."""


class _Cached:
    """Datasette for a facet that counts a whole table: the results are cached until the database file changes.

    Counting would take most of the time of a page of 50,000 rows, and two thirds of one of a million fixtures.

    sql: a query of ours, executed in place of the facet's with the time limit of a page; `count` is its parameter.
    """

    def __init__(self, datasette: Any, sql: str | None = None, count: int = 0) -> None:
        self._datasette = datasette
        self._sql = sql
        self._count = count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._datasette, name)

    async def execute(self, database: str, sql: str, params: object = None, **limits: object) -> Any:
        """The rows, from the cache if the file is unchanged."""
        cached: dict[object, tuple[object, Any]] = self._datasette.__dict__.setdefault("_footydata_counts", {})
        key = (database, self._sql or sql, self._count)
        contents = contents_of(Path(self._datasette.databases[database].path))
        if key not in cached or cached[key][0] != contents:
            if self._sql:
                sql, params, limits = self._sql, {"count": self._count}, {"truncate": False}
            rows = await self._datasette.execute(database, sql, params, **limits)
            cached.pop(key, None)
            if len(cached) >= _CACHED:
                del cached[next(iter(cached))]
            cached[key] = contents, rows
        return cached[key][1]


_Facet: Any = object
"""The class of Datasette that quick_facet adds as a second base."""


class _Quick(_Facet):  # type: ignore[misc]  # of Datasette, which ships no types
    """The values of a column and how often each occurs."""

    ds: Any
    sql: str
    table: str
    _configs: list[Any] | None = None
    _interrupted: type[Exception]

    async def suggest(self) -> Any:
        """The columns to suggest, from the first rows alone; no dates, as 'match' is sorted by them."""
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
        """The counts, and the columns that took too long to count."""
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
        """How many values are shown: as many as the reader or the settings ask for, else FACET_SIZE."""
        size: int = super().get_facet_size()
        is_default = size == self.ds.setting("default_facet_size") and "_facet_size" not in self.request.args
        return FACET_SIZE if is_default and self._is_football() else size

    def get_configs(self) -> Any:
        """The facets to count."""
        return self._configs if self._configs is not None else super().get_configs()

    async def _counted(self, configs: list[Any], datasette: Any) -> tuple[list[Any], list[str]]:
        # A copy: Datasette 1.0 counts and suggests at the same time, with one facet object.
        single = copy(self)
        single.ds, single._configs = datasette, configs
        result: tuple[list[Any], list[str]] = await super(_Quick, single).facet_results()
        return result

    def _is_football(self) -> bool:
        return self.database in getattr(self.ds, "_footydata", ())

    def _sql_of(self, config: Any) -> str | None:
        """The SQL that counts the whole table by an index, None if there is none."""
        return TABLE_COUNTS.get((self.table, config["config"].get("column") or config["config"]["simple"]))

    async def _is_long(self) -> bool:
        """Whether the whole table is long; how long a filtered list is could only be found by reading the table."""
        return bool((await _Cached(self.ds).execute(self.database, row_at(self.table, COUNTED_ROWS))).rows)


def quick_facet(facet: type[Any], interrupted: type[Exception]) -> type[Any]:
    """A class of Datasette's facets, made quick for football databases and unchanged for others.

    interrupted: what Datasette raises when a query exceeds its time limit.
    """
    return type(f"Quick{facet.__name__}", (_Quick, facet), {"_interrupted": interrupted})
