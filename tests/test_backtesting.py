"""fd.backtest: a strategy walked through the past, settled by the rules, without a look ahead."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument
from footydata.forecast.bets.book import yield_interval
from tests.conftest import NOW

ASKED = {"market": "corner", "league": 39, "start": "2026-02-01", "end": "2026-02-28"}
FIRST_WEEK = {**ASKED, "end": "2026-02-07"}


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def overs(quotes: pd.DataFrame) -> pd.DataFrame:
    return quotes[quotes["side"] == "over"]


def fair_of(bets: pd.DataFrame) -> pd.DataFrame:
    """Fair prices for a backtest, known before the day of the bets."""
    prices = bets[["fixture_id", "side", "line", "fair_price"]]
    return prices.assign(fitted_until=bets["kickoff"].dt.floor("D"))


@pytest.fixture(scope="module")
def found(db: fd.Database) -> fd.Backtest:
    """Every over of a month."""
    return fd.backtest(db, overs, **ASKED)


def test_every_bet_ends_as_the_rules_settle_it(db: fd.Database, found: fd.Backtest) -> None:
    fixtures = db.fixtures(
        league=39, start="2026-02-01", end="2026-02-28", status="finished"
    ).set_index("fixture_id")
    assert len(found.bets) > 20
    for bet in found.bets.itertuples():
        row = fixtures.loc[bet.fixture_id]
        end = fd.settle(
            "corner", line=bet.line, side="over", home=row["home_corners"], away=row["away_corners"]
        )
        assert (bet.outcome, bet.profit) == (
            end.outcome.value,
            pytest.approx(end.profit(1.0, bet.price)),
        )
    assert found.profit == pytest.approx(found.bets["profit"].sum())
    assert found.bankroll == pytest.approx(100 + found.profit)


def test_its_bets_are_those_that_own_bets_would_be(db: fd.Database, found: fd.Backtest) -> None:
    again = db.bets(found.bets[["fixture_id", "market", "line", "side", "price", "stake"]])
    assert again["profit"].tolist() == found.bets["profit"].tolist()
    assert again.attrs["refused"] == []


def test_the_prices_are_those_of_the_period(db: fd.Database) -> None:
    recorded = db.odds(league=39, season="25/26", market="corner").set_index(
        ["fixture_id", "bookmaker"]
    )
    for period in ("opening", "closing"):
        bets = fd.backtest(db, overs, period=period, **FIRST_WEEK).bets
        first = bets.iloc[0]
        (maker,) = db.bookmakers().query("is_default")["slug"]
        assert first["price"] == recorded.loc[(first["fixture_id"], maker), f"{period}_over"]


def test_our_fair_prices_are_those_of_the_day_at_the_quoted_line(db: fd.Database) -> None:
    seen: list[pd.DataFrame] = []
    fd.backtest(db, lambda quotes: seen.append(quotes) or quotes.iloc[:0], **FIRST_WEEK)
    row = seen[-1].iloc[0]
    rung = db.ladder(int(row["fixture_id"]), "corner").set_index("line").loc[row["line"]]
    assert row["fair_price"] == pytest.approx(rung[row["side"]])
    assert row["fitted_until"] == row["kickoff"].normalize()


def test_a_strategy_sees_a_day_at_a_time_and_no_result(db: fd.Database) -> None:
    seen: list[pd.DataFrame] = []
    fd.backtest(db, lambda quotes: seen.append(quotes) or quotes["price"] > 99, **ASKED)
    days = [frame["kickoff"].dt.date.unique().tolist() for frame in seen]
    assert all(len(day) == 1 for day in days)
    assert days == sorted(days)
    assert not {"home_corners", "outcome", "profit", "closing_price"} & set(seen[0].columns)


@pytest.mark.parametrize(
    "after", [pd.Timedelta(seconds=1), pd.Timedelta(days=30)], ids=["its own fixture", "later ones"]
)
def test_fair_prices_that_know_the_fixture_are_refused(
    db: fd.Database, after: pd.Timedelta
) -> None:
    quoted = db.odds(league=39, season="25/26", market="corner").dropna(subset=["opening_line"])
    kickoffs = db.fixtures(league=39, season="25/26").set_index("fixture_id")["kickoff"]
    fair = pd.DataFrame(
        {
            "fixture_id": quoted["fixture_id"],
            "side": "over",
            "line": quoted["opening_line"],
            "fair_price": 1.9,
        }
    )
    fair["fitted_until"] = fair["fixture_id"].map(kickoffs)
    assert len(fd.backtest(db, overs, fair=fair, **ASKED).bets) > 20
    fair["fitted_until"] += after
    with pytest.raises(fd.LookAhead, match="it may know the result"):
        fd.backtest(db, overs, fair=fair, **ASKED)
    with pytest.raises(InvalidArgument, match="no column fitted_until"):
        fd.backtest(db, overs, fair=fair.drop(columns="fitted_until"), **ASKED)


def test_fair_prices_may_be_of_the_dtypes_of_pyarrow(db: fd.Database) -> None:
    quoted = db.odds(league=39, season="25/26", market="corner").dropna(subset=["opening_line"])
    fair = quoted[["fixture_id"]].assign(
        side="over",
        line=quoted["opening_line"],
        fair_price=1.9,
        fitted_until=pd.Timestamp("2026-01-01", tz="UTC"),
    )
    bets = fd.backtest(
        db, overs, fair=fair.convert_dtypes(dtype_backend="pyarrow"), **FIRST_WEEK
    ).bets
    assert len(bets)
    pd.testing.assert_frame_equal(bets, fd.backtest(db, overs, fair=fair, **FIRST_WEEK).bets)


FAIR = {
    "fixture_id": [880001],
    "side": ["over"],
    "line": [9.5],
    "fair_price": [1.9],
    "fitted_until": ["2026-01-01"],
}


@pytest.mark.parametrize(
    ("fair", "words"),
    [
        ([1.9], "fair prices are a DataFrame, not of type list"),
        ({**FAIR, "fixture_id": [pd.NA]}, "<NA> is not the id of a fixture"),
        ({**FAIR, "fixture_id": [880001.5]}, "880001.5 is not the id of a fixture"),
        ({**FAIR, "line": ["high"]}, "row 0: line 'high' is not a number"),
        ({**FAIR, "fair_price": ["1.9?"]}, "row 0: '1.9[?]' is not a decimal price"),
        ({**FAIR, "fair_price": [1.0]}, "row 0: 1.0 is not a decimal price"),
        ({**FAIR, "fitted_until": ["soon"]}, "row 0: fitted_until 'soon' is not a moment"),
        ({**FAIR, "fitted_until": [None]}, "row 0: fitted_until None is not a moment"),
    ],
    ids=[
        "no frame",
        "no fixture",
        "half a fixture",
        "line",
        "text for a price",
        "price",
        "moment",
        "no moment",
    ],
)
def test_fair_prices_that_can_not_be_read_are_refused(
    db: fd.Database, fair: object, words: str
) -> None:
    with pytest.raises(InvalidArgument, match=words):
        fd.backtest(
            db, overs, fair=pd.DataFrame(fair) if isinstance(fair, dict) else fair, **FIRST_WEEK
        )


def test_fair_prices_of_all_sides_are_chances(db: fd.Database) -> None:
    both = {**{name: values * 2 for name, values in FAIR.items()}, "side": ["over", "under"]}
    fd.backtest(db, overs, fair=pd.DataFrame({**both, "fair_price": [1.9, 2.11]}), **FIRST_WEEK)
    words = r"fixture 880001: the chances of over, under at 9.5 .*\(1.2, 1.2\) sum to 1.667, not to 1; fd.implied"
    with pytest.raises(InvalidArgument, match=words):
        fd.backtest(db, overs, fair=pd.DataFrame({**both, "fair_price": [1.2, 1.2]}), **FIRST_WEEK)


def test_fair_prices_of_double_chances_sum_to_two(db: fd.Database) -> None:
    sides = ["home_or_draw", "home_or_away", "draw_or_away"]
    fair = pd.DataFrame({"fixture_id": 880001, "side": sides, "fair_price": [1.25, 10 / 7, 2.0]})
    asked = {
        **FIRST_WEEK,
        "market": "double_chance",
        "fair": fair.assign(fitted_until="2026-01-01"),
    }
    assert fd.backtest(db, overs, **asked).reason


def test_stakes_are_of_the_bankroll_at_the_start_of_the_day(db: fd.Database) -> None:
    found = fd.backtest(db, overs, stakes="proportional", size=0.1, bankroll=50, **ASKED)
    days = found.bets.groupby(found.bets["kickoff"].dt.date)
    before = [50.0, *days["bankroll"].last().tolist()]
    assert days["stake"].first().tolist() == pytest.approx([0.1 * each for each in before[:-1]])
    assert before[1] == pytest.approx(50 + days["profit"].sum().iloc[0])


def test_a_kelly_stake_follows_the_edge(db: fd.Database) -> None:
    found = fd.backtest(db, overs, stakes="kelly", size=0.5, **ASKED)
    first = found.bets.iloc[0]
    edge = first["price"] / first["fair_price"] - 1
    assert first["stake"] == pytest.approx(100 * 0.5 * edge / (first["price"] - 1))
    assert (found.bets["price"] > found.bets["fair_price"]).all()


def test_the_interval_is_of_fixtures_not_of_bets(found: fd.Backtest, db: fd.Database) -> None:
    decided = found.bets[found.bets["outcome"] != "void"]
    stakes = decided["stake"].tolist()
    low, high = yield_interval(stakes, decided["price"].tolist(), found.profit / sum(stakes))
    share = sum(stakes) / found.staked
    assert (found.low, found.high) == pytest.approx((low * share, high * share))
    both = fd.backtest(db, lambda quotes: quotes["price"] > 1, **ASKED)
    assert both.low is not None and both.high is not None
    # Over and under of one fixture are one bet of twice the stake, so that there are no more of them than before.
    assert both.high - both.low > 0.9 * (found.high - found.low)


def test_no_bet_is_placed_that_the_bankroll_does_not_cover(db: fd.Database) -> None:
    found = fd.backtest(db, lambda quotes: quotes["price"] > 1, bankroll=3, **ASKED)
    assert found.bankroll == pytest.approx(3 + found.profit)
    assert found.bankroll >= 0
    days = found.bets.groupby(found.bets["kickoff"].dt.date)
    before = [3.0, *days["bankroll"].last().tolist()]
    assert all(staked <= had for staked, had in zip(days["stake"].sum(), before, strict=False))
    whole = fd.backtest(db, lambda quotes: quotes["price"] > 1, **ASKED)
    assert (whole.uncovered, found.uncovered) == (0, len(whole.bets) - len(found.bets))
    assert f"{found.uncovered} bets not placed: the bankroll did not cover the stake" in str(found)


def test_void_bets_count_in_what_was_staked(found: fd.Backtest) -> None:
    assert found.staked == pytest.approx(found.bets["stake"].sum())
    assert found.growth == pytest.approx(found.profit / found.staked)
    assert "on turnover" in str(found)


def test_a_strategy_that_never_reads_the_fair_price_loses_no_fixture(
    db: fd.Database, found: fd.Backtest
) -> None:
    one = fair_of(found.bets.iloc[:1])
    again = fd.backtest(db, overs, fair=one, **ASKED)
    assert again.bets["fixture_id"].tolist() == found.bets["fixture_id"].tolist()
    assert again.bets["fair_price"].notna().sum() == 1
    assert (
        fd.backtest(db, overs, fair=one, stakes="kelly", **ASKED).bets["fair_price"].notna().all()
    )


def test_a_backtest_and_an_evaluation_say_whose_prices_they_used(
    db: fd.Database, found: fd.Backtest
) -> None:
    assert found.makers == {"kestrel": found.quotes}
    assert f"prices: {found.quotes} quotes of kestrel" in str(found)
    evaluated = fd.evaluate(db, market="corner", league=39, start="2026-02-15", end="2026-02-28")
    assert any("quotes of kestrel" in remark for remark in evaluated.remarks)


def test_the_closing_line_value_is_that_of_the_bets(found: fd.Backtest) -> None:
    assert found.closing_value == pytest.approx(found.bets["closing_value"].mean())
    assert "beating a closing price is not to be expected" in str(found)


def test_nothing_to_bet_on_says_why(db: fd.Database) -> None:
    none = fd.backtest(db, lambda quotes: quotes["price"] > 99, **ASKED)
    assert (len(none.bets), none.growth, none.bankroll) == (0, None, 100.0)
    assert none.reason.startswith("the strategy chose none of ")
    assert fd.backtest(
        db, overs, **{**ASKED, "start": "1999-01-01", "end": "1999-01-02"}
    ).reason == ("no finished fixture matches the league, season and days")


def test_what_is_no_function_is_refused(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="5 is not a strategy"):
        fd.backtest(db, 5, **ASKED)
    with pytest.raises(InvalidArgument, match="size '1' is a text; size is a number"):
        fd.backtest(db, overs, **ASKED, size="1")


def test_a_choice_in_another_order_is_of_the_rows_that_its_index_names(db: fd.Database) -> None:
    chosen = fd.backtest(db, lambda quotes: quotes["price"] > 1.9, **ASKED)
    sorted_first = fd.backtest(
        db, lambda quotes: quotes.sort_values("price")["price"] > 1.9, **ASKED
    )
    assert sorted_first.bets["price"].min() > 1.9
    pd.testing.assert_frame_equal(sorted_first.bets, chosen.bets)


@pytest.mark.parametrize(
    "strategy",
    [
        lambda quotes: None,
        lambda quotes: [True],
        lambda quotes: pd.DataFrame({"a": [1]}, index=[10**6]),
    ],
)
def test_what_is_no_choice_of_the_rows_is_refused(db: fd.Database, strategy: object) -> None:
    with pytest.raises(InvalidArgument):
        fd.backtest(db, strategy, **FIRST_WEEK)


@pytest.mark.parametrize(
    "options",
    [{"size": 0}, {"stakes": "kelly", "size": 2}, {"bankroll": -1}, {"stakes": "martingale"}],
)
def test_stakes_that_are_none_are_refused(db: fd.Database, options: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        fd.backtest(db, overs, **ASKED, **options)


def test_later_results_change_no_earlier_bet(db: fd.Database, sample: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "update fixture set home_corners = 0 where league_id = 39 and status = 'finished' "
            "and kickoff_ts >= unixepoch('2026-02-15')"
        )
    with fd.Database(path, clock=lambda: NOW) as changed:
        one, other = (
            fd.backtest(each, lambda quotes: quotes["price"] > quotes["fair_price"], **ASKED).bets
            for each in (db, changed)
        )
    before = pd.Timestamp("2026-02-15", tz="UTC")
    pd.testing.assert_frame_equal(one[one["kickoff"] < before], other[other["kickoff"] < before])


@pytest.mark.parametrize(
    "lacking", ["closing_line = null", "closing_line = 9.6", "closing_price_1 = 1.0"]
)
def test_a_quote_on_which_nobody_could_bet_gives_way_to_another(
    sample: Path, tmp_path: Path, lacking: str
) -> None:
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            f"update odds set {lacking} where market = 'corner_line' "
            "and bookmaker_id = (select id from bookmaker where is_default)"
        )
    asked = {
        "market": "corner",
        "period": "closing",
        "league": 39,
        "start": "2026-02-01",
        "end": "2026-02-08",
    }
    with fd.Database(path, clock=lambda: NOW) as db:
        default = db.bookmakers().query("is_default")["slug"].item()
        quoted: list[str] = []
        fd.backtest(db, lambda quotes: quoted.extend(quotes["bookmaker"]) or quotes, **asked)

    assert quoted
    assert default not in quoted
