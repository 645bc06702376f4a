"""The shapes of a check and of its findings, and the tables that it reads."""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from footydata.football.records import key_of
from footydata.football.wording import plural
from footydata.store.rows import ids_of


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


Find = Callable[[sqlite3.Connection, int, Collection[int] | None], Iterator[Flagged]]
"""Yields the findings in a database as of a moment (unix seconds); of these fixtures alone unless they are None."""


class Check(NamedTuple):
    """One kind of fault to look for.

    is_of_some: whether it can be looked for in some fixtures alone. is_of_pairs: whether it is one of two fixtures.
    """

    kind: str
    severity: Severity
    find: Find
    is_of_some: bool = False
    is_of_pairs: bool = False


class CountWithWord(int):
    """A number that a format string may show with a noun.

    >>> "{days:day} ago".format(days=CountWithWord(1))
    '1 day ago'
    """

    def __format__(self, spec: str) -> str:
        """The number as usual, or with the noun that the format names."""
        return plural(self, spec) if spec.isalpha() else super().__format__(spec)


def by_sql(
    kind: str,
    severity: Severity,
    sentence: str,
    sql: str,
    *,
    of: str = "fixture",
    leagues: Callable[[str, str], bool] | None = None,
    **values: Any,
) -> Check:
    """A check by one statement, whose first column is the id.

    sentence: a template with the columns in braces, a count with its word as {days:day}. The statement may use :now
    beside the values, and name a column of, other_id or figure, as of Flagged. Where it has {within} after the ids of
    its fixtures, it is of some fixtures, or of all.
    leagues: the parameter :leagues has the ids of those of which this is true, by country and name.
    """

    def find(
        connection: sqlite3.Connection, now: int, ids: Collection[int] | None
    ) -> Iterator[Flagged]:
        parameters = {**values, "now": now}
        if leagues is not None:
            rows = connection.execute("select id, country_code, name from league order by id")
            parameters["leagues"] = str([row[0] for row in rows if leagues(*row[1:])])
        within = " is not null"
        if ids is not None:
            within, parameters = " in (select value from json_each(:ids))", parameters | ids_of(ids)
        cursor = connection.execute(sql.format(within=within), parameters)
        cursor.row_factory = sqlite3.Row
        for row in cursor:
            flagged: dict[str, Any] = {
                name: CountWithWord(value) if isinstance(value, int) else value
                for name, value in dict(row).items()
            }
            text, other = sentence.format_map(flagged), flagged.get("other_id")
            yield Flagged(flagged.get("of", of), row[0], text, other, flagged.get("figure") or "")

    return Check(kind, severity, find, "{within}" in sql, "other_id" in sql)


def compared(
    kind: str,
    sentence: str,
    sign: str,
    limits: Mapping[str, Mapping[str, str]],
    *,
    named: str = "figure",
    joined: str = "",
    also: str = "",
) -> Check:
    """A check for values that compare so to a limit, a finding each; each table is read once.

    limits: table → column → its limit. sentence: with the columns of the table's key, and {words}, {value}, {limit}.
    named: what the column is called in it, as of by_sql. joined: SQL of what is joined to the key; also: of columns of it.
    """
    wrong, values = [], []
    for place, (table, of_column) in enumerate(limits.items()):
        tests = {column: f"{column} {sign} {limit}" for column, limit in of_column.items()}
        any_test = " or ".join(tests.values())
        wrong.append(
            f"wrong_{table} as materialized (select * from {table} where {key_of(table)[0]}{{within}} and ({any_test}))"
        )
        values += [
            f"select {', '.join(key_of(table)[:3])}, '{column}' as {named}, {column} as value, "
            f"{of_column[column]} as 'limit', {place} as of_table, {number} as place from wrong_{table} where {test}"
            for number, (column, test) in enumerate(tests.items())
        ]
    # Tables and columns of our records.
    sql = f"""
        with {", ".join(wrong)}, value as ({" union all ".join(values)})
        select *, replace(replace({named}, 'half_', 'first-half '), '_', ' ') as words{also}
        from value {joined} order by of_table, 1, 2, 3, place
    """
    return by_sql(kind, ERROR, sentence, sql)
