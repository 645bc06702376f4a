"""What the XML of an .xlsx says that its cells, as they are computed, do not.

How far the cells of a sheet reach, the formulas without a value, and the errors.
"""

import posixpath
import re
import zipfile
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from footydata.sources.refusing import UnreadableFile

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
NO_VALUE = "=a formula that was never computed"


class Sheet:
    """A sheet.

    Attributes:
        first, last: the row and the column of its first and its last cell, from 0; None if it has none.
        texts: row → column → what stands for the value of a cell that has none: NO_VALUE of a formula, or its error.
        formula: the first row, from 0, with a formula that was never computed.
    """

    def __init__(self) -> None:
        self.first: tuple[int, int] | None = None
        self.last: tuple[int, int] | None = None
        self.texts: dict[int, dict[int, str]] = {}
        self.formula: int | None = None

    def add(self, row: int, column: int) -> None:
        """Take a cell that is not empty."""
        first, last = self.first or (row, column), self.last or (row, column)
        self.first = min(first[0], row), min(first[1], column)
        self.last = max(last[0], row), max(last[1], column)

    @property
    def cells(self) -> int:
        """How many cells there are from the first to the last."""
        if self.first is None or self.last is None:
            return 0
        return (self.last[0] - self.first[0] + 1) * (self.last[1] - self.first[1] + 1)


def sheets_in(archive: zipfile.ZipFile) -> dict[str, Sheet]:
    """The sheets of a workbook by their names. Raises UnreadableFile if its XML is broken, and KeyError if it is no .xlsx."""
    try:
        root = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        paths = {one.get("Id"): posixpath.join("/xl", one.get("Target", "")) for one in relations}
        return {
            sheet.get("name", ""): _sheet(
                archive, posixpath.normpath(paths[_relation(sheet)]).lstrip("/")
            )
            for sheet in root.iterfind("{*}sheets/{*}sheet")
        }
    except (ElementTree.ParseError, expat.ExpatError) as error:
        raise UnreadableFile(f"a workbook whose XML is broken: {error}") from None


def _relation(sheet: ElementTree.Element) -> str:
    """The id by which a sheet refers to its file; the attribute's namespace differs in strict workbooks."""
    return next(value for name, value in sheet.items() if name.endswith("}id"))


def _sheet(archive: zipfile.ZipFile, path: str) -> Sheet:
    reading = _Reading()
    reading.parser.Parse(archive.read(path), True)
    return reading.sheet


class _Reading:
    """Reads the XML of a sheet, cell by cell."""

    def __init__(self) -> None:
        self.sheet = Sheet()
        self.parser: Any = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = _refuse
        self._starts = {
            "row": self._row,
            "c": self._cell,
            "f": self._formula,
            "v": self._value,
            "is": self._value,
        }
        self._ends = {"c": self._end_cell, "v": self._end_value}
        self._row_number = self._column = -1
        self._kind = ""
        self._text = ""
        self._is_formula = False
        self._is_empty = True

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if start := self._starts.get(name) or self._starts.get(name.rpartition(":")[2]):
            start(attributes)

    def _end(self, name: str) -> None:
        if end := self._ends.get(name) or self._ends.get(name.rpartition(":")[2]):
            end()

    def _row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r", "")
        self._row_number = int(number) - 1 if number.isdecimal() else self._row_number + 1
        self._column = -1

    def _cell(self, attributes: dict[str, str]) -> None:
        match = _REFERENCE.fullmatch(attributes.get("r", ""))
        if match:
            self._row_number, self._column = int(match[2]) - 1, _column(match[1])
        else:
            self._column += 1
        self._kind = attributes.get("t", "n")
        self._is_formula, self._text, self._is_empty = False, "", True

    def _formula(self, attributes: dict[str, str]) -> None:
        self._is_formula, self._is_empty = True, False

    def _value(self, attributes: dict[str, str]) -> None:
        self._is_empty = False
        if self._is_formula or self._kind == "e":
            self.parser.CharacterDataHandler = self._add_text

    def _end_value(self) -> None:
        self.parser.CharacterDataHandler = None

    def _add_text(self, text: str) -> None:
        self._text += text

    def _end_cell(self) -> None:
        if self._is_empty:
            return
        row, column = self._row_number, self._column
        self.sheet.add(row, column)
        if self._kind == "e" and self._text:
            self.sheet.texts.setdefault(row, {})[column] = self._text
        elif self._is_formula and not self._text and self._kind != "str":
            # A formula that was computed to no text is of kind "str".
            self.sheet.texts.setdefault(row, {})[column] = NO_VALUE
            if self.sheet.formula is None:
                self.sheet.formula = row


def _refuse(*_: object) -> None:
    raise UnreadableFile("a workbook whose XML declares a document type")


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
