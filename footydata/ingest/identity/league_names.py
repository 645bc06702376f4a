"""Suggests the country of a file whose competition is unknown, and the path to type for it."""

import re
from pathlib import Path

from footydata.football.countries import COUNTRIES
from footydata.football.register.countries import country_words
from footydata.football.register.naming import normalised

CODES = {
    "en": "GB-ENG", "eng": "GB-ENG", "sco": "GB-SCT", "wal": "GB-WLS", "nir": "GB-NIR", "arg": "AR", "aut": "AT",
    "bra": "BR", "chn": "CN", "dnk": "DK", "fin": "FI", "irl": "IE", "jpn": "JP", "mex": "MX", "nor": "NO", "pol": "PL",
    "rou": "RO", "rus": "RU", "swe": "SE", "swz": "CH", "usa": "US",
}  # fmt: skip
"""Beginning of a file's name → country, if it is not the country's code."""


SHORTEST_WORD = 4
"""In letters: a shorter word for a country is a code, and may be any word of a competition's name."""


def likely_country(name: str, place: str) -> str | None:
    """The country with whose name a competition's begins, else the one of its file's name; None if neither does.

    >>> likely_country("Liga MX", "football/mx.1.json"), likely_country("Nigeria Premier League", "x.txt")
    ('MX', 'NG')
    >>> likely_country("Nigerian Premier League", "x.txt"), likely_country("Guinea-Bissau Cup", "x.txt")
    ('NG', 'GW')
    >>> likely_country("Romanian Cup", "x.txt"), likely_country("Omaha Cup", "x.txt")
    ('RO', None)
    """
    words = normalised(name)
    begun = [
        (len(plain), code)
        for plain, code in country_words().items()
        if code in COUNTRIES and len(plain) >= SHORTEST_WORD and f"{words} ".startswith(f"{plain} ")
    ]
    if begun:
        return max(begun)[1]
    first = re.split(r"[^a-z]", Path(place).name.casefold(), maxsplit=1)[0]
    code = CODES.get(first, first.upper())
    return code if code in COUNTRIES else None


def typed_path(path: str) -> str:
    """A path as a user would type it: relative to the working directory if it is below it."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except ValueError:
        return path
