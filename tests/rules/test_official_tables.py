"""Official final tables, position by position, from the results of football-data.co.uk and of openfootball.

Every table of the data folder whose results are there is here. Named differences: E0 2024-25 of football-data.co.uk
ends on 12 May 2025, with two rounds to come, so that table is compared on openfootball's results alone; I1 and SP1
2013-14 of football-data.co.uk are snapshots of December 2013, so those too. Bury 2019-20, expelled before it
played, has no points in the official table; ours shows the twelve that were taken.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.season import TableLimits
from tests.rules.official import LEAGUES, official_table, write_results
from tests.season_table import standings

AFTERWARDS = 1_781_000_000
"""June 2026: after every season here."""

RESULTS = "football_data_co_uk"
OPENFOOTBALL = "openfootball"

FOOTBALL_DATA_TABLES = (
    "england/0809_E2_league_one.csv",
    "england/0910_E0_premier_league.csv",
    "england/1011_E1_championship.csv",
    "england/1112_E0_premier_league.csv",
    "england/1112_E3_league_two.csv",
    "england/1213_E1_championship.csv",
    "england/1213_E2_league_one.csv",
    "england/1314_E0_premier_league.csv",
    "england/1415_E1_championship.csv",
    "england/1415_E3_league_two.csv",
    "england/1516_E0_premier_league.csv",
    "england/1617_E1_championship.csv",
    "england/1718_E0_premier_league.csv",
    "england/1718_E2_league_one.csv",
    "england/1819_E1_championship.csv",
    "england/1920_E0_premier_league.csv",
    "england/1920_E2_league_one.csv",
    "england/2122_E1_championship.csv",
    "england/2223_E2_league_one.csv",
    "england/2324_E0_premier_league.csv",
    "england/2425_E2_league_one.csv",
    "big5/0910_SP1.json",
    "big5/1011_D1.json",
    "big5/1011_F1.json",
    "big5/1011_I1.json",
    "big5/1112_I1.json",
    "big5/1112_SP1.json",
    "big5/1213_D1.json",
    "big5/1516_SP1.json",
    "big5/1617_SP1.json",
    "big5/1718_D1.json",
    "big5/1718_I1.json",
    "big5/1718_SP1.json",
    "big5/1819_F1.json",
    "transcribed/1920_F1_ligue1_points_per_game.csv",
    "transcribed/2223_I1_seriea_points_only.csv",
    "transcribed/2324_SP1_laliga.csv",
)

OPENFOOTBALL_TABLES = (
    "england/0910_E0_premier_league.csv",
    "england/1718_E0_premier_league.csv",
    "england/1920_E0_premier_league.csv",
    "england/1920_E2_league_one.csv",
    "england/2122_E1_championship.csv",
    "england/2324_E0_premier_league.csv",
    "england/2425_E0_premier_league.csv",
    "big5/1213_D1.json",
    "big5/1314_I1.json",
    "big5/1314_SP1.json",
    "big5/1415_I1.json",
    "big5/1516_SP1.json",
    "big5/1617_SP1.json",
    "big5/1718_D1.json",
    "big5/1718_I1.json",
    "big5/1718_SP1.json",
    "big5/1819_F1.json",
    "transcribed/1920_F1_ligue1_points_per_game.csv",
    "transcribed/2223_I1_seriea_points_only.csv",
    "transcribed/2324_SP1_laliga.csv",
)

IN_SHORT = FOOTBALL_DATA_TABLES[::4]
"""Of the tables of football-data.co.uk, those that are not left to the slow proofs."""

BEFORE_THE_SPLIT = "transcribed/2223_SC0_pre_split_33_games.csv"

pytestmark = pytest.mark.real_data


def season_and_division(table: str) -> tuple[str, str]:
    season, division = Path(table).stem.split("_")[:2]
    return season, division


@contextmanager
def of_football_data(real_data: Path, folder: Path, *tables: str) -> Iterator[sqlite3.Connection]:
    """A database of the results of these tables."""
    files = [
        write_results(real_data / RESULTS / season / f"{division}.csv", folder)
        for season, division in sorted({season_and_division(table) for table in tables})
    ]
    with closing(open_database(folder / "football.db")) as connection:
        load(connection, files, now=AFTERWARDS)
        yield connection


@pytest.fixture(scope="module")
def football_data(
    real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    folder = tmp_path_factory.mktemp("football_data")
    with of_football_data(real_data, folder, *IN_SHORT, BEFORE_THE_SPLIT) as connection:
        yield connection


@pytest.fixture(scope="module")
def further_football_data(
    real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    folder = tmp_path_factory.mktemp("further_football_data")
    with of_football_data(real_data, folder, *FOOTBALL_DATA_TABLES) as connection:
        yield connection


@pytest.fixture(scope="module")
def openfootball(
    real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    with closing(
        open_database(tmp_path_factory.mktemp("openfootball") / "football.db")
    ) as connection:
        load(connection, [real_data / OPENFOOTBALL], now=AFTERWARDS)
        yield connection


def computed(
    connection: sqlite3.Connection, table: str, *, at_ts: int | None = None
) -> list[tuple[int, str, int, int]]:
    season, division = season_and_division(table)
    league_id, season_id = found_season(connection, season, division)
    limits = TableLimits(at_ts=at_ts)
    found = standings(connection, limits, league_id=league_id, season_id=season_id, now=AFTERWARDS)
    return [(row.position, row.team_name, row.points, row.goal_difference) for row in found.rows]  # type: ignore[union-attr]  # points rows


def found_season(connection: sqlite3.Connection, season: str, division: str) -> tuple[int, int]:
    country, name = LEAGUES[division]
    found: tuple[int, int] = connection.execute(
        "select league.id, season.id from season join league on league.id = season.league_id "
        "where league.country_code = ? and league.name = ? and season.label = ?",
        (country, name, f"{season[:2]}/{season[2:]}"),
    ).fetchone()
    return found


def as_told(
    folder: Path, table: str, ours: list[tuple[int, str, int, int]]
) -> list[tuple[int, str, int, int]]:
    """The official rows, filled with our figures where they tell none."""
    own = {team: (points, difference) for _, team, points, difference in ours}
    return [
        (
            row.position,
            row.team,
            own[row.team][0] if row.points is None else row.points,
            own[row.team][1] if row.difference is None else row.difference,
        )
        for row in official_table(folder, table)
    ]


@pytest.mark.parametrize("table", IN_SHORT)
def test_football_data_gives_the_official_table(
    football_data: sqlite3.Connection, real_data: Path, table: str
) -> None:
    ours = computed(football_data, table)
    assert ours == as_told(real_data, table, ours)


@pytest.mark.parametrize("table", FOOTBALL_DATA_TABLES)
@pytest.mark.slow
def test_football_data_gives_every_official_table(
    further_football_data: sqlite3.Connection, real_data: Path, table: str
) -> None:
    ours = computed(further_football_data, table)
    assert ours == as_told(real_data, table, ours)


@pytest.mark.parametrize("table", OPENFOOTBALL_TABLES)
@pytest.mark.slow
def test_openfootball_gives_the_official_table(
    openfootball: sqlite3.Connection, real_data: Path, table: str
) -> None:
    ours = computed(openfootball, table)
    assert ours == as_told(real_data, table, ours)


def test_the_scottish_table_before_the_split_is_that_of_its_first_198_fixtures(
    football_data: sqlite3.Connection, real_data: Path
) -> None:
    season_id = found_season(football_data, "2223", "SC0")[1]
    (split_ts,) = football_data.execute(
        "select kickoff_ts from fixture where season_id = ? order by kickoff_ts, id limit 1 offset 198",
        (season_id,),
    ).fetchone()
    ours = computed(football_data, BEFORE_THE_SPLIT, at_ts=split_ts)
    assert ours == as_told(real_data, BEFORE_THE_SPLIT, ours)


def test_after_the_split_nobody_leaves_the_half(football_data: sqlite3.Connection) -> None:
    # The final table of the Scottish Premiership 2022-23 as the league published it: St Mirren, with 46 points,
    # stand above Motherwell, with 50.
    points = [(team, total) for _, team, total, _ in computed(football_data, BEFORE_THE_SPLIT)]
    assert points[4:8] == [
        ("Hibernian", 52),
        ("St Mirren", 46),
        ("Motherwell", 50),
        ("Livingston", 46),
    ]


def test_bury_stands_last_with_what_was_taken(football_data: sqlite3.Connection) -> None:
    assert computed(football_data, "england/1920_E2_league_one.csv")[-1] == (24, "Bury", -12, 0)


def test_every_official_table_is_compared(real_data: Path) -> None:
    there = {
        path.relative_to(real_data / "tables").as_posix()
        for path in (real_data / "tables").glob("*/*")
    }
    assert there == {*FOOTBALL_DATA_TABLES, *OPENFOOTBALL_TABLES, BEFORE_THE_SPLIT}
