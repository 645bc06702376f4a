"""The competitions of openfootball by their titles: country, name and the zone of the printed times.

openfootball prints local times; those of UEFA competitions are Central European.
"""

import re
from typing import NamedTuple

from footydata.sources.cells import FIRST_YEAR, LAST_YEAR, LONGEST_NAME
from footydata.sources.parsed import UNKNOWN_COUNTRY, LeagueKey, SeasonKey, season_across, season_within


class Competition(NamedTuple):
    """A competition as openfootball titles it. zone None: every time tells its own offset, or is not known."""

    country: str
    name: str
    zone: str | None
    has_standings: bool = True


COMPETITIONS: dict[str, Competition] = {
    "english premier league": Competition("GB-ENG", "Premier League", "Europe/London"),
    "english championship": Competition("GB-ENG", "Championship", "Europe/London"),
    "english league one": Competition("GB-ENG", "League One", "Europe/London"),
    "english league two": Competition("GB-ENG", "League Two", "Europe/London"),
    "scottish premiership": Competition("GB-SCT", "Premiership", "Europe/London"),
    "deutsche bundesliga": Competition("DE", "Bundesliga", "Europe/Berlin"),
    "deutsche 2. bundesliga": Competition("DE", "2. Bundesliga", "Europe/Berlin"),
    "deutsche 3. liga": Competition("DE", "3. Liga", "Europe/Berlin"),
    "primera división de españa": Competition("ES", "La Liga", "Europe/Madrid"),
    "spain primera división": Competition("ES", "La Liga", "Europe/Madrid"),
    "spain segunda división": Competition("ES", "Segunda División", "Europe/Madrid"),
    "italian serie a": Competition("IT", "Serie A", "Europe/Rome"),
    "italian serie b": Competition("IT", "Serie B", "Europe/Rome"),
    "french ligue 1": Competition("FR", "Ligue 1", "Europe/Paris"),
    "french ligue 2": Competition("FR", "Ligue 2", "Europe/Paris"),
    "netherlands eredivisie": Competition("NL", "Eredivisie", "Europe/Amsterdam"),
    "belgium first division a": Competition("BE", "Pro League", "Europe/Brussels"),
    "portuguese primeira liga": Competition("PT", "Primeira Liga", "Europe/Lisbon"),
    "swiss super league": Competition("CH", "Super League", "Europe/Zurich"),
    "austrian bundesliga": Competition("AT", "Bundesliga", "Europe/Vienna"),
    "turkish süper lig": Competition("TR", "Süper Lig", "Europe/Istanbul"),
    "uefa champions league": Competition("EUROPE", "Champions League", "Europe/Zurich", has_standings=False),
    "uefa europa league": Competition("EUROPE", "Europa League", "Europe/Zurich", has_standings=False),
    "world cup": Competition("WORLD", "World Cup", None, has_standings=False),
    "euro": Competition("EUROPE", "European Championship", None, has_standings=False),
}
"""Title in lower case, without its season → the competition."""

_TITLE = re.compile(r"^(?P<name>.+?)\s+(?P<start>\d{4})(?:[/-](?P<end>\d{2,4}))?$", re.ASCII)


class Titled(NamedTuple):
    """What a title tells."""

    competition: Competition
    league: LeagueKey
    season: SeasonKey


def read_title(title: str) -> Titled | None:
    """The competition and season of a title, of an unknown country where its name is not one that we know.

    None where the title has no name or no season.

    >>> read_title("English Premier League 2017/18").season.label
    '17/18'
    """
    found = _TITLE.match(" ".join(title.split())) if len(title) <= LONGEST_NAME else None
    if found is None:
        return None
    competition = COMPETITIONS.get(found["name"].casefold()) or Competition(UNKNOWN_COUNTRY, found["name"], None)
    start = int(found["start"])
    if not FIRST_YEAR <= start <= LAST_YEAR:
        return None
    season = season_across(start) if found["end"] else season_within(start)
    return Titled(competition, LeagueKey(competition.country, competition.name), season)
