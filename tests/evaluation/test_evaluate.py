"""fd.evaluate: what is scored beside what, whose models it takes, and what it refuses."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import group
from footydata.football.errors import InvalidArgument, TooFewFixtures
from footydata.forecast.models.by_figure import DixonColes, TotalSplit
from tests.conftest import NOW

START = "2024-09-21"


class Said:
    """A model that says the same of every fixture."""

    def __init__(self, chances: Any) -> None:
        self.chances = np.asarray(chances, dtype=float)

    def fit(self, db: fd.Database) -> "Said":
        return self

    def predict(self, fixtures: pd.DataFrame) -> np.ndarray:
        return np.broadcast_to(self.chances, (len(fixtures), *self.chances.shape))


def row(scores: pd.DataFrame, against: str, forecaster: str) -> Any:
    chosen = scores[
        (scores["against"] == against)
        & (scores["forecaster"] == forecaster)
        & scores["line"].isna()
    ]
    return chosen.iloc[0]


def test_a_result_is_scored_beside_base_rates_and_recorded_prices(db: fd.Database) -> None:
    evaluation = fd.evaluate(db, market="1x2", start=START)
    scores = evaluation.scores

    lines = str(evaluation).splitlines()
    assert lines[0].split() == [
        "against",
        "forecaster",
        "fixtures",
        "log_loss",
        "rps",
        "behind",
        "error",
    ]
    assert (lines[1].split()[:2], "NA" in str(evaluation)) == (["results", "model"], False)
    assert lines[1 + len(scores) :] == evaluation.remarks
    assert list(zip(scores["against"], scores["forecaster"], strict=True)) == [
        ("results", "model"),
        ("results", "base rate"),
        *(
            (period, who)
            for period in ("opening", "closing")
            for who in ("model", "base rate", "market")
        ),
    ]


def test_a_quote_with_a_price_of_1_is_left_out(autumn: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(autumn, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "update odds set closing_price_1 = 1.0 where fixture_id = (select max(fixture_id) from odds)"
        )
    with fd.Database(path) as db:
        scores = fd.evaluate(db, market="1x2", start=START, model=Said([1 / 3] * 3)).scores

    of_opening, of_closing = (
        row(scores, period, "market")["fixtures"] for period in ("opening", "closing")
    )
    assert of_closing == of_opening - 1


def test_even_chances_cost_the_logarithm_of_three(db: fd.Database) -> None:
    found = fd.evaluate(db, market="1x2", start=START, model=Said([1 / 3] * 3))
    home = db.fixtures(start=START)

    assert row(found.scores, "results", "model")["log_loss"] == pytest.approx(np.log(3))
    assert row(found.scores, "results", "model")["fixtures"] == len(home)
    drawn = (home["home_goals"] == home["away_goals"]).mean()
    # Source: (1/3)^2 + (1/3)^2 over 2 where a draw came, (2/3)^2 + (1/3)^2 over 2 elsewhere.
    assert row(found.scores, "results", "model")["rps"] == pytest.approx(
        drawn / 9 + (1 - drawn) * 5 / 18
    )


def test_how_far_behind_is_reported_with_its_standard_error(db: fd.Database) -> None:
    scores = fd.evaluate(db, market="1x2", start=START, model=Said([1 / 3] * 3)).scores
    base, model = row(scores, "results", "base rate"), row(scores, "results", "model")

    assert base["behind"] == pytest.approx(base["log_loss"] - model["log_loss"])
    assert base["error"] > 0
    assert pd.isna(model["behind"])


def test_a_figure_is_scored_whole_and_at_its_half_lines(db: fd.Database) -> None:
    scores = fd.evaluate(db, market="corner", start=START).scores

    lines = scores["line"].dropna().unique().tolist()
    assert lines == sorted(lines)
    assert {line % 1 for line in lines} == {0.5}
    assert set(scores["against"]) == {"results"}


def test_a_model_of_ones_own_may_name_the_whole_grid(db: fd.Database) -> None:
    even = np.full((8, 8), 1 / 64)

    scores = fd.evaluate(db, market="goalline", start=START, model=Said(even)).scores

    assert row(scores, "results", "model")["log_loss"] > 2


def test_a_model_of_the_package_may_be_set_otherwise(db: fd.Database) -> None:
    loose, ours = (
        row(fd.evaluate(db, market="1x2", start=START, model=model).scores, "results", "model")[
            "log_loss"
        ]
        for model in (DixonColes(strength=0.1), "ours")
    )

    assert loose != ours


def test_the_calibration_has_every_fixture_once_a_selection(db: fd.Database) -> None:
    found = fd.evaluate(db, market="1x2", start=START)

    counted = found.calibration.groupby("selection")["fixtures"].sum()
    assert counted.to_dict() == dict.fromkeys(
        ["home", "draw", "away"], len(db.fixtures(start=START))
    )
    assert any("chance alone stays below" in remark for remark in found.remarks)


def test_chances_of_another_shape_are_refused(db: fd.Database) -> None:
    with pytest.raises(
        InvalidArgument, match=r"gave \(4, 3\) for goalline, which needs .* \(4, counts, counts\)"
    ):
        fd.evaluate(db, market="goalline", start=START, model=Said([1 / 3] * 3))


@pytest.mark.parametrize(
    ("market", "chances", "words"),
    [
        (
            "1x2",
            [0.9, 0.9, 0.9],
            r"row 0 \(.+ v .+, 2024-09-21\) has chances that sum to 2.7; those of a fixture sum to 1",
        ),
        ("1x2", [0.2, 0.2, 0.2], "sum to 0.6"),
        ("1x2", [1.2, -0.1, -0.1], "row 0 .+ has a chance below 0: -0.1; their sum is 1"),
        ("1x2", [np.nan, 0.5, 0.5], "no numbers .+; their sum is nan"),
        ("1x2", [np.inf, 0.5, 0.5], "no numbers"),
        ("goalline", np.full((2, 2), 7 / 4), "row 0 .+ sum to 7;"),
        ("goalline", np.zeros((0, 0)), "sum to 0;"),
    ],
    ids=["too high", "too low", "below 0", "no number", "infinite", "grid", "empty grid"],
)
def test_chances_that_are_none_are_refused(
    db: fd.Database, market: str, chances: Any, words: str
) -> None:
    with pytest.raises(InvalidArgument, match=words):
        fd.evaluate(db, market=market, start=START, model=Said(chances))  # type: ignore[arg-type]  # a name of the table


def test_a_row_among_right_ones_is_named(db: fd.Database) -> None:
    class OneWrong(Said):
        def predict(self, fixtures: pd.DataFrame) -> np.ndarray:
            given = np.array(super().predict(fixtures))
            given[2, 0] = 0.5
            return given

    with pytest.raises(InvalidArgument, match=r"row 2 \(.+\) has chances that sum to 1.16667"):
        fd.evaluate(db, market="1x2", start=START, model=OneWrong([1 / 3] * 3))


def test_what_is_no_array_is_refused(db: fd.Database) -> None:
    class Words(Said):
        def predict(self, fixtures: pd.DataFrame) -> Any:
            return ["home"] * len(fixtures)

    with pytest.raises(InvalidArgument, match="a list that is no array of chances"):
        fd.evaluate(db, market="1x2", start=START, model=Words([1 / 3] * 3))


def test_a_sum_a_little_above_1_wins_nothing(db: fd.Database) -> None:
    exact, above = (
        row(
            fd.evaluate(db, market="1x2", start=START, model=Said([chance] * 3)).scores,
            "results",
            "model",
        )["log_loss"]
        for chance in (1 / 3, 1.009 / 3)
    )
    assert above == pytest.approx(exact, abs=1e-12)


def test_too_little_past_says_how_many_were_left_out(db: fd.Database) -> None:
    with pytest.raises(TooFewFixtures, match="fewer than 20 past fixtures with goals"):
        fd.evaluate(db, market="1x2", start="2024-08-17", end="2024-08-31")


def test_a_file_of_one_year_has_nothing_to_learn_from(db: fd.Database) -> None:
    with pytest.raises(TooFewFixtures, match="name a start"):
        fd.evaluate(db, market="1x2")


def test_selections_that_overlap_are_not_scored(db: fd.Database) -> None:
    with pytest.raises(fd.InvalidArgument, match="double_chance can't be scored"):
        fd.evaluate(db, market="double_chance", start=START)


def test_the_command_prints_the_scores_and_promises_no_profit(autumn: Path) -> None:
    outcome = CliRunner().invoke(
        group, ["evaluate", str(autumn), "--market", "1x2", "--start", START]
    )

    assert outcome.exit_code == 0
    assert "closing" in outcome.stdout
    assert "no evidence of profit" in outcome.stderr


def test_a_model_of_result_prices_is_refused_where_a_fixture_has_none(
    sample: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.db"
    shutil.copy(sample, mine)
    with closing(sqlite3.connect(mine)) as connection, connection:
        connection.execute(
            "delete from odds where market = '1x2' and fixture_id in "
            "(select id from fixture where league_id = 39 and kickoff_ts > unixepoch('2026-03-01'))"
        )
    with (
        fd.Database(mine, clock=lambda: NOW) as db,
        pytest.raises(InvalidArgument, match=r".+ v .+, 2026-03-.., has no result prices"),
    ):
        fd.evaluate(
            db,
            market="corner",
            league=39,
            start="2026-02-14",
            model=TotalSplit(strength=400, tempo=600, tilt=1),
        )
