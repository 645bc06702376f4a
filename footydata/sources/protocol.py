"""The protocol of a source: it recognises its files, and yields the records in them.

A source reads one file at a time, writes nothing and knows no database. It yields a Refusal for what can't be read,
so that the rest is stored. Before its first record it may raise UnreadableFile if nothing can be read, SkippedFile if
the file has nothing to store, and OSError; any other exception is a bug of the source.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from footydata.sources.parsed import Parsed
from footydata.sources.spans import CompetitionDays

HIGHEST_TRUST = 999
"""The highest trust of a source; above it are the places that a person chooses."""


class Source(Protocol):
    """A source of football data.

    Attributes:
        name: what `--source` and the database call it.
        trust: if two sources give different values, the one of higher trust wins; at most HIGHEST_TRUST.
    """

    name: str
    trust: int

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of this source's, by its first bytes; False if it can't be read."""
        ...

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers, by competition, without reading all of it; empty if unknown.

        Called if a load has several files of the source. A source in a package of its own may leave this method out:
        its files are then read in the order of their paths. Raises what `records` raises.
        """
        ...

    def records(self, path: Path) -> Iterator[Parsed]:
        """Everything in the file, in its order; a Refusal for each row or value that can't be taken."""
        ...
