"""Datasette's metadata of a football database: titles, descriptions, columns to count."""

from html import escape
from typing import Any

from footydata.faces.pages.descriptions import (
    ABOUT_HTML,
    GUIDE_HTML,
    SERVED_ELSE_HTML,
    SERVED_HTML,
    TABLES,
    TITLE,
    Description,
)
from footydata.faces.pages.guide_page import GUIDE
from footydata.faces.pages.private_datasette import local_metadata
from footydata.faces.pages.words.addresses import words_at
from footydata.service.docs import DOCS
from footydata.store.page_sql import READY


def page_metadata(datasette: Any) -> dict[str, Any]:
    """The metadata of all pages, in the form of Datasette before 1.0; the user's own texts win."""
    own = local_metadata(datasette)
    tables = {name: _table_metadata(described) for name, described in TABLES.items()}
    databases = {
        name: {
            **unless_given(
                database_page(datasette, name), (own.get("databases") or {}).get(name) or {}
            ),
            "tables": tables,
        }
        for name in getattr(datasette, "_footydata", [])
    }
    return {**unless_given(first_page(datasette), own), "databases": databases}


def first_page(datasette: Any) -> dict[str, str]:
    """The title and text of the first page: those of the only database, or which of several /v1 serves."""
    football = getattr(datasette, "_footydata", [])
    files = [name for name, database in datasette.databases.items() if database.path]
    if not football:
        return {}
    if len(files) == 1:
        return database_page(datasette, football[0])
    title = {"title": TITLE} if files == football else {}
    words = ", ".join(
        f'<a href="{escape(words_at(datasette, name).start)}">{escape(name)}</a>'
        for name in football
    )
    text = f"<p>In words: {words}. {_served_html(datasette)}. {_guide_html(datasette)}</p>"
    return {**title, "description_html": text}


def database_page(datasette: Any, name: str) -> dict[str, str]:
    """The title and text of the page of a football database."""
    docs = datasette.urls.path(DOCS)
    served = (
        SERVED_HTML.format(docs=docs)
        if name == datasette._footydata_behind_v1
        else _served_html(datasette)
    )
    queries = ", ".join(
        f'<a href="{escape(datasette.urls.query(name, query))}">{escape(ready.title)}</a>'
        for query, ready in READY.items()
    )
    # Sorted by the link: sort_desc in the metadata would sort again for each page of a CSV stream.
    match = f"{datasette.urls.table(name, 'match')}?_sort_desc=kickoff_utc"
    words = words_at(datasette, name).start
    about = ABOUT_HTML.format(
        words=words,
        match=match,
        served=served,
        guide=_guide_html(datasette),
        queries=queries,
    )
    return {"title": TITLE, "description_html": about}


def _served_html(datasette: Any) -> str:
    """Which database /v1 serves, as a sentence with links."""
    name = datasette._footydata_behind_v1
    address = datasette.urls.database(name)
    return SERVED_ELSE_HTML.format(
        docs=datasette.urls.path(DOCS), address=address, name=escape(name)
    )


def _guide_html(datasette: Any) -> str:
    """Where the guide is, as a sentence with a link."""
    return GUIDE_HTML.format(guide=datasette.urls.path(GUIDE))


def unless_given(defaults: dict[str, str], own: dict[str, Any]) -> dict[str, str]:
    """Our texts without those that the user has given; a description of either kind replaces ours."""
    is_described = bool({"description", "description_html"} & own.keys())
    return {
        key: text
        for key, text in defaults.items()
        if key not in own and not (is_described and key != "title")
    }


def _table_metadata(described: Description) -> dict[str, Any]:
    metadata: dict[str, Any] = {"description": described.text, **table_config(described)}
    return {**metadata, "columns": dict(described.columns)} if described.columns else metadata


def table_config(described: Description) -> dict[str, Any]:
    """The facets, label and order of a table, and whether it is hidden."""
    config: dict[str, Any] = {
        "facets": list(described.facets),
        "label_column": described.label,
        "hidden": described.hidden or described.is_aside,
        "sort_desc": described.newest,
    }
    return {key: value for key, value in config.items() if value}


def configure_tables(datasette: Any, name: str) -> None:
    """Facets, labels and hidden tables, for Datasette from 1.0 on; the user's own settings win."""
    config = getattr(datasette, "config", None)
    if isinstance(config, dict):
        tables = config.setdefault("databases", {}).setdefault(name, {}).setdefault("tables", {})
        for table, described in TABLES.items():
            tables[table] = {**table_config(described), **tables.get(table, {})}


async def describe_tables(datasette: Any, name: str) -> None:
    """The descriptions of tables, for Datasette from 1.0 on; the user's own win."""
    for key, text in unless_given(
        database_page(datasette, name), await datasette.get_database_metadata(name)
    ).items():
        await datasette.set_database_metadata(name, key, text)
    for table, description in TABLES.items():
        if "description" not in await datasette.get_resource_metadata(name, table):
            await datasette.set_resource_metadata(name, table, "description", description.text)
        for column, text in description.columns.items():
            if "description" not in await datasette.get_column_metadata(name, table, column):
                await datasette.set_column_metadata(name, table, column, "description", text)
