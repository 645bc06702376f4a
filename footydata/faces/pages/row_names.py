"""Readable names for the rows of Datasette's pages, in place of their ids."""

import json
from collections.abc import Sequence
from typing import Any

from footydata.store.page_sql import FIXTURE_LABELS, LINKS, OF_A_FIXTURE, TITLES


def label_fixtures(datasette: Any) -> None:
    """Make Datasette label references to fixtures by the two teams; by itself it takes a label from one column."""
    expand = datasette.expand_foreign_keys

    async def labels(*arguments: Any) -> dict[tuple[str, Any], str]:
        *_, database, _table, column, values = arguments
        found: dict[tuple[str, Any], str] = await expand(*arguments)
        if column == "fixture_id" and found and database in datasette._footydata:
            fixture_rows = await datasette.execute(database, FIXTURE_LABELS, {"ids": json.dumps(list(set(values)))})
            found |= {(column, fixture_id): name for fixture_id, name in fixture_rows.rows}
        return found

    datasette.expand_foreign_keys = labels


async def row_title(datasette: Any, database: str, table: str, key: Sequence[str]) -> str | None:
    """The name of a row for people: 'Ashby 2-1 Barton, Crown League (XX) 25/26, 2026-03-14'.

    None where its key is the best name.
    """
    first, *rest = key
    sql = TITLES.get("fixture" if table in OF_A_FIXTURE else table)
    if sql is None:
        return None
    row = (await datasette.execute(database, sql, {"id": first})).first()
    return ", ".join([str(row[0]), *rest]) if row else None


async def row_links(datasette: Any, database: str, table: str, key: Sequence[str]) -> list[tuple[str, str]]:
    """Links from a row, as name and address.

    To what a fixture refers to, to the fixture that the row belongs to, to the tables of a league's seasons.
    """
    if table in OF_A_FIXTURE:
        return [("the fixture", datasette.urls.row(database, "fixture", key[0]))]
    sql = LINKS.get(table)
    if sql is None:
        return []
    rows = (await datasette.execute(database, sql, {"id": key[0]})).rows
    return [(name, datasette.urls.row(database, other, str(other_id))) for name, other, other_id in rows]
