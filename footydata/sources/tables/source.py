"""Tables of anyone as a source: read by a map that is given, remembered, or sure from header and cells.

A file that leaves something open is refused with what it is; `footydata map` writes the map in which to answer it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from footydata.football.wording import plural
from footydata.sources.cells import WrittenDay
from footydata.sources.dated_rows import STRAY_DAY, stray_rows
from footydata.sources.day_orders import DayOrder, FoundOrder, orders_of
from footydata.sources.parsed import LeagueKey, Parsed, Refusal, Remark
from footydata.sources.protocol import CompetitionDays, spans_of
from footydata.sources.refusing import BadRow, UnreadableFile, shown
from footydata.sources.tables import TABLE
from footydata.sources.tables.header_words import tells_card_totals
from footydata.sources.tables.headers import Header, headers_in, unique
from footydata.sources.tables.meanings import LINE, PERIODS, OddsColumn, meaning_text
from footydata.sources.tables.opening import NO_TABLE, is_table, tables_in
from footydata.sources.tables.proposing import Proposal, is_header_of_fixtures, propose, propose_by
from footydata.sources.tables.quotes import bookmaker_of
from footydata.sources.tables.reading import RowReader
from footydata.sources.tables.table import Row, TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_moments import WrittenMoment

LISTED = 12
"""How many of the columns that are not taken are named."""

LONGEST_SEASON = 500
"""Days: no season is longer."""

_ORDERS = {order.value: order for order in (DayOrder.DAY_FIRST, DayOrder.MONTH_FIRST)}

RememberedMaps = Mapping[tuple[str, ...], TableMap]
"""Header → the map by which a table with it was read before."""


class _DatedRow(NamedTuple):
    """A row with a day: its number, its day as text and as read, its competition, and whether it has a result.

    is_local: whether it has a time without a zone beside the day.
    """

    number: int
    text: str
    written: WrittenDay
    is_local: bool
    competition: str
    is_played: bool


class PlannedTable(NamedTuple):
    """A table with its header and the map by which it is read; why_not: why it is not read, None if it is."""

    table: TextTable
    header: Header
    map: TableMap
    why_not: str | None = None


class TableSource:
    """Tables of fixtures that no other source knows: CSV, workbooks, JSON records, Parquet."""

    name = TABLE
    trust = 40

    def __init__(
        self,
        *,
        given: TableMap | None = None,
        remembered: RememberedMaps | None = None,
        league: LeagueKey | None = None,
        opened: Mapping[Path, Sequence[TextTable]] | None = None,
    ) -> None:
        """given: the map of every table. league: the competition of tables that do not name a known one.

        opened: the tables of what is no file, as a data frame, by a name for it.
        """
        self._given = given
        self._remembered = remembered or {}
        self._league = league
        self._opened = opened or {}
        self._planned: dict[Path, list[PlannedTable]] = {}
        self._open: dict[Path, Proposal] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file has a table that can be read without a question."""
        return self._has_tables(path) and any(
            planned.why_not is None for planned in self._plan(path)
        )

    def why_unread(self, path: Path) -> str | None:
        """What a table leaves open, or why it is none of fixtures; None if the file is a text without a table."""
        whys = [
            (each.why_not, each.table.name)
            for each in self._plan(path)
            if each.why_not not in (None, NO_TABLE)
        ]
        if len({why for why, _ in whys}) > 1:
            return "; ".join(f"the sheet {name!r}: {why}" for why, name in whys)
        return whys[0][0] if whys else None

    def open_proposal(self, path: Path) -> Proposal | None:
        """How the first table that leaves something open would be read if it were answered; None if a table is read."""
        is_read = any(each.why_not is None for each in self._planned.get(path, ()))
        return None if is_read else self._open.get(path)

    def maps_used(self, path: Path) -> list[tuple[Header, TableMap]]:
        """The headers of a file's tables that were read by the map that was given."""
        planned = self._plan(path)
        return [
            (each.header, each.map)
            for each in planned
            if each.why_not is None and self._given is not None
        ]

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days of the file's tables, by competition."""
        return spans_of(
            day for each in self._plan(path) if each.why_not is None for day in _Days(each).played()
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures of the file's tables, and a Refusal for each row or cell that can't be taken."""
        planned = self._plan(path)
        taken = [each for each in planned if each.why_not is None]
        if not taken:
            raise UnreadableFile(self.why_unread(path) or "no table")
        for each in planned:
            if each.why_not is not None:
                yield Remark(f"the sheet {each.table.name!r} is not read: {each.why_not}")
        for each in taken:
            sheet = each.table.name if len(planned) > 1 else None
            for record in _records(each, self._league):
                yield _on_sheet(record, sheet)

    def _has_tables(self, path: Path) -> bool:
        return path in self._opened or is_table(path)

    def _plan(self, path: Path) -> list[PlannedTable]:
        if path not in self._planned:
            try:
                tables = self._opened.get(path) or tables_in(path)
                self._planned[path] = [self._planned_table(path, table) for table in tables]
            except UnreadableFile as error:
                none = TextTable(None, [], lambda: iter(()))
                self._planned[path] = [PlannedTable(none, Header([], 0), TableMap({}), str(error))]
        return self._planned[path]

    def _planned_table(self, path: Path, table: TextTable) -> PlannedTable:
        given, has_league = self._given, self._league is not None
        if given is not None and given.sheet not in (None, table.name):
            return PlannedTable(
                table, Header([], 0), given, f"the map is for the sheet {given.sheet!r}"
            )
        known = ((header, self._map_for(header)) for header in headers_in(table))
        by_map = next(
            ((header, table_map) for header, table_map in known if table_map is not None), None
        )
        if by_map is not None:
            proposal = propose_by(table, *by_map, has_league=has_league)
        elif given is not None:
            names = next(iter(headers_in(table)), Header([], 0)).names
            missing = next(name for name in given.taken if name not in names)
            return PlannedTable(
                table, Header([], 0), given, f"the map's column {missing!r} is not in it"
            )
        else:
            proposal = propose(table, has_league=has_league)
        if proposal.missing is None and proposal.questions:
            self._open.setdefault(path, proposal)
        return PlannedTable(table, proposal.header, proposal.map, why_open(proposal))

    def _map_for(self, header: Header) -> TableMap | None:
        """The map of a table with a header: the given one if it fits, or the remembered one; None if there is none."""
        if self._given is None:
            return self._remembered.get(tuple(header.names))
        return self._given if self._given.fits(header.names) else None


def why_open(proposal: Proposal) -> str | None:
    """What a proposal leaves open, in words; None if it can be used."""
    if proposal.missing is not None:
        way = "; 'footydata map FILE' prints a map to tell them in" if proposal.questions else ""
        return f"a table, but {proposal.missing}{way}"
    if not proposal.questions:
        return None
    settings: dict[str, list[str]] = {}
    for question in proposal.questions:
        settings.setdefault(question.why, []).append(question.setting)
    asked = "; ".join(
        f"{', '.join(dict.fromkeys(names))} ({why})" for why, names in settings.items()
    )
    return f"a table of fixtures that leaves open: {asked}; 'footydata map FILE' prints a map to answer it in"


def _on_sheet(record: Parsed, sheet: str | None) -> Parsed:
    """A refusal or remark with the sheet that it is of."""
    if sheet is None or not isinstance(record, Refusal | Remark):
        return record
    return record._replace(reason=f"{record.reason} (sheet {sheet!r})")


def _records(planned: PlannedTable, league: LeagueKey | None) -> Iterator[Parsed]:
    table, header, table_map = planned.table, planned.header, planned.map
    yield from table.notes
    days = _Days(planned)
    yield from _remarks(header, table_map, days)
    if days.found.why is not None and table_map.days is None:
        yield Remark(
            f"days are read {days.found.order.value}: {days.found.why}", column=days.column
        )
    reader = RowReader(header.names, table_map, days.found.order, league)
    other: int | None = None
    width = max((place for place, name in enumerate(header.names, start=1) if name), default=0)
    for row in rows_below(table, header):
        if isinstance(row, Refusal):
            yield row
        elif other is not None:
            yield Refusal(
                f"a row under another header, that of row {other}", row.number, shown(row.cells)
            )
        elif is_header_of_fixtures(row):
            other = row.number
            yield Refusal("another header in the middle of the table", row.number, shown(row.cells))
        elif misfit := _misfit(row, width, table):
            yield Refusal(misfit, row.number, shown(row.cells))
        elif row.number in days.strays:
            yield Refusal(STRAY_DAY, row.number, days.strays[row.number])
        else:
            yield from _read(reader, row)
    if reader.has_final_scores and table_map.scores is None:
        yield Remark(
            "goals that may include extra time are taken for final scores; a map's scores tells otherwise"
        )


def _read(reader: RowReader, row: Row) -> Iterator[Parsed]:
    try:
        fixture = reader.read(row.number, row.cells)
    except BadRow as error:
        yield error.refusal(row.number, row.cells)
        return
    yield from reader.refused
    yield fixture


def _misfit(row: Row, width: int, table: TextTable) -> str | None:
    """Why a row of text does not fit its header, None if it does; records and sheets leave out empty cells."""
    count = len(row.cells)
    is_cut = count < width and table.header is None and table.name is None
    if is_cut or any(map(str.strip, row.cells[width:])):
        return f"a row of {plural(count, 'cell')} under a header of {plural(width, 'column')}"
    return None


def rows_below(table: TextTable, header: Header) -> Iterator[Row | Refusal]:
    """The rows under a header; a row that repeats it is none."""
    for row in table.rows():
        if isinstance(row, Refusal) or (
            row.number > header.last_row and not _is_header(row, header)
        ):
            yield row


def _is_local(moment: WrittenMoment) -> bool:
    return moment.clock is not None and moment.clock.offset is None


def _is_header(row: Row, header: Header) -> bool:
    # Nearly every row differs from its header in the first cell.
    return row.cells[0].strip() == header.names[0] and unique(row.cells) == header.names


class _Days:
    """The days of a table's rows.

    Attributes:
        column: in which they stand. found: their order, by all of them, or as the map says.
        strays: number of a row whose day is far from all others of its competition → its text.
        local_times: the column of times without a zone, None if there are none.
    """

    def __init__(self, planned: PlannedTable) -> None:
        reader = RowReader(planned.header.names, planned.map, DayOrder.DAY_FIRST)
        self.column = planned.map.name_of("kickoff") or planned.map.name_of("date") or ""
        self._rows = [
            _DatedRow(
                row.number, text, moment.day, _is_local(moment), *reader.competition_and_result()
            )
            for row in rows_below(planned.table, planned.header)
            if isinstance(row, Row)
            for text, moment in reader.written_day(row.number, row.cells)
        ]
        given = _ORDERS.get(planned.map.days or "")
        written_days = [(row.competition, row.written) for row in self._rows]
        self.found = (
            FoundOrder(given or DayOrder.DAY_FIRST)
            if given or not self._rows
            else orders_of([written_days])[0]
        )
        # The rows of a frame of fixtures were stored before.
        self.strays = {} if reader.keeps_ids else self._strays()
        is_local = any(row.is_local for row in self._rows)
        self.local_times = planned.map.name_of("time") or (self.column if is_local else None)

    def _dated(self) -> Iterator[tuple[_DatedRow, date]]:
        for row in self._rows:
            if (day := self.found.order.read(row.written)) is not None:
                yield row, day

    def played(self) -> Iterator[tuple[str, date, bool]]:
        """Competition and day of each row, and whether it has a result."""
        return ((row.competition, day, row.is_played) for row, day in self._dated())

    def _strays(self) -> dict[int, str]:
        competitions: dict[str, list[tuple[_DatedRow, date]]] = {}
        for row, day in self._dated():
            competitions.setdefault(row.competition, []).append((row, day))
        return {
            rows[place][0].number: rows[place][0].text
            for rows in competitions.values()
            for place in _strays_of_season([(day, row.is_played) for row, day in rows])
        }


def _strays_of_season(rows: Sequence[tuple[date, bool]]) -> set[int]:
    """The places of days far from all others, where these are of one season: of many years a day may stand alone."""
    strays = stray_rows(rows)
    others = [day for place, (day, _) in enumerate(rows) if place not in strays]
    return strays if others and (max(others) - min(others)).days <= LONGEST_SEASON else set()


def _remarks(header: Header, table_map: TableMap, days: _Days) -> Iterator[Remark]:
    """What a person should know of how the columns are read."""
    taken = {
        name: meaning._replace(bookmaker=bookmaker_of(meaning, table_map))
        if isinstance(meaning, OddsColumn)
        else meaning
        for name, meaning in table_map.taken.items()
    }
    words = ", ".join(f"{meaning_text(meaning)} = {name}" for name, meaning in taken.items())
    yield Remark(f"read as a table: {words}")
    left = [name for name in header.names if name and name not in taken]
    if left:
        more = f" and {len(left) - LISTED} more" if len(left) > LISTED else ""
        yield Remark(f"columns that are not read: {', '.join(left[:LISTED])}{more}")
    if totals := [name for name in left if tells_card_totals(name)]:
        yield Remark(
            "cards are taken as yellow and red apart, of which a total tells neither",
            column=totals[0],
        )
    if days.local_times is not None and table_map.zone is None:
        yield Remark(
            "times of an unknown zone are not taken; a map's zone tells it", column=days.local_times
        )
    odds = {meaning for meaning in taken.values() if isinstance(meaning, OddsColumn)}
    lines = {each._replace(selection=LINE) for each in odds if each.line is not None}
    for (bookmaker, market), count in Counter(
        (each.bookmaker, each.market) for each in lines
    ).items():
        if count > len(PERIODS):
            yield Remark(
                f"of several lines of {market} of {bookmaker}, fixtures have the main one, of the closest prices"
            )
