"""Reads competitions given as COUNTRY/NAME, and suggests one for a file whose competition is unknown."""

import re
from pathlib import Path

from footydata.football.countries import ALL_CODES, COUNTRIES
from footydata.football.errors import InvalidArgument
from footydata.football.register.countries import country_words
from footydata.football.register.naming import normalised
from footydata.sources.parsed import LeagueKey

CODES = {
    "en": "GB-ENG", "eng": "GB-ENG", "sco": "GB-SCT", "wal": "GB-WLS", "nir": "GB-NIR", "arg": "AR", "aut": "AT",
    "bra": "BR", "chn": "CN", "dnk": "DK", "fin": "FI", "irl": "IE", "jpn": "JP", "mex": "MX", "nor": "NO", "pol": "PL",
    "rou": "RO", "rus": "RU", "swe": "SE", "swz": "CH", "usa": "US",
}  # fmt: skip
"""Beginning of a file's name → country, if it is not the country's code."""


SHORTEST_WORD = 4
"""In letters: a shorter word for a country is a code, and may be any word of a competition's name."""


def league_named(text: str) -> LeagueKey:
    """The competition of a text COUNTRY/NAME; COUNTRY is a code or an English name. Raises InvalidArgument.

    >>> league_named("mx/Liga MX"), league_named("Mexico/Liga MX").country
    (LeagueKey(country='MX', name='Liga MX', id=None, is_new=False), 'MX')
    """
    country, mark, name = (part.strip() for part in text.partition("/"))
    if not mark or not name:
        raise InvalidArgument(f"{text!r} is not a COUNTRY/NAME, such as 'MX/Liga MX'", parameter="league", value=text)
    by_name = {english.casefold(): code for code, english in ALL_CODES.items()}
    code = country.upper() if country.upper() in ALL_CODES else by_name.get(country.casefold())
    if code is None:
        raise InvalidArgument(
            f"{country!r} is not a country; give its code or its name, such as 'MX' or 'Mexico'",
            parameter="league",
            value=text,
        )
    return LeagueKey(code, name)


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
