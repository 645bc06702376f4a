"""The football databases of a Datasette: the connections of our pages to them, and who may see these pages."""

from pathlib import Path
from typing import Any

from footydata.service.reader import Readers


def readers_of(datasette: Any, database: str) -> Readers:
    """The pool of a database, by its name; a new connection costs as much as the table of a league."""
    pools: dict[str, Readers] = datasette.__dict__.setdefault("_footydata_readers", {})
    if database not in pools:
        path = Path(datasette.databases[database].path)
        pools[database] = Readers(path, immutable=is_immutable(datasette, database))
    return pools[database]


def is_immutable(datasette: Any, database: str) -> bool:
    """Whether a database was attached as immutable; to be called before `is_mutable` is changed."""
    attached: dict[str, bool] = datasette.__dict__.setdefault("_footydata_immutable", {})
    return attached.setdefault(database, not datasette.databases[database].is_mutable)


def close_readers(datasette: Any) -> None:
    """Close the connections; a page under way ends first."""
    for readers in datasette.__dict__.pop("_footydata_readers", {}).values():
        readers.close()


_FIXTURES = ("fixture", "odds")
"""The tables of every list of fixtures, beside the names that a fixture's row shows, too."""

_OF_PAGE = {"fixture": (*_FIXTURES, "event")}
"""Kind of page → the tables whose rows it shows, where there are more; their owner may have shut one of them."""


async def ensure_visible(datasette: Any, actor: Any, database: str, page: str) -> None:
    """Raise Datasette's Forbidden if the actor may not see one of the tables of a kind of page."""
    tables = _OF_PAGE.get(page, _FIXTURES)
    if hasattr(datasette, "ensure_permissions"):
        for table in tables:
            view_table = ("view-table", (database, table))
            await datasette.ensure_permissions(
                actor, [view_table, ("view-database", database), "view-instance"]
            )
        return
    # Imported here, as 0.65 has no such module.
    from datasette.resources import TableResource

    for table in tables:
        await datasette.ensure_permission(
            action="view-table", resource=TableResource(database, table), actor=actor
        )
