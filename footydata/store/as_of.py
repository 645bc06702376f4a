"""What was known at a past moment: fixtures before later loads, and a database of it in a file of its own.

That is moved forward in steps, each of which copies from the whole database what became known since. Of fixtures whose
results are not known it has the kickoff, the teams, the referee and the opening quotes; a figure that was corrected
later has its earlier value, and a referee who was named later is unknown.

A scratch database for replays is a copy of the whole one without what happened after a moment. A table `replay` of one
row marks it, and says what is replayed and how far.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.football.records import (
    FixtureRecord,
    OddsRecord,
    columns_of,
)
from footydata.football.terms import DAY, FIELDS_OF_PART, Part, Status
from footydata.store.claims.claim import ClaimRows, FixtureClaim
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import batches
from footydata.store.file.backups import (
    Progress,
    copy_database,
    partial_path,
    remove_abandoned,
)
from footydata.store.file.opening import check_can_be_made, file_at, open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError, remove_with_journals
from footydata.store.file.transactions import write_transaction
from footydata.store.known_results import FOREVER, KNOWN_FROM
from footydata.store.rows import OF_FIXTURES, OF_TEAM_LISTS, column, ids_of, records, upsert

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

OF_A_PLAYED_FIXTURE = (
    *("statistics", "knockout", "venue", "fixture_figure"),
    *("event", "extra_event", "odds", "odds_line", "odds_tick"),
)
"""The tables that are copied for a fixture once its result is known."""

UNKNOWN_BEFORE: dict[str, Any] = {
    name: None
    for part, names in FIELDS_OF_PART.items()
    if part not in (Part.ROUND, Part.REFEREE)
    for name in names
}
"""The fields of a fixture that are not known before its result, as unknown ones."""

LATER_QUOTES = tuple(name for name in OddsRecord._fields if name.startswith(("closing", "inplay")))
"""The columns of odds that are not known before kickoff."""


class AsOf:
    """A database at a path with what was known at a moment; move_to moves it to later ones.

    source: the whole database, which is only read. league_ids: the leagues whose fixtures are copied.
    """

    def __init__(
        self, source: sqlite3.Connection, path: Path, *, league_ids: Sequence[int]
    ) -> None:
        self._source, self._league_ids = source, str(list(league_ids))
        self._moment = -FOREVER
        self.connection = open_database(path)
        with self.connection:
            for table in CATALOGUE:
                self._copy(table, "true", {})

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def move_to(self, moment: int, *, coming_until: int) -> None:
        """Add what became known by a moment, and the other fixtures that kick off before coming_until.

        Both in unix seconds; the moment must be later than that of the last call.
        """
        played = {row.id: row for row in self._fixtures(self._moment, moment)}
        late = corrected(self._source, self._moment, moment)
        before = self._fixtures(-FOREVER, self._moment) if late else []
        known = played | {row.id: row for row in before if row.id in late}
        known |= uncorrected(self._source, known, moment)
        coming = {row.id: row for row in self._fixtures(moment, FOREVER, before=coming_until)}
        referees = referees_before(self._source, list(coming), moment=moment)
        to_come = [
            row._replace(
                status=Status.SCHEDULED,
                state_detail=None,
                referee=referees.get(row.id, row.referee),
                **UNKNOWN_BEFORE,
            )
            for row in coming.values()
        ]
        self._moment = moment
        with self.connection:
            upsert(self.connection, "fixture", [*known.values(), *to_come])
            for ids in batches([*known, *coming]):
                self._copy("team_fixture", OF_TEAM_LISTS, {"ids": str(ids)})
            for ids in batches(list(played)):
                for table in OF_A_PLAYED_FIXTURE:
                    self._copy(table, OF_FIXTURES, {"ids": str(ids)})
            for ids in batches(list(coming)):
                self._copy_opening({"ids": str(ids), "moment": moment})
            # The decisions on points from before the day of the moment; those without a day are left out.
            day = datetime.fromtimestamp(max(moment, 0), UTC).date().isoformat()
            self._copy("points_adjustment", "decided_on < :day", {"day": day})

    def _fixtures(self, after: int, until: int, *, before: int = FOREVER) -> list[FixtureRecord]:
        """The fixtures whose results are known from a moment after `after`, `until` at the latest."""
        sql = (
            f"from fixture where {KNOWN_FROM} > :after and {KNOWN_FROM} <= :until "
            "and kickoff_ts > :after - :longest and kickoff_ts < :before "
            "and league_id in (select value from json_each(:leagues)) order by kickoff_ts, id"
        )
        values = {
            "after": after,
            "until": until,
            "longest": DAY,
            "before": min(before, until),
            "leagues": self._league_ids,
        }
        return records(self._source, FixtureRecord, sql, values)

    def _copy(
        self, table: str, condition: str, values: dict[str, object], unknown: Sequence[str] = ()
    ) -> None:
        """Copy the rows of a table of the source that meet a condition, without what is not known yet."""
        columns = ("null" if name in unknown else name for name in columns_of(table))
        sql = f"select {', '.join(columns)} from {table} where {condition}"
        with closing(self._source.execute(sql, values)) as rows:
            upsert(self.connection, table, rows)

    def _copy_opening(self, values: dict[str, object]) -> None:
        """Copy the opening quotes of fixtures to come, and the ticks that were recorded before the moment."""
        self._copy("odds", OF_FIXTURES, values, unknown=LATER_QUOTES)
        self._copy("odds_line", f"{OF_FIXTURES} and period = 'opening'", values)
        self._copy("odds_tick", f"{OF_FIXTURES} and recorded_ts < :moment", values)


def corrected(connection: sqlite3.Connection, start: int, end: int = FOREVER) -> set[int]:
    """The ids of the fixtures of which loads that may correct said something from start to before end, unix seconds."""
    return set(column(connection, _CORRECTED, {"start": start, "end": end}))


def uncorrected(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], moment: int
) -> dict[int, FixtureRecord]:
    """Those of these fixtures that were corrected at the moment or later, as they were known before, by id."""
    known: dict[int, FixtureRecord] = {}
    later = corrected(connection, moment)
    ids = [id_ for id_ in fixture_ids if id_ in later] if later else []
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
    select distinct fixture_id from load
    join claim on claim.load_id = load.id
    where corrects and started_ts >= :start and started_ts < :end
"""


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
_NOT_KNOWN = ", ".join(f"{name} = null" for name in (*UNKNOWN_BEFORE, "referee"))
_OF_LATER = "fixture_id in (select id from fixture where kickoff_ts >= :from_ts)"
_OPENED_LATER = """(
    select min(recorded_ts) from odds_tick as tick where (tick.fixture_id, tick.bookmaker_id, tick.market)
    = (fixture_id, bookmaker_id, market)) >= :from_ts"""
"""The condition that the first tick of an odds' history came later; where there is none, nobody knows."""

_AFTER_OPENING = ", ".join(f"{name} = null" for name in LATER_QUOTES)
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
    *(f"delete from {table}" for table in ("claim_again", "claim", "waiting_detail")),
)
_TABLE = """
    create table replay (
      run text primary key, day text not null, source text not null, moment_ts integer not null, speed real not null
    ) strict
"""
_MARK = "insert into replay (run, day, source, moment_ts, speed) values (:run, :day, :source, :moment_ts, :speed)"
_NOTE = "update replay set moment_ts = :moment_ts where run = :run"
