"""Loads files and folders: each file as a whole or not at all; unchanged files are skipped, refusals reported."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from footydata.football.errors import FootydataError
from footydata.football.records import Load, TakenPage
from footydata.ingest.deriving import United
from footydata.ingest.importer import Importer
from footydata.ingest.planning import (
    FileToLoad,
    FootydataFile,
    Planned,
    RecognisedFile,
    RefusedFile,
    files_at,
    reading_plan,
)
from footydata.ingest.report import FileReport, ImportResult, LoadReport
from footydata.ingest.tables import keep_map, table_source
from footydata.ingest.uniting_files import unite
from footydata.ingest.valid_records import REFUSED_BY_SQLITE
from footydata.sources.added import AddedSource
from footydata.sources.parsed import LeagueKey, Parsed, Refusal, Remark
from footydata.sources.protocol import Source
from footydata.sources.refusing import FileReadWithAnother, SkippedFile, UnreadableFile
from footydata.sources.registry import Sources, sources_named
from footydata.sources.tables import TABLE
from footydata.sources.tables.source import TableSource
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.store.bookmakers import change_of_default, default_slug, update_default_after_load
from footydata.store.file.opening import open_read_only
from footydata.store.file.transactions import database_errors
from footydata.store.write.loads import (
    begin_load,
    digest_of,
    end_load,
    is_page_loaded,
    loads_of_place,
    note_catalogue,
    write_taken_page,
)

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


def load(
    connection: sqlite3.Connection,
    paths: Sequence[Path],
    *,
    source: str | None = None,
    strict: bool = False,
    correct: bool = False,
    league: LeagueKey | None = None,
    table_maps: Sequence[TableMap] = (),
    agrees: bool = False,
    now: int,
    kind: str = "file",
    files: Sequence[FileToLoad] | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> LoadReport:
    """Load files and folders, with their subfolders: one transaction per file, or one for all if strict.

    source: the source's name; None: recognise each file. strict: store nothing if anything is refused.
    correct: finished fixtures may be corrected. league: the competition of files that do not name a known one.
    table_maps: by which tables that no source knows are read, as are those with such a header from now on.
    agrees: tables whose reading is clear are stored without a map.
    now: the moment of the load, in unix seconds. kind: file, or fetch for downloaded files.
    files: those to load, if they are known already; None: those at the paths. dry_run: roll everything back at the end.
    Raises NotFound, FootydataError, DatabaseError (locked, full, read-only), FootydataError;
    what was committed stays.
    """
    tables = table_source(connection, given=table_maps, league=league, agrees=agrees)
    as_tables = source == TABLE
    run = _Run(
        connection,
        None if as_tables else sources_named(source),
        tables,
        is_named=source is not None or as_tables,
        rereads=bool(table_maps),
        strict=strict,
        correct=correct,
        league=league,
        now=now,
        kind=kind,
        dry_run=dry_run,
    )
    return run.load(run.plan(files_at(paths) if files is None else files), progress)


def load_table(
    connection: sqlite3.Connection,
    table: TextTable,
    *,
    name: str,
    strict: bool = False,
    correct: bool = False,
    league: LeagueKey | None = None,
    table_maps: Sequence[TableMap] = (),
    agrees: bool = False,
    now: int,
) -> LoadReport:
    """Load a table that is in no file, as a data frame; name: what it is called in reports and in `loads`.

    The other arguments are as in `load`. Raises what it raises; report.open_tables has what the table leaves open.
    """
    opened = {Path(name): [table]}
    tables = table_source(connection, given=table_maps, league=league, agrees=agrees, opened=opened)
    run = _Run(
        connection,
        None,
        tables,
        is_named=True,
        strict=strict,
        correct=correct,
        league=league,
        now=now,
        is_file=False,
    )
    file = FileToLoad(name, name, Path(name), is_named=True)
    return run.load([RecognisedFile(file, tables, IN_MEMORY)])


class _NotTaken(Exception):  # it is no error, and ends a transaction
    """Nothing of a file is to be stored; the arguments as in FileReport."""

    def __init__(self, state: str, result: ImportResult, reason: str | None = None) -> None:
        super().__init__(state)
        self.state, self.result, self.reason = state, result, reason


class _Run:
    """One load: its transactions, and the importer of all its files.

    Attributes:
        united: the clubs that are one since this load. parted: what was held to be one club and is two, in words.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        sources: Sources | None,
        tables: TableSource,
        *,
        is_named: bool,
        strict: bool,
        correct: bool,
        league: LeagueKey | None,
        now: int,
        kind: str = "file",
        rereads: bool = False,
        is_file: bool = True,
        dry_run: bool = False,
    ) -> None:
        self._connection = connection
        self._is_whole = strict or dry_run
        self._importer = Importer(
            connection,
            now=now,
            correct=correct,
            league=league,
            is_whole=self._is_whole,
            is_trial=dry_run,
        )
        self._sources = sources
        self._tables = tables
        self._named: Source | None = None
        if is_named:
            self._named = tables if sources is None else next(iter(sources))
        self._strict = strict
        self._correct = correct
        self._runs: dict[str, int] = {}
        self._rereads = rereads or strict or correct or league is not None or sources is None
        self._now = now
        self._kind = kind
        self._is_file = is_file
        self._dry_run = dry_run
        self._league = league
        self._change_of_default = ""
        self._started = perf_counter()
        self.united: list[United] = []
        self.parted: list[str] = []

    def plan(self, files: Sequence[FileToLoad]) -> list[Planned]:
        """The files in the order of reading."""
        return reading_plan(
            files,
            self._sources,
            named=self._named,
            tables=self._tables,
            is_unchanged=self._is_unchanged,
        )

    def load(self, plan: Sequence[Planned], progress: Progress | None = None) -> LoadReport:
        """Load files one after the other, and derive what they are about. Raises DatabaseError."""
        report, default_before = (
            LoadReport(is_dry_run=self._dry_run),
            default_slug(self._connection),
        )
        try:
            for done, planned in enumerate(plan):
                if progress:
                    progress(done, len(plan), planned.file.name)
                report.files.append(replace(self._load(planned), path=planned.file.path))
        except BaseException as error:
            if self._is_whole:
                self._importer.end(is_kept=False)
            elif isinstance(error, KeyboardInterrupt):
                # The next load skips the files that were loaded as unchanged, and would not look at their seasons again.
                self._finish(default_before)
            raise
        report.is_kept = not (self._strict and report.refusals)
        self._finish(default_before, is_kept=report.is_kept)
        if report.is_kept:
            report.healed = self._importer.healed
            report.united, report.parted = self.united, self.parted
        report.default_bookmaker = self._change_of_default
        readings = (
            (planned.file.path, self._tables.open_reading(planned.file.path)) for planned in plan
        )
        report.open_tables = [(path, reading) for path, reading in readings if reading is not None]
        if progress:
            progress(len(plan), len(plan), "")
        report.seconds = perf_counter() - self._started
        return report

    def _load(self, planned: Planned) -> FileReport:
        if isinstance(planned, RefusedFile):
            return _refused(planned.file, None, planned.refusal)
        if isinstance(planned, FootydataFile):
            return self._unite(planned.file)
        try:
            return self._read(planned)
        except (FootydataError, sqlite3.Error, MemoryError):
            raise
        except Exception as error:
            # A package of somebody else may have yielded a value that no record has.
            if not isinstance(planned.source, AddedSource):
                raise
            refusal = Refusal(planned.source.words("records", error))
            return _refused(planned.file, planned.source.name, refusal)

    def _unite(self, file: FileToLoad) -> FileReport:
        """Unite a footydata file with the database, in one transaction. Raises DatabaseError."""
        if self._named is not None or self._correct or self._league is not None:
            return _refused(file, None, Refusal(AS_IT_IS))
        (here,) = self._connection.execute(_OWN_FILE).fetchone()
        if file.path.samefile(here):
            return _refused(file, None, Refusal("the database itself"))
        try:
            other = open_read_only(file.path)
        except FootydataError as error:
            return _refused(file, None, Refusal(str(error)))
        with (
            closing(other),
            database_errors(self._connection, file.name),
            self._importer.transaction(),
        ):
            result, has_changed = unite(self._connection, self._importer, other)
        state = "taken" if has_changed else "unchanged"
        return FileReport(file.name, "footydata", state, result)

    def _read(self, planned: RecognisedFile) -> FileReport:
        """Load one file."""
        with database_errors(self._connection, planned.file.name):
            try:
                return self._attempt(planned, planned.source.records(planned.file.path))
            except REFUSED_BY_SQLITE as error:
                refusal = Refusal(f"{AGAINST_RULES}: {error}")
                return _refused(planned.file, planned.source.name, refusal)

    def _finish(self, default_before: str | None, *, is_kept: bool = True) -> None:
        """Derive what was loaded, and end a load that is one transaction. Raises DatabaseError."""
        is_derived = False
        with database_errors(self._connection, "the end of the load"):
            try:
                if is_kept:
                    with self._importer.transaction():
                        derived = self._importer.derive()
                        self.united += derived.united
                        self.parted += derived.parted
                        update_default_after_load(self._connection)
                        self._change_of_default = change_of_default(
                            self._connection, default_before
                        )
                    is_derived = True
            finally:
                if self._is_whole:
                    self._importer.end(is_kept=is_derived and not self._dry_run)

    def _attempt(self, planned: RecognisedFile, records: Iterable[Parsed]) -> FileReport:
        """Load one file in a transaction, rolled back if the file is not taken. Raises REFUSED_BY_SQLITE."""
        source, file = planned.source.name, planned.file
        try:
            with self._importer.transaction():
                return self._import(planned, records)
        except _NotTaken as error:
            return FileReport(file.name, source, error.state, error.result, error.reason)
        except UnreadableFile as error:
            return _refused(file, source, error.refusal())
        except SkippedFile as error:
            if isinstance(error, FileReadWithAnother) and not self._strict:
                # It counts as unchanged the next time.
                with self._importer.transaction():
                    source_id = self._importer.source(source, planned.source.trust).id
                    page = TakenPage(source_id, file.address, planned.digest, self._now)
                    write_taken_page(self._connection, page)
            return FileReport(file.name, source, "skipped", ImportResult(), str(error))
        except OSError as error:
            return _refused(file, source, Refusal(f"can't be read: {error.strerror}"))

    def _import(self, planned: RecognisedFile, records: Iterable[Parsed]) -> FileReport:
        """Import one file, inside its transaction. Raises _NotTaken."""
        path, address, source = planned.file.path, planned.file.address, planned.source
        source_id = self._importer.source(source.name, source.trust).id
        if self._is_unchanged(planned):
            raise _NotTaken("unchanged", ImportResult())
        page = TakenPage(source_id, address, planned.digest, self._now)
        is_known = is_page_loaded(self._connection, page)
        load = Load(
            None,
            source_id,
            address,
            self._now,
            kind=self._kind,
            path=_as_text(path.resolve()) if self._is_file else None,
            league=self._league_of(planned),
            corrects=int(self._correct),
        )
        earlier_ids = loads_of_place(self._connection, source_id, address)
        load_id = begin_load(self._connection, load)
        run = self._runs.setdefault(source.name, load_id) if planned.overlaps else None
        load = load._replace(id=load_id, run=run)
        end_load(self._connection, load, [])
        self._importer.begin_load(load_id, same_place=earlier_ids)
        result = self._importer.import_records(
            records,
            source=source.name,
            trust=source.trust,
            place=str(path) if self._is_file else "",
            package=source.package
            if isinstance(source, AddedSource) and source.is_foreign
            else None,
        )
        result.remarks += map(Remark, planned.failures)
        is_refused = any(refusal.line is None for refusal in result.refusals)
        if (is_refused and not result.rows_kept) or (result.is_nothing and result.refusals):
            raise _NotTaken("refused", result)
        if result.is_nothing:
            raise _NotTaken("skipped", result, NO_FIXTURES)
        if is_known and not result.rows_changed and not result.claims_added:
            # The file said the same as before, and its earlier load stands for it.
            raise _NotTaken("taken", result)
        note_catalogue(self._connection, load_id)
        write_taken_page(self._connection, page)
        end_load(self._connection, result.counted(load), result.refused_rows(page))
        if source is self._tables:
            for reading in self._tables.maps_used(path):
                keep_map(self._connection, reading, now=self._now)
        return FileReport(planned.file.name, source.name, "taken", result)

    def _league_of(self, planned: RecognisedFile) -> str | None:
        """The competition that the user named for a file, as COUNTRY/NAME, also in the map of a table."""
        if self._league is not None:
            return f"{self._league.country}/{self._league.name}"
        is_table = planned.source is self._tables
        readings = self._tables.maps_used(planned.file.path) if is_table else ()
        return next((reading.map.league for reading in readings if reading.map.league), None)

    def _is_unchanged(self, planned: RecognisedFile) -> bool:
        if self._rereads:
            return False
        return (
            digest_of(self._connection, planned.source.name, planned.file.address) == planned.digest
        )


_OWN_FILE = "select file from pragma_database_list where name = 'main'"


def _as_text(path: Path) -> str | None:
    """The path, None if a database can't hold its name."""
    text = str(path)
    return None if any("\ud800" <= letter <= "\udfff" for letter in text) else text


def _refused(file: FileToLoad, source: str | None, refusal: Refusal) -> FileReport:
    result = ImportResult()
    result.note_refusal(refusal)
    return FileReport(file.name, source, "refused", result)
