"""Finds the competition and season in the title of an openfootball file.

openfootball gives local times; those of UEFA competitions are Central European.
"""

import re
from typing import NamedTuple

from footydata.football.countries import ALL_CODES
from footydata.football.register.countries import country_words, zone_of
from footydata.football.register.leagues import registered_league, registered_league_called
from footydata.football.register.teams import NATIONAL, NATIONAL_WOMEN
from footydata.sources.cells import FIRST_YEAR, LAST_YEAR, LONGEST_NAME
from footydata.sources.parsed import UNKNOWN_COUNTRY, LeagueKey, SeasonKey, season_across, season_within


class Competition(NamedTuple):
    """A competition in a title. zone: of its kickoff times, None if each has its own offset, or the zone is unknown."""

    country: str
    name: str
    zone: str | None
    has_standings: bool = True


OWN_CODES = {"en": "GB-ENG", "uefa": "EUROPE"}
"""openfootball's country codes that differ from ours."""

_CODED = re.compile(r"^(?:\d{4}(?:-\d\d)?_)?(?P<code>[a-z]{2,4})(?=[.\d])", re.ASCII)
_TITLE = re.compile(
    r"^(?P<name>.+?)\s+(?P<start>\d{4})(?:[/-](?P<end>\d{2,4}))?(?P<part>\s+(?:qualifying|qualifiers))?$",
    re.ASCII | re.IGNORECASE,
)


class Titled(NamedTuple):
    """The competition and season of a title."""

    competition: Competition
    league: LeagueKey
    season: SeasonKey


def read_title(title: str, file: str = "") -> Titled | None:
    """The competition and season of a title; UNKNOWN_COUNTRY if the register does not have the competition.

    None if the title has no name or no season. file: the name of its file, which may begin with a country's code.

    >>> read_title("English Premier League 2017/18").season.label
    '17/18'
    >>> read_title("Premier League 2018/19", "ru.1").competition.country
    'RU'
    >>> read_title("World Cup 2026 Qualifying").league.name
    'World Cup Qualifying'
    """
    match = _TITLE.match(" ".join(title.split())) if len(title) <= LONGEST_NAME else None
    if match is None:
        return None
    start = int(match["start"])
    if not FIRST_YEAR <= start <= LAST_YEAR:
        return None
    competition = _competition(match["name"] + (match["part"] or ""), start, country_of_file(file))
    season = season_across(start) if match["end"] else season_within(start)
    return Titled(competition, LeagueKey(competition.country, competition.name), season)


def country_of_file(name: str) -> str | None:
    """The country whose code a file's name begins with, None if it begins with none.

    >>> [country_of_file(name) for name in ("en.1", "2019-20_tr1", "uefa.cl", "1-premierleague", "worldcup")]
    ['GB-ENG', 'TR', 'EUROPE', None, None]
    """
    match = _CODED.match(name)
    code = match["code"] if match else ""
    return OWN_CODES.get(code) or (code.upper() if code.upper() in ALL_CODES else country_words().get(code))


def _competition(name: str, start: int, country: str | None) -> Competition:
    known = registered_league_called(name, start) or (registered_league(country, name, start) if country else None)
    if known is None:
        return Competition(UNKNOWN_COUNTRY, name, None)
    zone = None if known.side in (NATIONAL, NATIONAL_WOMEN) else zone_of(known.country)
    return Competition(known.country, known.name, zone, known.has_standings)
