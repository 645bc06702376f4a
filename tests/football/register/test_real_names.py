"""Every club that the public data folder names, of every source, is a known one, and every league has its size."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.football.register.leagues import WITHIN, calendar_of, side_of, start_year_of
from footydata.football.register.teams import RegisteredTeam, registered_team
from footydata.sources.parsed import (
    Parsed,
    ParsedFixture,
    SkippedFile,
    UnreadableFile,
    season_across,
    season_within,
)
from footydata.sources.protocol import Source, Sources
from tests.ingest.test_all_sources import files_in

FOLDERS = (
    "football_data_co_uk",
    "openfootball/football.json",
    "openfootball/worldcup.json",
    "openfootball/txt",
)
MORE_FOLDERS = ("corner_lines", "statsbomb")

SIZES = {
    ("AT", "Bundesliga"): {10: "12/13-17/18", 12: "18/19-24/25"},
    ("BE", "Pro League"): {16: "11/12-24/25"},
    ("BR", "Série A"): {20: "2012-2026"},
    ("CH", "Super League"): {10: "12/13-22/23", 12: "23/24-24/25"},
    ("CN", "Super League"): {16: "2014-2021 2023-2026", 18: "2022-2022"},
    ("DE", "2. Bundesliga"): {18: "10/11-23/24"},
    ("DE", "3. Liga"): {20: "20/21-25/26"},
    ("DE", "Bundesliga"): {18: "10/11-24/25"},
    ("DK", "Superliga"): {12: "12/13-15/16 20/21-24/25", 14: "16/17-19/20"},
    ("ES", "La Liga"): {20: "09/10-24/25"},
    ("ES", "Segunda División"): {22: "11/12-25/26"},
    ("FR", "Ligue 1"): {20: "10/11-19/20"},
    ("FR", "Ligue 2"): {20: "11/12-11/12"},
    ("GB-ENG", "Championship"): {24: "10/11-21/22"},
    ("GB-ENG", "League One"): {24: "08/09-17/18 22/23-24/25", 23: "19/20-19/20"},
    ("GB-ENG", "League Two"): {24: "11/12-14/15"},
    ("GB-ENG", "National League"): {24: "13/14-18/19"},
    ("GB-ENG", "Premier League"): {20: "09/10-24/25"},
    ("GB-SCT", "Championship"): {10: "25/26-25/26"},
    ("GB-SCT", "Premiership"): {12: "10/11-24/25"},
    ("GR", "Super League"): {16: "12/13-18/19", 14: "21/22-21/22"},
    ("IT", "Serie A"): {20: "10/11-22/23"},
    ("IT", "Serie B"): {22: "10/11-10/11"},
    ("NL", "Eredivisie"): {18: "10/11-25/26"},
    ("PL", "Ekstraklasa"): {16: "12/13-20/21", 18: "21/22-24/25"},
    ("PT", "Primeira Liga"): {16: "11/12-11/12", 18: "19/20-24/25"},
    ("TR", "Süper Lig"): {18: "10/11-19/20"},
    ("EUROPE", "Champions League"): {32: "18/19-18/19"},
    ("WORLD", "World Cup"): {32: "2010-2018"},
}
"""League → how many clubs its table has in which seasons; leagues whose play-offs are not marked are left out."""

BEGUN = {("BE", "Pro League", "25/26")}
"""Seasons of which two fixtures are known."""

Season = tuple[str, str, str]


@pytest.fixture(scope="module")
def named(real_data: Path) -> dict[Season, dict[tuple[str, str], RegisteredTeam | None]]:
    """Season → country and spelling → the team of the register, of the fixtures that tables count."""
    found: defaultdict[Season, dict[tuple[str, str], RegisteredTeam | None]] = defaultdict(dict)
    sources = Sources(None)
    for name in (*FOLDERS, *MORE_FOLDERS):
        for path in files_in(real_data / name):
            for record in records(path, sources.of(path)):
                if isinstance(record, ParsedFixture) and record.in_table:
                    league = record.league
                    season = found[league.country, league.name, label_of(record)]
                    for team in (record.home, record.away):
                        country = team.country or league.country
                        if (country, team.name) not in season:
                            side = side_of(league.country, league.name)
                            season[country, team.name] = registered_team(
                                country, team.name, side=side
                            )
    return dict(found)


def records(path: Path, source: Source | None) -> Iterator[Parsed]:
    with suppress(SkippedFile, UnreadableFile):
        yield from source.records(path) if source else ()


@pytest.mark.real_data
@pytest.mark.slow
def test_every_name_is_that_of_a_known_team(
    named: dict[Season, dict[tuple[str, str], RegisteredTeam | None]],
) -> None:
    assert len(named) > 200
    assert [
        (season, key)
        for season, teams in named.items()
        for key, team in teams.items()
        if team is None
    ] == []


@pytest.mark.real_data
@pytest.mark.slow
def test_every_league_has_as_many_clubs_as_its_season_had(
    named: dict[Season, dict[tuple[str, str], RegisteredTeam | None]],
) -> None:
    clubs: defaultdict[Season, set[RegisteredTeam | None]] = defaultdict(set)
    for (country, league, label), teams in named.items():
        name = "Série A" if country == "BR" else league
        clubs[country, name, label] |= set(teams.values())
    wrong = {
        season: len(teams)
        for season, teams in clubs.items()
        if season[:2] in SIZES and season not in BEGUN and len(teams) != size_of(season)
    }
    assert wrong == {}


def label_of(record: ParsedFixture) -> str:
    """The label of the season that a fixture tells, or that its competition's calendar has for its day."""
    if record.season is not None:
        return record.season.label
    key = (record.league.country, record.league.name)
    day = datetime.fromtimestamp(record.kickoff_ts, UTC).date()
    year = start_year_of(*key, day)
    return (season_within if calendar_of(*key) == WITHIN else season_across)(year).label


def size_of(season: Season) -> int | None:
    for size, spans in SIZES[season[:2]].items():
        for span in spans.split():
            first, last = span.split("-")
            if start_year(first) <= start_year(season[2]) <= start_year(last):
                return size
    return None


def start_year(label: str) -> int:
    return int(label) if len(label) == 4 else 2000 + int(label[:2])
