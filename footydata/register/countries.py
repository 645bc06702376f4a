"""What the register knows of countries: the words that stand for them, and the zone of their clocks.

countries.csv has a row a country; words are adjectives, native names and codes, parted by `;`; zone is empty where
a country has several or none is known.
"""

from functools import cache

from footydata.contract.countries import ALL_CODES
from footydata.register.naming import normalised
from footydata.register.rows import rows


@cache
def country_words() -> dict[str, str]:
    """What a country is called before or behind a competition's name, normalised → its code.

    >>> [country_words()[word] for word in ("england", "deutsche", "bra")]
    ['GB-ENG', 'DE', 'BR']
    """
    words = {normalised(name): code for code, name in ALL_CODES.items()}
    words |= {normalised(word): row["code"] for row in rows("countries.csv") for word in row["words"].split(";")}
    return words


def zone_of(country: str) -> str | None:
    """The time zone of a country's clocks, None where it has several or the register has none.

    >>> zone_of("GB-SCT"), zone_of("US")
    ('Europe/London', None)
    """
    return _zones().get(country)


@cache
def _zones() -> dict[str, str]:
    return {row["code"]: row["zone"] for row in rows("countries.csv") if row["zone"]}
