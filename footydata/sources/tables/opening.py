"""Opens a file of anyone as its tables, by its content and not by its name."""

from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from footydata.sources.csv_rows import LONGEST_ROW
from footydata.sources.protocol import head_of
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.delimited import delimited_rows, delimiter_of
from footydata.sources.tables.table import Table


def is_table(path: Path) -> bool:
    """Whether a file may have tables, by its first bytes; False if it can't be read."""
    head = head_of(path, LONGEST_ROW)
    return b"\0" not in head and delimiter_of(head.decode(errors="replace")) is not None


def tables_in(path: Path) -> list[Table]:
    """The tables of a file. Raises UnreadableFile if it is none that can be read, and OSError."""
    with path.open("rb") as file:
        head = file.read(LONGEST_ROW)
    if b"\0" in head:
        raise UnreadableFile("a binary file")
    delimiter = delimiter_of(head.decode("utf-8-sig", errors="replace"))
    if delimiter is None:
        raise UnreadableFile("no table: its lines are not divided by commas, semicolons, tabs or pipes")

    def open_text() -> TextIO:
        return TextIOWrapper(path.open("rb"), encoding="utf-8-sig", errors="replace")

    return [Table(None, None, lambda: delimited_rows(open_text, delimiter))]
