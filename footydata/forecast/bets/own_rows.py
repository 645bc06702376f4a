"""Reads a user's own CSV file: columns by name in any order; a line that can't be read spoils no other.

Commas, semicolons or tabs, UTF-8 or the Windows code page, as spreadsheets write them; a workbook of one sheet too.
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.opening import is_workbook, tables_in
from footydata.store.file.sqlite_files import check_no_database, kind_of

LISTED = 5
"""How many refused rows one line names."""

ROWS_LISTED = 8
"""The most rows that a remark lists by their numbers."""


class UnreadableRow(FootydataError):
    """A row that can't be read; the message says why."""


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
class OwnFile:
    """The contents of a user's file.

    Attributes:
        headers: the names in the heading. columns: what they mean.
        has_decimal_commas: whether numbers may have them, as commas do not separate the cells.
        rows: line of the file → its cells by column, stripped; empty lines are left out.
        refused: the lines that can't be read.
    """

    headers: tuple[str, ...]
    columns: tuple[str, ...]
    has_decimal_commas: bool
    rows: dict[int, dict[str, str]]
    refused: list[Refused]


def read_own_file(
    path: Path, *, columns_of: Callable[[Sequence[str]], Sequence[str]] = tuple
) -> OwnFile:
    """The rows of a file. columns_of: the names in the heading → the names of the columns. Raises InvalidArgument."""
    _check_is_file(path)
    if is_workbook(path):
        rows, has_decimal_commas = _sheet_rows(path), True
    else:
        rows, has_decimal_commas = _text_rows(path)
    _, headers = next(rows, (0, []))
    if isinstance(headers, UnreadableRow):
        raise _unusable(path, f"{path}, heading: {headers}") from headers
    columns = tuple(columns_of(headers))
    by_number, refused = {}, []
    for number, cells in rows:
        try:
            if isinstance(cells, UnreadableRow):
                raise cells
            if any(cells):
                by_number[number] = _by_column(columns, cells)
        except UnreadableRow as unreadable:
            refused.append(Refused(number, str(unreadable)))
    return OwnFile(tuple(headers), columns, has_decimal_commas, by_number, refused)


_NumberedCells = tuple[int, list[str] | UnreadableRow]
"""The number of a row, and its cells or why it can't be read."""


def _text_rows(path: Path) -> tuple[Iterator[_NumberedCells], bool]:
    """The rows of a text, and whether its numbers may have decimal commas. Raises InvalidArgument."""
    lines = [(number, line) for number, line in enumerate(_lines(path), start=1) if line.strip()]
    header = lines[0][1] if lines else ""
    separator = max(",;\t", key=header.count)
    return ((number, _cells(line, separator)) for number, line in lines), separator != ","


def _sheet_rows(path: Path) -> Iterator[_NumberedCells]:
    """The rows of the only sheet of a workbook that has any. Raises InvalidArgument."""
    try:
        sheets = tables_in(path)
        if len(sheets) > 1:
            names = ", ".join(str(sheet.name) for sheet in sheets)
            raise _unusable(
                path,
                f"{path} has several sheets ({names}); save the right one as a CSV file, and name that",
            )
        rows = [row for sheet in sheets for row in sheet.rows()]
    except UnreadableFile as error:
        raise _unusable(path, f"{path} can't be read: {error}") from error
    return (
        (row.line or 0, UnreadableRow(row.reason))
        if isinstance(row, Refusal)
        else (row.number, [cell.strip() for cell in row.cells])
        for row in rows
    )


def _check_is_file(path: Path) -> None:
    kind = kind_of(path)
    if kind:
        raise _unusable(path, f"{path} is {kind}, not a file; name a CSV file")
    check_no_database(path)


def _lines(path: Path) -> Iterator[str]:
    """The lines, whichever line ends they have."""
    return io.StringIO(_text(path), newline=None)


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as failure:
        raise _unusable(path, f"{path} can't be read: {failure.strerror}") from failure
    if b"\0" in raw:
        raise _unusable(path, f"{path} is not a text file; name a CSV file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _unusable(path: Path, message: str) -> InvalidArgument:
    return InvalidArgument(message, parameter="file", value=path)


def _cells(line: str, separator: str) -> list[str] | UnreadableRow:
    try:
        (row,) = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True)
    except csv.Error as error:
        why = "a quote is opened and never closed" if "unexpected end" in str(error) else str(error)
        return UnreadableRow(f"the row can't be read: {why}")
    return [cell.strip() for cell in row]


def _by_column(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    surplus = next((cell for cell in cells[len(columns) :] if cell), None)
    if surplus is not None:
        raise UnreadableRow(
            f"the row has {len(cells)} cells, the heading {len(columns)} columns: {surplus!r} is in no column; "
            "a number is written with a point, a text with a comma in quotes"
        )
    return dict(zip(columns, cells, strict=False))
