"""CSV formats that come with a map: their rows are read as those of anyone's table, and need nobody's yes.

A format says by which columns its header is known, and what each means. What a map can't say, the format's `records`
adds to the fixtures that are read. A file has a part for each of its headers, as it may be glued together of several.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, pairwise
from operator import itemgetter
from pathlib import Path
from re import ASCII, compile
from typing import ClassVar, NamedTuple, TypeAlias

from footydata.sources.cells import WrittenDay
from footydata.sources.day_orders import FoundOrder, orders_of
from footydata.sources.delimited import (
    LONGEST_ROW,
    OPEN_QUOTE,
    lines_of,
    misfit,
    rows_in,
    width_of,
)
from footydata.sources.parsed import Parsed, Refusal, Remark
from footydata.sources.protocol import BYTE_ORDER_MARK, CompetitionDays, head_of, spans_of
from footydata.sources.refusing import CUT_OFF, UnreadableFile, shown
from footydata.sources.tables.content import FileContent, TextForm
from footydata.sources.tables.meanings import Meaning
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap

CHUNK = 400
"""Rows that are read at once: about a season, so that a file takes a few times its size in memory."""

MOST_HELD = 1 << 18
"""Bytes of a file whose rows are held, as nearly every season's; those of a longer one are read twice."""

LISTED = 10
"""How many of the columns that are not read are named."""

DAY = "Date"
"""The column of the day in every CSV format; its cell begins with a digit unless the row is a header."""

FEWEST_WORDS = 6
"""Cells of a row that is a header though no column is known; a fixture without a day has four words."""

ABOVE_HEADER = "a row above the first header"

_GOALS = ("home_goals", "away_goals")
_SCORE = compile(r"\d{1,2} ?[:-] ?\d{1,2}", ASCII)
_HAS_DIGIT = compile(r"\d").search


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
        head = head_of(path, LONGEST_ROW)
        head = head.replace(BYTE_ORDER_MARK, b"")
        if _is_binary(head) or not all(name.encode() in head for name in self.needed):
            return False
        rows = rows_in(lines_of(head.decode("latin-1")))
        return any(not self._missing(_names(row)) for row in rows if isinstance(row, Row))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers, by competition."""
        parts = self._parts(self._rows(path, _form_of(path)))
        return spans_of(
            (row.key[0], day, row.is_played)
            for part, found in zip(parts, _orders(parts), strict=True)
            # Fixtures of one day and competition are dated once.
            for row in dict.fromkeys(part.dated)
            if (day := found.order.read(row.written)) is not None
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        form = _form_of(path)
        is_small = path.stat().st_size <= MOST_HELD
        held = list(self._rows(path, form)) if is_small else None
        parts = self._parts(self._rows(path, form) if held is None else held)
        orders = _orders(parts)
        if self.unstored is not None:
            yield from self._unread_columns(parts)
        yield from form.notes
        yield from _remarks_on_days(parts, orders)
        readers = (part.reader for part in parts)
        for part, found in zip(parts, orders, strict=True):
            part.reader.order = found.order
        again = self._rows(path, form) if held is None else held
        for header, placed in groupby(again, key=itemgetter(0)):
            rows = (row for _, row in placed)
            if header is None:
                yield from (row for row in rows if isinstance(row, Refusal))
                continue
            reader = next(readers)
            while chunk := list(islice(rows, CHUNK)):
                yield from reader.read(chunk)

    def _missing(self, names: Sequence[str]) -> list[str]:
        """The columns that a header of these names lacks."""
        return [name for name in self.needed if name not in names]

    def map_of(self, header: Sequence[str]) -> TableMap:
        """The map of a header: the first of its columns of each meaning."""
        present = set(header)
        names: dict[Meaning, str] = {}
        for name, meaning in self.columns.items():
            if name in present:
                names.setdefault(meaning, name)
        columns = {name: meaning for meaning, name in names.items()}
        return TableMap(columns, zone=self.zone, scores="ninety minutes", seasons="column")

    def _rows(self, path: Path, form: TextForm) -> Iterator["_Placed"]:
        """The rows, each with the header above it; refused are those that do not fit it.

        So are rows above the first header, and those under a header without the columns needed.
        """
        header: _Header | None = None
        unread = ABOVE_HEADER
        for row, is_cut in _to_the_end(path, form):
            if isinstance(row, Refusal):
                is_open = is_cut and row.reason == OPEN_QUOTE
                yield header, row._replace(reason=CUT_OFF) if is_open else row
                continue
            is_read = header is not None and not unread
            has_day = bool(is_read and header and header.has_day(row))
            if not has_day and not self._missing(names := _names(row)):
                header, unread = _Header(names), ""
                continue
            why = unread or (header and header.misfit(row, is_cut=is_cut))
            if is_read and header and (why or not has_day) and header.is_like(row):
                # Without a day it may be a header; one that does not fit, two files that were glued within a line.
                why = f"a header without {', '.join(self._missing(_names(row)))}"
                unread = f"a row under {why}"
            yield header, Refusal(why, row.number, shown(row.cells)) if why else row

    def _parts(self, rows: Iterable["_Placed"]) -> list["_Part"]:
        """What stands under each header. Raises UnreadableFile if no row does; and OSError."""
        parts: list[_Part] = []
        first: Refusal | None = None
        for header, row in rows:
            if header is None:
                first = first or (row if isinstance(row, Refusal) else None)
                continue
            if not parts or parts[-1].header is not header:
                parts.append(_Part(header, self, row))
            if isinstance(row, Row):
                parts[-1].add(row)
        if not parts:
            why = f": {first.reason}" if first and first.reason != ABOVE_HEADER else ""
            text = None if first is None else first.text
            raise UnreadableFile(f"no row under a header of {self.form}{why}", text)
        return parts

    def _unread_columns(self, parts: Sequence["_Part"]) -> Iterator[Remark]:
        """A Remark for each unknown column of scores, and one for all others that have text."""
        others: dict[str, None] = {}
        meant = {meaning: name for name, meaning in reversed(list(self.columns.items()))}
        goals = " and ".join(meant[name] for name in _GOALS)
        reason = f"scores in a column that is not read; goals are read of {goals}"
        for part in parts:
            for place, (line, text) in sorted(part.unread.items()):
                name = part.header.names[place]
                if _SCORE.fullmatch(text):
                    yield Remark(reason, line, name, text)
                else:
                    others[name] = None
        if others:
            more = f" and {len(others) - LISTED} more" if len(others) > LISTED else ""
            names = shown(", ".join(islice(others, LISTED)))
            yield Remark(f"columns that are not read: {names}{more}")


class _Header:
    """A header; names: its columns, of which some may have none. width: the cells that a row under it must have."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.width = names, width_of(names)
        self.places = {name: place for place, name in reversed(list(enumerate(names))) if name}
        self._texts = frozenset(name.casefold() for name in self.places)

    def has_day(self, row: Row) -> bool:
        """Whether a row has a digit where its day begins, so that it is no header."""
        place = self.places[DAY]
        return len(row.cells) > place and row.cells[place][:1].isdigit()

    def is_like(self, row: Row) -> bool:
        """Whether a row is a header: two of its cells are names of columns, or it has many words and nothing else."""
        cells = [name.casefold() for name in _names(row)]
        is_words = len(cells) >= FEWEST_WORDS and all(cells) and not any(map(_HAS_DIGIT, cells))
        return is_words or len(self._texts.intersection(cells)) > 1

    def misfit(self, row: Row, *, is_cut: bool) -> str | None:
        """Why a row does not fit; is_cut: whether the file ends with it, without a line end."""
        return CUT_OFF if is_cut and len(row.cells) < self.width else misfit(row, self.width)


_Placed: TypeAlias = tuple[_Header | None, Row | Refusal]
"""A row and the header above it."""


class _Dated(NamedTuple):
    """A row with a day: its competition and season, its day as written, and whether it has a result."""

    key: tuple[str, str]
    written: WrittenDay
    is_played: bool


class _Part:
    """What stands under a header.

    Attributes:
        reader: of its rows. first_line: of the part. dated: the rows with a day in some order.
        unread: place of an unknown column → the line and the text of its first cell that has any.
    """

    def __init__(self, header: _Header, source: MappedCsv, first: Row | Refusal) -> None:
        self.header = header
        self.reader = RowReader(header.names, source.map_of(header.names))
        self.first_line = first.number if isinstance(first, Row) else first.line
        self.dated: list[_Dated] = []
        self.unread: dict[int, tuple[int, str]] = {}
        known = source.columns.keys() | (source.unstored or set())
        self._unknown = [
            place for place, name in enumerate(header.names) if name and name not in known
        ]

    def add(self, row: Row) -> None:
        """Take note of a row."""
        dated = self.reader.dated(row)
        if dated is not None:
            raw = self.reader.taken.raw
            self.dated.append(_Dated(*dated, any([raw(name, row.cells) for name in _GOALS])))
        for place in self._unknown:
            if place not in self.unread and (text := row.cells[place].strip()):
                self.unread[place] = row.number, shown(text)


def _form_of(path: Path) -> TextForm:
    """How the text of a file is read; what is not UTF-8 is Windows-1252. Raises UnreadableFile, and OSError."""
    with path.open("rb") as file:
        if _is_binary(file.read(LONGEST_ROW)):
            raise UnreadableFile("a binary file")
    return FileContent(path, is_packed=False).text_form("cp1252")


def _is_binary(head: bytes) -> bool:
    """Whether the first line has a NUL."""
    return b"\0" in head.replace(b"\r", b"\n").partition(b"\n")[0]


def _to_the_end(path: Path, form: TextForm) -> Iterator[tuple[Row | Refusal, bool]]:
    """The rows of a file; of the last one whether it may be cut off, as no line end follows."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1))
        has_end = file.read(1) in b"\r\n"
    rows = rows_in(FileContent(path, is_packed=False).lines(form))
    for row, following in pairwise(chain(rows, (None,))):
        assert row is not None
        yield row, following is None and not has_end


def _names(row: Row) -> list[str]:
    return [cell.strip() for cell in row.cells]


def _orders(parts: Sequence[_Part]) -> list[FoundOrder]:
    return orders_of([[row[:2] for row in part.dated] for part in parts])


def _remarks_on_days(parts: Sequence[_Part], orders: Sequence[FoundOrder]) -> Iterator[Remark]:
    """How the days are read, unless that is day first beyond doubt; with a line if it differs within the file."""
    differs = len(set(orders)) > 1
    for found in dict.fromkeys(orders):
        if found.why is not None:
            line = parts[orders.index(found)].first_line if differs else None
            yield Remark(f"days are read {found.order.value}: {found.why}", line, DAY)
