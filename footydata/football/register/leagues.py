"""The competitions of the register. A released id is never reused.

leagues.csv has a row for each competition; other_names are separated by `;`, and a name of certain years has the start
years of its first and last season after an @: `First Division@1992-2003`. football_data, openfootball: the code of the
competition in their files (column Div, name of the file).
Source: openfootball/leagues (CC0) for names by years, and the names that football-data.co.uk, StatsBomb and
FootyStats use.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from footydata.football.register import country_words, rows, rows_by
from footydata.football.register.naming import normalised
from footydata.football.register.teams import FIRST, LAST_YEAR


class RegisteredLeague(NamedTuple):
    """A competition of the register.

    calendar: across (two years) or within (one). meetings: how often a pair may meet at one venue in a season.
    rules: a key of the competition rules, None for the default ones. side: of its teams, as in `teams`.
    """

    id: int
    country: str
    name: str
    calendar: str
    meetings: int
    rules: str | None
    has_standings: bool
    side: str = FIRST


class _Named(NamedTuple):
    """A competition and the start years between which it had a name; 0 and LAST_YEAR if unlimited."""

    league: RegisteredLeague
    first: int = 0
    last: int = LAST_YEAR


@lru_cache(maxsize=4096)
def registered_league(country: str, name: str, year: int | None = None) -> RegisteredLeague | None:
    """The competition of a country with that name or other name, None if none or several have it.

    year: the start year of the season, None for the present.

    >>> [registered_league("GB-ENG", "First Division", year).name for year in (1980, 1995)]
    ['First Division', 'Championship']
    """
    by_name = [
        each
        for each in _leagues().get((country, normalised(name)), ())
        if (each.last == LAST_YEAR if year is None else each.first <= year <= each.last)
    ]
    in_years = [each for each in by_name if (each.first, each.last) != (0, LAST_YEAR)]
    own = [each for each in by_name if each.league.name == name]
    leagues_of_name = (in_years if year is not None else own) or by_name
    return (
        leagues_of_name[0].league
        if len({each.league.id for each in leagues_of_name}) == 1
        else None
    )


def registered_league_called(name: str, year: int | None = None) -> RegisteredLeague | None:
    """The competition of a name that may begin or end with its country.

    If competitions of several countries have the name, the only one whose own name it is; else None.

    >>> registered_league_called("English Premier League").id == registered_league("GB-ENG", "Premier League").id
    True
    >>> registered_league_called("CHINA_CHINESE_SUPER_LEAGUE").country, registered_league_called("Premier League")
    ('CN', None)
    >>> registered_league_called("FA Cup").country, registered_league_called("Scottish FA Cup").name
    ('GB-ENG', 'Scottish Cup')
    """
    plain = name.replace("_", " ")
    folded = normalised(plain)
    countries = _countries_by_name().get(folded, ())
    candidates = {
        league for country in countries if (league := registered_league(country, plain, year))
    }
    if not candidates:
        candidates = {
            league
            for code, rest in country_and_rest(folded, country_words())
            if (league := registered_league(code, rest, year))
        }
    own = {league for league in candidates if league.name.casefold() == plain.casefold()}
    return next(iter(own or candidates)) if len(own or candidates) == 1 else None


def registered_leagues() -> tuple[RegisteredLeague, ...]:
    """Every competition of the register, in the order of the file."""
    return tuple(dict.fromkeys(named.league for listed in _leagues().values() for named in listed))


def other_names_of(country: str, name: str) -> tuple[str, ...]:
    """The other names of a competition, former ones included."""
    return tuple(
        other.partition("@")[0]
        for row in rows_by("leagues.csv", "country", "name").get((country, name), ())
        for other in row["other_names"].split(";")
        if other
    )


def league_of_code(code: str) -> tuple[str, str] | None:
    """The country and name of the competition that a source calls by a code, None if no source has the code.

    >>> league_of_code("e0"), league_of_code("es.1"), league_of_code("Premier League")
    (('GB-ENG', 'Premier League'), ('ES', 'La Liga'), None)
    """
    return _leagues_by_code().get(code.casefold())


@cache
def _leagues_by_code() -> dict[str, tuple[str, str]]:
    return {
        row[source].casefold(): (row["country"], row["name"])
        for row in rows("leagues.csv")
        for source in ("football_data", "openfootball")
        if row[source]
    }


def side_of(country: str, name: str) -> str:
    """The side of a competition's teams, FIRST if it is not in the register."""
    league = registered_league(country, name)
    return FIRST if league is None else league.side


def meets_once(country: str, name: str) -> bool:
    """Whether a pair meets only once at a venue in a season of a competition; False if it is not in the register."""
    league = registered_league(country, name)
    return league is not None and league.meetings == 1


@cache
def _leagues() -> dict[tuple[str, str], list[_Named]]:
    registered: dict[tuple[str, str], list[_Named]] = {}
    for row in rows("leagues.csv"):
        league = RegisteredLeague(
            id=int(row["id"]),
            country=row["country"],
            name=row["name"],
            calendar=row["calendar"],
            meetings=int(row["meetings"]),
            rules=row["rules"] or None,
            has_standings=row["has_standings"] == "1",
            side=row["side"],
        )
        for name in (league.name, *filter(None, row["other_names"].split(";"))):
            spelt, _, years = name.partition("@")
            first, _, last = years.partition("-")
            dated = _Named(league, int(first or 0), int(last or LAST_YEAR))
            # One source leaves out other letters: PRIMERA_DIVISIN.
            ascii_letters = spelt.encode("ascii", "ignore").decode()
            for key in {normalised(spelt), normalised(ascii_letters)}:
                registered.setdefault((league.country, key), []).append(dated)
    return registered


@cache
def _countries_by_name() -> dict[str, set[str]]:
    """Normalised name → the countries with a competition of that name."""
    codes_by_name: dict[str, set[str]] = {}
    for country, name in _leagues():
        codes_by_name.setdefault(name, set()).add(country)
    return codes_by_name


def country_and_rest(name: str, countries: Mapping[str, str]) -> list[tuple[str, str]]:
    """Country and rest of each way to read the beginning, else the end, of a normalised name as a country.

    countries: normalised word → code.

    >>> country_and_rest("bundesliga germany", country_words())
    [('DE', 'bundesliga')]
    """
    words = name.split()
    parts = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    before = [(countries[first], rest) for first, rest in parts if first in countries]
    return before or [(countries[last], first) for first, last in parts if last in countries]
