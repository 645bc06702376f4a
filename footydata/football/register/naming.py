"""Normalises names to compare them, and derives ids from names.

An id that we assign is a hash of names, so that two people who load the same files get the same ids.
"""

import re
import unicodedata
from hashlib import blake2b

from footydata.football.terms import OWN_IDS_FROM

HASHED_IDS_FROM = OWN_IDS_FROM << 10
"""Ids from OWN_IDS_FROM up to this one are those of the register; hashed ids are from here to 2^53."""

_LAST_ID = 2**53 - 1
_YEAR_ZERO = 1800
LETTERS = {
    "ß": "ss",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "\u0131": "i",
}
"""Letters that Unicode does not decompose into letter and accent → how they are compared; \u0131: dotless i."""

_REPLACED = {**LETTERS, "&": " and ", **dict.fromkeys("'`\u2018\u2019\u00b4\u02bc", "")}
_WORD = re.compile(r"\w+")
_LEGAL_FORMS = frozenset({"fc", "afc", "cf", "fk"})


class _Plain(dict[int, str]):
    """Letter → the letter without accents, cached: a tenth of the time of normalising whole names."""

    def __missing__(self, letter: int) -> str:
        text = _REPLACED.get(chr(letter), chr(letter))
        plain = "".join(
            c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
        )
        self[letter] = plain
        return plain


_PLAIN = _Plain()

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How these letters are written on a keyboard without them."""


def normalised(name: str) -> str:
    """A name without case, accents and punctuation.

    >>> normalised("Nott'm  Forest"), normalised("Beşiktaş J.K."), normalised("Brighton & Hove")
    ('nottm forest', 'besiktas j k', 'brighton and hove')
    """
    return " ".join(_WORD.findall(name.casefold().translate(_PLAIN)))


def bare(name: str) -> str:
    """The normalised name without FC, AFC, CF or FK at either end, unless nothing is left.

    >>> bare("Liverpool FC"), bare("FC Barcelona"), bare("FC")
    ('liverpool', 'barcelona', 'fc')
    """
    return bare_of(normalised(name))


def bare_of(normalised_name: str) -> str:
    """As `bare`, of a name that is normalised already.

    >>> bare_of("afc bournemouth")
    'bournemouth'
    """
    words = normalised_name.split()
    inner = words[words[0] in _LEGAL_FORMS :] if words else words
    inner = inner[: len(inner) - (inner[-1] in _LEGAL_FORMS)] if inner else inner
    return " ".join(inner or words)


def slug(name: str) -> str:
    """A name as a slug of the request parameters.

    >>> slug("William Hill")
    'william-hill'
    """
    return normalised(name).replace(" ", "-").replace("_", "-")


def assigned_id(kind: str, *parts: object) -> int:
    """The id that we assign to what these parts name; the same on every machine."""
    return HASHED_IDS_FROM + _hashed(kind, *parts) % (_LAST_ID - HASHED_IDS_FROM)


def assigned_fixture_id(start_year: int, league_id: int, *parts: object) -> int:
    """The id that we assign to a fixture; the ids of a season are close together, and seasons follow each other.

    8 bits for the year, 11 for the league, 33 for the fixture: what is loaded and read together is stored together,
    which saves a third of the time of a load.
    """
    season = ((start_year - _YEAR_ZERO) % 256 << 11) + _hashed("league", league_id) % 2**11
    return (season << 33) + _hashed("fixture", *parts) % 2**33


def assigned_source_id(name: str) -> int:
    """The id that we assign to a source, the same on every machine; of 15 bits, as many rows have it."""
    return _hashed("source", name) % 2**15


def _hashed(*parts: object) -> int:
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
