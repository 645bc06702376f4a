"""Processes that the rights of files bind, also where the tests are run by root."""

import ctypes
import os
import sys
from subprocess import CompletedProcess

from tests.forked import run_forked
from tests.imported import footydata_program, python_program


def why_rights_bind_nobody() -> str | None:
    """Why no process here can be bound by the rights of files; None where one can."""
    if not hasattr(os, "geteuid"):
        return "this system has no rights of files as POSIX knows them"
    if os.geteuid() == 0 and sys.platform != "linux":
        return "root's power to pass over rights can be dropped on Linux alone"
    return None


def bind() -> None:
    """Take root's power to pass over the rights of files from this process."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    # The third version of the header, and this process; then twice what is effective, permitted and inherited.
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    for call in (libc.capget, libc.capset):
        if call(header, sets):
            sys.exit(f"root's rights can't be dropped here: {os.strerror(ctypes.get_errno())}")
        # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH and CAP_FOWNER, of the effective and the permitted ones.
        for place in (0, 1):
            sets[place] &= ~0b1110


def footydata_bound(*words: object) -> "CompletedProcess[str]":
    """A command of footydata in a process that the rights of files bind."""
    return run_forked(footydata_program, ["footydata", *map(str, words)], before=bind)


def python_bound(program: str) -> "CompletedProcess[str]":
    """A program of Python in a process that the rights of files bind."""
    return run_forked(python_program, [program], before=bind)
