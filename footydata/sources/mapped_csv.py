"""CSV formats that come with a map: their rows are read as those of anyone's table, and need nobody's yes.

A format says by which columns its header is known, and what each means. What a map can't say, the format's `records`
adds to the fixtures that are read. A file may be glued together of several: each row is read under the header above it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import ClassVar

from footydata.sources.delimited import LONGEST_ROW, lines_of, rows_in
from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.protocol import BYTE_ORDER_MARK, Reach, head_of, reach_of
from footydata.sources.refusing import UnreadableFile, shown
from footydata.sources.tables.cell_readers import is_blank
from footydata.sources.tables.content import FileContent
from footydata.sources.tables.headers import Header, unique
from footydata.sources.tables.meanings import Meaning
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import Row, TextTable
from footydata.sources.tables.table_map import TableMap

MOST_HELD = 1 << 18
"""Bytes of a file whose rows are held, as nearly every season's; those of a longer one are read twice."""

DAY = "Date"
"""The column of the day in every CSV format."""

_GOALS = ("home_goals", "away_goals")


class MappedCsv:
    """A source of CSV files with a known header.

    Attributes:
        form: what such a file is called, for messages. needed: the columns of its header, DAY among them.
        columns: column → its meaning; of two columns of one meaning the first counts. zone: of the times.
        unstored: columns that are known and say nothing more; None where no other column is named either.
    """

    name: str
    trust: int
    form: ClassVar[str]
    needed: ClassVar[tuple[str, ...]]
    columns: ClassVar[Mapping[str, Meaning]]
    zone: ClassVar[str]
    unstored: ClassVar[frozenset[str] | None] = frozenset()

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header of the format near its beginning."""
        head = head_of(path, LONGEST_ROW).replace(BYTE_ORDER_MARK, b"")
        if _is_binary(head) or not all(name.encode() in head for name in self.needed):
            return False
        rows = rows_in(lines_of(head.decode("latin-1")))
        return any(map(self._is_header, rows))

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches."""
        return reach_of(
            (day, not any(is_blank(reader.taken.raw(name, row.cells)) for name in _GOALS))
            for reader in self._readers(self._table(path))
            for row in reader.rows()
            if isinstance(row, Row)
            and (dated := reader.dated(row))
            and (day := reader.order.order.read(dated[1]))
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        table = self._table(path)
        readers = self._readers(table)
        if not any(True for reader in readers for _ in reader.rows()):
            raise UnreadableFile(f"no row under a header of {self.form}")
        yield from table.notes
        known = None if self.unstored is None else self.unstored | self.columns.keys()
        for reader in readers:
            yield from reader.remarks(known)
        for row in takewhile(lambda row: not self._is_header(row), table.rows()):
            yield (
                Refusal("a row above the first header", row.number, shown(row.cells))
                if isinstance(row, Row)
                else row
            )
        for reader in readers:
            yield from reader.records()

    def _table(self, path: Path) -> TextTable:
        """The rows of a file; a text that is not UTF-8 is Windows-1252. Raises UnreadableFile, and OSError."""
        content = FileContent(path)
        if _is_binary(content.head(LONGEST_ROW)):
            raise UnreadableFile("a binary file")
        form = content.text_form("cp1252")
        if path.stat().st_size > MOST_HELD:
            return TextTable(None, None, lambda: rows_in(content.lines(form)), form.notes)
        held = list(rows_in(content.lines(form)))
        return TextTable(None, None, lambda: iter(held), form.notes)

    def _is_header(self, row: Row | Refusal) -> bool:
        return isinstance(row, Row) and set(self.needed).issubset(row.cells)

    def _readers(self, table: TextTable) -> list[RowReader]:
        """What reads the rows under each header, up to the next one."""
        headers = [
            Header(unique(row.cells), row.number)
            for row in table.rows()
            if self._is_header(row) and isinstance(row, Row)
        ]
        return [
            RowReader(_between(table, header, following), header, self.map_of(header.names))
            for header, following in pairwise([*headers, None])
            if header
        ]

    def map_of(self, header: Sequence[str]) -> TableMap:
        """The map of a header: the first of its columns of each meaning."""
        present = set(header)
        names: dict[Meaning, str] = {}
        for name, meaning in self.columns.items():
            if name in present:
                names.setdefault(meaning, name)
        columns = {name: meaning for meaning, name in names.items()}
        return TableMap(columns, zone=self.zone, scores="ninety minutes", seasons="column")


def _between(table: TextTable, header: Header, following: Header | None) -> TextTable:
    """The rows from a header up to the following one."""
    end = following.last_row if following else sys.maxsize
    return TextTable(
        None,
        None,
        lambda: (row for row in table.rows() if header.last_row <= _number_of(row) < end),
    )


def _number_of(row: Row | Refusal) -> int:
    return row.number if isinstance(row, Row) else row.line or 0


def _is_binary(head: bytes) -> bool:
    """Whether the first line has a NUL."""
    return b"\0" in head.replace(b"\r", b"\n").partition(b"\n")[0]
