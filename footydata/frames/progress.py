"""A line of progress for people at a terminal or in a notebook, where something takes over a second."""

import math
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from footydata.football.wording import safe

AFTER = 1.0
"""How many seconds pass before it is shown."""

BETWEEN = 60.0
"""How many seconds pass before a line of a log, and between two of them."""

WIDTH = 118
"""The most characters of a text: one that wraps could not be overwritten."""

_BACK = "\r\033[K"
"""Moves to the start of the line, and clears it."""


class Progress(AbstractContextManager["Progress"]):
    """A line, each text in place of the one before; it is cleared at the end of a `with`.

    It stands on stderr if that is a terminal, and among the outputs of a cell in a notebook; elsewhere stderr is a log,
    and gets a line a minute.
    """

    def __init__(self, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._has_text = clock, False
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        self._is_notebook, self._output = hasattr(shell, "kernel"), None
        self._is_seen = self._is_notebook or sys.stderr.isatty()
        wait = AFTER if self._is_seen else BETWEEN
        self._due = math.inf if quiet else clock() + wait

    def clear(self, *_: object) -> None:
        """Clear the line."""
        if self._has_text:
            self._write("")

    __exit__ = clear

    def show(self, text: str) -> None:
        """Show a text."""
        now = self._clock()
        if now <= self._due:
            return
        if self._is_seen:
            self._has_text = True
            self._write(text)
        else:
            self._due = now + BETWEEN
            sys.stderr.write(f"{safe(text)}\n")

    def of(self, done: int, total: int, what: object = "") -> None:
        """Show how much of all is done."""
        self.show(f"{done * 100 // max(total, 1)} % {what}".rstrip())

    def _write(self, text: str) -> None:
        if self._is_notebook:
            # Notebooks alone have it.
            from IPython.display import display

            data = {"text/plain": text}
            if self._output is None:
                self._output = display(data, raw=True, display_id=True)  # type: ignore[no-untyped-call]  # IPython has no types for it
            else:
                self._output.update(data, raw=True)
            return
        sys.stderr.write(f"{_BACK}{safe(text[:WIDTH])}")
        sys.stderr.flush()
