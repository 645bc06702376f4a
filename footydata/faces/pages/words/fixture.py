"""A fixture in words: its score and state, figures, timeline, odds, what was known before it, who says what of it."""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from footydata.faces.drawing.cup_end import cup_texts
from footydata.faces.drawing.fixture_page import OF_GOALS, PERIODS
from footydata.faces.drawing.fixtures import is_live, minute_of, pair
from footydata.faces.pages.words.addresses import Addresses
from footydata.faces.pages.words.listing import is_followed, kickoff_time, state_in_words
from footydata.faces.pages.words.odds import markets_of
from footydata.faces.reading.fixture import FixtureContent, read_fixture, read_movement
from footydata.faces.zone import ClockZone, long_date
from footydata.football.moments import day_of, iso_utc
from footydata.football.records import KnockoutRecord
from footydata.football.register.figures import figures_by_name
from footydata.football.rows import FixtureRow
from footydata.football.scores import whole_score
from footydata.football.table_rows import TableHalf
from footydata.football.terms import STATISTICS, EventType, Part, Side, Status
from footydata.store.read.fixtures.days import listed_fixtures
from footydata.store.read.fixtures.preview import Preview, preview
from footydata.store.read.quality.who_says import SourceValue, source_values, summary

UNKNOWN = "–"
NO_TIMELINE = "No timeline of this fixture was loaded."


def fixture_content(
    connection: sqlite3.Connection, fixture_id: int, *, at: Addresses, now: int, zone: ClockZone
) -> dict[str, Any]:
    """What the page of a fixture shows; zone: of the day that lists it. Raises FixtureNotFound."""
    read = read_fixture(connection, fixture_id)
    listed = listed_fixtures(connection, [fixture_id])[fixture_id]
    row = read.fixture
    said = source_values(connection, fixture_id)
    score = _score(row, read.end) or "v"
    live = is_live(row, now=now)
    return {
        "title": f"{row.home} {score} {row.away}",
        "row": row,
        "country": read.country,
        "score": score,
        "state": state_in_words(listed, now=now),
        "is_live": live,
        "refreshes": is_followed(row, now=now),
        "on": zone.date_of(row.kickoff_ts, time_known=row.time_known),
        "date": long_date(day_of(row.kickoff_ts)),
        "time": kickoff_time(listed),
        "kickoff_utc": iso_utc(row.kickoff_ts),
        "half_time": pair(row.half_home_goals, row.half_away_goals, started=False),
        "remarks": cup_texts(read),
        "figures": list(figures_of(read)),
        "further": list(further_of(read)),
        "timeline": timeline_of(read),
        "markets": markets_of(read, read_movement(connection, fixture_id)),
        "missing": missing_of(read),
        "before": before_of(preview(connection, fixture_id, now=now)),
        "summary": summary(said),
        "doubts": list(doubts_of(said)),
    }


def _score(row: FixtureRow, end: KnockoutRecord) -> str:
    """The score of a fixture, with signs for goals that are not known; empty before the kickoff."""
    whole = whole_score(row.home_goals, row.away_goals, end, sides=(row.home, row.away))
    return whole or pair(row.home_goals, row.away_goals, started=row.status != Status.SCHEDULED)


class ComparedFigure(NamedTuple):
    """A figure of both sides, as texts; share: that of the home side, in percent; half: of the first half."""

    name: str
    home: str
    away: str
    share: int
    half: str = ""


def figures_of(read: FixtureContent) -> Iterator[ComparedFigure]:
    """The figures that are known of both sides."""
    row, statistics = read.fixture, read.statistics._asdict()
    yield from _figure(
        "Goals", (row.home_goals, row.away_goals), half=(row.half_home_goals, row.half_away_goals)
    )
    yield from _figure(
        "Corners",
        (row.home_corners, row.away_corners),
        half=(row.half_home_corners, row.half_away_corners),
    )
    yield from _figure("Yellow cards", (row.home_yellow, row.away_yellow))
    yield from _figure("Red cards", (row.home_red, row.away_red))
    for name in STATISTICS:
        half, whole = (
            tuple(statistics[f"{part}{side}_{name}"] for side in Side) for part in ("half_", "")
        )
        label = "Possession %" if name == "possession" else name.replace("_", " ").capitalize()
        yield from _figure(label, whole, half=half)


def further_of(read: FixtureContent) -> Iterator[tuple[str, list[ComparedFigure]]]:
    """The figures that /v1 does not have, by source."""
    for source, rows in groupby(
        sorted(read.further, key=attrgetter("source")), key=attrgetter("source")
    ):
        by_figure = {(row.figure, row.half): row for row in rows}
        figures: list[ComparedFigure] = []
        for (name, half), row in by_figure.items():
            if half != TableHalf.FULL:
                continue
            first = by_figure.get((name, TableHalf.FIRST))
            label = name.replace("_", " ").capitalize()
            if not figures_by_name()[name].sided:
                figures.append(ComparedFigure(label, _value(row.home), "", 0))
            else:
                halves = (first.home, first.away) if first else (None, None)
                figures += _figure(label, (row.home, row.away), half=halves)
        yield source, figures


def _figure(
    name: str, whole: Sequence[float | None], *, half: Sequence[float | None] = (None, None)
) -> list[ComparedFigure]:
    home, away = whole
    if home is None and away is None:
        return []
    both = (home or 0) + (away or 0)
    halves = "" if half[0] is None and half[1] is None else f"{_value(half[0])}-{_value(half[1])}"
    return [
        ComparedFigure(
            name, _value(home), _value(away), round(100 * (home or 0) / both) if both else 0, halves
        )
    ]


def _value(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}"


class Happening(NamedTuple):
    """An event in words. side: whose it is; empty for what divides the timeline, as the score at half-time."""

    minute: str
    side: str
    kind: str
    text: str


def timeline_of(read: FixtureContent) -> list[Happening]:
    """The events in order, each goal with the score that it made."""
    goals = {Side.HOME.value: 0, Side.AWAY.value: 0}
    happenings = []
    for event in read.events:
        if event.type == EventType.PERIOD_SCORE:
            score = pair(event.home_score, event.away_score, started=True)
            happenings.append(
                Happening("", "", "period", f"{PERIODS.get(event.half, 'full time')} {score}")
            )
            continue
        if event.type == EventType.GOAL and event.team in goals:
            goals[event.team] += 1
        player = event.player or ""
        how = OF_GOALS.get(event.detail or "", "")
        words = {
            EventType.GOAL: f"Goal {goals[Side.HOME]}-{goals[Side.AWAY]} {player}{how}",
            EventType.CORNER: f"Corner {event.count or ''}",
            EventType.YELLOW_CARD: f"Yellow card {player}",
            EventType.RED_CARD: f"Red card {player}",
            EventType.MISSED_PENALTY: f"Penalty missed {player}",
            EventType.SUBSTITUTION: f"{event.player_in or '?'} for {event.player_out or '?'}",
        }
        text = words.get(EventType(event.type)) if event.type in list(EventType) else None
        minute = minute_of(event.minute, event.stoppage)
        shown = (text or event.type.replace("_", " ").capitalize()).strip()
        happenings.append(Happening(minute, event.team or "", event.type, shown))
    return happenings


def missing_of(read: FixtureContent) -> dict[str, str]:
    """Part → why there is nothing of it: it comes with the kickoff, was fetched and is empty, or was never fetched."""
    parts = {
        "timeline": Part.EVENTS,
        "figures": Part.STATISTICS,
        "odds": Part.ODDS | Part.ODDS_SUMMARY,
    }
    is_coming = read.fixture.status == Status.SCHEDULED and not read.fixture.state_detail
    reasons = {}
    for name, part in parts.items():
        if is_coming and name != "odds":
            reasons[name] = f"No {name} before the kickoff."
        elif read.fetched & part:
            reasons[name] = f"The sources of this fixture have no {name} of it."
        else:
            reasons[name] = (
                f"No {name} of this fixture were loaded." if name != "timeline" else NO_TIMELINE
            )
    return reasons


def before_of(known: Preview) -> dict[str, Any]:
    """What was known before the kickoff: places, forms at the venue, earlier meetings, the referee."""
    return {
        "places": known.places,
        "forms": [
            (team, list(forms))
            for team, forms in groupby(
                (form for form in known.forms if form.fixtures), key=attrgetter("team")
            )
        ],
        "meetings": [
            {
                "id": row.id,
                "date": long_date(day_of(row.kickoff_ts)),
                "text": f"{row.home} {_score(row, known.ends[row.id])} {row.away}",
                "corners": pair(row.home_corners, row.away_corners, started=False),
            }
            for row in known.meetings
        ],
        "referee": known.referee,
        "reasons": known.reasons,
    }


class Doubt(NamedTuple):
    """A value on which sources contradict each other. says: source, what it says, whether that stands, and why."""

    value: str
    says: list[tuple[str, str, bool, str]]


def doubts_of(said: Sequence[SourceValue]) -> Iterator[Doubt]:
    """The contradictions, each with what every source says."""
    for value, rows in groupby((row for row in said if row.differs), key=attrgetter("value")):
        says = [(row.source, row.says, row.is_standing, row.why) for row in rows]
        yield Doubt(value.replace("_", " ").capitalize(), says)
