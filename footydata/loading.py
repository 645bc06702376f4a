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
from footydata.records import TakenPage
from footydata.sources.protocol import Source
from footydata.sources.recognition import source_of, sources_named, why_unread
from footydata.store.bookmakers import settle_default_bookmaker
from footydata.store.landed import Landed
from footydata.store.landing import Landing
from footydata.store.ledger import is_taken, note_taken
from footydata.store.merging import Contradiction
from footydata.store.seasons import settle_seasons
from footydata.store.sourced import Refusal
from footydata.store.turns import begin_turn, refusals_told
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
        landed: counts, refusals and contradictions.
    """

    file: str
    source: str | None
    state: str
    landed: Landed


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
        return sum(file.landed.rows_read for file in self.files)

    @property
    def rows_kept(self) -> int:
        """Rows that were taken, whether they changed anything or not."""
        return sum(file.landed.rows_kept for file in self.files) if self.is_kept else 0

    @property
    def fixtures_new(self) -> int:
        """Fixtures that were not there before."""
        return sum(file.landed.fixtures_new for file in self.files) if self.is_kept else 0

    @property
    def fixtures_changed(self) -> int:
        """Stored fixtures of which anything changed."""
        return sum(file.landed.fixtures_changed for file in self.files) if self.is_kept else 0

    @property
    def rows_changed(self) -> int:
        """Rows of the database that were inserted, changed or deleted."""
        return sum(file.landed.rows_changed for file in self.files) if self.is_kept else 0

    @property
    def refusals(self) -> list[tuple[str, Refusal]]:
        """Each file's name with what was not taken of it."""
        return [(file.file, refusal) for file in self.files for refusal in file.landed.refusals]

    @property
    def contradictions(self) -> list[tuple[str, Contradiction]]:
        """Each file's name with what it tells otherwise than is stored."""
        return [(file.file, difference) for file in self.files for difference in file.landed.contradictions]

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
    """One load on its way: the transactions, and a landing for each source."""

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
        self._landings: dict[str, Landing] = {}
        self._data_version: int | None = None

    def take(self, file: _File) -> FileReport:
        """Load one file. Raises DatabaseError."""
        try:
            source = source_of(file.path, self._sources) or (self._sources[0] if self._is_named else None)
            if source is None:
                return _refused(file, None, why_unread(file.path))
            digest = _digest(file.path)
        except OSError as error:
            return _refused(file, None, f"can't be read: {error.strerror}")
        with refusals_told(file.name):
            self._begin()
            try:
                report = self._land(file, source, digest)
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
        with refusals_told("the end of the load"):
            if self._strict and any_refused:
                self._rollback()
                return False
            self._begin()
            settle_default_bookmaker(self._connection)
            self._connection.commit()
        return True

    def _land(self, file: _File, source: Source, digest: str) -> FileReport:
        landing = self._landing(source)
        page = TakenPage(landing.source_id, file.address, digest, None, self._now)
        if not self._correct and not self._strict and is_taken(self._connection, page):
            return FileReport(file.name, source.name, "unchanged", Landed())
        landed = landing.land(source.records(file.path))
        if not landed.rows_kept and any(refusal.line is None for refusal in landed.refusals):
            return FileReport(file.name, source.name, "refused", landed)
        before = self._connection.total_changes
        settle_seasons(self._connection, landed.seasons)
        landed.rows_changed += self._connection.total_changes - before
        note_taken(self._connection, page, landed)
        return FileReport(file.name, source.name, "taken", landed)

    def _landing(self, source: Source) -> Landing:
        if source.name not in self._landings:
            self._landings[source.name] = Landing(
                self._connection, source.name, source.trust, now=self._now, correct=self._correct
            )
        return self._landings[source.name]

    def _begin(self) -> None:
        if self._connection.in_transaction:
            return
        version = begin_turn(self._connection)
        if version != self._data_version:
            self._landings.clear()
            self._data_version = version

    def _rollback(self) -> None:
        self._connection.rollback()
        self._landings.clear()


def _refused(file: _File, source: str | None, reason: str) -> FileReport:
    return FileReport(file.name, source, "refused", Landed(refusals=[Refusal(reason)]))


def _digest(path: Path) -> str:
    """A digest of the content as this version of footydata reads it: a newer one reads every file again."""
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=20, person=SALT)).hexdigest()
