"""Opens a file of anyone as its tables, by its content and not by its name."""

import re
from pathlib import Path

from footydata.sources.delimited import LONGEST_ROW, delimiter_of, rows_in
from footydata.sources.protocol import head_of
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.content import WIDE_MARKS, TextForm, content_of
from footydata.sources.tables.records import json_tables
from footydata.sources.tables.table import TextTable
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
    content = content_of(path)
    try:
        head = content.head(LONGEST_ROW)
        if head.startswith(OLE):
            # The names of its parts stand anywhere in it.
            head = content.held()
    except UnreadableFile:
        return content.is_packed
    except OSError:
        return False
    if head.startswith((ZIP, OLE)):
        return _WORKBOOK(head) is not None
    return _why_no_text(head) is None and (
        _is_json(head) or delimiter_of(_rough_text(head)) is not None
    )


def is_workbook(path: Path) -> bool:
    """Whether a file begins as a workbook does, be it damaged or not; False if it can't be read."""
    return head_of(path, len(OLE)).startswith((ZIP, OLE))


def tables_in(path: Path, encoding: str | None = None) -> list[TextTable]:
    """The tables of a file; encoding: of its text, None to find it.

    Raises UnreadableFile if it is none that can be read, and OSError.
    """
    content = content_of(path)
    head = content.head(LONGEST_ROW)
    if head.startswith((ZIP, OLE)):
        return workbook_tables(content)
    reason = _why_no_text(head)
    if reason is not None:
        raise UnreadableFile(reason)
    mark = "" if _is_json(head) else delimiter_of(_rough_text(head))
    if mark is None:
        raise UnreadableFile(NO_TABLE)
    form = content.text_form() if encoding is None else TextForm(encoding, "replace")
    if not mark:
        return json_tables(content, form)
    delimiter = mark
    return [TextTable(None, None, lambda: rows_in(content.lines(form), delimiter), form.notes)]


def _why_no_text(head: bytes) -> str | None:
    """What a file is that has no table of text, by its first bytes; None if it may have one."""
    begin = _rough_text(head).lstrip("\ufeffï»¿ \r\n\t").encode()
    for mark, what in _OTHERS.items():
        if begin[: len(mark) or None] == mark:
            return what
    is_wide = head.startswith(WIDE_MARKS)
    return None if is_wide or head.count(b"\0") <= MOST_NULS * len(head) else "a binary file"


def _is_json(head: bytes) -> bool:
    """Whether a text begins as an object or a list of JSON does."""
    return _JSON(_rough_text(head)) is not None


_WORKBOOK = re.compile(rb"xl/[A-Za-z_]{4}|W\0o\0r\0k\0b\0o\0o\0k\0").search
"""The name of a part of a workbook; documents and archives of other programs begin in the same way."""

_JSON = re.compile(r"(?:\ufeff|ï»¿)?\s*(?:\{\s*[\"}]|\[\s*[\[{\]])").match


def _rough_text(head: bytes) -> str:
    """The first bytes as text; which letters they have beyond a to z does not matter."""
    return head.decode("utf-16" if head.startswith(WIDE_MARKS) else "latin-1", errors="replace")
