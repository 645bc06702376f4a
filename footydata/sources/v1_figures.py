"""Turns the nested figures of a v1 fixture into flat rows: statistics, events, odds.

Unknown values are None; a value out of shape raises BadRow, so that only its row is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, NamedTuple

from msgspec import ValidationError

from footydata.football.markets import ALL_PERIODS, BY_KEY, BY_PARAM, SUMMARY_MARKETS, Market
from footydata.football.moments import read_iso
from footydata.football.terms import LARGEST_ID, STATISTICS, EventType, Half
from footydata.sources.cells import is_moment
from footydata.sources.json_rows import plain
from footydata.sources.parsed import NO_ID, BookmakerKey, ParsedOdds, ParsedTick, Refusal
from footydata.sources.refusing import BadRow, shown

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
