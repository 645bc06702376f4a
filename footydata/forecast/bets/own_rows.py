"""Reads a user's own list, of bets or decisions: columns by name in any order; a row that can't be read spoils no other.

A list is a table of the sources: CSV, a workbook of one sheet, JSON, a frame.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.sources.parsed import Refusal, UnreadableFile
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.table import Row, TextTable, misfit
from footydata.store.file.sqlite_files import check_no_database

LISTED = 5
"""How many refused rows one line names."""

ROWS_LISTED = 8
"""The most rows that a remark lists by their numbers."""


class Refused(NamedTuple):
    """A row that could not be read or matched: its line in the file, and why."""

    row: int
    reason: str


class RefusedRowsWarning(UserWarning):
    """Rows of a user's own file or frame that could not be read or matched; the others stand."""


def refused_text(refused: Sequence[Refused]) -> str:
    """The refused rows with their reasons, in one line; of many, the first ones.

    >>> refused_text([Refused(4, "the row has no price")])
    'row 4: the row has no price'
    """
    more = f"; and {len(refused) - LISTED:,} more" if len(refused) > LISTED else ""
    return "; ".join(f"row {row}: {reason}" for row, reason in refused[:LISTED]) + more


def rows_listed(rows: Sequence[int], most: int = ROWS_LISTED) -> str:
    """The numbers of rows, of many the first ones.

    >>> rows_listed([4]), rows_listed(range(2, 12))
    ('row 4', 'rows 2, 3, 4, 5, 6, 7, 8, 9 and 2 more')
    """
    listing = ", ".join(map(str, rows[:most]))
    more = f" and {len(rows) - most:,} more" if len(rows) > most else ""
    return f"{'row' if len(rows) == 1 else 'rows'} {listing}{more}"


@dataclass(frozen=True, slots=True)
class OwnList:
    """The contents of a user's list.

    Attributes:
        name: of the file, or what it is else.
        headers: the names in the heading. columns: what they mean.
        rows: line of the file → its cells by column, stripped; empty lines are left out.
        refused: the lines that can't be read.
    """

    name: str
    headers: tuple[str, ...]
    columns: tuple[str, ...]
    rows: dict[int, dict[str, str]]
    refused: list[Refused]


def own_table(path: Path) -> TextTable:
    """The only table of a file. Raises InvalidArgument."""
    if not path.is_file():
        raise _unusable(path, f"there is no file {path}; name a CSV file")
    check_no_database(path)
    try:
        tables = tables_in(path)
    except (UnreadableFile, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise _unusable(path, f"{path} can't be read: {why}") from error
    if len(tables) != 1:
        names = ", ".join(str(table.name) for table in tables) or "none"
        raise _unusable(
            path,
            f"{path} has several sheets ({names}); save the right one as a CSV file, and name that",
        )
    return tables[0]


def read_list(
    table: TextTable, name: str, *, columns_of: Callable[[Sequence[str]], Sequence[str]]
) -> OwnList:
    """The rows of a table. columns_of: the names in the heading → the names of the columns. Raises InvalidArgument."""
    rows = table.rows()
    first = Row(0, table.header) if table.header is not None else next(rows, Row(0, []))
    if isinstance(first, Refusal):
        raise _unusable(name, f"{name}, heading: {first.reason}")
    headers = tuple(cell.strip() for cell in first.cells)
    columns = tuple(columns_of(headers))
    by_number: dict[int, dict[str, str]] = {}
    refused = []
    for row in rows:
        if isinstance(row, Refusal):
            refused.append(Refused(row.line or 0, row.reason))
        elif why := misfit(row, len(columns), may_be_narrower=True):
            refused.append(Refused(row.number, why))
        elif any(cells := [cell.strip() for cell in row.cells]):
            by_number[row.number] = dict(zip(columns, cells, strict=False))
    return OwnList(name, headers, columns, by_number, refused)


def _unusable(value: Path | str, message: str) -> InvalidArgument:
    return InvalidArgument(message, parameter="file", value=value)
