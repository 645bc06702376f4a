"""A workbook as tables, one for each sheet that has cells.

calamine reads the cells, many times as fast as openpyxl. What it passes over is found in the XML of the sheets first:
formulas that were never computed and errors, which would be empty cells, and how far the cells reach, as it reserves
memory for every cell up to the last one.
"""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from io import BytesIO
from xml.etree import ElementTree

from python_calamine import CalamineError, CalamineWorkbook, PasswordError
from python_calamine import SheetTypeEnum as Kind
from python_calamine import SheetVisibleEnum as Visible

from footydata.sources.parsed import Refusal, Remark, UnreadableFile, shown
from footydata.sources.tables.table import MOST_COLUMNS, TOO_WIDE, Row, TextTable, text_of

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
NO_VALUE = "=a formula that was never computed"


@dataclass(slots=True)
class Sheet:
    """A sheet.

    Attributes:
        last: the row and the column of its last cell, from 0; (-1, -1) if it has none.
        texts: row → column → what stands for the value of a cell that has none: NO_VALUE of a formula, or its error.
    """

    last: tuple[int, int] = (-1, -1)
    texts: dict[int, dict[int, str]] = field(default_factory=dict)


def _sheet_in(content: bytes) -> Sheet:
    """A sheet by its XML. Raises UnreadableFile if that declares a document type, whose entities may be without end."""
    if b"<!DOCTYPE" in content:
        raise UnreadableFile("a workbook whose XML declares a document type")
    sheet, row = Sheet(), -1
    for _, element in ElementTree.iterparse(BytesIO(content)):
        if _local(element) == "row":
            number, column = element.get("r", ""), -1
            row = int(number) - 1 if number.isdecimal() else row + 1
            for cell in element:
                column += 1
                if place := _REFERENCE.fullmatch(cell.get("r", "")):
                    row, column = int(place[2]) - 1, _column(place[1])
                parts = {_local(part): part.text for part in cell}
                if not parts.keys() & {"f", "v", "is"}:
                    continue
                sheet.last = max(sheet.last[0], row), max(sheet.last[1], column)
                kind, text = cell.get("t"), parts.get("v")
                if kind == "e" and text:
                    sheet.texts.setdefault(row, {})[column] = text
                elif "f" in parts and not text and kind != "str":
                    # A formula that was computed to no text is of kind "str".
                    sheet.texts.setdefault(row, {})[column] = NO_VALUE
            element.clear()
    return sheet


def _local(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


@cache
def _column(letters: str) -> int:
    """The number of a column, from 0.

    >>> _column("A"), _column("AA")
    (0, 26)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How workbooks begin: of Excel since 2007, and before."""

MOST_CELLS = 1 << 24
"""From the first to the last cell of a sheet, the empty ones too; calamine holds 32 bytes for each."""

MOST_HELD = 512 << 20
"""Bytes of what is unpacked in whole, a .gz or the parts of a workbook."""

HIDDEN = "a hidden sheet"
DAMAGED = "a workbook that is damaged"


def workbook_tables(held: bytes) -> list[TextTable]:
    """The tables of a workbook. Raises UnreadableFile if it is none, is damaged or too large."""
    sheets = _sheets(held) if held.startswith(ZIP) else {}
    tables = []
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(held))
        for place, about in enumerate(workbook.sheets_metadata):
            # Of a workbook of before 2007 nothing is known but how far its cells reach.
            sheet = sheets.get(about.name) or Sheet(
                workbook.get_sheet_by_index(place).end or Sheet().last
            )
            if about.typ == Kind.WorkSheet and sheet.last[0] >= 0:
                notes = [] if about.visible == Visible.Visible else [Remark(HIDDEN)]
                formulas = [row for row, texts in sheet.texts.items() if NO_VALUE in texts.values()]
                if formulas:
                    why = "a formula that was never computed stands for its value"
                    notes.append(Remark(why, min(formulas) + 1))
                rows = partial(_rows, workbook, place, sheet)
                tables.append(TextTable(about.name, None, rows, tuple(notes)))
    except PasswordError:
        raise UnreadableFile("a workbook with a password") from None
    except CalamineError as error:
        raise UnreadableFile(f"no workbook that can be read: {error}") from None
    return tables


def _sheets(held: bytes) -> dict[str, Sheet]:
    """What the XML of an .xlsx says of its sheets, by their names; it is unpacked in whole. Raises UnreadableFile."""
    sheets = {}
    try:
        with zipfile.ZipFile(BytesIO(held)) as archive:
            # First by the sizes that it states, then by unpacking: what is longer than it states fails its checksum.
            if sum(entry.file_size for entry in archive.infolist()) > MOST_HELD:
                raise UnreadableFile(f"a workbook that unpacks to more than {MOST_HELD >> 20} MiB")
            if archive.testzip() is not None:
                raise UnreadableFile(DAMAGED)
            root = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            parts = {
                part.get("Id"): posixpath.join("/xl", part.get("Target", "")) for part in relations
            }
            for element in root.iterfind("{*}sheets/{*}sheet"):
                # The namespace of the attribute differs in strict workbooks.
                relation = next(value for name, value in element.items() if name.endswith("}id"))
                part = posixpath.normpath(parts[relation]).lstrip("/")
                sheets[element.get("name", "")] = _sheet_in(archive.read(part))
    except ElementTree.ParseError as error:
        raise UnreadableFile(f"a workbook whose XML is broken: {error}") from None
    except KeyError:
        raise UnreadableFile(
            "an archive that is no .xlsx workbook, or lacks a part of one"
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise UnreadableFile(DAMAGED) from None
    for name, sheet in sheets.items():
        cells = (sheet.last[0] + 1) * (sheet.last[1] + 1)
        if cells > MOST_CELLS:
            raise UnreadableFile(
                f"the sheet {shown(name)} reaches over {cells:,} cells, more than {MOST_CELLS:,}"
            )
    return sheets


def _rows(workbook: CalamineWorkbook, place: int, sheet: Sheet) -> Iterator[Row | Refusal]:
    """The rows of a sheet that have text; the first cell is that of its column A.

    Each cell of merged ones has the text of the first.
    """
    try:
        cells = workbook.get_sheet_by_index(place)
    except CalamineError as error:
        raise UnreadableFile(f"a sheet that can't be read: {error}") from None
    before = [""] * (cells.start[1] if cells.start else 0)
    values = cells.iter_rows()
    width = sheet.last[1] + 1
    ahead = sorted(cells.merged_cell_ranges or [], reverse=True)
    merged: list[tuple[int, slice, str]] = []
    for number in range(sheet.last[0] + 1):
        row = before + [_text(value) for value in next(values, ())]
        row += [""] * (width - len(row))
        for column, text in sheet.texts.get(number, {}).items():
            row[column] = text
        while ahead and ahead[-1][0][0] <= number:
            (_, first), (last_row, last) = ahead.pop()
            merged.append((last_row, slice(first, last + 1), "".join(row[first : first + 1])))
        merged = [each for each in merged if each[0] >= number]
        for _, columns, text in merged:
            row[columns] = [text] * len(row[columns])
        if len(row) > MOST_COLUMNS and any(row[MOST_COLUMNS:]):
            yield Refusal(TOO_WIDE, number + 1, shown(row))
        elif any(row):
            yield Row(number + 1, row[:MOST_COLUMNS])


def _text(value: object) -> str:
    if isinstance(value, datetime) and value.microsecond:
        # A moment is a fraction of a day, which 20:00 may miss by a part of a second.
        value = (value + timedelta(microseconds=500_000)).replace(microsecond=0)
    return text_of(value)
