"""What lies at a path that is no file: nothing comes out of it, or nothing ever ends that does."""

import stat
from pathlib import Path

FOLDER = "a folder"
"""The kind of a folder."""

KINDS = (
    (stat.S_ISDIR, FOLDER),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
"""What lies in a folder beside files: its test, and its name for people."""


def kind_of(path: Path) -> str | None:
    """What lies at the path in place of a file; None for a file, and where there is nothing or it can't be seen."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    return next((kind for is_one, kind in KINDS if is_one(mode)), None)


def leads_nowhere(path: Path) -> bool:
    """Whether symbolic links lead from the path in a circle."""
    try:
        path.resolve()
    except (OSError, RuntimeError):  # which of them it is depends on the version of Python
        return True
    return False
