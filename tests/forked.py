"""Processes of footydata that find its modules imported: three quarters of a server's start are imports.

A process of the tests forks them, which has imported what they need; no thread or file of a test is in it.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from subprocess import CompletedProcess

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
        before: Callable[[], object] | None = None,
    ) -> None:
        """run: a function of a module, which sees the command as sys.argv; before: one that is called first."""
        for path in (out, errors):
            path.touch()
        self._process = _context().Process(
            target=_run, args=(run, command, out, errors, dict(os.environ), before)
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


def run_forked(
    run: Callable[[], object],
    command: list[str],
    *,
    folder: Path = ROOT,
    before: Callable[[], object] | None = None,
) -> "CompletedProcess[str]":
    """What a process says and how it ends, as subprocess.run tells it; before: a function that it calls first.

    It writes to pipes: where its files have a limit, files of what it says would have it too.
    """
    (out, to_out), (errors, to_errors) = (_context().Pipe(duplex=False) for _ in range(2))
    process = _context().Process(
        target=_run_piped,
        args=(run, command, to_out, to_errors, dict(os.environ), folder, before),
    )
    process.start()
    to_out.close()
    to_errors.close()
    said = [_whole(end) for end in (out, errors)]
    process.join(60)
    assert process.exitcode is not None, "it still runs"
    return CompletedProcess(command, process.exitcode, *said)


def _whole(end: "Connection[object, object]") -> str:
    with open(end.fileno(), encoding="utf-8", closefd=False) as file:
        return file.read()


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
    run: Callable[[], object],
    command: list[str],
    out: Path,
    errors: Path,
    env: dict[str, str],
    before: Callable[[], object] | None,
) -> None:
    ends = [os.open(path, os.O_WRONLY | os.O_TRUNC) for path in (out, errors)]
    for end, stream in zip(ends, (sys.stdout, sys.stderr), strict=True):
        os.dup2(end, stream.fileno())
        os.close(end)
        stream.reconfigure(write_through=True)  # type: ignore[union-attr]
    _begin(command, env, ROOT, before)
    run()


def _run_piped(
    run: Callable[[], object],
    command: list[str],
    out: "Connection[object, object]",
    errors: "Connection[object, object]",
    env: dict[str, str],
    folder: Path,
    before: Callable[[], object] | None,
) -> None:
    # New streams: those of the process remember whether one can go back in them.
    os.dup2(out.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    _begin(command, env, folder, before)
    run()


def _begin(
    command: list[str], env: dict[str, str], folder: Path, before: Callable[[], object] | None
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode = True
    sys.argv = command
    if before is not None:
        before()
