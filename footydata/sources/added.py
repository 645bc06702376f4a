"""Sources that installed packages add: one that raises costs its file, not the load, and is named with its version.

What they print goes to stderr, as the output of a command may be read by a program.
"""

import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import get_args

from footydata.football.errors import FootydataError
from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.protocol import HIGHEST_TRUST, Reach, Source
from footydata.sources.refusing import SkippedFile, UnreadableFile, shown

GROUP = "footydata.sources"
"""The group of entry points by which packages add sources."""

OWN_PACKAGE = "footydata"

_RECORDS = get_args(Parsed)


class AddedSource:
    """A source of a package, whose exceptions refuse the file that it was reading.

    Attributes:
        name, trust: the source's own.
        package: its package and version. is_foreign: whether that is another one than footydata.
        failure: why it could not say whether the last file is its own, None if it could.
    """

    def __init__(self, source: Source, package: str, *, is_foreign: bool = True) -> None:
        self.name, self.trust = source.name, source.trust
        self.package = package
        self.is_foreign = is_foreign
        self.failure: str | None = None
        self._source = source
        self._module = type(source).__module__

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of the source's; False, with a failure, if it raises."""
        self.failure = None
        try:
            with redirect_stdout(sys.stderr):
                return bool(self._source.recognises(path))
        except (Exception, SystemExit) as error:  # a package of somebody else may raise anything
            self.failure = self.words("recognises", error)
            return False

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches, None if the source can't tell it."""
        reach = getattr(self._source, "reach", None)
        try:
            with redirect_stdout(sys.stderr):
                return reach(path) if reach else None
        except Exception:  # reading the file tells it
            return None

    def records(self, path: Path) -> Iterator[Parsed]:
        """The source's records, and a Refusal for each thing that is none. Raises UnreadableFile, SkippedFile, OSError.

        What the records hold is not looked at.
        """
        try:
            for number, record in enumerate(self._yielded(path), start=1):
                if isinstance(record, _RECORDS):
                    yield record
                else:
                    reason = (
                        f"a {type(record).__name__} that is no record, as {self.package} gives it"
                    )
                    yield Refusal(reason, text=shown(f"record {number}: {shown(record)}"))
        except (UnreadableFile, SkippedFile, OSError):
            raise
        except (Exception, SystemExit) as error:
            raise UnreadableFile(self.words("records", error)) from error

    def _yielded(self, path: Path) -> Iterator[Parsed]:
        with redirect_stdout(sys.stderr):
            records = iter(self._source.records(path))
        while True:
            # Not around the whole loop: what the load prints between two records belongs on stdout.
            with redirect_stdout(sys.stderr):
                try:
                    record = next(records)
                except StopIteration:
                    return
            yield record

    def words(self, where: str, error: BaseException) -> str:
        """What the source failed in, with its package and version, and where the package raised it."""
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
        return f"the source {self.name!r} of {self.package} failed in {where}(){_raised_at(error, self._module)}: {text}"

    @cached_property
    def edition(self) -> bytes:
        """A digest of the package, its version and the source's module: another edition may read a file otherwise."""
        file = getattr(sys.modules.get(self._module), "__file__", None)
        try:
            code = Path(file).read_bytes() if file else b""
        except OSError:
            code = b""
        return blake2b(self.package.encode() + b"\0" + code, digest_size=32).digest()


def entries() -> list[EntryPoint]:
    """The entry points of installed packages, in the order of their names."""
    return sorted(entry_points(group=GROUP), key=lambda added: (added.name, added.value))


def added_source(entry: EntryPoint, taken: frozenset[str]) -> AddedSource:
    """The source of an entry point; taken: the names that it can't have. Raises FootydataError if it can't be used."""
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    try:
        with redirect_stdout(sys.stderr):
            source: Source = entry.load()()
        wrong = _what_is_wrong(source, entry.name, taken)
    except (
        Exception,
        SystemExit,
    ) as error:  # a package of somebody else may raise anything when it is imported
        wrong = f"{type(error).__name__}{_raised_at(error, entry.module)}: {error}"
    if wrong:
        raise FootydataError(
            f"the source {entry.name!r} of the package {package} can't be used: {wrong}"
        )
    return AddedSource(
        source, package, is_foreign=entry.dist is None or entry.dist.name != OWN_PACKAGE
    )


def _raised_at(error: BaseException, module: str) -> str:
    """The last place in a module's package that an error passed, as ' at diary.py:24'; empty if it passed none."""
    package = module.partition(".")[0]
    places = [
        f" at {Path(frame.f_code.co_filename).name}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] == package
    ]
    return places[-1] if places else ""


def _what_is_wrong(source: Source, name: str, taken: frozenset[str]) -> str | None:
    """Why an object can't be the source of that name, None if it can."""
    if name in taken:
        return "footydata has a source of that name"
    own, trust = getattr(source, "name", None), getattr(source, "trust", None)
    if own != name:
        return f"its name is {own!r}"
    if type(trust) is not int or not 0 <= trust <= HIGHEST_TRUST:
        return f"its trust is {trust!r}, not a whole number of 0 to {HIGHEST_TRUST}"
    missing = [
        part for part in ("recognises", "records") if not callable(getattr(source, part, None))
    ]
    return f"it has no {missing[0]}()" if missing else None
