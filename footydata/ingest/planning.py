"""Plans a load: the files at and below its paths, the source of each, and the order of reading.

Pipes and devices are refused, never waited for. A table that no source knows is read by a map that a person agreed to,
which is kept for files with the same header; one that names no competition is of that which has its fixtures.

Of the files of one source the one that reaches furthest is read first, and what it gives wins over the others of the
same load; so the order of paths does not matter. Contract 24.
"""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b, file_digest
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import TableMapRow
from footydata.football.register.teams import base_of
from footydata.football.terms import DAY
from footydata.sources.parsed import LeagueKey, ParsedFixture, SkippedFile, UnreadableFile, shown
from footydata.sources.protocol import (
    NO_SOURCE,
    AddedSource,
    Reach,
    Source,
    Sources,
    why_unread,
)
from footydata.sources.tables.reading import NO, Reading
from footydata.sources.tables.source import KeptMaps, TableSource, kept_map
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap, as_document, kept_map_of
from footydata.sources.v1_dump import V1Dump
from footydata.store.file.sqlite_files import (
    A_DATABASE,
    is_football_database,
    is_sqlite_file,
)
from footydata.store.rows import upsert
from footydata.version import __version__

SALT = __version__.encode()[:16]
"""The salt of digests; BLAKE2 takes 16 bytes."""

IN_A_FOLDER = "a footydata file, perhaps a backup; name it to unite it with the database"
"""Why a footydata file in a folder is refused."""


class PlannedFile(NamedTuple):
    """A file of a load, and what a load does with it.

    name: in the report. address: in the record of loads.
    refused: why it can't be loaded, None if it can.
    source: which reads it, None if it is refused, or a footydata file, which is united with the database.
    digest: of what its source reads. known: the digest when it was last loaded, None if it never was.
    is_of_run: whether it is read with others of its source, in the order of their days.
    failures: the sources of packages that might have read it, and could not be asked.
    """

    name: str
    address: str
    path: Path
    refused: str | None = None
    source: Source | None = None
    digest: str = ""
    known: str | None = None
    is_of_run: bool = False
    failures: tuple[str, ...] = ()


def check_paths(paths: Iterable[Path]) -> None:
    """Raises NotFound if any of these paths does not exist or can't be read."""
    missing = []
    for path in paths:
        try:
            path.stat()
        except (FileNotFoundError, ValueError):  # ValueError: a NUL character, which no path has
            missing.append(shown(str(path)))
        except OSError as error:
            raise NotFound(f"{shown(str(path))} can't be read: {error.strerror}") from error
    if missing:
        raise NotFound(f"{', '.join(missing)} does not exist")


def files_at(paths: Iterable[Path]) -> list[PlannedFile]:
    """The files at and below the paths, in order, without hidden ones. Raises NotFound."""
    places: dict[Path, tuple[str, str, str | None]] = {}
    for path in paths:
        check_paths([path])
        whole = path.resolve()
        if not path.is_dir():
            # With its folder, as files of different seasons have the same name.
            places.setdefault(path, (path.name, f"{whole.parent.name}/{path.name}", None))
            continue
        below = sorted(_below(path))
        if not below:
            raise NotFound(f"{shown(str(path))} is a folder without files")
        for each, failure in below:
            name = (Path(whole.name) / each.relative_to(path)).as_posix()
            refused = IN_A_FOLDER if is_football_database(each) else failure
            places.setdefault(each, (name, name, refused))
    files: list[PlannedFile] = []
    for path, (name, address, refused) in places.items():
        try:
            path.stat()
        except OSError as error:
            refused = refused or f"can't be read: {error.strerror}"
        if not path.is_file():
            refused = refused or "not a file; write what comes out of it to a file and load that"
        files.append(PlannedFile(shown(name), shown(address), path, refused))
    return files


def _below(folder: Path) -> Iterator[tuple[Path, str | None]]:
    """Each file below a folder with None, and each folder that can't be read with the reason."""
    failures: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=failures.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from ((Path(place) / name, None) for name in names if not name.startswith("."))
    yield from ((Path(error.filename), f"can't be read: {error.strerror}") for error in failures)


def recognised(
    file: PlannedFile, sources: Sources, named: Source | None, tables: Callable[[], TableSource]
) -> PlannedFile:
    """The file with its source and digest, or refused; one whose source is known as it is."""
    if file.refused or file.source:
        return file
    if is_sqlite_file(file.path):
        refused = (
            None if is_football_database(file.path) else f"{A_DATABASE}, not a file of a source"
        )
        return file._replace(refused=refused)
    try:
        source = sources.of(file.path) or named
        if source is None:
            reason = why_unread(file.path)
            if reason == NO_SOURCE and (why := tables().why_unread(file.path)):
                reason = f"{NO_SOURCE}: {why}"
            return file._replace(refused="; ".join([reason, *sources.failures]))
        # Another edition of a package's source reads the file again too, and so does a new version of footydata.
        edition = source.edition if isinstance(source, AddedSource) and source.is_foreign else b""
        with file.path.open("rb") as content:
            empty = partial(blake2b, digest_size=20, person=SALT, key=edition)
            digest = file_digest(content, empty).hexdigest()
        return file._replace(source=source, digest=digest, failures=tuple(sources.failures))
    except OSError as error:
        return file._replace(refused=f"can't be read: {error.strerror}")


def put_in_order(plan: list[PlannedFile], places: list[int]) -> None:
    """Put the files of one source in the order of reading; those of unknown days keep their places."""
    files = [plan[place] for place in places]
    if isinstance(dump := files[0].source, V1Dump):
        files.sort(key=lambda file: dump.place(file.path))
    reached: dict[PlannedFile, Reach] = {}
    for file in files:
        reach = getattr(file.source, "reach", None)
        with suppress(UnreadableFile, SkippedFile, OSError):
            if reach and (days := reach(file.path)) is not None:
                reached[file] = days
    by_address = sorted(reached, key=attrgetter("address"))
    ordered = iter(sorted(by_address, key=reached.__getitem__, reverse=True))
    for place, file in zip(places, files, strict=True):
        plan[place] = next(ordered)._replace(is_of_run=True) if file in reached else file


class Explained(NamedTuple):
    """The readings of tables, and the name of each other file with what it is."""

    readings: list[Reading]
    others: list[tuple[str, str]]
    is_readable: bool


def explained(
    connection: sqlite3.Connection | None,
    paths: Sequence[Path],
    *,
    league: LeagueKey | None = None,
    table_maps: Sequence[TableMap] = (),
) -> Explained:
    """How the files at and below the paths would be read. connection: of a database, None without one."""
    sources, tables = Sources(None), table_source(connection, given=table_maps, league=league)
    readings: list[Reading] = []
    others: list[tuple[str, str]] = []
    is_readable = False
    for file in files_at(paths):
        if file.refused or is_sqlite_file(file.path):
            others.append((file.name, file.refused or f"{A_DATABASE}, not a table"))
        elif (source := sources.of(file.path)) is not None:
            is_readable = True
            others.append((file.name, f"a file of {source.name}, which needs no map"))
        elif of_file := tables.readings(file.path):
            fixtures = [reading for reading in of_file if reading.outcome != NO]
            is_readable |= bool(fixtures)
            readings += fixtures or of_file[:1]
        else:
            others.append((file.name, tables.why_unread(file.path) or why_unread(file.path)))
    return Explained(readings, others, is_readable)


def table_source(connection: sqlite3.Connection | None, **options: Any) -> TableSource:
    """The source of tables, by what a database has, if there is one."""
    if connection is None:
        return TableSource(**options)
    match = partial(matched_league, connection)
    return TableSource(kept=kept_maps(connection), match=match, **options)


def read_one(
    connection: sqlite3.Connection | None,
    table: Path | TextTable,
    *,
    league: LeagueKey | None = None,
    sheet: str | None = None,
) -> Reading:
    """How one table is read: of a file its first with fixtures, or its sheet of a name. Raises NotFound, UnreadableFile."""
    path = table if isinstance(table, Path) else Path("frame")
    opened = None if isinstance(table, Path) else {path: [table]}
    if opened is None:
        check_paths([path])
    tables = table_source(connection, league=league, opened=opened)
    readings = tables.readings(path)
    if not readings:
        raise UnreadableFile(f"{path.name}: {tables.why_unread(path) or why_unread(path)}")
    named = [reading for reading in readings if sheet in (None, reading.table.name)]
    if not named:
        names = ", ".join(str(reading.table.name) for reading in readings)
        raise NotFound(f"{path.name} has no sheet {sheet!r}; there are {names}")
    return next((reading for reading in named if reading.outcome != NO), named[0])


def kept_maps(connection: sqlite3.Connection) -> KeptMaps:
    """Header → what was agreed to of tables with it last; without those that this version can't read."""
    maps: dict[tuple[str, ...], TableMap] = {}
    for header, written in connection.execute("select header, map from table_map order by header"):
        with suppress(InvalidArgument):
            maps[tuple(json.loads(header))] = kept_map_of(json.loads(written))
    return maps


def keep_map(connection: sqlite3.Connection, reading: Reading, *, now: int) -> None:
    """Write what was agreed to of the header of a table, inside a transaction."""
    header = json.dumps(reading.understood.header.names, ensure_ascii=False)
    document = json.dumps(as_document(kept_map(reading)), ensure_ascii=False)
    upsert(connection, "table_map", [TableMapRow(header, document, now)])


FEWEST = 2
"""Fixtures that must be stored for a table to be of their competition."""

LEAST = 0.6
"""The share of a table's fixtures that must be stored in one competition."""


def matched_league(
    connection: sqlite3.Connection, fixtures: Iterable[ParsedFixture]
) -> LeagueKey | None:
    """The competition in which most of these fixtures are stored, None if there is none."""
    leagues = [set(_leagues_of(connection, fixture)) for fixture in fixtures]
    counts = Counter(chain.from_iterable(leagues))
    most = max(counts.values(), default=0)
    best = [league for league in counts if counts[league] == most]
    is_clear = len(best) == 1 and most >= max(FEWEST, LEAST * len(leagues))
    return best[0] if is_clear else None


def _leagues_of(connection: sqlite3.Connection, fixture: ParsedFixture) -> Iterable[LeagueKey]:
    """The competitions that have a fixture of its day and teams."""
    start = midnight_of(day_of(fixture.kickoff_ts))
    days = {"start": start, "end": start + DAY}
    for country, name, home, away in connection.execute(_OF_DAY, days):
        sides = (fixture.home.name, home), (fixture.away.name, away)
        if all(base_of(one, country).id == base_of(other, country).id for one, other in sides):
            yield LeagueKey(country, name)


_OF_DAY = """
select league.country_code, league.name, home.name, away.name from fixture
join league on league.id = fixture.league_id
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
where fixture.esports = 0 and fixture.kickoff_ts >= :start and fixture.kickoff_ts < :end
order by fixture.kickoff_ts, fixture.id
"""
