"""Writes a database out, every table in the schema of its frame: Parquet, CSV or JSON lines.

What hangs on fixtures is parted by the season's start year and the country (`start_year=2025/country_code=GB-ENG`), so
that DuckDB, Polars, pandas and Spark read a folder as it is, and only what a query asks for.
"""

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from footydata.contract.errors import FootydataError, StandingsNotAvailable
from footydata.contract.languages import ENGLISH
from footydata.contract.terms import TableType
from footydata.frames import columns as of_frames
from footydata.frames import table_columns
from footydata.frames.arrow import arrays_of, table_of
from footydata.frames.columns import CATEGORY, INTEGER, TEXT, Column, column
from footydata.frames.reading import fixture_columns
from footydata.queries import bookmakers, details, export_rows, fair_lines, leagues, teams
from footydata.queries.export_rows import SeasonPart
from footydata.queries.fixture_columns import file_of
from footydata.queries.fixtures import FixtureFilter, fixture_ids
from footydata.queries.further_figures import FigureRow, figure_rows
from footydata.queries.standings import standings
from footydata.records import (
    Bookmaker,
    Event,
    FairLine,
    Odds,
    OddsTick,
    PointsAdjustment,
    SeasonTeam,
    Statistics,
    TeamAlias,
)
from footydata.rows import LeagueRow, TeamRow
from footydata.store.database import is_damage
from footydata.store.snapshots import snapshot
from footydata.tables import CardRow, CornerRow, PointsRow
from footydata.version import __version__
from footydata.wording import plural

FORMATS = ("parquet", "csv", "json")

UNFINISHED = ".unfinished"
"""The folder below the named one in which the tables are written, until all of them are there."""

STANDINGS: dict[TableType, tuple[str, Sequence[str]]] = {
    TableType.TOTAL: ("standings", PointsRow._fields),
    TableType.CORNER: ("corner_standings", CornerRow._fields),
    TableType.CARD: ("card_standings", CardRow._fields),
}
"""Type of table → the exported table, and the fields of its rows."""


class FolderInUse(FootydataError):
    """The folder to write to holds files already, or is a file."""


class NotAFormat(FootydataError):
    """A text is no format of an export."""


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
    """One file: a table, the folder of its season and country, and what reads it."""

    table: str
    folder: str
    read: Callable[[], pa.Table]


def new_folder(folder: Path) -> None:
    """Check that a folder is new or empty, but for what a broken-off export left. Raises FolderInUse."""
    if folder.is_file():
        raise FolderInUse(f"{folder} is a file; name a new folder")
    if folder.exists() and any(path.name != UNFINISHED for path in folder.iterdir()):
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
    now: int,
    narrowed: FixtureFilter | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Written]:
    """Write the tables of a database below a folder, all of one snapshot; gives what was written, by table.

    narrowed: to leagues and seasons. What is broken off stays in UNFINISHED, out of the way of readers, and the same
    export of an unchanged database goes on from there. Raises FolderInUse where the folder is not empty,
    PartlyExported where the database is damaged.
    """
    new_folder(folder)
    unfinished = folder / UNFINISHED
    written: dict[str, Written] = {}
    lost: Counter[str] = Counter()
    with snapshot(connection):
        done = _begun(unfinished, {"format": format, "narrowed": str(narrowed), "state": _state(connection)})
        for part in _Parts(connection, narrowed or FixtureFilter(), now, lost).all():
            progress(f"{part.table} {part.folder.replace('start_year=', '').replace('/country_code=', ' ')}".strip())
            file = f"{part.table}/{part.folder}/{part.table}.{format}".replace("//", "/")
            with _salvaging(lost, part.table):
                rows = done[file] if file in done else _write(unfinished, file, part.read(), format)
                before = written.get(part.table, Written(part.table, 0, 0))
                written[part.table] = Written(part.table, before.rows + max(rows, 0), before.files + (rows >= 0))
    _finish(folder, unfinished)
    if lost:
        parts = ", ".join(f"{table} ({plural(files, 'file')})" for table, files in lost.items())
        message = f"what could be read is in {folder}; rows of these are lost: {parts}"
        raise PartlyExported(message, list(written.values()))
    return list(written.values())


@contextmanager
def _salvaging(lost: "Counter[str]", what: str) -> Iterator[None]:
    """Goes on where the database is damaged, and counts what is lost."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        lost[what] += 1


def _state(connection: sqlite3.Connection) -> list[object]:
    """What moves when a database is written: its file and journal are looked at, never opened."""
    path = Path(file_of(connection))
    stats = [each.stat() for each in (path, path.with_name(f"{path.name}-wal")) if each.exists()]
    return [__version__, *((one.st_size, one.st_mtime_ns) for one in stats if one.st_size)]


def _begun(unfinished: Path, what: dict[str, object]) -> dict[str, int]:
    """The files that a broken-off export of the same has written, with their rows; -1: there was nothing to write."""
    log = unfinished / "log.jsonl"
    head = json.loads(json.dumps(what))
    lines = []
    if log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            with suppress(json.JSONDecodeError):
                lines.append(json.loads(line))
    if not lines or lines[0] != head:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        log.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return {}
    return {line["file"]: line["rows"] for line in lines[1:]}


def _write(unfinished: Path, file: str, table: pa.Table, format: str) -> int:
    """Write one file, whole or not at all, and note it; gives its rows, -1 where a part has none."""
    rows: int = table.num_rows
    if not rows and "=" in file:
        rows = -1
    else:
        path = unfinished / file
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}")
        WRITERS[format](table, beside)
        beside.replace(path)
    with (unfinished / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps({"file": file, "rows": rows}) + "\n")
    return rows


def _finish(folder: Path, unfinished: Path) -> None:
    (unfinished / "log.jsonl").unlink()
    for each in sorted(unfinished.iterdir()):
        each.rename(folder / each.name)
    unfinished.rmdir()


class _Scope(NamedTuple):
    """What the small tables are narrowed to."""

    seasons: list[int]
    leagues: set[int]
    is_whole: bool


class _Listed(NamedTuple):
    """A table of rows: its name, its columns, the fields of its rows, and what reads them."""

    table: str
    columns: Sequence[Column]
    fields: Sequence[str]
    read: Callable[[sqlite3.Connection, Any], Iterable[tuple[Any, ...]]]

    def made(self, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
        """The table of rows."""
        return table_of(self.columns, arrays_of(self.columns, rows, self.fields))


def _leagues(connection: sqlite3.Connection, scope: _Scope) -> list[LeagueRow]:
    return [row for row in leagues.leagues(connection) if scope.is_whole or row.id in scope.leagues]


def _teams(connection: sqlite3.Connection, scope: _Scope) -> list[TeamRow]:
    members = {row.team_id for row in export_rows.season_members(connection, scope.seasons)}
    return [row for row in teams.teams(connection) if scope.is_whole or row.id in members]


def _statistics(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Statistics]:
    rows = details.statistics(connection, ids).values()
    return [row for row in rows if any(value is not None for value in row[1:])]


def _odds(connection: sqlite3.Connection, ids: Sequence[int]) -> list[tuple[Any, ...]]:
    slugs = {maker.id: maker.slug for maker in bookmakers.bookmakers(connection)}
    found = details.odds(connection, ids, bookmaker_ids=list(slugs))
    return [(*row, slugs[row.bookmaker_id]) for row in chain.from_iterable(found.values())]


def _ticks(connection: sqlite3.Connection, ids: Sequence[int]) -> list[tuple[Any, ...]]:
    slugs = {maker.id: maker.slug for maker in bookmakers.bookmakers(connection)}
    return [(*row, slugs[row.bookmaker_id]) for row in export_rows.ticks(connection, ids)]


WHOLE: tuple[_Listed, ...] = (
    _Listed("leagues", (*of_frames.LEAGUE_COLUMNS, column("rules", TEXT)), LeagueRow._fields, _leagues),
    _Listed(
        "seasons",
        of_frames.SEASON_COLUMNS,
        export_rows.ExportedSeason._fields,
        lambda connection, scope: export_rows.exported_seasons(connection, scope.seasons),
    ),
    _Listed(
        "members",
        of_frames.MEMBER_COLUMNS,
        SeasonTeam._fields,
        lambda connection, scope: export_rows.season_members(connection, scope.seasons),
    ),
    _Listed("teams", of_frames.TEAM_COLUMNS, TeamRow._fields, _teams),
    _Listed(
        "bookmakers",
        of_frames.BOOKMAKER_COLUMNS,
        Bookmaker._fields,
        lambda connection, _: bookmakers.bookmakers(connection),
    ),
    _Listed(
        "deductions",
        of_frames.DEDUCTION_COLUMNS,
        PointsAdjustment._fields,
        lambda connection, scope: export_rows.deductions(connection, scope.seasons),
    ),
    _Listed(
        "aliases", of_frames.ALIAS_COLUMNS, TeamAlias._fields, lambda connection, _: export_rows.aliases(connection)
    ),
    _Listed(
        "referees",
        of_frames.REFEREE_COLUMNS,
        export_rows.RefereeRow._fields,
        lambda connection, scope: export_rows.referees(connection, scope.seasons),
    ),
)
"""The small tables, each one file."""

OF_FIXTURES: tuple[_Listed, ...] = (
    _Listed(
        "events",
        of_frames.EVENT_COLUMNS,
        Event._fields,
        lambda connection, ids: chain.from_iterable(details.events(connection, ids).values()),
    ),
    _Listed("statistics", of_frames.STATISTICS_COLUMNS, Statistics._fields, _statistics),
    _Listed("figures", of_frames.FIGURE_COLUMNS, FigureRow._fields, figure_rows),
    _Listed("odds", of_frames.ODDS_COLUMNS, (*Odds._fields, "bookmaker"), _odds),
    _Listed("ticks", of_frames.TICK_COLUMNS, (*OddsTick._fields, "bookmaker"), _ticks),
    _Listed(
        "fair_lines",
        of_frames.STORED_LINE_COLUMNS,
        FairLine._fields,
        lambda connection, ids: chain.from_iterable(fair_lines.fair_lines(connection, ids).values()),
    ),
)
"""What hangs on fixtures, by their ids."""

_HEAD = (
    column("season_id", INTEGER),
    column("league_id", INTEGER),
    column("country", CATEGORY),
    column("league", CATEGORY),
    column("season", TEXT),
)
"""What stands before the row of a table."""

TABLES = ("fixtures", *(each.table for each in (*OF_FIXTURES, *WHOLE)), *(name for name, _ in STANDINGS.values()))
"""Every table of an export, each in a folder of its name."""


class _Parts:
    """The files of an export, in the order in which they are written."""

    def __init__(self, connection: sqlite3.Connection, narrowed: FixtureFilter, now: int, lost: "Counter[str]") -> None:
        self._connection = connection
        self._narrowed = narrowed
        self._now = now
        self._lost = lost

    def all(self) -> Iterator[_Part]:
        """The small tables whole, then each season and country."""
        parts: list[SeasonPart] = []
        with _salvaging(self._lost, "whatever is of fixtures"):
            parts = export_rows.season_parts(self._connection, self._narrowed)
        seasons = [season for part in parts for season, _ in part.seasons]
        league_ids = {league for part in parts for _, league in part.seasons}
        scope = _Scope(seasons, league_ids, self._narrowed == FixtureFilter())
        for listed in WHOLE:
            yield _Part(listed.table, "", partial(self._whole, listed, scope))
        for part in parts:
            folder = f"start_year={part.start_year}/country_code={part.country_code}"
            yield _Part("fixtures", folder, partial(self._fixtures, part))
            for listed in OF_FIXTURES:
                yield _Part(listed.table, folder, partial(self._of_fixtures, listed, part))
            for type, (table, _) in STANDINGS.items():
                yield _Part(table, folder, partial(self._standings, part, type))

    def _whole(self, listed: _Listed, scope: _Scope) -> pa.Table:
        return listed.made(list(listed.read(self._connection, scope)))

    def _fixtures(self, part: SeasonPart) -> pa.Table:
        return table_of(of_frames.FIXTURE_COLUMNS, fixture_columns(self._connection, part.narrowed, lang=ENGLISH))

    def _of_fixtures(self, listed: _Listed, part: SeasonPart) -> pa.Table:
        ids = fixture_ids(self._connection, part.narrowed)
        return listed.made([row for page in details.pages(ids) for row in listed.read(self._connection, page)])

    def _standings(self, part: SeasonPart, type: TableType) -> pa.Table:
        """The tables of the part's seasons whose results are reliable."""
        columns = (*_HEAD, *table_columns(STANDINGS[type][1]))
        countries = {row.id: row.country for row in leagues.leagues(self._connection)}
        rows: list[tuple[object, ...]] = []
        for season_id, league_id in part.seasons:
            with suppress(StandingsNotAvailable):
                table = standings(self._connection, league_id=league_id, season_id=season_id, type=type, now=self._now)
                head = (season_id, league_id, countries[league_id], table.league, table.season)
                rows += [(*head, *row) for row in table.rows]
        return table_of(columns, arrays_of(columns, rows, [each.field for each in columns]))


def _write_parquet(table: pa.Table, path: Path) -> None:
    pyarrow.parquet.write_table(table, path, compression="zstd", write_statistics=True)


def _plain(table: pa.Table) -> pa.Table:
    """The table with texts for categories."""
    fields = [field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field for field in table.schema]
    return table.cast(pa.schema(fields))


def _write_csv(table: pa.Table, path: Path) -> None:
    pyarrow.csv.write_csv(_plain(table), path)


def _write_json(table: pa.Table, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for batch in table.to_batches(max_chunksize=4096):
            file.writelines(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in batch.to_pylist())


WRITERS: dict[str, Callable[[pa.Table, Path], None]] = {
    "parquet": _write_parquet,
    "csv": _write_csv,
    "json": _write_json,
}
"""Format → what writes a table to a file."""
