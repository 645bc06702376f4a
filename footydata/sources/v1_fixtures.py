"""Turns the fixtures of a v1 page into flat rows, one by one: a row out of shape is refused, the rest is stored."""

from collections.abc import Iterator
from typing import Any

from footydata.contract.terms import LARGEST_ID, Part, Status
from footydata.records import FixtureRecord
from footydata.sources.cells import is_moment
from footydata.sources.parsed import Figures, Parsed, ParsedPage, Refusal
from footydata.sources.refusing import BadRow, shown
from footydata.sources.v1_figures import (
    OUT_OF_SHAPE,
    Json,
    check_whole,
    read_summary,
    rows_of,
    statistics_row,
    timeline,
    what_is_wrong,
)

LATER_STATUSES: dict[str, Status] = {
    "in_play": Status.LIVE,
    "inplay": Status.LIVE,
    "half_time": Status.LIVE,
    "halftime": Status.LIVE,
    "paused": Status.LIVE,
    "extra_time": Status.LIVE,
    "penalties": Status.LIVE,
    "awarded": Status.FINISHED,
    "walkover": Status.FINISHED,
    "after_extra_time": Status.FINISHED,
    "after_penalties": Status.FINISHED,
}
"""Status that the contract does not have → the one that it is read as; any other is read as scheduled."""

STATUSES = frozenset(map(str, Status))
BASE = int(Part.BASE | Part.GOALS | Part.CORNERS | Part.CARDS)
"""The parts that every row has."""

HALVES = int(Part.HALF_GOALS | Part.HALF_CORNERS)
_SUMMARY, _STATISTICS, _EVENTS = int(Part.ODDS_SUMMARY), int(Part.STATISTICS), int(Part.EVENTS)
_INCLUDED = frozenset({"odds", "statistics", "events"})
_INTEGER, _TEXT = frozenset({int}), frozenset({str})
_NOTHING: Json = {}
_AFTER_FIGURES = (None,) * (len(FixtureRecord._fields) - FixtureRecord._fields.index("referee"))
"""The fields of a fixture after its figures, which no service gives."""


def read_rows(page: ParsedPage, rows: Any, esports: int | None, base: int) -> Iterator[Parsed]:
    """A Refusal for each row that is out of shape, then the page with the other rows added to it.

    esports: whether the rows are e-football, None for as their leagues. base: the parts that every row has.
    """
    for place, row in enumerate(rows_of(rows), start=1):
        try:
            _read_row(page, row, esports, base)
        except OUT_OF_SHAPE as error:
            yield Refusal(what_is_wrong(error), place, shown(row))
    if page.fixtures:
        yield page


def _read_row(page: ParsedPage, row: Json, esports: int | None, parts: int) -> None:
    fixture_id, league, teams, status = row["id"], row["league"], row["teams"], row["status"]
    league_id, home, away = league["id"], teams["home"], teams["away"]
    home_id, away_id, kickoff = home["id"], away["id"], row["kickoff_ts"]
    figures, season_id, number = _figures(row), row.get("league_season_id"), row.get("round")
    whole = (*figures, season_id, number)
    check_whole(whole, "figures")
    ids, names = (fixture_id, league_id, home_id, away_id), (league["name"], home["name"], away["name"])
    if not (_INTEGER.issuperset(map(type, ids)) and min(ids) > 0 and max(ids) <= LARGEST_ID):
        raise BadRow("an id is not a positive number")
    if not _TEXT.issuperset(map(type, names)):
        raise BadRow("a name is not text")
    if max(map(abs, filter(None, whole)), default=0) > LARGEST_ID:
        raise BadRow("a figure is larger than a database can store")
    if type(kickoff) is not int or not is_moment(kickoff):
        raise BadRow(f"the kickoff {kickoff} is not a moment of football")
    detail = None
    if status not in STATUSES:
        status, detail = LATER_STATUSES.get(status, Status.SCHEDULED).value, str(status)
    if not _INCLUDED.isdisjoint(row):
        included = row.get("statistics"), row.get("odds"), row.get("events")
        parts, figures = read_included(page, fixture_id, included, parts, figures)
    page.leagues[league_id], page.teams[home_id], page.teams[away_id] = names
    page.parts.append(parts)
    ids_of_row = fixture_id, league_id, season_id, home_id, away_id
    page.fixtures.append(fixture_row(*ids_of_row, kickoff, status, detail, esports, number, figures))


def fixture_row(
    id: int,
    league_id: int,
    season_id: int | None,
    home_id: int,
    away_id: int,
    kickoff_ts: int,
    status: str,
    state_detail: str | None,
    esports: int | None,
    round: int | None,
    figures: tuple[Any, ...],
) -> list[Any]:
    """A fixture of a page, in the order of records.FixtureRecord: its time is known, and it counts in the table."""
    ids = id, league_id, season_id, home_id, away_id
    return [*ids, kickoff_ts, 1, status, state_detail, esports, round, None, 1, *figures, *_AFTER_FIGURES]


def _figures(row: Json) -> tuple[Any, ...]:
    """The figures of a row in the order of parsed.Figures, None if absent."""
    goals, corners = row.get("goals") or _NOTHING, row.get("corners") or _NOTHING
    cards = row.get("cards") or _NOTHING
    home_cards, away_cards = cards.get("home") or _NOTHING, cards.get("away") or _NOTHING
    return (
        goals.get("home"),
        goals.get("away"),
        goals.get("half_home"),
        goals.get("half_away"),
        corners.get("home"),
        corners.get("away"),
        corners.get("half_home"),
        corners.get("half_away"),
        home_cards.get("yellow"),
        away_cards.get("yellow"),
        home_cards.get("red"),
        away_cards.get("red"),
    )


def read_included(
    page: ParsedPage, fixture_id: int, included: tuple[Any, Any, Any], parts: int, figures: tuple[Any, ...]
) -> tuple[int, tuple[Any, ...]]:
    """Add included details to the page; gives the parts with theirs, and the figures with the half-time ones by events.

    included: statistics, odds and events, None if not given.
    """
    raw, summary, events = included
    if raw is not None:
        statistics = statistics_row(fixture_id, raw)
        if statistics is not None:
            page.statistics.append(statistics)
        parts |= _STATISTICS
    if summary is not None:
        lines: list[tuple[Any, ...]] = []
        quotes: list[tuple[Any, ...]] = []
        read_summary(fixture_id, summary, lines, quotes)
        page.lines.extend(lines)
        page.quotes.extend(quotes)
        parts |= _SUMMARY
    if events is not None:
        timeline_rows, half_goals, half_corners = timeline(fixture_id, events)
        page.events.extend(timeline_rows)
        parts |= _EVENTS
        if half_goals is not None:
            parts |= HALVES
            figures = _with_halves(figures, half_goals, half_corners)
    return parts, figures


def _with_halves(figures: tuple[Any, ...], goals: tuple[Any, ...], corners: Any) -> tuple[Any, ...]:
    """The figures with unknown half-time ones taken from the events; corners only if they are recorded at all."""
    found = Figures._make(figures)
    if found.half_home_goals is None:
        found = found._replace(half_home_goals=goals[0], half_away_goals=goals[1])
    if found.half_home_corners is None and found.home_corners is not None:
        found = found._replace(half_home_corners=corners[0], half_away_corners=corners[1])
    return found
