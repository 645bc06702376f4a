"""The folder of an export: nothing in it looks whole before all of it is, and what was broken off goes on."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from footydata.contract.errors import FootydataError
from footydata.exporting.writers import WRITERS

UNFINISHED = ".unfinished"
"""The folder below the named one in which the tables are written, until all of them are there."""


class FolderInUse(FootydataError):
    """The folder to write to holds files already, or is a file."""


def new_folder(folder: Path) -> None:
    """Check that a folder is new or empty, but for what a broken-off export left. Raises FolderInUse."""
    if folder.is_file():
        raise FolderInUse(f"{folder} is a file; name a new folder")
    if folder.exists() and any(path.name != UNFINISHED for path in folder.iterdir()):
        raise FolderInUse(f"{folder} is not empty; name a new folder")


@contextmanager
def filled(folder: Path) -> Iterator[Path]:
    """A folder to write to, all of which stands in the named one at the end, and nothing where that is not reached.

    What was broken off in the middle would look whole. Raises FolderInUse where the named one is not empty.
    """
    new_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".part-", dir=folder) as part:
        yield Path(part)
        for each in sorted(Path(part).iterdir()):
            each.rename(folder / each.name)


class ResumableFolder:
    """The unfinished files of an export below its folder, with a log of those that are whole.

    Attributes: rows: file → its rows, -1 where there was nothing to write; at first those of a broken-off export of
    the same.
    what: all that the files depend on; those of another export are thrown away. Raises FolderInUse.
    """

    def __init__(self, folder: Path, what: dict[str, object]) -> None:
        new_folder(folder)
        self._folder = folder
        self._unfinished = folder / UNFINISHED
        self._log = self._unfinished / "log.jsonl"
        self.rows = self._begun(json.loads(json.dumps(what)))

    def _begun(self, head: object) -> dict[str, int]:
        lines = []
        if self._log.exists():
            for line in self._log.read_text(encoding="utf-8").splitlines():
                with suppress(json.JSONDecodeError):
                    lines.append(json.loads(line))
        if not lines or lines[0] != head:
            shutil.rmtree(self._unfinished, ignore_errors=True)
            self._unfinished.mkdir(parents=True)
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

    def finish(self) -> None:
        """Show all files in the named folder."""
        self._log.unlink()
        for each in sorted(self._unfinished.iterdir()):
            each.rename(self._folder / each.name)
        self._unfinished.rmdir()
