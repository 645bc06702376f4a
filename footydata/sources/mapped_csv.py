"""CSV formats that come with a map: their rows are read as those of anyone's table, and need nobody's yes.

A format says by which columns its header is known, and what each means. What a map can't say, the format's `records`
adds to the fixtures that are read. A file may be glued together of several: each row is read under the header above it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from math import inf
from pathlib import Path
from typing import ClassVar

from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.protocol import BYTE_ORDER_MARK, Reach, head_of, reach_of
from footydata.sources.refusing import UnreadableFile, shown
from footydata.sources.tables.cell_readers import is_blank
from footydata.sources.tables.headers import Header, unique
from footydata.sources.tables.meanings import Meaning
from footydata.sources.tables.opening import text_in
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import LONGEST_ROW, Row, TextTable, lines_of, rows_in
from footydata.sources.tables.table_map import TableMap

MOST_HELD = 1 << 18
"""Characters of a file whose rows are held, as nearly every season's; those of a longer one are read twice."""

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
        if not all(name.encode() in head for name in self.needed):
            return False
        rows = rows_in(lines_of(head.decode("latin-1")))
        return any(map(self._is_header, rows))

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches."""
        return reach_of(
            (day, not any(is_blank(reader.taken.raw(name, row.cells)) for name in _GOALS))
            for reader in self._parts(path)[1]
            for row in reader.rows()
            if isinstance(row, Row)
            and (dated := reader.dated(row))
            and (day := reader.order.order.read(dated[1]))
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        table, readers = self._parts(path)
        if not any(True for reader in readers for _ in reader.rows()):
            raise UnreadableFile(f"no row under a header of {self.form}")
        known = None if self.unstored is None else self.unstored | self.columns.keys()
        yield from table.notes
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

    def _is_header(self, row: Row | Refusal) -> bool:
        return isinstance(row, Row) and set(self.needed).issubset(row.cells)

    def _parts(self, path: Path) -> tuple[TextTable, list[RowReader]]:
        """The rows of a file, and what reads those under each header up to the next one. Raises UnreadableFile, and OSError.

        A text that is not UTF-8 is Windows-1252.
        """
        text, notes = text_in(path.read_bytes(), "cp1252")
        table = TextTable(None, None, lambda: rows_in(lines_of(text)), notes)
        if len(text) <= MOST_HELD:
            held = list(table.rows())
            table = TextTable(None, None, lambda: iter(held), notes)
        headers = [
            Header(unique(row.cells), row.number)
            for row in table.rows()
            if isinstance(row, Row) and self._is_header(row)
        ]
        ends = [*(header.last_row for header in headers[1:]), inf]
        return table, [
            RowReader(table, header, self._map_of(header.names), end=end)
            for header, end in zip(headers, ends, strict=False)
        ]

    def _map_of(self, header: Sequence[str]) -> TableMap:
        """The map of a header: the first of its columns of each meaning."""
        columns: dict[str, Meaning] = {}
        for name, meaning in self.columns.items():
            if name in header and meaning not in columns.values():
                columns[name] = meaning
        return TableMap(columns, zone=self.zone, scores="ninety minutes", seasons="column")
