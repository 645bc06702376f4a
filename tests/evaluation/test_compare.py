"""Models of one's own beside others: scores by fixture, paired tests, and their prices in a backtest."""

import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import group
from footydata.football.errors import InvalidArgument
from footydata.forecast.models.by_figure import TotalSplit
from footydata.frames.progress import Progress
from tests.conftest import NOW
from tests.evaluation.test_evaluate import START, Said

HOME_WINS = Said([0.5, 0.3, 0.2])
EVEN = Said([1 / 3] * 3)


@pytest.fixture(scope="module")
def both(autumn: Path) -> fd.Evaluation:
    """Two models of one's own on the results of an autumn."""
    with fd.Database(autumn) as db:
        return fd.evaluate(
            db, market="1x2", start=START, model={"home wins": HOME_WINS, "even": EVEN}
        )


@pytest.fixture(scope="module")
def corners(sample: Path) -> fd.Evaluation:
    """Two models of the package on the corners of two leagues."""
    with fd.Database(sample, clock=lambda: NOW) as db:
        return fd.evaluate(
            db,
            market="corner",
            league=[39, 78],
            start="2026-02-14",
            end="2026-02-28",
            model={"ours": "ours", "loose": TotalSplit(tempo=50)},
        )


def scores_of(evaluation: fd.Evaluation, forecaster: str, against: str) -> Any:
    rows = evaluation.scores.query(
        "forecaster == @forecaster and against == @against and line.isna()"
    )
    return rows.iloc[0]


def test_there_is_a_row_for_each_fixture_and_forecaster(
    db: fd.Database, both: fd.Evaluation
) -> None:
    rows = both.fixtures

    assert rows.groupby("forecaster").size().to_dict() == dict.fromkeys(
        ["home wins", "even", "base rate", "market"], len(db.fixtures(start=START))
    )
    assert rows["kickoff"].is_monotonic_increasing
    assert set(rows["season"]) == {"24/25"}


@pytest.mark.parametrize(
    ("against", "column"),
    [("results", "log_loss"), ("opening", "opening_log_loss"), ("closing", "closing_log_loss")],
)
def test_the_score_is_the_mean_of_those_of_the_fixtures(
    both: fd.Evaluation, against: str, column: str
) -> None:
    means = both.fixtures.groupby("forecaster")[column].mean()

    for name in ("home wins", "even", "base rate"):
        assert means[name] == pytest.approx(scores_of(both, name, against)["log_loss"])


def test_a_fixtures_log_loss_is_that_of_what_came(db: fd.Database, both: fd.Evaluation) -> None:
    ended = db.fixtures(start=START).set_index("fixture_id")
    rows = both.fixtures.query("forecaster == 'home wins'").set_index("fixture_id")
    won, drawn = (
        ended["home_goals"] > ended["away_goals"],
        ended["home_goals"] == ended["away_goals"],
    )
    chances = np.where(won, 0.5, np.where(drawn, 0.3, 0.2))

    assert rows.loc[ended.index, "log_loss"].tolist() == pytest.approx((-np.log(chances)).tolist())


def test_at_a_recorded_line_the_line_stands_beside_the_loss(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        rows = fd.evaluate(
            db, market="corner", league=39, start="2026-02-21", end="2026-02-28"
        ).fixtures
        recorded = db.odds(league=39, season="25/26", market="corner")
    row = rows[(rows["forecaster"] == "market") & rows["closing_line"].notna()].iloc[0]

    assert (
        row["closing_line"]
        in recorded.query("fixture_id == @row.fixture_id")["closing_line"].tolist()
    )
    assert row["closing_log_loss"] > 0
    assert pd.isna(row["log_loss"])


def test_two_models_are_compared_on_the_same_fixtures(both: fd.Evaluation) -> None:
    table = both.compare("even", "home wins")
    losses = both.fixtures.pivot(index="fixture_id", columns="forecaster", values="log_loss")
    apart = losses["even"] - losses["home wins"]
    first = table.iloc[0]

    assert table["against"].tolist() == ["results", "opening", "closing"]
    assert first["difference"] == pytest.approx(apart.mean())
    # One step ahead, the corrected test is the paired t test.
    assert first["statistic"] == pytest.approx(apart.mean() / (apart.std() / np.sqrt(len(apart))))
    assert 0 < first["p_value"] < 1


def test_the_other_way_round_only_the_sign_differs(both: fd.Evaluation) -> None:
    one, other = (
        both.compare("even", "base rate").iloc[0],
        both.compare("base rate", "even").iloc[0],
    )

    assert (one["difference"], one["p_value"]) == pytest.approx(
        (-other["difference"], other["p_value"])
    )


def test_one_season_has_no_clustered_error_and_says_so(both: fd.Evaluation) -> None:
    table = both.compare("even", "market")

    assert table["clustered_error"].isna().all()
    assert table["clusters"].eq(1).all()
    assert "it takes 2 of them" in table.attrs["notes"][0]
    assert any("it takes 2 of them" in remark for remark in both.remarks)


def test_errors_are_clustered_by_season_of_a_league(corners: fd.Evaluation) -> None:
    row = corners.compare("loose", "ours").iloc[0]
    rows = corners.fixtures.pivot(
        index=["league", "season", "fixture_id"], columns="forecaster", values="log_loss"
    )
    apart = rows["loose"] - rows["ours"]
    sums = (apart - apart.mean()).groupby(level=["league", "season"]).sum()

    assert row["clusters"] == len(sums) == 2
    assert row["clustered_error"] == pytest.approx(np.sqrt(2 * (sums**2).sum()) / len(apart))
    behind = scores_of(corners, "loose", "results")
    assert (behind["behind"], behind["clustered_error"]) == pytest.approx(
        (row["difference"], row["clustered_error"])
    )


def test_several_models_are_calibrated_each_by_itself(corners: fd.Evaluation) -> None:
    counted = (
        corners.calibration.groupby(["forecaster", "line"])["fixtures"].sum().unstack("forecaster")
    )

    assert (counted["ours"] == counted["loose"]).all()
    assert any(remark.startswith("loose, over") for remark in corners.remarks)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("even", "odd"), "odd"),
        (("even", "even"), "even can't be compared with itself"),
    ],
    ids=["unknown", "itself"],
)
def test_what_can_not_be_compared_is_refused(
    both: fd.Evaluation, names: tuple[str, str], words: str
) -> None:
    with pytest.raises(InvalidArgument, match=words):
        both.compare(*names)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ({}, "no model is named"),
        ({"market": EVEN}, "'market' can't be the name of a model"),
        ({1: EVEN}, "1 can't be the name of a model"),
        (5, "5 is not a model, which has fit and predict"),
    ],
    ids=["none", "the market", "a number", "no model"],
)
def test_models_that_are_none_are_refused(db: fd.Database, model: Any, words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        fd.evaluate(db, market="1x2", start=START, model=model)


def test_a_models_fair_prices_are_the_reciprocals_of_its_chances(
    db: fd.Database, both: fd.Evaluation
) -> None:
    fair = both.fair("home wins")

    assert fair.groupby("side")["fair_price"].first().to_dict() == pytest.approx(
        {"home": 2, "draw": 1 / 0.3, "away": 5}
    )
    assert fair["line"].isna().all()
    assert len(fair) == 3 * len(db.fixtures(start=START))
    pd.testing.assert_frame_equal(both.fair(), fair)
    with pytest.raises(InvalidArgument, match="base rate"):
        both.fair("base rate")


def test_a_backtest_bets_on_a_models_prices(db: fd.Database, both: fd.Evaluation) -> None:
    seen: list[pd.DataFrame] = []

    def value(quotes: pd.DataFrame) -> pd.Series:
        seen.append(quotes)
        return quotes["price"] > quotes["fair_price"]

    bets = fd.backtest(db, value, market="1x2", start=START, fair=both.fair("home wins")).bets

    quotes = pd.concat(seen)
    assert set(quotes.query("side == 'home'")["fair_price"]) == {2.0}
    assert (quotes["fitted_until"] <= quotes["kickoff"]).all()
    # The file's opening prices are 2.1, 3.4, 3.6.
    assert set(bets["side"]) == {"home", "draw"}


def test_at_lines_a_backtest_finds_a_price_for_every_quote(sample: Path) -> None:
    asked: dict[str, Any] = {
        "market": "corner",
        "league": 39,
        "start": "2026-02-01",
        "end": "2026-02-14",
    }
    with fd.Database(sample, clock=lambda: NOW) as db:
        fair = fd.evaluate(db, **asked).fair()
        ours = fd.backtest(db, lambda quotes: quotes["price"] > 99, **asked)
        theirs = fd.backtest(db, lambda quotes: quotes["price"] > 99, **asked, fair=fair)

    assert theirs.quotes == ours.quotes > 0
    assert (fair["fair_price"] <= 15).all()


def command(autumn: Path, *options: str) -> Any:
    return CliRunner().invoke(
        group, ["evaluate", str(autumn), "--market", "1x2", "--start", START, *options]
    )


def test_the_command_compares_the_model_with_base_rates(autumn: Path) -> None:
    outcome = command(autumn, "--compare", "model", "base rate", "--format", "json")

    rows = json.loads(outcome.stdout)
    assert [(row["one"], row["other"], row["against"]) for row in rows] == [
        ("model", "base rate", against) for against in ("results", "opening", "closing")
    ]
    assert rows[0]["clustered_p_value"] is None
    assert "it takes 2 of them" in outcome.stderr


def test_the_command_lists_fixtures(autumn: Path, db: fd.Database) -> None:
    table, rows = command(autumn, "--fixtures"), command(autumn, "--fixtures", "--format", "csv")

    assert START in table.stdout
    assert rows.stdout.splitlines()[0].startswith("fixture_id,kickoff_utc,")
    assert len(rows.stdout.splitlines()) == 1 + 3 * len(db.fixtures(start=START))


def test_the_command_gives_one_answer(autumn: Path) -> None:
    outcome = command(autumn, "--fixtures", "--calibration")

    assert outcome.exit_code == 2
    assert "choose one" in outcome.stderr


def test_a_forecaster_that_there_is_not_is_named_with_those_that_there_are(autumn: Path) -> None:
    outcome = command(autumn, "--compare", "model", "bookmaker")

    assert outcome.exit_code == 2
    assert (
        "--compare knows no 'bookmaker'; here it takes model, base rate, market" in outcome.stderr
    )


def test_the_share_that_is_done_is_shown_unless_quiet(
    autumn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.frames.progress.Progress.__init__", _on_a_terminal)

    assert "44 % of 9 weeks: 2024-10-19" in command(autumn).stderr
    assert "weeks" not in command(autumn, "--quiet").stderr


def _on_a_terminal(self: Progress, *, quiet: bool) -> None:
    self._clock, self._has_text, self._due = time.monotonic, False, math.inf if quiet else 0.0
    self._is_notebook, self._is_seen = False, True


def test_where_nothing_is_comparable_the_command_says_why(autumn: Path) -> None:
    options = [
        "--market",
        "goalline",
        "--start",
        START,
        "--end",
        "2024-10-01",
        "--compare",
        "model",
        "market",
    ]

    outcome = CliRunner().invoke(group, ["evaluate", str(autumn), *options])

    assert "the prices of the market may not be recorded" in outcome.stderr
