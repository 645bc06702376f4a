"""Which season a day belongs to, by the calendar of its competition.

A season across two years begins in July, one within a year in January; season_starts.csv has the exceptions.
editions.csv has the seasons of national teams' competitions whose days are not those of their calendar: finals that
were put off or cross the new year, and qualifying, which is of the finals that follow it.
Source: martj42/international_results (CC0) for the days of finals; the announced days of those to come (World Cup 2030,
European Championship 2028, Africa Cup of Nations and Asian Cup 2027); Wikipedia for the editions of the Central
European International Cup and the Nordic Championship.
"""

from datetime import date
from functools import cache

from footydata.football.register import rows_by
from footydata.football.register.leagues import (
    registered_league,
    registered_leagues,
)

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
