"""A league that a file made and a service names before it says of which country it is: one league in the end."""

import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, dump_of, season_of, written

SEASON = season_of((*KNOWN, *UNKNOWN))
LEAGUE, FIXTURES = dump_of(SEASON, {}).splitlines()
WRITTEN = {
    "E0.csv": csv_of(SEASON),
    "fixtures.jsonl": FIXTURES + "\n",
    "leagues.jsonl": LEAGUE + "\n",
}


def stored(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What a database holds of leagues, seasons, clubs and fixtures."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        return {
            table: connection.execute(sql).fetchall()
            for table, sql in {
                "leagues": "select id, name, country_code, rules from league order by id",
                "seasons": "select id, league_id, label from season order by id",
                "clubs": "select name, id from team order by name",
                "fixtures": "select league_id, season_id, home_id, away_id from fixture order by 1, 2, 3, 4",
            }.items()
        }


@pytest.mark.parametrize("order", [*permutations(WRITTEN)], ids=" ".join)
def test_a_league_that_a_file_and_a_service_tell_is_one(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    path = tmp_path / "football.db"
    with fd.Database(path, clock=lambda: NOW) as database:
        for name in order:
            database.load(written(tmp_path / name, WRITTEN[name]))
        assert (
            list(database.standings(league="Premier League", season="24/25")["played"]) == [10] * 6
        )
    found = stored(path)
    assert found["leagues"] == [(39, "Premier League", "GB-ENG", "premier-league")]
    assert found["seasons"] == [(5_024, 39, "24/25")]
    assert found["clubs"] == sorted(
        (name, 900 + place) for place, name in enumerate((*KNOWN, *UNKNOWN))
    )
    assert len(found["fixtures"]) == len(SEASON)
