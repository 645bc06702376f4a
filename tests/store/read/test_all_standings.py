"""The points tables of all seasons."""

from contextlib import closing
from pathlib import Path

import pytest

from footydata.ingest.files import load
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.read.seasons.standings import all_standings
from tests.season_table import standings
from tests.store.read.league import FIRST_DAY, LATER, SEASON, Make


@pytest.mark.slow
@pytest.mark.real_data
def test_each_season_of_real_files_has_its_table(real_data: Path, tmp_path: Path) -> None:
    names = ("1011/I1.csv", "1920/E2.csv", "2223/SC0.csv", "2324/E0.csv")
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(
            connection, [real_data / "football_data_co_uk" / name for name in names], now=LATER * 2
        )
        tables = list(all_standings(connection, now=LATER * 2))
    assert [table.season_id for table in tables] == sorted(table.season_id for table in tables)
    # The champions as the leagues name them: en.wikipedia.org, each season's article.
    assert {(table.league, table.season): table.rows[0].team_name for table in tables} == {
        ("Serie A", "10/11"): "Milan",
        ("League One", "19/20"): "Coventry City",
        ("Premiership", "22/23"): "Celtic",
        ("Premier League", "23/24"): "Manchester City",
    }


def test_each_table_is_that_of_its_season_alone(sample: Path, now: int) -> None:
    with closing(open_read_only(sample)) as connection:
        together = list(all_standings(connection, now=now))
        alone = [
            standings(connection, league_id=one.league_id, season_id=one.season_id, now=now)
            for one in together
        ]
    assert len(together) > 5
    assert together == alone


def test_a_season_that_is_under_way_is_there(make: Make) -> None:
    league = make(teams=3)
    league.played("1-2 1:0", "3-1 2:2")
    league.fixture("2-3", round=3)
    (table,) = all_standings(league.connection, now=FIRST_DAY + 8 * 86_400)
    assert table.season_id == SEASON
    assert [(row.team_id, row.points) for row in table.rows] == [(1, 4), (3, 1), (2, 0)]


def test_an_unreliable_season_is_left_out(make: Make) -> None:
    league = make()
    league.fixture("1-2")
    assert list(all_standings(league.connection, now=LATER)) == []


def test_a_league_without_standings_is_left_out(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0")
    assert list(all_standings(league.connection, now=LATER)) == []


def test_an_empty_database_has_no_tables(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "football.db")) as connection:
        assert list(all_standings(connection, now=LATER)) == []
