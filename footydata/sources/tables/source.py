"""Tables of anyone as a source: read by a map that a person agreed to, else refused with the reading to agree to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    Remark,
    UnreadableFile,
)
from footydata.sources.protocol import Reach, reach_of
from footydata.sources.tables import TABLE
from footydata.sources.tables.columns import header_in
from footydata.sources.tables.opening import NO_TABLE, tables_in
from footydata.sources.tables.reading import ASKED, CLEAR, NO, Reading, reading_of
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.understanding import FIRST, rows_of

KeptMaps = Mapping[tuple[str, ...], TableMap]
"""Header → what a person agreed to of tables with it."""

MatchLeague = Callable[[Iterator[ParsedFixture]], LeagueKey | None]

MATCHED = 60
"""Fixtures of a table that are looked for among the stored ones."""

NOT_AGREED = "a table that no source knows, and nobody has agreed to how it is read"


class TableSource:
    """Tables of fixtures that no other source knows: CSV, workbooks, JSON records."""

    name = TABLE
    trust = 40

    def __init__(
        self,
        *,
        given: Sequence[TableMap] = (),
        kept: KeptMaps | None = None,
        league: LeagueKey | None = None,
        opened: Mapping[Path, Sequence[TextTable]] | None = None,
        agrees: bool = False,
        match: MatchLeague | None = None,
    ) -> None:
        """given: the maps of tables, of which the first that fits counts. league: the competition of tables that do not name a known one.

        opened: the tables of what is no file, as a data frame, by a name for it. agrees: whether a clear reading needs
        no further yes. match: finds the competition of rows that name none among stored fixtures.
        """
        self._given, self._kept, self._league = tuple(given), kept or {}, league
        self._opened, self._agrees, self._match = opened or {}, agrees, match
        self._readings: dict[Path, list[Reading]] = {}
        self._whys: dict[Path, str] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file has a table that may be stored. Raises OSError."""
        return bool(self._agreed(path))

    def why_unread(self, path: Path) -> str | None:
        """Why none of the file's tables is stored; None if it is a text without a table."""
        readings = self.readings(path)
        if not readings:
            why = self._whys.get(path)
            return None if why == NO_TABLE else why
        worth_asking = [reading for reading in readings if reading.outcome != NO] or readings
        return "; ".join(
            f"{'' if (name := reading.table.name) is None else f'the sheet {name!r}: '}"
            f"{why_not_agreed(reading)}"
            for reading in worth_asking
        )

    def open_reading(self, path: Path) -> Reading | None:
        """The reading of the first table that nobody agreed to; None if one is stored, or none is of fixtures."""
        if path not in self._readings or self._agreed(path):
            return None
        return next((each for each in self.readings(path) if each.outcome != NO), None)

    def maps_used(self, path: Path) -> list[Reading]:
        """The readings of a file whose maps are to be kept: those that were agreed to now."""
        return [reading for reading in self._agreed(path) if not reading.understood.is_own]

    def reach(self, path: Path) -> Reach | None:
        """How far the file's tables reach."""
        return reach_of(day for reading in self._agreed(path) for day in reading.counted.days)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures of the file's tables, and a Refusal for each row or cell that can't be taken."""
        readings, agreed = self.readings(path), self._agreed(path)
        if not agreed:
            raise UnreadableFile(self.why_unread(path) or "no table")
        for reading in readings:
            sheet = reading.table.name if len(readings) > 1 else None
            if reading not in agreed:
                yield Remark(f"the sheet {sheet!r} is not read: {why_not_agreed(reading)}")
                continue
            for record in reading.records():
                if sheet is not None and isinstance(record, Refusal | Remark):
                    record = record._replace(reason=f"{record.reason} (sheet {sheet!r})")
                yield record

    def readings(self, path: Path) -> list[Reading]:
        """How each table of the file is read. Raises OSError."""
        if path not in self._readings:
            try:
                encoding = next((each.encoding for each in self._given if each.encoding), None)
                tables = self._opened.get(path) or tables_in(path, encoding)
                readings = [self._reading(path, table) for table in tables]
                self._readings[path] = readings
                names = [repr(each.table.name) for each in readings if each.missing is None]
                for reading in readings if len(names) > 1 else ():
                    reading.looks.append(
                        f"a yes takes {' and '.join(names)}; sheet = NAME takes one"
                    )
            except UnreadableFile as error:
                self._whys[path], self._readings[path] = str(error), []
        return self._readings[path]

    def _reading(self, path: Path, table: TextTable) -> Reading:
        """How a table is read: by a map that was given, else by one that was kept, else as it seems to be."""
        first = list(islice(rows_of(table), FIRST))
        places = [*self._given, *(replace(each, header=None) for each in self._given)]
        given = next(
            (
                each
                for each in places
                if each.sheet in (None, table.name)
                and each.fits(header_in(first, table.header, each.header).names)
            ),
            None,
        )
        agreed = given or self._kept.get(tuple(header_in(first, table.header, None).names))
        is_whole = given is not None
        reading = reading_of(
            table, path.name, agreed=agreed, is_whole=is_whole, league=self._league
        )
        if self._match and [question.name for question in reading.questions] == ["league"]:
            league = self._match(islice(reading.fixtures(), MATCHED))
            if league is not None:
                named = f"{league.country}/{league.name}"
                agreed = replace(agreed or TableMap({}), league=named)
                reading = reading_of(table, path.name, agreed=agreed, is_whole=is_whole)
                reading.mended.append(f"the competition: its rows are stored as of {named}")
        if self._given and given is None and reading.missing is None:
            table_map, names = self._given[0], reading.understood.header.names
            column = next((name for name in table_map.taken if name not in names), None)
            reading.understood.missing = (
                f"the map's column {column!r} is not in it"
                if table_map.sheet in (None, table.name)
                else f"the map is for the sheet {table_map.sheet!r}"
            )
        return reading

    def _agreed(self, path: Path) -> list[Reading]:
        """The readings of a file to which a person, or a map that a person agreed to, has said yes."""
        return list(filter(self._is_agreed, self.readings(path)))

    def _is_agreed(self, reading: Reading) -> bool:
        outcome, understood = reading.outcome, reading.understood
        if outcome in (NO, ASKED):
            return False
        if self._given or understood.is_own or (self._agrees and outcome == CLEAR):
            return True
        is_kept = tuple(understood.header.names) in self._kept
        return is_kept and not (understood.by_cells or understood.header.is_missing)


def why_not_agreed(reading: Reading) -> str:
    """Why a table is not stored, in words."""
    if reading.missing is not None:
        return f"a table, but {reading.missing}"
    whys = [f"{question.name} ({question.why})" for question in reading.questions]
    whys += reading.contradictions
    return f"{NOT_AGREED}: {'; '.join(whys)}" if whys else NOT_AGREED


def kept_map(reading: Reading) -> TableMap:
    """What is kept of a map for the next file with its header: what names columns, but not what cells alone told."""
    columns = {
        name: meaning
        for name, meaning in reading.map.columns.items()
        if name not in reading.understood.by_cells
    }
    return replace(
        reading.map, columns=columns, header=None, league=None, season=None, seasons=None
    )
