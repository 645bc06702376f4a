"""The fixtures of a v1 page and their nested figures (statistics, events, odds): the declared shapes, and their flat rows.

A row that is out of shape is refused, the rest of its page is stored. Unknown fields are ignored, unknown values None.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import astuple

from footydata.football.markets import ALL_PERIODS, BY_KEY, Market
from footydata.football.records import FixtureRecord
from footydata.football.terms import LARGEST_ID, STATISTICS, EventType, Half, Part, Side, Status
from footydata.sources.cells import HIGHEST_COUNT
from footydata.sources.days import EARLIEST_TS, LATEST_TS
from footydata.sources.parsed import (
    NO_ID,
    Figures,
    PageRow,
)
from footydata.sources.protocol import shaped

_LIVE = "in_play", "inplay", "half_time", "halftime", "paused", "extra_time", "penalties"
_FINISHED = "awarded", "walkover", "after_extra_time", "after_penalties"
LATER_STATUSES = dict.fromkeys(_LIVE, Status.LIVE) | dict.fromkeys(_FINISHED, Status.FINISHED)
"""Status that the contract does not have → the one that it is read as; any other is read as scheduled."""

_STATUSES = frozenset(map(str, Status))
HALVES = int(Part.HALF_GOALS | Part.HALF_CORNERS)
_SUMMARY, _STATISTICS, _EVENTS = int(Part.ODDS_SUMMARY), int(Part.STATISTICS), int(Part.EVENTS)
_AFTER_FIGURES = (None,) * (len(FixtureRecord._fields) - FixtureRecord._fields.index("referee"))
"""The fields of a fixture after its figures, which no service gives."""


Whole = Annotated[int, Meta(ge=-LARGEST_ID, le=LARGEST_ID)]
Id = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
_Number = Whole | float
_Count = Annotated[int, Meta(ge=0, le=HIGHEST_COUNT)]
_Moment = Annotated[int, Meta(ge=EARLIEST_TS, le=LATEST_TS)]


class Named(Struct, gc=False):
    """The id and name of a league or a team."""

    id: Id
    name: str


class _Teams(Struct, gc=False):
    home: Named
    away: Named


class Sides(Struct, gc=False):
    """The count of each side, of a statistic or a score."""

    home: Whole | None = None
    away: Whole | None = None


class _Halved(Struct, gc=False):
    """Goals or corners."""

    home: _Count | None = None
    away: _Count | None = None
    half_home: _Count | None = None
    half_away: _Count | None = None


class _Cards(Struct, gc=False):
    yellow: _Count | None = None
    red: _Count | None = None


class _BothCards(Struct, gc=False):
    home: _Cards | None = None
    away: _Cards | None = None


class WrittenEvent(Struct, gc=False):
    """An event of a fixture; period and score: of a score of a period. player_in, player_out: of a substitution."""

    type: str
    minute: Whole | None = None
    team: str | None = None
    count: Whole | None = None
    period: str | None = None
    score: Sides | None = None
    player_in: str | None = None
    player_out: str | None = None


class WrittenQuote(Struct, gc=False):
    """A line and the price of each selection, of any market."""

    line: _Number | None = None
    home: _Number | None = None
    draw: _Number | None = None
    away: _Number | None = None
    over: _Number | None = None
    under: _Number | None = None
    yes: _Number | None = None
    no: _Number | None = None


class _Periods(Struct, gc=False):
    """The quotes of a market; in a summary they may be lines alone."""

    opening: WrittenQuote | _Number | None = None
    closing: WrittenQuote | _Number | None = None
    inplay: WrittenQuote | _Number | None = None


class FixtureShape(Struct, gc=False):
    """The keys of a fixture that are read."""

    id: Id
    league: Named
    teams: _Teams
    kickoff_ts: _Moment
    status: str
    goals: _Halved | None = None
    corners: _Halved | None = None
    cards: _BothCards | None = None
    league_season_id: Whole | None = None
    round: Whole | None = None
    statistics: dict[str, Any] | None = None
    odds: dict[str, Any] | None = None
    events: list[WrittenEvent] | None = None


NO_SIDES = Sides()
_NO_COUNTS, _NO_CARDS = _Halved(), _Cards()


def page_row(row: FixtureShape, esports: int | None, parts: int) -> PageRow:
    """The rows of a fixture. Raises BadRow.

    esports: whether it is e-football, None for as its league. parts: those that every row of its page has.
    """
    cards = row.cards or _BothCards()
    home_cards, away_cards = cards.home or _NO_CARDS, cards.away or _NO_CARDS
    counts = *astuple(row.goals or _NO_COUNTS), *astuple(row.corners or _NO_COUNTS)
    carded = home_cards.yellow, away_cards.yellow, home_cards.red, away_cards.red
    figures = Figures._make((*counts, *carded))
    status, detail = row.status, None
    if status not in _STATUSES:
        status, detail = LATER_STATUSES.get(status, Status.SCHEDULED).value, status
    statistics: tuple[Any, ...] | None = None
    events: list[tuple[Any, ...]] = []
    quotes: list[tuple[Any, ...]] = []
    if row.statistics is not None:
        statistics = statistics_row(row.id, row.statistics)
        parts |= _STATISTICS
    if row.odds is not None:
        quotes = [(row.id, NO_ID, key, *values) for key, values in read_odds(row.odds)]
        parts |= _SUMMARY
    if row.events is not None:
        events, half_goals, half_corners = timeline(row.id, row.events)
        parts |= _EVENTS
        if half_goals is not None:
            parts |= HALVES
            if figures.half_home_goals is None:
                figures = figures._replace(
                    half_home_goals=half_goals[0], half_away_goals=half_goals[1]
                )
            # Corners are counted only if they are recorded at all.
            if figures.half_home_corners is None and figures.home_corners is not None:
                figures = figures._replace(
                    half_home_corners=half_corners[0], half_away_corners=half_corners[1]
                )
    # In the order of records.FixtureRecord: its time is known, and it counts in the table.
    teams = row.teams.home.id, row.teams.away.id
    known = row.kickoff_ts, 1, status, detail, esports, row.round, None, 1
    flat = [row.id, row.league.id, row.league_season_id, *teams, *known, *figures, *_AFTER_FIGURES]
    return PageRow(flat, parts, statistics, events, quotes)


_LAST_OF_FIRST_HALF = 45
"""The last minute of it."""


def statistics_row(fixture_id: int, raw: dict[str, Any]) -> tuple[Any, ...] | None:
    """A row of records.StatisticsRecord, None if nothing is recorded. Raises BadRow."""
    values: list[int | None] = []
    for half in (raw, shaped(raw.get("first_half") or {}, dict[str, Any])):
        for name in STATISTICS:
            values += astuple(shaped(half.get(name) or {}, Sides))
    return None if values.count(None) == len(values) else (fixture_id, *values)


# An Enum's own members and equality take half of the time of a page.
_PERIOD_SCORE = EventType.PERIOD_SCORE.value
_TEAMS = frozenset(side.value for side in Side)


def timeline(
    fixture_id: int, events: Sequence[WrittenEvent]
) -> tuple[list[tuple[Any, ...]], tuple[int | None, ...] | None, tuple[int, int]]:
    """The rows of records.EventRecord in the order given, and the goals and corners of the first half by them.

    A half ends with its period score; without that of the first, the minute decides the half of an event, and the goals
    of the half are None.
    """
    ends = (
        place
        for place, event in enumerate(events)
        if event.type == _PERIOD_SCORE and event.period == Half.FIRST
    )
    end = next(ends, None)
    rows: list[tuple[Any, ...]] = []
    for place, event in enumerate(events):
        if end is not None:
            is_first = place <= end
        else:
            is_first = event.type != _PERIOD_SCORE and (event.minute or 0) <= _LAST_OF_FIRST_HALF
        at = place + 1, event.type, 1 if is_first else 2, event.minute, None
        side = event.team if event.team in _TEAMS else None, event.count
        players = None, event.player_in, event.player_out
        rows.append((fixture_id, *at, *side, *players, *astuple(event.score or NO_SIDES)))
    if end is None:
        return rows, None, (0, 0)
    corners = Counter(event.team for event in events[:end] if event.type == EventType.CORNER)
    return rows, astuple(events[end].score or NO_SIDES), (corners["home"], corners["away"])


def read_odds(raw: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Each market of which anything is recorded, with the lines and prices of its three periods. Raises BadRow."""
    for key, periods in raw.items():
        market = BY_KEY.get(key)
        if market is None or not periods:
            continue
        written = shaped(periods, _Periods)
        values: list[Any] = []
        for period in ALL_PERIODS:
            quote = getattr(written, period)
            is_quote = isinstance(quote, WrittenQuote)
            values += quoted(market, quote) if is_quote else (quote, *_NO_PRICES)
        if any(value is not None for value in values):
            yield key, values


_NO_PRICES = (None, None, None)


def quoted(market: Market, quote: WrittenQuote) -> tuple[Any, ...]:
    """The line and the three prices of a quote."""
    prices = [getattr(quote, name) for name in market.shape.selections]
    line = quote.line if market.shape.has_line else None
    return (line, *prices, *_NO_PRICES[len(prices) :])
