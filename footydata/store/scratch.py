"""Scratch databases for replays: copies of a database without what happened after a moment.

A table `replay` of one row marks them, and says what is replayed and how far.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.football.records import FIXTURE_CHILDREN, FixtureRecord, OddsRecord
from footydata.football.terms import FIELDS_OF_PART, Part, Status
from footydata.store.as_of import corrected, uncorrected
from footydata.store.file.backups import (
    Progress,
    copy_database,
    partial_path,
    remove_abandoned,
)
from footydata.store.file.opening import check_can_be_made, file_at, open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError, is_sqlite_file, remove_with_journals
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import upsert


class ReplayState(NamedTuple):
    """The replay in a scratch file. run: identifies the replay. moment_ts: how far it has got, unix seconds."""

    run: str
    day: str
    source: str
    moment_ts: int
    speed: float


def make_scratch(
    connection: sqlite3.Connection,
    target: Path,
    replay: ReplayState,
    *,
    from_ts: int,
    progress: Progress,
) -> sqlite3.Connection:
    """A writing connection to a new scratch file at the target.

    from_ts: fixtures from then on are as before their kickoff, unix seconds. The file has no claims.
    An earlier scratch file is overwritten in place, so that its readers can go on. Raises InvalidArgument,
    BackupFailed, DatabaseError.
    """
    where = file_at(target)
    _check_target(where)
    remove_abandoned(where)
    part = partial_path(where)
    try:
        copy_database(connection, part, progress=progress)
        with closing(open_database(part)) as copy:
            _delete_later(copy, replay, from_ts)
        if not where.exists():
            part.replace(where)
        else:
            with closing(open_read_only(part)) as copy, closing(open_database(where)) as old:
                copy.backup(old)
    finally:
        remove_with_journals(part)
    return open_database(where)


def write_replay_moment(connection: sqlite3.Connection, run: str, moment_ts: int) -> None:
    """Record how far a replay has got, inside a transaction. Raises DatabaseError."""
    values = {"run": run, "moment_ts": moment_ts}
    if not connection.execute(_NOTE, values).rowcount:
        raise DatabaseError("another replay has begun in this file; this one stops")


def delete_details(connection: sqlite3.Connection, rows: Sequence[FixtureRecord]) -> None:
    """Delete all details of fixtures, but not their rows of team_fixture, inside a transaction."""
    for table in FIXTURE_CHILDREN:
        sql = f"delete from {table} where fixture_id = ?"  # tables of ours
        connection.executemany(sql, ((row.id,) for row in rows))


def _check_target(where: Path) -> None:
    check_can_be_made(where)
    if not where.exists():
        return
    not_a_replay = InvalidArgument(
        f"{where} is there already and no replay made it; name another file with --to",
        parameter="path",
        value=where,
    )
    if not where.is_file() or not is_sqlite_file(where):
        raise not_a_replay
    try:
        with closing(open_read_only(where)) as connection:
            connection.execute("select run from replay").fetchone()
    except (sqlite3.Error, DatabaseError) as error:
        raise not_a_replay from error


def _delete_later(copy: sqlite3.Connection, replay: ReplayState, from_ts: int) -> None:
    """Reset fixtures that kick off at or after from_ts to their state before kickoff, and mark the copy."""
    values = {"from_ts": from_ts, "scheduled": Status.SCHEDULED.value, "parts": _KNOWN_BEFORE}
    before = uncorrected(copy, corrected(copy, from_ts), from_ts)
    with write_transaction(copy):
        upsert(copy, "fixture", before.values())
        for statement in _LATER:
            copy.execute(statement, values)
        copy.execute("drop table if exists replay")
        copy.execute(_TABLE)
        copy.execute(_MARK, replay._asdict())


_KNOWN_BEFORE = int(Part.BASE | Part.ROUND | Part.VENUE | Part.ODDS | Part.ODDS_SUMMARY)
_NOT_KNOWN = ", ".join(
    f"{name} = null"
    for part, names in FIELDS_OF_PART.items()
    if not part & _KNOWN_BEFORE
    for name in names
)
_OF_LATER = "fixture_id in (select id from fixture where kickoff_ts >= :from_ts)"
_OPENED_LATER = """(
    select min(recorded_ts) from odds_tick as tick where (tick.fixture_id, tick.bookmaker_id, tick.market)
    = (fixture_id, bookmaker_id, market)) >= :from_ts"""
"""The condition that the first tick of an odds' history came later; where there is none, nobody knows."""

_AFTER_OPENING = ", ".join(
    f"{name} = null" for name in OddsRecord._fields if name.startswith(("closing", "inplay"))
)
_OF_RESULT = ("statistics", "knockout", "event", "extra_event", "fixture_figure")
_LATER = (
    *(f"delete from {table} where {_OF_LATER}" for table in _OF_RESULT),
    *(
        f"delete from {table} where {_OF_LATER} and {_OPENED_LATER}"
        for table in ("odds", "odds_line")
    ),
    "delete from odds_tick where recorded_ts >= :from_ts",
    f"update odds set {_AFTER_OPENING} where {_OF_LATER}",
    f"delete from odds_line where period <> 'opening' and {_OF_LATER}",
    f"update fixture_source set parts = parts & :parts where {_OF_LATER}",
    f"update fixture set status = :scheduled, state_detail = null, {_NOT_KNOWN} where kickoff_ts >= :from_ts",
    "delete from points_adjustment where decided_on > date(:from_ts, 'unixepoch')",
    "delete from fair_line where computed_ts > :from_ts",
    *(f"delete from {table}" for table in ("projected_team", "projection")),
    *(f"delete from {table}" for table in ("claim_again", "claim", "load_row", "waiting_detail")),
)
_TABLE = """
    create table replay (
      run text primary key, day text not null, source text not null, moment_ts integer not null, speed real not null
    ) strict
"""
_MARK = "insert into replay (run, day, source, moment_ts, speed) values (:run, :day, :source, :moment_ts, :speed)"
_NOTE = "update replay set moment_ts = :moment_ts where run = :run"
