"""Names the columns of a file that its source does not read, above all those that hold scores."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from footydata.sources.csv_rows import CsvRow, CsvTable
from footydata.sources.parsed import Remark
from footydata.sources.refusing import shown

LISTED = 10
"""How many of the columns that are not read are named."""

_SCORE = re.compile(r"\d{1,2} ?[:-] ?\d{1,2}", re.ASCII)


def unread_columns(tables: Sequence[CsvTable], known: Collection[str], goals: Sequence[str]) -> Iterator[Remark]:
    """A Remark for each unknown column of scores, and one for all others that have text.

    known: the columns that are read, or that say nothing further. goals: the columns of goals, for messages.
    """
    others: dict[str, None] = {}
    reason = f"scores in a column that is not read; goals are read of {' and '.join(goals)}"
    for table in tables:
        unknown = {name: place for place, name in enumerate(table.header) if name and name not in known}
        for name, (line, text) in _first_texts(table, unknown).items():
            if _SCORE.fullmatch(text):
                yield Remark(reason, line, name, text)
            else:
                others[name] = None
    if others:
        more = f" and {len(others) - LISTED} more" if len(others) > LISTED else ""
        yield Remark(f"columns that are not read: {shown(', '.join(islice(others, LISTED)))}{more}")


def _first_texts(table: CsvTable, columns: dict[str, int]) -> dict[str, tuple[int, str]]:
    """Column → the line and text of its first cell that is not empty."""
    examples: dict[str, tuple[int, str]] = {}
    for row in table.rows if columns else ():
        if isinstance(row, CsvRow):
            cells = row.cells
            examples |= {
                name: (row.line, shown(text))
                for name, place in columns.items()
                if name not in examples and (text := cells[place].strip())
            }
            if len(examples) == len(columns):
                break
    return examples
