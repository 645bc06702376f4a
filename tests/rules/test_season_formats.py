"""Seasons that divide or end in play-offs, from the files of football-data.co.uk, against outside sources.

Points and order are those of the final tables in the season's article of the English Wikipedia, which each case names.
"""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.football.rows import PointsStanding, Table
from footydata.football.terms import TableType
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.season_course import season_course
from tests.rules.official import official_table, write_results
from tests.season_table import standings

AFTERWARDS = 1_781_000_000
"""June 2026: after every season here."""

SIDES = ("HomeTeam", "AwayTeam")
SITE = "football_data_co_uk"
FILES = ("2223/SC0.csv", "2324/B1.csv", "2122/G1.csv")
SEASONS_OF_LISTS = {
    "USA": ("2018", "2020"),
    "POL": ("2016/2017", "2019/2020"),
    "AUT": ("2018/2019",),
    "DNK": ("2018/2019", "2022/2023"),
    "SWZ": ("2021/2022", "2023/2024"),
}
"""The seasons that are looked at, of the files that list all seasons of a country."""
CASES = [
    (
        "2018 Major League Soccer season",
        "US",
        "2018",
        [("New York Red Bulls", 71, 34), ("Atlanta United", 69, 34)],
    ),
    (
        "2016-17 Ekstraklasa",
        "PL",
        "16/17",
        [("Legia Warsaw", 44, 37), ("Jagiellonia Białystok", 42, 37), ("Lech Poznań", 42, 37)],
    ),
    (
        "2019-20 Ekstraklasa",
        "PL",
        "19/20",
        [("Legia Warsaw", 69, 37), ("Lech Poznań", 66, 37), ("Piast Gliwice", 61, 37)],
    ),
    ("2018-19 Austrian Football Bundesliga", "AT", "18/19", [("Red Bull Salzburg", 52, 32)]),
    (
        "2018-19 Danish Superliga",
        "DK",
        "18/19",
        [("FC Copenhagen", 82, 36), ("FC Midtjylland", 71, 36)],
    ),
    (
        "2021-22 Swiss Super League",
        "CH",
        "21/22",
        [("Zürich", 76, 36), ("Basel", 62, 36), ("Young Boys", 60, 36)],
    ),
    (
        "2023-24 Swiss Super League",
        "CH",
        "23/24",
        [("Young Boys", 77, 38), ("Lugano", 65, 38), ("Servette", 64, 38)],
    ),
    ("2022-23 Scottish Premiership", "GB-SCT", "22/23", [("Celtic", 99, 38), ("Rangers", 92, 38)]),
    (
        "2023-24 Belgian Pro League",
        "BE",
        "23/24",
        [("Club Brugge", 50, 40), ("Union Saint-Gilloise", 49, 40)],
    ),
    ("2021-22 Super League Greece", "GR", "21/22", [("Olympiacos", 83, 36), ("PAOK", 64, 36)]),
]
"""The article, country, season, and the first teams with points and fixtures."""


@pytest.fixture(scope="module")
def connection(
    real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    folder, site = tmp_path_factory.mktemp("formats"), real_data / SITE
    files = [write_results(site / file, folder) for file in FILES]
    for country, seasons in SEASONS_OF_LISTS.items():
        file = site / "new_leagues" / f"{country}.csv"
        files.append(write_results(file, folder, seasons=seasons))
    with closing(open_database(folder / "football.db")) as opened:
        load(opened, files, now=AFTERWARDS)
        yield opened


def table_of(connection: sqlite3.Connection, country: str, label: str, **options: Any) -> Table:
    league_id, season_id = connection.execute(
        """select league.id, season.id from season join league on league.id = season.league_id
        where country_code = :country and label = :label and league.name <> 'Challenge League'""",
        {"country": country, "label": label},
    ).fetchone()
    limits = TableLimits(**options)
    return standings(connection, limits, league_id=league_id, season_id=season_id, now=AFTERWARDS)


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("article", "country", "label", "first"), CASES, ids=[case[0] for case in CASES]
)
def test_the_table_is_the_published_one(
    connection: sqlite3.Connection,
    article: str,
    country: str,
    label: str,
    first: list[tuple[str, int, int]],
) -> None:
    table = table_of(connection, country, label)
    rows = [row for row in table.rows if isinstance(row, PointsStanding)]
    assert [(row.team_name, row.points, row.played) for row in rows[: len(first)]] == first
    assert table.doubts == ()


@pytest.mark.real_data
def test_a_list_with_play_offs_says_how_many_it_leaves_out(connection: sqlite3.Connection) -> None:
    # 408 fixtures are listed, 23 teams have 34 each: 391.
    assert table_of(connection, "US", "2018").notes == (
        "17 play-off fixtures of the season's list, not counted here",
    )


@pytest.mark.real_data
def test_a_season_that_results_can_t_order_is_doubtful(connection: sqlite3.Connection) -> None:
    assert "cut short" in table_of(connection, "US", "2020").doubts[0]


WITH_FIGURES = [
    # Genk - Gent on 2 June 2024, the final for the place in Europe, follows the groups.
    ("BE", "23/24", 311, 1),
    ("GR", "21/22", 91 * 2 + 30 + 28, 0),
    ("GB-SCT", "22/23", 228, 0),
]
WITH_GOALS_ALONE = [
    # Play-offs between the groups of relegation, and for the place in Europe.
    ("DK", "18/19", 236, 11),
    ("DK", "22/23", 192, 1),
    ("AT", "18/19", 192, 3),
]
"""Country, season, the fixtures that its tables count by its format, and the play-offs that its file lists."""

TABLES_OF_FIGURES: list[dict[str, Any]] = [
    {"type": TableType.CORNER},
    {"type": TableType.CARD},
    {"half": "first"},
    {"venue": "away", "type": TableType.CORNER},
]
PARTS = [
    *((*season, options) for season in WITH_FIGURES for options in TABLES_OF_FIGURES),
    *((*season, {"venue": "home"}) for season in (*WITH_FIGURES, *WITH_GOALS_ALONE)),
]


@pytest.mark.real_data
@pytest.mark.parametrize(("country", "label", "counted", "apart", "options"), PARTS)
def test_no_table_of_a_divided_season_counts_its_play_offs(
    connection: sqlite3.Connection,
    country: str,
    label: str,
    counted: int,
    apart: int,
    options: dict[str, Any],
) -> None:
    table = table_of(connection, country, label, **options)
    sides = 1 if "venue" in options else 2
    assert sum(row.played for row in table.rows) == counted * sides
    said = f"{apart} play-off fixture{'s' * (apart > 1)} of the season's list, not counted here"
    assert table.notes == ((said,) if apart else ())


@pytest.mark.real_data
def test_corners_and_cards_of_a_play_off_are_in_no_table(
    connection: sqlite3.Connection, real_data: Path
) -> None:
    with (real_data / SITE / "2324/B1.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["Date"] != "02/06/2024"]

    def counted(team: str, figure: str) -> int:
        home, away = (
            [int(row[side[0] + figure]) for row in rows if row[side] == team] for side in SIDES
        )
        return sum(home) + sum(away)

    def named(type: TableType) -> dict[str, Any]:
        return {row.team_name: row for row in table_of(connection, "BE", "23/24", type=type).rows}

    corners, cards = named(TableType.CORNER), named(TableType.CARD)
    for team in ("Genk", "Gent", "Club Brugge"):
        found = corners[team].total_for, cards[team].yellow_for, cards[team].red_for
        assert found == (counted(team, "C"), counted(team, "Y"), counted(team, "R"))


@pytest.mark.real_data
def test_a_play_off_is_no_round_of_a_season(connection: sqlite3.Connection) -> None:
    league_id, season_id = connection.execute(
        "select league_id, season.id from season join league on league.id = league_id "
        "where country_code = 'BE' and label = '23/24'"
    ).fetchone()
    course = season_course(
        LeagueSeason(connection, league_id, season_id, now=AFTERWARDS), TableType.TOTAL, "round"
    )
    assert max(table.round or 0 for _, table in course.tables) == 40


CHAMPIONSHIP_PLAY_OFFS = """\
2019-05-11,Aston Villa,West Bromwich Albion,2,1
2019-05-11,Derby County,Leeds United,0,1
2019-05-14,West Bromwich Albion,Aston Villa,1,0
2019-05-15,Leeds United,Derby County,2,4
2019-05-27,Aston Villa,Derby County,2,1
"""
"""Football League play-offs of 2019, the article of the English Wikipedia."""


@pytest.mark.real_data
def test_the_official_table_stands_where_a_source_adds_the_play_offs_without_a_stage(
    real_data: Path, tmp_path: Path
) -> None:
    league = (real_data / SITE / "1819/E1.csv").read_text(encoding="utf-8-sig").splitlines()
    # Day, teams and goals of the league's fixtures, as the source has them before the play-offs.
    rows = [row.split(",") for row in league[1:]]
    listed = "".join(
        f"{'-'.join(reversed(row[1].split('/')))},{','.join(row[2:6])}\n" for row in rows if row[0]
    )
    source = tmp_path / "E1_1819.csv"
    header = "Date,HomeTeam,AwayTeam,FTHG,FTAG,odds_corners_over_95\n"
    play_offs = CHAMPIONSHIP_PLAY_OFFS
    source.write_text(
        header + "".join(f"{row},\n" for row in (listed + play_offs).splitlines()), encoding="utf-8"
    )
    with closing(open_database(tmp_path / "football.db")) as opened:
        load(opened, [real_data / SITE / "1819/E1.csv", source], now=AFTERWARDS)
        assert opened.execute("select count(*) from fixture").fetchone() == (24 * 23 + 5,)
        table = table_of(opened, "GB-ENG", "18/19")
    official = official_table(real_data, "england/1819_E1_championship.csv")
    ours = [row for row in table.rows if isinstance(row, PointsStanding)]
    assert [(row.position, row.team_name, row.points, row.goal_difference) for row in ours] == list(
        official
    )
    assert table.notes == ("5 play-off fixtures of the season's list, not counted here",)
