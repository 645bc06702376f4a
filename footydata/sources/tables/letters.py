"""Which encoding a text is in, by the words of the register that it then has.

A wrong guess spoils names without a trace (Atlético-MG, Grêmio read as Windows-1250: Gręmio), so that the encoding
found is always remarked on, and called doubtful where another one reads as many names. charset-normalizer 3.5 took
Brazilian, Spanish, Turkish and Icelandic files for Central European ones: seven of fifteen small ones wrong.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from footydata.football.register.teams import registered_countries, team_rows

ENCODINGS = {
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp850": "code page 850 (MS-DOS)",
    "mac_roman": "Mac Roman",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift-JIS (Japanese)",
    "euc_kr": "EUC-KR (Korean)",
    "gb18030": "GBK (Chinese)",
    "big5": "Big5 (Chinese)",
}
"""The encodings that are tried, with their names; of those that read as many names, the first."""


SHORTEST = 5
"""Bytes of UTF-8 that a word has more than: three letters of Latin, two of Korean."""


class Guess(NamedTuple):
    """An encoding; example: a word read by it. other: an encoding that reads as many names, but otherwise."""

    encoding: str
    example: str
    other: str | None = None
    other_example: str = ""


def encoding_of(lines: Iterable[bytes]) -> Guess | None:
    """The encoding of lines in an unknown one, None if none of them has a name of the register."""
    content = b"\n".join(lines)
    words = {each: _words_in(content.decode(each, errors="replace")) for each in ENCODINGS}
    counts = {each: len(_names().intersection(found)) for each, found in words.items()}
    best = max(ENCODINGS, key=counts.__getitem__)
    if not counts[best]:
        return None
    for other in ENCODINGS:
        if counts[other] == counts[best]:
            for word, differently in zip(words[best], words[other], strict=False):
                if word != differently:
                    return Guess(best, word, other, differently)
    return Guess(best, words[best][0])


def _words_in(text: str) -> list[str]:
    """The different words with letters beyond a to z; one of a letter or two is in any encoding."""
    words = dict.fromkeys(re.findall(r"\w+", text))
    return [word for word in words if not word.isascii() and len(word.encode()) > SHORTEST]


@cache
def _names() -> frozenset[str]:
    """Those of clubs' spellings in the register."""
    return frozenset(
        word
        for country in registered_countries()
        for row in team_rows(country)
        for spelling in (row.team.name, *row.spellings)
        for word in _words_in(spelling)
    )
