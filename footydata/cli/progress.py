"""A line of progress on stderr, written over again and again."""

import sys

from footydata.cli.printing import say_over

WIDTH = 118
"""No line is longer: one that wraps could not be written over."""


class ProgressLine:
    """The line, where stderr is a terminal; without one, or when asked to be quiet, nothing is written.

    Attributes: is_shown: whether anything is.
    """

    def __init__(self, *, quiet: bool) -> None:
        self.is_shown = not quiet and sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Write the line over."""
        if self.is_shown:
            say_over(text[:WIDTH])

    def clear(self) -> None:
        """Take the line away."""
        if self.is_shown:
            say_over("")
