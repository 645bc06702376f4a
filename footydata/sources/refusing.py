"""What sources raise for a file or a row that can't be read, and how the offending text is shown."""

from footydata.football.errors import FootydataError
from footydata.sources.parsed import Refusal

NO_DAY = "no day that can be read"
NO_COUNTRY = "a country that we do not know"
SAME_TEAM = "a team against itself"
NO_GOALS = "no count of goals"
ONE_SIDES_GOALS = "the goals of one side alone"
"""Reasons that several sources give."""

SHOWN = 200
"""How many characters of a refused row are shown."""


class _Refused(Exception):
    """What can't be read: reason, in a few words, and the offending text, None if there is none to show."""

    def __init__(self, reason: str, text: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.text = reason, text

    def refusal(self, line: int | None = None, row: object = None) -> Refusal:
        """The refusal of a file, or of a row; line: its line in the file."""
        text = row if self.text is None else self.text
        return Refusal(self.reason, line, None if text is None else shown(text))


class UnreadableFile(_Refused, FootydataError):
    """A file of a source can't be read at all; the message says why in a few words, without the file's name."""


class SkippedFile(FootydataError):
    """A file of a source has nothing to store; the message says what it is."""


class FileReadWithAnother(SkippedFile):
    """A file whose content was read with another file of the same load: unchanged, it need not be read again."""


class BadRow(_Refused):
    """A row can't be read; text: the offending part of it, None for the whole row."""


def shown(row: object) -> str:
    """The beginning of a row, as text that every database and terminal can hold.

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
    return escaped(text[:SHOWN])


def escaped(text: str) -> str:
    """A text with lone surrogates escaped, so that every database, terminal and file can hold it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
