"""Sources that installed packages add: one that raises costs its file, not the load, and is named with its version."""

from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import get_args

from footydata.football.errors import FootydataError
from footydata.sources.parsed import OpenDays, Parsed, ParsedRecord
from footydata.sources.protocol import HIGHEST_TRUST, CompetitionDays, Source
from footydata.sources.refusing import SkippedFile, UnreadableFile

GROUP = "footydata.sources"
"""The group of entry points by which packages add sources."""

_RECORDS = (*get_args(ParsedRecord), OpenDays)


class AddedSource:
    """A source of a package, whose exceptions refuse the file that it was reading.

    Attributes:
        name, trust: the source's own.
        failure: why it could not say whether the last file is its own, None if it could.
    """

    def __init__(self, source: Source, package: str) -> None:
        self.name, self.trust = source.name, source.trust
        self.failure: str | None = None
        self._source = source
        self._package = package

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of the source's; False, with a failure, if it raises."""
        self.failure = None
        try:
            return bool(self._source.recognises(path))
        except (Exception, SystemExit) as error:  # a package of somebody else may raise anything
            self.failure = self.words("recognises", error)
            return False

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days of the file, empty if the source can't tell them."""
        spans = getattr(self._source, "spans", None)
        try:
            return spans(path) if spans else ()
        except Exception:  # reading the file tells it
            return ()

    def records(self, path: Path) -> Iterator[Parsed]:
        """The source's records. Raises UnreadableFile, SkippedFile and OSError."""
        try:
            for record in self._source.records(path):
                if not isinstance(record, _RECORDS):
                    raise TypeError(f"it yields a {type(record).__name__}, which is no record")
                yield record
        except (UnreadableFile, SkippedFile, OSError):
            raise
        except (Exception, SystemExit) as error:
            raise UnreadableFile(self.words("records", error)) from error

    def words(self, where: str, error: BaseException) -> str:
        """What the source failed in, with its package and version."""
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
        return f"the source {self.name!r} of {self._package} failed in {where}(): {text}"


def entries() -> list[EntryPoint]:
    """The entry points of installed packages, in the order of their names."""
    return sorted(entry_points(group=GROUP), key=lambda added: (added.name, added.value))


def added_source(entry: EntryPoint, taken: frozenset[str]) -> AddedSource:
    """The source of an entry point; taken: the names that it can't have. Raises FootydataError if it can't be used."""
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    try:
        source: Source = entry.load()()
        wrong = _what_is_wrong(source, entry.name, taken)
    except Exception as error:  # a package of somebody else may raise anything when it is imported
        wrong = f"{type(error).__name__}: {error}"
    if wrong:
        raise FootydataError(f"the source {entry.name!r} of the package {package} can't be used: {wrong}")
    return AddedSource(source, package)


def _what_is_wrong(source: Source, name: str, taken: frozenset[str]) -> str | None:
    """Why an object can't be the source of that name, None if it can."""
    if name in taken:
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
