"""The pages of rows: names in place of ids, links, the league tables of a season; and what a query without rows says.

Templates extend Datasette's own.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.table_rows import Table, decisions_of, table_title
from footydata.service.reader import Readers
from footydata.store.page_sql import FIXTURE_LABELS, LINKS, OF_A_FIXTURE, READY, TITLES
from footydata.store.read.seasons.group_tables import tables_of_each_type
from footydata.views.tables import errors_in

_ROW = """{% extends "row.html" %}
{% block title %}{{ ", ".join(primary_key_values) }} · {{ table }} · {{ database }}{% endblock %}
{% block description_source_license %}{{ super() }}{% if football_links %}
<p>{% for label, href in football_links %}{{ " · " if not loop.first }}
<a href="{{ href }}">{{ label }}</a>{% endfor %}</p>
{% endif %}{% for shown in football_tables %}
<h2>{{ shown.title }}</h2>
{% if shown.teams %}<div style="overflow-x: auto"><table class="football-table">
<thead><tr><th></th><th>team</th>{% for column in shown.columns %}<th>{{ column }}</th>{% endfor %}</tr></thead>
<tbody>{% for (id, team), cells in zip(shown.teams, shown.cells) %}
<tr><td style="text-align: right">{{ loop.index }}</td>
<td><a href="{{ urls.row(database, "team", id|string) }}">{{ team }}</a></td>
{%- for cell in cells %}<td style="text-align: right">{{ cell }}</td>{% endfor %}</tr>
{%- endfor %}</tbody></table></div>{% endif %}
{% for note in shown.notes %}<p>{{ note }}</p>
{% endfor %}{% endfor %}{% endblock %}
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

    To its page in words, to what a fixture refers to, to the fixture that the row belongs to, to the tables of a
    league's seasons.
    """
    if table in OF_A_FIXTURE:
        return [("the fixture", datasette.urls.row(database, "fixture", key[0]))]
    in_words = (
        [("in words", f"{datasette.urls.database(database)}/-/{table}/{key[0]}")]
        if table in IN_WORDS
        else []
    )
    sql = LINKS.get(table)
    if sql is None:
        return in_words
    rows = (await datasette.execute(database, sql, {"id": key[0]})).rows
    return in_words + [
        (name, datasette.urls.row(database, other, str(other_id))) for name, other, other_id in rows
    ]


IN_WORDS = ("fixture", "league", "team")
"""Tables whose rows have a page in words."""

APART = frozenset({"position", "team_id", "team_name"})
"""The fields that a page shows by themselves: the number of the row, and the team's name as a link."""


class ShownTable(NamedTuple):
    """A table as a page shows it.

    teams: the id and name of each row's, best first. cells: the other columns, as texts. notes: what is to be said of
    the table, or why there is none.
    """

    title: str
    columns: Sequence[str] = ()
    teams: Sequence[tuple[int, str]] = ()
    cells: Sequence[Sequence[str]] = ()
    notes: Sequence[str] = ()


def tables_of(readers: Readers, season_id: int, *, now: int) -> list[ShownTable]:
    """The tables of points, corners and cards of a season in a database, or those of its groups."""
    tables = []
    with readers.reader() as reader:
        for type, stage, table in tables_of_each_type(reader.connection, season_id, now=now):
            if isinstance(table, StandingsNotAvailable):
                tables.append(
                    ShownTable(f"{stage or type.capitalize()}: no table", notes=[f"{table}."])
                )
            else:
                errors, _ = errors_in(reader.connection, [table])
                doubtful = table._replace(doubts=(*table.doubts, *errors))
                tables.append(_shown(doubtful, stage))
    return tables


def _shown(table: Table, stage: str | None) -> ShownTable:
    """The columns of a table that have a value in any row."""
    fields = table.rows[0]._fields if table.rows else ()
    known = [
        place
        for place, name in enumerate(fields)
        if name not in APART and any(row[place] is not None for row in table.rows)
    ]
    return ShownTable(
        table_title(table, [stage] if stage else ()),
        [fields[place] for place in known],
        [(row.team_id, row.team_name) for row in table.rows],
        [[_text(row[place]) for place in known] for row in table.rows],
        [*decisions_of(table), *table.notes, *[f"Doubtful: {doubt}" for doubt in table.doubts]],
    )


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
