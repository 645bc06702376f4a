"""Reads the cells of tables: the value of a text by what its column means, None where it is no such value."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from html import unescape
from typing import Any

from footydata.football.register import FurtherFigure, normalised
from footydata.football.scores import Score
from footydata.football.terms import Status
from footydata.sources.cells import (
    HIGHEST_PRICE,
    LEAST_AMERICAN,
    State,
    WrittenScore,
    is_open_side,
    read_count,
    read_name,
    read_number,
    season_key,
    state_of,
    written_score,
)
from footydata.sources.days import written_moment
from footydata.sources.parsed import BadRow, SeasonKey, TeamKey

BAD: Any = object()
"""In the place of a value that can't be read."""

BAD_TEXT = "an error, a formula without a value, or a nested value"

ERRORS = ("#", "=", "{", "[")
"""How the text of a cell with an error of a workbook, or with a formula that was never computed, begins."""

HIGHEST_USUAL = 60
"""Above it a number is no usual count of goals, corners or cards."""

HIGHEST_LINE = 30.0
_HIGHEST_CROWD = 10**9

_BLANK = frozenset(("", "na", "n/a", "null", "none", "nan", "<na>", "vs", "v"))
"""Cells that say nothing, in lower case and without signs around them, as -, -:- and ?-?."""

_RESULTS = tuple(
    dict(zip(words.split("/"), "HDA", strict=True))
    for words in (
        *("H/D/A", "1/X/2", "1/0/2", "1/N/2", "L/E/V", "V/E/D", "V/N/P", "H/U/A", "S/U/N", "W/D/L"),
        *("HOME/DRAW/AWAY", "HOME WIN/DRAW/AWAY WIN"),
    )
)
"""The letters and words of results in several languages → H, D or A."""

_FLAGS = {
    word: flag
    for flag, words in (
        (True, "true;yes;1;y;t;ja;oui;sim;si;evet;neutral"),
        (False, "false;no;0;n;f;nein;non;nao;hayir"),
    )
    for word in words.split(";")
}

FRACTION = re.compile(r"(\d{1,4})\s*/\s*(\d{1,3})|evens?|evs", re.ASCII | re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+", re.ASCII)

_NUMBERED = re.compile(r"\D*(\d{1,3})\D*", re.ASCII)
_TO_BETWEEN_TEAMS = re.compile(r"\s+(?:[-–—−]|vs?\.?|x)\s+|\s*[–—]\s*", re.IGNORECASE)
_SCORE_BETWEEN_TEAMS = re.compile(r"\s\d{1,2}-\d{1,2}\s")
_OF_TEAMS = re.compile(r"\b(?:of|last|best|top|letzte|de)\b", re.IGNORECASE)
"""A number after such a word is how many teams are left, not which round it is."""

_LETTER = re.compile(r"[^\W\d_]")
_MOST_REMEMBERED = 50_000


@lru_cache(maxsize=4096)
def is_blank(text: str) -> bool:
    """Whether a cell says nothing.

    >>> is_blank(" - "), is_blank("n/a"), is_blank("?:?"), is_blank("+:-"), is_blank("0")
    (True, True, True, False, False)
    """
    return text.strip().strip("-–—:? ").casefold() in _BLANK


class Memo(dict[str, Any]):
    """Text → its value, read when it is first asked for: None if it says nothing, BAD if it can't be read.

    has_bad: whether any was BAD.
    """

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__()
        self._read = read
        self.has_bad = False

    def __missing__(self, text: str) -> Any:
        if len(self) > _MOST_REMEMBERED:
            self.clear()
        if is_blank(text):
            value = None
        elif (value := self._read(text)) is None:
            value, self.has_bad = BAD, True
        self[text] = value
        return value


@cache
def memo_of(read: Callable[[str], Any]) -> Memo:
    """The values of texts by a reader, for all tables."""
    return Memo(read)


def results_in(texts: Iterable[str]) -> Mapping[str, str] | None:
    """Text → H, D or A, of letters that are of one language; None if they are of none.

    Letters that say something else in another language that has all of them are left out.

    >>> results_in(["l", "V", "E"]), results_in(["V", "E"]), results_in(["Away Win"]), results_in(["W", "X"])
    ({'l': 'H', 'V': 'A', 'E': 'D'}, {'E': 'D'}, {'Away Win': 'A'}, None)
    """
    letters = {text: text.upper() for text in texts}
    known = [words for words in _RESULTS if words.keys() >= set(letters.values())]
    if not known:
        return None
    return {
        text: known[0][letter]
        for text, letter in letters.items()
        if all(words[letter] == known[0][letter] for words in known)
    }


def read_crowd(text: str) -> int | None:
    """A large whole number, whose thousands may be set apart; None if it is none.

    >>> read_crowd("45.123"), read_crowd("1,234,567"), read_crowd("812"), read_crowd("4.5")
    (45123, 1234567, 812, None)
    """
    text = text.strip()
    if _THOUSANDS.fullmatch(text):
        text = re.sub(r"\D", "", text)
    return read_count(text, _HIGHEST_CROWD)


def read_numbered(text: str) -> int | None:
    """The only number in a text, as of a round.

    >>> read_numbered("J13"), read_numbered("18ª"), read_numbered("Matchday 5"), read_numbered("Final")
    (13, 18, 5, None)
    >>> read_numbered("Round of 16"), read_numbered("Last 32")
    (None, None)
    """
    match = _NUMBERED.fullmatch(text.strip().removesuffix(".0"))
    return int(match[1]) if match and not _OF_TEAMS.search(text) else None


def two_teams(text: str) -> tuple[str, str] | None:
    """The teams of `PSG - Lens`; None if a text does not part in two, or has a score between them.

    >>> two_teams("PSG - Saint-Étienne"), two_teams("A - B - C"), two_teams("PSG 2 - 1 Lens")
    (('PSG', 'Saint-Étienne'), None, None)
    """
    parts = [part.strip() for part in _TO_BETWEEN_TEAMS.split(text.strip())]
    is_pair = len(parts) == 2 and all(parts) and not _SCORE_BETWEEN_TEAMS.search("-".join(parts))
    return (parts[0], parts[1]) if is_pair else None


def read_usual_count(text: str) -> int | None:
    """A count of goals, corners or cards as fixtures have them."""
    count = read_count(text)
    return None if count is None or count > HIGHEST_USUAL else count


@cache
def reader_of_figure(figure: FurtherFigure) -> Callable[[str], float | None]:
    """What reads the cells of a further figure."""
    read = read_number if figure.sided else read_crowd

    def of_figure(text: str) -> float | None:
        value = read(text)
        if value is None or not 0 <= value <= figure.highest:
            return None
        return int(value) if value % 1 == 0 else value

    return of_figure


def read_price(text: str) -> float | None:
    """A number that may be a decimal price."""
    number = read_number(text)
    return number if number is not None and 1 < number <= HIGHEST_PRICE else None


def read_line(text: str) -> float | None:
    """A line in quarters."""
    line = read_number(text)
    return None if line is None or abs(line) > HIGHEST_LINE or line * 4 % 1 else line


def american(text: str) -> float | None:
    """Decimal odds of American ones: what 100 win, or what must be staked to win 100.

    >>> american("+150"), american("-200"), american("50")
    (2.5, 1.5, None)
    """
    number = read_number(text.replace("−", "-"))
    if number is None or abs(number) < LEAST_AMERICAN or number % 1:
        return None
    return round(1 + (number / 100 if number > 0 else 100 / -number), 4)


def fractional(text: str) -> float | None:
    """Decimal odds of fractional ones.

    >>> fractional("5/2"), fractional("evens"), fractional("2.5")
    (3.5, 2.0, None)
    """
    match = FRACTION.fullmatch(text)
    if match is None:
        return None
    won, staked = int(match[1] or 1), int(match[2] or 1)
    return round(1 + won / staked, 4) if staked else None


FORMS = {"decimal": read_price, "american": american, "fractional": fractional}
"""How prices are written → what reads them."""


def read_season(text: str) -> SeasonKey | None:
    """The season of a label."""
    with suppress(BadRow):
        return season_key(text)
    return None


def read_text(text: str) -> str | None:
    """A text that is taken as it is."""
    return None if text.startswith(ERRORS) else " ".join(text.split())


def read_person(text: str) -> str | None:
    """The name of a person."""
    with suppress(BadRow):
        name = read_name(text)
        return None if name.startswith(ERRORS) else name
    return None


def read_flag(text: str) -> bool | None:
    """Yes or no."""
    return _FLAGS.get(normalised(text))


def read_pair(text: str) -> Score | None:
    """The counts of both sides in one cell."""
    written = written_score(text)
    return written.score if written and written == WrittenScore(written.score) else None


def read_score(text: str) -> WrittenScore | State | BadRow:
    """A score, or the word of a state in its place; else why it is none."""
    if (written := written_score(text)) is not None:
        return written
    state = state_of(text)
    if state is None or state.status != Status.SCHEDULED:
        return BadRow("no score that can be read", text)
    return state


def read_state(text: str) -> State | None:
    """The state that a word means, a minute of play (67'), or whether a fixture was played, as 1 or 0."""
    word = text.strip()
    is_minute = word[:1].isdigit() and word.endswith("'")
    return state_of("live" if is_minute else {"1": "played", "0": "not started"}.get(word, word))


_FOOTNOTE = re.compile(r"\s*(?:\[(?:[a-z]|\d{1,2})\]|[*†‡])+\s*$")
"""The mark of a note behind a name, as in `Everton[a]`."""


def read_team(text: str) -> TeamKey | BadRow:
    """A team, or why the cell names none."""
    try:
        name = read_name(_FOOTNOTE.sub("", unescape(text)))
    except BadRow as error:
        return error
    if is_open_side(name):
        return BadRow("a side that is not known yet", text)
    if name.startswith(ERRORS):
        return BadRow(f"the name of a team is {BAD_TEXT}", text)
    return TeamKey(name)


def read_teams(text: str) -> tuple[TeamKey | BadRow, ...]:
    """Both teams of a cell."""
    if teams := two_teams(text):
        return tuple(map(read_team, teams))
    return (BadRow("two teams that can't be told apart", text),) * 2


def read_words(text: str) -> str | None:
    """A text that has letters and is neither a day nor a score."""
    is_other = written_moment(text) is not None or written_score(text) is not None
    return text if _LETTER.search(text) and not is_other else None


def read_words_of_two(text: str) -> tuple[str, str] | None:
    """The names of two teams."""
    return two_teams(text) if read_words(text) else None
