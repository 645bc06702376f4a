"""Turns the fixtures of a v1 page and their nested figures (statistics, events, odds) into flat rows.

The rows of a page are checked against the declared shape at once; if one of them is out of shape, row by row: it is
refused, the rest is stored. Unknown values are None.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert

from footydata.football.markets import ALL_PERIODS, BY_KEY, BY_PARAM, SUMMARY_MARKETS, Market
from footydata.football.moments import read_iso
from footydata.football.records import FixtureRecord
from footydata.football.terms import LARGEST_ID, STATISTICS, EventType, Half, Part, Status
from footydata.sources.cells import EARLIEST_TS, LATEST_TS, is_moment
from footydata.sources.json_rows import plain
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    PageRow,
    Parsed,
    ParsedOdds,
    ParsedPage,
    ParsedTick,
    Refusal,
)
from footydata.sources.refusing import BadRow, shown

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


Json = Mapping[str, Any]

_WHOLE = frozenset({int, NoneType})
_NUMBERS = frozenset({int, float, NoneType})
_TEXTS = frozenset({str, NoneType})
_FIRST_HALF = str(Half.FIRST)
_PERIOD_SCORE = str(EventType.PERIOD_SCORE)
_CORNER = str(EventType.CORNER)
_SUBSTITUTION = str(EventType.SUBSTITUTION)
_LAST_MINUTE_OF_FIRST_HALF = 45
_NO_QUOTE = (None, None, None, None)
_NOTHING: Json = {}
_SUMMARIES = tuple((market.key, market) for market in SUMMARY_MARKETS)
_PRICES = 3


class Timeline(NamedTuple):
    """The events of a fixture, and its first half's goals and corners by them, None if its end is not among them."""

    events: list[tuple[Any, ...]]
    half_goals: tuple[int | None, int | None] | None
    half_corners: tuple[int, int] | None


def check_whole(values: Sequence[Any], what: str) -> None:
    """Raises BadRow if a value is neither a whole number that a database can store nor None."""
    if not _WHOLE.issuperset(map(type, values)):
        raise BadRow(f"{what} are not whole numbers")
    if max(filter(None, values), default=0) > LARGEST_ID:
        raise BadRow(f"{what} are larger than a database can store")


def check_numbers(values: Sequence[object], what: str) -> None:
    """Raises BadRow if a value is neither a number nor None."""
    if not _NUMBERS.issuperset(map(type, values)):
        raise BadRow(f"{what} are not numbers")


def statistics_row(fixture_id: int, raw: Json) -> tuple[Any, ...] | None:
    """A row of records.StatisticsRecord, None if nothing is recorded."""
    values: list[Any] = []
    for half in (raw, raw.get("first_half") or _NOTHING):
        for name in STATISTICS:
            sides = half.get(name) or _NOTHING
            values += (sides.get("home"), sides.get("away"))
    check_whole(values, "statistics")
    return None if values.count(None) == len(values) else (fixture_id, *values)


def timeline(fixture_id: int, raw: Sequence[Json]) -> Timeline:
    """The rows of records.EventRecord in the order given, cut after the count if the rest is None.

    A half ends with its period score; without one, the minute decides the half of an event.
    """
    rows: list[tuple[Any, ...]] = []
    corners = {"home": 0, "away": 0}
    whole: list[object] = []
    end: tuple[int | None, int | None] | None = None
    half = 1
    for place, event in enumerate(raw, start=1):
        kind, minute, team, count = (
            event["type"],
            event.get("minute"),
            event.get("team"),
            event.get("count"),
        )
        whole += (minute, count)
        if type(kind) is not str:
            raise BadRow(f"{kind!r} is not a type of event")
        if team not in corners:
            team = None
        elif half == 1 and kind == _CORNER:
            corners[team] += 1
        if kind == _PERIOD_SCORE:
            score, is_first = event.get("score") or _NOTHING, event.get("period") == _FIRST_HALF
            goals = score.get("home"), score.get("away")
            whole += goals
            rows.append(
                (fixture_id, place, kind, half, minute, None, team, count, None, None, None, *goals)
            )
            if is_first and end is None:
                end, half = goals, 2
        elif kind == _SUBSTITUTION:
            players = event.get("player_in"), event.get("player_out")
            if not _TEXTS.issuperset(map(type, players)):
                raise BadRow(f"{players!r} are not names of players")
            rows.append(
                (
                    fixture_id,
                    place,
                    kind,
                    half,
                    minute,
                    None,
                    team,
                    count,
                    None,
                    *players,
                    None,
                    None,
                )
            )
        else:
            rows.append((fixture_id, place, kind, half, minute, None, team, count))
    check_whole(whole, "figures of an event")
    if end is None:
        return Timeline(
            [(*row[:3], 1 if _is_early(row) else 2, *row[4:]) for row in rows], None, None
        )
    return Timeline(rows, end, (corners["home"], corners["away"]))


def _is_early(row: tuple[Any, ...]) -> bool:
    """Whether an event is in the first half, by its minute."""
    _, _, kind, _, minute = row[:5]
    return kind != _PERIOD_SCORE and (minute is None or minute <= _LAST_MINUTE_OF_FIRST_HALF)


def read_summary(
    fixture_id: int, raw: Json, lines: list[tuple[Any, ...]], quotes: list[tuple[Any, ...]]
) -> None:
    """Add the markets of an odds summary of which anything is recorded: to `lines` if only lines are, else to `quotes`.

    lines: fixture id, market, and the lines of the three periods. quotes: as records.OddsRecord with bookmaker NO_ID.
    """
    for key, market in _SUMMARIES:
        periods = raw.get(key)
        if not periods:
            continue
        opening, closing, inplay = (
            periods.get("opening"),
            periods.get("closing"),
            periods.get("inplay"),
        )
        if opening is None and closing is None and inplay is None:
            continue
        if type(opening) in _NUMBERS and type(closing) in _NUMBERS and type(inplay) in _NUMBERS:
            lines.append((fixture_id, key, opening, closing, inplay))
            continue
        values: list[Any] = []
        for value in (opening, closing, inplay):
            values += _NO_QUOTE if value is None else quote(market, value)
        check_numbers(values, key)
        quotes.append((fixture_id, NO_ID, key, *values))


def quote(market: Market, raw: Json) -> tuple[Any, ...]:
    """The line and the three prices of a period."""
    prices = [raw.get(name) for name in market.shape.selections]
    return (
        raw.get("line") if market.shape.has_line else None,
        *prices,
        *(None,) * (_PRICES - len(prices)),
    )


def bookmaker_key(raw: Json) -> BookmakerKey:
    """A bookmaker with its id. Raises BadRow."""
    key = BookmakerKey(raw["slug"], raw.get("name") or raw["slug"], raw["id"])
    if (
        type(key.id) is not int
        or not 0 < key.id <= LARGEST_ID
        or not isinstance(key.slug, str)
        or not isinstance(key.name, str)
    ):
        raise BadRow("a bookmaker without id and slug")
    return key


def parsed_odds(entry: Json) -> Iterator[ParsedOdds]:
    """The markets of a bookmaker's entry of which anything is recorded."""
    bookmaker = bookmaker_key(entry)
    for key, periods in (entry.get("odds") or _NOTHING).items():
        market = BY_KEY.get(key)
        if market is None or not periods:
            continue
        values: list[Any] = []
        for period in ALL_PERIODS:
            raw = periods.get(period)
            values += _NO_QUOTE if raw is None else quote(market, raw)
        if any(value is not None for value in values):
            check_numbers(values, key)
            yield ParsedOdds(bookmaker, key, *values)


def parsed_ticks(raw: Json) -> Iterator[ParsedTick | Refusal]:
    """The ticks of a page of an odds history, and a Refusal for each that is out of shape.

    seq numbers the ticks of one second. Raises one of OUT_OF_SHAPE if the page has no bookmaker, market or ticks.
    """
    bookmaker = bookmaker_key(raw["bookmaker"])
    market = BY_PARAM.get(raw["market"]) or BY_KEY.get(raw["market"])
    if market is None:
        raise BadRow(f"{raw['market']!r} is not a market")
    before, seq = None, 0
    for place, tick in enumerate(rows_of(raw["ticks"]), start=1):
        try:
            recorded, values = _tick(tick, market)
        except OUT_OF_SHAPE as error:
            yield Refusal(what_is_wrong(error), place, shown(tick), "ticks")
            continue
        seq = seq + 1 if recorded == before else 0
        before = recorded
        yield ParsedTick._make((bookmaker, market.key, recorded, seq, *values))


def _tick(tick: Json, market: Market) -> tuple[int, tuple[Any, ...]]:
    """When a tick was recorded; its minute, quote and score."""
    recorded = read_iso(tick["recorded_at"])
    if not is_moment(recorded):
        raise BadRow(f"{tick['recorded_at']!r} is not a moment of football")
    score = tick.get("score") or _NOTHING
    values = quote(market, tick)
    check_numbers(values, market.key)
    check_whole((tick.get("minute"), score.get("home"), score.get("away")), "figures of a tick")
    return recorded, (tick.get("minute"), *values, score.get("home"), score.get("away"))


def rows_of(raw: object) -> list[Any]:
    """The rows of a list. Raises BadRow if it is not a list."""
    if not isinstance(raw, list):
        raise BadRow("no list where one is expected")
    return raw


OUT_OF_SHAPE = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
    BadRow,
)
"""The exceptions that reading a value out of shape may raise."""


def what_is_wrong(error: Exception) -> str:
    """An error of OUT_OF_SHAPE in a few words."""
    match error:
        case KeyError():
            reason = f"{error.args[0]!r} is missing"
        case ValidationError():
            reason = plain(str(error))
        case _:
            reason = str(error)
    return shown(f"out of shape: {reason}")
