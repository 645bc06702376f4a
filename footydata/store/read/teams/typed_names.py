"""Names as people type them: compared without case and accents, with suggestions for misspelt ones."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from footydata.football.errors import InvalidArgument
from footydata.football.register.naming import LETTERS
from footydata.football.wording import SUGGESTED

LIKENESS = 0.75
"""The least similarity of a suggested name."""

_FOLDED = str.maketrans(LETTERS)


class AmbiguousName(InvalidArgument):
    """A name, or a part of one, fits several leagues, teams, seasons or bookmakers; the message lists them."""


def folded(text: str) -> str:
    """A name without case and accents.

    >>> folded("Málaga"), folded("Brøndby"), folded("Preußen"), folded("Þór")
    ('malaga', 'brondby', 'preussen', 'thor')
    """
    lower = text.casefold()
    if lower.isascii():
        return lower
    plain = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return plain.translate(_FOLDED)


def ids_with(text: str, rows: Iterable[tuple[Any, ...]]) -> list[int]:
    """The ids of those rows (id, then names) that have the text in a name, without regard to case and accents.

    Compared here, as SQLite ignores case for ASCII alone.
    """
    folded_text = folded(text)
    return [row_id for row_id, *names in rows if any(folded_text in folded(name) for name in names)]


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """The names most similar to a misspelt text, the nearest first.

    >>> nearest("Real Madird", ["Real Betis", "Real Madrid", "Arsenal"])
    ['Real Madrid']
    """
    by_folded: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        by_folded.setdefault(folded(name), []).append(name)
    nearest_names = get_close_matches(folded(text), by_folded, SUGGESTED, LIKENESS)
    return [name for plain in nearest_names for name in by_folded[plain]]
