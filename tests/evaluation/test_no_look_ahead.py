"""What a model gets is the database as it was known: leaks are planted, each is out of its reach."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import footydata as fd
from footydata.forecast.models import by_figure
from footydata.forecast.models.model import Past
from tests.evaluation.conftest import HEAD, rows

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


def write(db: fd.Database, sql: str) -> None:
    """Changes the file, past all doors."""
    with closing(sqlite3.connect(db.path)) as connection, connection:
        connection.execute(sql)


def test_a_later_result_is_out_of_reach(db: fd.Database) -> None:
    def look(then: fd.Database, _: pd.DataFrame, moment: pd.Timestamp) -> Any:
        known = "home_goals is not null or home_corners is not null or home_yellow is not null or status = 'finished'"
        later = raw(
            then,
            f"select count(*) from fixture where kickoff_ts >= {moment.timestamp()} and ({known})",
        )
        played = then.fixtures(status="finished")
        return later, bool((played["kickoff"] < moment).all()), len(played) > 0

    assert set(seen(db, look)) == {(0, True, True)}


def test_the_fixtures_own_figures_are_out_of_reach(db: fd.Database) -> None:
    def look(then: fd.Database, fixtures: pd.DataFrame, _: pd.Timestamp) -> Any:
        figures = [
            name
            for name in fixtures.columns
            if name.endswith(("goals", "corners", "yellow", "red"))
        ]
        own = then.fixtures(date=fixtures["kickoff"].iloc[0].date().isoformat())
        return (
            len(figures) > 4,
            bool(fixtures[figures].isna().all(axis=None)),
            bool(own[figures].isna().all(axis=None)),
        )

    assert set(seen(db, look)) == {(True, True, True)}


def test_a_closing_price_is_out_of_reach_and_an_opening_one_is_not(db: fd.Database) -> None:
    def look(then: fd.Database, fixtures: pd.DataFrame, _: pd.Timestamp) -> Any:
        odds = then.odds(int(fixtures["fixture_id"].iloc[0]), market="1x2")
        ids = ",".join(map(str, fixtures["fixture_id"]))
        closed = (
            f"select count(*) from odds where fixture_id in ({ids}) and closing_price_1 is not null"
        )
        return (
            raw(then, closed),
            bool(odds["opening_home"].notna().all()),
            bool(odds["closing_home"].isna().all()),
        )

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


@pytest.fixture
def with_prices(
    db: fd.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[fd.Database]:
    """A copy of the autumn in which our own model of corners uses result prices."""
    monkeypatch.setattr(by_figure, "FEWEST_PRICED", 20)
    with fd.Database(shutil.copy(db.path, tmp_path / "football.db")) as opened:
        yield opened


def corner_losses(db: fd.Database) -> list[float]:
    scores = fd.evaluate(db, market="corner", start=START).scores
    return [float(loss) for loss in scores[scores["forecaster"] == "model"]["log_loss"]]


@pytest.mark.parametrize("period", ["closing", "inplay"])
def test_a_later_result_price_is_out_of_reach_of_our_model(
    with_prices: fd.Database, period: str
) -> None:
    before = corner_losses(with_prices)

    moved = ", ".join(f"{period}_price_{place} = abs(random()) % 9 + 2" for place in (1, 2, 3))
    write(with_prices, f"update odds set {period}_line = null, {moved} where market = '1x2'")

    assert corner_losses(with_prices) == before


def test_a_tick_of_the_week_is_out_of_reach_and_an_opening_price_is_not(
    with_prices: fd.Database,
) -> None:
    before = corner_losses(with_prices)
    ticks = "select fixture_id, bookmaker_id, market, kickoff_ts, 0, null, null, 9.0, 8.0, 1.1, null, null"
    write(
        with_prices,
        f"insert into odds_tick {ticks} from odds join fixture on fixture.id = fixture_id",
    )

    after_the_fact = corner_losses(with_prices)
    write(with_prices, "update odds set opening_price_1 = 2 + fixture_id % 7")

    assert after_the_fact == before
    assert corner_losses(with_prices) != before


def test_a_model_of_counts_gets_the_referee_and_the_result_prices(with_prices: fd.Database) -> None:
    write(with_prices, "update fixture set referee = 'M Dean'")
    seen: list[tuple[set[str], bool]] = []

    class Looks:
        def fit(self, past: Past, *, at_ts: int | None = None) -> "Looks":
            assert past.tilt is not None and past.referees is not None
            seen.append((set(past.referees.tolist()), bool(np.isfinite(past.tilt).all())))
            return self

        def predict(self, home: Any, away: Any, *, referee: Any, tilt: Any) -> np.ndarray:
            seen.append((set(referee.tolist()), bool(np.isfinite(tilt).all())))
            return np.full((len(home), 3), 1 / 3)

    fd.evaluate(with_prices, market="1x2", start=START, model=Looks())

    assert len(seen) > 10
    assert all(each == ({"M Dean"}, True) for each in seen)


def test_a_later_correction_is_out_of_reach_of_our_model(db: fd.Database, tmp_path: Path) -> None:
    (tmp_path / "first.csv").write_text("\n".join([HEAD, *rows(), ""]), encoding="utf-8")
    with fd.Database(tmp_path / "football.db") as never_corrected:
        never_corrected.load(tmp_path / "first.csv", source="football-data")
        expected = fd.evaluate(never_corrected, market="goalline", start=START)

    pd.testing.assert_frame_equal(
        fd.evaluate(db, market="goalline", start=START).scores, expected.scores
    )


def test_a_later_price_of_goals_is_out_of_reach_and_an_opening_one_is_not(
    with_prices: fd.Database,
) -> None:
    rows = "fixture_id, bookmaker_id, 'goal_line'"
    prices = "2.5, 1.1 + fixture_id % 9, 2.0"
    newest = "kickoff_ts = (select max(kickoff_ts) from fixture)"
    last = f"join fixture on fixture.id = fixture_id where market = '1x2' and {newest}"
    columns = "fixture_id, bookmaker_id, market"
    before = corner_losses(with_prices)

    quoted = ", ".join(
        f"{period}_line, {period}_price_1, {period}_price_2" for period in ("closing", "inplay")
    )
    write(
        with_prices,
        f"insert into odds ({columns}, {quoted}) select {rows}, {prices}, {prices} from odds {last}",
    )
    ticks = f"insert into odds_tick ({columns}, recorded_ts, line, price_1, price_2)"
    write(with_prices, f"{ticks} select {rows}, kickoff_ts, {prices} from odds {last}")
    after_the_fact = corner_losses(with_prices)
    write(
        with_prices,
        "update odds set (opening_line, opening_price_1, opening_price_2) = "
        "(closing_line, closing_price_1, closing_price_2) where market = 'goal_line'",
    )

    assert after_the_fact == before
    assert corner_losses(with_prices) != before


def test_the_fouls_of_a_fixture_are_out_of_reach_and_those_before_it_are_not(
    tmp_path: Path,
) -> None:
    def card_losses(*fouls: int) -> list[float]:
        """With these fouls in the first fixtures, and the last ones in all others."""
        path = tmp_path / f"{'-'.join(map(str, fouls))}.csv"
        counts = [fouls[min(place, len(fouls) - 1)] for place in range(len(rows()))]
        played = [f"{row},{count},9" for row, count in zip(rows(), counts, strict=True)]
        path.write_text("\n".join([f"{HEAD},HF,AF", *played, ""]), encoding="utf-8")
        with fd.Database(path.with_suffix(".db")) as opened:
            opened.load(path, source="football-data")
            fixtures = fd.evaluate(opened, market="cards", start=START, end="2024-09-27").fixtures
        return [float(loss) for loss in fixtures[fixtures["forecaster"] == "model"]["log_loss"]]

    days = [pd.to_datetime(row.split(",")[1], dayfirst=True) for row in rows()]
    before = sum(day < pd.Timestamp(START) for day in days)

    usual = card_losses(10)

    assert card_losses(*[10] * before, 30) == usual
    assert card_losses(40, 10) != usual


def test_a_referee_who_was_named_later_is_out_of_reach(tmp_path: Path) -> None:
    played = [f"{row},M Dean" for row in rows()]
    first = next(row.split(",") for row in played if "21/09/2024" in row)
    coming = ",".join([*first[:4], *[""] * (len(first) - 4)])
    seen: list[object] = []

    class Looks(Spy):
        def predict(self, fixtures: pd.DataFrame) -> np.ndarray:
            seen.extend(fixtures["referee"].fillna("unknown"))
            return super().predict(fixtures)

    for moment, loaded in (("2024-09-20", [coming]), ("2025-01-01", played)):
        (tmp_path / "rows.csv").write_text(
            "\n".join([f"{HEAD},Referee", *loaded, ""]), encoding="utf-8"
        )
        now = pd.Timestamp(moment, tz="UTC").timestamp()
        with fd.Database(tmp_path / "football.db", clock=lambda now=now: now) as db:
            db.load(tmp_path / "rows.csv", source="football-data")
            if len(loaded) > 1:
                fd.evaluate(
                    db, market="1x2", start=START, end="2024-09-27", model=Looks(lambda *_: None)
                )

    assert sorted(map(str, seen)) == ["M Dean"] * 3 + ["unknown"]
