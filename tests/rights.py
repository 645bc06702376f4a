"""Processes that the rights of files bind, also where the tests are run by root."""

import os
import subprocess
import sys
from collections.abc import Sequence

BOUND = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
# PR_CAPBSET_DROP of CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH and CAP_FOWNER: what lets root pass over rights.
for capability in (1, 2, 3):
    if libc.prctl(24, capability, 0, 0, 0):
        sys.exit(f"root's rights can't be dropped here: {os.strerror(ctypes.get_errno())}")
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Starts another program, which root's power to pass over the rights of files is taken from."""


def bound() -> list[str]:
    """What stands before a command whose process the rights of files bind; empty where they do so anyway."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [sys.executable, "-c", BOUND] if is_root else []


def why_rights_bind_nobody() -> str | None:
    """Why no process here can be bound by the rights of files; None where one can."""
    if not hasattr(os, "geteuid"):
        return "this system has no rights of files as POSIX knows them"
    if not bound():
        return None
    tried = subprocess.run([*bound(), sys.executable, "-c", ""], capture_output=True, text=True)
    return tried.stderr.strip() or None


def footydata_bound(*words: object) -> subprocess.CompletedProcess[str]:
    """A command of footydata in a process that the rights of files bind."""
    return python_bound("-m", "footydata", *map(str, words))


def python_bound(*words: str) -> subprocess.CompletedProcess[str]:
    """Python in a process that the rights of files bind."""
    command: Sequence[str] = [*bound(), sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)
