"""What was known at a past moment: fixtures before later loads, and a database of it in a file of its own.

That is moved forward in steps, each of which copies from the whole database what became known since. Of fixtures whose
results are not known it has the kickoff, the teams, the referee and the opening quotes; a figure that was corrected
later has its earlier value, and a referee who was named later is unknown.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from footydata.football.records import (
    CLAIM_BITS,
    FixtureRecord,
    OddsRecord,
    columns_of,
)
from footydata.football.terms import DAY, FIELDS_OF_PART, Part, Status
from footydata.store.claims.claim import FixtureClaim
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import batches
from footydata.store.file.opening import open_database
from footydata.store.known_results import FOREVER, KNOWN_FROM
from footydata.store.rows import column, ids_of, records, upsert

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

OF_FIXTURES = "fixture_id in (select value from json_each(:ids))"
"""The condition that a row is of one of some fixtures."""

OF_TEAM_LISTS = """(team_id, kickoff_ts, fixture_id) in (
    select home_id, kickoff_ts, id from fixture where id in (select value from json_each(:ids))
    union all select away_id, kickoff_ts, id from fixture where id in (select value from json_each(:ids)))"""
"""The same condition for lists of teams, which have no index by fixture."""


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


_TOLD_ANEW = f"""
    select fixture_id from claim join load on load.id = claim.id >> {CLAIM_BITS}
    where fixture_id in (select value from json_each(:ids)) group by fixture_id
    having count(*) > 1 and min(started_ts) < :moment
"""
_CORRECTED = f"""
    select distinct fixture_id from load
    join claim on claim.id between load.id << {CLAIM_BITS} and ((load.id + 1) << {CLAIM_BITS}) - 1
    where corrects and started_ts >= :start and started_ts < :end
"""
