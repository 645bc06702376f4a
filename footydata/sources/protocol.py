"""The protocol of a source: it recognises its files and reads what is in them.

A source reads one file at a time, writes nothing and knows no database. What it can't take it yields as a
Refusal, so that the rest is stored. Of its input it raises, before any record, UnreadableFile where nothing can be
read, SkippedFile where nothing is stored of it, and OSError; anything else that it raises is a fault of the source.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from footydata.sources.parsed import Parsed
from footydata.sources.spans import CompetitionDays


class Source(Protocol):
    """A source of football data.

    Attributes:
        name: what `--source` and the database call it.
        trust: where two sources give the same figure, the higher trust wins.
    """

    name: str
    trust: int

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of this source's, judged by its first bytes; False where it can't be read."""
        ...

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """What the file covers of each competition, without reading all of it; empty where that is not known.

        Asked where a load has several files of the source. Raises what `records` raises.
        """
        ...

    def records(self, path: Path) -> Iterator[Parsed]:
        """Everything in the file, in its order; a Refusal for each row or value that can't be taken."""
        ...
