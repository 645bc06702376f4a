"""Turns the fixtures of a v1 page into flat rows, each checked against the declared shape.

The rows of a page are checked at once; if one of them is out of shape, row by row: it is refused, the rest is stored.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from footydata.football.records import FixtureRecord
from footydata.football.terms import LARGEST_ID, Part, Status
from footydata.sources.cells import EARLIEST_TS, LATEST_TS
from footydata.sources.parsed import Figures, PageRow, Parsed, ParsedPage, Refusal
from footydata.sources.refusing import shown
from footydata.sources.v1_figures import (
    OUT_OF_SHAPE,
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

_STATUSES = frozenset(map(str, Status))
BASE = int(Part.BASE | Part.GOALS | Part.CORNERS | Part.CARDS)
"""The parts that every row has."""

HALVES = int(Part.HALF_GOALS | Part.HALF_CORNERS)
_SUMMARY, _STATISTICS, _EVENTS = int(Part.ODDS_SUMMARY), int(Part.STATISTICS), int(Part.EVENTS)
_AFTER_FIGURES = (None,) * (len(FixtureRecord._fields) - FixtureRecord._fields.index("referee"))
"""The fields of a fixture after its figures, which no service gives."""


_Whole = Annotated[int, Meta(ge=-LARGEST_ID, le=LARGEST_ID)]
_Id = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
_Moment = Annotated[int, Meta(ge=EARLIEST_TS, le=LATEST_TS)]


class _Named(Struct, gc=False):
    """The id and name of a league or a team."""

    id: _Id
    name: str


class _Teams(Struct, gc=False):
    home: _Named
    away: _Named


class _Sides(Struct, gc=False):
    """Goals or corners."""

    home: _Whole | None = None
    away: _Whole | None = None
    half_home: _Whole | None = None
    half_away: _Whole | None = None


class _Cards(Struct, gc=False):
    yellow: _Whole | None = None
    red: _Whole | None = None


class _BothCards(Struct, gc=False):
    home: _Cards | None = None
    away: _Cards | None = None


class _Row(Struct, gc=False):
    """The keys of a fixture that are read; v1_figures checks the included details."""

    id: _Id
    league: _Named
    teams: _Teams
    kickoff_ts: _Moment
    status: str
    goals: _Sides | None = None
    corners: _Sides | None = None
    cards: _BothCards | None = None
    league_season_id: _Whole | None = None
    round: _Whole | None = None
    statistics: Any = None
    odds: Any = None
    events: Any = None


_NO_SIDES, _NO_CARDS, _NEITHER = _Sides(), _Cards(), _BothCards()
_NOT_INCLUDED = (None, None, None)


def read_rows(page: ParsedPage, rows: Any, esports: int | None, base: int) -> Iterator[Parsed]:
    """A Refusal for each row that is out of shape, then the page with the other rows added to it.

    esports: whether the rows are e-football, None for as their leagues. base: the parts that every row has.
    """
    raw_rows = rows_of(rows)
    for place, (row, raw) in enumerate(zip(_shaped(raw_rows), raw_rows, strict=True), start=1):
        try:
            _add_row(page, convert(raw, _Row) if row is None else row, esports, base)
        except OUT_OF_SHAPE as error:
            yield Refusal(what_is_wrong(error), place, shown(raw))
    if page.rows:
        yield page


def _shaped(rows: list[Any]) -> Sequence[_Row | None]:
    """The rows converted at once, which takes less time than one by one; None for each if any is out of shape."""
    try:
        return convert(rows, list[_Row])
    except OUT_OF_SHAPE:
        return [None] * len(rows)


def _add_row(page: ParsedPage, row: _Row, esports: int | None, parts: int) -> None:
    league, home, away = row.league, row.teams.home, row.teams.away
    goals, corners, cards = row.goals or _NO_SIDES, row.corners or _NO_SIDES, row.cards or _NEITHER
    home_cards, away_cards = cards.home or _NO_CARDS, cards.away or _NO_CARDS
    figures: tuple[Any, ...] = (
        goals.home,
        goals.away,
        goals.half_home,
        goals.half_away,
        corners.home,
        corners.away,
        corners.half_home,
        corners.half_away,
        home_cards.yellow,
        away_cards.yellow,
        home_cards.red,
        away_cards.red,
    )
    status, detail = row.status, None
    if status not in _STATUSES:
        status, detail = LATER_STATUSES.get(status, Status.SCHEDULED).value, status
    page.leagues[league.id], page.teams[home.id], page.teams[away.id] = (
        league.name,
        home.name,
        away.name,
    )
    # In the order of records.FixtureRecord: its time is known, and it counts in the table.
    ids = row.id, league.id, row.league_season_id, home.id, away.id
    known = *ids, row.kickoff_ts, 1, status, detail, esports, row.round, None, 1
    if (row.statistics, row.odds, row.events) == _NOT_INCLUDED:
        page.rows.append(PageRow([*known, *figures, *_AFTER_FIGURES], parts))
    else:
        page.rows.append(_with_details(row, known, figures, parts))


def _with_details(
    row: _Row, known: tuple[Any, ...], figures: tuple[Any, ...], parts: int
) -> PageRow:
    """The fixture with its included details, and its half-time figures by its events. known: what precedes them."""
    statistics: tuple[Any, ...] | None = None
    events: list[tuple[Any, ...]] = []
    lines: list[tuple[Any, ...]] = []
    quotes: list[tuple[Any, ...]] = []
    if row.statistics is not None:
        statistics = statistics_row(row.id, row.statistics)
        parts |= _STATISTICS
    if row.odds is not None:
        read_summary(row.id, row.odds, lines, quotes)
        parts |= _SUMMARY
    if row.events is not None:
        events, half_goals, half_corners = timeline(row.id, row.events)
        parts |= _EVENTS
        if half_goals is not None:
            parts |= HALVES
            figures = _with_halves(figures, half_goals, half_corners)
    return PageRow([*known, *figures, *_AFTER_FIGURES], parts, statistics, events, lines, quotes)


def _with_halves(figures: tuple[Any, ...], goals: tuple[Any, ...], corners: Any) -> tuple[Any, ...]:
    """The figures with unknown half-time ones taken from the events; corners only if they are recorded at all."""
    known = Figures._make(figures)
    if known.half_home_goals is None:
        known = known._replace(half_home_goals=goals[0], half_away_goals=goals[1])
    if known.half_home_corners is None and known.home_corners is not None:
        known = known._replace(half_home_corners=corners[0], half_away_corners=corners[1])
    return known
