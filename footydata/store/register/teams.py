"""The teams that the register knows by name. A released id is never given to another."""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from footydata.contract.countries import REGIONS
from footydata.store.naming import bare, normalised
from footydata.store.register.rows import rows

SOURCES = ("football-data", "openfootball", "statsbomb", "corner-lines")
"""The sources whose spellings the register holds."""


class RegisteredTeam(NamedTuple):
    """A team of the register; country: of the league system that it plays in."""

    id: int
    country: str
    name: str


def registered_team(country: str | None, spelling: str) -> RegisteredTeam | None:
    """The team that is spelled so in the league system of a country, whatever the source.

    First by the spellings, then by our own name, then without FC, AFC or CF where that names one team alone.
    Without a country (a continental competition): where the whole name is ours of one team alone.
    """
    if country is None or country in REGIONS:
        return _alone(_by_name().get(normalised(spelling), []))
    name = _spellings().get((country, spelling), spelling)
    exact = [team for team in _by_name().get(normalised(name), []) if team.country == country]
    near = [team for team in _by_bare_name().get(bare(name), []) if team.country == country]
    return _alone(exact) or _alone(near)


def registered_teams() -> tuple[RegisteredTeam, ...]:
    """Every team of the register, in the order of the file."""
    return _teams()


def _alone(teams: list[RegisteredTeam]) -> RegisteredTeam | None:
    return teams[0] if len(teams) == 1 else None


@cache
def _teams() -> tuple[RegisteredTeam, ...]:
    return tuple(RegisteredTeam(int(row["id"]), row["country"], row["name"]) for row in rows("teams.csv"))


@cache
def _by_name() -> dict[str, list[RegisteredTeam]]:
    by_name: defaultdict[str, list[RegisteredTeam]] = defaultdict(list)
    for team in _teams():
        by_name[normalised(team.name)].append(team)
    return by_name


@cache
def _by_bare_name() -> dict[str, list[RegisteredTeam]]:
    by_name: defaultdict[str, list[RegisteredTeam]] = defaultdict(list)
    for team in _teams():
        by_name[bare(team.name)].append(team)
    return by_name


@cache
def _spellings() -> dict[tuple[str, str], str]:
    return {(row["country"], row["spelling"]): row["name"] for name in SOURCES for row in rows(f"spellings/{name}.csv")}
