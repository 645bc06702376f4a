"""The competitions of the register and their seasons: days, zones of their tables, facts that no result shows.

leagues.csv has a row for each competition, whose released id is never reused; other_names are separated by `;`, and a
name of certain years has the start years of its first and last season after an @: `First Division@1992-2003`.
football_data, openfootball: the code of the competition in their files (column Div, name of the file).
Source: openfootball/leagues (CC0) for names by years, and the names that football-data.co.uk, StatsBomb and
FootyStats use.

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

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from footydata.football.countries import COUNTRIES
from footydata.football.register import assigned_id, country_words, normalised, rows, rows_by
from footydata.football.register.teams import FIRST, LAST_YEAR


class RegisteredLeague(NamedTuple):
    """A competition of the register.

    calendar: across (two years) or within (one). meetings: how often a pair may meet at one venue in a season.
    rules: a key of the competition rules, None for the default ones. side: of its teams, as in `teams`.
    """

    id: int
    country: str
    name: str
    calendar: str
    meetings: int
    rules: str | None
    has_standings: bool
    side: str = FIRST


class _Named(NamedTuple):
    """A competition and the start years between which it had a name; 0 and LAST_YEAR if unlimited."""

    league: RegisteredLeague
    first: int = 0
    last: int = LAST_YEAR


@lru_cache(maxsize=4096)
def registered_league(country: str, name: str, year: int | None = None) -> RegisteredLeague | None:
    """The competition of a country with that name or other name, None if none or several have it.

    year: the start year of the season, None for the present.

    >>> [registered_league("GB-ENG", "First Division", year).name for year in (1980, 1995)]
    ['First Division', 'Championship']
    """
    by_name = [
        each
        for each in _leagues().get((country, normalised(name)), ())
        if (each.last == LAST_YEAR if year is None else each.first <= year <= each.last)
    ]
    in_years = [each for each in by_name if (each.first, each.last) != (0, LAST_YEAR)]
    own = [each for each in by_name if each.league.name == name]
    leagues_of_name = (in_years if year is not None else own) or by_name
    return (
        leagues_of_name[0].league
        if len({each.league.id for each in leagues_of_name}) == 1
        else None
    )


def registered_league_called(name: str, year: int | None = None) -> RegisteredLeague | None:
    """The competition of a name that may begin or end with its country.

    If competitions of several countries have the name, the only one whose own name it is; else None.

    >>> registered_league_called("English Premier League").id == registered_league("GB-ENG", "Premier League").id
    True
    >>> registered_league_called("CHINA_CHINESE_SUPER_LEAGUE").country, registered_league_called("Premier League")
    ('CN', None)
    >>> registered_league_called("FA Cup").country, registered_league_called("Scottish FA Cup").name
    ('GB-ENG', 'Scottish Cup')
    """
    plain = name.replace("_", " ")
    folded = normalised(plain)
    countries = _countries_by_name().get(folded, ())
    candidates = {
        league for country in countries if (league := registered_league(country, plain, year))
    }
    if not candidates:
        candidates = {
            league
            for code, rest in country_and_rest(folded, country_words())
            if (league := registered_league(code, rest, year))
        }
    own = {league for league in candidates if league.name.casefold() == plain.casefold()}
    return next(iter(own or candidates)) if len(own or candidates) == 1 else None


def registered_leagues() -> tuple[RegisteredLeague, ...]:
    """Every competition of the register, in the order of the file."""
    return tuple(dict.fromkeys(named.league for listed in _leagues().values() for named in listed))


def other_names_of(country: str, name: str) -> tuple[str, ...]:
    """The other names of a competition, former ones included."""
    return tuple(
        other.partition("@")[0]
        for row in rows_by("leagues.csv", "country", "name").get((country, name), ())
        for other in row["other_names"].split(";")
        if other
    )


@cache
def own_league_id(country: str, name: str) -> int:
    """The id that we give a league of a country and name."""
    known = registered_league(country, name)
    return known.id if known else assigned_id("league", country, normalised(name))


@cache
def leagues_by_code() -> dict[str, tuple[str, str]]:
    """Code of a source → the country and name of the competition that it calls so.

    >>> leagues_by_code()["e0"], leagues_by_code()["es.1"]
    (('GB-ENG', 'Premier League'), ('ES', 'La Liga'))
    """
    return {
        row[source].casefold(): (row["country"], row["name"])
        for row in rows("leagues.csv")
        for source in ("football_data", "openfootball")
        if row[source]
    }


def side_of(country: str, name: str) -> str:
    """The side of a competition's teams, FIRST if it is not in the register."""
    league = registered_league(country, name)
    return FIRST if league is None else league.side


def meets_once(country: str, name: str) -> bool:
    """Whether a pair meets only once at a venue in a season of a competition; False if it is not in the register."""
    league = registered_league(country, name)
    return league is not None and league.meetings == 1


@cache
def _leagues() -> dict[tuple[str, str], list[_Named]]:
    registered: dict[tuple[str, str], list[_Named]] = {}
    for row in rows("leagues.csv"):
        league = RegisteredLeague(
            id=int(row["id"]),
            country=row["country"],
            name=row["name"],
            calendar=row["calendar"],
            meetings=int(row["meetings"]),
            rules=row["rules"] or None,
            has_standings=row["has_standings"] == "1",
            side=row["side"],
        )
        for name in (league.name, *filter(None, row["other_names"].split(";"))):
            spelt, _, years = name.partition("@")
            first, _, last = years.partition("-")
            dated = _Named(league, int(first or 0), int(last or LAST_YEAR))
            # One source leaves out other letters: PRIMERA_DIVISIN.
            ascii_letters = spelt.encode("ascii", "ignore").decode()
            for key in {normalised(spelt), normalised(ascii_letters)}:
                registered.setdefault((league.country, key), []).append(dated)
    return registered


@cache
def _countries_by_name() -> dict[str, set[str]]:
    """Normalised name → the countries with a competition of that name."""
    codes_by_name: dict[str, set[str]] = {}
    for country, name in _leagues():
        codes_by_name.setdefault(name, set()).add(country)
    return codes_by_name


def country_and_rest(name: str, countries: Mapping[str, str]) -> list[tuple[str, str]]:
    """Country and rest of each way to read the beginning, else the end, of a normalised name as a country.

    countries: normalised word → code.

    >>> country_and_rest("bundesliga germany", country_words())
    [('DE', 'bundesliga')]
    """
    words = name.split()
    parts = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    before = [(countries[first], rest) for first, rest in parts if first in countries]
    return before or [(countries[last], first) for first, last in parts if last in countries]


ACROSS, WITHIN = "across", "within"
FIRST_MONTH = {ACROSS: 7, WITHIN: 1}
"""Calendar → the month in which a season begins."""

ANY = "*"


SHORTEST_WORD = 4
"""In letters: a shorter word for a country is a code, and may be any word of a competition's name."""


def likely_country(name: str) -> str | None:
    """The country with whose name a competition's begins or ends, None if there is none.

    >>> likely_country("Nigeria Premier League"), likely_country("Guinea-Bissau Cup")
    ('NG', 'GW')
    >>> likely_country("Romanian Cup"), likely_country("Omaha Cup")
    ('RO', None)
    """
    words = {
        word: code
        for word, code in country_words().items()
        if code in COUNTRIES and len(word) >= SHORTEST_WORD
    }
    countries = [country for country, _ in country_and_rest(normalised(name), words)]
    return countries[-1] if countries else None


@lru_cache(maxsize=4096)
def calendar_of(country: str, name: str) -> str:
    """The calendar of a competition, ACROSS or WITHIN; if it is not in the register, that of most in its country.

    >>> calendar_of("GB-ENG", "Premier League"), calendar_of("NO", "Eliteserien"), calendar_of("NO", "Our Cup")
    ('across', 'within', 'within')
    """
    known = registered_league(country, name)
    return known.calendar if known else _usual_calendar(country)


@lru_cache(maxsize=4096)
def start_year_of(country: str, name: str, day: date) -> int:
    """The year in which the season that a day belongs to began.

    >>> start_year_of("GB-ENG", "Premier League", date(2020, 7, 26))
    2019
    >>> start_year_of("NO", "Eliteserien", date(2020, 7, 26))
    2020
    >>> start_year_of("EUROPE", "European Championship", date(2021, 6, 11))
    2020
    """
    known, calendar = registered_league(country, name), calendar_of(country, name)
    place = (country, known.name if known else name)
    for edition in rows_by("editions.csv", "country", "league").get(place, ()):
        if edition["first_day"] <= day.isoformat() <= edition["last_day"]:
            return int(edition["start_year"])
    # The most specific row decides.
    places = [place, (country, ANY)] + ([(ANY, ANY)] if calendar == ACROSS else [])
    starts = rows_by("season_starts.csv", "country", "league", "start_year")
    begun = (row for where in places for row in starts.get((*where, str(day.year)), ()))
    row = next(begun, None)
    first_day = date(day.year, FIRST_MONTH[calendar], 1)
    if row is not None:
        first_day = date.fromisoformat(row["first_day"])
    return day.year - (day < first_day)


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


@cache
def facts_by_season() -> dict[tuple[str, str, str], list[Fact]]:
    """Country, the register's name of a league and label of a season → its facts."""
    by_season: dict[tuple[str, str, str], list[Fact]] = {}
    for row in rows("facts.csv"):
        fact = Fact(**row)
        by_season.setdefault((fact.country, fact.league, fact.season), []).append(fact)
    return by_season


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


@lru_cache(maxsize=4096)
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
