"""Loads files and folders: each file whole or not at all, what can't be taken named, what is unchanged left alone."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, file_digest
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from footydata.contract.errors import FootydataError
from footydata.importing.importer import Importer
from footydata.importing.merge import Conflict
from footydata.importing.report import ImportResult
from footydata.importing.seasons import settle_seasons
from footydata.records import TakenPage
from footydata.sources.parsed import Refusal
from footydata.sources.protocol import Source
from footydata.sources.registry import source_of, sources_named, why_unread
from footydata.store.bookmakers import settle_default_bookmaker
from footydata.store.loads import is_taken, record_load
from footydata.store.marks import A_DATABASE, is_sqlite_file
from footydata.store.transactions import begin_write, database_errors
from footydata.version import __version__

SALT = __version__.encode()[:16]
"""What a digest is salted with; BLAKE2 takes 16 bytes."""

Progress = Callable[[int, int, str], None]
"""Told before each file: how many are done, how many there are, and its name; once more at the end."""


class NothingToLoad(FootydataError):
    """A path does not exist, or a folder has no file."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What came of one file.

    Attributes:
        file: its path below the place that was named.
        source: the source that read it, None where none does.
        state: taken, unchanged (since it was taken last) or refused (as a whole).
        result: counts, refusals and conflicts.
    """

    file: str
    source: str | None
    state: str
    result: ImportResult


@dataclass(slots=True)
class LoadReport:
    """What came of a load.

    Attributes:
        files: one report a file, in the order of loading.
        seconds: how long it took.
        is_kept: False where a strict load was refused and nothing of it was kept.
    """

    files: list[FileReport] = field(default_factory=list)
    seconds: float = 0.0
    is_kept: bool = True

    @property
    def rows_read(self) -> int:
        """Rows that the sources told or refused."""
        return sum(file.result.rows_read for file in self.files)

    @property
    def rows_kept(self) -> int:
        """Rows that were taken, whether they changed anything or not."""
        return sum(file.result.rows_kept for file in self.files) if self.is_kept else 0

    @property
    def fixtures_new(self) -> int:
        """Fixtures that were not there before."""
        return sum(file.result.fixtures_new for file in self.files) if self.is_kept else 0

    @property
    def fixtures_changed(self) -> int:
        """Stored fixtures of which anything changed."""
        return sum(file.result.fixtures_changed for file in self.files) if self.is_kept else 0

    @property
    def rows_changed(self) -> int:
        """Rows of the database that were inserted, changed or deleted."""
        return sum(file.result.rows_changed for file in self.files) if self.is_kept else 0

    @property
    def refusals(self) -> list[tuple[str, Refusal]]:
        """Each file's name with what was not taken of it."""
        return [(file.file, refusal) for file in self.files for refusal in file.result.refusals]

    @property
    def conflicts(self) -> list[tuple[str, Conflict]]:
        """Each file's name with what it tells otherwise than is stored."""
        return [(file.file, difference) for file in self.files for difference in file.result.conflicts]

    @property
    def refused_by_reason(self) -> dict[str, int]:
        """Reason → how many files, rows or values were refused for it, most first."""
        return dict(Counter(refusal.reason for _, refusal in self.refusals).most_common())

    def count(self, state: str) -> int:
        """How many files are in a state: taken, unchanged or refused."""
        return sum(file.state == state for file in self.files)


def load(
    connection: sqlite3.Connection,
    paths: Sequence[Path],
    *,
    source: str | None = None,
    strict: bool = False,
    correct: bool = False,
    now: int,
    progress: Progress | None = None,
) -> LoadReport:
    """Load files and folders (with all below them); one transaction a file, or one in all where strict.

    source: the source's name, recognised by the file where None. strict: anything refused, and nothing is kept.
    correct: finished fixtures may be corrected. now: the moment that provenance notes, in unix seconds.
    Raises NothingToLoad, UnknownSource, DatabaseError (locked, full, read-only); what was committed is kept.
    """
    started = perf_counter()
    files = _files(paths)
    run = _Run(connection, sources_named(source), is_named=source is not None, strict=strict, correct=correct, now=now)
    report = LoadReport()
    for done, file in enumerate(files):
        if progress:
            progress(done, len(files), file.name)
        report.files.append(run.take(file))
    report.is_kept = run.finish(any_refused=bool(report.refusals))
    if progress:
        progress(len(files), len(files), "")
    report.seconds = perf_counter() - started
    return report


class _File(NamedTuple):
    """A file to load: its name in the report, its address in the ledger, where it is."""

    name: str
    address: str
    path: Path


def _files(paths: Iterable[Path]) -> list[_File]:
    """The files at and below the paths, in order. Raises NothingToLoad."""
    files: dict[Path, _File] = {}
    for path in paths:
        if not path.exists():
            raise NothingToLoad(f"{path} does not exist")
        whole = path.resolve()
        if not path.is_dir():
            # With its folder, as the files of all seasons have the same names.
            files.setdefault(path, _File(path.name, f"{whole.parent.name}/{path.name}", path))
            continue
        below = [each for each in sorted(path.rglob("*")) if each.is_file() and not _is_hidden(each, path)]
        if not below:
            raise NothingToLoad(f"{path} is a folder without files")
        for each in below:
            name = (Path(whole.name) / each.relative_to(path)).as_posix()
            files.setdefault(each, _File(name, name, each))
    return list(files.values())


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


class _Run:
    """One load on its way: the transactions, and a importer for each source."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        sources: tuple[Source, ...],
        *,
        is_named: bool,
        strict: bool,
        correct: bool,
        now: int,
    ) -> None:
        self._connection = connection
        self._sources = sources
        self._is_named = is_named
        self._strict = strict
        self._correct = correct
        self._now = now
        self._importers: dict[str, Importer] = {}
        self._data_version: int | None = None

    def take(self, file: _File) -> FileReport:
        """Load one file. Raises DatabaseError."""
        if is_sqlite_file(file.path):
            return _refused(file, None, f"{A_DATABASE}, not a file of a source")
        try:
            source = source_of(file.path, self._sources) or (self._sources[0] if self._is_named else None)
            if source is None:
                return _refused(file, None, why_unread(file.path))
            digest = _digest(file.path)
        except OSError as error:
            return _refused(file, None, f"can't be read: {error.strerror}")
        with database_errors(file.name):
            self._begin()
            try:
                report = self._import(file, source, digest)
            except OSError as error:
                self._rollback()
                return _refused(file, source.name, f"can't be read: {error.strerror}")
            except OverflowError:
                self._rollback()
                return _refused(file, source.name, "a number in it is larger than a database holds")
            except BaseException:
                self._rollback()
                raise
            if not self._strict:
                if report.state == "taken":
                    self._connection.commit()
                else:
                    self._rollback()
        return report

    def finish(self, *, any_refused: bool) -> bool:
        """Close the load; whether it is kept."""
        with database_errors("the end of the load"):
            if self._strict and any_refused:
                self._rollback()
                return False
            self._begin()
            settle_default_bookmaker(self._connection)
            self._connection.commit()
        return True

    def _import(self, file: _File, source: Source, digest: str) -> FileReport:
        importer = self._importer(source)
        page = TakenPage(importer.source_id, file.address, digest, None, self._now)
        if not self._correct and not self._strict and is_taken(self._connection, page):
            return FileReport(file.name, source.name, "unchanged", ImportResult())
        result = importer.import_records(source.records(file.path))
        if not result.rows_kept and any(refusal.line is None for refusal in result.refusals):
            return FileReport(file.name, source.name, "refused", result)
        before = self._connection.total_changes
        settle_seasons(self._connection, result.seasons)
        result.rows_changed += self._connection.total_changes - before
        record_load(self._connection, page, result.as_load(page), result.refused_rows(page))
        return FileReport(file.name, source.name, "taken", result)

    def _importer(self, source: Source) -> Importer:
        if source.name not in self._importers:
            self._importers[source.name] = Importer(
                self._connection, source.name, source.trust, now=self._now, correct=self._correct
            )
        return self._importers[source.name]

    def _begin(self) -> None:
        if self._connection.in_transaction:
            return
        version = begin_write(self._connection)
        if version != self._data_version:
            self._importers.clear()
            self._data_version = version

    def _rollback(self) -> None:
        self._connection.rollback()
        self._importers.clear()


def _refused(file: _File, source: str | None, reason: str) -> FileReport:
    return FileReport(file.name, source, "refused", ImportResult(refusals=[Refusal(reason)]))


def _digest(path: Path) -> str:
    """A digest of the content as this version of footydata reads it: a newer one reads every file again."""
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=20, person=SALT)).hexdigest()
