"""What came of the records of one file or page."""

from dataclasses import dataclass, field

from footydata.store.merging import Contradiction
from footydata.store.sourced import Refusal


@dataclass(slots=True)
class Landed:
    """What came of one file or page.

    Attributes:
        rows_read: rows that the source told or refused.
        rows_kept: rows that were taken, whether they changed anything or not.
        fixtures_new: fixtures that were not there before.
        fixtures_changed: stored fixtures of which anything changed.
        rows_changed: rows of the database that were inserted, changed or deleted.
        refusals: what was not taken, in the file's order.
        contradictions: what the source tells otherwise than is stored.
        seasons: the ids of the seasons that were told.
    """

    rows_read: int = 0
    rows_kept: int = 0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    rows_changed: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    seasons: set[int] = field(default_factory=set)
