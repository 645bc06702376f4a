"""The folder of an export: nothing in it looks whole before all of it is, and what was broken off goes on."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from footydata.contract.errors import FootydataError
from footydata.exporting.writers import WRITERS
from footydata.store.files import FOLDER, kind_of
from footydata.store.locks import exclusive_lock

UNFINISHED = ".unfinished"
"""The folder below the named one in which the tables are written, until all of them are there."""

_LOCK, _LOG, _SHOWN = ".lock", ".log.jsonl", ".shown.json"
"""What stands beside the tables there: whose it is, the files that are whole, and the tables that are being shown."""


class FolderInUse(FootydataError):
    """The folder to write to holds files already, is a file, or is written to by another export."""


class FolderNotWritten(FootydataError):
    """A file of the export can't be written: the disk is full, or the folder's rights don't allow it."""


@contextmanager
def filled(folder: Path) -> Iterator[Path]:
    """A folder to write to, all of which stands in the named one at the end, and nothing where that is not reached.

    What was broken off in the middle would look whole. Raises FolderInUse where the named one is not empty,
    FolderNotWritten.
    """
    with _reserved(folder) as unfinished:
        _clear(unfinished)
        try:
            yield unfinished
        except BaseException:
            _clear(unfinished)
            raise


class ResumableFolder:
    """The unfinished files of an export, with a log of those that are whole.

    Attributes: rows: file → its rows, -1 where there was nothing to write; at first those of a broken-off export of
    the same.
    """

    def __init__(self, unfinished: Path, what: dict[str, object]) -> None:
        self._unfinished = unfinished
        self._log = unfinished / _LOG
        self.rows = self._begun(json.loads(json.dumps(what)))

    @classmethod
    @contextmanager
    def below(cls, folder: Path, what: dict[str, object]) -> "Iterator[ResumableFolder]":
        """The unfinished files of an export to a folder, which are shown in it at the end.

        what: all that the files depend on; those of another export are thrown away. Raises FolderInUse,
        FolderNotWritten.
        """
        with _reserved(folder) as unfinished:
            yield cls(unfinished, what)

    def _begun(self, head: object) -> dict[str, int]:
        lines = []
        if self._log.exists():
            for line in self._log.read_text(encoding="utf-8").splitlines():
                with suppress(json.JSONDecodeError):
                    lines.append(json.loads(line))
        if not lines or lines[0] != head:
            _clear(self._unfinished)
            self._log.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return {}
        return {line["file"]: line["rows"] for line in lines[1:]}

    def write(self, file: str, table: pa.Table, format: str, *, is_empty_too: bool = False) -> None:
        """Write one file, whole or not at all, and note it.

        is_empty_too: also a part of a table without rows, which otherwise is noted alone.
        """
        rows: int = table.num_rows
        if not rows and "=" in file and not is_empty_too:
            rows = -1
        else:
            path = self._unfinished / file
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}")
            WRITERS[format](table, beside)
            beside.replace(path)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"file": file, "rows": rows}) + "\n")
        self.rows[file] = rows


@contextmanager
def _reserved(folder: Path) -> Iterator[Path]:
    """The unfinished part of a folder, for one export alone; what stands in it at the end is shown in the folder."""
    _check_new(folder)
    unfinished = folder / UNFINISHED
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
        with exclusive_lock(unfinished / _LOCK) as is_ours:
            if not is_ours:
                raise FolderInUse(f"another export writes to {folder}; wait for its end, or name a new folder")
            # Another export may have ended between the first look and the lock.
            _check_new(folder)
            _take_back(unfinished)
            yield unfinished
            _show(unfinished)
        shutil.rmtree(unfinished)
    except OSError as error:
        raise FolderNotWritten(f"{folder} can't be written: {error.strerror or error}; name another folder") from error


def _check_new(folder: Path) -> None:
    """Check that a folder is new or empty, but for what a broken-off export left. Raises FolderInUse."""
    kind = "a file" if folder.is_file() else kind_of(folder)
    if kind not in (None, FOLDER):
        raise FolderInUse(f"{folder} is {kind}; name a new folder")
    ours = {UNFINISHED, *_being_shown(folder / UNFINISHED)}
    if folder.exists() and any(path.name not in ours for path in folder.iterdir()):
        raise FolderInUse(f"{folder} is not empty; name a new folder")


def _show(unfinished: Path) -> None:
    """Move the tables to the named folder; their names are noted until all are there."""
    shown = unfinished / _SHOWN
    beside = shown.with_suffix(".new")
    names = sorted(path.name for path in unfinished.iterdir() if not path.name.startswith("."))
    beside.write_text(json.dumps(names), encoding="utf-8")
    beside.replace(shown)
    for name in names:
        (unfinished / name).rename(unfinished.parent / name)
    shown.unlink()


def _being_shown(unfinished: Path) -> list[str]:
    """The tables that an export was moving to the named folder when it was broken off."""
    shown = unfinished / _SHOWN
    names: list[str] = json.loads(shown.read_text(encoding="utf-8")) if shown.exists() else []
    return names


def _take_back(unfinished: Path) -> None:
    """Move the tables back that a broken-off export had moved to the named folder: they look whole there."""
    for name in _being_shown(unfinished):
        with suppress(FileNotFoundError):
            (unfinished.parent / name).rename(unfinished / name)
    (unfinished / _SHOWN).unlink(missing_ok=True)


def _clear(unfinished: Path) -> None:
    """Throw away what an export left."""
    for path in unfinished.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != _LOCK:
            path.unlink()
