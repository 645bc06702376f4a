"""Loads files and folders: each file as a whole or not at all; unchanged files are skipped, refusals reported."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Required, TypedDict, Unpack

from footydata.football.errors import FootydataError
from footydata.football.records import BookmakerRecord, Load, RefusedRow, TakenPage
from footydata.ingest.importer import Importer
from footydata.ingest.planning import (
    PlannedFile,
    files_at,
    keep_map,
    put_in_order,
    recognised,
    table_source,
)
from footydata.ingest.report import FileReport, ImportResult, LoadReport
from footydata.ingest.uniting_files import unite
from footydata.ingest.valid_records import REFUSED_BY_SQLITE
from footydata.sources.parsed import (
    FileReadWithAnother,
    LeagueKey,
    Refusal,
    Remark,
    SkippedFile,
    UnreadableFile,
    escaped,
)
from footydata.sources.protocol import AddedSource, Source, Sources
from footydata.sources.tables import TABLE
from footydata.sources.tables.source import TableSource
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.store.bookmakers import default_after_load, default_bookmaker
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import file_of
from footydata.store.file.transactions import database_errors
from footydata.store.loads import (
    digest_of,
    end_load,
)
from footydata.store.rows import upsert

IN_MEMORY = "in memory"
"""In the place of the digest of a table that is in no file: it is read again whenever it is loaded."""

AS_IT_IS = (
    "a footydata file is united as it is: load it without --source, --correct, --league, --map"
)
"""Why a footydata file is refused with options that are about files of sources."""

NO_FIXTURES = "nothing to store in it"
AGAINST_RULES = "its records break the rules of the database"
"""Why a file is refused of which a database can't store a record that no check has refused."""

Progress = Callable[[int, int, str], None]
"""Called before each file with the number done, the total and the file's name; once more at the end."""


class LoadOptions(TypedDict, total=False):
    """How files are loaded.

    now: the moment of the load, in unix seconds. strict: one transaction for all, and store nothing if anything is
    refused. correct: finished fixtures may be corrected. league: the competition of files that do not name a known one.
    kind: file, or fetch for downloaded files. dry_run: one transaction for all, rolled back at the end.
    """

    now: Required[int]
    strict: bool
    correct: bool
    league: LeagueKey | None
    kind: str
    dry_run: bool


def load(
    connection: sqlite3.Connection,
    paths: Sequence[Path],
    *,
    source: str | None = None,
    table_maps: Sequence[TableMap] = (),
    agrees: bool = False,
    files: Sequence[PlannedFile] | None = None,
    opened: Mapping[Path, Sequence[TextTable]] | None = None,
    progress: Progress | None = None,
    **options: Unpack[LoadOptions],
) -> LoadReport:
    """Load files and folders, with their subfolders, a transaction each.

    source: the source's name; None: recognise each file. table_maps: by which tables that no source knows are read, as
    are those with such a header from now on. agrees: tables whose reading is clear are stored without a map.
    files: those to load, if they are known already; None: those at the paths. opened: tables that are in no file, as a
    data frame, by what each is called in reports and in `loads`; their source is TABLE.
    Raises NotFound, FootydataError, DatabaseError (locked, full, read-only); what was committed stays.
    """
    league = options.get("league")
    # Made where a file is of no other source.
    tables = cache(
        partial(
            table_source, connection, given=table_maps, league=league, agrees=agrees, opened=opened
        )
    )
    sources = Sources(source, tables)
    named = None if source is None else next(iter(sources))
    if opened:
        files = [
            PlannedFile(str(path), str(path), path, source=named, digest=IN_MEMORY)
            for path in opened
        ]
    # Files that are known already are loaded again as they were.
    has_league = league is not None and files is None
    is_read_so = options.get("strict") or options.get("correct") or has_league
    rereads = bool(table_maps or is_read_so or source == TABLE)
    run = _Run(connection, tables, named, options, rereads=rereads)
    return run.load(files_at(paths) if files is None else files, sources, progress)


class _NotTaken(Exception):  # it is no error, and ends a transaction
    """Nothing of a file is to be stored."""

    def __init__(self, report: FileReport) -> None:
        super().__init__(report.state)
        self.report = report


class _Run(Importer):
    """One load of files.

    rereads: whether files that have not changed are read too. named: the source that the user named, which reads files
    that none recognises.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        tables: Callable[[], TableSource],
        named: Source | None,
        options: LoadOptions,
        *,
        rereads: bool,
    ) -> None:
        self._strict = options.get("strict", False)
        self._is_dry_run = options.get("dry_run", False)
        league, is_whole = options.get("league"), self._strict or self._is_dry_run
        super().__init__(connection, now=options["now"], league=league, is_whole=is_whole)
        self._options = options
        self._tables = tables
        self._named = named
        self._rereads = rereads

    def _plan(self, files: Sequence[PlannedFile], sources: Sources) -> list[PlannedFile]:
        """The files in the order of reading. Raises FootydataError."""
        plan: list[PlannedFile] = []
        of_source: defaultdict[str, list[int]] = defaultdict(list)
        for number, planned in enumerate(files):
            file = recognised(planned, sources, self._named, self._tables)
            if file.source is not None:
                name = file.source.name
                file = file._replace(known=digest_of(self.connection, name, file.address))
                if self._rereads or file.digest != file.known:
                    of_source[name].append(number)
            plan.append(file)
        for numbers in of_source.values():
            if len(numbers) > 1:
                put_in_order(plan, numbers)
        return plan

    def load(
        self, files: Sequence[PlannedFile], sources: Sources, progress: Progress | None = None
    ) -> LoadReport:
        """Load files one after the other, and derive what they are about. Raises FootydataError, DatabaseError."""
        plan = self._plan(files, sources)
        started, default_before = perf_counter(), default_bookmaker(self.connection)
        report = LoadReport(is_dry_run=self._is_dry_run)
        try:
            for done, file in enumerate(plan):
                if progress:
                    progress(done, len(plan), file.name)
                report.files.append(self._load(file))
        except BaseException as error:
            if self.is_whole:
                self.end(is_kept=False)
            elif isinstance(error, KeyboardInterrupt):
                # The next load skips the files that were loaded as unchanged, and would not look at their seasons again.
                self._finish(report, default_before)
            raise
        places: dict[Path | None, int] = {file.path: place for place, file in enumerate(files)}
        report.files.sort(key=lambda file: places[file.path])
        report.is_kept = not (self._strict and report.refusals)
        report.sum_up()
        self._finish(report, default_before)
        report.open_tables = [
            (file.path, reading)
            for file in plan
            if file.source is None or isinstance(file.source, TableSource)
            if (reading := self._tables().open_reading(file.path)) is not None
        ]
        if progress:
            progress(len(plan), len(plan), "")
        report.seconds = perf_counter() - started
        return report

    def _finish(self, report: LoadReport, default_before: BookmakerRecord | None) -> None:
        """Derive what was loaded, and end a load that is one transaction. Raises DatabaseError."""
        is_derived = False
        with database_errors(self.connection, "the end of the load"):
            try:
                if report.is_kept:
                    with self.transaction():
                        derived = self.derive()
                        default = default_after_load(self.connection, default_before)
                    report.united, report.parted = derived.united, derived.parted
                    joined = derived.joined(self.moment)
                    report.fixtures_new -= joined
                    report.fixtures_changed += joined
                    report.healed, report.default_bookmaker = self.healed, default
                    is_derived = True
            finally:
                if self.is_whole:
                    self.end(is_kept=is_derived and not report.is_dry_run)

    def _load(self, file: PlannedFile) -> FileReport:
        """Load one file in a transaction, rolled back if the file is not taken. Raises DatabaseError."""
        if file.refused is not None:
            return _refused(file, Refusal(file.refused))
        with database_errors(self.connection, file.name):
            if file.source is None:
                return self._unite(file)
            if file.digest == file.known and not self._rereads:
                return _reported(file, "unchanged")
            try:
                with self.transaction():
                    return self._import(file, file.source)
            except _NotTaken as error:
                return error.report
            except UnreadableFile as error:
                return _refused(file, error.refusal())
            except SkippedFile as error:
                if isinstance(error, FileReadWithAnother) and not self._strict:
                    with self.transaction():
                        self._note_page(file, file.source)
                return _reported(file, "skipped", reason=str(error))
            except OSError as error:
                return _refused(file, Refusal(f"can't be read: {error.strerror}"))
            except REFUSED_BY_SQLITE as error:
                return _refused(file, Refusal(f"{AGAINST_RULES}: {error}"))
            except (FootydataError, sqlite3.Error, MemoryError):
                raise
            except Exception as error:
                # A package of somebody else may have yielded a value that no record has.
                if not isinstance(file.source, AddedSource):
                    raise
                return _refused(file, Refusal(file.source.words("records", error)))

    def _unite(self, file: PlannedFile) -> FileReport:
        """Unite a footydata file with the database, in one transaction. Raises DatabaseError."""
        if self._named is not None or self._options.get("correct") or self.league is not None:
            return _refused(file, Refusal(AS_IT_IS))
        here = file_of(self.connection)
        if here is not None and file.path.samefile(here):
            return _refused(file, Refusal("the database itself"))
        try:
            other = open_read_only(file.path)
        except FootydataError as error:
            return _refused(file, Refusal(str(error)))
        with closing(other), self.transaction():
            result, has_changed = unite(self.connection, self, other)
        report = _reported(file, "taken" if has_changed else "unchanged", result)
        return replace(report, source="footydata")

    def _import(self, file: PlannedFile, source: Source) -> FileReport:
        """Import one file, inside its transaction. Raises _NotTaken."""
        stored_source = self.source(source.name, source.trust)
        load = self._begin_load(file, source, stored_source.id)
        result = self.import_records(
            source.records(file.path),
            stored_source,
            place="" if file.digest == IN_MEMORY else str(file.path),
            package=source.package
            if isinstance(source, AddedSource) and source.is_foreign
            else None,
        )
        result.remarks += map(Remark, file.failures)
        is_refused = any(refusal.line is None for refusal in result.refusals)
        # A file whose rows are all refused may have told its competition.
        is_nothing = not result.rows_kept and result.others <= bool(result.rows_refused)
        if (is_refused and not result.rows_kept) or (is_nothing and result.refusals):
            raise _NotTaken(_reported(file, "refused", result))
        if is_nothing:
            raise _NotTaken(_reported(file, "skipped", result, NO_FIXTURES))
        if file.known is not None and not result.rows_changed and not result.claims_added:
            # The file said the same as before, and its earlier load stands for it.
            raise _NotTaken(_reported(file, "taken", result))
        self._note_page(file, source)
        refused = []
        for seq, each in enumerate(result.refusals, start=1):
            reason = each.reason if each.column is None else f"{each.column}: {each.reason}"
            refused.append(RefusedRow(0, seq, file.address, each.line, reason, each.text))
        end_load(self.connection, result.counted(load), refused)
        if isinstance(source, TableSource):
            for reading in source.maps_used(file.path):
                keep_map(self.connection, reading, now=self.moment)
        return _reported(file, "taken", result)

    def _begin_load(self, file: PlannedFile, source: Source, source_id: int) -> Load:
        """Begin the load of a file, and return its record."""
        path = str(file.path.resolve())
        # A database can't hold a lone surrogate, which a name in another encoding has.
        has_path = file.digest != IN_MEMORY and escaped(path) == path
        league = self.league and f"{self.league.country}/{self.league.name}"
        if league is None and isinstance(source, TableSource):
            readings = source.maps_used(file.path)
            league = next((reading.map.league for reading in readings if reading.map.league), None)
        load = Load(
            None,
            source_id,
            file.address,
            self.moment,
            kind=self._options.get("kind", "file"),
            path=path if has_path else None,
            league=league,
            corrects=int(self._options.get("correct", False)),
        )
        return self.begin_load(load, source.name if file.is_of_run else None)

    def _note_page(self, file: PlannedFile, source: Source) -> None:
        """Note that a file was read; it counts as unchanged the next time."""
        source_id = self.source(source.name, source.trust).id
        page = TakenPage(source_id, file.address, file.digest, self.moment)
        upsert(self.connection, "taken_page", [page])


def _refused(file: PlannedFile, refusal: Refusal) -> FileReport:
    result = ImportResult()
    result.refuse(refusal)
    return _reported(file, "refused", result)


def _reported(
    file: PlannedFile, state: str, result: ImportResult | None = None, reason: str | None = None
) -> FileReport:
    source = None if file.source is None else file.source.name
    return FileReport(file.name, source, state, result or ImportResult(), reason, file.path)
