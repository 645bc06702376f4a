"""Flat rows as the contract nests them. Contract 10 to 13."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.records import EventRecord, OddsRecord
from footydata.football.terms import EventType
from footydata.service import nesting
from footydata.store.file.opening import open_database
from footydata.store.read import details
from footydata.store.rows import upsert
from tests.service.small_football import build_small_football


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    build_small_football(tmp_path / "small.db")
    connection = open_database(tmp_path / "small.db")
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("type_", "further"),
    [
        (EventType.GOAL, {"count": 2}),
        (EventType.CORNER, {"count": 2}),
        (EventType.YELLOW_CARD, {"count": 2}),
        (EventType.RED_CARD, {}),
        (EventType.MISSED_PENALTY, {}),
        (EventType.SUBSTITUTION, {"player_in": "Ødegård", "player_out": None}),
        (EventType.PERIOD_SCORE, {"period": "second_half", "score": {"home": 1, "away": None}}),
    ],
)
def test_an_event_has_the_keys_of_its_type(type_: EventType, further: dict[str, object]) -> None:
    row = EventRecord(
        1004,
        1,
        type_,
        2,
        45,
        None,
        "home",
        2,
        player="A",
        player_in="Ødegård",
        home_score=1,
        away_score=None,
    )
    assert nesting.event(row) == {"type": type_, "minute": 45, "team": "home", **further}


def test_timelines_are_in_stored_order_and_never_absent(connection: sqlite3.Connection) -> None:
    shuffled = [
        EventRecord(1003, seq, "corner", 1, seq, None, "home", seq)
        for seq in (5, 2, 11, 1, 3, 10, 4)
    ]
    upsert(connection, "event", shuffled)
    timelines = details.events(connection, [1004, 1003])
    assert timelines[1004] == []
    assert [event.minute for event in timelines[1003]] == [1, 2, 3, 4, 5, 10, 11]


def test_a_summary_has_every_market_and_prices_only_of_whole_quotes() -> None:
    prices = dict(
        zip(("opening_price_1", "opening_price_2", "opening_price_3"), (2.5, 3.0, 2.9), strict=True)
    )
    odds = [
        OddsRecord(7, 1, "1x2", **prices, closing_price_1=2.4),
        OddsRecord(
            7, 1, "goal_line_half", closing_line=1.25, inplay_line=0.75, closing_price_1=1.9
        ),
    ]
    summary = nesting.odds_summary(odds)
    assert summary["1x2"] == {
        "opening": {"home": 2.5, "draw": 3.0, "away": 2.9},
        "closing": None,
        "inplay": None,
    }
    assert summary["goal_line_half"] == {"closing": 1.25, "inplay": 0.75}
    assert summary["card_line"] == {"opening": None, "closing": None, "inplay": None}
    assert len(summary) == 10
