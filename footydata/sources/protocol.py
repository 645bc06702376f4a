"""The protocol of a source: it recognises its files, and yields the records in them.

A source reads one file at a time, writes nothing and knows no database. It yields a Refusal for what can't be read,
so that the rest is stored. Before its first record it may raise UnreadableFile if nothing can be read, SkippedFile if
the file has nothing to store, and OSError; any other exception is a bug of the source.

Functions that sources share: the beginning of a file, by which it is recognised, and the days of its competitions.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple, Protocol

from footydata.sources.parsed import Parsed

HIGHEST_TRUST = 999
"""The highest trust of a source; above it are the places that a person chooses."""

SIZE = 8192
"""In bytes: enough for the longest header of a CSV file, and for the first entry of a JSON file."""

_PART_SIZE = 1_048_576
_LONGEST_NAME = 64

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


class CompetitionDays(NamedTuple):
    """The days of a competition in a file; last_result: the last day with a result, date.min if there is none."""

    competition: str
    first: date
    last: date
    last_result: date


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


def head_of(path: Path, size: int = SIZE) -> bytes:
    """The first bytes of a file without a byte order mark; empty if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(size).removeprefix(BYTE_ORDER_MARK)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, without leading blanks."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")


def first_name(path: Path, names: Sequence[str]) -> str | None:
    """The JSON key, of these names, that occurs first in a file; None if none does.

    The whole file is searched, as its first entry may be long or broken.
    """
    marks = {name: f'"{name}"'.encode() for name in names}
    return next(
        (name for part in _parts(path) for name, mark in marks.items() if mark in part), None
    )


def _parts(path: Path) -> Iterator[bytes]:
    """A file's content in parts, each beginning with the end of the one before; nothing if it can't be read."""
    try:
        with path.open("rb") as file:
            part = file.read(SIZE)
            while part:
                yield part
                further = file.read(_PART_SIZE)
                part = further and part[-_LONGEST_NAME:] + further
    except OSError:
        return


def spans_of(rows: Iterable[tuple[str, date, bool]]) -> list[CompetitionDays]:
    """The days by competition; rows: competition, day, and whether there is a result.

    >>> spans_of([("E0", date(2024, 8, 17), True), ("E0", date(2025, 5, 25), False)])[0].last_result
    datetime.date(2024, 8, 17)
    """
    spans: dict[str, CompetitionDays] = {}
    for competition, day, has_result in rows:
        result = day if has_result else date.min
        known = spans.get(competition)
        if known is None:
            spans[competition] = CompetitionDays(competition, day, day, result)
        else:
            spans[competition] = CompetitionDays(
                competition,
                min(known.first, day),
                max(known.last, day),
                max(known.last_result, result),
            )
    return list(spans.values())
