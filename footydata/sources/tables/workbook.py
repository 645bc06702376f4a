"""A workbook as tables, one for each sheet that has cells.

calamine reads the cells, many times as fast as openpyxl. What it passes over is found in the XML of the sheets first:
formulas that were never computed and errors, which would be empty cells, and how far the cells reach, as it reserves
memory for every cell up to the last one.
"""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache, partial
from io import BytesIO
from xml.etree import ElementTree

from python_calamine import CalamineError, CalamineWorkbook, PasswordError
from python_calamine import SheetTypeEnum as Kind
from python_calamine import SheetVisibleEnum as Visible

from footydata.sources.delimited import MOST_COLUMNS, TOO_WIDE
from footydata.sources.parsed import Refusal, Remark
from footydata.sources.refusing import UnreadableFile, shown
from footydata.sources.tables.content import MOST_HELD, FileContent
from footydata.sources.tables.table import Row, TextTable, text_of

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
NO_VALUE = "=a formula that was never computed"


class Sheet:
    """A sheet.

    Attributes:
        last: the row and the column of its last cell, from 0; None if it has none.
        texts: row → column → what stands for the value of a cell that has none: NO_VALUE of a formula, or its error.
        formula: the first row, from 0, with a formula that was never computed.
    """

    def __init__(self) -> None:
        self.last: tuple[int, int] | None = None
        self.texts: dict[int, dict[int, str]] = {}
        self.formula: int | None = None

    def add(self, row: int, column: int) -> None:
        """Take a cell that is not empty."""
        last = self.last or (row, column)
        self.last = max(last[0], row), max(last[1], column)

    @property
    def cells(self) -> int:
        """How many cells there are up to the last one."""
        return (self.last[0] + 1) * (self.last[1] + 1) if self.last else 0


def sheets_in(archive: zipfile.ZipFile) -> dict[str, Sheet]:
    """The sheets of a workbook by their names. Raises UnreadableFile if its XML is broken, and KeyError if it is no .xlsx."""
    try:
        root = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        paths = {one.get("Id"): posixpath.join("/xl", one.get("Target", "")) for one in relations}
        return {
            sheet.get("name", ""): _sheet_in(
                archive, posixpath.normpath(paths[_relation(sheet)]).lstrip("/")
            )
            for sheet in root.iterfind("{*}sheets/{*}sheet")
        }
    except ElementTree.ParseError as error:
        raise UnreadableFile(f"a workbook whose XML is broken: {error}") from None


def _relation(sheet: ElementTree.Element) -> str:
    """The id by which a sheet refers to its file; the attribute's namespace differs in strict workbooks."""
    return next(value for name, value in sheet.items() if name.endswith("}id"))


def _sheet_in(archive: zipfile.ZipFile, path: str) -> Sheet:
    """A sheet by its XML. Raises UnreadableFile if that declares a document type, whose entities may be without end."""
    content = archive.read(path)
    if b"<!DOCTYPE" in content:
        raise UnreadableFile("a workbook whose XML declares a document type")
    sheet, row = Sheet(), -1
    for _, element in ElementTree.iterparse(BytesIO(content)):
        if _local(element) == "row":
            number, column = element.get("r", ""), -1
            row = int(number) - 1 if number.isdecimal() else row + 1
            for cell in element:
                place = _REFERENCE.fullmatch(cell.get("r", ""))
                row, column = _place(place) if place else (row, column + 1)
                _add_cell(sheet, row, column, cell)
            element.clear()
    return sheet


def _add_cell(sheet: Sheet, row: int, column: int, cell: ElementTree.Element) -> None:
    """Take a cell if it has a formula or a value."""
    parts = {_local(part): part.text for part in cell}
    if not parts.keys() & {"f", "v", "is"}:
        return
    sheet.add(row, column)
    kind, text = cell.get("t"), parts.get("v")
    if kind == "e" and text:
        sheet.texts.setdefault(row, {})[column] = text
    elif "f" in parts and not text and kind != "str":
        # A formula that was computed to no text is of kind "str".
        sheet.texts.setdefault(row, {})[column] = NO_VALUE
        if sheet.formula is None:
            sheet.formula = row


def _local(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def _place(reference: re.Match[str]) -> tuple[int, int]:
    return int(reference[2]) - 1, _column(reference[1])


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

HIDDEN = "a hidden sheet"
DAMAGED = "a workbook that is damaged"


def workbook_tables(content: FileContent) -> list[TextTable]:
    """The tables of a workbook. Raises UnreadableFile if it is none, is damaged or too large, and OSError."""
    held = content.held()
    sheets = _sheets(held) if held.startswith(ZIP) else {}
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(held))
        return [
            TextTable(
                about.name,
                None,
                partial(_rows, workbook, place, sheet),
                tuple(_notes(sheet, about.visible)),
            )
            for place, about in enumerate(workbook.sheets_metadata)
            for sheet in [sheets.get(about.name) or _sheet(workbook, place)]
            if about.typ == Kind.WorkSheet and sheet.last
        ]
    except PasswordError:
        raise UnreadableFile("a workbook with a password") from None
    except CalamineError as error:
        raise UnreadableFile(f"no workbook that can be read: {error}") from None


def _sheets(held: bytes) -> dict[str, Sheet]:
    """What the XML of an .xlsx says of its sheets, which is unpacked in whole. Raises UnreadableFile."""
    try:
        with zipfile.ZipFile(BytesIO(held)) as archive:
            # First by the sizes that it states, then by unpacking: what is longer than it states fails its checksum.
            if sum(entry.file_size for entry in archive.infolist()) > MOST_HELD:
                raise UnreadableFile(f"a workbook that unpacks to more than {MOST_HELD >> 20} MiB")
            if archive.testzip() is not None:
                raise UnreadableFile(DAMAGED)
            sheets = sheets_in(archive)
    except KeyError:
        raise UnreadableFile(
            "an archive that is no .xlsx workbook, or lacks a part of one"
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise UnreadableFile(DAMAGED) from None
    for name, sheet in sheets.items():
        if sheet.cells > MOST_CELLS:
            raise UnreadableFile(
                f"the sheet {shown(name)} reaches over {sheet.cells:,} cells, more than {MOST_CELLS:,}"
            )
    return sheets


def _sheet(workbook: CalamineWorkbook, place: int) -> Sheet:
    """A sheet of a workbook of before 2007, of which nothing is known but how far its cells reach."""
    cells = workbook.get_sheet_by_index(place)
    sheet = Sheet()
    if cells.end:
        sheet.add(*cells.end)
    return sheet


def _notes(sheet: Sheet, visible: Visible) -> Iterator[Remark]:
    if visible != Visible.Visible:
        yield Remark(HIDDEN)
    if sheet.formula is not None:
        yield Remark("a formula that was never computed stands for its value", sheet.formula + 1)


def _rows(workbook: CalamineWorkbook, place: int, sheet: Sheet) -> Iterator[Row | Refusal]:
    """The rows of a sheet that have text; the first cell is that of its column A."""
    assert sheet.last
    try:
        cells = workbook.get_sheet_by_index(place)
    except CalamineError as error:
        raise UnreadableFile(f"a sheet that can't be read: {error}") from None
    before = [""] * (cells.start[1] if cells.start else 0)
    values = cells.iter_rows()
    width = sheet.last[1] + 1
    merged = _MergedCells(cells.merged_cell_ranges or [])
    for number in range(sheet.last[0] + 1):
        row = before + [_text(value) for value in next(values, ())]
        row += [""] * (width - len(row))
        for column, text in sheet.texts.get(number, {}).items():
            row[column] = text
        merged.fill(number, row)
        if any(row):
            yield _row(number + 1, row)


def _row(number: int, cells: list[str]) -> Row | Refusal:
    if len(cells) > MOST_COLUMNS and any(cells[MOST_COLUMNS:]):
        return Refusal(TOO_WIDE, number, shown(cells))
    return Row(number, cells[:MOST_COLUMNS])


def _text(value: object) -> str:
    if isinstance(value, datetime) and value.microsecond:
        # A moment is a fraction of a day, which 20:00 may miss by a part of a second.
        value = (value + timedelta(microseconds=500_000)).replace(microsecond=0)
    return text_of(value)


class _MergedCells:
    """The merged cells of a sheet, each of which has the value of the first.

    ranges: their first and last row and column, from 0.
    """

    def __init__(self, ranges: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> None:
        self._ahead = sorted(ranges, reverse=True)
        self._texts: dict[tuple[tuple[int, int], tuple[int, int]], str] = {}

    def fill(self, number: int, row: list[str]) -> None:
        """Fill the merged cells of a row; the rows come in their order."""
        while self._ahead and self._ahead[-1][0][0] <= number:
            merged = self._ahead.pop()
            column = merged[0][1]
            self._texts[merged] = row[column] if column < len(row) else ""
        for merged in [merged for merged in self._texts if merged[1][0] < number]:
            del self._texts[merged]
        for ((_, first), (_, last)), text in self._texts.items():
            last = min(last + 1, len(row))
            row[first:last] = [text] * (last - first)
