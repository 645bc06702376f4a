"""A database as it was known before a correction."""

from contextlib import closing
from pathlib import Path

import pytest

from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.store.as_of import AsOf
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.leagues import leagues
from tests.conftest import NOW

WEEK = 7 * 86_400


HEAD = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
GOALS = {"first": 2, "second": 3, "third": 5}
"""Load → the home side's goals of its file; the later two correct."""


@pytest.mark.parametrize("gone", [None, "second", "third"])
def test_a_correction_that_is_taken_back_was_never_made(tmp_path: Path, gone: str | None) -> None:
    loaded: dict[str, int] = {}
    with closing(open_database(tmp_path / "football.db")) as connection:
        for number, (name, goals) in enumerate(GOALS.items()):
            path = tmp_path / f"{name}.csv"
            path.write_text(f"{HEAD}E0,17/08/2024,Arsenal,Chelsea,{goals},1\n")
            loaded[name] = NOW + number * WEEK
            load(connection, [path], now=loaded[name], correct=number > 0, source="football-data")
        if gone is not None:
            unload(connection, list(GOALS).index(gone) + 1)
        league_ids = [row.id for row in leagues(connection)]
        left = {name: moment for name, moment in loaded.items() if name != gone}
        known = {}
        with closing(AsOf(connection, tmp_path / "then.db", league_ids=league_ids)) as as_of:
            for name, moment in left.items():
                as_of.move_to(moment + 1, coming_until=moment + WEEK)
                (known[name],) = as_of.connection.execute(
                    "select home_goals from fixture"
                ).fetchone()
    assert known == {name: GOALS[name] for name in left}
