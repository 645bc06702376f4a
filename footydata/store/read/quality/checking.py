"""Checks a database: finds what can't be true, and what may be wrong."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from footydata.store.read.quality import file_checks, fixture_checks, season_checks
from footydata.store.read.quality.finding import Check, Finding, Flagged, Severity
from footydata.store.records import ids_of

CHECKS: tuple[Check, ...] = (
    *file_checks.CHECKS,
    *fixture_checks.CHECKS,
    *season_checks.CHECKS,
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
        rows = _readable(each.find(connection, now, None))
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
    about: dict[object, tuple[str | None, str | None]] = {}
    with suppress(sqlite3.DatabaseError):
        ids = ids_of(row.id for row in rows if row.of == "fixture")
        about = {id_: (name, sources) for id_, name, sources in connection.execute(_ABOUT, ids)}
    findings = []
    for row in rows:
        name, sources = about.get(row.id if row.of == "fixture" else None, (None, None))
        sentence = f"{name}: {row.sentence}" if name else row.sentence
        findings.append(Finding(of.severity, of.kind, row.of, row.id, sources, sentence))
    return findings


_ABOUT = """
    select each.value, home.name || ' - ' || away.name || ', ' || date(fixture.kickoff_ts, 'unixepoch'),
           (select group_concat(name, ', ') from (
             select source.name from fixture_source join source on source.id = fixture_source.source_id
             where fixture_source.fixture_id = each.value order by source.trust desc, source.name))
    from json_each(:ids) as each left join fixture on fixture.id = each.value
    left join team as home on home.id = fixture.home_id left join team as away on away.id = fixture.away_id
    order by each.value
"""
