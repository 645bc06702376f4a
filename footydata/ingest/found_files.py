"""Finds the files to load at and below the given paths; pipes and devices are refused, never waited for."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.sources.refusing import shown
from footydata.store.file.files import kind_of


class FoundFile(NamedTuple):
    """A file to load: its name in the report, its address in the record of loads, its path.

    refused: why it can't be loaded, None if it can. is_named: whether its own path was given, not that of a folder.
    """

    name: str
    address: str
    path: Path
    refused: str | None = None
    is_named: bool = False


def check_paths(paths: Iterable[Path]) -> None:
    """Raises NotFound if any of these paths does not exist or can't be read."""
    missing = []
    for path in paths:
        try:
            path.stat()
        except (FileNotFoundError, ValueError):  # ValueError: a NUL character, which no path has
            missing.append(shown(str(path)))
        except OSError as error:
            raise NotFound(f"{shown(str(path))} can't be read: {error.strerror}") from error
    if missing:
        raise NotFound(f"{', '.join(missing)} does not exist")


def found_files(paths: Iterable[Path]) -> list[FoundFile]:
    """The files at and below the paths, in order, without hidden ones. Raises NotFound."""
    files: dict[Path, FoundFile] = {}
    for path in paths:
        check_paths([path])
        whole = path.resolve()
        if not path.is_dir():
            # With its folder, as files of different seasons have the same name.
            found = _found(path, path.name, f"{whole.parent.name}/{path.name}")
            files.setdefault(path, found._replace(is_named=True))
            continue
        below = sorted(_below(path))
        if not below:
            raise NotFound(f"{shown(str(path))} is a folder without files")
        for each, failure in below:
            name = (Path(whole.name) / each.relative_to(path)).as_posix()
            files.setdefault(each, _found(each, name, name, failure))
    return list(files.values())


def _below(folder: Path) -> Iterator[tuple[Path, str | None]]:
    """Each file below a folder with None, and each folder that can't be read with the reason."""
    failures: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=failures.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from ((Path(place) / name, None) for name in names if not name.startswith("."))
    yield from ((Path(error.filename), f"can't be read: {error.strerror}") for error in failures)


def _found(path: Path, name: str, address: str, refused: str | None = None) -> FoundFile:
    return FoundFile(shown(name), shown(address), path, refused or _why_refused(path))


def _why_refused(path: Path) -> str | None:
    try:
        path.stat()
    except OSError as error:
        return f"can't be read: {error.strerror}"
    kind = kind_of(path)
    return f"{kind}, not a file; write what comes out of it to a file and load that" if kind else None
