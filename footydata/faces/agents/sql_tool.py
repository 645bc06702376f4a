"""The tool that runs SQL of a client's own; it is offered only where the user says so."""

from collections.abc import Iterable
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import Rows, ToolAnswer, bounded, clean
from footydata.faces.agents.choosing import Limit
from footydata.faces.agents.declaring import tool
from footydata.store.read.bounded_select import select
from footydata.views.arguments import Says

SECONDS = 2.0
"""How long a statement may take."""


@tool
def sql(
    db: Database,
    now: int,
    /,
    *,
    query: Annotated[
        str,
        Says("One SELECT in SQLite's SQL; the table sqlite_schema has the others.", longest=10_000),
    ],
    limit: Limit = 50,
) -> ToolAnswer:
    """Run one SELECT on the file; it knows no deductions, tie-breaks or days, so ask the other tools first."""
    selected = select(db.connection, query, most=limit, seconds=SECONDS)
    names = _distinct(selected.columns)
    rows: Rows = [dict(zip(names, row, strict=True)) for row in selected.rows]
    answer = ToolAnswer(about={"columns": names}, fixture_ids=None)
    bounded(answer, "rows", rows, most=limit)
    answer.notes.append(
        "SQL of your own: no rule of a competition was applied, and no row was looked at for doubts"
    )
    if selected.has_more:
        answer.doubts.append(f"there are more rows than these {len(rows)}; they were not counted")
    return answer


def _distinct(columns: Iterable[str]) -> list[str]:
    """The names of columns as an answer has them, each once.

    >>> _distinct(["a", "a_2", "a", "a"])
    ['a', 'a_2', 'a_3', 'a_4']
    """
    names: dict[str, None] = {}
    for name in map(clean, columns):
        numbered, number = name, 2
        while numbered in names:
            numbered, number = f"{name[:200]}_{number}", number + 1
        names[numbered] = None
    return list(names)
