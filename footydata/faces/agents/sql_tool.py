"""The tool that runs SQL of a client's own; it is offered only where the user says so."""

from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import Rows, ToolAnswer, bounded
from footydata.faces.agents.choosing import Limit
from footydata.faces.agents.declaring import Says, tool
from footydata.store.read.bounded_select import select

SECONDS = 2.0
"""How long a statement may take."""


@tool
def sql(
    db: Database,
    now: int,
    *,
    query: Annotated[str, Says("One SELECT in SQLite's SQL; the table sqlite_schema has the others.", longest=10_000)],
    limit: Limit = 50,
) -> ToolAnswer:
    """Run one SELECT on the file; it knows no deductions, tie-breaks or days, so ask the other tools first."""
    selected = select(db.connection, query, most=limit, seconds=SECONDS)
    names: list[str] = []
    for name in selected.columns:
        names.append(name if name not in names else f"{name}_{len(names) + 1}")
    rows: Rows = [dict(zip(names, row, strict=True)) for row in selected.rows]
    answer = ToolAnswer(about={"columns": names}, fixture_ids=None)
    bounded(answer, "rows", rows, most=limit)
    answer.notes.append("SQL of your own: no rule of a competition was applied, and no row was looked at for doubts")
    if selected.has_more:
        answer.doubts.append(f"there are more rows than these {len(rows)}; they were not counted")
    return answer
