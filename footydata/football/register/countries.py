"""The countries of the register: words for each, its time zone, its region and its neighbours.

countries.csv has a row for each country; zone is empty if a country has several or it is unknown. region: in whose
competitions its national teams and clubs play. neighbours: the countries that clubs of its league system may be
registered under, as Monaco in France. words: adjectives, native names and codes, separated by `;`.
"""

from functools import cache

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.register import rows, rows_by
from footydata.football.register.naming import normalised


@cache
def country_words() -> dict[str, str]:
    """Normalised word for a country, as it precedes or follows the name of a competition → the country's code.

    >>> [country_words()[word] for word in ("england", "deutsche", "bra")]
    ['GB-ENG', 'DE', 'BR']
    """
    words = {normalised(name): code for code, name in ALL_CODES.items()}
    words |= {
        normalised(word): row["code"]
        for row in rows("countries.csv")
        for word in row["words"].split(";")
        if word
    }
    return words


def zone_of(country: str) -> str | None:
    """The time zone of a country, None if it has several or it is unknown.

    >>> zone_of("GB-SCT"), zone_of("US")
    ('Europe/London', None)
    """
    return _facts_of(country).get("zone") or None


def neighbours_of(country: str) -> tuple[str, ...]:
    """The countries that clubs of a country's league system may be registered under.

    >>> neighbours_of("FR"), neighbours_of("DE")
    (('MC',), ())
    """
    return tuple(_facts_of(country).get("neighbours", "").split())


def _facts_of(country: str) -> dict[str, str]:
    return rows_by("countries.csv", "code").get((country,), [{}])[0]


@cache
def countries_of(region: str) -> tuple[str, ...]:
    """The countries whose national teams and clubs play in the competitions of a region; all of them for WORLD.

    >>> "IL" in countries_of("EUROPE"), "IL" in countries_of("ASIA"), "NZ" in countries_of("WORLD")
    (True, False, True)
    """
    return tuple(
        row["code"]
        for row in rows("countries.csv")
        if row["region"] and region in (row["region"], WORLD)
    )
