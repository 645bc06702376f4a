"""Reads a competition that is given as COUNTRY/NAME."""

from footydata.football.countries import ALL_CODES
from footydata.football.errors import InvalidArgument
from footydata.sources.parsed import LeagueKey


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
