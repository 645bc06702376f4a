"""Opens a file of anyone as its tables, by its content and not by its name.

JSON is a table: a list of objects, an object that has such lists, or a line for each object. An object within a record
gives a column for each of its values, `score.ft.home`; so does a list of plain values, `score.ft.0`. Any other list is
one cell, its JSON.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from footydata.sources.delimited import LONGEST_ROW, MOST_COLUMNS, TOO_WIDE, delimiter_of, rows_in
from footydata.sources.parsed import Refusal, Remark
from footydata.sources.refusing import BadRow, UnreadableFile, shown
from footydata.sources.tables.content import WIDE_MARKS, FileContent, TextForm, content_of
from footydata.sources.tables.table import Row, TextTable, text_of
from footydata.sources.tables.workbook import OLE, ZIP, workbook_tables

MOST_NULS = 0.005
"""The share of bytes of a text that may be NUL, each of which costs its row."""

NO_TABLE = "no table: its lines are not divided by commas, semicolons, tabs or pipes"


_OTHERS = {
    b"": "an empty file",
    b"%PDF": "a PDF",
    b"PAR1": "a Parquet file; read it with pandas and load the frame (db.load_frame)",
    b"<": "a page of HTML or XML, though it may be named as a table",
}
"""What the first bytes of other files are, blanks aside; downloads of web pages are often named .csv or .xls."""


def is_table(path: Path) -> bool:
    """Whether a file may have tables, by its first bytes, as a .gz that is damaged; False if it can't be read."""
    try:
        content = content_of(path)
        head = content.head(LONGEST_ROW)
        if head.startswith(OLE):
            # The names of its parts stand anywhere in it.
            head = content.held()
    except UnreadableFile:
        return True
    except OSError:
        return False
    if head.startswith((ZIP, OLE)):
        return _WORKBOOK(head) is not None
    try:
        _mark_of(head)
    except UnreadableFile:
        return False
    return True


def tables_in(path: Path, encoding: str | None = None) -> list[TextTable]:
    """The tables of a file; encoding: of its text, None to find it.

    Raises UnreadableFile if it is none that can be read, and OSError.
    """
    content = content_of(path)
    head = content.head(LONGEST_ROW)
    if head.startswith((ZIP, OLE)):
        return workbook_tables(content)
    delimiter = _mark_of(head)
    form = content.text_form() if encoding is None else TextForm(encoding, "replace")
    if not delimiter:
        return json_tables(content, form)
    return [TextTable(None, None, lambda: rows_in(content.lines(form), delimiter), form.notes)]


def _mark_of(head: bytes) -> str:
    """The delimiter of a text by its first bytes, empty for JSON. Raises UnreadableFile if it has no table."""
    text = _rough_text(head)
    begin = text.lstrip("\ufeffï»¿ \r\n\t").encode()
    for mark, what in _OTHERS.items():
        if begin[: len(mark) or None] == mark:
            raise UnreadableFile(what)
    if not head.startswith(WIDE_MARKS) and head.count(b"\0") > MOST_NULS * len(head):
        raise UnreadableFile("a binary file")
    delimiter = "" if _JSON(text) else delimiter_of(text)
    if delimiter is None:
        raise UnreadableFile(NO_TABLE)
    return delimiter


_WORKBOOK = re.compile(rb"xl/[A-Za-z_]{4}|W\0o\0r\0k\0b\0o\0o\0k\0").search
"""The name of a part of a workbook; documents and archives of other programs begin in the same way."""

_JSON = re.compile(r"(?:\ufeff|ï»¿)?\s*(?:\{\s*[\"}]|\[\s*[\[{\]])").match


def _rough_text(head: bytes) -> str:
    """The first bytes as text; which letters they have beyond a to z does not matter."""
    return head.decode("utf-16" if head.startswith(WIDE_MARKS) else "latin-1", errors="replace")


DEEPEST = 20
"""Objects within one another in a record; those of services have five."""

NO_RECORDS = "JSON without a list of records, as pandas writes by to_json(path, orient='records')"
NO_OBJECT = "no object of JSON"
TOO_DEEP = "JSON that is nested too deeply"
TOO_LONG = f"a record of more than {LONGEST_ROW:,} characters"
TOO_MANY_VALUES = f"a record of more than {MOST_COLUMNS:,} values"


def json_tables(content: FileContent, form: TextForm) -> list[TextTable]:
    """The tables of JSON: one for each list of objects, named by its key if there are several.

    Raises UnreadableFile if there is none, and OSError.
    """
    if _has_records_in_lines(content, form):
        return [_table(None, lambda: _records_in_lines(content, form), form.notes)]
    try:
        value = json.loads(content.held_text(form))
    except ValueError as error:
        raise UnreadableFile(f"not JSON, or cut short: {error}") from None
    except RecursionError:
        raise UnreadableFile(TOO_DEEP) from None
    lists = dict(_lists_of_records(value))
    if not lists:
        raise UnreadableFile(NO_RECORDS)
    notes = (*form.notes, *_beside(value, lists))
    return [
        _table(name if len(lists) > 1 else None, partial(enumerate, records, 1), notes)
        for name, records in lists.items()
    ]


def _has_records_in_lines(content: FileContent, form: TextForm) -> bool:
    """Whether each line is an object; of the first three lines one may be broken."""
    first = list(islice(filter(str.strip, content.lines(form)), 3))
    return len(first) > 1 and sum(isinstance(_value_of(line), dict) for line in first) >= 2


def _value_of(line: str) -> Any:
    if len(line) > LONGEST_ROW:
        return BadRow(TOO_LONG)
    try:
        return json.loads(line)
    except ValueError as error:
        return BadRow(f"not JSON: {error}")
    except RecursionError:
        return BadRow(TOO_DEEP)


def _records_in_lines(content: FileContent, form: TextForm) -> Iterator[tuple[int, Any]]:
    return (
        (number, _value_of(line))
        for number, line in enumerate(content.lines(form), start=1)
        if line.strip()
    )


def _lists_of_records(
    value: object, name: str = "", depth: int = 0
) -> Iterator[tuple[str, list[Any]]]:
    """The lists of objects outside of records, by the keys that lead to them."""
    if isinstance(value, list) and any(isinstance(record, dict) for record in value):
        yield name, value
    elif isinstance(value, dict) and depth < DEEPEST:
        for key, part in value.items():
            yield from _lists_of_records(part, f"{name}.{key}" if name else key, depth + 1)


def _beside(value: object, lists: Iterable[str]) -> Iterator[Remark]:
    if isinstance(value, dict):
        outside = [
            key
            for key in value
            if not any(name == key or name.startswith(f"{key}.") for name in lists)
        ]
        if outside:
            yield Remark("values beside the records are not read", text=shown(outside))


def _table(
    name: str | None, read: Callable[[], Iterable[tuple[int, Any]]], notes: tuple[Remark, ...]
) -> TextTable:
    """The table of records; all are looked through for the names of its columns."""
    names: dict[str, bool] = {}
    for _, record in read():
        with suppress(BadRow):
            for column, text in _cells_of(record).items():
                names[column] = names.get(column, False) or bool(text)
    header = _without_nulls_of_objects(names)
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


def _without_nulls_of_objects(names: dict[str, bool]) -> list[str]:
    """The columns in their order, without `score` where it is only ever null or an object, as `score.home`."""
    within = {
        column[:place] for column in names for place, letter in enumerate(column) if letter == "."
    }
    return [column for column, has_text in names.items() if has_text or column not in within]


def _cells_of(record: object) -> dict[str, str]:
    """TableColumn → text; of several values of a column the last one. Raises BadRow if the record is no object."""
    if isinstance(record, BadRow):
        raise record
    if not isinstance(record, dict):
        raise BadRow(NO_OBJECT)
    try:
        cells = dict(_flat(record, "", 1))
    except RecursionError:
        raise BadRow(TOO_DEEP) from None
    if len(cells) > MOST_COLUMNS:
        raise BadRow(TOO_MANY_VALUES)
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
