"""Who may see a page of ours: whoever may see the tables that it is made of. Datasette 0.65 and 1.0 ask differently."""

from typing import Any

_TABLES = ("fixture", "league", "team", "event", "odds")
"""The tables that the pages show the rows of; their owner may have shut one of them."""


async def ensure_visible(datasette: Any, actor: Any, database: str) -> None:
    """Raise Datasette's Forbidden if the actor may not see one of the tables."""
    if hasattr(datasette, "ensure_permissions"):
        for table in _TABLES:
            view_table = ("view-table", (database, table))
            await datasette.ensure_permissions(actor, [view_table, ("view-database", database), "view-instance"])
        return
    # Imported here, as 0.65 has no such module.
    from datasette.resources import TableResource

    for table in _TABLES:
        await datasette.ensure_permission(action="view-table", resource=TableResource(database, table), actor=actor)
