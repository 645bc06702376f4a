"""Finds the source of a file: ours are tried in order, then those that installed packages add.

A package adds a source by an entry point of the group footydata.sources: its name is the source's, its object the
source's class. A source needs `sources.parsed` and nothing else of footydata. Tables that none of them knows are read
by `sources.tables`, which a load has as its last source.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from footydata.football.errors import FootydataError, NotFound
from footydata.sources.protocol import BYTE_ORDER_MARK, Source
from footydata.sources.tables import TABLE

if TYPE_CHECKING:
    from footydata.sources.added import AddedSource

SOURCES: tuple[tuple[str, str, str], ...] = (
    ("football-data", "footydata.sources.football_data", "FootballData"),
    ("football-data", "footydata.sources.football_data", "FootballDataCountries"),
    ("openfootball", "footydata.sources.openfootball", "OpenFootball"),
    ("statsbomb", "footydata.sources.statsbomb", "StatsBomb"),
    ("corner-lines", "footydata.sources.corner_lines", "CornerLines"),
    ("v1", "footydata.sources.v1_dump", "V1Dump"),
)
"""Name, module and class of each source, in the order in which they are tried; one name may have several formats."""

NO_SOURCE = "no source knows this kind of file"


class Sources:
    """The sources that a load may read files by, in the order in which they are tried.

    Each is made when it is first needed: a file that an early one recognises needs none of the later ones, and the
    metadata of every installed package is read for those that packages add. A load needs sources of its own, as a
    source may remember files.
    """

    def __init__(self, name: str | None) -> None:
        self._name = name
        self._made: list[Source] = []
        self._others = self._make()
        self._unusable: list[str] = []
        self._failures: list[str] = []

    def __iter__(self) -> Iterator[Source]:
        yield from self._made
        for source in self._others:
            self._made.append(source)
            yield source

    def of(self, path: Path) -> Source | None:
        """The first source that recognises a file, None if none does."""
        self._failures = []
        for source in self:
            if source.recognises(path):
                return source
            if failure := getattr(source, "failure", None):
                self._failures.append(failure)
        return None

    @property
    def failures(self) -> list[str]:
        """The sources of packages that can't be used, and those that failed to look at the last file."""
        return [*self._unusable, *self._failures]

    def _make(self) -> Iterator[Source]:
        ours = [(module, kind) for own, module, kind in SOURCES if self._name in (None, own)]
        yield from (_source(module, kind) for module, kind in ours)
        if self._name is None or not ours:
            yield from self._added()

    def _added(self) -> "Iterator[AddedSource]":
        """The sources of packages. Raises FootydataError if the one that was named can't be used."""
        from footydata.sources.added import added_source, entries

        taken = frozenset(own for own, _, _ in SOURCES) | {TABLE}
        for entry in entries():
            if self._name in (None, entry.name):
                try:
                    yield added_source(entry, taken)
                except FootydataError as error:
                    if self._name is not None:
                        raise
                    self._unusable.append(str(error))


def source_names() -> tuple[str, ...]:
    """The names that `--source` takes."""
    from footydata.sources.added import entries

    return tuple(
        dict.fromkeys(
            [*(name for name, _, _ in SOURCES), *(added.name for added in entries()), TABLE]
        )
    )


def sources_named(name: str | None) -> Sources:
    """The sources of a name, all for None. Raises NotFound; the first use of one may raise FootydataError."""
    sources = Sources(name)
    if next(iter(sources), None) is None:
        raise NotFound(f"no source is called {name!r}; the sources are {', '.join(source_names())}")
    return sources


def why_unread(path: Path) -> str:
    """Why no source reads a file, in a few words. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096).removeprefix(BYTE_ORDER_MARK)
    return NO_SOURCE if head.strip() else "an empty file"


def _source(module: str, kind: str) -> Source:
    source: Source = getattr(import_module(module), kind)()
    return source
