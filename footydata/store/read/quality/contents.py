"""What is inside a database: how much, from when to when, from which sources, how fresh, and by which loads."""

import sqlite3
from typing import NamedTuple

from footydata.football.terms import Part
from footydata.store.read.quality.provenance import shared

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
        *_about_file(connection),
        *(
            Content("rows", table, _one(connection, f"select count(*) from {table}"))
            for table in COUNTED
        ),
        *_about_fixtures(connection),
        *_about_loads(connection),
        *_about_sources(connection),
        *_about_pairs(connection),
    ]


def _one(connection: sqlite3.Connection, sql: str) -> int | str | None:
    value: int | str | None = connection.execute(sql).fetchone()[0]
    return value


def _about_file(connection: sqlite3.Connection) -> list[Content]:
    pages, size = _one(connection, "pragma page_count"), _one(connection, "pragma page_size")
    return [
        Content("database", "schema version", _one(connection, "pragma user_version")),
        Content("database", "bytes", int(pages or 0) * int(size or 0)),
    ]


def _about_fixtures(connection: sqlite3.Connection) -> list[Content]:
    rows = connection.execute(
        "select status, count(*) from fixture group by status order by status"
    )
    counts = [Content("fixtures", status, count) for status, count in rows]
    first, last = connection.execute(
        """select strftime('%Y-%m-%d %H:%M', min(kickoff_ts), 'unixepoch'),
                  strftime('%Y-%m-%d %H:%M', max(kickoff_ts), 'unixepoch') from fixture"""
    ).fetchone()
    return [
        *counts,
        Content("fixtures", "first kickoff UTC", first),
        Content("fixtures", "last kickoff UTC", last),
    ]


def _about_loads(connection: sqlite3.Connection) -> list[Content]:
    row = connection.execute(
        """select count(*), sum(rows_read), sum(rows_kept), sum(rows_refused),
                  strftime('%Y-%m-%d %H:%M', max(started_ts), 'unixepoch') from load"""
    ).fetchone()
    names = (
        "files and pages that changed something",
        "rows read",
        "rows loaded",
        "rows refused",
        "newest UTC",
    )
    return [Content("loads", name, value) for name, value in zip(names, row, strict=True)]


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
    content_rows: list[Content] = []
    for name, trust, own_trust, fixtures, newest, *parts in rows:
        content_rows.append(Content(name, "trust", trust))
        if own_trust is not None:
            content_rows.append(
                Content(name, "trust chosen by", f"person, in place of {own_trust}")
            )
        content_rows.append(Content(name, "fixtures", fixtures))
        counts_by_part = zip(Part, parts, strict=True)
        content_rows += (
            Content(name, f"with {(part.name or '').lower()}", count)
            for part, count in counts_by_part
            if count
        )
        content_rows.append(Content(name, "newest change UTC", newest))
    return content_rows


def _about_pairs(connection: sqlite3.Connection) -> list[Content]:
    """How many fixtures and teams were recognised as the same in two sources."""
    content_rows: list[Content] = []
    for pair in shared(connection):
        section = f"{pair.one} and {pair.other}"
        content_rows += (
            Content(section, "fixtures of both", pair.fixtures),
            Content(section, "teams of both", pair.teams),
        )
    return content_rows


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
    return [LoadSummary._make(row) for row in connection.execute(_LOADS)]


_LOADS = """
    select load.id, load.started_ts, load.kind, source.name, load.place,
           load.rows_read, load.fixtures_new, load.fixtures_changed, load.fixtures_same, load.fixtures_conflicting,
           load.rows_refused, load.path
    from load join source on source.id = load.source_id order by load.id desc
"""
