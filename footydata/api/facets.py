"""The counts of values beside Datasette's tables, within its limits of time at a million fixtures too."""

from copy import copy
from pathlib import Path
from typing import Any

from footydata.store.pages import TABLE_COUNTS, row_at, sample

COUNTED_ROWS = 100_000
"""Of a longer list a column is counted when the reader asks for it, not by itself; TABLE_COUNTS are the exception."""
FACET_SIZE = 10
"""How many values of a column are counted on a page, before the reader asks for more."""
SAMPLED_ROWS = 1_000
"""From how many rows Datasette learns which columns are worth counting; 0.65 reads all of them for each column."""


class _Substituted:
    """Datasette as a facet sees it, which asks for the counts of a whole table in words of our own.

    They are cached until the file changes: a page of a million fixtures would spend two thirds of its time on them.
    """

    def __init__(self, datasette: Any, sql: str, count: int) -> None:
        self._datasette = datasette
        self._sql = sql
        self._count = count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._datasette, name)

    async def execute(self, database: str, _: str, __: object, **___: object) -> Any:
        """The counts, most often first, and one more than are shown; they may take as long as a page may."""
        cached: dict[object, tuple[object, Any]] = self._datasette.__dict__.setdefault("_footydata_counts", {})
        key, stamp = (database, self._sql, self._count), _stamp(Path(self._datasette.databases[database].path))
        if key not in cached or cached[key][0] != stamp:
            found = await self._datasette.execute(database, self._sql, {"count": self._count}, truncate=False)
            cached[key] = stamp, found
        return cached[key][1]


def _stamp(path: Path) -> tuple[object, ...]:
    """What changes whenever the file is written, its journal included."""
    journal = path.with_name(f"{path.name}-wal")
    return tuple(
        (found.st_mtime_ns, found.st_size) for each in (path, journal) if each.exists() and (found := each.stat())
    )


_Facet: Any = object
"""Stands for the class of facets that a quick one is made of."""


class _Quick(_Facet):  # type: ignore[misc]  # of Datasette, which ships no types
    """The values of a column and how often each comes."""

    ds: Any
    sql: str
    _configs: list[Any] | None = None

    async def suggest(self) -> Any:
        """Which columns are worth counting, by the first rows alone; no dates: 'match' is sorted by them."""
        if not self._is_football():
            return await super().suggest()
        if self.type != "column":
            return []
        sampled = copy(self)
        sampled.sql = sample(self.sql, SAMPLED_ROWS)
        return await super(_Quick, sampled).suggest()

    async def facet_results(self) -> tuple[list[Any], list[str]]:
        """The counts, and the columns that took too long."""
        if not self._is_football() or self.type != "column":
            return await self._counted(super().get_configs(), self.ds)
        results: list[Any] = []
        too_long: list[str] = []
        is_long = None
        for config in super().get_configs():
            datasette = self.ds
            if sql := self._sql_of(config):
                datasette = _Substituted(self.ds, sql, self.get_facet_size() + 1)
            elif config["source"] == "metadata":
                is_long = await self._is_long() if is_long is None else is_long
                if is_long:
                    continue
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
        """The counts by an index, where they are of the whole table."""
        if self.params or " where " in self.sql:
            return None
        return TABLE_COUNTS.get((self.table, config["config"].get("column") or config["config"]["simple"]))

    async def _is_long(self) -> bool:
        return bool((await self.ds.execute(self.database, row_at(self.sql, COUNTED_ROWS), self.params or {})).rows)


def quick_facet(facet: type[Any]) -> type[Any]:
    """Datasette's class of facets, one of its own, made quick for football databases; others are as ever."""
    return type(f"Quick{facet.__name__}", (_Quick, facet), {})
