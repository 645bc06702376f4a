"""What `check` finds wrong with fixtures, for every face that shows their figures."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any, cast

from footydata.football.terms import TableType
from footydata.store.read.quality.checks import duplicates, fixtures
from footydata.store.read.quality.checks.finding import ERROR, Flagged
from footydata.store.records import ids_of

MANY = 20_000
"""Of more fixtures none is looked at: reading a million into a frame would take twice as long."""

_OF_NO_FIGURE = (
    *("overdue", "live_too_long", "finished_without_goals", "finished_too_early"),
    "event_number",
)
"""Errors that the state of a fixture, its missing score or its kickoff shows without a word, or its timeline."""


_OF_FIGURES = [
    check
    for check in fixtures.CHECKS
    if check.severity is ERROR and check.kind not in _OF_NO_FIGURE
]
_OF_NO_TABLE = ("impossible_possession", "impossible_figure")
_OF_PAIRS = [check for check in duplicates.CHECKS if check.severity is ERROR]

_WORDS = {
    TableType.TOTAL: ("goals",),
    TableType.CORNER: ("corners",),
    TableType.CARD: ("yellow", "red"),
}


def _errors(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], *, without: Collection[str] = ()
) -> dict[int, list[Flagged]]:
    """Fixture id → the errors that `check` finds in it; of a pair that can't both be true each has it.

    without: these kinds.
    """
    ids = {*fixture_ids}
    errors: defaultdict[int, list[Flagged]] = defaultdict(list)
    if not ids or len(ids) > MANY:
        return errors
    near = {each for pair in connection.execute(_NEAR, ids_of(ids)) for each in pair}
    for checks, within in ((_OF_FIGURES, ids), (_OF_PAIRS, near)):
        rows = cast(sqlite3.Connection, _Within(connection, within))
        for error in chain.from_iterable(
            check.find(rows, 0) for check in checks if within and check.kind not in without
        ):
            for id_ in (error.id, error.other):
                if id_ in ids:
                    errors[id_].append(error)
    return errors


def doubt_texts(connection: sqlite3.Connection, fixture_ids: Iterable[int]) -> dict[int, str]:
    """Fixture id → all errors that `check` finds in it."""
    return {
        id_: "; ".join(
            error.sentence if error.id == id_ else f"fixture {error.id}: {error.sentence}"
            for error in errors
        )
        for id_, errors in _errors(connection, fixture_ids).items()
    }


def doubted_of(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], type: TableType
) -> dict[int, list[Flagged]]:
    """Fixture id → the errors of it that concern the figures of a table."""
    words = _WORDS[type]
    return {
        id_: concerning
        for id_, errors in _errors(connection, fixture_ids, without=_OF_NO_TABLE).items()
        if (
            concerning := [
                error
                for error in errors
                if not error.figure or any(word in error.figure for word in words)
            ]
        )
    }


class _Within:
    """A connection whose statements see the rows of some fixtures alone."""

    def __init__(self, connection: sqlite3.Connection, fixture_ids: Collection[int]) -> None:
        self._connection, self._ids = connection, ids_of(fixture_ids)

    def execute(self, sql: str, values: Mapping[str, Any] | None = None) -> sqlite3.Cursor:
        word, rest = sql.split(maxsplit=1)
        sql = f"{_ROWS}, {rest}" if word == "with" else f"{_ROWS} {sql}"
        return self._connection.execute(sql, {**(values or {}), **self._ids})


_BESIDE = f"""
    select fixture_id from team_fixture
    where team_id = {{side}} and fixture_id <> fixture.id and team_fixture.kickoff_ts
      between fixture.kickoff_ts - {duplicates.NEAR} and fixture.kickoff_ts + {duplicates.NEAR}
"""
_NEAR = f"""
    select fixture.id, listed.fixture_id from fixture join team_fixture as listed
    on listed.team_id in (fixture.home_id, fixture.away_id) and listed.kickoff_ts
      between fixture.kickoff_ts - {duplicates.NEAR} and fixture.kickoff_ts + {duplicates.NEAR}
    where fixture.id in (select value from json_each(:ids))
      and (exists ({_BESIDE.format(side="home_id")}) or exists ({_BESIDE.format(side="away_id")}))
    order by 1, 2
"""
"""The fixtures whose teams play again in the days beside them, with those and themselves."""

_ROWS = """
    with fixture as not materialized (
      select * from main.fixture where id in (select value from json_each(:ids))
    ), team_fixture as not materialized (
      select listed.* from main.fixture join main.team_fixture as listed
        on listed.team_id in (fixture.home_id, fixture.away_id) and listed.kickoff_ts = fixture.kickoff_ts
        and listed.fixture_id = fixture.id
      where fixture.id in (select value from json_each(:ids))
    ), statistics as not materialized (
      select * from main.statistics where fixture_id in (select value from json_each(:ids))
    ), fixture_figure as not materialized (
      select * from main.fixture_figure where fixture_id in (select value from json_each(:ids))
    ), event as not materialized (
      select * from main.event where fixture_id in (select value from json_each(:ids))
    )
"""
"""The tables of the checks, of these fixtures alone, under their own names."""
