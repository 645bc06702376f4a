"""Reads the cells of a column, each text once: the value, None if it says nothing, BAD if it is none."""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from footydata.football.register.figures import FurtherFigure, further_figures, names_of_sides
from footydata.football.register.naming import normalised
from footydata.football.scores import Score
from footydata.football.terms import Status
from footydata.sources.cells import HIGHEST_COUNT, read_name
from footydata.sources.refusing import BadRow
from footydata.sources.tables.profiles import is_blank, read_crowd, read_decimal, read_numbered
from footydata.sources.tables.scores import WrittenScore, state_of, written_score

BAD: Any = object()
"""In the place of a value that can't be read."""

BAD_COUNT = "no count"
BAD_FLAG = "neither yes nor no"
BAD_TEXT = "an error, a formula without a value, or a nested value"

ERRORS = ("#", "=", "{", "[")
"""How the text of a cell with an error of a workbook, or with a formula that was never computed, begins."""

_YES = frozenset(["true", "yes", "1", "y", "t", "ja", "oui", "sim", "si", "evet", "neutral"])
_NO = frozenset(["false", "no", "0", "n", "f", "nein", "non", "nao", "hayir"])
_MOST_REMEMBERED = 50_000

V = TypeVar("V")


class Memo(dict[str, V], Generic[V]):
    """Text → its value, read when it is first asked for. has_bad: whether any was BAD."""

    def __init__(self, read: Callable[[str], V]) -> None:
        super().__init__()
        self._read = read
        self.has_bad = False

    def __missing__(self, text: str) -> V:
        if len(self) > _MOST_REMEMBERED:
            self.clear()
        value = self[text] = self._read(text)
        self.has_bad = self.has_bad or value is BAD
        return value


@cache
def memo_of(read: Callable[[str], Any]) -> Memo[Any]:
    """The values of texts by a reader, for all tables."""
    return Memo(read)


FURTHER: dict[str, tuple[FurtherFigure, int, int]] = {
    name: (figure, side, half)
    for figure in further_figures()
    for half in (0, 1)
    for side, name in enumerate(
        names_of_sides(figure, half=bool(half))[1:] or names_of_sides(figure, half=bool(half))
    )
}
"""Meaning of a column → the further figure in it, its side (0 home, 1 away) and half."""


def read_count_cell(text: str) -> Any:
    """A count, which may have a per cent sign.

    >>> read_count_cell("2.0"), read_count_cell("-"), read_count_cell("2.5") is BAD
    (2, None, True)
    """
    if is_blank(text):
        return None
    number = read_decimal(text)
    is_count = number is not None and number.is_integer() and 0 <= number <= HIGHEST_COUNT
    return int(number) if is_count and number is not None else BAD


def read_round_cell(text: str) -> Any:
    """The number of a round, also as pandas writes it: 30.0."""
    if is_blank(text):
        return None
    number = read_numbered(text)
    return BAD if number is None else number


def read_text_cell(text: str) -> Any:
    """A text that is taken as it is."""
    if is_blank(text):
        return None
    return BAD if text.startswith(ERRORS) else " ".join(text.split())


def read_name_cell(text: str) -> Any:
    """The name of a person."""
    if is_blank(text):
        return None
    try:
        return BAD if text.startswith(ERRORS) else read_name(text)
    except BadRow:
        return BAD


def read_flag_cell(text: str) -> Any:
    """Yes or no."""
    if is_blank(text):
        return None
    word = normalised(text)
    return word in _YES if word in _YES or word in _NO else BAD


def read_pair_cell(text: str) -> "Score | Any":
    """The counts of both sides in one cell."""
    if is_blank(text):
        return None
    written = written_score(text)
    is_plain = written is not None and written.half is None and not written.has_extra_time
    return written.score if is_plain and written is not None else BAD


def read_score_cell(text: str) -> WrittenScore | str | None:
    """A score; the text itself if it is none, but for a word of a state in its place."""
    if is_blank(text):
        return None
    if (written := written_score(text)) is not None:
        return written
    state = state_of(text)
    return None if state is not None and state.status == Status.SCHEDULED else text


@cache
def further_reader(figure: FurtherFigure) -> Callable[[str], Any]:
    """What reads the cells of a further figure."""
    read = read_decimal if figure.sided else read_crowd

    def of_figure(text: str) -> Any:
        if is_blank(text):
            return None
        value = read(text)
        if value is None or not 0 <= value <= figure.highest:
            return BAD
        return int(value) if value % 1 == 0 else value

    return of_figure
