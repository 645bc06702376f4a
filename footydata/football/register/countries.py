"""The countries of the register: words for each, and its time zone.

countries.csv has a row for each country; words are adjectives, native names and codes, separated by `;`; zone is empty
if a country has several or it is unknown.
"""

from functools import cache

from footydata.football.countries import ALL_CODES
from footydata.football.register.naming import normalised
from footydata.football.register.rows import rows


@cache
def country_words() -> dict[str, str]:
    """Normalised word for a country, as it precedes or follows the name of a competition → the country's code.

    >>> [country_words()[word] for word in ("england", "deutsche", "bra")]
    ['GB-ENG', 'DE', 'BR']
    """
    words = {normalised(name): code for code, name in ALL_CODES.items()}
    words |= {normalised(word): row["code"] for row in rows("countries.csv") for word in row["words"].split(";")}
    return words


def zone_of(country: str) -> str | None:
    """The time zone of a country, None if it has several or it is unknown.

    >>> zone_of("GB-SCT"), zone_of("US")
    ('Europe/London', None)
    """
    return _zones().get(country)


@cache
def _zones() -> dict[str, str]:
    return {row["code"]: row["zone"] for row in rows("countries.csv") if row["zone"]}
