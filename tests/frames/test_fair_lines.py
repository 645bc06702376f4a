"""Fair lines and own bets as DataFrames."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import FixtureNotFound, InvalidArgument, TooFewFixtures
from footydata.football.markets import MARKETS
from footydata.forecast.bets.own_rows import RefusedRowsWarning
from footydata.views.bets import BET_COLUMNS
from footydata.views.columns import Column
from footydata.views.lines import FAIR_LINE_COLUMNS


@pytest.fixture
def db(sample: Path, now: int) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: now) as database:
        yield database


def declared(columns: tuple[Column, ...]) -> list[tuple[str, str]]:
    return [(column.name, column.dtype) for column in columns]


def dtypes(frame: pd.DataFrame) -> list[tuple[str, str]]:
    return [(str(name), str(dtype)) for name, dtype in frame.dtypes.items()]


def test_coming_fixtures_have_fair_lines_of_every_market(db: fd.Database, now: int) -> None:
    frame = db.fair_lines(league=39)

    assert dtypes(frame) == declared(FAIR_LINE_COLUMNS)
    assert set(frame["market"]) == {market.param for market in MARKETS}
    assert (frame["kickoff"] >= pd.Timestamp(now, unit="s", tz="UTC")).all()


def test_a_past_day_and_markets_may_be_asked_for(db: fd.Database) -> None:
    day = db.fixtures(league=39, status="finished")["kickoff"].iloc[-1].date()

    frame = db.fair_lines(league=39, date=day, markets=["corner", "card_line"])

    assert set(frame["market"]) == {"corner", "cards"}
    assert set(frame["kickoff"].dt.date) == {day}
    assert frame["recorded_line"].notna().all()


def test_another_bookmaker_stands_beside(db: fd.Database) -> None:
    slug = db.bookmakers()["slug"].iloc[-1]
    day = db.fixtures(league=39, status="finished")["kickoff"].iloc[-1].date()

    frame = db.fair_lines(league=39, date=day, markets=["cards"], bookmaker=slug)

    assert frame["recorded_line"].isna().all()


@pytest.mark.parametrize(
    ("market", "sides"), [("corner", ["over", "under"]), ("asian", ["home", "away"])]
)
def test_a_ladder_has_the_main_line_among_its_quarter_lines(
    db: fd.Database, market: str, sides: list[str]
) -> None:
    main = db.fair_lines(league=39, markets=[market]).iloc[0]

    ladder = db.ladder(int(main["fixture_id"]), market)

    assert list(ladder.columns) == ["line", *sides]
    assert set(ladder["line"].diff().dropna()) == {0.25}
    assert ladder[ladder["line"] == main["line"]][sides].to_numpy().tolist() == [
        pytest.approx([main["price_1"], main["price_2"]])
    ]


def test_a_market_without_a_ladder_is_refused(db: fd.Database) -> None:
    coming = int(db.fixtures(league=39, status="scheduled")["fixture_id"].iloc[0])
    with pytest.raises(fd.InvalidArgument, match="1x2 has no line"):
        db.ladder(coming, "1x2")
    with pytest.raises(FixtureNotFound):
        db.ladder(1, "corner")
    void = db.fixtures().dropna(subset="state_detail").iloc[0]
    with pytest.raises(
        TooFewFixtures, match=f"{void['fixture_id']} can't be priced: it was {void['state_detail']}"
    ):
        db.ladder(int(void["fixture_id"]), "corner")


def test_no_fixtures_keep_the_dtypes(db: fd.Database) -> None:
    assert dtypes(db.fair_lines(date="2000-01-01")) == declared(FAIR_LINE_COLUMNS)


def test_an_unknown_market_or_bookmaker_is_refused(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument):
        db.fair_lines(market=["throw_in"])
    with pytest.raises(
        fd.FootydataError, match="no bookmaker is called 'nobody'; there are kestrel"
    ):
        db.fair_lines(bookmaker="nobody")


def test_market_and_markets_are_one_thing(db: fd.Database) -> None:
    assert db.fair_lines(league=39, market="corner").equals(
        db.fair_lines(league=39, markets=["corner"])
    )
    with pytest.raises(
        InvalidArgument, match="market 'corner' and markets 'cards' are one thing by two names"
    ):
        db.fair_lines(market="corner", markets="cards")


def test_own_bets_are_settled_as_rows(db: fd.Database, tmp_path: Path) -> None:
    fixture = db.fixtures(league=39, status="finished").iloc[-1]
    path = tmp_path / "bets.csv"
    path.write_text(
        f"fixture,market,line,side,price,stake\n{fixture['fixture_id']},corner,0.5,over,1.5,10\n1,1x2,,1,2,1\n"
    )

    with pytest.warns(
        RefusedRowsWarning, match="1 row left out, as no bet: row 3: no fixture has the id 1"
    ) as warnings:
        frame = db.bets(path)

    assert [warning.filename for warning in warnings] == [__file__]
    assert dtypes(frame) == declared(BET_COLUMNS)
    assert frame[["outcome", "profit"]].values.tolist() == [["won", 5.0]]
    assert frame.attrs["refused"] == [(3, "no fixture has the id 1")]


def test_of_many_refused_bets_the_first_are_named_and_the_others_counted(db: fd.Database) -> None:
    bets = pd.DataFrame({"fixture": range(1, 8), "market": "1x2", "side": "home", "price": 2.0})

    with pytest.warns(
        RefusedRowsWarning, match=r"^7 rows left out, as no bet: row 1: .*; row 5: .*; and 2 more$"
    ):
        frame = db.bets(bets)

    assert len(frame.attrs["refused"]) == 7


def test_fixtures_may_be_listed(db: fd.Database) -> None:
    lines = db.fair_lines(markets="corner")
    chosen = lines["fixture_id"].iloc[[0, 1]].tolist()

    assert db.fair_lines(chosen, markets="corner")["fixture_id"].tolist() == sorted(
        chosen, key=chosen.index
    )
