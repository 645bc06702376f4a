"""The reports of an import and of a load: what was read, stored, replaced and refused, every row accounted for."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from footydata.football.records import Load
from footydata.ingest.claiming import Conflict
from footydata.ingest.deriving import United
from footydata.sources.parsed import Refusal, Remark, escaped
from footydata.sources.tables.reading import Reading
from footydata.store.loads import COUNTS


@dataclass(slots=True)
class RowCounts:
    """What came of rows. Each row read is one of new, changed, same, conflicting and refused.

    Attributes:
        rows_read: rows of fixtures that the source gave or refused, those of which a side is not known yet too.
        fixtures_new: rows that made a fixture, or a coming one of which a side is not known yet and that the file did
            not have before; counted in the database after they were written.
        fixtures_changed: rows of stored fixtures of which anything changed.
        fixtures_same: rows of stored fixtures that changed nothing.
        fixtures_conflicting: rows of stored fixtures that differ from what is stored and changed nothing.
        rows_refused: rows that were not imported.
        rows_changed: rows of the database that were inserted, changed or deleted.
    """

    rows_read: int = 0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    fixtures_same: int = 0
    fixtures_conflicting: int = 0
    rows_refused: int = 0
    rows_changed: int = 0

    @property
    def rows_kept(self) -> int:
        """Rows that were imported, whether they changed anything or not."""
        return (
            self.fixtures_new
            + self.fixtures_changed
            + self.fixtures_same
            + self.fixtures_conflicting
        )


@dataclass(slots=True)
class ImportResult(RowCounts):
    """The result of one file or page.

    Attributes:
        others: further records that were imported, as competitions and names.
        claims_added: fixtures of which the source said something that it had not said before.
        refusals: what was not imported, in the file's order.
        remarks: how the file was read, where a person should know.
        conflicts: stored values that the source contradicts.
        seasons: the ids of the fixtures' seasons.
        made_leagues: the competitions that were added and the register does not know, as COUNTRY/NAME.
    """

    others: int = 0
    claims_added: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    seasons: set[int] = field(default_factory=set)
    made_leagues: list[str] = field(default_factory=list)

    def refuse(self, refusal: Refusal, *, is_row: bool = False) -> None:
        """Add a refusal, of a whole row or not; lone surrogates in it are escaped."""
        self.rows_refused += is_row
        text, column = (
            None if part is None else escaped(part) for part in (refusal.text, refusal.column)
        )
        self.refusals.append(
            refusal._replace(reason=escaped(refusal.reason), text=text, column=column)
        )

    def add(self, other: "ImportResult") -> None:
        """Add the result of another part of the same file."""
        for attribute in fields(self):
            mine, theirs = getattr(self, attribute.name), getattr(other, attribute.name)
            total = mine | theirs if isinstance(mine, set) else mine + theirs
            setattr(self, attribute.name, total)

    def remark(self, text: str) -> None:
        """Add a remark, once."""
        if Remark(text) not in self.remarks:
            self.remarks.append(Remark(text))

    def add_stored(self, *, has_changed: bool, conflicts: Sequence[Conflict]) -> None:
        """Add the row of a stored fixture."""
        self.conflicts += conflicts
        if has_changed:
            self.fixtures_changed += 1
        elif any(not conflict.is_taken for conflict in conflicts):
            self.fixtures_conflicting += 1
        else:
            self.fixtures_same += 1

    def counted(self, load: Load) -> Load:
        """The record of a load with the counts of its import."""
        return load._replace(**{name: getattr(self, name) for name in COUNTS})


@dataclass(frozen=True, slots=True)
class FileReport:
    """The result of loading one file.

    Attributes:
        file: its path below the path that was given.
        source: the source that read it, None if none does.
        state: taken (loaded), unchanged (since the last load), skipped (nothing to store in it) or refused as a whole.
        result: counts, refusals and conflicts.
        reason: why it was skipped, None if it was not.
        path: of the file; two files of one load may have the same name.
    """

    file: str
    source: str | None
    state: str
    result: ImportResult
    reason: str | None = None
    path: Path | None = None


@dataclass(slots=True, repr=False)
class LoadReport(RowCounts):
    """The result of a load; its counts are those of the files that were stored.

    Attributes:
        files: one report a file, in the order of loading.
        seconds: how long it took.
        is_kept: False if a strict load was refused and nothing was stored.
        is_dry_run: whether all was rolled back at the end; the rest is what a load would have stored.
        healed: what the register corrected in stored rows, in words.
        united: the clubs that were stored under two names and are one; each merge can be undone.
        parted: what was held to be one club, in words, and is two by what was loaded.
        default_bookmaker: a sentence if another bookmaker is the default one now, else ''.
        open_tables: the files with a table that nobody agreed to, and how each would be read.
    """

    files: list[FileReport] = field(default_factory=list)
    seconds: float = 0.0
    is_kept: bool = True
    is_dry_run: bool = False
    healed: list[str] = field(default_factory=list)
    united: list[United] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)
    default_bookmaker: str = ""
    open_tables: list[tuple[Path, Reading]] = field(default_factory=list)

    def __repr__(self) -> str:
        """The counts: a notebook shows what a cell's last line gives, and the reports of files fill pages."""
        files = f"files={len(self.files)}, files_refused={self.count('refused')}"
        counts = f"fixtures_new={self.fixtures_new}, fixtures_changed={self.fixtures_changed}"
        return f"LoadReport({files}, {counts}, rows_refused={self.rows_refused}, seconds={self.seconds:.1f})"

    def sum_up(self) -> None:
        """Count the rows of all files; of a load of which nothing was stored, those that were read and refused."""
        for count in fields(RowCounts):
            is_stored = count.name not in ("rows_read", "rows_refused")
            files = self.files if self.is_kept or not is_stored else []
            setattr(self, count.name, sum(getattr(file.result, count.name) for file in files))

    @property
    def made_leagues(self) -> list[tuple[str, str]]:
        """The file's name and COUNTRY/NAME of each competition that was added and the register does not know."""
        return [
            (file.file, league)
            for file in self.files
            if file.state == "taken"
            for league in file.result.made_leagues
        ]

    @property
    def refusals(self) -> list[tuple[str, Refusal]]:
        """The file's name and the refusal, for each refusal."""
        return self._of_files("refusals")

    @property
    def remarks(self) -> list[tuple[str, Remark]]:
        """The file's name and the remark, for each remark on how a file was read."""
        return self._of_files("remarks")

    @property
    def skipped(self) -> list[tuple[str, str]]:
        """The name of each skipped file, and what it is."""
        return [(file.file, file.reason or "") for file in self.files if file.state == "skipped"]

    @property
    def conflicts(self) -> list[tuple[str, Conflict]]:
        """The file's name and the conflict, for each conflict between a file and what is stored."""
        return self._of_files("conflicts")

    def _of_files(self, attribute: str) -> list[tuple[str, Any]]:
        """The file's name and the record, for each record of an attribute of the files' results."""
        return [
            (file.file, record) for file in self.files for record in getattr(file.result, attribute)
        ]

    def replace(self, again: "LoadReport") -> None:
        """Take the reports of files that were loaded again in the place of their first ones."""
        newer = {file.path: file for file in again.files}
        self.files = [newer.get(file.path, file) for file in self.files]
        self.open_tables = [
            each for each in self.open_tables if each[0] not in newer
        ] + again.open_tables
        self.is_kept = self.is_kept and again.is_kept
        self.sum_up()
        self.united += again.united
        self.parted += again.parted
        self.default_bookmaker = again.default_bookmaker or self.default_bookmaker
        self.seconds += again.seconds

    def count(self, state: str) -> int:
        """How many files are in a state: taken, unchanged, skipped or refused."""
        return sum(file.state == state for file in self.files)
