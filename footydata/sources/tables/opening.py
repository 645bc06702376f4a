"""Opens a file of anyone as its tables, by its content and not by its name.

A .gz is unpacked.
JSON is a table: a list of objects, an object that has such lists, or a line for each object. An object within a record
gives a column for each of its values, `score.ft.home`; so does a list of plain values, `score.ft.0`. Any other list is
one cell, its JSON.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from footydata.sources.parsed import BadRow, Refusal, Remark, UnreadableFile, shown
from footydata.sources.protocol import head_of, json_of
from footydata.sources.tables.table import (
    LONGEST_ROW,
    MOST_COLUMNS,
    TOO_WIDE,
    WIDE_MARKS,
    Notes,
    Row,
    TextTable,
    delimiter_of,
    lines_of,
    rows_in,
    text_in,
    text_of,
)
from footydata.sources.tables.workbook import MOST_HELD, OLE, ZIP, workbook_tables

GZIP = b"\x1f\x8b"


def content_of(path: Path, size: int = MOST_HELD) -> bytes:
    """The content of a file, unpacked if it is a .gz; size: how many of its first bytes are enough.

    Raises UnreadableFile if it has more than MOST_HELD, or is a .gz that is damaged, and OSError.
    """
    is_packed = head_of(path, len(GZIP)) == GZIP
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            content = file.read(size + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UnreadableFile("a .gz file that is cut short or damaged") from None
    if len(content) > MOST_HELD:
        what = "it unpacks to" if is_packed else "it has"
        raise UnreadableFile(f"{what} more than {MOST_HELD >> 20:,} MiB")
    return content


MOST_NULS = 0.005
"""The share of bytes of a text that may be NUL, each of which costs its row."""

NO_TABLE = "no table: its lines are not divided by commas, semicolons, tabs or pipes"


_OTHERS = {
    "%PDF": "a PDF",
    "PAR1": "a Parquet file; read it with pandas and load the frame (db.load_frame)",
    "<": "a page of HTML or XML, though it may be named as a table",
}
"""What the first bytes of other files are, blanks aside; downloads of web pages are often named .csv or .xls."""


def tables_in(path: Path, encoding: str | None = None) -> list[TextTable]:
    """The tables of a file; encoding: of its text, None to find it.

    Raises UnreadableFile if it is none that can be read, and OSError.
    """
    head = content_of(path, LONGEST_ROW)
    if head.startswith((ZIP, OLE)):
        return workbook_tables(content_of(path))
    delimiter = _mark_of(head)
    content = content_of(path)
    text, notes = (content.decode(encoding, "replace"), ()) if encoding else text_in(content)
    if not delimiter:
        return json_tables(text, notes)
    return [TextTable(None, None, lambda: rows_in(text, delimiter), notes)]


def _mark_of(head: bytes) -> str:
    """The delimiter of a text by its first bytes, empty for JSON. Raises UnreadableFile if it has no table."""
    # Which letters it has beyond a to z does not matter.
    text = head.decode("utf-16" if head.startswith(WIDE_MARKS) else "latin-1", errors="replace")
    begin = text.lstrip("\ufeffï»¿ \r\n\t")
    for mark, what in _OTHERS.items():
        if begin.startswith(mark):
            raise UnreadableFile(what)
    if not begin:
        raise UnreadableFile("an empty file")
    if not head.startswith(WIDE_MARKS) and head.count(b"\0") > MOST_NULS * len(head):
        raise UnreadableFile("a binary file")
    delimiter = "" if _JSON(text) else delimiter_of(text)
    if delimiter is None:
        raise UnreadableFile(NO_TABLE)
    return delimiter


_JSON = re.compile(r"(?:\ufeff|ï»¿)?\s*(?:\{\s*[\"}]|\[\s*[\[{\]])").match


DEEPEST = 20
"""Objects within one another in a record; those of services have five."""

TOO_DEEP = "JSON that is nested too deeply"
TOO_LONG = f"a record of more than {LONGEST_ROW:,} characters"


def json_tables(text: str, notes: Notes) -> list[TextTable]:
    """The tables of JSON: one for each list of objects, named by its key if there are several.

    Raises UnreadableFile if there is none.
    """
    first = [value for _, value in islice(_records_in_lines(text), 3)]
    if sum(isinstance(value, dict) for value in first) >= 2:
        # Each line is an object; of the first three one may be broken.
        return [_table(None, partial(_records_in_lines, text), notes)]
    value = json_of(text)
    lists = dict(_lists_of_records(value))
    if not lists:
        raise UnreadableFile(
            "JSON without a list of records, as pandas writes by to_json(path, orient='records')"
        )
    keys = {name.partition(".")[0] for name in lists}
    if beside := [key for key in value if key not in keys] if isinstance(value, dict) else []:
        notes += (Remark("values beside the records are not read", text=shown(beside)),)
    return [
        _table(name if len(lists) > 1 else None, partial(enumerate, records, 1), notes)
        for name, records in lists.items()
    ]


def _records_in_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines_of(text), start=1):
        if len(line) > LONGEST_ROW:
            yield number, BadRow(TOO_LONG)
        elif line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                yield number, BadRow(f"not JSON: {error}")
            except RecursionError:
                yield number, BadRow(TOO_DEEP)


def _lists_of_records(
    value: object, name: str = "", depth: int = 0
) -> Iterator[tuple[str, list[Any]]]:
    """The lists of objects outside of records, by the keys that lead to them."""
    if isinstance(value, list) and any(isinstance(record, dict) for record in value):
        yield name, value
    elif isinstance(value, dict) and depth < DEEPEST:
        for key, part in value.items():
            yield from _lists_of_records(part, f"{name}.{key}" if name else key, depth + 1)


def _table(
    name: str | None, read: Callable[[], Iterable[tuple[int, Any]]], notes: Notes
) -> TextTable:
    """The table of records; all are looked through for the names of its columns."""
    names: dict[str, str] = {}
    for _, record in read():
        with suppress(BadRow):
            for column, text in _cells_of(record).items():
                names[column] = names.get(column) or text
    # A column `score` is none where it is only ever null or an object, as `score.home`.
    within = {name[:place] for name in names for place, letter in enumerate(name) if letter == "."}
    header = [name for name, text in names.items() if text or name not in within]
    if len(header) > MOST_COLUMNS:
        raise UnreadableFile(TOO_WIDE)

    def rows() -> Iterator[Row | Refusal]:
        for number, record in read():
            try:
                cells = _cells_of(record)
            except BadRow as error:
                yield error.refusal(number, record if isinstance(record, dict) else shown(record))
            else:
                yield Row(number, [cells.get(column, "") for column in header])

    return TextTable(name, header, rows, notes)


def _cells_of(record: object) -> dict[str, str]:
    """TableColumn → text; of several values of a column the last one. Raises BadRow if the record is no object."""
    if isinstance(record, BadRow):
        raise record
    if not isinstance(record, dict):
        raise BadRow("no object of JSON")
    try:
        cells = dict(_flat(record, "", 1))
    except RecursionError:
        raise BadRow(TOO_DEEP) from None
    if len(cells) > MOST_COLUMNS:
        raise BadRow(f"a record of more than {MOST_COLUMNS:,} values")
    return cells


def _flat(record: dict[str, Any], before: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > DEEPEST:
        raise BadRow(TOO_DEEP)
    for key, value in record.items():
        column = before + key
        if isinstance(value, list) and not any(isinstance(part, dict | list) for part in value):
            value = {str(place): part for place, part in enumerate(value)}
        if isinstance(value, dict):
            yield from _flat(value, f"{column}.", depth + 1)
        else:
            yield column, text_of(value)
