"""Texts for people: made safe for a terminal, suggestions for wrong names, counts with their nouns; ids as people write them."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from footydata.football.terms import LARGEST_ID

SUGGESTED, LISTED = 3, 20
"""How many similar names are suggested for one that does not exist, and how many are listed if none is similar."""


def formula_as_text(text: str) -> str:
    r"""A text of a CSV file for a spreadsheet: an apostrophe stands before what it would take for a formula.

    >>> [formula_as_text(text) for text in ("=1+1", "@SUM(A1)", "-0.75", "+cmd", "\t=1", "\r=1", "Ox-mere")]
    ["'=1+1", "'@SUM(A1)", '-0.75', "'+cmd", "'\t=1", "'\r=1", 'Ox-mere']
    """
    return f"'{text}" if text.startswith(_FORMULAS) and not _NUMBER.fullmatch(text) else text


_FORMULAS = ("=", "+", "-", "@", "\t", "\r")

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def safe(text: str) -> str:
    r"""A text from any source as one line that a terminal shows without interpreting it.

    Blanks of every kind become spaces; characters that are not printable (control characters, the ESC of an escape
    sequence, bidi controls, line ends, lone surrogates) become their escapes.

    >>> print(safe("Ox\x1b[31mmere"), safe("M\u00e1laga\u00a0CF"), safe("\u202eevil\x9b2J\n"))
    Ox\x1b[31mmere Málaga CF \u202eevil\x9b2J\n
    """
    return text if text.isprintable() else "".join(map(_safe_character, text))


def _safe_character(character: str) -> str:
    if character.isprintable():
        return character
    is_blank = character == "\t" or unicodedata.category(character) == "Zs"
    return " " if is_blank else character.encode("unicode_escape").decode("ascii")


def plural(count: int, word: str) -> str:
    """A count with its noun.

    >>> plural(1, "league"), plural(2000, "fixture")
    ('1 league', '2,000 fixtures')
    """
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def some_of(names: Iterable[str], most: int) -> str:
    """The first of some names, and how many more there are.

    >>> some_of(["Leeds", "Derby", "Stoke"], 2)
    'Leeds, Derby and 1 more'
    """
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """The names most similar to a text, in any case; empty if none is similar.

    >>> nearest("Pinacle", ["bet365", "pinnacle"]), nearest("Foo", ["bet365", "pinnacle"])
    (['pinnacle'], [])
    """
    known = _by_folded(names)
    return [known[name] for name in get_close_matches(text.casefold(), known, SUGGESTED)]


def _by_folded(names: Iterable[str]) -> dict[str, str]:
    """The names by their folded spelling, the last first."""
    return {name.casefold(): name for name in reversed(list(names))}


def meant(text: str, names: Iterable[str]) -> str:
    """A hint for a name that does not exist: the most similar names, else all that there are.

    >>> meant("Pinacle", ["bet365", "pinnacle"]), meant("Foo", ["bet365", "pinnacle"]), meant("Foo", [])
    ('did you mean pinnacle?', 'there are bet365, pinnacle', 'there are none')
    """
    every = list(names)
    nearest_names = nearest(text, every)
    if nearest_names:
        return f"did you mean {', '.join(nearest_names)}?"
    names = [*reversed(_by_folded(every).values())]
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f"there are {', '.join(names[:LISTED]) or 'none'}{more}"


def is_whole_number(text: str) -> bool:
    """Whether the text is ASCII digits alone; leading zeros are allowed, a sign is not."""
    return text.isascii() and text.isdigit()


def read_id(text: str) -> int | None:
    """The id that a text is, None where it is not a positive integer up to 2^63-1."""
    digits = text.lstrip("0")
    if not is_whole_number(text) or not 0 < len(digits) < 20:
        return None
    number = int(digits)
    return number if number <= LARGEST_ID else None
