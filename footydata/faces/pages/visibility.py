"""Who may see a page of ours: whoever may see the tables that it is made of. Datasette 0.65 and 1.0 ask differently."""

from typing import Any

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
