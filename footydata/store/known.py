"""The competitions, teams and bookmakers that we know by name: packaged ids, names and spellings.

packaged/spellings/SOURCE.csv holds how a source spells the teams whose normalised name differs from ours.
A packaged id, once released, is never given to another.
"""

import csv
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from footydata.contract.countries import REGIONS
from footydata.store.naming import bare, normalised


class KnownLeague(NamedTuple):
    """A competition that we know.

    calendar: across (two years) or within (one). meetings: how often a pair may meet at one venue in a season.
    """

    id: int
    country: str
    name: str
    calendar: str
    meetings: int
    rules: str | None
    has_standings: bool


class KnownTeam(NamedTuple):
    """A team that we know; country: of the league system that it plays in."""

    id: int
    country: str
    name: str


class KnownBookmaker(NamedTuple):
    """A bookmaker that we know."""

    id: int
    slug: str
    name: str


def known_league(country: str, name: str) -> KnownLeague | None:
    """The competition of that country and name, or other name."""
    return _leagues().get((country, normalised(name)))


def known_team(source: str, country: str | None, spelling: str) -> KnownTeam | None:
    """The team that a source spells so, in the league system of a country.

    First by the source's packaged spellings, then by our own name, then without FC, AFC or CF where that names
    one team alone. Without a country (a continental competition): where the whole name is ours of one team alone.
    """
    if country is None or country in REGIONS:
        return _alone(_teams_by_name().get(normalised(spelling), []))
    name = _spellings(source).get((country, spelling), spelling)
    exact = [team for team in _teams_by_name().get(normalised(name), []) if team.country == country]
    near = [team for team in _teams_by_bare_name().get(bare(name), []) if team.country == country]
    return _alone(exact) or _alone(near)


def known_bookmaker(slug: str) -> KnownBookmaker | None:
    """The bookmaker of that slug."""
    return _bookmakers().get(slug)


def _alone(teams: list[KnownTeam]) -> KnownTeam | None:
    return teams[0] if len(teams) == 1 else None


def _rows(name: str) -> Iterator[dict[str, str]]:
    place = files("footydata.store").joinpath("packaged", name)
    if place.is_file():
        yield from csv.DictReader(place.read_text(encoding="utf-8").splitlines())


@cache
def _leagues() -> dict[tuple[str, str], KnownLeague]:
    known: dict[tuple[str, str], KnownLeague] = {}
    for row in _rows("leagues.csv"):
        league = KnownLeague(
            id=int(row["id"]),
            country=row["country"],
            name=row["name"],
            calendar=row["calendar"],
            meetings=int(row["meetings"]),
            rules=row["rules"] or None,
            has_standings=row["has_standings"] == "1",
        )
        for name in (league.name, *row["other_names"].split(";")):
            if name:
                known[league.country, normalised(name)] = league
    return known


@cache
def _teams() -> tuple[KnownTeam, ...]:
    return tuple(KnownTeam(int(row["id"]), row["country"], row["name"]) for row in _rows("teams.csv"))


@cache
def _teams_by_name() -> dict[str, list[KnownTeam]]:
    by_name: defaultdict[str, list[KnownTeam]] = defaultdict(list)
    for team in _teams():
        by_name[normalised(team.name)].append(team)
    return by_name


@cache
def _teams_by_bare_name() -> dict[str, list[KnownTeam]]:
    by_name: defaultdict[str, list[KnownTeam]] = defaultdict(list)
    for team in _teams():
        by_name[bare(team.name)].append(team)
    return by_name


@cache
def _spellings(source: str) -> dict[tuple[str, str], str]:
    return {(row["country"], row["spelling"]): row["name"] for row in _rows(f"spellings/{source}.csv")}


@cache
def _bookmakers() -> dict[str, KnownBookmaker]:
    return {row["slug"]: KnownBookmaker(int(row["id"]), row["slug"], row["name"]) for row in _rows("bookmakers.csv")}
