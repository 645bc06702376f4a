"""The teams of the register, country by country.

teams/COUNTRY.csv has a row for each club: its id, its English name, its side ("" for a first team), all its spellings
in any source (former names too), and its names in other languages. The country is that of the league system that it
plays in: Cardiff City is under England. nations.csv has the national teams in the same columns.
A released id is never reused; a new one is the highest of all files plus one. If two rows turned out to be one club,
former_ids.csv has the id that was removed, the one that remains, and the source for it. A spelling that two clubs of a
country share identifies neither and is left out. Where one of two clubs has it in certain years or one league, these
stand after an @ (`Hereford@2015-`, `Yokohama@J2 League`); there it comes before the spellings without.
former_nations.csv has former names of national teams, each between the days on which the team played under it. Outside
these days the name is nobody's, or another team's: Ireland was Northern Ireland's name until 1956, and Yugoslavia was
Serbia's from 1994.
Source: football-data.co.uk's and StatsBomb's files for their spellings, openfootball/clubs (CC0) for clubs,
spellings and languages; `tests/register/build.py` merges a newer checkout of it; martj42/international_results (CC0)
for former names of nations, to which West Germany, USSR and the second Yugoslavia are added.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from footydata.football.countries import REGIONS
from footydata.football.register import (
    UMLAUTS,
    assigned_id,
    bare,
    bare_of,
    countries_of,
    neighbours_of,
    normalised,
    rows,
)

FIRST, RESERVES, WOMEN, NATIONAL, NATIONAL_WOMEN = (
    "",
    "reserves",
    "women",
    "national",
    "national women",
)
"""The sides of a club or nation; each side is a team of its own."""

OF_WOMEN = (WOMEN, NATIONAL_WOMEN)
"""The sides whose teams sources often give the name of the men's."""

OF_NATIONS = (NATIONAL, NATIONAL_WOMEN)

LOOKED_FOR: dict[str, tuple[tuple[str, ...], ...]] = {
    FIRST: ((FIRST, RESERVES), (WOMEN,), (NATIONAL,), (NATIONAL_WOMEN,)),
    WOMEN: ((WOMEN,), (NATIONAL_WOMEN,)),
    NATIONAL: ((NATIONAL,),),
    NATIONAL_WOMEN: ((NATIONAL_WOMEN,),),
}
"""The side of a competition's teams → the groups of sides in which a spelling is looked up, the likeliest first."""


NATIONS = "nations"

_MARKED = re.compile(
    r"\b(?:women|womens|ladies|w|wfc|lfc|fcw|femen\w*|f[eé]min\w*|frauen|donne|dames)\b",
    re.IGNORECASE,
)
"""Words that mark a women's team in a name."""

_YEARS = re.compile(r"\s+\(\d{4}-(?:\d{4})?\)$", re.ASCII)
"""How openfootball distinguishes clubs of one name: AC Cesena (1940-2018)."""

_SPAN = re.compile(r"^(\d{4})?-(\d{4})?$", re.ASCII)
"""Start years of the first and last season of a spelling."""

LAST_YEAR = 9999


class RegisteredTeam(NamedTuple):
    """A team of the register; country: of the league system that it plays in."""

    id: int
    country: str
    name: str
    side: str = FIRST


_Teams: TypeAlias = dict[str, dict[int, RegisteredTeam]]
"""Spelling → the teams of that spelling by their ids."""


class RegisterRow(NamedTuple):
    """A row of a file. spellings: without the name itself; names: language → name; limited: spelling@where."""

    team: RegisteredTeam
    spellings: tuple[str, ...]
    names: Mapping[str, str]
    limited: tuple[str, ...] = ()


class LimitedSpelling(NamedTuple):
    """A spelling that is a team's in one league or in certain years alone.

    where: the league or years as the register has them. league: None if it is of years; first, last: start years.
    """

    team: RegisteredTeam
    where: str
    league: str | None
    first: int
    last: int


def registered_team(
    country: str | None, spelling: str, *, side: str = FIRST
) -> RegisteredTeam | None:
    """The team with that spelling in the league system of a country or region (None: any), None if unknown.

    Looked up first among names and spellings, then without FC, AFC, CF or FK, then in the same way among the clubs of
    neighbours that share the league system. In a region (a continental competition) English names come before
    spellings. A spelling that two teams share gives none.
    side: of the competition's teams, FIRST unless it is one of women's or national teams.
    """
    spelling = _YEARS.sub("", spelling)
    if country is None or country in REGIONS:
        indexes = [_index_of_names, _index_of_spellings] if side not in OF_NATIONS else []
        clubs = (index(country or "WORLD").find(spelling, side) for index in indexes)
        return next(filter(None, clubs), None) or _index_of_nations().find(spelling, side)
    for code in (country, *neighbours_of(country)) if side not in OF_NATIONS else ():
        club = _index_of_clubs(code).find(spelling, side)
        if club is not None:
            return club
    nation = _index_of_nations().find(spelling, side)
    return nation if nation is not None and nation.country == country else None


class Base(NamedTuple):
    """The team that a name means before anything is decided.

    country: of the league system, or the region of the competition. known: the team of the register.
    """

    id: int
    name: str
    country: str
    scope: str
    known: RegisteredTeam | None


def base_of(
    spelling: str, country: str, *, side: str = FIRST, limited: LimitedSpelling | None = None
) -> Base:
    """The team that a name means in competitions of a country or region.

    side: of the competition's teams. limited: the team that has the spelling in the season, if it is limited to some.
    """
    known = limited.team if limited else registered_team(country, spelling, side=side)
    home = known.country if known else country
    # A women's team under the men's name has a scope of its own, so that it is never taken for the men's team.
    like_men = side in OF_WOMEN and is_called_like_men(spelling)
    name = known.name if known else f"{spelling} Women" if like_men else spelling
    scope = (
        f"{country} {side}" if like_men else f"{country} {limited.where}" if limited else country
    )
    return Base(
        known.id if known else assigned_id("team", home, bare(name)), name, home, scope, known
    )


@lru_cache(maxsize=4096)
def limited_spellings(country: str, spelling: str) -> tuple[LimitedSpelling, ...]:
    """The teams of a country whose spelling this is in certain years or leagues alone; mostly none."""
    return _limited(country).get(normalised(spelling), ()) if country not in REGIONS else ()


def limited_to(country: str, spelling: str, league: str, year: int) -> LimitedSpelling | None:
    """The only one of these that is of a league, by its name in the register, and of the season's start year.

    >>> limited_to("GB-ENG", "Hereford", "National League", 2017).team.name, limited_to("GB-ENG", "Hereford", "", 2009)
    ('Hereford FC', None)
    """
    teams = [
        each
        for each in limited_spellings(country, spelling)
        if each.first <= year <= each.last and each.league in (None, league)
    ]
    return teams[0] if len(teams) == 1 else None


def namesakes(country: str, spelling: str) -> tuple[RegisteredTeam, ...]:
    """The first teams of a country that the spelling may mean without FC, AFC, CF or FK, by their ids.

    >>> [team.name for team in namesakes("JP", "Yokohama")], namesakes("JP", "Nowhere")
    (['Yokohama F. Marinos', 'Yokohama FC'], ())
    """
    return _by_bare_name(country).get(bare(spelling), ()) if country not in REGIONS else ()


def is_called_like_men(spelling: str) -> bool:
    """Whether a spelling of a women's team could be the men's team as well, as no word in it says otherwise.

    >>> is_called_like_men("Ashmere"), is_called_like_men("Ashmere WFC")
    (True, False)
    """
    return not _MARKED.search(spelling)


@cache
def team_rows(country: str) -> tuple[RegisterRow, ...]:
    """The clubs of a country, in the order of its file."""
    return tuple(_register_row(row, country) for row in rows(f"teams/{country}.csv"))


@cache
def nation_rows() -> tuple[RegisterRow, ...]:
    """The national teams."""
    return tuple(_register_row(row, row["country"]) for row in rows("nations.csv"))


def team_of_id(team_id: int, country: str | None) -> RegisteredTeam | None:
    """The team of an id, looked up in a country first; None if the register has none with that id.

    A former id gives the team, which then has another id.
    """
    team_id, country = former_ids().get(team_id, (team_id, country))
    places = (() if country is None else (country,), (NATIONS,), registered_countries())
    return next(
        (row.team for listed in places for place in listed if (row := _by_id(place).get(team_id))),
        None,
    )


@cache
def former_ids() -> Mapping[int, tuple[int, str | None]]:
    """Former id of a club → its present id, and its country."""
    return {
        int(row["former_id"]): (int(row["id"]), row["country"]) for row in rows("former_ids.csv")
    }


@cache
def registered_countries() -> tuple[str, ...]:
    """The codes of the countries with clubs, sorted."""
    names = (
        place.name for place in files("footydata.football.register").joinpath("teams").iterdir()
    )
    return tuple(sorted(name.removesuffix(".csv") for name in names if name.endswith(".csv")))


def _register_row(row: dict[str, str], country: str) -> RegisterRow:
    team = RegisteredTeam(int(row["id"]), country, row["name"], row["side"])
    names = dict(pair.split("=", 1) for pair in row["languages"].split(";") if pair)
    spellings = row["spellings"].split(";") if row["spellings"] else []
    limited = tuple(spelling for spelling in spellings if "@" in spelling)
    return RegisterRow(
        team, tuple(spelling for spelling in spellings if "@" not in spelling), names, limited
    )


@cache
def _by_id(place: str) -> dict[int, RegisterRow]:
    return {row.team.id: row for row in (nation_rows() if place == NATIONS else team_rows(place))}


def row_of(team: RegisteredTeam) -> RegisterRow:
    """The row of a team, with its spellings and its names in other languages."""
    return _by_id(NATIONS if team.side in OF_NATIONS else team.country)[team.id]


class _Index:
    """Teams by normalised spelling, and by spelling without FC, AFC, CF or FK."""

    def __init__(self, exact: _Teams) -> None:
        self.exact = exact

    @cached_property
    def near(self) -> _Teams:
        """Spelling without FC and the like → teams; built when an exact spelling is first not found."""
        teams_by_spelling: _Teams = {}
        for spelling, teams in self.exact.items():
            teams_by_spelling.setdefault(bare_of(spelling), {}).update(teams)
        return teams_by_spelling

    def find(self, spelling: str, side: str) -> RegisteredTeam | None:
        """The only team with that spelling among the likeliest sides that have any."""
        folded = normalised(spelling)
        return _only_team(self.exact.get(folded), side) or _only_team(
            self.near.get(bare_of(folded)), side
        )


@cache
def _index_of_clubs(country: str) -> _Index:
    return _Index(_by_spelling(team_rows(country)))


@cache
def _limited(country: str) -> dict[str, tuple[LimitedSpelling, ...]]:
    """Normalised spelling → the teams that have it in certain years or leagues."""
    by_spelling: dict[str, tuple[LimitedSpelling, ...]] = {}
    for row in team_rows(country):
        for text in row.limited:
            spelling, _, where = text.partition("@")
            years = _SPAN.match(where)
            first, last = years.groups() if years else ("", "")
            one = LimitedSpelling(
                *(row.team, where, None if years else where),
                int(first or 0),
                int(last or LAST_YEAR),
            )
            by_spelling[normalised(spelling)] = (*by_spelling.get(normalised(spelling), ()), one)
    return by_spelling


@cache
def _by_bare_name(country: str) -> dict[str, tuple[RegisteredTeam, ...]]:
    """Bare name → the first teams with such a name or spelling."""
    by_id: dict[str, dict[int, RegisteredTeam]] = {}
    for row in team_rows(country):
        for text in (row.team.name, *row.spellings, *row.limited) if row.team.side == FIRST else ():
            by_id.setdefault(bare(text.partition("@")[0]), {})[row.team.id] = row.team
    return {
        name: tuple(teams[team_id] for team_id in sorted(teams)) for name, teams in by_id.items()
    }


@cache
def _index_of_nations() -> _Index:
    return _Index(_by_spelling(nation_rows()))


@cache
def _index_of_names(region: str) -> _Index:
    """The clubs of a region by their English names alone."""
    rows_of_region = (
        row._replace(spellings=()) for country in countries_of(region) for row in team_rows(country)
    )
    return _Index(_by_spelling(rows_of_region))


@cache
def _index_of_spellings(region: str) -> _Index:
    by_name: _Teams = {}
    for country in countries_of(region):
        for spelling, teams in _index_of_clubs(country).exact.items():
            by_name.setdefault(spelling, {}).update(teams)
    return _Index(by_name)


def _by_spelling(rows: Iterable[RegisterRow]) -> _Teams:
    by_name: _Teams = {}
    for row in rows:
        for spelling in (row.team.name, *row.spellings):
            by_name.setdefault(normalised(spelling), {})[row.team.id] = row.team
            if not spelling.isascii():
                by_name.setdefault(normalised(spelling.translate(UMLAUTS)), {})[row.team.id] = (
                    row.team
                )
    return by_name


def _only_team(teams: dict[int, RegisteredTeam] | None, side: str) -> RegisteredTeam | None:
    for sides in LOOKED_FOR[side]:
        among = [team for team in (teams or {}).values() if team.side in sides]
        if among:
            return among[0] if len(among) == 1 else None
    return None


def former_nation(spelling: str, day: date) -> LimitedSpelling | None:
    """The national team that played under a former name on a day, None if none did.

    >>> former_nation("Dahomey", date(1965, 1, 1)).team.name, former_nation("Dahomey", date(1980, 1, 1))
    ('Benin', None)
    """
    names = _former_nations().get(normalised(spelling), ())
    return next((name for first, last, name in names if first <= day <= last), None)


@cache
def _former_nations() -> dict[str, list[tuple[date, date, LimitedSpelling]]]:
    names: dict[str, list[tuple[date, date, LimitedSpelling]]] = {}
    for row in rows("former_nations.csv"):
        team = registered_team(None, row["team"], side=NATIONAL)
        assert team is not None, row["team"]
        first, last = date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"])
        name = LimitedSpelling(team, f"{first} to {last}", None, first.year, last.year)
        names.setdefault(normalised(row["former"]), []).append((first, last, name))
    return names
