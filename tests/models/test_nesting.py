"""What is rendered straight to JSON is what nesting gives, for any row."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.contract.markets import SUMMARY_MARKETS
from footydata.contract.terms import COUNTED_EVENTS, EventType
from footydata.models import nesting, rendering
from footydata.queries import details
from footydata.queries.fixtures import FixtureFilter, fixture_briefs, fixtures, league_names, team_names
from footydata.queries.timelines import timelines_json
from footydata.records import EventRecord, OddsRecord, StatisticsRecord
from footydata.rows import BRIEF_COLUMNS, FixtureRow
from footydata.store.database import open_database
from footydata.store.writing import upsert
from tests.api.small_football import build_small_football
from tests.models.nested import event as nested_event
from tests.models.nested import odds_summary

count = st.none() | st.integers(0, 99) | st.integers(900, 2**40)
line = st.none() | st.integers(-40, 80).map(lambda quarters: quarters / 4)
price = st.none() | st.floats(1.001, 1000)
name = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    build_small_football(tmp_path / "small.db")
    connection = open_database(tmp_path / "small.db")
    yield connection
    connection.close()


@given(
    names=st.tuples(name, name, name), figures=st.lists(count, min_size=8, max_size=8), kickoff=st.integers(0, 10**10)
)
def test_a_row_is_rendered_as_it_is_nested(names: tuple[str, ...], figures: list[int | None], kickoff: int) -> None:
    brief = [1, 2, 3, 4, kickoff, "live", *figures]
    known: dict[str, Any] = dict(zip(BRIEF_COLUMNS, brief, strict=True)) | dict(
        zip(("league", "home", "away"), names, strict=True)
    )
    row = FixtureRow._make(known.get(field) for field in FixtureRow._fields)
    league, home, away = [rendering.named_json(id_, name) for id_, name in zip((2, 3, 4), names, strict=True)]
    rendered = rendering.fixtures_json([brief, [5, *brief[1:]]], [league] * 2, [home] * 2, [away] * 2)
    assert rendered == {id_: orjson.dumps(nesting.fixture_row(row._replace(id=id_))) for id_ in (1, 5)}


@given(st.lists(count, min_size=20, max_size=20))
def test_statistics_are_rendered_as_they_are_nested(values: list[int | None]) -> None:
    row = StatisticsRecord._make([7, *values])
    assert rendering.statistics_json(row) == orjson.dumps(nesting.statistics(row))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([market.key for market in SUMMARY_MARKETS]), st.tuples(*[line, price, price, price] * 3)
        ),
        unique_by=lambda pair: pair[0],
    )
)
def test_a_summary_is_rendered_as_it_is_nested(pairs: list[tuple[str, tuple[float | None, ...]]]) -> None:
    odds = [OddsRecord._make([7, 1, key, *values]) for key, values in pairs]
    lines = [(7, row.market, row.opening_line, row.closing_line, row.inplay_line) for row in odds]
    prices = [(7, row.market, *row[4:7], *row[8:11], *row[12:15]) for row in odds if row.market == "1x2"]
    nothing = orjson.dumps(odds_summary([]))
    assert rendering.summaries_json([8, 7], lines, prices) == {8: nothing, 7: orjson.dumps(odds_summary(odds))}


@pytest.mark.parametrize("type_", EventType)
def test_a_timeline_is_made_as_events_are_nested(connection: sqlite3.Connection, type_: EventType) -> None:
    texts = ["Ødegård", 'The "Wall"', "back\\slash", "tab\there", "東", None]
    counted = 2 if type_ in COUNTED_EVENTS else None
    events = [
        EventRecord(1004, seq, type_, 1 + seq % 2, minute, None, team, counted, None, text, text, seq, None)
        for seq, (minute, team, text) in enumerate(
            ((minute, team, text) for minute in (None, 45) for team in ("home", "away", None) for text in texts), 1
        )
    ]
    upsert(connection, "event", events)
    (timeline,) = timelines_json(connection, [1004]).values()
    assert orjson.loads(timeline) == [nested_event(event) for event in events]
    assert timeline == orjson.dumps([nested_event(event) for event in events])


def test_timelines_are_in_stored_order_and_never_absent(connection: sqlite3.Connection) -> None:
    shuffled = [EventRecord(1003, seq, "corner", 1, seq, None, "home", seq) for seq in (5, 2, 11, 1, 3, 10, 4)]
    upsert(connection, "event", shuffled)
    found = timelines_json(connection, [1004, 1003, 1001])
    assert found[1004] == b"[]"
    assert [event["minute"] for event in orjson.loads(found[1003])] == [1, 2, 3, 4, 5, 10, 11]
    assert len(orjson.loads(found[1001])) == 11


def test_summaries_are_read_as_whole_odds_tell_them(connection: sqlite3.Connection) -> None:
    ids = [1001, 1002]
    whole = details.odds(connection, ids, bookmaker_ids=[5])
    lines = details.summary_lines(connection, ids, bookmaker_id=5)
    prices = details.summary_prices(connection, ids, bookmaker_id=5)
    for fixture_id, rendered in rendering.summaries_json(ids, lines, prices).items():
        assert rendered == orjson.dumps(odds_summary(whole[fixture_id]))


def test_briefs_tell_what_whole_rows_tell(connection: sqlite3.Connection) -> None:
    rows = {row.id: row for row in fixtures(connection, FixtureFilter(), lang="ja")}
    for brief in fixture_briefs(connection, list(rows)):
        row = rows[brief[0]]
        assert brief == [getattr(row, column) for column in BRIEF_COLUMNS]
        assert league_names(connection, [row.league_id], lang="ja") == {row.league_id: row.league}
        assert team_names(connection, [row.away_id, row.home_id], lang="ja") == {
            row.home_id: row.home,
            row.away_id: row.away,
        }
