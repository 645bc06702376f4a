"""A fixture in words: its score and state, figures, timeline, odds, what was known before it, who says what of it."""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from footydata.faces.drawing.fixture_page import (
    PARTS,
    cup_texts,
    figures_of,
    further_of,
    timeline_of,
    why_missing,
)
from footydata.faces.drawing.fixtures import is_live, pair
from footydata.faces.drawing.odds import odds_view
from footydata.faces.pages.words.listing import is_followed, kickoff_time, state_in_words
from footydata.faces.pages.words.movement import charts_by_market
from footydata.faces.reading.fixture import read_fixture, read_movement
from footydata.faces.zone import ClockZone, long_date
from footydata.football.moments import day_of, iso_utc
from footydata.football.records import KnockoutRecord
from footydata.football.rows import FixtureRow
from footydata.football.scores import whole_score
from footydata.football.terms import Status
from footydata.store.read.quality.who_says import SourceValue, source_values, summary
from footydata.views.arguments import Clock
from footydata.views.one_fixture import before_view


def fixture_content(
    connection: sqlite3.Connection, fixture_id: int, *, now: int, zone: ClockZone
) -> dict[str, Any]:
    """What the page of a fixture shows; zone: of the day that lists it. Raises FixtureNotFound."""
    read = read_fixture(connection, fixture_id)
    row = read.fixture
    said = source_values(connection, fixture_id)
    score = _score(row, read.end) or "v"
    live = is_live(row, now=now)
    series = read_movement(connection, fixture_id)
    return {
        "title": f"{row.home} {score} {row.away}",
        "row": row,
        "country": read.country,
        "score": score,
        "state": state_in_words(read.listed, now=now),
        "is_live": live,
        "refreshes": is_followed(row, now=now),
        "on": zone.date_of(row.kickoff_ts, time_known=row.time_known),
        "date": long_date(day_of(row.kickoff_ts)),
        "time": kickoff_time(read.listed),
        "kickoff_utc": iso_utc(row.kickoff_ts),
        "half_time": pair(row.half_home_goals, row.half_away_goals, started=False),
        "remarks": cup_texts(read),
        "figures": figures_of(read),
        "further": further_of(read),
        "timeline": timeline_of(read),
        "odds": odds_view(read, series=series),
        "charts": charts_by_market(series, row),
        "missing": {name: why_missing(read, name) for name in PARTS},
        "before": before_view(connection, Clock(now, zone.info), fixture_id),
        "summary": summary(said),
        "doubts": list(doubts_of(said)),
    }


def _score(row: FixtureRow, end: KnockoutRecord) -> str:
    """The score of a fixture, with signs for goals that are not known; empty before the kickoff."""
    whole = whole_score(row.home_goals, row.away_goals, end, sides=(row.home, row.away))
    return whole or pair(row.home_goals, row.away_goals, started=row.status != Status.SCHEDULED)


class Doubt(NamedTuple):
    """A value on which sources contradict each other. says: source, what it says, whether that stands, and why."""

    value: str
    says: list[tuple[str, str, bool, str]]


def doubts_of(said: Sequence[SourceValue]) -> Iterator[Doubt]:
    """The contradictions, each with what every source says."""
    for value, rows in groupby((row for row in said if row.differs), key=attrgetter("value")):
        says = [(row.source, row.says, row.is_standing, row.why) for row in rows]
        yield Doubt(value.replace("_", " ").capitalize(), says)
