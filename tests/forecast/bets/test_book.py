"""A book of own bets matched, settled and set against the closing prices."""

import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.football.records import (
    BookmakerRecord,
    CountryRecord,
    ExternalId,
    FixtureRecord,
    LeagueRecord,
    OddsLine,
    OddsRecord,
    SourceRecord,
    TeamRecord,
)
from footydata.forecast.bets.book import Book, settle_book, values_of, yield_interval
from footydata.odds.margins import implied_probabilities
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from tests.new_databases import new_database

KICKOFF = int(datetime(2026, 3, 14, 15, tzinfo=UTC).timestamp())
BY_NAMES = "date,home,away,market,line,side,price,stake"
BY_ID = "fixture,market,line,side,price,stake"


@pytest.fixture
def football(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A finished fixture of 2-1 goals and 6-4 corners, a coming one a day later, one of namesakes."""
    connection = open_database(new_database(tmp_path / "football.db"))
    upsert(
        connection,
        "country",
        [CountryRecord("XA", "Aland", "country"), CountryRecord("XB", "Beland", "country")],
    )
    upsert(
        connection,
        "league",
        [LeagueRecord(1, "First League", None, "XA"), LeagueRecord(2, "Second League", None, "XB")],
    )
    teams = [(1, "Manchester United"), (2, "Newcastle United"), (3, "Everton"), (4, "Everton")]
    upsert(connection, "team", [TeamRecord(id_, name) for id_, name in teams])
    played = FixtureRecord(
        id=10,
        league_id=1,
        season_id=None,
        home_id=1,
        away_id=2,
        kickoff_ts=KICKOFF,
        status="finished",
        home_goals=2,
        away_goals=1,
        home_corners=6,
        away_corners=4,
    )
    coming = FixtureRecord(11, 1, None, 2, 1, KICKOFF + 86_400)
    namesakes = [
        FixtureRecord(12 + i, league, None, team, 2, KICKOFF)
        for i, (league, team) in enumerate(((1, 3), (2, 4)))
    ]
    upsert(connection, "fixture", [played, coming, *namesakes])
    makers = [BookmakerRecord(1, "House", "house", 1), BookmakerRecord(2, "Sharp", "sharp")]
    upsert(connection, "bookmaker", makers)
    quoted = [
        OddsRecord(
            10, 1, "asian_handicap", closing_line=-0.75, closing_price_1=1.9, closing_price_2=2.0
        ),
        OddsRecord(
            10, 2, "asian_handicap", closing_line=-1.0, closing_price_1=2.2, closing_price_2=1.7
        ),
        OddsRecord(10, 1, "1x2", closing_price_1=2.1, closing_price_2=3.4, closing_price_3=3.6),
        OddsRecord(10, 1, "goal_line", opening_line=2.5, opening_price_1=1.9, opening_price_2=1.9),
        OddsRecord(10, 1, "corner_line", closing_line=9.5),
    ]
    upsert(connection, "odds", quoted)
    upsert(connection, "source", [SourceRecord(1, "football-data", 50)])
    upsert(connection, "external_id", [ExternalId(1, "team", "XA", "Man United", 1)])
    connection.commit()
    yield connection
    connection.close()


def book_of(connection: sqlite3.Connection, folder: Path, header: str, *rows: str) -> Book:
    path = folder / "bets.csv"
    path.write_text("\n".join((header, *rows)), encoding="utf-8")
    return settle_book(connection, path)


# Source: worked by hand.
@pytest.mark.parametrize(
    ("row", "profit"),
    [
        ("10,corner,9.75,over,1.95,100", 47.5),
        ("10,corner,10.25,over,1.95,100", -50.0),
        ("10,asian,-0.75,home,1.95,100", 47.5),
        ("10,asian,-1.25,home,1.95,100", -50.0),
        ("10,asian,-1,away,1.95,100", 0.0),
        ("10,cards,3.5,over,1.95,100", 0.0),
        ("10,home_corners,6.25,over,1.95,100", -50.0),
        ("10,away_goals,0.75,over,1.95,100", 47.5),
        ("10,draw no bet,,1,1.95,100", 95.0),
        ("10,double_chance,,X2,1.95,100", -100.0),
    ],
)
def test_a_bet_is_settled_on_its_fixture(
    football: sqlite3.Connection, tmp_path: Path, row: str, profit: float
) -> None:
    assert book_of(football, tmp_path, BY_ID, row).bets[0].profit == pytest.approx(profit)


def test_a_bet_at_a_line_of_the_ladder_is_compared_with_its_recorded_price(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    ladder = [
        OddsLine(10, 1, "asian_handicap", "closing", line, 1.8, 2.1) for line in (-0.5, -1.25)
    ]
    upsert(football, "odds_line", ladder)
    at_line, between = book_of(
        football, tmp_path, BY_ID, "10,asian,-0.5,home,1.95,100", "10,asian,-0.25,home,1.95,100"
    ).bets
    assert at_line.closing is not None and between.closing is not None
    assert (at_line.closing.line, at_line.closing.is_moved) == (-0.5, False)
    assert (between.closing.line, between.closing.is_moved) == (-0.75, True)


def test_a_bet_on_a_coming_fixture_is_open(football: sqlite3.Connection, tmp_path: Path) -> None:
    book = book_of(football, tmp_path, BY_ID, "11,1x2,,home,2.0,10")

    assert (book.bets[0].end, book.bets[0].profit, book.open, book.staked, book.yield_) == (
        None,
        None,
        1,
        0,
        None,
    )


@pytest.mark.parametrize(
    ("day", "home", "away"),
    [
        ("2026-03-14", "Manchester United", "Newcastle United"),
        ("2026-03-14", "MANCHESTER UNITED FC", "newcastle united"),
        ("2026-03-14", "Man United", "Newcastle"),
        ("2026-03-15", "Manchester United", "Newcastle"),
        ("2026-03-13", "Manchester United", "Newcastle"),
    ],
    ids=["whole", "case and form", "a source's spelling", "a day late", "a day early"],
)
def test_a_fixture_is_found_by_day_and_names(
    football: sqlite3.Connection, tmp_path: Path, day: str, home: str, away: str
) -> None:
    book = book_of(football, tmp_path, BY_NAMES, f"{day},{home},{away},1x2,,home,2.0,10")

    assert [bet.fixture.id for bet in book.bets] == [10]


def test_a_league_tells_namesakes_apart(football: sqlite3.Connection, tmp_path: Path) -> None:
    book = book_of(
        football,
        tmp_path,
        f"league,{BY_NAMES}",
        "Second League,2026-03-14,Everton,Newcastle,1x2,,home,2.0,10",
    )

    assert [bet.fixture.id for bet in book.bets] == [13]


@pytest.mark.parametrize(
    ("header", "row", "reason"),
    [
        (BY_ID, "99,1x2,,home,2.0,10", "no fixture has the id 99"),
        (
            BY_NAMES,
            "2026-03-14,Everton,Newcastle,1x2,,home,2.0,10",
            "fits Everton - Newcastle United (First League, 12), Everton - Newcastle United (Second League, 13)",
        ),
        (
            BY_NAMES,
            "2026-03-14,Chelsea,Newcastle,1x2,,home,2.0,10",
            "no fixture Chelsea - Newcastle within a day of 2026-03-14; that day has Manchester United - Newcastle",
        ),
        (
            BY_NAMES,
            "2026-03-20,Everton,Newcastle,1x2,,home,2.0,10",
            "that day has no fixture of either name",
        ),
        (BY_NAMES, "2026-03-14,,Newcastle,1x2,,home,2.0,10", "the row names no fixture"),
        (
            f"league,{BY_NAMES}",
            "Third League,2026-03-14,Everton,Newcastle,1x2,,home,2.0,10",
            "no league is called 'Third League'",
        ),
    ],
)
def test_a_bet_without_its_fixture_is_refused_with_the_reason(
    football: sqlite3.Connection, tmp_path: Path, header: str, row: str, reason: str
) -> None:
    book = book_of(football, tmp_path, header, row)

    assert book.bets == []
    assert (book.refused[0].row, reason in book.refused[0].reason) == (2, True)


def test_the_default_bookmakers_margin_free_close_is_compared(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    bet = book_of(football, tmp_path, BY_ID, "10,asian,-0.75,home,2.05,100").bets[0]
    fair = 1 / implied_probabilities([1.9, 2.0])[0]

    assert bet.closing is not None
    assert (bet.closing.bookmaker, bet.closing.line, bet.closing.is_moved) == (
        "house",
        -0.75,
        False,
    )
    assert bet.closing.price == pytest.approx(fair)
    assert bet.closing_value == pytest.approx(2.05 / fair - 1)


def test_a_quote_at_the_bets_own_line_goes_first(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    bet = book_of(football, tmp_path, BY_ID, "10,asian,-1,home,2.3,100").bets[0]

    assert bet.closing is not None
    assert (bet.closing.bookmaker, bet.closing.is_moved) == ("sharp", False)


def test_a_line_that_nobody_closed_at_is_priced_by_a_model(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    bet = book_of(football, tmp_path, BY_ID, "10,asian,-0.5,home,1.8,100").bets[0]

    assert bet.closing is not None
    assert (bet.closing.bookmaker, bet.closing.line, bet.closing.is_moved) == ("house", -0.75, True)
    assert 1.5 < bet.closing.price < 1 / implied_probabilities([1.9, 2.0])[0]


def test_the_bets_own_bookmaker_is_compared_first(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    bet = book_of(
        football, tmp_path, f"{BY_ID},bookmaker", "10,asian,-0.5,home,1.8,100,sharp"
    ).bets[0]

    assert bet.closing is not None
    assert bet.closing.bookmaker == "sharp"


def test_a_result_is_compared_without_a_line(football: sqlite3.Connection, tmp_path: Path) -> None:
    bet = book_of(football, tmp_path, BY_ID, "10,1x2,,draw,3.8,100").bets[0]

    assert bet.closing_value == pytest.approx(3.8 * implied_probabilities([2.1, 3.4, 3.6])[1] - 1)


@pytest.mark.parametrize(
    "row", ["10,goalline,2.5,over,1.9,1", "10,corner,9.5,over,1.9,1", "11,1x2,,home,2,1"]
)
def test_without_closing_prices_the_value_is_unknown(
    football: sqlite3.Connection, tmp_path: Path, row: str
) -> None:
    bet = book_of(football, tmp_path, BY_ID, row).bets[0]

    assert (bet.closing, bet.closing_value) == (None, None)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (
            "10,goalline,2.5,over,1.9,1",
            "no closing price of goalline is recorded",
        ),
        ("11,1x2,,home,2,1", "no closing price of 1x2 is recorded"),
        ("10,corner,9.5,over,1.9,1", "the close of corner is recorded without its prices"),
        ("10,cards,3.5,over,1.9,1", "the close of cards is recorded without its line"),
        (
            "10,btts,,yes,1.9,1",
            "the recorded close of btts has 1 as a price, which no decimal price can be",
        ),
    ],
)
def test_a_closing_price_that_is_not_known_has_a_reason(
    football: sqlite3.Connection, tmp_path: Path, row: str, reason: str
) -> None:
    wrong = [
        OddsRecord(10, 1, "card_line", closing_price_1=1.9, closing_price_2=1.9),
        OddsRecord(10, 1, "btts", closing_price_1=1.0, closing_price_2=1.9),
    ]
    upsert(football, "odds", wrong)

    bet = book_of(football, tmp_path, BY_ID, row).bets[0]

    assert (bet.closing_reason, values_of(bet)["closing_reason"]) == (reason, reason)


def test_a_known_closing_price_needs_no_reason(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    assert book_of(football, tmp_path, BY_ID, "10,1x2,,home,2.0,1").bets[0].closing_reason is None


@pytest.mark.parametrize("written", ["sharp", "Sharp", "SHARP PRICES", "sharp-prices"])
def test_a_bookmaker_is_meant_by_slug_or_name(
    football: sqlite3.Connection, tmp_path: Path, written: str
) -> None:
    football.execute("update bookmaker set name = 'Sharp Prices' where id = 2")

    book = book_of(
        football, tmp_path, f"{BY_ID},bookmaker", f"10,asian,-0.5,home,1.8,100,{written}"
    )

    assert book.bets[0].closing is not None
    assert (book.bets[0].closing.bookmaker, book.remarks) == ("sharp", [])


def test_a_bookmaker_that_nobody_is_called_is_reported_and_costs_no_bet(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    rows = ["10,asian,-0.75,home,1.8,100,shrap"] * 2

    book = book_of(football, tmp_path, f"{BY_ID},bookmaker", *rows)

    assert [bet.closing.bookmaker for bet in book.bets if bet.closing] == ["house", "house"]
    assert book.remarks == [
        "no bookmaker is called 'shrap'; did you mean sharp?; its bets are compared with the close of others"
    ]


def test_a_market_that_the_default_does_not_close_is_compared_with_who_records_most_of_it(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    upsert(football, "bookmaker", [BookmakerRecord(3, "Wide", "wide")])
    prices = {"closing_line": 2.5, "closing_price_1": 1.9, "closing_price_2": 1.9}
    coming = [OddsRecord(fixture, 3, "goal_line", opening_line=2.5) for fixture in (11, 12)]
    upsert(
        football,
        "odds",
        [*coming, *(OddsRecord(10, maker, "goal_line", **prices) for maker in (2, 3))],
    )

    bet = book_of(football, tmp_path, BY_ID, "10,goalline,2.5,over,1.9,1").bets[0]

    assert bet.closing is not None
    assert bet.closing.bookmaker == "wide"


def test_a_half_of_an_abandoned_fixture_stands_and_the_rest_is_void(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    football.execute(
        "update fixture set status = 'scheduled', state_detail = 'abandoned', half_home_goals = 1, half_away_goals = 0 "
        "where id = 10"
    )

    book = book_of(
        football, tmp_path, BY_ID, "10,goalline_half,0.5,over,2,10", "10,goalline,0.5,over,2,10"
    )

    assert [(str(bet.end), bet.profit) for bet in book.bets] == [("won", 10), ("void", 0)]
    assert (book.staked, book.yield_) == (20, 0.5)


@pytest.mark.parametrize("header", [BY_ID, BY_NAMES])
def test_the_work_grows_with_the_bets_and_not_faster(
    football: sqlite3.Connection, tmp_path: Path, header: str
) -> None:
    meant = {BY_ID: "10", BY_NAMES: "2026-03-14,Manchester United,Newcastle United"}[header]
    bets = [f"{meant},asian,{-line / 4},home,{1.5 + line / 10},10" for line in range(20)]

    def steps(times: int) -> int:
        """How many functions run, and statements of the database."""
        count = 0

        def counted(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(counted)
        try:
            book = book_of(football, tmp_path, header, *bets * times)
            totals = (
                book.staked,
                book.profit,
                book.yield_,
                book.yield_interval,
                book.closing_value,
            )
        finally:
            sys.setprofile(None)
        assert None not in totals
        return count

    steps(1)
    first, second, fourth = (steps(times) for times in (10, 20, 40))
    assert fourth - second < 2.2 * (second - first)


@pytest.mark.parametrize("away", ["Newcastle", "Nobody"])
def test_a_day_is_read_once_whatever_the_number_of_its_bets(
    football: sqlite3.Connection, tmp_path: Path, away: str
) -> None:
    statements: list[str] = []
    football.set_trace_callback(statements.append)

    book_of(football, tmp_path, BY_NAMES, *[f"2026-03-14,Man United,{away},1x2,,home,2.0,10"] * 30)

    assert sum("fixture.kickoff_ts, fixture.id" in statement for statement in statements) <= 3


def test_a_book_is_shown_in_sums(football: sqlite3.Connection, tmp_path: Path) -> None:
    rows = (
        "10,1x2,,home,2.0,100",
        "10,1x2,,away,3.0,50",
        "10,asian,-1,home,1.9,70",
        "11,1x2,,home,2.0,10",
        "99,1x2,,1,2,1",
    )

    book = book_of(football, tmp_path, BY_ID, *rows)

    assert (len(book.bets), book.open, len(book.refused)) == (4, 1, 1)
    assert (book.staked, book.profit) == (220, 50)
    assert book.yield_ == pytest.approx(50 / 220)
    # Both bets are on one fixture, so they are one of 150 at the mean price of 7/3: it lies between no win and a win.
    low, high = yield_interval([150], [7 / 3], 1 / 3)
    assert book.yield_interval == pytest.approx((low * 150 / 220, high * 150 / 220))
    assert len(book.closing_values) == 3


def test_one_bet_has_an_interval_of_its_yield_too(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    book = book_of(football, tmp_path, BY_ID, "10,1x2,,home,2.0,100")

    # Wilson's interval of 1 of 1 is 1 / (1 + 1.96^2) to 1; its yield at 2.0 is twice that less 1.
    assert (book.yield_, book.yield_interval) == (
        1.0,
        pytest.approx((2 / (1 + 1.959964**2) - 1, 1.0)),
    )


def test_an_empty_book_has_no_yield_and_no_closing_value(
    football: sqlite3.Connection, tmp_path: Path
) -> None:
    book = book_of(football, tmp_path, BY_ID)

    assert (book.bets, book.yield_, book.yield_interval, book.closing_value) == (
        [],
        None,
        None,
        None,
    )
