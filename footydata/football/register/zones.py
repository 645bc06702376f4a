"""Which places of a table mean promotion, relegation or a play-off, by competition and era.

zones.csv has a row a zone: first and last are places from the top, below zero from the bottom; teams is how many the
table must have, 0 for any number; play_off names how its places play on (rules.play_offs), if that is known.
A competition or season without a row is one whose zones are not known here.
"""

from functools import cache
from typing import NamedTuple

from footydata.football.register import rows
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


class _Row(NamedTuple):
    since: int
    until: int
    teams: int
    zone: Zone


def zones_of(country: str, league: str, start_year: int, teams: int) -> tuple[Zone, ...]:
    """The zones of a season by its start year, from the top down; empty if they are not known.

    league: the competition by any of its names.

    >>> [(zone.name, zone.first, zone.last) for zone in zones_of("GB-ENG", "Championship", 2023, 24)]
    [('promotion', 1, 2), ('promotion play-off', 3, 6), ('relegation', 22, 24)]
    >>> zones_of("GB-ENG", "Premier League", 2023, 19)
    ()
    """
    known = registered_league(country, league, start_year)
    zones = []
    for row in _zones().get((country, known.name), ()) if known else ():
        if row.since <= start_year <= row.until and row.teams in (0, teams):
            first, last = (place + teams + 1 if place < 0 else place for place in row.zone[1:3])
            zones.append(row.zone._replace(first=first, last=last))
    return tuple(sorted(zones, key=lambda zone: zone.first))


@cache
def _zones() -> dict[tuple[str, str], list[_Row]]:
    rows_by_league: dict[tuple[str, str], list[_Row]] = {}
    for row in rows("zones.csv"):
        zone = Zone(row["zone"], int(row["first"]), int(row["last"]), row["play_off"])
        league_rows = rows_by_league.setdefault((row["country"], row["league"]), [])
        league_rows.append(
            _Row(int(row["since"]), int(row["until"] or 9999), int(row["teams"]), zone)
        )
    return rows_by_league
