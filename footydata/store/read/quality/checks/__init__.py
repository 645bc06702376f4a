"""Checks a database: finds what can't be true, and what may be wrong."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from footydata.store.read.quality.checks import duplicates, fixtures, odds, seasons, soundness
from footydata.store.read.quality.checks.finding import Check, Finding, Flagged, Severity

CHECKS: tuple[Check, ...] = (
    *soundness.CHECKS,
    *fixtures.CHECKS,
    *duplicates.CHECKS,
    *odds.CHECKS,
    *seasons.CHECKS,
)
"""All checks, in the order in which they are listed."""


class Count(NamedTuple):
    """How many findings a check had."""

    severity: Severity
    kind: str
    count: int  # type: ignore[assignment]  # hides tuple.count


class Checked(NamedTuple):
    """The result of the checks: the counts by kind, errors first, and the first findings of each kind."""

    counts: list[Count]
    findings: list[Finding]

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(row.count for row in self.counts if row.severity is Severity.ERROR)


def check(
    connection: sqlite3.Connection,
    *,
    now: int,
    limit: int | None = None,
    kinds: Sequence[str] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Checked:
    """Run the checks on a database. now: unix seconds UTC.

    limit: how many findings of a kind are listed, all if None; kinds: of the checks, all if None. progress: called
    with the share that is done, before each check.
    """
    counts: list[Count] = []
    findings: list[Finding] = []
    chosen = [each for each in CHECKS if kinds is None or each.kind in kinds]
    for done, each in enumerate(sorted(chosen, key=lambda one: list(Severity).index(one.severity))):
        progress(f"{done}/{len(chosen)} {each.kind}")
        rows = _readable(each.find(connection, now))
        first = list(islice(rows, limit))
        total = len(first) + sum(1 for _ in rows)
        if total:
            counts.append(Count(each.severity, each.kind, total))
            findings += _findings(connection, each, first)
    return Checked(counts, findings)


def _readable(rows: Iterator[Flagged]) -> Iterator[Flagged]:
    """The rows; if the rest can't be read, a last one that says so."""
    try:
        yield from rows
    except sqlite3.DatabaseError as error:
        yield Flagged("database", None, f"this can't be looked for: {error}")


def _findings(connection: sqlite3.Connection, of: Check, rows: Sequence[Flagged]) -> list[Finding]:
    """The findings, with the teams and sources of the fixtures that they are about."""
    ids = [row.id for row in rows if row.of == "fixture"]
    try:
        names, sources = _names(connection, ids), _sources(connection, ids)
    except sqlite3.DatabaseError:
        names, sources = {}, {}
    return [
        Finding(
            of.severity,
            of.kind,
            row.of,
            row.id,
            sources.get(row.id) if row.of == "fixture" else None,
            f"{names[row.id]}: {row.sentence}"
            if row.of == "fixture" and row.id in names
            else row.sentence,
        )
        for row in rows
    ]


def _names(connection: sqlite3.Connection, ids: Iterable[object]) -> dict[object, str]:
    return dict(connection.execute(_NAMES, {"ids": json.dumps(list(ids))}))


def _sources(connection: sqlite3.Connection, ids: Iterable[object]) -> dict[object, str]:
    return dict(connection.execute(_SOURCES, {"ids": json.dumps(list(ids))}))


_NAMES = """
    select fixture.id, home.name || ' - ' || away.name || ', ' || date(fixture.kickoff_ts, 'unixepoch')
    from fixture join team as home on home.id = fixture.home_id join team as away on away.id = fixture.away_id
    where fixture.id in (select value from json_each(:ids)) order by fixture.id
"""
_SOURCES = """
    select fixture_id, group_concat(name, ', ') from (
      select fixture_source.fixture_id, source.name
      from fixture_source join source on source.id = fixture_source.source_id
      where fixture_source.fixture_id in (select value from json_each(:ids))
      order by fixture_source.fixture_id, source.trust desc, source.name
    ) group by fixture_id order by fixture_id
"""
