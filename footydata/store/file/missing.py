"""The errors that there is no file at a path, with those beside it that may be meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

from footydata.football.wording import SUGGESTED, nearest
from footydata.store.file.failures import DatabaseMissing
from footydata.store.file.sqlite_files import is_football_database


def database_missing(path: Path) -> DatabaseMissing:
    """The error that there is no database at the path; names the football databases beside it, the nearest first."""
    beside = sorted(
        path.parent.glob("*.db"), key=lambda other: (-_likeness(other, path), other.name)
    )
    advice = f"make it with 'footydata load {path} FILE' or 'footydata demo'"
    return DatabaseMissing(f"{path} does not exist{_instead(path, beside)}; {advice}")


def backup_missing(path: Path) -> DatabaseMissing:
    """The error that there is no backup at the path; names the football databases beside it with a similar name."""
    similar = nearest(path.name, (other.name for other in path.parent.glob("*")))
    advice = "name a file that 'footydata backup' wrote"
    return DatabaseMissing(
        f"{path} does not exist{_instead(path, map(path.with_name, similar))}; {advice}"
    )


def _likeness(one: Path, other: Path) -> float:
    """How similar two names are without their suffix, which all have: from 0 to 1."""
    return SequenceMatcher(None, one.stem.casefold(), other.stem.casefold()).ratio()


def _instead(path: Path, files: Iterable[Path]) -> str:
    """The first of the files that are football databases, as a part of a sentence; '' if none is."""
    databases = islice(filter(is_football_database, files), SUGGESTED)
    names = ", ".join(str(path.with_name(file.name)) for file in databases)
    return f"; there is {names}" if names else ""
