"""What the zones of a table say of its teams, beside the divisions that these teams play in a season later."""

import csv
import sqlite3
from pathlib import Path
from typing import NamedTuple

from footydata.football.register.leagues import (
    PROMOTION,
    RELEGATION,
    Zone,
    registered_league,
    zones_of,
)
from tests.season_table import standings

EXCEPTIONS = Path(__file__).with_name("zone_exceptions.csv")

LADDERS = {
    "GB-ENG": ("Premier League", "Championship", "League One", "League Two", "National League"),
    "GB-SCT": ("Premiership", "Championship", "League One", "League Two"),
    "DE": ("Bundesliga", "2. Bundesliga", "3. Liga"),
    "ES": ("La Liga", "Segunda División"),
    "IT": ("Serie A", "Serie B"),
    "FR": ("Ligue 1", "Ligue 2"),
}
"""The divisions of a country from the top down, where more than one is at hand."""

FEWEST = 8
"""A list of fewer teams is not a division but its play-offs."""


class Member(NamedTuple):
    """A team that is not where the zones of its table send it: went is up, down, away or stayed."""

    country: str
    league: str
    season: str
    team: str
    place: int
    zone: str
    went: str


class Compared(NamedTuple):
    """How many seasons and teams were compared, and the teams that went another way."""

    seasons: int
    teams: int
    otherwise: list[Member]


def compared(connection: sqlite3.Connection, *, now: int) -> Compared:
    """Every season with zones whose teams are known a season later."""
    names = dict(connection.execute("select id, name from team"))
    known = {
        (country, league, year): (league_id, season_id, label, _members(connection, season_id))
        for league_id, country, league, season_id, label, year in connection.execute(_SEASONS)
    }
    seasons, teams, otherwise = 0, 0, []
    for (country, league, year), (league_id, season_id, label, members) in known.items():
        registered = registered_league(country, league, year)
        zones = zones_of(country, league, year, len(members)) if registered else ()
        later = [
            known[key][3] if key in known else set() for key in _around(country, league, year + 1)
        ]
        moves = any(zone.name.startswith((PROMOTION, RELEGATION)) for zone in zones)
        if not moves or not any(len(there) >= FEWEST for there in later):
            continue
        table = standings(connection, league_id=league_id, season_id=season_id, now=now)
        seasons += 1
        for place, row in enumerate(table.rows, start=1):
            expected = next((zone for zone in zones if zone.first <= place <= zone.last), None)
            went = _went(row.team_id, *later)
            if went:
                teams += 1
            if went and went not in _allowed(expected):
                zone = expected.name if expected else "none"
                otherwise.append(
                    Member(country, league, label, names[row.team_id], place, zone, went)
                )
    return Compared(seasons, teams, otherwise)


def exceptions() -> dict[tuple[str, str, str, str], str]:
    """Country, league, season and team → why it went another way."""
    with EXCEPTIONS.open(encoding="utf-8", newline="") as file:
        return {
            (row["country"], row["league"], row["season"], row["team"]): row["reason"]
            for row in csv.DictReader(file)
        }


def _members(connection: sqlite3.Connection, season_id: int) -> set[int]:
    return {team_id for (team_id,) in connection.execute(_MEMBERS, {"season_id": season_id})}


def _around(country: str, league: str, year: int) -> list[tuple[str, str, int]]:
    """The division above, this one and the one below."""
    ladder = LADDERS.get(country, ())
    at = ladder.index(league) if league in ladder else None
    above = ladder[at - 1] if at else ""
    below = ladder[at + 1] if at is not None and at + 1 < len(ladder) else ""
    return [(country, name, year) for name in (above, league, below)]


def _went(team_id: int, above: set[int], same: set[int], below: set[int]) -> str:
    """Where the team is a season later; empty where that is not known."""
    for name, there in (("up", above), ("stayed", same), ("down", below)):
        if team_id in there:
            return name
    return "away" if len(same) >= FEWEST else ""


def _allowed(zone: Zone | None) -> set[str]:
    if zone is None:
        return {"stayed"}
    if "play-off" in zone.name:
        return {"stayed", "away", "up" if zone.name.startswith(PROMOTION) else "down"}
    return {PROMOTION: {"up", "away"}, RELEGATION: {"down", "away"}}.get(
        zone.name, {"stayed", "up", "down", "away"}
    )


_SEASONS = """
select league.id, country_code, league.name, season.id, season.label, start_year
from season join league on league.id = season.league_id
where has_standings order by country_code, league.name, start_year
"""
_MEMBERS = """
select home_id from fixture where season_id = :season_id and in_table
union select away_id from fixture where season_id = :season_id and in_table
"""
