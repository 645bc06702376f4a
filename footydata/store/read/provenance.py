"""Where stored data came from, and when: the sources in their order, what they have in common, parts of fixtures."""

import sqlite3
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.records import columns_of
from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.football.wording import meant
from footydata.store.claims.stored import DETAILS
from footydata.store.rows import column, ids_of, records


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


def sources_held(connection: sqlite3.Connection) -> list[str]:
    """The names of the sources of the database, the most trusted first."""
    return column(connection, "select name from source order by trust desc, name")


def source_named(connection: sqlite3.Connection, name: str) -> str:
    """The stored name of a source, which may be given in any case. Raises NotFound."""
    names = sources_held(connection)
    for stored in names:
        if stored.casefold() == name.casefold():
            return stored
    raise NotFound(f"no source of the database is called {name!r}; {meant(name, names)}")


def parts_of(connection: sqlite3.Connection, fixture_id: int) -> list[PartSource]:
    """Every part of a fixture with what it holds, a row per source; one without a source if it was never fetched."""
    return records(connection, PartSource, _PARTS, {"id": fixture_id})


class SourceCount(NamedTuple):
    """A source of some fixtures: of how many, and when it last said something new of one of them (unix seconds)."""

    source: str
    fixtures: int
    newest_ts: int


def sources_of(
    connection: sqlite3.Connection, fixture_ids: Sequence[int] | None
) -> list[SourceCount]:
    """The sources of these fixtures, the most trusted first; None: of all."""
    return records(connection, SourceCount, _SOURCES_OF, ids_of(fixture_ids))


def fetched_parts(connection: sqlite3.Connection, fixture_id: int) -> Part:
    """The parts of a fixture that were fetched from any source, empty ones included."""
    sql = "select parts from fixture_source where fixture_id = :id order by source_id"
    return reduce(or_, map(Part, column(connection, sql, {"id": fixture_id})), Part(0))


def fixtures_without(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], parts: Part
) -> list[int]:
    """The fixtures, in their order, of which no source ever had any of the parts."""
    sql = """
        select value from json_each(:ids) where not exists (
          select 1 from fixture_source where fixture_source.fixture_id = value and fixture_source.parts & :parts)
        order by json_each.key
    """
    return column(connection, sql, {**ids_of(fixture_ids), "parts": int(parts)})


def _row_text(names: Sequence[str]) -> str:
    """SQL of the values of columns, null if none is known."""
    values = " || ' ' || ".join(f"coalesce({name}, '?')" for name in names)
    return f"iif(coalesce({', '.join(names)}, null) is null, null, {values})"


_HOLDS: dict[Part, str] = {
    Part.BASE: f"{_row_text(['status'])} from fixture where id = :id",
    Part.BARE_RESULT: f"{_row_text(['state_detail'])} from fixture where id = :id",
    **{
        part: f"{_row_text(names)} from fixture where id = :id"
        for part, names in FIELDS_OF_PART.items()
    },
    **{
        Part(part): f"{_row_text(columns_of(table)[1:])} from {table} where fixture_id = :id"
        for part, table, _ in DETAILS
    },
    **{
        part: f"nullif(printf('%,d row', {count}) || iif({count} = 1, '', 's'), '0 rows') from {table} where fixture_id = :id"
        for part, table, count in (
            (Part.STATISTICS, "statistics", "count(*)"),
            (Part.FURTHER_FIGURES, "fixture_figure", "count(*)"),
            (Part.EVENTS, "event", "count(*)"),
            (Part.ODDS_SUMMARY, "odds", "count(distinct market)"),
            (Part.ODDS, "odds", "count(*)"),
            (Part.ODDS_HISTORY, "odds_tick", "count(*)"),
        )
    },
}
"""Part → SQL of what a fixture holds of it: the values of a row, or how many rows."""

_PART_NAMES = {part: (part.name or "").lower() for part in Part}

_PARTS = f"""
    with part(bit, part, holds) as (
      {" union all ".join(f"select {int(part)}, '{_PART_NAMES[part]}', (select {sql})" for part, sql in _HOLDS.items())}
    )
    select part, iif(source.id is null, holds, coalesce(holds, 'empty')), source.name, source.trust,
           strftime('%Y-%m-%d %H:%M', fixture_source.fetched_ts, 'unixepoch')
    from part left join fixture_source on fixture_source.fixture_id = :id and fixture_source.parts & part.bit
    left join source on source.id = fixture_source.source_id
    where source.id is not null or part.bit <> {int(Part.BARE_RESULT)}
    order by part.bit, source.trust desc, source.name
"""  # the names are those of our records, never a value
_SOURCES_OF = """
    select source.name, count(*), max(fixture_source.fetched_ts)
    from fixture_source join source on source.id = fixture_source.source_id
    where :ids is null or fixture_source.fixture_id in (select value from json_each(:ids))
    group by source.id order by source.trust desc, source.name
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
    return records(connection, TrustedSource, _ORDER)


_ORDER = """
    select row_number() over (order by source.trust desc, source.name),
           source.name, case when own_trust is null then 'source' else 'person' end, coalesce(own_trust, trust),
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
        row
        for sql in (_CONTENTS, _OF_SOURCES, _OF_PAIRS)
        for row in records(connection, Content, sql)
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


_LINES_OF_SOURCE = (
    ("trust", "trust"),
    ("trust chosen by", "'person, in place of ' || own_trust"),
    ("fixtures", "fixtures"),
    *((f"with {name}", f"nullif(part_{int(part)}, 0)") for part, name in _PART_NAMES.items()),
    ("newest change UTC", _MINUTE("newest_ts")),
)
"""What is said of a source, and its SQL; what is null is left out, but for the last."""

_PART_COUNTS = ", ".join(f"part_{int(part)}" for part in Part)
# fixture_source is read once; joined by source it would be read once for each.
_OF_SOURCES = f"""
    with held as materialized (
      select name, trust, own_trust, coalesce(counted.fixtures, 0) as fixtures, newest_ts, {
    _PART_COUNTS
}
      from source left join (
        select source_id, count(*) as fixtures, max(fetched_ts) as newest_ts,
               {", ".join(f"sum(parts & {int(part)} <> 0) as part_{int(part)}" for part in Part)}
        from fixture_source group by source_id) as counted on counted.source_id = source.id
    )
    select name, what, value from (
      {
    " union all ".join(
        f"select name, trust, {place} as place, '{what}' as what, {sql} as value from held"
        for place, (what, sql) in enumerate(_LINES_OF_SOURCE)
    )
}
    )
    where value is not null or place = {len(_LINES_OF_SOURCE) - 1} order by trust desc, name, place
"""
_ORDERED = "(one.trust, other.name) > (other.trust, one.name)"
# How many fixtures and teams were recognised as the same in two sources, those with the most first.
_OF_PAIRS = f"""
    with pair as materialized (
      select held.source_id as one_id, also.source_id as other_id, count(*) as fixtures, 0 as teams
      from fixture_source as held join fixture_source as also on also.fixture_id = held.fixture_id
      where also.source_id <> held.source_id group by 1, 2
      union all
      select held.source_id, also.source_id, 0, count(distinct held.entity_id)
      from external_id as held join external_id as also on also.kind = 'team' and also.entity_id = held.entity_id
      where held.kind = 'team' group by 1, 2
    ), common as (
      select one.name as one, other.name as other, sum(fixtures) as fixtures, sum(teams) as teams
      from pair join source as one on one.id = one_id join source as other on other.id = other_id
      where {_ORDERED} group by 1, 2
    )
    select one || ' and ' || other, what, value from (
      select *, 'fixtures of both' as what, fixtures as value from common
      union all select *, 'teams of both', teams from common
    )
    order by fixtures desc, teams desc, one, other, what
"""


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
