"""Lands what a source tells in the database: new rows are inserted, stored ones merged, unchanged ones left alone.

All inside the transaction of the caller, who begins, commits or rolls back; after that, or when another
writer was there, what a Importer remembers is not true any more, and a new one is made.
"""

import sqlite3
from collections.abc import Iterable

from footydata.importing.facts import write_adjustments
from footydata.importing.remote_ids import RemoteIds
from footydata.importing.report import ImportResult
from footydata.importing.resolve import Resolver, UnknownCountry, source_id
from footydata.importing.write import FixtureWriter
from footydata.importing.write_pages import PageWriter
from footydata.records import PointsAdjustment, RetiredLeague
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedCountry,
    ParsedDetail,
    ParsedFixture,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedPage,
    ParsedRetirement,
    ParsedTeam,
    Refusal,
    SeasonKey,
    TeamKey,
)
from footydata.store.register.leagues import registered_league
from footydata.store.writing import upsert

BATCH = 500
"""Fixtures that are written at once: enough for executemany, little in memory."""


class Importer:
    """Lands the records of one source, file by file."""

    def __init__(
        self, connection: sqlite3.Connection, source: str, trust: int, *, now: int, correct: bool = False
    ) -> None:
        self._connection = connection
        self._source = source
        self.source_id = source_id(connection, source, trust)
        self.resolver = Resolver(connection, source, self.source_id)
        self._fixtures = FixtureWriter(
            connection, self.resolver, source_id=self.source_id, trust=trust, now=now, correct=correct
        )
        self._remote_ids = RemoteIds(connection, self.resolver)
        self._kept = PageWriter(connection, self._remote_ids, self._fixtures, source_id=self.source_id, now=now)

    def import_records(self, records: Iterable[Parsed]) -> ImportResult:
        """Write the records of one file or page."""
        result = ImportResult()
        before = self._connection.total_changes
        self._fixtures.begin_file()
        batch: list[ParsedFixture] = []
        details: list[ParsedDetail] = []
        for record in records:
            if isinstance(record, ParsedFixture):
                batch.append(record)
                if len(batch) >= BATCH:
                    self._fixtures.write(batch, result)
                    batch.clear()
            elif isinstance(record, ParsedDetail):
                self._kept.flush(result)
                details.append(record)
                if len(details) >= BATCH:
                    self._kept.write_details(details, result)
                    details.clear()
            elif isinstance(record, ParsedPage):
                self._kept.write_details(details, result)
                details.clear()
                self._kept.write(record, result)
            elif isinstance(record, Refusal):
                result.refusals.append(record)
                result.rows_read += record.column is None and record.line is not None
            else:
                self._kept.flush(result)
                try:
                    self._import_other(record)
                except UnknownCountry as error:
                    result.refusals.append(Refusal(str(error), text=repr(record)[:200]))
        self._fixtures.write(batch, result)
        self._kept.end_file(result)
        self._kept.write_details(details, result)
        result.rows_changed = self._connection.total_changes - before
        return result

    def _import_other(
        self,
        record: ParsedCountry
        | ParsedLeague
        | ParsedTeam
        | ParsedMember
        | ParsedBookmaker
        | ParsedName
        | ParsedAdjustment
        | ParsedRetirement,
    ) -> None:
        match record:
            case ParsedLeague():
                self._import_league(record)
            case ParsedCountry(code):
                self.resolver.write_country(code)
            case ParsedTeam(team):
                self._import_team(team)
            case ParsedMember(league, season, team):
                self.resolver.add_member(*self._member(league, season, team))
            case ParsedBookmaker(bookmaker, is_default):
                bookmaker_id = self.resolver.bookmakers[bookmaker]
                if is_default:
                    self._connection.execute(_SET_DEFAULT, {"id": bookmaker_id})
            case ParsedName(of, lang, name):
                self._import_name(of, lang, name)
            case ParsedAdjustment():
                self._import_adjustment(record)
            case ParsedRetirement(retired_id, survivor):
                survivor_id = self.resolver.league(survivor) if survivor.id is None else survivor.id
                upsert(self._connection, "retired_league", [RetiredLeague(retired_id, survivor_id)])

    def _import_team(self, team: TeamKey) -> None:
        self.resolver.team(team, team.country or "WORLD")
        if team.id is not None:
            self._remote_ids.place_team(team.id, team.country)

    def _member(self, league: LeagueKey, season: SeasonKey, team: TeamKey) -> tuple[int, int]:
        """The ids of a season and of a team in it."""
        if league.id is None or team.id is None:
            league_id = self.resolver.league(league)
            return self.resolver.season(league_id, season), self.resolver.team(team, league.country)
        league_id = self._remote_ids.league(league.id, league.name)
        team_id = self._remote_ids.team(team.id, team.name, league_id=league_id)
        return self._remote_ids.season(league_id, season), team_id

    def _import_league(self, told: ParsedLeague) -> None:
        league_id = self.resolver.league(told.league)
        for season in told.seasons:
            self.resolver.season(league_id, season)
        is_packaged = registered_league(told.league.country, told.league.name) is not None
        if told.league.id is not None or (self.resolver.is_new("league", league_id) and not is_packaged):
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

    def _import_name(self, of: str | LeagueKey | TeamKey, lang: str, name: str) -> None:
        if isinstance(of, str):
            upsert(self._connection, "country_name", [(of, lang, name)])
        elif of.id is not None:
            name_kept = self._remote_ids.name_league if isinstance(of, LeagueKey) else self._remote_ids.name_team
            name_kept(of.id, lang, name)
        elif isinstance(of, LeagueKey):
            upsert(self._connection, "league_name", [(self.resolver.league(of), lang, name)])
        else:
            team_id = self.resolver.team(of, of.country or "WORLD")
            upsert(self._connection, "team_name", [(team_id, lang, name)])

    def _import_adjustment(self, told: ParsedAdjustment) -> None:
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
