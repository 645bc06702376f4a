"""What the cells of a column look like: whether they can be days, teams, scores, counts, prices or lines."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache

from footydata.sources.cells import HIGHEST_COUNT, LEAST_AMERICAN, read_number, season_key
from footydata.sources.parsed import SeasonKey
from footydata.sources.refusing import BadRow
from footydata.sources.tables.meanings import LINE, CellKind, Meaning, OddsColumn, meanings
from footydata.sources.tables.written_cells import (
    written_clock,
    written_moment,
    written_score,
)

_BLANK = frozenset(("", "na", "n/a", "null", "none", "nan", "<na>", "vs", "v"))
"""Cells that say nothing, in lower case and without signs around them, as -, -:- and ?-?."""

MOST = 0.9
"""The share of a column's cells that must be of a kind: the rest are totals, remarks and slips."""

HALF = 0.5
"""That where the header says of what kind they are, and they are of no other."""

MOST_SCORES = 0.7
"""That of scores, in whose place postponed fixtures have a word."""

FEW = 4
"""From so many cells on, one of them may be a slip, though it is a large share of a few."""

MOST_DAYS = 0.7
"""The share of days in a column of them, which are hardly anything else: a short table may end in several totals."""

HIGHEST_USUAL = 60
"""Above it a number is no usual count of goals, corners or cards."""

OFTEN_HIGH = ("attacks", "possession")
"""How the meanings of counts end that are often above that."""

HIGHEST_LINE = 20.0
_RESULTS = tuple(
    dict(zip(words.split("/"), "HDA", strict=True))
    for words in (
        *("H/D/A", "1/X/2", "1/0/2", "1/N/2", "L/E/V", "V/E/D", "V/N/P", "H/U/A", "S/U/N", "W/D/L"),
        *("HOME/DRAW/AWAY", "HOME WIN/DRAW/AWAY WIN"),
    )
)
"""The letters and words of results in several languages → H, D or A."""

FRACTION = re.compile(r"(\d{1,4})\s*/\s*(\d{1,3})|evens?|evs", re.ASCII | re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"([+-]?\d+),(\d{1,3})", re.ASCII)
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+", re.ASCII)
SHORT_PARTS = re.compile(r"(\d\d)([-/.])\d\d\2(\d\d)(?!\d)", re.ASCII)
"""A day that may begin with the year or end with it, as 11-08-23."""
_NUMBERED = re.compile(r"\D*(\d{1,3})\D*", re.ASCII)
_TO_BETWEEN_TEAMS = re.compile(r"\s+(?:[-–—−]|vs?\.?|x)\s+|\s*[–—]\s*", re.IGNORECASE)
_SCORE_BETWEEN_TEAMS = re.compile(r"\s\d{1,2}-\d{1,2}\s")
_OF_TEAMS = re.compile(r"\b(?:of|last|best|top|letzte|de)\b", re.IGNORECASE)
"""A number after such a word is how many teams are left, not which round it is."""

_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=4096)
def is_blank(text: str) -> bool:
    """Whether a cell says nothing.

    >>> is_blank(" - "), is_blank("n/a"), is_blank("?:?"), is_blank("+:-"), is_blank("0")
    (True, True, True, False, False)
    """
    return text.strip().strip("-–—:? ").casefold() in _BLANK


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


def _read_season(text: str) -> SeasonKey | None:
    with suppress(BadRow):
        return season_key(text)
    return None


def read_decimal(text: str) -> float | None:
    """A number whose decimals may follow a comma, and that may have a per cent sign; None if it is none.

    >>> read_decimal("1,95"), read_decimal(" 54 %"), read_decimal("1.234,5")
    (1.95, 54.0, None)
    """
    text = text.strip().removesuffix("%")
    if "," in text and (match := _DECIMAL_COMMA.fullmatch(text.rstrip())):
        text = f"{match[1]}.{match[2]}"
    return read_number(text)


def read_crowd(text: str) -> int | None:
    """A large whole number, whose thousands may be set apart; None if it is none.

    >>> read_crowd("45.123"), read_crowd("1,234,567"), read_crowd("812"), read_crowd("4.5")
    (45123, 1234567, 812, None)
    """
    text = text.strip()
    if _THOUSANDS.fullmatch(text):
        text = re.sub(r"\D", "", text)
    number = read_number(text)
    return int(number) if number is not None and number >= 0 and number.is_integer() else None


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


class ColumnProfile:
    """A column of a sample of rows; most: the share of its cells that must be of a kind."""

    def __init__(self, cells: Sequence[str], most: float = MOST) -> None:
        self._most = most
        self.texts = [text for cell in cells if not is_blank(text := cell.strip())]

    def fits(self, meaning: Meaning) -> bool:
        """Whether the cells can be what a meaning says; an empty column can be anything."""
        if not self.texts:
            return True
        if isinstance(meaning, OddsColumn):
            return self.is_lines if meaning.selection == LINE else self.is_prices
        if meaning == "key":
            # A row's own id, though rows may stand twice; one that many share is of something else.
            return 1 < len(set(self.texts)) >= HALF * len(self.texts)
        if meaning == "season":
            return self.are(_read_season)
        if meaning == "attendance":
            return self.are(read_crowd)
        if meaning == "round":
            return self.are(read_numbered)
        if meaning.endswith(OFTEN_HIGH):
            return self._are_counts(HIGHEST_COUNT)
        kind = meanings()[meaning]
        test = _TESTS.get(kind)
        return test is None or test(self)

    @cached_property
    def example(self) -> str:
        """A few different cells, for people."""
        return ", ".join(list(dict.fromkeys(self.texts))[:3])[:60].replace("\n", " ")

    @cached_property
    def numbers(self) -> list[float]:
        """The cells that are numbers."""
        return [number for text in self.texts if (number := read_decimal(text)) is not None]

    @cached_property
    def is_numeric(self) -> bool:
        """Whether nearly all cells are numbers."""
        return self._nearly_all(len(self.numbers))

    @cached_property
    def is_counts(self) -> bool:
        """Whether nearly all cells are counts, and none is too large for a fixture."""
        return self._are_counts(HIGHEST_USUAL)

    def _are_counts(self, highest: int) -> bool:
        return self._nearly_all(
            sum(number.is_integer() and 0 <= number <= highest for number in self.numbers)
        )

    @cached_property
    def is_american(self) -> bool:
        """Whether the numbers are American odds: whole, and 100 or more above or below nought."""
        whole = [
            number
            for number in self.numbers
            if number.is_integer() and abs(number) >= LEAST_AMERICAN
        ]
        return self.is_numeric and self._nearly_all(len(whole))

    @cached_property
    def is_prices(self) -> bool:
        """Whether the cells are prices in any form: some decimal price has decimals that no line has."""
        if self.is_american or self.are(FRACTION.fullmatch):
            return True
        prices = [number for number in self.numbers if 1 < number < 1001]
        return self._nearly_all(len(prices)) and any(number * 4 % 1 for number in prices)

    @cached_property
    def may_be_prices(self) -> bool:
        """Whether nearly all cells are numbers above one, as prices that are all quarters are."""
        return bool(self.texts) and self._nearly_all(
            sum(1 < number < 1001 for number in self.numbers)
        )

    @cached_property
    def is_lines(self) -> bool:
        """Whether the cells are lines: quarters near nought."""
        lines = [
            number for number in self.numbers if abs(number) <= HIGHEST_LINE and not number * 4 % 1
        ]
        return self._nearly_all(len(lines))

    @cached_property
    def is_letters(self) -> bool:
        """Whether the cells are the letters of results."""
        return results_in(set(self.texts)) is not None

    @cached_property
    def is_words(self) -> bool:
        """Whether nearly all cells have letters, and are neither days nor scores."""
        words = [
            text
            for text in self.texts
            if _LETTER.search(text) and written_moment(text) is None and written_score(text) is None
        ]
        return self._nearly_all(len(words)) and not self.is_letters

    def are(self, read: Callable[[str], object]) -> bool:
        """Whether nearly all cells can be read."""
        return self._nearly_all(sum(read(text) is not None for text in self.texts))

    def _nearly_all(self, count: int) -> bool:
        """Whether so many cells are nearly all: of a few, all but one."""
        cells = len(self.texts)
        return count >= self._most * cells or (cells >= FEW and count == cells - 1)

    @cached_property
    def is_moments(self) -> bool:
        """Whether nearly all cells are days, whose year does not seem to stand first with two digits."""
        parts = [match.group(1, 3) for text in self.texts if (match := SHORT_PARTS.match(text))]
        firsts, lasts = ({part[place] for part in parts} for place in (0, 1))
        if parts and len(firsts) * 3 <= len(lasts):
            return False
        days = sum(written_moment(text) is not None for text in self.texts)
        return days >= min(MOST_DAYS, self._most) * len(self.texts)

    @cached_property
    def is_clocks(self) -> bool:
        """Whether nearly all cells are times of day."""
        return self.are(written_clock) and not self.are(written_moment)

    @cached_property
    def is_scores(self) -> bool:
        """Whether most cells are scores: a postponed fixture has a word in their place."""
        scores = sum(written_score(text) is not None for text in self.texts)
        return scores >= min(MOST_SCORES, self._most) * len(self.texts)

    @cached_property
    def is_teams(self) -> bool:
        """Whether nearly all cells name two teams."""
        return self.are(two_teams) and self.is_words


_FLAG_WORDS = frozenset(("0", "1", "true", "false", "yes", "no", "y", "n", "t", "f"))

_TESTS: dict[CellKind, Callable[[ColumnProfile], bool]] = {
    CellKind.MOMENT: lambda profile: profile.is_moments,
    CellKind.CLOCK: lambda profile: profile.is_clocks,
    CellKind.TEAM: lambda profile: profile.is_words,
    CellKind.TEAMS: lambda profile: profile.is_teams,
    CellKind.SCORE: lambda profile: profile.is_scores,
    CellKind.PAIR: lambda profile: profile.is_scores,
    CellKind.COUNT: lambda profile: profile.is_counts,
    CellKind.NUMBER: lambda profile: profile.is_numeric,
    CellKind.LETTER: lambda profile: profile.is_letters,
    CellKind.FLAG: lambda profile: {text.casefold() for text in profile.texts} <= _FLAG_WORDS,
}
"""CellKind → whether a column may be of it; others may be anything."""
