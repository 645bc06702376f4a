"""Finds the source of a file: ours are tried in order, then those that installed packages add.

A package adds a source by an entry point of the group footydata.sources: its name is the source's, its object the
source's class. A source needs `sources.parsed` and nothing else of footydata. One that raises costs its file, not the
load, and is named with its version; what it prints goes to stderr, as the output of a command may be read by a program.
Tables that no source knows are read by `sources.tables`, which a load has as its last source.
"""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar, get_args

from footydata.football.errors import FootydataError, NotFound
from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.protocol import BYTE_ORDER_MARK, HIGHEST_TRUST, Reach, Source
from footydata.sources.refusing import SkippedFile, UnreadableFile, shown
from footydata.sources.tables import TABLE

T = TypeVar("T")

SOURCES: tuple[tuple[str, str, str], ...] = (
    ("football-data", "footydata.sources.football_data", "FootballData"),
    ("football-data", "footydata.sources.football_data", "FootballDataCountries"),
    ("openfootball", "footydata.sources.openfootball", "OpenFootball"),
    ("statsbomb", "footydata.sources.statsbomb", "StatsBomb"),
    ("corner-lines", "footydata.sources.corner_lines", "CornerLines"),
    ("v1", "footydata.sources.v1_dump", "V1Dump"),
)
"""Name, module and class of each source, in the order in which they are tried; one name may have several formats."""

OWN_NAMES = tuple(name for name, _, _ in SOURCES)

NO_SOURCE = "no source knows this kind of file"


class Sources:
    """The sources that a load may read files by, in the order in which they are tried.

    Each is made when it is first needed: a file that an early one recognises needs none of the later ones, and the
    metadata of every installed package is read for those that packages add. A load needs sources of its own, as a
    source may remember files.

    Attributes:
        failures: why sources of packages could not look at the last file.
    """

    def __init__(self, name: str | None, tables: Source | None = None) -> None:
        self._name = name
        self._tables = tables
        self._made: list[Source] = []
        self._others = self._make()
        self.failures: list[str] = []

    def __iter__(self) -> Iterator[Source]:
        yield from self._made
        for source in self._others:
            self._made.append(source)
            yield source

    def of(self, path: Path) -> Source | None:
        """The first source that recognises a file, None if none does."""
        self.failures = []
        for source in self:
            try:
                if source.recognises(path):
                    return source
            except FootydataError as error:
                self.failures.append(str(error))
        return None

    def _make(self) -> Iterator[Source]:
        ours = [(module, kind) for own, module, kind in SOURCES if self._name in (None, own)]
        for module, kind in ours:
            yield getattr(import_module(module), kind)()
        if self._name is None or not ours:
            yield from (AddedSource(each) for each in entries() if self._name in (None, each.name))
        if self._tables is not None and self._name in (None, TABLE):
            yield self._tables


def source_names() -> tuple[str, ...]:
    """The names that `--source` takes."""
    names = [*OWN_NAMES, *(added.name for added in entries()), TABLE]
    return tuple(dict.fromkeys(names))


def sources_named(name: str | None, tables: Source | None = None) -> Sources:
    """The sources of a name, all for None. Raises NotFound; the first use of one may raise FootydataError.

    tables: the last one, which reads tables that no other source knows.
    """
    sources = Sources(name, tables)
    if next(iter(sources), None) is None:
        raise NotFound(f"no source is called {name!r}; the sources are {', '.join(source_names())}")
    return sources


def why_unread(path: Path) -> str:
    """Why no source reads a file, in a few words. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096).removeprefix(BYTE_ORDER_MARK)
    return NO_SOURCE if head.strip() else "an empty file"


GROUP = "footydata.sources"
"""The group of entry points by which packages add sources."""

OWN_PACKAGE = "footydata"

_RECORDS = get_args(Parsed)


class AddedSource:
    """A source of a package, whose exceptions refuse the file that it was reading.

    Attributes:
        name: the entry point's. package: its name and version. is_foreign: whether that is another one than footydata.
    """

    def __init__(self, entry: EntryPoint) -> None:
        self._entry = entry
        self.name = entry.name
        self.package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        self.is_foreign = entry.dist is None or entry.dist.name != OWN_PACKAGE

    @cached_property
    def source(self) -> Source:
        """The package's source. Raises FootydataError if it can't be used."""
        try:
            source: Source = _called(lambda: self._entry.load()())
            if self.name in (*OWN_NAMES, TABLE):
                raise ValueError("footydata has a source of that name")
            if type(source.trust) is not int or not 0 <= source.trust <= HIGHEST_TRUST:
                raise ValueError(
                    f"its trust is {source.trust!r}, no whole number to {HIGHEST_TRUST}"
                )
        except (Exception, SystemExit) as error:
            # A package of somebody else may raise anything when it is imported.
            why = f"{type(error).__name__}{_raised_at(error, self._entry.module)}: {error}"
            raise FootydataError(
                f"the source {self.name!r} of the package {self.package} can't be used: {why}"
            ) from error
        return source

    @property
    def trust(self) -> int:
        """The source's own trust."""
        return self.source.trust

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of the source's. Raises FootydataError if the source can't tell."""
        source = self.source
        try:
            return bool(_called(source.recognises, path))
        except (Exception, SystemExit) as error:  # a package of somebody else may raise anything
            raise FootydataError(self.words("recognises", error)) from error

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches, None if the source can't tell it."""
        try:
            return _called(self.source.reach, path)
        except Exception:  # it has no such method, or reading the file tells why it raised
            return None

    def records(self, path: Path) -> Iterator[Parsed]:
        """The source's records, and a Refusal for each thing that is none. Raises UnreadableFile, SkippedFile, OSError.

        What the records hold is not looked at.
        """
        number = 0
        try:
            records = iter(_called(self.source.records, path))
            while (record := _called(next, records, self)) is not self:
                number += 1
                if isinstance(record, _RECORDS):
                    yield record
                    continue
                kind = type(record).__name__
                reason = f"a {kind} that is no record, as {self.package} gives it"
                yield Refusal(reason, text=shown(f"record {number}: {shown(record)}"))
        except (UnreadableFile, SkippedFile, OSError):
            raise
        except (Exception, SystemExit) as error:
            raise UnreadableFile(self.words("records", error)) from error

    def words(self, where: str, error: BaseException) -> str:
        """What the source failed in, with its package and version, and where the package raised it."""
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
        at = _raised_at(error, type(self.source).__module__)
        return f"the source {self.name!r} of {self.package} failed in {where}(){at}: {text}"

    @cached_property
    def edition(self) -> bytes:
        """A digest of the package, its version and the source's module: another edition may read a file otherwise."""
        file = getattr(sys.modules.get(type(self.source).__module__), "__file__", None)
        try:
            code = Path(file).read_bytes() if file else b""
        except OSError:
            code = b""
        return blake2b(self.package.encode() + b"\0" + code, digest_size=32).digest()


def entries() -> list[EntryPoint]:
    """The entry points of installed packages, in the order of their names."""
    return sorted(entry_points(group=GROUP), key=lambda added: (added.name, added.value))


def _called(function: Callable[..., T], *arguments: Any) -> T:
    """What a function of a package returns; what it prints goes to stderr."""
    with redirect_stdout(sys.stderr):
        return function(*arguments)


def _raised_at(error: BaseException, module: str) -> str:
    """The last place in a module's package that an error passed, as ' at diary.py:24'; empty if it passed none."""
    package = module.partition(".")[0]
    places = [
        f" at {Path(frame.f_code.co_filename).name}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] == package
    ]
    return places[-1] if places else ""
