"""Recognises paths that are no regular files: folders, pipes, devices, sockets, links in a circle."""

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
"""The kinds of what is not a file: a test of its mode, and its name for people."""


def kind_of(path: Path) -> str | None:
    """The kind of what is at the path in place of a file; None for a file, or where nothing is or can be seen."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    return next((kind for is_one, kind in KINDS if is_one(mode)), None)


def leads_nowhere(path: Path) -> bool:
    """Whether the symbolic links from the path form a circle."""
    try:
        path.resolve()
    except (OSError, RuntimeError):  # which of them it is depends on the version of Python
        return True
    return False
