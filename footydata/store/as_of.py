"""What was known at a past moment: fixtures before later loads, and a database of it in a file of its own.

That is moved forward in steps, each of which copies from the whole database what became known since. Of fixtures whose
results are not known it has the kickoff, the teams, the referee and the opening quotes; a figure that was corrected
later has its earlier value, and a referee who was named later is unknown.

A scratch database for replays is a copy of the whole one without what happened after a moment. A table `replay` of one
row marks it, and says how far the replay has got.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from footydata.football.errors import InvalidArgument
from footydata.football.moments import FOREVER
from footydata.football.records import FIXTURE_CHILDREN, FixtureRecord, OddsRecord, columns_of
from footydata.football.terms import DAY, FIELDS_OF_PART, Part, Status
from footydata.store.claims.claim import ClaimRows, FixtureClaim
from footydata.store.claims.merging import merge
from footydata.store.file.backups import (
    Progress,
    copy_database,
    partial_path,
    remove_abandoned,
)
from footydata.store.file.opening import check_can_be_made, file_at, open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError, remove_with_journals
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import KNOWN_FROM, OF_FIXTURES, OF_TEAM_LISTS, column, ids_of, upsert

CATALOGUE = (
    "country",
    "league",
    "season",
    "team",
    "season_team",
    "country_name",
    "league_name",
    "team_name",
    "bookmaker",
    "season_rules",
    "team_alias",
    "source",
)
"""The tables that are independent of results."""

UNKNOWN_BEFORE: dict[str, Any] = {
    name: None
    for part, names in FIELDS_OF_PART.items()
    if part not in (Part.ROUND, Part.REFEREE)
    for name in names
}
"""The fields of a fixture that are not known before its result, as unknown ones."""


class AsOf:
    """A database at a path with what was known at a moment; move_to moves it to later ones.

    source: the whole database, which is only read. league_ids: the leagues whose fixtures are copied.
    """

    def __init__(
        self, source: sqlite3.Connection, path: Path, *, league_ids: Sequence[int]
    ) -> None:
        self._source, self._leagues = source, str(list(league_ids))
        self._moment = -FOREVER
        self.connection = open_database(path)
        with self.connection:
            self._copy(CATALOGUE, "true")

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def move_to(self, moment: int, *, coming_until: int) -> None:
        """Add what became known by a moment, and the other fixtures that kick off before coming_until.

        Both in unix seconds; the moment must be later than that of the last call.
        """
        values = {
            "leagues": self._leagues,
            "after": self._moment,
            "moment": moment,
            "until": coming_until,
        }
        played, coming = (column(self._source, sql, values) for sql in (_PLAYED, _COMING))
        ids = [*played, *coming]
        referees = referees_before(self._source, coming, moment=moment)
        self._moment = moment
        with self.connection:
            self._copy(["fixture"], "id in (select value from json_each(:ids))", ids)
            self._copy(["team_fixture"], OF_TEAM_LISTS, ids)
            self._copy(FIXTURE_CHILDREN, OF_FIXTURES, ids)
            self._copy(["points_adjustment"], "true")
            _forget_later(self.connection, uncorrected(self._source, ids, moment), moment)
            self.connection.executemany(
                "update fixture set referee = ? where id = ?",
                [(name, fixture_id) for fixture_id, name in referees.items()],
            )

    def _copy(self, tables: Iterable[str], condition: str, ids: Sequence[int] = ()) -> None:
        """Copy the rows of tables of the source that meet a condition."""
        for table in tables:
            sql = f"select {', '.join(columns_of(table))} from {table} where {condition}"
            with closing(self._source.execute(sql, ids_of(ids))) as rows:
                upsert(self.connection, table, rows)


_OF_LEAGUES = "league_id in (select value from json_each(:leagues))"
_PLAYED = f"""
    select id from fixture
    where {_OF_LEAGUES} and kickoff_ts > :after - {DAY} and kickoff_ts < :moment
      and {KNOWN_FROM} > :after and {KNOWN_FROM} <= :moment
    union
    select fixture.id from load cross join claim on claim.load_id = load.id cross join fixture on fixture.id = fixture_id
    where corrects and started_ts >= :after and started_ts < :moment and {_OF_LEAGUES} and {KNOWN_FROM} <= :after
"""
"""The fixtures whose results became known since the moment :after, or were corrected since; few loads correct."""

_COMING = (
    f"select id from fixture where {_OF_LEAGUES} and kickoff_ts >= :moment and kickoff_ts < :until"
)


def uncorrected(
    connection: sqlite3.Connection, fixture_ids: Iterable[int] | None, moment: int
) -> dict[int, FixtureRecord]:
    """Those of these fixtures, None for all, that were corrected at the moment (unix seconds) or later, by id.

    They are as they were known before it.
    """
    known: dict[int, FixtureRecord] = {}
    ids = column(connection, _CORRECTED, {**ids_of(fixture_ids), "moment": moment})
    for stored, claims in ClaimRows(connection).of_fixtures(ids):
        before = merge(_said_before(claims, moment)).fixture
        values: dict[str, Any] = {name: getattr(before, name) for name in UNKNOWN_BEFORE}
        known[stored.fixture.id] = stored.fixture._replace(
            **{name: value for name, value in values.items() if value is not None}
        )
    return known


def _said_before(claims: Sequence[FixtureClaim], moment: int) -> list[FixtureClaim]:
    """The claims without later corrections; of a source that says nothing else its first one."""
    in_order = sorted(claims, key=lambda claim: (claim.load.moment, claim.load.id))
    first: dict[int, FixtureClaim] = {}
    for claim in in_order:
        first.setdefault(claim.load.source_id, claim)
    return [
        claim
        for claim in in_order
        if not claim.load.corrects
        or claim.load.moment < moment
        or claim is first[claim.load.source_id]
    ]


def referees_before(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], *, moment: int
) -> dict[int, str | None]:
    """Fixture id → its referee as of a moment (unix seconds), None if he was not named yet, where he may have changed.

    Left out are fixtures of which nothing was loaded before the moment, or nothing since: a past season that is loaded
    as a whole names its referees with the results, and leagues appoint them days before.
    """
    told = connection.execute(_TOLD_ANEW, {**ids_of(fixture_ids), "moment": moment})
    referees: dict[int, str | None] = {}
    for stored, claims in ClaimRows(connection).of_fixtures([row[0] for row in told]):
        before = [claim for claim in claims if claim.body.fetched_ts < moment]
        if before and len(before) < len(claims):
            referees[stored.fixture.id] = merge(before).fixture.referee
    return referees


_TOLD_ANEW = """
    select fixture_id from claim join load on load.id = claim.load_id
    where fixture_id in (select value from json_each(:ids)) group by fixture_id
    having count(*) > 1 and min(started_ts) < :moment
"""
_CORRECTED = """
    select distinct fixture_id from load cross join claim on claim.load_id = load.id
    where corrects and started_ts >= :moment and (:ids is null or fixture_id in (select value from json_each(:ids)))
"""


def make_scratch(
    connection: sqlite3.Connection, target: Path, run: str, *, from_ts: int, progress: Progress
) -> sqlite3.Connection:
    """A writing connection to a new scratch file at the target.

    run: identifies the replay. from_ts: fixtures from then on are as before their kickoff, unix seconds. The file has no
    claims. An earlier scratch file is overwritten in place, so that its readers can go on. Raises InvalidArgument,
    BackupFailed, DatabaseError.
    """
    where = file_at(target)
    _check_target(where)
    remove_abandoned(where)
    part = partial_path(where)
    try:
        copy_database(connection, part, progress=progress)
        with closing(open_database(part)) as copy, write_transaction(copy):
            _forget_later(copy, uncorrected(copy, None, from_ts), from_ts)
            for statement in _SCRATCH:
                copy.execute(statement, {"run": run, "from_ts": from_ts})
        if not where.exists():
            part.replace(where)
        else:
            with closing(open_read_only(part)) as new, closing(open_database(where)) as old:
                new.backup(old)
    finally:
        remove_with_journals(part)
    return open_database(where)


def write_replay_moment(connection: sqlite3.Connection, run: str, moment_ts: int) -> None:
    """Record how far a replay has got, inside a transaction. Raises DatabaseError."""
    values = {"run": run, "moment_ts": moment_ts}
    if not connection.execute(_NOTE, values).rowcount:
        raise DatabaseError("another replay has begun in this file; this one stops")


def _check_target(where: Path) -> None:
    check_can_be_made(where)
    if not where.exists():
        return
    try:
        with closing(open_read_only(where)) as connection:
            connection.execute("select run from replay").fetchone()
    except (sqlite3.Error, DatabaseError) as error:
        raise InvalidArgument(
            f"{where} is there already and no replay made it; name another file with --to",
            parameter="path",
            value=where,
        ) from error


def _forget_later(
    connection: sqlite3.Connection, before: Mapping[int, FixtureRecord], from_ts: int
) -> None:
    """Reset fixtures that kick off at or after from_ts to their state before kickoff, inside a transaction.

    before: those that were corrected later, as they were.
    """
    upsert(connection, "fixture", before.values())
    values = {"from_ts": from_ts, "scheduled": Status.SCHEDULED.value, "parts": _KNOWN_BEFORE}
    for statement in _LATER:
        connection.execute(statement, values)


_KNOWN_BEFORE = int(Part.BASE | Part.ROUND | Part.VENUE | Part.ODDS | Part.ODDS_SUMMARY)
_NOT_KNOWN = ", ".join(f"{name} = null" for name in UNKNOWN_BEFORE)
_OF_LATER = (
    "fixture_id in (select id from fixture where esports in (0, 1) and kickoff_ts >= :from_ts)"
)
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
    f"update odds set {_AFTER_OPENING} where {_OF_LATER}",
    f"delete from odds_line where period <> 'opening' and {_OF_LATER}",
    f"delete from odds_tick where {_OF_LATER} and recorded_ts >= :from_ts",
    f"update fixture_source set parts = parts & :parts where {_OF_LATER}",
    f"""update fixture set status = :scheduled, state_detail = null, {_NOT_KNOWN}
        where esports in (0, 1) and kickoff_ts >= :from_ts""",
    "delete from points_adjustment where decided_on > date(:from_ts, 'unixepoch')",
    "delete from fair_line where computed_ts > :from_ts",
)
"""What is not known at a moment, of fixtures that kick off then or later; esports, for the index by kickoff."""

_SCRATCH = (
    "update fixture set referee = null where kickoff_ts >= :from_ts",
    "delete from odds_tick where recorded_ts >= :from_ts",
    *(
        f"delete from {table}"
        for table in ("projected_team", "projection", "claim_again", "claim", "waiting_detail")
    ),
    "drop table if exists replay",
    "create table replay (run text primary key, moment_ts integer not null) strict",
    "insert into replay (run, moment_ts) values (:run, :from_ts)",
)
"""What else is done in a scratch file: nobody knows who will referee, and no claim is left that tells of later days."""

_NOTE = "update replay set moment_ts = :moment_ts where run = :run"
