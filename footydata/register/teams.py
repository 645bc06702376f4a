"""The teams that the register knows by name, country by country.

teams/COUNTRY.csv has a row a club: its id, its English name, its side ("" for a first team), every spelling of it
whatever the source (former names too), and its names in other languages. The country is that of the league system
that it plays in: Cardiff City is of England. nations.csv has the national teams in the same columns.
A released id is never given to another team; a new one is the highest of all files and one more. Where two rows were
one club under two names, former_ids.csv has the id that is gone, with the one that stays and the source that says so.
A spelling that two clubs of a country share decides nothing and stays out.
Source: football-data.co.uk's and StatsBomb's files for their spellings, openfootball/clubs (CC0) for clubs,
spellings and languages; `build` brings in a newer one of the latter.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from footydata.contract.countries import REGIONS
from footydata.register.confederations import NEIGHBOURS, countries_of
from footydata.register.naming import bare_of, normalised
from footydata.register.rows import rows

FIRST, RESERVES, WOMEN, NATIONAL, NATIONAL_WOMEN = "", "reserves", "women", "national", "national women"
"""The sides of a team; no two of them are ever the same team."""

SIDES = (FIRST, RESERVES, WOMEN, NATIONAL, NATIONAL_WOMEN)

OF_WOMEN = (WOMEN, NATIONAL_WOMEN)
"""The sides whose teams sources often call as the men's."""

OF_NATIONS = (NATIONAL, NATIONAL_WOMEN)

LOOKED_FOR: dict[str, tuple[tuple[str, ...], ...]] = {
    FIRST: ((FIRST, RESERVES), (WOMEN,), (NATIONAL,), (NATIONAL_WOMEN,)),
    WOMEN: ((WOMEN,), (NATIONAL_WOMEN,)),
    NATIONAL: ((NATIONAL,),),
    NATIONAL_WOMEN: ((NATIONAL_WOMEN,),),
}
"""The side of a competition's teams → the sides that a spelling is looked for among, the likelier ones first."""


NATIONS = "nations"

_MARKED = re.compile(
    r"\b(?:women|womens|ladies|w|wfc|lfc|fcw|femen\w*|f[eé]min\w*|frauen|donne|dames)\b", re.IGNORECASE
)
"""What tells a women's team in a name."""

_YEARS = re.compile(r"\s+\(\d{4}-(?:\d{4})?\)$", re.ASCII)
"""How openfootball tells clubs of one name apart: AC Cesena (1940-2018)."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How a spelling is written where a keyboard lacks these letters."""


class RegisteredTeam(NamedTuple):
    """A team of the register; country: of the league system that it plays in."""

    id: int
    country: str
    name: str
    side: str = FIRST


_Teams: TypeAlias = dict[str, dict[int, RegisteredTeam]]
"""Spelling → the teams of that spelling by their ids."""


class RegisterRow(NamedTuple):
    """A row of a file; spellings without the name, names: language → name."""

    team: RegisteredTeam
    spellings: tuple[str, ...]
    names: Mapping[str, str]


def registered_team(country: str | None, spelling: str, *, side: str = FIRST) -> RegisteredTeam | None:
    """The team that is spelled so in the league system of a country or region, whatever the source.

    First by names and spellings, then without FC, AFC, CF or FK where that leaves one team alone, then so among the
    clubs of a neighbour that share the league system. In a region (a continental competition) the English names
    decide before the spellings. A spelling that two teams share decides nothing.
    side: of the competition's teams, FIRST where it is not one of women's or national teams.
    """
    spelling = _YEARS.sub("", spelling)
    if country is None or country in REGIONS:
        return _in_region(country or "WORLD", spelling, side)
    for code in (country, *NEIGHBOURS.get(country, ())) if side not in OF_NATIONS else ():
        found = _clubs(code).find(spelling, side)
        if found is not None:
            return found
    nation = _nations().find(spelling, side)
    return nation if nation is not None and nation.country == country else None


def is_called_like_men(side: str, spelling: str) -> bool:
    """Whether a spelling among women's teams does not say so, and could be the men's team as well.

    >>> [is_called_like_men(*each) for each in ((WOMEN, "Ashmere"), (WOMEN, "Ashmere WFC"), (FIRST, "Ashmere"))]
    [True, False, False]
    """
    return side in OF_WOMEN and not _MARKED.search(spelling)


def names_of(team: RegisteredTeam) -> Mapping[str, str]:
    """Language → the name of a team in it, where it differs from the English one."""
    return _row_of(team).names


def spellings_of(team: RegisteredTeam) -> tuple[str, ...]:
    """How sources spell a team otherwise than its name."""
    return _row_of(team).spellings


@cache
def team_rows(country: str) -> tuple[RegisterRow, ...]:
    """The clubs of a country, in the order of its file."""
    return tuple(_read(row, country) for row in rows(f"teams/{country}.csv"))


@cache
def nation_rows() -> tuple[RegisterRow, ...]:
    """The national teams."""
    return tuple(_read(row, row["country"]) for row in rows("nations.csv"))


def team_of_id(team_id: int, country: str | None) -> RegisteredTeam | None:
    """The team of an id, looked for in a country first; None where the register has none of that id.

    An id that two released names of one club had is still its id: the team has another one then.
    """
    team_id, country = former_ids().get(team_id, (team_id, country))
    places = (() if country is None else (country,), (NATIONS,), registered_countries())
    return next((row.team for listed in places for place in listed if (row := _by_id(place).get(team_id))), None)


@cache
def former_ids() -> Mapping[int, tuple[int, str | None]]:
    """A released id that a club has no more → the one that it has, and its country."""
    return {int(row["former_id"]): (int(row["id"]), row["country"]) for row in rows("former_ids.csv")}


@cache
def registered_countries() -> tuple[str, ...]:
    """The countries that have clubs, by their codes."""
    names = (place.name for place in files("footydata.register").joinpath("teams").iterdir())
    return tuple(sorted(name.removesuffix(".csv") for name in names if name.endswith(".csv")))


def _read(row: dict[str, str], country: str) -> RegisterRow:
    team = RegisteredTeam(int(row["id"]), country, row["name"], row["side"])
    names = dict(pair.split("=", 1) for pair in row["languages"].split(";") if pair)
    return RegisterRow(team, tuple(row["spellings"].split(";")) if row["spellings"] else (), names)


@cache
def _by_id(place: str) -> dict[int, RegisterRow]:
    return {row.team.id: row for row in (nation_rows() if place == NATIONS else team_rows(place))}


def _row_of(team: RegisteredTeam) -> RegisterRow:
    return _by_id(NATIONS if team.side in OF_NATIONS else team.country)[team.id]


class _Index:
    """Teams by their normalised spellings, and by these without FC, AFC, CF or FK."""

    def __init__(self, exact: _Teams) -> None:
        self.exact = exact

    @cached_property
    def near(self) -> _Teams:
        """Made where no exact spelling is found for the first time."""
        found: _Teams = {}
        for spelling, teams in self.exact.items():
            found.setdefault(bare_of(spelling), {}).update(teams)
        return found

    def find(self, spelling: str, side: str) -> RegisteredTeam | None:
        """The only team of the likeliest sides that is spelled so."""
        wanted = normalised(spelling)
        return _alone(self.exact.get(wanted), side) or _alone(self.near.get(bare_of(wanted)), side)


@cache
def _clubs(country: str) -> _Index:
    return _Index(_by_spelling(team_rows(country)))


@cache
def _nations() -> _Index:
    return _Index(_by_spelling(nation_rows()))


@cache
def _names(region: str) -> _Index:
    """The clubs of a region by their English names alone."""
    listed = (row._replace(spellings=()) for country in countries_of(region) for row in team_rows(country))
    return _Index(_by_spelling(listed))


@cache
def _spellings(region: str) -> _Index:
    found: _Teams = {}
    for country in countries_of(region):
        for spelling, teams in _clubs(country).exact.items():
            found.setdefault(spelling, {}).update(teams)
    return _Index(found)


def _in_region(region: str, spelling: str, side: str) -> RegisteredTeam | None:
    clubs = (
        None if side in OF_NATIONS else _names(region).find(spelling, side) or _spellings(region).find(spelling, side)
    )
    return clubs or _nations().find(spelling, side)


def _by_spelling(listed: Iterable[RegisterRow]) -> _Teams:
    found: _Teams = {}
    for row in listed:
        for spelling in (row.team.name, *row.spellings):
            found.setdefault(normalised(spelling), {})[row.team.id] = row.team
            if not spelling.isascii():
                found.setdefault(normalised(spelling.translate(_UMLAUTS)), {})[row.team.id] = row.team
    return found


def _alone(teams: dict[int, RegisteredTeam] | None, side: str) -> RegisteredTeam | None:
    for sides in LOOKED_FOR[side]:
        among = [team for team in (teams or {}).values() if team.side in sides]
        if among:
            return among[0] if len(among) == 1 else None
    return None
