"""What a source can't take: a whole file, or one row of it."""

from footydata.contract.errors import FootydataError
from footydata.sources.parsed import Refusal

SHOWN = 200
"""How many characters of a row that can't be taken are shown."""


class UnreadableFile(FootydataError):
    """A file of a source can't be read at all; the message says why in a few words, without the file's name.

    Attributes:
        text: the offending text, None where there is none to show.
    """

    def __init__(self, reason: str, text: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.text = reason, text

    def refusal(self) -> Refusal:
        """The refusal of the file."""
        return Refusal(self.reason, text=None if self.text is None else shown(self.text))


class SkippedFile(FootydataError):
    """A file of a source holds nothing that is stored; the message says what it is instead."""


class BadRow(Exception):
    """A row can't be taken; holds the reason, and the offending text where that is not the whole row."""

    def __init__(self, reason: str, text: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.text = reason, text

    def refusal(self, line: int | None, row: object) -> Refusal:
        """The refusal of the row; line: where it stands in its file."""
        return Refusal(self.reason, line, shown(row if self.text is None else self.text))


def shown(row: object) -> str:
    """The beginning of a row as text that every database and terminal holds.

    >>> shown(["Ajax", "\\ud800"])
    'Ajax,\\\\ud800'
    """
    if isinstance(row, list) and all(isinstance(cell, str) for cell in row):
        text = ",".join(row)
    elif isinstance(row, str):
        text = row
    else:
        try:
            text = repr(row)
        except RecursionError:
            text = "a value nested too deeply to be shown"
    return in_full(text[:SHOWN])


def in_full(text: str) -> str:
    """A text that every database, terminal and file holds: half a character in it stands as its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
