"""Reads the days of a CSV file's rows in the order that they show together; a row without a usable day is refused."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, tzinfo
from typing import NamedTuple

from footydata.football.moments import midnight_of
from footydata.football.wording import plural
from footydata.sources.cells import WrittenDay, moment_at, read_clock, written_day
from footydata.sources.csv_rows import DAY, CsvRow, CsvTable, columns_of
from footydata.sources.day_orders import AMBIGUOUS, DayOrder, FoundOrder, orders_of
from footydata.sources.parsed import Parsed, Refusal, Remark
from footydata.sources.protocol import CompetitionDays, spans_of
from footydata.sources.refusing import NO_DAY, NO_TIME, shown


class DatedRow(NamedTuple):
    """A row with its day; line and cells as in csv_rows.CsvRow."""

    line: int
    cells: list[str]
    day: date


class DatedColumns(NamedTuple):
    """The columns that tell the competition of a row, and those of a result: a row with any of these was played."""

    competition: tuple[str, ...]
    results: tuple[str, ...]


class Cells:
    """The cells of a row by column name; refused: the cells that were set aside."""

    def __init__(self, row: DatedRow, columns: Mapping[str, int]) -> None:
        self.line = row.line
        self.cells = row.cells
        self.refused: list[Refusal] = []
        self._columns = columns

    def text(self, name: str) -> str:
        """A cell; empty if the file has no such column."""
        return self.cells[self._columns[name]].strip() if name in self._columns else ""

    def set_aside(self, reason: str, name: str) -> None:
        """Refuse one cell."""
        self.refused.append(Refusal(reason, self.line, shown(self.text(name)), name))


def kickoff(row: Cells, day: date, zone: tzinfo) -> tuple[int, bool]:
    """The kickoff in unix seconds, by the column Time in a zone, and whether the time is known; else 00:00 UTC."""
    clock = read_clock(row.text("Time"))
    if clock is not None:
        return moment_at(day, clock, zone), True
    if row.text("Time"):
        row.set_aside(NO_TIME, "Time")
    return midnight_of(day), False


RowReader = Callable[[DatedRow], Iterator[Parsed]]
"""What a source makes of a row."""


def read_dated(
    tables: Sequence[CsvTable], columns: DatedColumns, reader_of: Callable[[list[str]], RowReader]
) -> Iterator[Parsed]:
    """What a source makes of each row of a file, with the refusals, in the file's order.

    reader_of: the reader of the rows under a header.
    """
    yield from _put_right(tables)
    dated = [_DatedTable(table, columns) for table in tables]
    orders = orders_of([table.written for table in dated])
    yield from _remarks(dated, orders)
    for table, each in zip(dated, orders, strict=True):
        yield from table.parsed(each.order, reader_of)


def _put_right(tables: Sequence[CsvTable]) -> Iterator[Remark]:
    """The columns in which the encoding of cells was put right, each with its first cell."""
    for table in tables:
        for remark, count in table.put_right.values():
            more = f", and {plural(count - 1, 'more cell')}" if count > 1 else ""
            yield remark._replace(reason=remark.reason + more)


def spans_in(tables: Sequence[CsvTable], columns: DatedColumns) -> list[CompetitionDays]:
    """The days that a file covers, by competition; the tables may have been read with first_columns."""
    dated = [_DatedTable(table, columns) for table in tables]
    orders = orders_of([table.written for table in dated])
    return spans_of(
        (" ".join(competition), day, is_played)
        for table, each in zip(dated, orders, strict=True)
        # Fixtures of one day and competition are dated once.
        for competition, written, is_played in dict.fromkeys(
            (row.competition, row.written, row.is_played) for row in table.rows
        )
        if (day := each.order.read(written)) is not None
    )


def _remarks(tables: Sequence["_DatedTable"], orders: Sequence[FoundOrder]) -> Iterator[Remark]:
    """How the days are read, unless that is day first beyond doubt; with a line if it differs within the file."""
    differs = len(set(orders)) > 1
    for each in dict.fromkeys(orders):
        if each.why is not None:
            line = tables[orders.index(each)].first_line if differs else None
            yield Remark(f"days are read {each.order.value}: {each.why}", line, DAY)


class _WrittenRow(NamedTuple):
    """A row with a day: its line, its competition, its day as written, and whether it has a result."""

    line: int
    competition: tuple[str, ...]
    written: WrittenDay
    is_played: bool


class _DatedTable:
    """The rows under a header with what is written of their days.

    Attributes:
        rows: those with a day in some order.
    """

    def __init__(self, table: CsvTable, columns: DatedColumns) -> None:
        places = columns_of(table.header)
        keys = [places[name] for name in columns.competition]
        results = [places[name] for name in columns.results if name in places]
        competitions: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._table = table
        self._day = places[DAY]
        self.rows: list[_WrittenRow] = []
        last = max([self._day, *keys, *results])
        for row in table.rows:
            if isinstance(row, CsvRow):
                cells = row.first_cells(last + 1)
                written = written_day(cells[self._day].strip())
                if written is not None:
                    key = tuple([cells[place].strip() for place in keys])
                    is_played = any([cells[place].strip() for place in results])
                    self.rows.append(
                        _WrittenRow(row.line, competitions.setdefault(key, key), written, is_played)
                    )

    @property
    def written(self) -> list[tuple[tuple[str, ...], WrittenDay]]:
        """Competition and day of each row with a day."""
        return [row[1:3] for row in self.rows]

    @property
    def first_line(self) -> int | None:
        """The line of the first row."""
        return self._table.rows[0].line

    def days(self, order: DayOrder) -> Iterator[tuple[_WrittenRow, date]]:
        """The rows that have a day in an order."""
        for row in self.rows:
            day = order.read(row.written)
            if day is not None:
                yield row, day

    def parsed(
        self, order: DayOrder, reader_of: Callable[[list[str]], RowReader]
    ) -> Iterator[Parsed]:
        """What a source makes of each row, or its Refusal."""
        read = reader_of(self._table.header)
        days = {row.line: day for row, day in self.days(order)}
        for row in self._table.rows:
            if isinstance(row, Refusal):
                yield row
                continue
            cells, day = row.cells, days.get(row.line)
            if day is not None:
                yield from read(DatedRow(row.line, cells, day))
            else:
                text = cells[self._day].strip()
                is_ambiguous = order is DayOrder.ONE_WAY and written_day(text) is not None
                yield Refusal(AMBIGUOUS if is_ambiguous else NO_DAY, row.line, shown(text))
