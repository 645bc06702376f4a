"""Fair lines of the fixtures of a database, beside the recorded quotes."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.markets import BY_PARAM, MARKETS
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Period
from footydata.forecast.models.by_figure import CORNERS, WITH_PRICES
from footydata.forecast.pricing import AHEAD, Pricing, price, refresh, store
from footydata.store.bookmakers import bookmakers
from footydata.store.file.opening import open_database
from footydata.store.forecasts import fair_lines
from footydata.store.read.fixtures import FixtureFilter, fixtures

CORNER = BY_PARAM["corner"]


@pytest.fixture
def football(sample: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the sample that may be written."""
    connection = open_database(shutil.copy(sample, tmp_path / "football.db"))
    yield connection
    connection.close()


@pytest.fixture
def league_id(football: sqlite3.Connection) -> int:
    """The league with the most fixtures."""
    sql = (
        "select league_id from fixture where esports = 0 group by 1 order by count(*) desc limit 1"
    )
    return int(football.execute(sql).fetchone()[0])


def coming(connection: sqlite3.Connection, league_id: int, now: int) -> list[FixtureRow]:
    narrowed = FixtureFilter(
        start_ts=now, end_ts=now + AHEAD, league_ids=(league_id,), statuses=("scheduled",)
    )
    return fixtures(connection, narrowed)


def played(connection: sqlite3.Connection, league_id: int, now: int) -> list[FixtureRow]:
    """The newest day of finished fixtures."""
    narrowed = FixtureFilter(end_ts=now - DAY, league_ids=(league_id,), statuses=("finished",))
    last = fixtures(connection, narrowed)[-1].kickoff_ts // DAY
    return [row for row in fixtures(connection, narrowed) if row.kickoff_ts // DAY == last]


def by_market(pricing: Pricing) -> dict[tuple[int, str], tuple[float | None, float, float]]:
    return {
        (row.fixture.id, row.market.key): (row.fair.line, row.fair.price_1, row.fair.price_2)
        for row in pricing.comparisons
    }


def test_every_market_of_a_coming_fixture_is_priced(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = coming(football, league_id, now)

    found = price(football, wanted, now=now)

    assert [(row.fixture.id, row.market) for row in found.comparisons] == [
        (fixture.id, market) for fixture in wanted for market in MARKETS
    ]
    assert found.refused == {}


def test_fair_reciprocals_sum_to_one(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    found = price(football, coming(football, league_id, now), now=now)
    prices = [(row.fair.price_1, row.fair.price_2, row.fair.price_3) for row in found.comparisons]

    assert [sum(1 / p for p in three if p is not None) for three in prices] == pytest.approx(
        [1.0] * len(prices)
    )


def test_a_line_tells_its_evidence(football: sqlite3.Connection, league_id: int, now: int) -> None:
    fixture = coming(football, league_id, now)[0]
    past = FixtureFilter(
        league_ids=(league_id,),
        end_ts=min(now, fixture.kickoff_ts // DAY * DAY),
        statuses=("finished",),
    )
    known = [row for row in fixtures(football, past) if row.home_corners is not None]

    line = price(football, [fixture], now=now, markets=[CORNER]).comparisons[0].fair

    assert (line.model, line.computed_ts) == (WITH_PRICES[CORNER.figure].name, now)
    assert 0 < line.fixtures_used <= len(known)
    assert line.home_mean + line.away_mean == pytest.approx(line.line, abs=1)


def test_the_day_itself_and_what_came_after_change_nothing(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = played(football, league_id, now)
    before = by_market(price(football, wanted, now=now))
    day = wanted[0].kickoff_ts // DAY * DAY
    football.execute(
        "update fixture set home_corners = 30, home_goals = 9, home_yellow = 9 where league_id = ? and kickoff_ts >= ?",
        (league_id, day),
    )

    assert by_market(price(football, wanted, now=now)) == before


def test_the_day_before_changes_the_lines(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = played(football, league_id, now)
    before = by_market(price(football, wanted, now=now))
    football.execute(
        "update fixture set home_corners = 30 where league_id = ? and kickoff_ts < ?",
        (league_id, wanted[0].kickoff_ts // DAY * DAY),
    )

    assert by_market(price(football, wanted, now=now)) != before


def test_the_closing_quote_stands_beside(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    rows = price(football, played(football, league_id, now), now=now, markets=[CORNER]).comparisons

    assert {row.recorded and row.recorded.period for row in rows} == {Period.CLOSING}
    assert all(row.recorded and row.fair_at_recorded for row in rows)


def test_our_prices_at_the_recorded_line_equal_the_fair_ones_where_it_is_ours(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    narrowed = FixtureFilter(
        league_ids=(league_id,), start_ts=now - 60 * DAY, end_ts=now, statuses=("finished",)
    )
    rows = price(football, fixtures(football, narrowed), now=now, markets=[CORNER]).comparisons

    same = [row for row in rows if row.recorded and row.recorded.line == row.fair.line]

    assert same
    assert [row.fair_at_recorded for row in same] == [
        pytest.approx((row.fair.price_1, row.fair.price_2)) for row in same
    ]


def test_a_closing_line_without_prices_stands_beside_too(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    football.execute(
        "update odds set closing_price_1 = null, closing_price_2 = null where market = 'corner_line'"
    )

    rows = price(football, played(football, league_id, now), now=now, markets=[CORNER]).comparisons

    assert {(row.recorded.period, row.recorded.prices) for row in rows if row.recorded} == {
        (Period.CLOSING, ())
    }
    assert all(row.fair_at_recorded for row in rows)


def test_another_bookmakers_quote_may_stand_beside(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    other = bookmakers(football)[-1]

    rows = price(
        football,
        played(football, league_id, now),
        now=now,
        markets=[BY_PARAM["cards"]],
        bookmaker=other,
    )

    assert {row.recorded for row in rows.comparisons} == {None}


def test_a_database_without_bookmakers_prices_all_the_same(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    football.execute("delete from odds_tick")
    football.execute("delete from odds")
    football.execute("delete from bookmaker")

    rows = price(football, coming(football, league_id, now), now=now, markets=[CORNER]).comparisons

    assert {row.fair.model for row in rows} == {CORNERS.name}
    assert {(row.recorded, row.fair_at_recorded) for row in rows} == {(None, None)}


def corner_lines(
    connection: sqlite3.Connection, wanted: list[FixtureRow], now: int
) -> list[tuple[str, float, float]]:
    """The model of each fixture's corner line, and what it expects."""
    found = price(connection, wanted, now=now, markets=[CORNER]).comparisons
    return [(row.fair.model, row.fair.home_mean, row.fair.away_mean) for row in found]


def test_a_fixture_without_result_prices_is_priced_without_them(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = played(football, league_id, now)
    first = wanted[0].id
    football.execute("delete from odds_tick where fixture_id = ?", (first,))
    football.execute("delete from odds where fixture_id = ?", (first,))

    rows = price(football, wanted, now=now, markets=[CORNER]).comparisons

    knows = {row.fixture.id: (row.with_prices, row.fair.model) for row in rows}
    assert knows.pop(first) == (False, CORNERS.name)
    assert set(knows.values()) == {(True, WITH_PRICES[CORNER.figure].name)}


def test_too_few_past_result_prices_are_not_used(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = played(football, league_id, now)
    past = "select id from fixture where kickoff_ts < (select max(kickoff_ts) - 60 * 86400 from fixture)"
    football.execute(f"delete from odds_tick where fixture_id in ({past})")
    football.execute(f"delete from odds where fixture_id in ({past})")

    assert {model for model, *_ in corner_lines(football, wanted, now)} == {CORNERS.name}


@pytest.mark.parametrize("period", ["closing", "inplay"])
def test_later_result_prices_of_the_fixture_change_nothing(
    football: sqlite3.Connection, league_id: int, now: int, period: str
) -> None:
    wanted = played(football, league_id, now)
    before = corner_lines(football, wanted, now)
    football.executemany(
        f"update odds set {period}_price_1 = 1.05, {period}_price_2 = 15, {period}_price_3 = 30 where fixture_id = ?",
        [(row.id,) for row in wanted],
    )

    assert corner_lines(football, wanted, now) == before


def test_the_opening_result_price_tilts_who_gets_the_corners(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = played(football, league_id, now)[:1]
    football.execute("delete from odds_tick where fixture_id = ?", (wanted[0].id,))
    shares = []
    for home, away in ((1.2, 15.0), (15.0, 1.2)):
        values = {"home": home, "away": away, "id": wanted[0].id}
        football.execute(
            "update odds set opening_price_1 = :home, opening_price_2 = 7, opening_price_3 = :away "
            "where fixture_id = :id and market = '1x2'",
            values,
        )
        shares += [home / (home + away) for _, home, away in corner_lines(football, wanted, now)]

    assert shares[0] > shares[1] + 0.1


@pytest.mark.parametrize(("seconds", "is_used"), [(-1, True), (0, False), (DAY - 1, False)])
def test_a_recorded_result_price_is_used_from_before_the_day_alone(
    football: sqlite3.Connection, league_id: int, now: int, *, seconds: int, is_used: bool
) -> None:
    wanted = played(football, league_id, now)[:1]
    football.execute("delete from odds_tick where fixture_id = ?", (wanted[0].id,))
    before = corner_lines(football, wanted, now)
    values = {"id": wanted[0].id, "at": wanted[0].kickoff_ts // DAY * DAY + seconds}
    football.execute(
        "insert into odds_tick (fixture_id, bookmaker_id, market, recorded_ts, price_1, price_2, price_3) "
        "select fixture_id, bookmaker_id, market, :at, 15, 7, 1.2 from odds where fixture_id = :id and market = '1x2'",
        values,
    )

    assert (corner_lines(football, wanted, now) != before) is is_used


def test_too_little_past_is_reported_by_league_and_figure(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    football.execute(
        "update fixture set half_home_corners = null where league_id = ?", (league_id,)
    )

    found = price(
        football,
        coming(football, league_id, now),
        now=now,
        markets=[CORNER, BY_PARAM["corner_half"]],
    )

    assert [what.split(", ")[1] for what in found.refused] == ["first-half corners"]
    assert {row.market for row in found.comparisons} == {CORNER}


def test_fixtures_that_will_not_be_played_are_not_priced(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    wanted = [row._replace(state_detail="postponed") for row in coming(football, league_id, now)]

    assert price(football, wanted, now=now).comparisons == []


def test_fair_lines_of_coming_fixtures_are_stored(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    football.execute("delete from fair_line")
    football.commit()
    ids = [row.id for row in coming(football, league_id, now)]

    stored = refresh(football, now=now)
    found = fair_lines(football, ids)

    assert stored >= len(ids) * len(MARKETS)
    assert {len(lines) for lines in found.values()} == {len(MARKETS)}


def test_a_fixture_that_has_begun_keeps_its_line(
    football: sqlite3.Connection, league_id: int, now: int
) -> None:
    football.execute("delete from fair_line")
    football.commit()
    past = price(football, played(football, league_id, now), now=now)

    assert store(football, past, now=now) == 0


def test_storing_again_replaces_the_lines(football: sqlite3.Connection, now: int) -> None:
    football.execute("delete from fair_line")
    football.commit()
    first = refresh(football, now=now)

    refresh(football, now=now + 60)

    moments = football.execute("select count(*), min(computed_ts) from fair_line").fetchone()
    assert moments[0] == first
    assert moments[1] == now + 60
