"""Level teams that cards, a ranking or lots separated, which no result shows: a dated row each, with its source."""

from typing import NamedTuple

from footydata.football.register import rows_by


class DecidedTie(NamedTuple):
    """A team that stands above another by decision; both by the register's names, date: ISO."""

    country: str
    league: str
    start_year: str
    team: str
    below: str
    date: str
    reason: str
    source: str


def decided_ties(country: str, league: str, start_year: int) -> tuple[DecidedTie, ...]:
    """The decisions of a season, by the register's name of its league.

    >>> [(tie.team, tie.below) for tie in decided_ties("WORLD", "World Cup", 2018)]
    [('Japan', 'Senegal')]
    """
    key = (country, league, str(start_year))
    of_season = rows_by("decided_ties.csv", "country", "league", "start_year").get(key, ())
    return tuple(DecidedTie(**row) for row in of_season)
