"""What came of the records of one file or page."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from footydata.importing.merge import Conflict
from footydata.records import Load, RefusedRow, TakenPage
from footydata.sources.parsed import Refusal


@dataclass(slots=True)
class ImportResult:
    """What came of one file or page.

    Attributes:
        rows_read: rows that the source told or refused.
        rows_kept: rows that were taken, whether they changed anything or not.
        fixtures_new: fixtures that were not there before.
        fixtures_changed: stored fixtures of which anything changed.
        rows_changed: rows of the database that were inserted, changed or deleted.
        refusals: what was not taken, in the file's order.
        conflicts: what the source tells otherwise than is stored.
        seasons: the ids of the seasons that were told.
    """

    rows_read: int = 0
    rows_kept: int = 0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    rows_changed: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    seasons: set[int] = field(default_factory=set)

    def as_load(self, page: TakenPage) -> Load:
        """The row that records the import of a page."""
        counts = (self.rows_read, self.rows_kept, self.rows_read - self.rows_kept, self.rows_changed)
        return Load(None, page.source_id, page.address, page.taken_ts, *counts)

    def refused_rows(self, page: TakenPage) -> Iterator[RefusedRow]:
        """A row for each refusal, without the id of its load."""
        for seq, refusal in enumerate(self.refusals, start=1):
            reason = refusal.reason if refusal.column is None else f"{refusal.column}: {refusal.reason}"
            yield RefusedRow(0, seq, page.address, refusal.line, reason, refusal.text)
