"""The league tables on the page of a season: those of every other door."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.table_rows import Table, decisions_of, table_title
from footydata.store.file.snapshots import reading
from footydata.store.read.seasons.standings import season_tables

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


def tables_of(path: Path, season_id: int, *, now: int) -> list[ShownTable]:
    """The tables of points, corners and cards of a season in a database file, or those of its groups."""
    tables = []
    with reading(path) as connection:
        for type, stage, table in season_tables(connection, season_id, now=now):
            if isinstance(table, StandingsNotAvailable):
                tables.append(ShownTable(f"{stage or type.capitalize()}: no table", notes=[f"{table}."]))
            else:
                tables.append(_shown(table, stage))
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
