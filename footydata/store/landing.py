"""Lands what a source tells in the database: new rows are inserted, stored ones merged, unchanged ones left alone.

All inside the transaction of the caller, who begins, commits or rolls back; after that, or when another
writer was there, what a Landing remembers is not true any more, and a new one is made.
"""

import sqlite3
from collections.abc import Iterable

from footydata.records import PointsAdjustment, RetiredLeague
from footydata.store.facts import write_adjustments
from footydata.store.fixtures import FixtureWriter
from footydata.store.identity import Identity, UnknownCountry, source_id
from footydata.store.kept_fixtures import KeptWriter
from footydata.store.kept_ids import KeptIds
from footydata.store.known import known_league
from footydata.store.landed import Landed
from footydata.store.sourced import (
    LeagueKey,
    Refusal,
    SeasonKey,
    Sourced,
    SourcedAdjustment,
    SourcedBookmaker,
    SourcedCountry,
    SourcedDetail,
    SourcedFixture,
    SourcedFixtures,
    SourcedLeague,
    SourcedMember,
    SourcedName,
    SourcedRetirement,
    SourcedTeam,
    TeamKey,
)
from footydata.store.writing import upsert

BATCH = 500
"""Fixtures that are written at once: enough for executemany, little in memory."""


class Landing:
    """Lands the records of one source, file by file."""

    def __init__(
        self, connection: sqlite3.Connection, source: str, trust: int, *, now: int, correct: bool = False
    ) -> None:
        self._connection = connection
        self._source = source
        self.source_id = source_id(connection, source, trust)
        self.identity = Identity(connection, source, self.source_id)
        self._fixtures = FixtureWriter(
            connection, self.identity, source_id=self.source_id, trust=trust, now=now, correct=correct
        )
        self._kept_ids = KeptIds(connection, self.identity)
        self._kept = KeptWriter(connection, self._kept_ids, self._fixtures, source_id=self.source_id, now=now)

    def land(self, records: Iterable[Sourced]) -> Landed:
        """Write the records of one file or page."""
        landed = Landed()
        before = self._connection.total_changes
        self._fixtures.begin_file()
        batch: list[SourcedFixture] = []
        details: list[SourcedDetail] = []
        for record in records:
            if isinstance(record, SourcedFixture):
                batch.append(record)
                if len(batch) >= BATCH:
                    self._fixtures.write(batch, landed)
                    batch.clear()
            elif isinstance(record, SourcedDetail):
                self._kept.flush(landed)
                details.append(record)
                if len(details) >= BATCH:
                    self._kept.write_details(details, landed)
                    details.clear()
            elif isinstance(record, SourcedFixtures):
                self._kept.write_details(details, landed)
                details.clear()
                self._kept.write(record, landed)
            elif isinstance(record, Refusal):
                landed.refusals.append(record)
                landed.rows_read += record.column is None and record.line is not None
            else:
                self._kept.flush(landed)
                try:
                    self._land_other(record)
                except UnknownCountry as error:
                    landed.refusals.append(Refusal(str(error), text=repr(record)[:200]))
        self._fixtures.write(batch, landed)
        self._kept.end_file(landed)
        self._kept.write_details(details, landed)
        landed.rows_changed = self._connection.total_changes - before
        return landed

    def _land_other(
        self,
        record: SourcedCountry
        | SourcedLeague
        | SourcedTeam
        | SourcedMember
        | SourcedBookmaker
        | SourcedName
        | SourcedAdjustment
        | SourcedRetirement,
    ) -> None:
        match record:
            case SourcedLeague():
                self._land_league(record)
            case SourcedCountry(code):
                self.identity.write_country(code)
            case SourcedTeam(team):
                self._land_team(team)
            case SourcedMember(league, season, team):
                self.identity.add_member(*self._member(league, season, team))
            case SourcedBookmaker(bookmaker, is_default):
                bookmaker_id = self.identity.bookmakers[bookmaker]
                if is_default:
                    self._connection.execute(_SET_DEFAULT, {"id": bookmaker_id})
            case SourcedName(of, lang, name):
                self._land_name(of, lang, name)
            case SourcedAdjustment():
                self._land_adjustment(record)
            case SourcedRetirement(retired_id, survivor):
                survivor_id = self.identity.league(survivor) if survivor.id is None else survivor.id
                upsert(self._connection, "retired_league", [RetiredLeague(retired_id, survivor_id)])

    def _land_team(self, team: TeamKey) -> None:
        self.identity.team(team, team.country or "WORLD")
        if team.id is not None:
            self._kept_ids.place_team(team.id, team.country)

    def _member(self, league: LeagueKey, season: SeasonKey, team: TeamKey) -> tuple[int, int]:
        """The ids of a season and of a team in it."""
        if league.id is None or team.id is None:
            league_id = self.identity.league(league)
            return self.identity.season(league_id, season), self.identity.team(team, league.country)
        league_id = self._kept_ids.league(league.id, league.name)
        team_id = self._kept_ids.team(team.id, team.name, league_id=league_id)
        return self._kept_ids.season(league_id, season), team_id

    def _land_league(self, told: SourcedLeague) -> None:
        league_id = self.identity.league(told.league)
        for season in told.seasons:
            self.identity.season(league_id, season)
        is_packaged = known_league(told.league.country, told.league.name) is not None
        if told.league.id is not None or (self.identity.is_new("league", league_id) and not is_packaged):
            self._connection.execute(
                _TELL_LEAGUE,
                {
                    "id": league_id,
                    "short_name": told.short_name,
                    "has_standings": int(told.has_standings),
                    "esports": int(told.esports),
                    "country_code": told.league.country,
                },
            )
        if told.current is not None:
            self._connection.execute(_SET_CURRENT, {"league_id": league_id, "label": told.current})

    def _land_name(self, of: str | LeagueKey | TeamKey, lang: str, name: str) -> None:
        if isinstance(of, str):
            upsert(self._connection, "country_name", [(of, lang, name)])
        elif of.id is not None:
            name_kept = self._kept_ids.name_league if isinstance(of, LeagueKey) else self._kept_ids.name_team
            name_kept(of.id, lang, name)
        elif isinstance(of, LeagueKey):
            upsert(self._connection, "league_name", [(self.identity.league(of), lang, name)])
        else:
            team_id = self.identity.team(of, of.country or "WORLD")
            upsert(self._connection, "team_name", [(team_id, lang, name)])

    def _land_adjustment(self, told: SourcedAdjustment) -> None:
        season_id, team_id = self._member(told.league, told.season, told.team)
        row = PointsAdjustment(season_id, team_id, 0, told.points, told.reason, told.decided_on, self._source)
        if told.points:
            write_adjustments(self._connection, [row])
        else:
            self._connection.execute(_TAKE_BACK, row._asdict())


_TAKE_BACK = """
    delete from points_adjustment
    where season_id = :season_id and team_id = :team_id and seq = :seq and source = :source
"""
_SET_DEFAULT = """
    update bookmaker set is_default = (id = :id) where is_default is not (id = :id)
"""
_SET_CURRENT = """
    update season set current = (label = :label)
    where league_id = :league_id and current is not (label = :label)
"""
_TELL_LEAGUE = """
    update league set short_name = coalesce(:short_name, short_name), has_standings = :has_standings,
                      esports = :esports, country_code = :country_code
    where id = :id and (short_name, has_standings, esports, country_code)
                       is not (coalesce(:short_name, short_name), :has_standings, :esports, :country_code)
"""
