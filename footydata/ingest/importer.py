"""Imports parsed records into the database, of files and pulls alike.

New rows are inserted, stored ones merged, unchanged ones left alone. A run has one Importer, whose context caches the
database for every source of the run.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from footydata.football.countries import WORLD
from footydata.football.errors import FootydataError
from footydata.football.records import (
    Load,
    Placeholder,
    PointsAdjustment,
    RegisterState,
    RetiredLeague,
)
from footydata.football.register import register_digest
from footydata.football.terms import Part
from footydata.ingest.deriving import Derived, derive
from footydata.ingest.report import ImportResult
from footydata.ingest.resolve import (
    FileState,
    ImportContext,
    RowRefused,
    StoredSource,
    UnknownCompetition,
)
from footydata.ingest.seasons import (
    SET_COUNTRIES_WITHOUT_SEASON,
    apply_league_facts,
    heal_from_register,
    replace_adjustments,
    update_seasons,
)
from footydata.ingest.service_pages import ServicePages
from footydata.ingest.valid_records import WrongValue, checked
from footydata.ingest.waiting import placeholder_of, write_placeholders
from footydata.ingest.write import FixtureWriter
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedCountry,
    ParsedFixture,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedPage,
    ParsedPlaceholder,
    ParsedRetirement,
    ParsedTeam,
    Refusal,
    Remark,
    SeasonKey,
    TeamKey,
    UnreadableFile,
    shown,
    with_filled_parts,
)
from footydata.sources.plausible import Checker
from footydata.sources.v1_dump import V1Dump
from footydata.store.bookmakers import set_remote_default
from footydata.store.file.transactions import begin_write
from footydata.store.rows import upsert, upsert_sql

BATCH = 500
"""Fixtures per batch: enough for executemany to pay off, few enough to need little memory."""


class Importer(ImportContext):
    """One run of imports, of any number of files, pages and sources.

    Attributes:
        moment: of the run, in unix seconds. is_whole: whether all of it is one transaction, which `end` ends.
        healed: what the register corrected in stored rows, in words.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        now: int,
        league: LeagueKey | None = None,
        is_whole: bool = False,
    ) -> None:
        super().__init__(connection, now=now, league=league)
        self._writer = cache(partial(FixtureWriter, self))
        self.moment = now
        self._version: int | None = None
        self._runs: dict[object, int] = {}
        self.is_whole = is_whole
        self.healed: list[str] = []

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written within it is stored as a whole or not at all; a part of the run's, if that is whole.

        The first one of a run updates stored rows to the register. Raises sqlite3.Error, DatabaseError.
        """
        connection, has_savepoint = self.connection, False
        try:
            if not connection.in_transaction:
                version = begin_write(connection)
                if version != self._version:
                    # Another writer may have written.
                    self.healed = heal_from_register(connection) or self.healed
                    self.clear()
                    self._version = version
            if self.is_whole:
                connection.execute("savepoint part")
                has_savepoint = True
            yield
            if not self.is_whole:
                connection.commit()
        except BaseException:
            if has_savepoint and connection.in_transaction:
                connection.execute("rollback to part")
                self.clear()
            else:
                self._roll_back()
            raise

    def end(self, *, is_kept: bool) -> None:
        """End a run that is whole: commit it, or roll it back. Raises sqlite3.Error."""
        if is_kept:
            self.connection.commit()
        else:
            self._roll_back()

    def _roll_back(self) -> None:
        self.connection.rollback()
        self.clear()
        self._version = None

    def begin_load(self, load: Load, run: object = None) -> Load:
        """Begin a load, or go on with that of its id, inside a transaction; returns it with its id.

        run: the same for overlapping files that are read in one run.
        """
        load_id = load.id or self.connection.execute(upsert_sql("load"), load).lastrowid
        load = load._replace(id=load_id)
        self.load_id, self.now = load_id or 0, load.started_ts
        if run is not None:
            load = load._replace(run=self._runs.setdefault(run, self.load_id))
            upsert(self.connection, "load", [load])
        return load

    def import_records(
        self,
        records: Iterable[Parsed],
        source: StoredSource,
        *,
        place: str = "",
        package: str | None = None,
    ) -> ImportResult:
        """Write the records of one file or page of the load under way, inside a transaction.

        place: the path of a file, '' for a frame. package: of a source that is not footydata's own, whose records are
        checked in full. Raises FootydataError, and UnreadableFile if the file is of an unknown competition.
        """
        connection, claims = self.connection, self.claims
        before, added = connection.total_changes - claims.rows_written, claims.added
        self.file = FileState(self.file.number + 1, place)
        result = _Import(self, connection, self._writer(source), package).run(records)
        if result.rows_read != result.rows_kept + result.rows_refused:
            raise FootydataError(
                f"internal error: of {result.rows_read:,} rows {result.rows_kept:,} were imported and "
                f"{result.rows_refused:,} refused; none of them is stored. Please report it with the file"
            )
        result.made_leagues = self.file.made_leagues
        if update_seasons(connection, result.seasons):
            self.clear()
        result.rows_changed += connection.total_changes - claims.rows_written - before
        result.claims_added = claims.added - added
        self.touched |= result.seasons
        return result

    def mark_removed(self, fixture_id: int, source: StoredSource) -> None:
        """Write that a service no longer has a fixture, inside a transaction; a finished one stays as it is."""
        self._writer(source).mark_removed(fixture_id)

    def derive(self, *, season_ids: Iterable[int] = ()) -> Derived:
        """Derive the seasons of this run again from all that was said of them, inside a transaction.

        season_ids: further seasons, of an interrupted run.
        """
        self.unsettled.update(season_ids)
        touched = self.touched | self.unsettled
        self.connection.execute(SET_COUNTRIES_WITHOUT_SEASON)
        if not touched:
            return Derived([], [], [])
        settled = self.touched - self.unsettled
        derived = derive(self.connection, touched, now=self.moment, settled=settled)
        upsert(self.connection, "register_state", [RegisterState(1, register_digest())])
        self.touched.clear()
        self.unsettled.clear()
        if derived.fixtures or derived.united or derived.parted:
            self.clear()
        return derived


@dataclass
class _Import:
    """The import of one file or page; package: of a source that is not footydata's own."""

    context: ImportContext
    connection: sqlite3.Connection
    writer: FixtureWriter
    package: str | None
    placeholders: list[Placeholder] = field(default_factory=list)
    dated: set[int] = field(default_factory=set)

    @cached_property
    def _service(self) -> ServicePages:
        return ServicePages(self.context, self.writer)

    def run(self, records: Iterable[Parsed]) -> ImportResult:
        result = ImportResult()
        batch: list[ParsedFixture] = []
        sound = self._sound(records, result)
        is_v1 = self.writer.source.name == V1Dump.name
        for record in sound if is_v1 else Checker(self.context.now).passed(sound):
            if isinstance(record, ParsedFixture):
                result.rows_read += 1
                if record.id is not None and not record.parts & Part.BASE:
                    self._service.add_detail(record, result)
                    continue
                batch.append(with_filled_parts(record))
                if len(batch) >= BATCH:
                    self.writer.write(batch, result)
                    batch.clear()
            elif isinstance(record, ParsedPage):
                result.rows_read += len(record.rows)
                self._service.write(record, result)
            elif isinstance(record, Refusal):
                # A value of a row has a column, a whole file no line.
                is_row = record.column is None and record.line is not None
                result.rows_read += is_row
                result.refuse(record, is_row=is_row)
            elif isinstance(record, Remark):
                result.remarks.append(record)
            else:
                if is_v1:
                    self._service.flush(result)
                is_row = isinstance(record, ParsedPlaceholder)
                result.rows_read += is_row
                try:
                    self._import_other(record)
                except UnknownCompetition as error:
                    raise UnreadableFile(str(error)) from error
                except RowRefused as error:
                    refusal = Refusal(str(error), text=shown(record))
                    result.refuse(refusal, is_row=is_row)
                else:
                    result.others += not is_row
        self.writer.write(batch, result)
        if is_v1:
            self._service.end_file(result)
        if self.placeholders:
            write_placeholders(self.context, self.placeholders, result)
        result.seasons |= self.dated
        self.context.unsettled |= self.dated
        return result

    def _sound(self, records: Iterable[Parsed], result: ImportResult) -> Iterator[Parsed]:
        """The records that can be taken; the others are refused."""
        for number, record in enumerate(records, start=1):
            try:
                sound = checked(record, self.package)
            except WrongValue as error:
                is_row = isinstance(record, ParsedFixture | ParsedPlaceholder)
                result.rows_read += is_row
                refusal = error.refusal(record, number, self.package)
                result.refuse(refusal, is_row=is_row)
            else:
                yield sound

    def _import_other(self, record: Parsed) -> None:
        match record:
            case ParsedLeague():
                self._import_league(record)
            case ParsedPlaceholder():
                number = len(self.placeholders) + 1
                self.placeholders.append(placeholder_of(record, self.writer, number))
            case ParsedCountry(code):
                self.writer.write_country(code)
            case ParsedTeam(team):
                self.writer.team(team, team.country or WORLD)
                if team.id is not None:
                    self._service.set_country(team.id, team.country)
            case ParsedMember(league, season, team):
                member = self._member(league, season, team)
                for table in ("season_team", "told_member"):
                    upsert(self.connection, table, [member])
            case ParsedBookmaker(bookmaker, is_default):
                bookmaker_id = self.writer.bookmaker(bookmaker)
                if is_default:
                    set_remote_default(self.connection, bookmaker_id)
            case ParsedName(of, lang, name):
                self._import_name(of, lang, name)
            case ParsedAdjustment():
                self._import_adjustment(record)
            case ParsedRetirement(retired_id, survivor):
                survivor_id = survivor.id or self.writer.league(survivor).id
                upsert(self.connection, "retired_league", [RetiredLeague(retired_id, survivor_id)])

    def _member(self, league: LeagueKey, season: SeasonKey, team: TeamKey) -> tuple[int, int]:
        """The ids of a season and of a team in it, each written if it is new."""
        if league.id is None or team.id is None:
            league_id, country, _, side = self.writer.league(league)
            season_id = self.writer.season(league_id, season)
            return season_id, self.writer.team(team, country, side=side, season_id=season_id).id
        self._service.leagues({league.id: league.name})
        country = self._service.league(league.id).country
        self._service.teams({team.id: team.name}, {team.id: country})
        return self._service.season(league.id, season), team.id

    def _import_league(self, parsed: ParsedLeague) -> None:
        before = self._service.league(parsed.league.id or 0).country
        league_id, country, name, _ = self.writer.league(parsed.league)
        seasons = {self.writer.season(league_id, season) for season in parsed.seasons}
        is_made = f"{country}/{name}" in self.context.file.made_leagues
        if parsed.league.id is not None or is_made:
            self.writer.write_country(country)
            values = {**parsed._asdict(), "id": league_id, "country_code": country}
            self.connection.execute(_DESCRIBE_LEAGUE, values)
            apply_league_facts(self.connection, league_id)
            self.dated |= self._service.date_fixtures(league_id)
            if before != country:
                self.dated |= seasons
        if parsed.current is not None:
            self.connection.execute(_SET_CURRENT, {"league_id": league_id, "label": parsed.current})

    def _import_name(self, of: str | LeagueKey | TeamKey, lang: str, name: str) -> None:
        if isinstance(of, str):
            upsert(self.connection, "country_name", [(of, lang, name)])
        elif of.id is not None:
            table = "league" if isinstance(of, LeagueKey) else "team"
            self._service.write_name(table, of.id, name, lang=lang)
        elif isinstance(of, LeagueKey):
            upsert(self.connection, "league_name", [(self.writer.league(of).id, lang, name)])
        else:
            team = self.writer.team(of, of.country or WORLD)
            upsert(self.connection, "team_name", [(team.id, lang, name)])

    def _import_adjustment(self, parsed: ParsedAdjustment) -> None:
        season_id, team_id = self._member(parsed.league, parsed.season, parsed.team)
        row = PointsAdjustment(
            season_id,
            team_id,
            0,
            parsed.points,
            parsed.reason,
            parsed.decided_on,
            self.writer.source.name,
        )
        if parsed.points:
            replace_adjustments(self.connection, [row])
        else:
            self.connection.execute(_TAKE_BACK, row._asdict())


_TAKE_BACK = """
    delete from points_adjustment
    where season_id = :season_id and team_id = :team_id and seq = :seq and source = :source
"""
_SET_CURRENT = """
    update season set current = (label = :label)
    where league_id = :league_id and current is not (label = :label)
"""
_DESCRIBE_LEAGUE = """
    update league set short_name = coalesce(:short_name, short_name), has_standings = :has_standings,
                      esports = :esports, country_code = :country_code
    where id = :id and (short_name, has_standings, esports, country_code)
                       is not (coalesce(:short_name, short_name), :has_standings, :esports, :country_code)
"""
