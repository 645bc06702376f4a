"""Which places of a table mean promotion, relegation or a play-off, by competition and era.

zones.csv has a row a zone: first and last are places from the top, below zero from the bottom; teams is how many the
table must have, 0 for any number; play_off names how its places play on (rules.play_offs), if that is known.
A competition or season without a row is one whose zones are not known here.
"""

from functools import lru_cache
from typing import NamedTuple

from footydata.football.register import rows_by
from footydata.football.register.leagues import registered_league

TITLE, PROMOTION, RELEGATION = "title", "promotion", "relegation"
FIRST_OF_TABLE = "first of the table"


class Zone(NamedTuple):
    """Places of a table, 1 the best: from first to last.

    play_off: how its places play on, a name of rules.play_offs; '' if that is not known here.
    """

    name: str
    first: int
    last: int
    play_off: str = ""


@lru_cache(maxsize=4096)
def zones_of(country: str, league: str, start_year: int, teams: int) -> tuple[Zone, ...]:
    """The zones of a season by its start year, from the top down; empty if they are not known.

    league: the competition by any of its names.

    >>> [(zone.name, zone.first, zone.last) for zone in zones_of("GB-ENG", "Championship", 2023, 24)]
    [('promotion', 1, 2), ('promotion play-off', 3, 6), ('relegation', 22, 24)]
    >>> zones_of("GB-ENG", "Premier League", 2023, 19)
    ()
    """
    known = registered_league(country, league, start_year)
    key = (country, known.name if known else "")
    zones = []
    for row in rows_by("zones.csv", "country", "league").get(key, ()):
        is_of_year = int(row["since"]) <= start_year <= int(row["until"] or 9999)
        if is_of_year and int(row["teams"]) in (0, teams):
            places = (int(row["first"]), int(row["last"]))
            first, last = (place + teams + 1 if place < 0 else place for place in places)
            zones.append(Zone(row["zone"], first, last, row["play_off"]))
    return tuple(sorted(zones, key=lambda zone: zone.first))
