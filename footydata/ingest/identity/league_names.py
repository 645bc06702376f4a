"""Suggests the country of a file whose competition is unknown, and the path to type for it."""

import re
import shlex
from pathlib import Path

from footydata.football.countries import COUNTRIES, WORLD
from footydata.football.register import country_words
from footydata.football.register.naming import normalised
from footydata.sources.parsed import UNKNOWN_COUNTRY, LeagueKey

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


def how_to_name(key: LeagueKey, database: str, place: str, *, is_told_by_file: bool) -> str:
    """Why an unknown competition is refused, with the command that would load its file.

    database, place: the paths of the database and of the file, '' if it is a frame. is_told_by_file: whether its name
    may tell the country.
    """
    country = key.country
    if country == UNKNOWN_COUNTRY:
        country = likely_country(key.name, place if is_told_by_file else "") or WORLD
    hint = f" (with the code of its country for {WORLD})" if country == WORLD else ""
    if not place:
        argument = repr(f"{country}/{key.name}")
        return f"{key.name!r} is not a competition that we know; load_frame(frame, league={argument}) takes it{hint}"
    parts = (
        "footydata",
        "load",
        typed_path(database),
        typed_path(place),
        "--league",
        f"{country}/{key.name}",
    )
    return (
        f"{key.name!r} is not a competition that we know; this takes it: {shlex.join(parts)}{hint}"
    )
