"""Finds the source of a file: ours are tried in order, then those that installed packages add.

A package adds a source by an entry point of the group footydata.sources: its name is the source's, its object the
source's class. A source needs `sources.parsed` and nothing else of footydata.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from footydata.football.errors import FootydataError, NotFound
from footydata.sources.protocol import HIGHEST_TRUST, Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SOURCES: tuple[tuple[str, str, str], ...] = (
    ("football-data", "footydata.sources.football_data", "FootballData"),
    ("football-data", "footydata.sources.football_data_countries", "FootballDataCountries"),
    ("openfootball", "footydata.sources.openfootball", "OpenFootball"),
    ("statsbomb", "footydata.sources.statsbomb", "StatsBomb"),
    ("corner-lines", "footydata.sources.corner_lines", "CornerLines"),
    ("v1", "footydata.sources.v1_dump", "V1Dump"),
)
"""Name, module and class of each source, in the order in which they are tried; one name may have several formats."""

GROUP = "footydata.sources"
"""The group of entry points by which packages add sources."""

UNREAD: tuple[tuple[bytes, str], ...] = (
    (b"SQLite format 3", "a SQLite database, not a file of a source"),
    (b"PK\x03\x04", "an Excel workbook or a ZIP archive; save the sheet as CSV, or unpack the archive"),
    (b"\xd0\xcf\x11\xe0", "an Excel workbook; save the sheet as CSV"),
    (b"\x1f\x8b", "a gzip archive; unpack it"),
    (b"\xff\xfe", "a text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "a text in UTF-16; save it as UTF-8"),
)
"""Beginning of a file that no source reads, and what to say about it."""

SEPARATORS = {";": "semicolons", "\t": "tabs"}
"""What a spreadsheet may put between columns in place of commas, in words."""

EXPORTED = frozenset(
    {"leagues", "seasons", "members", "teams", "bookmakers", "deductions", "aliases", "referees", "fixtures", "events"}
    | {"statistics", "figures", "odds", "ticks", "fair_lines", "standings", "corner_standings", "card_standings"}
    | {"league", "team", "bookmaker", "fixture", "fixture_figure", "event"}
)
"""The tables of an export, of earlier versions too, each in a folder of its name."""

AN_EXPORT = "a table that 'footydata export' wrote; of its formats v1 alone can be loaded back (--format v1)"


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

    def __iter__(self) -> Iterator[Source]:
        yield from self._made
        for source in self._others:
            self._made.append(source)
            yield source

    def _make(self) -> Iterator[Source]:
        ours = [(module, kind) for own, module, kind in SOURCES if self._name in (None, own)]
        yield from (_source(module, kind) for module, kind in ours)
        if self._name is None or not ours:
            yield from (_source_of_package(added) for added in _added() if self._name in (None, added.name))


def source_names() -> tuple[str, ...]:
    """The names that `--source` takes."""
    return tuple(dict.fromkeys([*(name for name, _, _ in SOURCES), *(added.name for added in _added())]))


def sources_named(name: str | None) -> Sources:
    """The sources of a name, all for None. Raises NotFound; the first use of one may raise FootydataError."""
    sources = Sources(name)
    if next(iter(sources), None) is None:
        raise NotFound(f"no source is called {name!r}; the sources are {', '.join(source_names())}")
    return sources


def source_of(path: Path, sources: Iterable[Source]) -> Source | None:
    """The first of these sources that recognises the file. Raises FootydataError."""
    return next((source for source in sources if source.recognises(path)), None)


def why_unread(path: Path) -> str:
    """Why no source reads a file, in a few words. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096)
    if _is_exported(path):
        return AN_EXPORT
    text = head.decode("utf-8-sig", errors="replace")
    if not text.strip():
        return "an empty file"
    for start, reason in UNREAD:
        if head.startswith(start):
            return reason
    if b"\0" in head:
        return "a binary file"
    header = text.splitlines()[0]
    for separator, words in SEPARATORS.items():
        if header.count(separator) > max(header.count(","), 3):
            return f"its columns are separated by {words}; save it as CSV with commas"
    return "no source knows this kind of file"


def _is_exported(path: Path) -> bool:
    """Whether a file is at a path of an export: odds/start_year=2025/country_code=GB-ENG/odds.csv."""
    folder = next((part for part in reversed(path.resolve().parent.parts) if "=" not in part), "")
    return path.suffix in (".csv", ".json", ".parquet") and path.stem == folder and folder in EXPORTED


def _source(module: str, kind: str) -> Source:
    source: Source = getattr(import_module(module), kind)()
    return source


def _added() -> "list[EntryPoint]":
    """The entry points of installed packages, in the order of their names."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda added: (added.name, added.value))


def _source_of_package(added: "EntryPoint") -> Source:
    """The source of an entry point. Raises FootydataError."""
    package = added.dist.name if added.dist else added.value
    try:
        source: Source = added.load()()
        wrong = _what_is_wrong(source, added.name)
    except Exception as error:  # a package of somebody else may raise anything when it is imported
        wrong = f"{type(error).__name__}: {error}"
    if wrong:
        raise FootydataError(f"the source {added.name!r} of the package {package} can't be used: {wrong}")
    return source


def _what_is_wrong(source: Source, name: str) -> str | None:
    """Why an object can't be the source of that name, None if it can."""
    if name in {own for own, _, _ in SOURCES}:
        return "footydata has a source of that name"
    if getattr(source, "name", None) != name:
        return f"its name is {getattr(source, 'name', None)!r}"
    trust = getattr(source, "trust", None)
    if not isinstance(trust, int):
        return "it has no trust"
    if trust > HIGHEST_TRUST:
        return f"its trust {trust} is above {HIGHEST_TRUST}"
    missing = [part for part in ("recognises", "records") if not callable(getattr(source, part, None))]
    return f"it has no {missing[0]}()" if missing else None
