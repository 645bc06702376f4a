"""The prices of the sample: of every market, with a margin, near each other, after the score."""

import sqlite3
from dataclasses import replace
from statistics import fmean, stdev

import pytest
from footydata.faces.sample.prices import FIRST_HALF, WHOLE, Quote, quote
from footydata.faces.sample.strengths import Means

from footydata.football.markets import BY_KEY, MARKETS, Market
from footydata.football.terms import DAY, Figure
from footydata.odds.settlement import settle
from tests.conftest import NOW
from tests.faces.sample.counting import counted


@pytest.mark.parametrize("market", MARKETS, ids=lambda market: market.key)
def test_the_default_bookmaker_has_prices_of_every_market_at_every_period(
    db: sqlite3.Connection, market: Market
) -> None:
    key = market.key
    sql = "select * from odds join bookmaker on bookmaker.id = bookmaker_id where is_default and market = :key"

    for period in ("opening", "closing", "inplay"):
        assert counted(db, f"{sql} and {period}_price_1 is not null", key=key) > 300


def test_other_bookmakers_carry_only_the_markets_of_everywhere(db: sqlite3.Connection) -> None:
    sql = "select distinct market from odds join bookmaker on bookmaker.id = bookmaker_id where not is_default"

    assert {row[0] for row in db.execute(sql)} == {
        market.key for market in MARKETS if market.everywhere
    }
    assert counted(db, "select distinct bookmaker_id from odds") == 3


def test_prices_carry_a_margin_of_a_few_per_cent(db: sqlite3.Connection) -> None:
    for period in ("opening", "closing"):
        book = f"""select 1 / {period}_price_1 + 1 / {period}_price_2 + coalesce(1 / {period}_price_3, 0) as book
                   from odds where {period}_price_1 is not null"""
        assert counted(db, f"select * from ({book}) where book not between 1.015 and 1.075") == 0


def test_lines_are_quarter_lines_with_nearly_even_prices_before_kickoff(
    db: sqlite3.Connection,
) -> None:
    lined = [market.key for market in MARKETS if market.shape.has_line]
    full = [key for key in lined if not BY_KEY[key].half]
    for period in ("opening", "closing", "inplay"):
        assert (
            counted(db, f"select * from odds where {period}_line * 4 <> round({period}_line * 4)")
            == 0
        )
        half_told = (
            f"select * from odds where ({period}_line is null) <> ({period}_price_1 is null)"
        )
        assert counted(db, f"{half_told} and market in ({_in(lined)})") == 0
    for period in ("opening", "closing"):
        far = f"select * from odds where abs({period}_price_1 - {period}_price_2) > .5 and market in ({_in(full)})"
        assert counted(db, far) == 0


def test_closing_prices_are_near_the_opening(db: sqlite3.Connection) -> None:
    moved = "select abs(1 / closing_price_1 - 1 / opening_price_1) as moved from odds where market = '1x2'"

    assert counted(db, f"select * from ({moved}) where moved > .12") == 0
    assert counted(db, f"select * from ({moved}) where moved > .01") > 100


def test_in_play_prices_follow_the_score(db: sqlite3.Connection) -> None:
    sql = """select avg(1 / inplay_price_1) from odds join fixture on fixture.id = fixture_id
             where market = '1x2' and status = 'finished'"""
    leading = db.execute(f"{sql} and home_goals > away_goals + 1").fetchone()[0]
    behind = db.execute(f"{sql} and home_goals < away_goals - 1").fetchone()[0]

    assert leading > 0.8
    assert behind < 0.2


def test_scheduled_fixtures_have_only_opening_prices_and_far_ones_none(
    db: sqlite3.Connection,
) -> None:
    odds = "select * from odds join fixture on fixture.id = fixture_id where status = 'scheduled'"

    assert counted(db, f"{odds} and opening_price_1 > 1") > 100
    assert (
        counted(db, f"{odds} and (closing_price_1 is not null or inplay_price_1 is not null)") == 0
    )
    assert counted(db, f"{odds} and kickoff_ts > :far", far=NOW + 15 * DAY) == 0


def test_live_fixtures_have_ticks_in_play_that_end_at_the_recorded_prices(
    db: sqlite3.Connection,
) -> None:
    sql = """select odds.inplay_price_1 as recorded, (select price_1 from odds_tick where
               (fixture_id, bookmaker_id, market) = (odds.fixture_id, odds.bookmaker_id, odds.market)
               order by recorded_ts desc, seq desc limit 1) as last_tick
             from odds join fixture on fixture.id = odds.fixture_id join bookmaker on bookmaker.id = bookmaker_id
             where status = 'live' and is_default and odds.market in ('1x2', 'corner_line', 'goal_line')"""

    assert counted(db, sql) > 20
    assert counted(db, f"select * from ({sql}) where recorded is not last_tick") == 0


def test_ticks_are_of_the_past_and_some_are_suspended(db: sqlite3.Connection) -> None:
    assert counted(db, "select * from odds_tick where recorded_ts > :now", now=NOW) == 0
    assert counted(db, "select * from odds_tick where price_1 is null") > 10
    assert (
        counted(db, "select * from odds_tick where minute is null and home_score is not null") == 0
    )


LINED = [market for market in MARKETS if market.shape.has_line]
FIGURES = {
    Figure.GOALS: ("{half}home_goals", "{half}away_goals"),
    Figure.CORNERS: ("{half}home_corners", "{half}away_corners"),
    Figure.CARD_POINTS: ("home_yellow + 2 * home_red", "away_yellow + 2 * away_red"),
}


@pytest.mark.parametrize("period", ["closing", "inplay"])
@pytest.mark.parametrize("market", LINED, ids=lambda market: market.key)
def test_lines_come_true_as_often_as_their_prices_say(
    db: sqlite3.Connection, market: Market, period: str
) -> None:
    columns = ", ".join(FIGURES[market.figure]).format(half="half_" if market.half else "")
    sql = f"""select {period}_line, 1 / {period}_price_1 / (1 / {period}_price_1 + 1 / {period}_price_2), {columns}
              from odds join fixture on fixture.id = fixture_id join bookmaker on bookmaker.id = bookmaker_id
              where is_default and market = :key and status = 'finished' and {period}_price_1 is not null"""
    side = market.shape.selections[0]
    excess = []
    for line, chance, home, away in db.execute(sql, {"key": market.key}):
        end = (
            settle(market, line=line, side=side, home=home, away=away) if home is not None else None
        )
        excess += [end.won - chance * (end.won + end.lost)] if end else []

    assert abs(fmean(excess)) < 3.5 * stdev(excess) / len(excess) ** 0.5


def test_what_is_left_of_a_fixture_has_its_share_of_what_spreads_it() -> None:
    means = Means(1.4, 1.1, 10.0, 0.55, 1.8, 2.0)
    half = quote(BY_KEY["corner_line_half"], means, 0.0, FIRST_HALF)
    late = quote(BY_KEY["card_line"], means, 0.0, replace(WHOLE, left=dict.fromkeys(Figure, 0.1)))

    # NB1 of mean 4.7: over 4.5 is 1.998 with the dispersion of a half (1.08), 2.017 with that of a fixture (1.16).
    assert half == Quote(4.5, (2.0, 2.0))
    # Yellow cards of mean .38 and reds of mean .016, two points each: exp(-.38 - .016) = .673 that none comes.
    assert late == Quote(0.5, (3.06, 1.49))


def _in(keys: list[str]) -> str:
    return ", ".join(f"'{key}'" for key in keys)
