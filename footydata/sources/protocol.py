"""The protocol of a source, and which source reads a file: a source recognises its files, and yields the records in them.

A source reads one file at a time, writes nothing and knows no database. It yields a Refusal for what can't be read,
so that the rest is stored. Before its first record it may raise UnreadableFile if nothing can be read, SkippedFile if
the file has nothing to store, and OSError; any other exception is a bug of the source.

Functions that sources share: the beginning of a file, by which it is recognised; how far it reaches; and the entries of
a JSON file, each checked against its declared shape. Undeclared keys are ignored; an entry that does not fit is refused
alone.

Ours are tried in order, then those that installed packages add by an entry point of the group footydata.sources: its
name is the source's, its object the source's class. A source needs `sources.parsed` and nothing else of footydata. One
that raises costs its file, not the load, and is named with its version; what it prints goes to stderr, as the output of
a command may be read by a program. Tables that no source knows are read by `sources.tables`, which a load has as its
last source.
"""

import json
import sys
import traceback
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from datetime import date
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_args

from msgspec import Meta, ValidationError, convert

from footydata.football.errors import FootydataError, NotFound
from footydata.sources.cells import HIGHEST_COUNT, LONGEST_NAME
from footydata.sources.parsed import BadRow, Parsed, Refusal, SkippedFile, UnreadableFile, shown
from footydata.sources.tables import TABLE

HIGHEST_TRUST = 999
"""The highest trust of a source; above it are the places that a person chooses."""

SIZE = 8192
"""In bytes: enough for the longest header of a CSV file, and for the first entry of a JSON file."""


Reach: TypeAlias = tuple[date, date]
"""The days of the last result (date.min without one) and of the last fixture of a file."""


class Source(Protocol):
    """A source of football data.

    Attributes:
        name: what `--source` and the database call it.
        trust: if two sources give different values, the one of higher trust wins; at most HIGHEST_TRUST.
    """

    name: str

    @property
    def trust(self) -> int: ...

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of this source's, by its first bytes; False if it can't be read."""
        ...

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches, without reading all of it; None if unknown.

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
            return file.read(size).removeprefix(BOM_UTF8)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, without leading blanks."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")


def reach_of(days: Iterable[tuple[date, bool]]) -> Reach | None:
    """How far fixtures reach, of which each is a day and whether it has a result; None if there are none.

    >>> reach_of([(date(2024, 8, 17), True), (date(2025, 5, 25), False)])
    (datetime.date(2024, 8, 17), datetime.date(2025, 5, 25))
    """
    listed = list(days)
    if not listed:
        return None
    results = [day for day, has_result in listed if has_result]
    return max(results, default=date.min), max(day for day, _ in listed)


Count = Annotated[int, Meta(ge=0, le=HIGHEST_COUNT)]
"""Goals, minutes, rounds."""

Text = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""A name, a day or a time."""

T = TypeVar("T")
R = TypeVar("R")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with or without BOM. Raises OSError.

    A byte that can't be decoded becomes a lone surrogate, so that cells.read_name refuses the name that it is in.
    """
    return path.read_bytes().decode("utf-8-sig", errors="surrogateescape")


def read_json(path: Path) -> Any:
    """The content of a JSON file. Raises UnreadableFile and OSError."""
    return json_of(read_text(path))


def json_of(text: str) -> Any:
    """The content of a text of JSON. Raises UnreadableFile."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise UnreadableFile(f"not JSON, or cut short: {error}") from None
    except RecursionError:
        raise UnreadableFile("JSON that is nested too deeply") from None


def shaped(value: object, shape: type[T], *, strict: bool = True) -> T:
    """A value as its declared shape; strict: whether a text is no number. Raises BadRow if it does not fit."""
    try:
        return convert(value, shape, strict=strict)
    except ValidationError as error:
        raise BadRow(f"out of shape: {error}") from None
    except UnicodeEncodeError:
        raise BadRow("characters that are not text") from None


def read_each(
    rows: object,
    shape: type[T],
    read: Callable[[T, int], Iterable[R]],
    *,
    column: str | None = None,
) -> Iterator[R | Refusal]:
    """The records that `read` makes of each entry of a list and its place, from 1, or the Refusal of the entry.

    column: where the list stands. Raises BadRow if it is no list.
    """
    for place, row in enumerate(shaped(rows, list[Any]), start=1):
        try:
            records = list(read(shaped(row, shape), place))
        except BadRow as error:
            yield error.refusal(place, row)._replace(column=column)
        else:
            yield from records


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
    """The sources of a name, all for None, in the order in which they are tried.

    Each is made when it is first needed: a file that an early one recognises needs none of the later ones, and the
    metadata of every installed package is read for those that packages add. A load needs sources of its own, as a
    source may remember files.

    Attributes:
        failures: why sources of packages could not look at the last file.
    """

    def __init__(self, name: str | None = None, tables: Callable[[], Source] | None = None) -> None:
        """tables: makes the last one, which reads tables that no other source knows.

        Raises NotFound, and FootydataError if the first source of the name can't be used.
        """
        self._name, self._tables = name, tables
        self._made: dict[str, Source] = {}
        self.failures: list[str] = []
        if next(iter(self), None) is None:
            names = ", ".join(source_names())
            raise NotFound(f"no source is called {name!r}; the sources are {names}")

    def __iter__(self) -> Iterator[Source]:
        for name, module, kind in SOURCES:
            if self._name in (None, name):
                if kind not in self._made:
                    self._made[kind] = getattr(import_module(module), kind)()
                yield self._made[kind]
        if self._name not in (*OWN_NAMES, TABLE):
            yield from self._added
        if self._tables and self._name in (None, TABLE):
            yield self._tables()

    @cached_property
    def _added(self) -> list["AddedSource"]:
        return [AddedSource(each) for each in entries() if self._name in (None, each.name)]

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


def source_names() -> tuple[str, ...]:
    """The names that `--source` takes."""
    return tuple(dict.fromkeys([*OWN_NAMES, *(added.name for added in entries()), TABLE]))


def why_unread(path: Path) -> str:
    """Why no source reads a file, in a few words. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096).removeprefix(BOM_UTF8)
    return NO_SOURCE if head.strip() else "an empty file"


GROUP = "footydata.sources"
"""The group of entry points by which packages add sources."""

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
        self.is_foreign = entry.dist is None or entry.dist.name != "footydata"

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
