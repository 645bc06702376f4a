"""What `check` finds wrong with fixtures, for every face that shows their figures."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable

from footydata.football.terms import TableType
from footydata.store.read.quality import fixture_checks
from footydata.store.read.quality.finding import Flagged
from footydata.store.records import ids_of

MANY = 20_000
"""Of more fixtures none is looked at: reading a million into a frame would take twice as long."""

_OF_FIGURES = (
    *("plays_itself", "negative_count", "half_above_full", "events_contradict"),
    *("impossible_possession", "impossible_figure"),
)
_OF_PAIRS = ("double_fixture", "in_two_leagues", "plays_twice")
_OF_NO_TABLE = ("impossible_possession", "impossible_figure")

_WORDS = {
    TableType.TOTAL: ("goals",),
    TableType.CORNER: ("corners",),
    TableType.CARD: ("yellow", "red"),
}


def _errors(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], *, without: Collection[str] = ()
) -> dict[int, list[Flagged]]:
    """Fixture id → the errors that `check` finds in it; of a pair that can't both be true each has it.

    without: these kinds. Errors that a fixture's state, missing score or kickoff shows without a word are left out.
    """
    ids = {*fixture_ids}
    errors: defaultdict[int, list[Flagged]] = defaultdict(list)
    if not ids or len(ids) > MANY:
        return errors
    near = {each for pair in connection.execute(_NEAR, ids_of(ids)) for each in pair}
    within = {**dict.fromkeys(_OF_FIGURES, ids), **dict.fromkeys(_OF_PAIRS, near)}
    for check in fixture_checks.CHECKS:
        if check.kind in without or not within.get(check.kind):
            continue
        for error in check.find(connection, 0, within[check.kind]):
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


_BESIDE = f"""
    select fixture_id from team_fixture
    where team_id = {{side}} and fixture_id <> fixture.id and team_fixture.kickoff_ts
      between fixture.kickoff_ts - {fixture_checks.NEAR} and fixture.kickoff_ts + {fixture_checks.NEAR}
"""
_NEAR = f"""
    select fixture.id, listed.fixture_id from fixture join team_fixture as listed
    on listed.team_id in (fixture.home_id, fixture.away_id) and listed.kickoff_ts
      between fixture.kickoff_ts - {fixture_checks.NEAR} and fixture.kickoff_ts + {fixture_checks.NEAR}
    where fixture.id in (select value from json_each(:ids))
      and (exists ({_BESIDE.format(side="home_id")}) or exists ({_BESIDE.format(side="away_id")}))
    order by 1, 2
"""
"""The fixtures whose teams play again in the days beside them, with those and themselves."""
