"""Writes a database out: Parquet partitioned by season, CSV or JSON lines, season by season.

Hive-partitioned Parquet is read as it is by DuckDB, Polars, pandas and Spark.
"""

import csv
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from footydata.contract.errors import FootydataError
from footydata.queries import bookmakers, details, teams
from footydata.queries import leagues as leagues_of
from footydata.queries.fixtures import FixtureFilter, FixtureRow, fixtures
from footydata.queries.further_figures import FigureRow, figure_rows
from footydata.queries.leagues import LeagueRow
from footydata.queries.teams import TeamRow
from footydata.records import Bookmaker, Event, Odds, Statistics, fields_of
from footydata.store.database import is_damage
from footydata.store.snapshots import snapshot

T = TypeVar("T")

FORMATS = ("parquet", "csv", "json")
UNKNOWN_SEASON = "unknown"


class FolderInUse(FootydataError):
    """The folder to write to holds files already, or is a file."""


class PartlyExported(FootydataError):
    """The database is damaged: what could be read was written, and the message names what could not.

    Attributes: written: what was written, by table.
    """

    def __init__(self, message: str, written: "list[Written]") -> None:
        super().__init__(message)
        self.written = written


class Written(NamedTuple):
    """A table that was written: its name, its rows and its files."""

    table: str
    rows: int
    files: int


class _Part(NamedTuple):
    """The rows of one table in one season; season None: the table is not parted."""

    table: str
    season: str | None
    record: type[tuple[object, ...]]
    rows: Sequence[tuple[object, ...]]


def new_folder(folder: Path) -> None:
    """Check that a folder is new or empty. Raises FolderInUse."""
    if folder.is_file():
        raise FolderInUse(f"{folder} is a file; name a new folder")
    if folder.exists() and any(folder.iterdir()):
        raise FolderInUse(f"{folder} is not empty; name a new folder")


@contextmanager
def filled(folder: Path) -> Iterator[Path]:
    """A folder to write to, all of which stands in the named one at the end, and nothing where that is not reached.

    What was broken off in the middle would look whole. Raises FolderInUse where the named one is not empty.
    """
    new_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".part-", dir=folder) as part:
        yield Path(part)
        for each in sorted(Path(part).iterdir()):
            each.rename(folder / each.name)


def export(
    connection: sqlite3.Connection,
    folder: Path,
    *,
    format: str,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Written]:
    """Write every table of a database below a folder; gives what was written, by table.

    fixture, statistics, fixture_figure, event and odds are parted by season (`season=25-26`); league, team and
    bookmaker are one file each, all of one snapshot. Raises FolderInUse where the folder is not empty, PartlyExported
    where the database is damaged.
    """
    write = {"parquet": _write_parquet, "csv": _write_csv, "json": _write_json}[format]
    written: dict[str, Written] = {}
    parts = _Parts(connection)
    with filled(folder) as part_folder, snapshot(connection):
        for part in parts.all():
            progress(f"{part.table} {part.season or ''}".strip())
            before = written.get(part.table, Written(part.table, 0, 0))
            if part.rows or part.season is None:
                where = part_folder / part.table
                if part.season is not None:
                    where = where / f"season={part.season}"
                where.mkdir(parents=True, exist_ok=True)
                write(where / f"{part.table}.{format}", part)
                before = Written(part.table, before.rows + len(part.rows), before.files + 1)
            written[part.table] = before
    if parts.lost:
        told = f"what could be read is in {folder}; rows of these are lost: {', '.join(parts.lost)}"
        raise PartlyExported(told, list(written.values()))
    return list(written.values())


class _Parts:
    """The tables of a database, by season where they have one.

    Attributes: lost: the parts of which rows could not be read, as the file is damaged.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._maker_ids: Sequence[int] = ()
        self.lost: dict[str, None] = {}

    def all(self) -> Iterator[_Part]:
        """Each table in each season."""
        leagues = self._read("league", leagues_of.leagues)
        yield _Part("league", None, LeagueRow, leagues)
        clubs = self._read("team", teams.teams)
        yield _Part("team", None, TeamRow, clubs)
        makers = self._read("bookmaker", bookmakers.bookmakers)
        self._maker_ids = [maker.id for maker in makers]
        yield _Part("bookmaker", None, Bookmaker, makers)
        by_label: dict[str, list[FixtureFilter]] = {}
        for league in leagues:
            for season in self._read("season", leagues_of.seasons, league.id):
                by_label.setdefault(season.label.replace("/", "-"), []).append(FixtureFilter(season_id=season.id))
        if self.lost.keys() & {"league", "season"}:
            self.lost["whatever is of their fixtures"] = None
        for label, filters in sorted(by_label.items()):
            yield from self._season(label, filters)
        yield from self._season(UNKNOWN_SEASON, [FixtureFilter(without_season=True)])

    def _season(self, label: str, filters: Sequence[FixtureFilter]) -> Iterator[_Part]:
        rows = [row for each in filters for row in self._read(f"fixture {label}", fixtures, each)]
        statistics: list[Statistics] = []
        figures: list[FigureRow] = []
        events: list[Event] = []
        odds: list[Odds] = []
        for ids in details.pages([row.id for row in rows]):
            statistics += self._read(f"statistics {label}", _statistics, ids)
            figures += self._read(f"fixture_figure {label}", figure_rows, ids)
            events += self._read(f"event {label}", _events, ids)
            odds += self._read(f"odds {label}", _odds, ids, self._maker_ids)
        yield _Part("fixture", label, FixtureRow, rows)
        yield _Part("statistics", label, Statistics, statistics)
        yield _Part("fixture_figure", label, FigureRow, figures)
        yield _Part("event", label, Event, events)
        yield _Part("odds", label, Odds, odds)

    def _read(self, part: str, query: Callable[..., list[T]], *asked: object) -> list[T]:
        """The rows of a query, none where the file is damaged there."""
        try:
            return query(self._connection, *asked)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            self.lost[part] = None
            return []


def _statistics(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Statistics]:
    rows = details.statistics(connection, ids).values()
    return [row for row in rows if any(value is not None for value in row[1:])]


def _events(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Event]:
    return [event for timeline in details.events(connection, ids).values() for event in timeline]


def _odds(connection: sqlite3.Connection, ids: Sequence[int], maker_ids: Sequence[int]) -> list[Odds]:
    found = details.odds(connection, ids, bookmaker_ids=maker_ids)
    return [row for of_fixture in found.values() for row in of_fixture]


def _write_parquet(path: Path, part: _Part) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"int": pa.int64(), "float": pa.float64(), "str": pa.string()}
    annotations = {name: str(kind) for name, kind in part.record.__annotations__.items()}
    kinds = [
        (name, next(kind for word, kind in types.items() if word in annotations[name]))
        for name in fields_of(part.record)
    ]
    # The season is the folder's name; a column of the same name would stand twice when the folder is read.
    kept = [(place, name, kind) for place, (name, kind) in enumerate(kinds) if not (part.season and name == "season")]
    columns = [pa.array([row[place] for row in part.rows], type=kind) for place, _, kind in kept]
    pq.write_table(pa.table(columns, names=[name for _, name, _ in kept]), path, compression="zstd")


def _write_csv(path: Path, part: _Part) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(fields_of(part.record))
        writer.writerows(part.rows)


def _write_json(path: Path, part: _Part) -> None:
    names = fields_of(part.record)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n" for row in part.rows)
