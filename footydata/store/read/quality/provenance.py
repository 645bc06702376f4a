"""Where stored data came from, and when: the sources in their order, what they have in common, parts of fixtures."""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from footydata.football.records import columns_of
from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.football.wording import plural
from footydata.store.claims.stored import DETAILS
from footydata.store.records import ids_of, records


class PartSource(NamedTuple):
    """A part of a fixture and where it came from.

    holds: the figures or how many rows; 'empty': it was fetched and nothing was recorded; None: it was never fetched.
    A part from several sources has a row for each.
    """

    part: str
    holds: str | None
    source: str | None
    trust: int | None
    fetched_utc: str | None


class Shared(NamedTuple):
    """How many fixtures and teams two sources have in common; one: the more trusted of them."""

    one: str
    other: str
    fixtures: int
    teams: int


def sources_held(connection: sqlite3.Connection) -> list[str]:
    """The names of the sources of the database, the most trusted first."""
    return [
        row[0] for row in connection.execute("select name from source order by trust desc, name")
    ]


def parts_of(connection: sqlite3.Connection, fixture_id: int) -> list[PartSource]:
    """Every part of a fixture with what it holds, a row per source; one without a source if it was never fetched."""
    sources = connection.execute(_SOURCES, {"id": fixture_id}).fetchall()
    part_sources: list[PartSource] = []
    for part in Part:
        name = (part.name or "").lower()
        rows = [row for row in sources if row[2] & part]
        values = {"id": fixture_id}
        if part in _COUNTED:
            count = connection.execute(_COUNTED[part], values).fetchone()[0]
            holds = plural(count, "row") if count else None
        else:
            row = connection.execute(_VALUES[part], values).fetchone() or ()
            text = " ".join("?" if value is None else str(value) for value in row)
            holds = text if text.strip("? ") else None
        if rows:
            part_sources += (
                PartSource(name, holds or "empty", source, trust, at)
                for source, trust, _, at in rows
            )
        elif part is not Part.BARE_RESULT:
            part_sources.append(PartSource(name, holds, None, None, None))
    return part_sources


class SourceCount(NamedTuple):
    """A source of some fixtures: of how many, and when it last said something new of one of them (unix seconds)."""

    source: str
    fixtures: int
    newest_ts: int


def sources_of(
    connection: sqlite3.Connection, fixture_ids: Sequence[int] | None
) -> list[SourceCount]:
    """The sources of these fixtures, the most trusted first; None: of all."""
    values = {"ids": None if fixture_ids is None else str(list(fixture_ids))}
    return records(connection, SourceCount, _SOURCES_OF, values)


def fetched_parts(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> dict[int, Part]:
    """Fixture id → the parts fetched from any source, empty ones included; every id asked for is there."""
    parts_by_fixture = dict.fromkeys(fixture_ids, Part(0))
    sql = """
        select fixture_id, parts from fixture_source
        where fixture_id in (select value from json_each(:ids)) order by fixture_id, source_id
    """
    for fixture_id, parts in connection.execute(sql, ids_of(fixture_ids)):
        parts_by_fixture[fixture_id] |= Part(parts)
    return parts_by_fixture


def fixtures_without(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], parts: Part
) -> list[int]:
    """The fixtures, in their order, of which no source ever had any of the parts."""
    sql = """
        select value from json_each(:ids) where not exists (
          select 1 from fixture_source where fixture_source.fixture_id = value and fixture_source.parts & :parts)
        order by json_each.key
    """
    return [
        row[0]
        for row in connection.execute(sql, {"ids": str(list(fixture_ids)), "parts": int(parts)})
    ]


def shared(connection: sqlite3.Connection) -> list[Shared]:
    """Each pair of sources with anything in common, the most fixtures first."""
    fixtures = {(one, other): count for one, other, count in connection.execute(_SHARED_FIXTURES)}
    teams = {(one, other): count for one, other, count in connection.execute(_SHARED_TEAMS)}
    pairs = sorted(fixtures.keys() | teams.keys())
    rows = [Shared(*pair, fixtures.get(pair, 0), teams.get(pair, 0)) for pair in pairs]
    return sorted(rows, key=lambda row: (-row.fixtures, -row.teams, row.one, row.other))


_VALUES = (
    {
        part: f"select {', '.join(names)} from fixture where id = :id"  # names of our records
        for part, names in {
            Part.BASE: ("status",),
            Part.BARE_RESULT: ("state_detail",),
            **FIELDS_OF_PART,
        }.items()
    }
    | {
        Part(part): f"select {', '.join(columns_of(table)[1:])} from {table} where fixture_id = :id"
        for part, table, _ in DETAILS
    }
)
"""Part → SQL of its values."""

_COUNTED: dict[Part, str] = {
    Part.STATISTICS: "select count(*) from statistics where fixture_id = :id",
    Part.FURTHER_FIGURES: "select count(*) from fixture_figure where fixture_id = :id",
    Part.EVENTS: "select count(*) from event where fixture_id = :id",
    Part.ODDS_SUMMARY: "select count(distinct market) from odds where fixture_id = :id",
    Part.ODDS: "select count(*) from odds where fixture_id = :id",
    Part.ODDS_HISTORY: "select count(*) from odds_tick where fixture_id = :id",
}
_SOURCES = """
    select source.name, source.trust, fixture_source.parts,
           strftime('%Y-%m-%d %H:%M', fixture_source.fetched_ts, 'unixepoch')
    from fixture_source join source on source.id = fixture_source.source_id
    where fixture_source.fixture_id = :id order by source.trust desc, source.name
"""
_SOURCES_OF = """
    select source.name, count(*), max(fixture_source.fetched_ts)
    from fixture_source join source on source.id = fixture_source.source_id
    where :ids is null or fixture_source.fixture_id in (select value from json_each(:ids))
    group by source.id order by source.trust desc, source.name
"""
_ORDERED = "(one.trust, other.name) > (other.trust, one.name)"
_SHARED_FIXTURES = f"""
    with pair as materialized (
      select held.source_id, also.source_id as other_id, count(*) as fixtures
      from fixture_source as held join fixture_source as also on also.fixture_id = held.fixture_id
      where also.source_id <> held.source_id group by held.source_id, also.source_id
    )
    select one.name, other.name, pair.fixtures
    from pair join source as one on one.id = pair.source_id join source as other on other.id = pair.other_id
    where {_ORDERED} order by one.name, other.name
"""
_SHARED_TEAMS = f"""
    select one.name, other.name, count(distinct held.entity_id)
    from external_id as held
    join external_id as also on also.kind = 'team' and also.entity_id = held.entity_id
    join source as one on one.id = held.source_id
    join source as other on other.id = also.source_id
    where held.kind = 'team' and {_ORDERED} group by one.id, other.id order by one.name, other.name
"""


class TrustedSource(NamedTuple):
    """A source in the order of trust, from 1.

    chosen_by: person, or source where it stands by its own trust. trust: its own. fixtures: how many it gives.
    """

    position: int
    source: str
    chosen_by: str
    trust: int
    fixtures: int


def source_order(connection: sqlite3.Connection) -> list[TrustedSource]:
    """The sources, the most trusted first."""
    return [
        TrustedSource(place, *row) for place, row in enumerate(connection.execute(_ORDER), start=1)
    ]


_ORDER = """
    select source.name, case when own_trust is null then 'source' else 'person' end, coalesce(own_trust, trust),
           coalesce(held.fixtures, 0)
    from source left join (select source_id, count(*) as fixtures from fixture_source group by source_id) as held
      on held.source_id = source.id
    order by source.trust desc, source.name
"""


COUNTED = (
    "country",
    "league",
    "season",
    "team",
    "bookmaker",
    "fixture",
    "statistics",
    "fixture_figure",
    "event",
    "extra_event",
    "knockout",
    "venue",
    "odds",
    "odds_tick",
    "fair_line",
    "points_adjustment",
)
"""The tables whose rows are counted."""


class Content(NamedTuple):
    """One line about a database.

    section: database, rows, fixtures, loads, a source's name, or two that have the same.
    """

    section: str
    what: str
    value: str | int | None


def contents(connection: sqlite3.Connection) -> list[Content]:
    """The contents of a database in lines.

    The file, the rows of each table, the span of fixtures, the loads; of each source how many fixtures have which parts
    from it, and its newest change; of each two sources what they have in common."""
    return [
        *records(connection, Content, _CONTENTS),
        *_about_sources(connection),
        *_about_pairs(connection),
    ]


_MINUTE = "strftime('%Y-%m-%d %H:%M', {}, 'unixepoch')".format
_CONTENTS = f"""
    select 'database', 'schema version', user_version from pragma_user_version
    union all select 'database', 'bytes', page_count * page_size from pragma_page_count, pragma_page_size
    {" ".join(f"union all select 'rows', '{table}', count(*) from {table}" for table in COUNTED)}
    union all select * from (select 'fixtures', status, count(*) from fixture group by status order by status)
    union all select 'fixtures', 'first kickoff UTC', {_MINUTE("min(kickoff_ts)")} from fixture
    union all select 'fixtures', 'last kickoff UTC', {_MINUTE("max(kickoff_ts)")} from fixture
    union all select 'loads', 'files and pages that changed something', count(*) from load
    union all select 'loads', 'rows read', sum(rows_read) from load
    union all select 'loads', 'rows loaded', sum(rows_kept) from load
    union all select 'loads', 'rows refused', sum(rows_refused) from load
    union all select 'loads', 'newest UTC', {_MINUTE("max(started_ts)")} from load
"""


def _about_sources(connection: sqlite3.Connection) -> list[Content]:
    counts = ", ".join(f"sum(parts & {part.value} <> 0) as part_{part.value}" for part in Part)
    # fixture_source is read once; joined by source it would be read once for each.
    rows = connection.execute(
        f"""select source.name, source.trust, source.own_trust, coalesce(held.fixtures, 0),
                   strftime('%Y-%m-%d %H:%M', held.newest_ts, 'unixepoch'),
                   {", ".join(f"held.part_{part.value}" for part in Part)}
            from source left join (
              select source_id, count(*) as fixtures, max(fetched_ts) as newest_ts, {counts}
              from fixture_source group by source_id
            ) as held on held.source_id = source.id
            order by source.trust desc, source.name"""
    )
    lines: list[Content] = []
    for name, trust, own_trust, fixtures, newest, *parts in rows:
        chosen = None if own_trust is None else f"person, in place of {own_trust}"
        of_source = {"trust": trust, "trust chosen by": chosen, "fixtures": fixtures}
        for part, count in zip(Part, parts, strict=True):
            of_source[f"with {(part.name or '').lower()}"] = count or None
        lines += (
            Content(name, what, value) for what, value in of_source.items() if value is not None
        )
        lines.append(Content(name, "newest change UTC", newest))
    return lines


def _about_pairs(connection: sqlite3.Connection) -> list[Content]:
    """How many fixtures and teams were recognised as the same in two sources."""
    return [
        Content(f"{pair.one} and {pair.other}", what, count)
        for pair in shared(connection)
        for what, count in (("fixtures of both", pair.fixtures), ("teams of both", pair.teams))
    ]


class LoadSummary(NamedTuple):
    """A load: of a file, of a downloaded file, or a pull.

    new, changed, same, conflicting: fixtures, None before any was counted. refused: rows, values and whole files that
    were not loaded.
    """

    id: int
    loaded_ts: int
    kind: str
    source: str
    place: str
    rows_read: int
    new: int | None
    changed: int | None
    same: int | None
    conflicting: int | None
    refused: int
    path: str | None


def loads(connection: sqlite3.Connection) -> list[LoadSummary]:
    """Every load that was not undone, the newest first."""
    return records(connection, LoadSummary, _LOADS)


_LOADS = """
    select load.id, load.started_ts, load.kind, source.name, load.place,
           load.rows_read, load.fixtures_new, load.fixtures_changed, load.fixtures_same, load.fixtures_conflicting,
           load.rows_refused, load.path
    from load join source on source.id = load.source_id order by load.id desc
"""
