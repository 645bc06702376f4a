"""What our pages have beside Datasette's own, as templates that extend its templates."""

from footydata.store.page_sql import OF_A_FIXTURE, READY, TITLES

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
        f"query-{css_class}-{query}.html": _NO_ROWS.replace("football_title", repr(ready.title)).replace(
            "football_no_rows", repr(ready.no_rows)
        )
        for query, ready in READY.items()
    }
    return rows | queries
