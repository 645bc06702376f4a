"""CSV formats that come with a map: their rows are read as those of anyone's table, and need nobody's yes.

A format says by which columns its header is known, and what each means. What a map can't say, the format's `records`
adds to the fixtures that are read. A file has a table for each of its headers, as it may be glued together of several.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from re import ASCII, compile
from typing import ClassVar, NamedTuple

from footydata.football.wording import plural
from footydata.sources.cells import WrittenDay
from footydata.sources.csv_rows import DAY, CsvRow, CsvTable, columns_of, header_of, read_csv
from footydata.sources.day_orders import FoundOrder, orders_of
from footydata.sources.parsed import Parsed, Remark
from footydata.sources.protocol import CompetitionDays, spans_of
from footydata.sources.refusing import shown
from footydata.sources.tables.meanings import Meaning
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_moments import written_moment

CHUNK = 400
"""Rows that are read at once: about a season, so that a file takes a few times its size in memory."""

LISTED = 10
"""How many of the columns that are not read are named."""

_SCORE = compile(r"\d{1,2} ?[:-] ?\d{1,2}", ASCII)


class MappedCsv:
    """A source of CSV files with a known header.

    Attributes:
        form: what such a file is called, for messages. needed: the columns of its header, DAY among them.
        competition: the columns that tell the competition. results: those of which a played fixture has any.
        columns: column → its meaning; of two columns of one meaning the first counts. zone: of the times.
        unstored: columns that are known and say nothing more; None where no other column is named either.
    """

    name: str
    trust: int
    form: ClassVar[str]
    needed: ClassVar[tuple[str, ...]]
    competition: ClassVar[tuple[str, ...]] = ()
    results: ClassVar[tuple[str, ...]]
    columns: ClassVar[Mapping[str, Meaning]]
    zone: ClassVar[str]
    unstored: ClassVar[frozenset[str] | None] = frozenset()

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header of the format."""
        return bool(header_of(path, self.needed))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers, by competition."""
        tables = read_csv(path, self.needed, self.form)
        dated, orders = self._dated(tables)
        return spans_of(
            (row.competition, day, row.is_played)
            for rows, found in zip(dated, orders, strict=True)
            # Fixtures of one day and competition are dated once.
            for row in dict.fromkeys(rows)
            if (day := found.order.read(row.written)) is not None
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        return self.read(read_csv(path, self.needed, self.form))

    def read(self, tables: Sequence[CsvTable]) -> Iterator[Parsed]:
        """What `records` has of the tables of a file by the map alone."""
        if self.unstored is not None:
            yield from self._unread_columns(tables, self.unstored.union(self.columns))
        yield from _put_right(tables)
        _, orders = self._dated(tables)
        yield from _remarks_on_days(tables, orders)
        for table, found in zip(tables, orders, strict=True):
            table_map = self._map_of(table.header)
            reader = RowReader(table.header, table_map, found.order, league=None)
            rows = (
                Row(row.line, row.cells) if isinstance(row, CsvRow) else row for row in table.rows
            )
            while chunk := list(islice(rows, CHUNK)):
                yield from reader.read(chunk)

    def _map_of(self, header: Sequence[str]) -> TableMap:
        """The map of a header: the first of its columns of each meaning."""
        present = set(header)
        names: dict[Meaning, str] = {}
        for name, meaning in self.columns.items():
            if name in present:
                names.setdefault(meaning, name)
        columns = {name: meaning for meaning, name in names.items()}
        return TableMap(columns, zone=self.zone, scores="ninety minutes", seasons="column")

    def _dated(self, tables: Sequence[CsvTable]) -> tuple[list[list["_Dated"]], list[FoundOrder]]:
        """The rows with a day in some order, and the order of the days, of each table."""
        dated = [list(self._dated_rows(table)) for table in tables]
        return dated, orders_of([[row[:2] for row in rows] for rows in dated])

    def _dated_rows(self, table: CsvTable) -> Iterator["_Dated"]:
        columns = columns_of(table.header)
        keys = [columns[name] for name in self.competition]
        results = [columns[name] for name in self.results if name in columns]
        day = columns[DAY]
        width = 1 + max(day, *keys, *results)
        for row in table.rows:
            if isinstance(row, CsvRow):
                cells = row.first_cells(width)
                moment = written_moment(cells[day])
                if moment is not None:
                    competition = " ".join([cells[place].strip() for place in keys])
                    is_played = any([cells[place].strip() for place in results])
                    yield _Dated(competition, moment.day, is_played)

    def _unread_columns(
        self, tables: Sequence[CsvTable], known: frozenset[str]
    ) -> Iterator[Remark]:
        """A Remark for each unknown column of scores, and one for all others that have text."""
        others: dict[str, None] = {}
        goals = " and ".join(self.results[:2])
        reason = f"scores in a column that is not read; goals are read of {goals}"
        for table in tables:
            for place, name in enumerate(table.header):
                if not name or name in known:
                    continue
                line, text = _first_text(table, place)
                if _SCORE.fullmatch(text):
                    yield Remark(reason, line, name, text)
                elif text:
                    others[name] = None
        if others:
            more = f" and {len(others) - LISTED} more" if len(others) > LISTED else ""
            names = shown(", ".join(islice(others, LISTED)))
            yield Remark(f"columns that are not read: {names}{more}")


class _Dated(NamedTuple):
    """A row with a day: its competition, its day as written, and whether it has a result."""

    competition: str
    written: WrittenDay
    is_played: bool


def _put_right(tables: Sequence[CsvTable]) -> Iterator[Remark]:
    """The columns in which the encoding of cells was put right, each with its first cell."""
    for table in tables:
        for remark, count in table.put_right.values():
            more = f", and {plural(count - 1, 'more cell')}" if count > 1 else ""
            yield remark._replace(reason=remark.reason + more)


def _remarks_on_days(tables: Sequence[CsvTable], orders: Sequence[FoundOrder]) -> Iterator[Remark]:
    """How the days are read, unless that is day first beyond doubt; with a line if it differs within the file."""
    differs = len(set(orders)) > 1
    for found in dict.fromkeys(orders):
        if found.why is not None:
            line = tables[orders.index(found)].rows[0].line if differs else None
            yield Remark(f"days are read {found.order.value}: {found.why}", line, DAY)


def _first_text(table: CsvTable, place: int) -> tuple[int | None, str]:
    """The line and the text of the first cell of a column that is not empty; an empty text if there is none."""
    return next(
        (
            (row.line, shown(text))
            for row in table.rows
            if isinstance(row, CsvRow) and (text := row.cells[place].strip())
        ),
        (None, ""),
    )
