"""Tables that no source knows: how they would be read, by which maps that a person agreed to, of which competition.

Maps are kept for files with the same header. A table that names no competition is of that which has its fixtures.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import TableMapRow
from footydata.football.register.naming import bare
from footydata.football.register.teams import registered_team
from footydata.football.terms import DAY
from footydata.ingest.planning import check_paths, files_at
from footydata.sources.parsed import LeagueKey, ParsedFixture
from footydata.sources.refusing import UnreadableFile
from footydata.sources.registry import sources_named, why_unread
from footydata.sources.tables.reading import NO, Reading
from footydata.sources.tables.source import KeptMaps, TableSource, kept_map
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap, as_document, kept_map_of
from footydata.store.file.sqlite_files import A_DATABASE, is_sqlite_file
from footydata.store.rows import upsert


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
    sources, tables = sources_named(None), table_source(connection, given=table_maps, league=league)
    found = Explained([], [], False)
    is_known = False
    for file in files_at(paths):
        if file.refused or is_sqlite_file(file.path):
            found.others.append((file.name, file.refused or f"{A_DATABASE}, not a table"))
        elif (source := sources.of(file.path)) is not None:
            is_known = True
            found.others.append((file.name, f"a file of {source.name}, which needs no map"))
        elif readings := tables.readings(file.path) if tables.is_table(file.path) else []:
            fixtures = [reading for reading in readings if reading.outcome != NO]
            found.readings.extend(fixtures or readings[:1])
        else:
            found.others.append((file.name, tables.why_unread(file.path) or why_unread(file.path)))
    has_fixtures = any(reading.outcome != NO for reading in found.readings)
    return found._replace(is_readable=is_known or has_fixtures)


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
    found: Counter[LeagueKey] = Counter()
    count = 0
    for fixture in fixtures:
        count += 1
        found.update(set(_leagues_of(connection, fixture)))
    if not found:
        return None
    league, most = found.most_common(1)[0]
    is_only = list(found.values()).count(most) == 1
    return league if is_only and most >= max(FEWEST, LEAST * count) else None


def _leagues_of(connection: sqlite3.Connection, fixture: ParsedFixture) -> Iterable[LeagueKey]:
    """The competitions that have a fixture of its day and teams."""
    start = midnight_of(day_of(fixture.kickoff_ts))
    days = {"start": start, "end": start + DAY}
    for country, name, home, away in connection.execute(_OF_DAY, days):
        if _is(country, fixture.home.name, home) and _is(country, fixture.away.name, away):
            yield LeagueKey(country, name)


def _is(country: str, spelling: str, name: str) -> bool:
    team = registered_team(country, spelling)
    return bare(spelling) == bare(name) or (team is not None and team.name == name)


_OF_DAY = """
select league.country_code, league.name, home.name, away.name from fixture
join league on league.id = fixture.league_id
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
where fixture.esports = 0 and fixture.kickoff_ts >= :start and fixture.kickoff_ts < :end
order by fixture.kickoff_ts, fixture.id
"""
