"""Reads the cells of a column, each text once: the value, None if it says nothing, BAD if it is none."""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from footydata.football.register.figures import FurtherFigure, further_figures, names_of_sides
from footydata.football.register.naming import normalised
from footydata.football.scores import Score
from footydata.football.terms import Status
from footydata.sources.cells import HIGHEST_COUNT, read_name
from footydata.sources.openfootball_matches import is_open_side
from footydata.sources.parsed import TeamKey
from footydata.sources.refusing import BadRow
from footydata.sources.tables.meanings import CellKind, meanings
from footydata.sources.tables.profiles import (
    is_blank,
    read_crowd,
    read_decimal,
    read_numbered,
    two_teams,
)
from footydata.sources.tables.written_cells import State, WrittenScore, state_of, written_score

BAD: Any = object()
"""In the place of a value that can't be read."""

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


def read_number_flag_cell(text: str) -> Any:
    """Yes or no, as 1 or 0."""
    flag = read_flag_cell(text)
    return int(flag) if isinstance(flag, bool) else flag


def read_pair_cell(text: str) -> "Score | Any":
    """The counts of both sides in one cell."""
    if is_blank(text):
        return None
    written = written_score(text)
    is_plain = written is not None and written.half is None and not written.has_extra_time
    return written.score if is_plain and written is not None else BAD


def read_score_cell(text: str) -> WrittenScore | State | BadRow | None:
    """A score, or the word of a state in its place; else why it is none."""
    if is_blank(text):
        return None
    if (written := written_score(text)) is not None:
        return written
    state = state_of(text)
    if state is None or state.status != Status.SCHEDULED:
        return BadRow("no score that can be read", text)
    return state


def read_state_cell(text: str) -> Any:
    """The state that a word means."""
    return None if is_blank(text) else state_of(text) or BAD


def read_plain_cell(text: str) -> str | None:
    """A text that is only compared with others."""
    return None if is_blank(text) else " ".join(text.split())


TeamOrWhy: TypeAlias = TeamKey | BadRow
"""A team, or why the cell names none."""


def read_team_cell(text: str) -> TeamOrWhy:
    """A team."""
    try:
        name = read_name(text)
    except BadRow as error:
        return error
    if is_open_side(name):
        return BadRow("a side that is not known yet", text)
    if name.startswith(ERRORS):
        return BadRow(f"the name of a team is {BAD_TEXT}", text)
    return TeamKey(name)


def read_teams_cell(text: str) -> tuple[TeamOrWhy, TeamOrWhy]:
    """Both teams of a cell."""
    teams = two_teams(text)
    if teams is None:
        why = BadRow("two teams that can't be told apart", text)
        return why, why
    return read_team_cell(teams[0]), read_team_cell(teams[1])


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


@cache
def reader_of(meaning: str) -> tuple[Callable[[str], Any], str]:
    """What reads the cells of a column of a meaning, and why one that is BAD is set aside."""
    if meaning in FURTHER:
        return further_reader(FURTHER[meaning][0]), "no such number"
    kind = meanings()[meaning]
    if kind == CellKind.PAIR or meaning == "half_score":
        words = meaning.replace("_", " ")
        return read_pair_cell, f"no {words} of both sides that can be read, as 6-4"
    return _BY_MEANING.get(meaning) or _BY_KIND[kind]


_PLAIN = (read_plain_cell, "")
_BY_MEANING: dict[str, tuple[Callable[[str], Any], str]] = {
    **dict.fromkeys(("league", "country", "season", "weekday"), _PLAIN),
    "round": (read_round_cell, "no number of a round"),
    "referee": (read_name_cell, "no name that can be read"),
    **dict.fromkeys(("neutral", "on_penalties"), (read_number_flag_cell, BAD_FLAG)),
    "status": (read_state_cell, "a status that is not known"),
}
_BY_KIND: dict[CellKind, tuple[Callable[[str], Any], str]] = {
    **dict.fromkeys((CellKind.MOMENT, CellKind.CLOCK, CellKind.LETTER, CellKind.DERIVED), _PLAIN),
    CellKind.TEAM: (read_team_cell, ""),
    CellKind.TEAMS: (read_teams_cell, ""),
    CellKind.SCORE: (read_score_cell, ""),
    CellKind.COUNT: (read_count_cell, "no count"),
    CellKind.FLAG: (read_flag_cell, BAD_FLAG),
    CellKind.TEXT: (read_text_cell, BAD_TEXT),
}
