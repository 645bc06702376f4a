"""What the register knows of seasons: their days, the zones of their tables, and facts that no result shows.

season_starts.csv has the exceptions to the calendar, by which a season across two years begins in July, one within a
year in January. editions.csv has the seasons of national teams' competitions whose days are not those of their
calendar: finals that were put off or cross the new year, and qualifying, which is of the finals that follow it.
Source: martj42/international_results (CC0) for the days of finals; the announced days of those to come (World Cup 2030,
European Championship 2028, Africa Cup of Nations and Asian Cup 2027); Wikipedia for the editions of the Central
European International Cup and the Nordic Championship.

zones.csv has a row a zone: first and last are places from the top, below zero from the bottom; teams is how many the
table must have, 0 for any number; play_off names how its places play on (rules.play_offs), if that is known.

facts.csv has what results files do not have, each with its reason, its date if known, and its source. Its kind is
points (value: how many, negative if taken), rules (value: a key of the competition rules) or member (a team of the
season without fixtures). decided_ties.csv has the level teams that cards, a ranking or lots separated.

away_goals.csv says whether away goals decide a tie that is level on aggregate, a row a change, with its source; since
is the start year of a season, 0 for the first. rounds has the numbers of the rounds in which they count, `but final`,
or nothing for all.

A season without a row in zones.csv or away_goals.csv is one of which that is not known here.
"""

from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from footydata.football.register import rows, rows_by
from footydata.football.register.leagues import registered_league, registered_leagues

ACROSS, WITHIN = "across", "within"
FIRST_MONTH = {ACROSS: 7, WITHIN: 1}
"""Calendar → the month in which a season begins."""

ANY = "*"


def calendar_of(country: str, name: str) -> str:
    """The calendar of a competition, ACROSS or WITHIN; if it is not in the register, that of most in its country.

    >>> calendar_of("GB-ENG", "Premier League"), calendar_of("NO", "Eliteserien"), calendar_of("NO", "Our Cup")
    ('across', 'within', 'within')
    """
    known = registered_league(country, name)
    return known.calendar if known else _usual_calendar(country)


def start_year_of(country: str, name: str, day: date) -> int:
    """The year in which the season that a day belongs to began.

    >>> start_year_of("GB-ENG", "Premier League", date(2020, 7, 26))
    2019
    >>> start_year_of("NO", "Eliteserien", date(2020, 7, 26))
    2020
    >>> start_year_of("EUROPE", "European Championship", date(2021, 6, 11))
    2020
    """
    known = registered_league(country, name)
    key = (country, known.name if known else name)
    for edition in rows_by("editions.csv", "country", "league").get(key, ()):
        if edition["first_day"] <= day.isoformat() <= edition["last_day"]:
            return int(edition["start_year"])
    first_day = _first_day(calendar_of(country, name), country, name, day.year)
    return day.year - (day < first_day)


@cache
def _first_day(calendar: str, country: str, name: str, year: int) -> date:
    """The first day of the season that starts in a year; the most specific row decides."""
    known = registered_league(country, name)
    names = (known.name if known else name, ANY)
    keys = [(country, names[0]), (country, ANY)] + ([(ANY, ANY)] if calendar == ACROSS else [])
    for where in keys:
        starts = rows_by("season_starts.csv", "country", "league", "start_year")
        for row in starts.get((*where, str(year)), ()):
            return date.fromisoformat(row["first_day"])
    return date(year, FIRST_MONTH[calendar], 1)


@cache
def _usual_calendar(country: str) -> str:
    leagues = [league for league in registered_leagues() if league.country == country]
    within = sum(league.calendar == WITHIN for league in leagues)
    return WITHIN if within * 2 > len(leagues) else ACROSS


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


_BUT_FINAL = "but final"


class AwayGoalsCount(StrEnum):
    """Which away goals count: none, those of ninety minutes, those of extra time too, or those after it alone."""

    NO = "no"
    NINETY_MINUTES = "ninety minutes"
    EXTRA_TIME = "extra time"
    AFTER_EXTRA_TIME = "after extra time"


class AwayGoals(NamedTuple):
    """The rule of a season. rounds: numbers of the rounds in which they count, empty for all."""

    rule: AwayGoalsCount
    rounds: tuple[int, ...] = ()
    in_final: bool = True

    def counting(self, *, number: int | None, is_final: bool) -> AwayGoalsCount:
        """Which away goals count in a round. number: of a numbered round.

        >>> rule = AwayGoals(AwayGoalsCount.EXTRA_TIME, rounds=(1,))
        >>> rule.counting(number=1, is_final=False).value, rule.counting(number=None, is_final=False).value
        ('extra time', 'no')
        """
        counts = self.in_final if is_final else not self.rounds or number in self.rounds
        return self.rule if counts else AwayGoalsCount.NO


def away_goals_of(country: str, league: str, start_year: int) -> AwayGoals | None:
    """The rule of a season by its start year, None if it is not known. league: by any of its names.

    >>> away_goals_of("EUROPE", "Champions League", 2018).rule, away_goals_of("EUROPE", "Champions League", 2021).rule
    (<AwayGoalsCount.EXTRA_TIME: 'extra time'>, <AwayGoalsCount.NO: 'no'>)
    >>> away_goals_of("AMERICAS", "Copa Libertadores", 2018).in_final
    False
    """
    known = registered_league(country, league, start_year)
    key = (country, known.name if known else "")
    for row in reversed(rows_by("away_goals.csv", "country", "league").get(key, ())):
        if int(row["since"]) <= start_year:
            in_final = row["rounds"] != _BUT_FINAL
            numbers = tuple(map(int, row["rounds"].split())) if in_final else ()
            return AwayGoals(AwayGoalsCount(row["counting"]), numbers, in_final and not numbers)
    return None
