"""The rows of the sample that no fixture changes: countries, competitions, clubs, names, bookmakers."""

from footydata.football.countries import ALL_CODES, KINDS
from footydata.football.records import (
    CountryName,
    CountryRecord,
    LeagueName,
    LeagueRecord,
    RetiredLeague,
    SeasonRecord,
    SourceRecord,
    TeamName,
    TeamRecord,
)

from .leagues import BOOKMAKERS, COMPETITIONS, COUNTRY_NAMES, RETIRED_LEAGUES, Competition
from .rows import Rows
from .season import season_dates

SOURCE = SourceRecord(1, "sample", 50)


def add_catalogue(rows: Rows, now: int) -> None:
    """Add everything that stands before the first fixture."""
    rows["country"] += (CountryRecord(code, name, KINDS[code]) for code, name in ALL_CODES.items())
    rows["country_name"] += (
        CountryName(code, lang, name)
        for code, names in COUNTRY_NAMES.items()
        for lang, name in names.items()
    )
    rows["bookmaker"] += BOOKMAKERS
    rows["retired_league"] += (RetiredLeague(*pair) for pair in RETIRED_LEAGUES)
    rows["source"].append(SOURCE)
    for competition in COMPETITIONS:
        _add_competition(rows, competition, now)


def _add_competition(rows: Rows, competition: Competition, now: int) -> None:
    rows["league"].append(
        LeagueRecord(
            competition.id,
            competition.name,
            competition.short_name,
            competition.country,
            competition.has_standings,
            competition.esports,
            competition.min_plan,
            competition.rules,
        )
    )
    rows["league_name"] += (
        LeagueName(competition.id, lang, name) for lang, name in competition.names.items()
    )
    for years_back, season_id in ((1, competition.seasons[0]), (0, competition.seasons[1])):
        dates = season_dates(competition, now, years_back=years_back)
        rows["season"].append(
            SeasonRecord(
                season_id, competition.id, dates.label, dates.start_year, int(not years_back)
            )
        )
    if competition.has_standings or competition.esports:
        country = None if competition.esports else competition.country
        rows["team"] += (TeamRecord(club.id, club.name, country) for club in competition.clubs)
        rows["team_name"] += (
            TeamName(club.id, lang, name)
            for club in competition.clubs
            for lang, name in club.names.items()
        )
