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

from footydata.football.register import rows
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
    for first, last, year in _editions().get((country, known.name if known else name), ()):
        if first <= day <= last:
            return year
    first_day = _first_day(calendar_of(country, name), country, name, day.year)
    return day.year - (day < first_day)


@cache
def _first_day(calendar: str, country: str, name: str, year: int) -> date:
    """The first day of the season that starts in a year; the most specific row decides."""
    known = registered_league(country, name)
    names = (known.name if known else name, ANY)
    keys = [(country, names[0]), (country, ANY)] + ([(ANY, ANY)] if calendar == ACROSS else [])
    for where in keys:
        if (*where, year) in _starts():
            return _starts()[*where, year]
    return date(year, FIRST_MONTH[calendar], 1)


@cache
def _editions() -> dict[tuple[str, str], list[tuple[date, date, int]]]:
    """Country and league → the first and last day of its editions, each with its start year."""
    spans: dict[tuple[str, str], list[tuple[date, date, int]]] = {}
    for row in rows("editions.csv"):
        first, last = date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"])
        spans.setdefault((row["country"], row["league"]), []).append(
            (first, last, int(row["start_year"]))
        )
    return spans


@cache
def _starts() -> dict[tuple[str, str, int], date]:
    """Country, league (either may be ANY) and start year → the first day of the season."""
    return {
        (row["country"], row["league"], int(row["start_year"])): date.fromisoformat(
            row["first_day"]
        )
        for row in rows("season_starts.csv")
    }


@cache
def _usual_calendar(country: str) -> str:
    leagues = [league for league in registered_leagues() if league.country == country]
    within = sum(league.calendar == WITHIN for league in leagues)
    return WITHIN if within * 2 > len(leagues) else ACROSS
