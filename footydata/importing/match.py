"""Gives a told fixture its place: the ids of its league, season and teams, and the stored fixture that it is."""

import sqlite3
from time import gmtime

from footydata.contract.terms import OWN_IDS_FROM, Status
from footydata.importing.meetings import Meeting, Meetings
from footydata.importing.resolve import AGAIN, Resolver
from footydata.records import ExternalId, Fixture
from footydata.sources.parsed import NO_ID, ParsedFixture
from footydata.store.changing_ids import change_id
from footydata.store.naming import assigned_fixture_id
from footydata.store.register.leagues import registered_league
from footydata.store.writing import upsert


class FixtureMatcher:
    """Places the fixtures of one source."""

    def __init__(self, connection: sqlite3.Connection, resolver: Resolver, source_id: int) -> None:
        self._connection = connection
        self._identity = resolver
        self._source_id = source_id
        self._meetings = Meetings(connection)
        self._meets_once: dict[int, bool] = {}
        resolver.on_change_id = self.forget

    def forget(self) -> None:
        """Drop what is remembered of the database."""
        self._meetings.forget()
        self._meets_once.clear()

    def begin_file(self) -> None:
        """From here on another file is told."""
        self._meetings.begin_file()

    def place(self, told: ParsedFixture) -> tuple[Fixture, Meeting, bool]:
        """The row of a told fixture with its ids, the meeting that it is, and whether it is a new fixture."""
        row = self._row(told)
        stored_id = told.id if told.id is not None else self._recalled(told.key)
        if stored_id is not None and self._is_stored(stored_id):
            return row._replace(id=stored_id), self._meeting_of(row, stored_id), False
        meeting = self._find(row)
        if meeting is not None and told.id is not None and meeting.id >= OWN_IDS_FROM:
            change_id(self._connection, "fixture", meeting.id, told.id)
            meeting.id = told.id
        if meeting is not None and told.id in (None, meeting.id):
            self._remember(told.key, meeting.id)
            return row._replace(id=meeting.id), meeting, False
        row = row._replace(id=told.id or self._new_id(row, told))
        meeting = Meeting(row.id, row.kickoff_ts, row.status != Status.FINISHED, bool(row.in_table))
        if row.season_id is not None:
            self._meetings.add(row.season_id, (row.home_id, row.away_id), meeting)
        self._remember(told.key, row.id)
        return row, meeting, True

    def _row(self, told: ParsedFixture) -> Fixture:
        league_id = self._identity.league(told.league)
        country = told.league.country
        return Fixture(
            NO_ID,
            league_id,
            None if told.season is None else self._identity.season(league_id, told.season),
            self._identity.team(told.home, country),
            self._identity.team(told.away, country),
            told.kickoff_ts,
            int(told.time_known),
            told.status.value,
            told.state_detail,
            int(told.esports),
            told.round,
            told.stage,
            int(told.in_table),
            *told.figures,
            told.referee,
        )

    def _find(self, row: Fixture) -> Meeting | None:
        if row.season_id is None:
            return None
        return self._meetings.find(
            row.season_id,
            (row.home_id, row.away_id),
            row.kickoff_ts,
            in_table=bool(row.in_table),
            meets_once=self._league_meets_once(row.league_id),
        )

    def _meeting_of(self, row: Fixture, fixture_id: int) -> Meeting:
        meetings = self._meetings.of(row.season_id, (row.home_id, row.away_id)) if row.season_id is not None else []
        found = next((meeting for meeting in meetings if meeting.id == fixture_id), None)
        return found or Meeting(fixture_id, row.kickoff_ts, row.status != Status.FINISHED, bool(row.in_table))

    def _new_id(self, row: Fixture, told: ParsedFixture) -> int:
        if row.season_id is None or told.season is None:
            year, meeting = gmtime(row.kickoff_ts).tm_year, f"at {row.kickoff_ts}"
        else:
            met = len(self._meetings.of(row.season_id, (row.home_id, row.away_id)))
            year, meeting = told.season.start_year, f"meeting {met}"
        pair = (row.home_id, row.away_id)
        attempts = (assigned_fixture_id(year, row.league_id, *pair, meeting, *again) for again in AGAIN)
        return next(fixture_id for fixture_id in attempts if not self._is_stored(fixture_id))

    def _league_meets_once(self, league_id: int) -> bool:
        if league_id not in self._meets_once:
            country, name = self._connection.execute(
                "select country_code, name from league where id = :id", {"id": league_id}
            ).fetchone()
            known = registered_league(country, name)
            self._meets_once[league_id] = known is not None and known.meetings == 1
        return self._meets_once[league_id]

    def _is_stored(self, fixture_id: int) -> bool:
        row = self._connection.execute("select 1 from fixture where id = ?", (fixture_id,)).fetchone()
        return row is not None

    def _recalled(self, key: str | None) -> int | None:
        if key is None:
            return None
        row = self._connection.execute(
            """select entity_id from external_id
            where source_id = :source_id and kind = 'fixture' and scope = '' and key = :key""",
            {"source_id": self._source_id, "key": key},
        ).fetchone()
        return None if row is None else int(row[0])

    def _remember(self, key: str | None, fixture_id: int) -> None:
        if key is not None:
            upsert(self._connection, "external_id", [ExternalId(self._source_id, "fixture", "", key, fixture_id)])
