"""Which 8-bit encoding a text is in, by the words that it then has: names of the register, letters of a language.

A wrong guess spoils names without a trace (Atlético-MG, Grêmio read as Windows-1250: Gręmio), so that the encoding
found is always remarked on, and called doubtful where another one reads the words as well. charset-normalizer 3.5 took
Brazilian, Spanish, Turkish and Icelandic files for Central European ones: seven of fifteen small ones wrong.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from footydata.football.register.teams import registered_countries, team_rows

_WEST = (
    "áâãàçéêíóôõúü",  # Portuguese
    "áéíóúüñ",  # Spanish
    "àáçéèíïòóúü",  # Catalan
    "àâæçéèêëîïôœùûüÿ",  # French
    "äöüßé",  # German
    "àèéìòù",  # Italian
    "åäöé",  # Swedish
    "æøåéô",  # Danish, Norwegian
    "áæðéíóöúýþ",  # Icelandic
    "áæðíóøúý",  # Faroese
    "éèëïöü",  # Dutch
    "áéíóú",  # Irish
)

ENCODINGS = {
    "cp1252": _WEST,
    "cp1250": (
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Serbian, Slovenian
        "ăâîșțşţ",  # Romanian
        "äöüßé",
        "çë",  # Albanian
    ),
    "cp1254": ("çğıöşüâîûİ", "äöüßé"),
    "cp1255": ("אבגדהוזחטיךכלםמןנסעףפץצקרשת",),
    "cp1251": ("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяђјљњћџўѓѕќ"),
    "cp1253": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",),
    "cp1256": ("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"),
    "cp850": _WEST,
    "mac_roman": _WEST,
}
"""The encodings that are tried, with the letters beyond a to z of the languages that are written in them.

Of encodings that read a text equally well, the first; the last two are those of MS-DOS and of old Macintoshs.
"""

LEAST_OF_A_LANGUAGE = 0.5
"""The share of words that must be of a language for an encoding of one byte a letter to be believed."""

SEVERAL = 0.9
"""What a word counts if the words of a text are of several languages: less than where one has all of them."""

MOST_WORDS = 5_000

_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_AROUND = "–—\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}“”„…€£°ªº«»·\N{ACUTE ACCENT}\xa0§½"
"""What stands beside words in tables of every language."""


class Guess(NamedTuple):
    """An encoding; example: a word read by it. other: an encoding that reads the words as well, but otherwise."""

    encoding: str
    example: str
    other: str | None
    other_example: str


def encoding_of(lines: Iterable[bytes]) -> Guess:
    """The encoding of lines in an unknown one; its `encoding` is empty if it is none that is known."""
    words = list(dict.fromkeys(word for line in lines for word in _WORD.findall(line)))[:MOST_WORDS]
    read = {encoding: [_decoded(word, encoding) for word in words] for encoding in ENCODINGS}
    scores = {encoding: _score(read[encoding], ENCODINGS[encoding]) for encoding in ENCODINGS}
    best = max(ENCODINGS, key=scores.__getitem__)
    if scores[best][1] < LEAST_OF_A_LANGUAGE * len(words):
        return Guess("", "", None, "")
    for other in ENCODINGS:
        if scores[other] == scores[best]:
            for word, differently in zip(read[best], read[other], strict=True):
                if word != differently:
                    return Guess(best, word, other, differently)
    return Guess(best, next(filter(str.isalpha, read[best]), ""), None, "")


def _decoded(word: bytes, encoding: str) -> str:
    return word.decode(encoding, errors="replace").strip(_AROUND)


def _score(words: list[str], languages: tuple[str, ...]) -> tuple[int, float]:
    """How many words are of the register, and how many are of a language."""
    spelt = [
        {language for language in languages if _is_of(word, language)} for word in words if word
    ]
    several = SEVERAL * sum(map(bool, spelt))
    by_language = [sum(language in one for one in spelt) for language in languages]
    return len(_names().intersection(words)), max(several, *by_language)


def _is_of(word: str, letters: str) -> bool:
    is_cased = word.lower() == word or word.isupper() or word[1:].islower()
    return is_cased and all(
        letter.isascii() or letter in letters or letter.lower() in letters for letter in word
    )


@cache
def _names() -> frozenset[str]:
    """The words of clubs' spellings in the register that have letters beyond a to z."""
    return frozenset(
        word
        for country in registered_countries()
        for row in team_rows(country)
        for spelling in (row.team.name, *row.spellings)
        for word in re.findall(r"\w+", spelling)
        if not word.isascii()
    )
