"""Reads CSV files line by line, so that a stray quotation mark or a broken row costs that row alone.

Every CSV source reads its files here: encodings, line ends, quotation marks, rows that are cut short or too long.
"""

import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from footydata.sources.cells import read_day
from footydata.sources.head import head_of
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import BadRow, UnreadableFile, shown
from footydata.sources.spans import CompetitionDays, spans_of

LONGEST_ROW = 65_536
"""In characters; the longest rows of the sources have about a thousand."""

MOST_COLUMNS = 1_000
"""Of a header; the widest have 132. Every row is padded to the header's width."""

_HAS_TEXT = re.compile(r'[^\s,"]').search
"""Whether a row has more than separators; in most rows the first character decides."""


class CsvRow(NamedTuple):
    """The cells of a row, padded with empty ones to the width of the header; line: its number (the header is 1)."""

    line: int
    cells: list[str]


class CsvFile(NamedTuple):
    """The header of a file and its rows that are not empty, with a Refusal in the place of each that is broken."""

    header: list[str]
    rows: list[CsvRow | Refusal]


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8, with or without BOM; a line that is not UTF-8 is read as Windows-1252."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        content = content.removeprefix(b"\xef\xbb\xbf")
        return "".join(_decoded_line(line) for line in content.splitlines(keepends=True))


def lines_of(text: str) -> list[str]:
    """The lines of a text, which may end in LF, CRLF or CR; an empty one comes after the last line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def looks_binary(content: bytes) -> bool:
    """Whether the first line contains a NUL, so that the file can't be CSV."""
    return b"\0" in content[:4096].replace(b"\r", b"\n").partition(b"\n")[0]


def header_of(path: Path) -> list[str]:
    """The column names in the first line of a file; empty if the file is not CSV or can't be read."""
    head = head_of(path, LONGEST_ROW)
    if looks_binary(head):
        return []
    try:
        return _names(lines_of(decoded(head))[0])
    except BadRow:
        return []


def read_csv(
    path: Path, needed: Sequence[str], form: str, *, whole: Sequence[str] = (), starts_only: bool = False
) -> CsvFile:
    """The rows of a file; needed: columns that its header must have. form: what such a file is called, for messages.

    whole: further columns that each row must reach if the header has them; a shorter row is refused. A last row
    without a line end is refused if it has fewer cells than the header: the file was cut short there.
    starts_only: split each row after these columns only; the rest of the row is one more cell.
    Raises UnreadableFile if the header lacks a column, and OSError.
    """
    content = path.read_bytes()
    if looks_binary(content):
        raise UnreadableFile("a binary file")
    lines = lines_of(decoded(content))
    try:
        header = _names(lines[0])
    except BadRow as error:
        raise UnreadableFile(f"not a CSV file: {error.reason} in the header") from None
    if not all(name in header for name in needed):
        raise UnreadableFile(f"no header of {form}", ",".join(header))
    if len(header) > MOST_COLUMNS:
        raise UnreadableFile(f"a header of more than {MOST_COLUMNS:,} columns")
    least = max(header.index(name) for name in (*needed, *whole) if name in header) + 1
    most = least if starts_only else -1
    width = least if starts_only else len(header)
    rows = [_row(number, line, width, least, most) for number, line in enumerate(lines[1:], start=2) if _HAS_TEXT(line)]
    if not rows:
        raise UnreadableFile("a header without rows")
    if lines[-1] and not starts_only and isinstance(rows[-1], CsvRow) and is_cut_short(header, lines[-1]):
        rows[-1] = Refusal("the file ends in the middle of this row", len(lines), shown(lines[-1]))
    return CsvFile(header, rows)


def is_cut_short(header: Sequence[str], line: str) -> bool:
    """Whether a row has fewer cells than the header has columns, or an open quotation mark."""
    try:
        return len(_cells(line)) < max((place for place, name in enumerate(header, start=1) if name), default=0)
    except BadRow:
        return True


def spans_in(file: CsvFile, competition: Sequence[str], day: str, result: str) -> list[CompetitionDays]:
    """The days that a file covers, by competition. competition, day, result: the columns that hold each.

    The file may have been read with starts_only.
    """
    columns = columns_of(file.header)
    keys = [columns[name] for name in competition]
    at, goals = columns[day], columns.get(result)
    rows = ((row.cells, read_day(row.cells[at].strip())) for row in file.rows if isinstance(row, CsvRow))
    return spans_of(
        (" ".join(cells[key].strip() for key in keys), on, goals is not None and bool(cells[goals].strip()))
        for cells, on in rows
        if on is not None
    )


def columns_of(header: Sequence[str]) -> dict[str, int]:
    """Column name → its index; the first one if a name occurs twice."""
    return {name: place for place, name in reversed(list(enumerate(header))) if name}


def _names(line: str) -> list[str]:
    return [name.strip() for name in _cells(line)]


def _cells(line: str, most: int = -1) -> list[str]:
    """The cells of a line; most: the number of commas to split at, all of them if negative.

    Raises BadRow if the line is too long, or a quotation mark is not closed.
    """
    if len(line) > LONGEST_ROW:
        raise BadRow(f"a row of more than {LONGEST_ROW:,} characters")
    if '"' not in line:
        return line.split(",", most)
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error as error:
        reason = "a quotation mark that is not closed" if "unexpected end" in str(error) else str(error)
        raise BadRow(reason) from None


def _row(number: int, line: str, width: int, least: int, most: int) -> CsvRow | Refusal:
    try:
        cells = _cells(line, most)
        if len(cells) < least:
            raise BadRow("a row cut short")
    except BadRow as error:
        return error.refusal(number, line)
    return CsvRow(number, cells if len(cells) >= width else cells + [""] * (width - len(cells)))


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
