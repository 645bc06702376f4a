"""The shapes of a check and of its findings."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from footydata.football.wording import CountWithWord


class Severity(StrEnum):
    """How sure it is that something is wrong: an error can't be true, a remark may be."""

    ERROR = "error"
    REMARK = "remark"


ERROR, REMARK = Severity


class Finding(NamedTuple):
    """Something that can't be true, or that may be wrong.

    of: what the id is of (fixture, season, league, team or a table). source: where it came from, None if unknown.
    """

    severity: Severity
    kind: str
    of: str
    id: int | str | None
    source: str | None
    finding: str


class Flagged(NamedTuple):
    """A finding of a check.

    sentence: for people, without the names of the fixture's teams, which are added later. other: the fixture with which
    it can't be true. figure: in words, empty if the whole fixture is meant.
    """

    of: str
    id: int | str | None
    sentence: str
    other: int | None = None
    figure: str = ""


Find = Callable[[sqlite3.Connection, int], Iterator[Flagged]]
"""Yields the findings in a database as of a moment (unix seconds)."""


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of fault to look for."""

    kind: str
    severity: Severity
    find: Find


def by_sql(
    kind: str, severity: Severity, sentence: str, sql: str, *, of: str = "fixture", **values: Any
) -> Check:
    """A check by one statement, whose first column is the id.

    sentence: a template with the columns in braces, a count with its word as {days:day}. The statement may use :now
    beside the values, and name a column other_id or figure, as of Flagged.
    """

    def find(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
        cursor = connection.execute(sql, {**values, "now": now} if ":" in sql else {})
        names = [column[0] for column in cursor.description]
        for row in cursor:
            counts_with_words = (
                CountWithWord(value) if isinstance(value, int) else value for value in row
            )
            text = sentence.format_map(dict(zip(names, counts_with_words, strict=True)))
            by_name = dict(zip(names, row, strict=True))
            yield Flagged(of, row[0], text, by_name.get("other_id"), by_name.get("figure") or "")

    return Check(kind, severity, find)
