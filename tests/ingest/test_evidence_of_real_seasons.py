"""Real seasons of two sources without any register of clubs: the fixtures alone find each club once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.register import teams
from footydata.football.register.teams import registered_team
from footydata.ingest import seasons
from tests.conftest import NOW

SEASONS = {
    "football_data_co_uk/2425/SC0.csv": "openfootball/football.json/2024-25/sco.1.json",
    "football_data_co_uk/1718/I1.csv": "openfootball/football.json/2017-18/it.1.json",
    "football_data_co_uk/1920/T1.csv": "openfootball/football.json/2019-20/tr.1.json",
}
"""The same season of two sources."""

TEAMS = {"Premiership": 12, "Serie A": 20, "Süper Lig": 18}


@pytest.mark.slow
@pytest.mark.real_data
def test_each_club_of_two_sources_is_found_once_without_a_register(
    real_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (seasons, teams):
        monkeypatch.setattr(module, "registered_team", lambda *_, **__: None)
    path = tmp_path / "football.db"
    with fd.Database(path, clock=lambda: NOW) as database:
        report = database.load(*(real_data / name for pair in SEASONS.items() for name in pair))
    with closing(sqlite3.connect(path)) as connection:
        sizes = connection.execute(
            """select league.name, count(*) from season_team join season on season.id = season_team.season_id
            join league on league.id = season.league_id group by league.id order by 1"""
        ).fetchall()
        countries = dict(connection.execute("select id, country_code from team").fetchall())
    assert dict(sizes) == TEAMS
    assert report.united
    for each in report.united:
        known = [registered_team(countries[each.kept_id], name) for name in (each.gone, each.kept)]
        assert known[0] == known[1] is not None
