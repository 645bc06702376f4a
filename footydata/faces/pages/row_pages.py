"""The pages of rows: names in place of ids, links; and what a query without rows says.

Templates extend Datasette's own.
"""

import json
from collections.abc import Sequence
from typing import Any

from footydata.store.page_sql import FIXTURE_LABELS, LINKS, OF_A_FIXTURE, READY, TITLES

_ROW = """{% extends "row.html" %}
{% block title %}{{ ", ".join(primary_key_values) }} · {{ table }} · {{ database }}{% endblock %}
{% block description_source_license %}{{ super() }}{% if football_links %}
<p>{% for label, href in football_links %}{{ " · " if not loop.first }}
<a href="{{ href }}">{{ label }}</a>{% endfor %}</p>
{% endif %}{% endblock %}
"""
_NO_ROWS = """{% extends "query.html" %}
{% block description_source_license %}{{ super() }}
{% if metadata.title == football_title and not display_rows and not error %}
<p><strong>{{ football_no_rows }}</strong></p>
{% endif %}{% endblock %}
"""


def page_templates(css_class: str) -> dict[str, str]:
    """File name → template, of the rows and ready queries of a database. css_class: Datasette's word for its name."""
    rows = {f"row-{css_class}-{table}.html": _ROW for table in (*TITLES, *OF_A_FIXTURE)}
    queries = {
        f"query-{css_class}-{query}.html": _NO_ROWS.replace(
            "football_title", repr(ready.title)
        ).replace("football_no_rows", repr(ready.no_rows))
        for query, ready in READY.items()
    }
    return rows | queries


def label_fixtures(datasette: Any) -> None:
    """Make Datasette label references to fixtures by the two teams; by itself it takes a label from one column."""
    expand = datasette.expand_foreign_keys

    async def labels(*arguments: Any) -> dict[tuple[str, Any], str]:
        *_, database, _table, column, values = arguments
        found: dict[tuple[str, Any], str] = await expand(*arguments)
        if column == "fixture_id" and found and database in datasette._footydata:
            fixture_rows = await datasette.execute(
                database, FIXTURE_LABELS, {"ids": json.dumps(list(set(values)))}
            )
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


async def row_links(
    datasette: Any, database: str, table: str, key: Sequence[str]
) -> list[tuple[str, str]]:
    """Links from a row, as name and address.

    To its page in words, of a season that of its league, to what a fixture refers to, to the fixture that the row
    belongs to, to a league's seasons.
    """
    if table in OF_A_FIXTURE:
        return [("the fixture", datasette.urls.row(database, "fixture", key[0]))]
    sql = LINKS.get(table)
    rows = (await datasette.execute(database, sql, {"id": key[0]})).rows if sql else []
    words = f"{datasette.urls.database(database)}/-"
    if table == "season":
        return [
            (name, f"{words}/{other}/{other_id}?season={key[0]}") for name, other, other_id in rows
        ]
    in_words = [("in words", f"{words}/{table}/{key[0]}")] if table in IN_WORDS else []
    return in_words + [
        (name, datasette.urls.row(database, other, str(other_id))) for name, other, other_id in rows
    ]


IN_WORDS = ("fixture", "league", "team")
"""Tables whose rows have a page in words."""
