"""Reads CSV files line by line, so that a stray quotation mark or a broken row costs that row alone.

Every CSV source reads its files here: encodings, line ends, quotation marks, rows that do not fit their header, and
headers anywhere, as in files that were glued together.
"""

import csv
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from footydata.football.wording import plural
from footydata.sources.cells import put_right
from footydata.sources.parsed import Refusal, Remark
from footydata.sources.protocol import head_of
from footydata.sources.refusing import BadRow, UnreadableFile

LONGEST_ROW = 65_536
"""In characters; the longest rows of the sources have about a thousand."""

MOST_COLUMNS = 1_000
"""Of a header; the widest have 132. Every row is padded to the header's width."""

DAY = "Date"
"""The column of the day in every CSV format; its cell begins with a digit unless the row is a header."""

FEWEST_WORDS = 6
"""Cells of a row that is a header though no column is known; a fixture without a day has four words."""

BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xc3\xaf\xc2\xbb\xc2\xbf")
"""Of UTF-8, and what becomes of it when it is read as Windows-1252 and saved as UTF-8."""

ABOVE_HEADER = "a row above the first header"
TOO_WIDE = f"a header of more than {MOST_COLUMNS:,} columns"
CUT_OFF = "the file ends in the middle of this row"

_HAS_TEXT = re.compile(r'[^\s,"]').search
"""Whether a row has more than separators; in most rows the first character decides."""

_HAS_DIGIT = re.compile(r"\d").search


class CsvRow(NamedTuple):
    """A row that fits its header; line: its number (the header is 1).

    Its cells are split at each access: those of a large file would take ten times its memory.
    """

    line: int
    text: str
    width: int

    def first_cells(self, count: int) -> list[str]:
        """At least this many of the first cells, if the row has as many."""
        return _cells(self.text, count)

    @property
    def cells(self) -> list[str]:
        """The cells, padded with empty ones to the width of the header."""
        cells = _cells(self.text)
        return cells if len(cells) >= self.width else cells + [""] * (self.width - len(cells))


class CsvTable(NamedTuple):
    """A header and the rows under it that are not empty, with a Refusal in the place of each that is broken.

    put_right: column → its first cell whose encoding was put right, and how many there are.
    """

    header: list[str]
    rows: list[CsvRow | Refusal]
    put_right: dict[str, tuple[Remark, int]]


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8, with or without BOMs; a line that is not UTF-8 is read as Windows-1252."""
    for mark in BYTE_ORDER_MARKS:
        content = content.replace(mark, b"")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return "".join(_decoded_line(line) for line in content.splitlines(keepends=True))


def lines_of(text: str) -> list[str]:
    """The lines of a text, which may end in LF, CRLF or CR; an empty one comes after the last line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def looks_binary(content: bytes) -> bool:
    """Whether the first line contains a NUL, so that the file can't be CSV."""
    return b"\0" in content[:4096].replace(b"\r", b"\n").partition(b"\n")[0]


def header_of(path: Path, needed: Sequence[str] = ()) -> list[str]:
    """The first header of a file that has the columns needed; empty if the file has none, or can't be read.

    Only the beginning of the file is searched.
    """
    head = head_of(path, LONGEST_ROW)
    if looks_binary(head):
        return []
    for line in lines_of(decoded(head)):
        with suppress(BadRow):
            names = _header_in(line, needed)
            if names:
                return names
    return []


def read_csv(path: Path, needed: Sequence[str], form: str) -> list[CsvTable]:
    """The tables of a file, one for each header; a file has several if it was glued together of others.

    needed: the columns of a header, DAY among them. form: what such a file is called, for messages.
    A row is refused if it has text beyond the columns of its header, or no cell for a named one of them. Rows above
    the first header, and under a header without the columns needed, are refused.
    Raises UnreadableFile if no header has the columns needed, or no row is under one; and OSError.
    """
    content = path.read_bytes()
    if looks_binary(content):
        raise UnreadableFile("a binary file")
    lines = lines_of(decoded(content))
    tables = _Tables(needed)
    for number, line in enumerate(lines, start=1):
        if _HAS_TEXT(line):
            tables.add(number, line, is_last=number == len(lines))
    if not tables.read[0].header:
        raise _unreadable(next(filter(_HAS_TEXT, lines), ""), form)
    with_rows = [table for table in tables.read if table.rows]
    if not with_rows:
        raise UnreadableFile("a header without rows")
    return with_rows


def _unreadable(first: str, form: str) -> UnreadableFile:
    """What is wrong with a file without a header that can be read; first: its first line."""
    try:
        is_too_wide = len(_names(first)) > MOST_COLUMNS
    except BadRow as error:
        return UnreadableFile(f"not a CSV file: {error.reason} in the header")
    return UnreadableFile(TOO_WIDE if is_too_wide else f"no header of {form}", first)


def is_cut_short(header: Sequence[str], line: str) -> bool:
    """Whether a row has fewer cells than the header has columns, or an open quotation mark."""
    try:
        return len(_cells(line)) < max(
            (place for place, name in enumerate(header, start=1) if name), default=0
        )
    except BadRow:
        return True


def columns_of(header: Sequence[str]) -> dict[str, int]:
    """Column name → its index; the first one if a name occurs twice."""
    return {name: place for place, name in reversed(list(enumerate(header))) if name}


class _Header:
    """A header, and how the rows under it are read.

    Attributes:
        names: the columns; some may have no name.
        width: the cells that a row is padded to; named: those that it must have.
    """

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._place_of_day = names.index(DAY)
        self._texts = frozenset(name.casefold() for name in names if name)
        self.named = max(place for place, name in enumerate(names, start=1) if name)
        self.width = len(names)

    def has_day(self, line: str) -> bool:
        """Whether a row has a digit where its day begins, so that it is no header. Raises BadRow."""
        cells = _cells(line, self._place_of_day + 1)
        return len(cells) > self._place_of_day and cells[self._place_of_day][:1].isdigit()

    def is_like(self, line: str) -> bool:
        """Whether a row is a header: two of its cells are names of columns, or it has many words and nothing else."""
        cells = [cell.strip().casefold() for cell in _cells(line)]
        is_words = len(cells) >= FEWEST_WORDS and all(cells) and not _HAS_DIGIT(line)
        return is_words or len(self._texts.intersection(cells)) > 1

    def _misfit(self, count: int) -> str:
        return f"a row of {plural(count, 'cell')} under a header of {plural(self.named, 'column')}"

    def row(self, number: int, line: str, *, is_last: bool) -> CsvRow:
        """The row of a line; is_last: whether the file ends with it, without a line end. Raises BadRow."""
        count = len(_cells(line)) if '"' in line else line.count(",") + 1
        if count < self.named:
            raise BadRow(CUT_OFF if is_last else self._misfit(count))
        if count > self.named and any(map(str.strip, _cells(line)[self.named :])):
            raise BadRow(self._misfit(count))
        return CsvRow(number, line, self.width)


class _Tables:
    """Reads the lines of a file, each header of which begins a table.

    Attributes:
        read: the tables so far; the rows above the first header stand in the first one, as refusals.
    """

    def __init__(self, needed: Sequence[str]) -> None:
        self._needed = needed
        self._header: _Header | None = None
        self._why_unread = ABOVE_HEADER
        self.read = [CsvTable([], [], {})]

    def add(self, number: int, line: str, *, is_last: bool) -> None:
        """Read a line that has text; is_last: whether the file ends with it, without a line end."""
        right = line if line.isascii() else put_right(line)
        try:
            row = self._row(number, right, is_last=is_last)
        except BadRow as error:
            self.read[-1].rows.append(error.refusal(number, line))
        else:
            if row is not None:
                self.read[-1].rows.append(row)
                if right != line:
                    self._note_put_right(number, line, row.cells)

    def _note_put_right(self, number: int, line: str, cells: list[str]) -> None:
        table = self.read[-1]
        for name, right, wrong in zip(table.header, cells, _cells(line), strict=False):
            if right != wrong:
                first = Remark(
                    f"UTF-8 that was read as another encoding, put right to {right}",
                    number,
                    name,
                    wrong,
                )
                remark, count = table.put_right.get(name, (first, 0))
                table.put_right[name] = remark, count + 1

    def _row(self, number: int, line: str, *, is_last: bool) -> CsvRow | None:
        """The row of a line, None for a header. Raises BadRow."""
        header = self._header
        if header is None:
            if not self._begins(line):
                raise BadRow(self._why_unread)
            return None
        if not header.has_day(line):
            if self._begins(line):
                return None
            self._check(header, line)
        try:
            return header.row(number, line, is_last=is_last)
        except BadRow:
            # Two files were glued together within a line.
            self._check(header, line)
            raise

    def _begins(self, line: str) -> bool:
        """Begin a table if the line is a header with the columns needed. Raises BadRow."""
        names = _header_in(line, self._needed)
        if len(names) > MOST_COLUMNS:
            raise BadRow(TOO_WIDE)
        if names:
            self._header = _Header(names)
            above = [] if self.read[0].header else self.read.pop().rows
            self.read.append(CsvTable(names, above, {}))
        return bool(names)

    def _check(self, header: _Header, line: str) -> None:
        """Raises BadRow if the line is a header without the columns needed; no row under it is read."""
        if header.is_like(line):
            names = _names(line)
            missing = (
                f"a header without {', '.join(name for name in self._needed if name not in names)}"
            )
            self._header, self._why_unread = None, f"a row under {missing}"
            raise BadRow(missing)


def _header_in(line: str, needed: Sequence[str]) -> list[str]:
    """The names of the columns in a line; empty if it is not a header with those needed. Raises BadRow."""
    if not line or not all(name in line for name in needed):
        return []
    names = _names(line)
    return names if all(name in names for name in needed) else []


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
        reason = (
            "a quotation mark that is not closed" if "unexpected end" in str(error) else str(error)
        )
        raise BadRow(reason) from None


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
