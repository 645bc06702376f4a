"""The folder of an export: its files appear there only when all are complete; an interrupted export can be resumed."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from footydata.football.errors import FootydataError
from footydata.frames.export.tables import TABLES
from footydata.frames.export.writers import FORMATS, WRITERS
from footydata.store.file.sqlite_files import FOLDER, kind_of
from footydata.store.file.transactions import exclusive_lock

UNFINISHED = ".unfinished"
"""The folder below the named one in which the tables are written until all of them are complete."""

DUMP_FILE = "v1.jsonl"
"""The one file of a v1 dump."""

_LOCK, _LOG, _MOVED = ".lock", ".log.jsonl", ".moved.json"
"""Files beside the tables there: the lock, the log of complete files, and the tables that are being moved."""

_REPLACED = ".replaced"
"""The folder beside them to which the tables of an earlier export are moved, before they are deleted."""


class FolderInUse(FootydataError):
    """The folder to write to holds files already, is a file, or is written to by another export."""


@contextmanager
def filled(folder: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder to write to. At the end its files are moved to the named folder; if the block fails, they are deleted.

    So no half-written export looks complete. force: in place of an earlier export there. Raises FolderInUse if the
    named folder is not empty, FootydataError.
    """
    with _reserved(folder, force=force) as unfinished:
        _clear(unfinished)
        try:
            yield unfinished
        except BaseException:
            _clear(unfinished)
            raise


class ResumableFolder:
    """The unfinished files of an export, with a log of those that are complete.

    Attributes: rows: complete file → its rows, -1 if it had none and was not written; those of an interrupted export
    of the same are included.
    """

    def __init__(self, unfinished: Path, inputs: dict[str, object]) -> None:
        self._unfinished = unfinished
        self._log = unfinished / _LOG
        self.rows = self._begun(json.loads(json.dumps(inputs)))

    @classmethod
    @contextmanager
    def below(
        cls, folder: Path, inputs: dict[str, object], *, force: bool = False
    ) -> "Iterator[ResumableFolder]":
        """The unfinished files of an export, which are moved to the named folder at the end.

        inputs: all that the files depend on, as JSON values; the files of an export with other inputs are deleted.
        force: in place of an earlier export there. Raises FolderInUse, FootydataError.
        """
        with _reserved(folder, force=force) as unfinished:
            yield cls(unfinished, inputs)

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
        """Write one file, completely or not at all, and log it.

        is_empty_too: also write a part of a table that has no rows, which otherwise is only logged.
        """
        rows: int = table.num_rows
        if not rows and "=" in file and not is_empty_too:
            rows = -1
        else:
            path = self._unfinished / file
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}")
            WRITERS[format](table, part)
            part.replace(path)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"file": file, "rows": rows}) + "\n")
        self.rows[file] = rows


@contextmanager
def _reserved(folder: Path, *, force: bool) -> Iterator[Path]:
    """The unfinished files of a folder, locked for one export; at the end its tables are moved to the folder."""
    _check_free(folder, force=force)
    unfinished = folder / UNFINISHED
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
        with exclusive_lock(unfinished / _LOCK) as is_ours:
            if not is_ours:
                raise FolderInUse(
                    f"another export writes to {folder}; wait for its end, or name a new folder"
                )
            # Another export may have ended between the first check and the lock.
            _check_free(folder, force=force)
            _take_back(unfinished)
            yield unfinished
            _replace_earlier(unfinished)
            _publish(unfinished)
        shutil.rmtree(unfinished)
    except OSError as error:
        raise FootydataError(
            f"{folder} can't be written: {error.strerror or error}; name another folder"
        ) from error


def _check_free(folder: Path, *, force: bool) -> None:
    """Check that a folder is new, or empty except for what an interrupted export left. Raises FolderInUse.

    force: it may hold a complete export too, but nothing else.
    """
    kind = "a file" if folder.is_file() else kind_of(folder)
    if kind not in (None, FOLDER):
        raise FolderInUse(f"{folder} is {kind}; name a new folder")
    own_names = {UNFINISHED, *_being_moved(folder / UNFINISHED)}
    others = (
        [path for path in folder.iterdir() if path.name not in own_names] if folder.exists() else []
    )
    foreign = next((path for other in sorted(others) for path in _not_exported(other)), None)
    if foreign is not None:
        what = f"{foreign.relative_to(folder)} is not of an export"
        raise FolderInUse(f"{folder} is not empty: {what}; move or delete it, or name a new folder")
    if others and not force:
        raise FolderInUse(
            f"{folder} holds an export already; --force (force=True) replaces it, or name a new folder"
        )


def _not_exported(path: Path) -> Iterator[Path]:
    """What an export did not write, of an entry of its folder and of all below it."""
    if path.name == DUMP_FILE:
        return
    if path.name not in TABLES or not path.is_dir():
        yield path
        return
    for below in sorted(path.rglob("*")):
        if not below.is_dir() and below.suffix.removeprefix(".") not in FORMATS:
            yield below


def _replace_earlier(unfinished: Path) -> None:
    """Move the tables of an earlier export out of the named folder, to be deleted when the new ones are there."""
    earlier = [path for path in unfinished.parent.iterdir() if path != unfinished]
    replaced = unfinished / _REPLACED
    if replaced.exists():
        shutil.rmtree(replaced)
    if earlier:
        replaced.mkdir()
        for path in earlier:
            path.rename(replaced / path.name)


def _publish(unfinished: Path) -> None:
    """Move the tables to the named folder; their names are stored until all are moved."""
    moved = unfinished / _MOVED
    part = moved.with_suffix(".new")
    names = sorted(path.name for path in unfinished.iterdir() if not path.name.startswith("."))
    part.write_text(json.dumps(names), encoding="utf-8")
    part.replace(moved)
    for name in names:
        (unfinished / name).rename(unfinished.parent / name)
    moved.unlink()


def _being_moved(unfinished: Path) -> list[str]:
    """The tables that an export was moving to the named folder when it was interrupted."""
    moved = unfinished / _MOVED
    names: list[str] = json.loads(moved.read_text(encoding="utf-8")) if moved.exists() else []
    return names


def _take_back(unfinished: Path) -> None:
    """Move back the tables that an interrupted export had moved to the named folder: they would look complete there."""
    for name in _being_moved(unfinished):
        with suppress(FileNotFoundError):
            (unfinished.parent / name).rename(unfinished / name)
    (unfinished / _MOVED).unlink(missing_ok=True)


def _clear(unfinished: Path) -> None:
    for path in unfinished.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != _LOCK:
            path.unlink()
