"""A browser that a signal ends leaves a real terminal as it found it."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

import fcntl
import pty
import signal
import struct
import termios

MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"
SCREEN_ON, SCREEN_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
CURSOR_ON = b"\x1b[?25h"
PASTE_OFF = b"\x1b[?2004l"
LIMIT = 60
"""Seconds; far more than any of it takes on a busy machine."""


class Terminal:
    """A terminal of 80 x 24, and the browser in it."""

    def __init__(self, database: Path) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.mode_before = self.mode
        self.written = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "footydata", "browse", str(database), "--date", "2026-03-14"],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(database.parent)},
        )

    @property
    def mode(self) -> list[Any]:
        """What the terminal does with keys: raw, or as a shell has it."""
        return termios.tcgetattr(self._slave)

    def read_until(self, text: bytes) -> None:
        """Read what the browser writes until a text comes."""
        while text not in self.written:
            assert select.select([self._master], [], [], LIMIT)[0], f"{text!r} never came"
            self.written += os.read(self._master, 65_536)

    def ended_by(self, number: int) -> int:
        """The exit code of the browser after a signal; `written` is what it wrote since."""
        self.written = b""
        self.process.send_signal(number)
        while self.process.poll() is None or select.select([self._master], [], [], 0)[0]:
            if select.select([self._master], [], [], 0.05)[0]:
                self.written += os.read(self._master, 65_536)
        return self.process.returncode

    def press(self, keys: bytes) -> None:
        """Type keys, as a terminal sends them; `written` is what the browser wrote since."""
        self.written = b""
        os.write(self._master, keys)

    def close(self) -> None:
        """End the browser, if it still runs, and the terminal."""
        self.process.kill()
        self.process.wait(LIMIT)
        for end in (self._master, self._slave):
            os.close(end)


@pytest.fixture
def terminal(sample: Path) -> Iterator[Terminal]:
    with closing(Terminal(sample)) as opened:
        yield opened


@pytest.mark.parametrize(
    "name",
    [
        "SIGTERM",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("SIGINT", "SIGHUP", "SIGQUIT")),
    ],
)
def test_ending_signal_restores_the_terminal(terminal: Terminal, name: str) -> None:
    terminal.read_until(b"Crown League")
    assert MOUSE_ON in terminal.written
    assert SCREEN_ON in terminal.written
    assert terminal.mode != terminal.mode_before
    number = signal.Signals[name]
    assert terminal.ended_by(number) == 128 + number
    assert terminal.mode == terminal.mode_before
    for ending in (MOUSE_OFF, SCREEN_OFF, CURSOR_ON, PASTE_OFF):
        assert ending in terminal.written
    assert b"Traceback" not in terminal.written


@pytest.mark.slow
def test_early_signal_restores_the_terminal(terminal: Terminal) -> None:
    terminal.read_until(SCREEN_ON)
    assert terminal.ended_by(signal.SIGTERM) == 128 + signal.SIGTERM
    assert terminal.mode == terminal.mode_before
    assert SCREEN_OFF in terminal.written


def test_control_z_stops_the_browser_and_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.read_until(b"Crown League")
    terminal.press(b"\x1a")
    terminal.read_until(SCREEN_OFF)
    _, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    assert terminal.mode == terminal.mode_before
    terminal.written = b""
    terminal.process.send_signal(signal.SIGCONT)
    terminal.read_until(b"Crown League")
    assert SCREEN_ON in terminal.written
