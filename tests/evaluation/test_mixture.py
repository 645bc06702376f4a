"""fd.forecast.Mixture: a model mixed with the market, by a weight that only the past decides."""

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
from footydata.football.errors import InvalidArgument
from footydata.forecast import mixture
from footydata.forecast.mixture import tilted
from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.lines import prices_at
from footydata.odds.settlement import market_of
from tests.evaluation.test_evaluate import START, Said

LATER = "2024-11-02"
"""A Saturday with fixtures, before which a step of the past is over."""

HOME_WINS = Said([0.5, 0.3, 0.2])


@pytest.fixture
def own(autumn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[fd.Database]:
    """A copy of the autumn, in which a dozen past fixtures are enough for a weight."""
    monkeypatch.setattr(mixture, "FEWEST_QUOTED", 12)
    with fd.Database(shutil.copy(autumn, tmp_path / "football.db")) as opened:
        yield opened


def write(db: fd.Database, sql: str) -> None:
    with closing(sqlite3.connect(db.path)) as connection, connection:
        connection.execute(sql)


def chances(db: fd.Database, model: object, *, end: str | None = None) -> pd.DataFrame:
    """The chances of each fixture's results from LATER on, by id."""
    fair = fd.evaluate(db, market="1x2", start=LATER, end=end, model=model).fair()
    return 1 / fair.pivot(index="fixture_id", columns="side", values="fair_price")


PERFECT = """
update odds set opening_price_1 = case result when 1 then 1.05 else 30 end,
    opening_price_2 = case result when 0 then 1.05 else 30 end,
    opening_price_3 = case result when -1 then 1.05 else 30 end
from (select id, sign(home_goals - away_goals) as result from fixture) where id = fixture_id and market = '1x2'
"""
"""Opening prices that know the results."""


@pytest.mark.parametrize(
    "model", ["closed-form", HOME_WINS], ids=["a model of counts", "one fitted to a database"]
)
def test_prices_that_were_right_get_all_the_weight(own: fd.Database, model: object) -> None:
    write(own, PERFECT)

    with fd.Database(own.path, clock=lambda: pd.Timestamp(LATER, tz="UTC").timestamp()) as then:
        (league_id,) = then.leagues()["league_id"]
        weight = fd.forecast.Mixture("1x2", model).fit(then).weight_of(league_id)

    assert weight.weight == 1.0
    assert weight.fixtures >= 12


def test_prices_that_were_wrong_get_none(own: fd.Database) -> None:
    write(
        own,
        PERFECT.replace("when 1 then", "when 2 then")
        .replace("when 0 then", "when 2 then")
        .replace("-1", "1"),
    )

    model = chances(own, HOME_WINS)
    mixed = chances(own, fd.forecast.Mixture("1x2", HOME_WINS))

    pd.testing.assert_frame_equal(mixed, model)


def test_with_too_few_fixtures_both_count_the_same(db: fd.Database) -> None:
    mixed = chances(db, fd.forecast.Mixture("1x2", HOME_WINS))

    # The file's opening prices are all 2.1, 3.4, 3.6.
    market = fd.implied_probabilities([2.1, 3.4, 3.6])
    assert mixed[["home", "draw", "away"]].iloc[0].tolist() == pytest.approx(
        (market + np.array([0.5, 0.3, 0.2])) / 2
    )


def test_a_fixture_without_a_quote_is_the_models(own: fd.Database) -> None:
    write(own, "delete from odds where fixture_id % 2 = 0")

    mixed, model = chances(own, fd.forecast.Mixture("1x2", HOME_WINS)), chances(own, HOME_WINS)

    unquoted = mixed.index[mixed.index % 2 == 0]
    assert 0 < len(unquoted) < len(mixed)
    pd.testing.assert_frame_equal(mixed.loc[unquoted], model.loc[unquoted])
    assert (mixed != model).any(axis=None)


LEAKS = {
    "the result": "update fixture set home_goals = 9 where kickoff_ts >= unixepoch('2024-11-02')",
    "a later opening price": "update odds set opening_price_1 = 1.01 from fixture "
    "where fixture.id = fixture_id and kickoff_ts >= unixepoch('2024-11-09')",
    "the closing price": "update odds set closing_price_1 = 1.01, closing_price_2 = 50, closing_price_3 = 50",
    "a tick of the week": "insert into odds_tick select fixture_id, bookmaker_id, market, kickoff_ts, 0, null, null, "
    "9.0, 8.0, 1.1, null, null from odds join fixture on fixture.id = fixture_id",
}


@pytest.mark.parametrize("planted", LEAKS.values(), ids=LEAKS)
@pytest.mark.parametrize(
    "model", ["without-prices", HOME_WINS], ids=["a model of counts", "one fitted to a database"]
)
def test_what_was_not_known_moves_no_chance(own: fd.Database, planted: str, model: object) -> None:
    week = {"end": "2024-11-08"}
    before = chances(own, fd.forecast.Mixture("1x2", model), **week)

    write(own, planted)

    pd.testing.assert_frame_equal(chances(own, fd.forecast.Mixture("1x2", model), **week), before)


def test_a_past_result_moves_the_weight(own: fd.Database) -> None:
    before = chances(own, fd.forecast.Mixture("1x2", "without-prices"))

    write(
        own,
        PERFECT
        + " and exists (select 1 from fixture where id = fixture_id and kickoff_ts < 1730500000)",
    )

    assert (chances(own, fd.forecast.Mixture("1x2", "without-prices")) != before).any(axis=None)


def test_a_mixture_that_walked_through_later_weeks_knows_nothing_of_them(own: fd.Database) -> None:
    write(own, PERFECT)
    used = fd.forecast.Mixture("1x2", "without-prices")
    (league_id,) = own.leagues()["league_id"]

    def weight(model: Any, day: str) -> Any:
        with fd.Database(own.path, clock=lambda: pd.Timestamp(day, tz="UTC").timestamp()) as then:
            return model.fit(then).weight_of(league_id)

    late = weight(used, "2024-12-20")
    early = weight(used, LATER)

    assert late.fixtures > early.fixtures
    assert early == weight(fd.forecast.Mixture("1x2", "without-prices"), LATER)


def test_a_model_of_ones_own_sees_in_the_past_what_was_known_then(own: fd.Database) -> None:
    looks: list[bool] = []

    class Spy(Said):
        def fit(self, db: fd.Database) -> "Spy":
            ended = db.fixtures(status="finished")["kickoff"]
            looks.append(bool((ended < pd.Timestamp(db.now, unit="s", tz="UTC")).all()))
            return self

    chances(own, fd.forecast.Mixture("1x2", Spy([0.4, 0.3, 0.3])), end="2024-11-08")

    assert len(looks) > 1
    assert all(looks)


@pytest.mark.parametrize(
    ("market", "line"),
    [("goalline", 2.5), ("goalline", 2.25), ("asian", -0.75), ("asian", 0.0), ("home_goals", 1.5)],
    ids=["half line", "quarter line", "handicap", "a line that gives stakes back", "one team's"],
)
def test_a_grid_gets_the_mixed_chance_at_the_line(market: Any, line: float) -> None:
    joint, lines = (
        grid(Counts(np.array([1.6, 1.1]), np.array([1.0, 1.4])), 15),
        np.array([line, line]),
    )

    result = tilted(market_of(market), joint, lines, np.array([0.4, 0.7]))

    assert (1 / prices_at(market_of(market), result, lines)[:, 0]).tolist() == pytest.approx(
        [0.4, 0.7]
    )
    assert result.sum(axis=(1, 2)).tolist() == pytest.approx([1, 1])


def test_a_grid_that_has_the_chance_already_stays() -> None:
    joint, lines = grid(Counts(np.array([1.6]), np.array([1.0])), 15), np.array([2.5])
    own = 1 / prices_at(market_of("goalline"), joint, lines)[:, 0]

    assert (
        np.abs(tilted(market_of("goalline"), joint, lines, own) - joint / joint.sum()).max() < 1e-9
    )


def test_corners_are_mixed_at_the_quoted_line(sample: Path) -> None:
    asked: dict[str, Any] = {
        "market": "corner",
        "league": 39,
        "start": "2026-02-21",
        "end": "2026-02-27",
    }
    models = {"mixture": fd.forecast.Mixture("corner", days=90), "ours": "ours"}
    with fd.Database(sample) as db:
        rows = fd.evaluate(db, **asked, model=models).fixtures.set_index(
            ["fixture_id", "forecaster"]
        )

    loss = rows["opening_log_loss"].dropna().unstack()
    between = loss["mixture"].between(
        loss[["ours", "market"]].min(axis=1), loss[["ours", "market"]].max(axis=1)
    )
    assert len(loss) > 3
    assert between.all()


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: fd.forecast.Mixture("double_chance"), "double_chance can't be scored"),
        (
            lambda: fd.forecast.Mixture("corner", fd.forecast.TotalSplit(tilt=1.0)),
            "needs result prices",
        ),
        (lambda: fd.forecast.Mixture("1x2", "theirs"), "theirs"),
        (lambda: fd.forecast.Mixture("1x2", days=-1), "days -1 is below 0"),
    ],
    ids=["overlapping selections", "a model of prices", "an unknown name", "days"],
)
def test_what_can_not_be_mixed_is_refused(build: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        build()


def test_a_fixture_that_has_begun_is_refused(db: fd.Database) -> None:
    fitted = fd.forecast.Mixture("1x2").fit(db)

    with pytest.raises(
        InvalidArgument, match=r"before the moment of the fit; .+ walks through past"
    ):
        fitted.predict(db.fixtures(start=START))
