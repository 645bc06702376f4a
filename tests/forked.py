"""Processes of footydata that find its modules imported: three quarters of a server's start are imports.

A process of the tests forks them, which has imported what they need; no thread or file of a test is in it.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


class Forked:
    """A running process, with the methods of subprocess.Popen that tests use."""

    def __init__(
        self,
        run: Callable[[], object],
        command: list[str],
        *,
        out: Path,
        errors: Path,
    ) -> None:
        """run: a function of a module, which sees the command as sys.argv."""
        for path in (out, errors):
            path.touch()
        self._process = _context().Process(
            target=_run, args=(run, command, out, errors, dict(os.environ))
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float = 60) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it still runs"
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.imported"])
    with pytest.MonkeyPatch.context() as patched:
        # Python 3.11 gives its folders of modules to the forked processes, not to the one that forks.
        patched.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        forkserver.ensure_running()
    return context


def _run(
    run: Callable[[], object], command: list[str], out: Path, errors: Path, env: dict[str, str]
) -> None:
    for path, stream in ((out, sys.stdout), (errors, sys.stderr)):
        written = os.open(path, os.O_WRONLY | os.O_TRUNC)
        os.dup2(written, stream.fileno())
        os.close(written)
        stream.reconfigure(write_through=True)  # type: ignore[union-attr]
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(env)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode = True
    sys.argv = command
    run()
