"""What becomes of the odds, timelines and ticks that sources tell of a fixture."""

import sqlite3

from footydata.football.terms import Part
from footydata.sources.parsed import ParsedTick
from tests.ingest.parsed_rows import (
    BET365,
    ODDS,
    Put,
    fixture,
    goal,
    moment,
    parts_of,
    played,
    result_prices,
)


def test_a_line_alone_never_takes_prices_away(connection: sqlite3.Connection, put: Put) -> None:
    priced = result_prices(None)._replace(
        market="goal_line", opening_line=2.5, opening_price_1=1.9, opening_price_2=2
    )
    put(fixture(odds=(priced,), parts=ODDS))
    line_alone = priced._replace(opening_price_1=None, opening_price_2=None)
    assert put(fixture(odds=(line_alone,), parts=ODDS)).rows_changed == 0
    put(fixture(odds=(line_alone._replace(opening_line=2.75),), parts=ODDS))
    row = connection.execute(
        "select opening_line, opening_price_1, opening_price_2 from odds"
    ).fetchone()
    assert row == (2.5, 1.9, 2)


def test_prices_of_a_coming_fixture_follow_their_source(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture(odds=(result_prices(2.0, 3.4, 3.9),), parts=ODDS))
    put(fixture(odds=(result_prices(1.9, 3.5, 4.2),), parts=ODDS))
    assert connection.execute("select opening_price_1 from odds").fetchall() == [(1.9,)]


def test_prices_of_a_finished_fixture_stand(connection: sqlite3.Connection, put: Put) -> None:
    put(played(odds=(result_prices(2.0, 3.4, 3.9),), parts=ODDS | Part.GOALS))
    (difference,) = put(
        played(odds=(result_prices(1.9, 3.5, 4.2),), parts=ODDS | Part.GOALS)
    ).conflicts
    assert (difference.what, difference.stored, difference.incoming) == (
        "bet365 1x2 opening",
        "2 3.4 3.9",
        "1.9 3.5 4.2",
    )
    closing = result_prices(None)._replace(closing_price_1=1.8)
    assert put(played(odds=(closing,), parts=ODDS | Part.GOALS)).conflicts == []
    assert connection.execute("select opening_price_1, closing_price_1 from odds").fetchall() == [
        (2.0, 1.8)
    ]


def test_a_timeline_is_taken_as_a_whole(connection: sqlite3.Connection, put: Put) -> None:
    parts = Part.BASE | Part.GOALS | Part.EVENTS
    put(played(events=(goal(1, 10), goal(2, 44), goal(3, 80)), parts=parts), source="openfootball")
    result = put(played(events=(goal(1, 11), goal(2, 45)), parts=parts))
    assert connection.execute("select seq, minute from event").fetchall() == [(1, 11), (2, 45)]
    assert [(difference.stored, difference.incoming) for difference in result.conflicts] == [
        (
            "3 goal; only here: goal 10 home and 2 more",
            "2 goal; only here: goal 11 home and 1 more",
        )
    ]
    assert not parts_of(connection, "openfootball") & Part.EVENTS


def test_a_timeline_without_events_was_fetched(connection: sqlite3.Connection, put: Put) -> None:
    put(played(events=(), parts=Part.BASE | Part.GOALS | Part.EVENTS))
    assert parts_of(connection, "football-data") & Part.EVENTS


def test_ticks_are_appended(connection: sqlite3.Connection, put: Put) -> None:
    tick = ParsedTick(BET365, "1x2", 100, price_1=2.1)
    put(fixture(ticks=(tick,)))
    put(fixture(ticks=(tick, tick._replace(recorded_ts=200, price_1=2.0))))
    assert connection.execute("select recorded_ts, price_1 from odds_tick").fetchall() == [
        (100, 2.1),
        (200, 2.0),
    ]


def test_a_service_that_leaves_the_season_out_takes_none_away(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture(id=880_001), source="v1")
    (season,) = connection.execute("select season_id from fixture").fetchone()
    assert season is not None
    put(fixture("2024-08-17T15:00", id=880_001, season=None), source="v1")
    assert connection.execute("select season_id, kickoff_ts from fixture").fetchall() == [
        (season, moment("2024-08-17T15:00"))
    ]
