"""A line of progress for people at a terminal, where something takes over a second."""

import sys
import time
from collections.abc import Callable
from typing import Self

AFTER = 1.0
"""How many seconds pass before it is shown."""

WIDTH = 78


class Progress:
    """A line on stderr, each text in place of the one before; it is cleared at the end of a `with`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._begun, self._has_text = clock, clock(), False
        # A notebook would keep every text among its outputs.
        self._is_seen = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_text:
            self._write("")

    def show(self, text: str) -> None:
        """Show a text."""
        if self._is_seen and self._clock() - self._begun > AFTER:
            self._has_text = True
            self._write(text)

    def of(self, done: int, total: int, what: object = "") -> None:
        """Show how much of all is done."""
        self.show(f"{done * 100 // max(total, 1)} %: {what}")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text[:WIDTH]:{WIDTH}}\r")
        sys.stderr.flush()
