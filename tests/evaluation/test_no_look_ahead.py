"""What a model gets is the database as it was known: five leaks are planted, each is out of its reach."""

import sqlite3
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

import footydata as fd
from tests.evaluation.conftest import rows

START = "2024-09-21"
"""A Saturday with fixtures, the first day of the evaluation and of each of its weeks."""

Look = Callable[[fd.Database, pd.DataFrame, pd.Timestamp], Any]


class Spy:
    """A model that looks where it should not, and says that all results are alike."""

    def __init__(self, look: Look) -> None:
        self.look, self.seen, self.moment = look, [], pd.Timestamp(START, tz="UTC")

    def fit(self, db: fd.Database) -> None:
        self.db = db

    def predict(self, fixtures: pd.DataFrame) -> np.ndarray:
        self.seen.append(self.look(self.db, fixtures, self.moment))
        self.moment += pd.Timedelta(weeks=1)
        return np.full((len(fixtures), 3), 1 / 3)


def seen(db: fd.Database, look: Look) -> list[Any]:
    spy = Spy(look)
    fd.evaluate(db, market="1x2", start=START, model=spy)
    assert len(spy.seen) > 5
    return spy.seen


def raw(db: fd.Database, sql: str) -> Any:
    """What a query of the file itself gives, past all doors."""
    with sqlite3.connect(db.path) as connection:
        return connection.execute(sql).fetchone()[0]


def test_a_later_result_is_out_of_reach(db: fd.Database) -> None:
    def look(then: fd.Database, _: pd.DataFrame, moment: pd.Timestamp) -> Any:
        known = "home_goals is not null or home_corners is not null or home_yellow is not null or status = 'finished'"
        later = raw(then, f"select count(*) from fixture where kickoff_ts >= {moment.timestamp()} and ({known})")
        played = then.fixtures(status="finished")
        return later, bool((played["kickoff"] < moment).all()), len(played) > 0

    assert set(seen(db, look)) == {(0, True, True)}


def test_the_fixtures_own_figures_are_out_of_reach(db: fd.Database) -> None:
    def look(then: fd.Database, fixtures: pd.DataFrame, _: pd.Timestamp) -> Any:
        figures = [name for name in fixtures.columns if name.endswith(("goals", "corners", "yellow", "red"))]
        own = then.fixtures(date=fixtures["kickoff"].iloc[0].date().isoformat())
        return len(figures) > 4, bool(fixtures[figures].isna().all(axis=None)), bool(own[figures].isna().all(axis=None))

    assert set(seen(db, look)) == {(True, True, True)}


def test_a_closing_price_is_out_of_reach_and_an_opening_one_is_not(db: fd.Database) -> None:
    def look(then: fd.Database, fixtures: pd.DataFrame, _: pd.Timestamp) -> Any:
        odds = then.odds(int(fixtures["fixture_id"].iloc[0]), market="1x2")
        ids = ",".join(map(str, fixtures["fixture_id"]))
        closed = f"select count(*) from odds where fixture_id in ({ids}) and closing_price_1 is not null"
        return raw(then, closed), bool(odds["opening_home"].notna().all()), bool(odds["closing_home"].isna().all())

    assert set(seen(db, look)) == {(0, True, True)}


def test_a_table_of_later_days_is_out_of_reach(db: fd.Database) -> None:
    def look(then: fd.Database, _: pd.DataFrame, moment: pd.Timestamp) -> Any:
        league = int(then.leagues()["league_id"].iloc[0])
        later = then.standings(league, at="2025-05-31")
        return int(later["played"].sum()) == 2 * raw(
            then, f"select count(*) from fixture where kickoff_ts < {moment.timestamp()}"
        )

    assert set(seen(db, look)) == {True}


def test_a_later_correction_is_out_of_reach(db: fd.Database) -> None:
    corrected = db.fixtures().query("home_goals == 9 and away_goals == 9")["fixture_id"].item()
    before = rows()[0].split(",")[4:6]

    def look(then: fd.Database, _: pd.DataFrame, __: pd.Timestamp) -> Any:
        then_known = then.fixtures().set_index("fixture_id").loc[corrected]
        return int(then_known["home_goals"]), int(then_known["away_goals"])

    assert set(seen(db, look)) == {tuple(map(int, before))}
