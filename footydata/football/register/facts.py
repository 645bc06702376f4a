"""Facts that results files do not have: points given or taken, seasons with other rules, members without fixtures.

facts.csv has a row for each, with its reason, its date if known, and its source. Its kind is points (value: how
many, negative if taken), rules (value: a key of the competition rules) or member (a team of the season without
fixtures).
"""

from typing import NamedTuple

from footydata.football.register import rows, rows_by


class Fact(NamedTuple):
    """A fact of the register; team and value are empty if the kind has none, date if it is unknown."""

    kind: str
    country: str
    league: str
    season: str
    team: str
    value: str
    date: str
    reason: str
    source: str


def facts() -> tuple[Fact, ...]:
    """Every fact, in the order of the file."""
    return tuple(Fact(**row) for row in rows("facts.csv"))


def facts_of(country: str, league: str, season: str) -> list[Fact]:
    """The facts of a season, by the register's name of its league and its label."""
    of_season = rows_by("facts.csv", "country", "league", "season").get(
        (country, league, season), ()
    )
    return [Fact(**row) for row in of_season]
