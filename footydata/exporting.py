"""Writes a database out: Parquet partitioned by season, CSV or JSON lines, season by season.

Hive-partitioned Parquet is read as it is by DuckDB, Polars, pandas and Spark.
"""

import csv
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from footydata.contract.errors import FootydataError
from footydata.queries import bookmakers, details, teams
from footydata.queries import leagues as leagues_of
from footydata.queries.fixtures import FixtureFilter, FixtureRow, fixtures
from footydata.queries.leagues import LeagueRow
from footydata.queries.teams import TeamRow
from footydata.records import Bookmaker, Event, Odds, Season, Statistics, fields_of

FORMATS = ("parquet", "csv", "json")
UNKNOWN_SEASON = "unknown"


class FolderInUse(FootydataError):
    """The folder to write to holds files already, or is a file."""


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


def export(
    connection: sqlite3.Connection,
    folder: Path,
    *,
    format: str,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Written]:
    """Write every table of a database below a folder; gives what was written, by table.

    fixture, statistics, event and odds are parted by season (`season=25-26`); league, team and bookmaker are one
    file each. Raises FolderInUse where the folder is not empty.
    """
    new_folder(folder)
    write = {"parquet": _write_parquet, "csv": _write_csv, "json": _write_json}[format]
    written: dict[str, Written] = {}
    for part in _parts(connection):
        progress(f"{part.table} {part.season or ''}".strip())
        before = written.get(part.table, Written(part.table, 0, 0))
        if part.rows or part.season is None:
            where = folder / part.table
            if part.season is not None:
                where = where / f"season={part.season}"
            where.mkdir(parents=True, exist_ok=True)
            write(where / f"{part.table}.{format}", part)
            before = Written(part.table, before.rows + len(part.rows), before.files + 1)
        written[part.table] = before
    return list(written.values())


def _parts(connection: sqlite3.Connection) -> Iterator[_Part]:
    leagues = leagues_of.leagues(connection)
    yield _Part("league", None, LeagueRow, leagues)
    yield _Part("team", None, TeamRow, teams.teams(connection))
    makers = bookmakers.bookmakers(connection)
    yield _Part("bookmaker", None, Bookmaker, makers)
    by_label: dict[str, list[Season]] = {}
    for league in leagues:
        for season in leagues_of.seasons(connection, league.id):
            by_label.setdefault(season.label, []).append(season)
    maker_ids = [maker.id for maker in makers]
    for label, seasons in sorted(by_label.items()):
        rows = [row for season in seasons for row in fixtures(connection, FixtureFilter(season_id=season.id))]
        yield from _season_parts(connection, label.replace("/", "-"), rows, maker_ids)
    unknown = fixtures(connection, FixtureFilter(without_season=True))
    yield from _season_parts(connection, UNKNOWN_SEASON, unknown, maker_ids)


def _season_parts(
    connection: sqlite3.Connection, label: str, rows: list[FixtureRow], maker_ids: Sequence[int]
) -> Iterator[_Part]:
    statistics: list[Statistics] = []
    events: list[Event] = []
    odds: list[Odds] = []
    for ids in details.pages([row.id for row in rows]):
        statistics += details.statistics(connection, ids).values()
        events += (event for timeline in details.events(connection, ids).values() for event in timeline)
        odds += (
            row for of_fixture in details.odds(connection, ids, bookmaker_ids=maker_ids).values() for row in of_fixture
        )
    yield _Part("fixture", label, FixtureRow, rows)
    yield _Part("statistics", label, Statistics, [row for row in statistics if any(v is not None for v in row[1:])])
    yield _Part("event", label, Event, events)
    yield _Part("odds", label, Odds, odds)


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
