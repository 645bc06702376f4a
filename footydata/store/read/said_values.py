"""The values that sources give of a fixture, by name, from the tables by which they are merged."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from footydata.football.moments import minute_text
from footydata.football.records import EventRecord
from footydata.football.register import figures_by_name, further_figures
from footydata.football.terms import Part, Status
from footydata.odds.markets import ALL_MARKETS, MARKET_BY_KEY
from footydata.rules.duplicates import SAME_DAY
from footydata.store.claims.claim import (
    BASE,
    COLUMNS,
    EVENTS,
    FURTHER_FIGURES,
    ODDS,
    PROVISIONAL,
    ClaimBody,
)
from footydata.store.claims.merging import is_compatible, is_priced
from footydata.store.claims.stored import NO_QUOTE, PERIODS, StoredFixture


class Value(NamedTuple):
    """A value of a fixture.

    name: its own, such as `pinnacle corner closing`. figure: what it is counted under, such as `odds_corner`; the same
    as the name of other values. part: the part that it belongs to, whose name is that of several figures.
    """

    name: str
    figure: str
    part: int

    @property
    def group(self) -> str:
        """The name of its part."""
        return (Part(self.part).name or "").lower()

    @property
    def is_provisional(self) -> bool:
        """Whether only what was said of the finished fixture counts, once it is finished."""
        return bool(self.part & PROVISIONAL)


Values: TypeAlias = Mapping[Value, tuple[Any, ...]]
"""Value → what it is: both sides of a figure, the line and prices of a quote; None for what is unknown of it."""

SIDES = ("home_", "away_")


def _paired(
    part: int, fields: Sequence[str], places: Iterable[int]
) -> Iterator[tuple[Value, list[int]]]:
    """Each figure of columns with the places of its sides; a column without a side is a figure of its own."""
    places_by_name: dict[str, list[int]] = {}
    for place in places:
        name = fields[place]
        for side in SIDES:
            name = name.replace(side, "", 1)
        places_by_name.setdefault(name, []).append(place)
    for name, own in places_by_name.items():
        yield Value(name, name, part), own


KICKOFF, STATUS, STAGE = (Value(name, name, BASE) for name in ("kickoff", "status", "stage"))
TIMELINE = Value("events", "events", EVENTS)
_COLUMNS = [
    pair for part, record, places in COLUMNS for pair in _paired(part, record._fields, places)
]
"""The values that are columns, of a fixture and of its details, with the places of their sides."""

REFEREE = next(value for value, _ in _COLUMNS if value.name == "referee")


def figure_names() -> list[str]:
    """The names by which values are counted, then those of parts that have several."""
    declared = [KICKOFF, STATUS, STAGE, *(value for value, _ in _COLUMNS), TIMELINE]
    declared += [
        Value("", prefix + figure.name, FURTHER_FIGURES)
        for figure in further_figures()
        for prefix in ("", "half_")
    ]
    declared += [Value("", f"odds_{market.param}", ODDS) for market in ALL_MARKETS]
    figures, groups = zip(*((value.figure, value.group) for value in declared), strict=True)
    return list(dict.fromkeys(figures + groups))


def values_of(body: ClaimBody) -> dict[Value, tuple[Any, ...]]:
    """What is known by a body, in a fixed order."""
    parts, fixture = body.parts, body.fixture
    by_value: dict[Value, tuple[Any, ...]] = {}
    if parts & BASE:
        by_value[KICKOFF] = (fixture.kickoff_ts, fixture.time_known)
        by_value[STATUS] = (fixture.status, fixture.state_detail)
        if fixture.stage is not None:
            by_value[STAGE] = (fixture.stage,)
    for value, places in _COLUMNS:
        row = body.row(value.part)
        if value.part & parts and row is not None:
            known = tuple(row[place] for place in places)
            if known.count(None) < len(known):
                by_value[value] = known
    if parts & FURTHER_FIGURES:
        for (figure, half), sides in body.figures.items():
            name = f"half_{figure}" if half else figure
            by_value[Value(name, name, FURTHER_FIGURES)] = tuple(sides)
    if parts & EVENTS and body.events is not None:
        by_value[TIMELINE] = tuple(body.events)
    for (slug, key), quotes in body.odds.items():
        market = MARKET_BY_KEY[key].param
        for period, place in PERIODS:
            if quotes[place] != NO_QUOTE:
                by_value[Value(f"{slug} {market} {period}", f"odds_{market}", ODDS)] = quotes[place]
    return by_value


def stored_values(stored: StoredFixture) -> dict[Value, tuple[Any, ...]]:
    """What is stored of a fixture."""
    figures = {key: (row.home, row.away) for key, row in stored.figures.items()}
    parts = reduce(or_, (source.parts for source in stored.sources), 0)
    body = ClaimBody(stored.fixture, parts, 0, details=stored.details, events=stored.events)
    return values_of(body._replace(odds=stored.odds, figures=figures))


def stands(value: Value, one: tuple[Any, ...], stored: tuple[Any, ...]) -> bool:
    """Whether all that one source says of a value is stored."""
    if value == KICKOFF:
        return one == stored or (not one[1] and not _are_far(one, stored))
    return one == stored if value == TIMELINE else is_compatible(one, stored)


def differ(value: Value, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether one contradicts the other.

    A day without a time contradicts no time of it, 'not yet finished' no end, and a line alone no line with prices.
    """
    if value == KICKOFF:
        return _are_far(one, other) or (bool(one[1] and other[1]) and one[0] != other[0])
    if value == STATUS and one[0] != other[0]:
        early = one if other[0] == Status.FINISHED else other
        return early[1] is not None
    if value == TIMELINE:
        return one != other
    if value.part == ODDS and is_priced(one) != is_priced(other):
        return False
    return not is_compatible(one, other)


def _are_far(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return bool(abs(one[0] - other[0]) > SAME_DAY)


def text_of(value: Value, known: tuple[Any, ...]) -> str:
    """A value for people: `7-3`, `2024-08-16 19:00`, `2.5: 1.9 1.95`."""
    if value == KICKOFF:
        return minute_text(known[0], time_known=known[1])
    if value == STATUS:
        return " ".join(filter(None, known))
    if value == TIMELINE:
        counts = Counter(event.type for event in known)
        names = (f"{counts[name]} {name.replace('_', ' ')}" for name in sorted(counts))
        return ", ".join(names) or "none"
    if value.part == ODDS:
        line, *prices = known
        texts = [] if line is None else [f"{_number(line)}:" if is_priced(known) else _number(line)]
        while prices and prices[-1] is None:
            prices.pop()
        return " ".join([*texts, *map(_number, prices)])
    figure = figures_by_name().get(value.name.removeprefix("half_"))
    is_whole = value.part == FURTHER_FIGURES and figure is not None and not figure.sided
    return "-".join(map(_number, known[:1] if is_whole else known))


def _number(value: object) -> str:
    return "?" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def only_here(events: Iterable[EventRecord], beside: Iterable[EventRecord]) -> str:
    """The first event of a timeline that others lack, and how many more there are; '' if they have all."""
    others = {_without_place(event) for event in beside}
    own = [event for event in events if _without_place(event) not in others]
    more = f" and {len(own) - 1} more" if len(own) > 1 else ""
    return f"only here: {_event_text(own[0])}{more}" if own else ""


def _without_place(event: EventRecord) -> EventRecord:
    return event._replace(seq=0, count=None)


def _event_text(event: EventRecord) -> str:
    """An event in words, with all that may differ: goal 45+2 home Ann Example penalty."""
    stoppage = "" if event.stoppage is None else f"+{event.stoppage}"
    minute = None if event.minute is None else f"{event.minute}{stoppage}"
    score = None if event.home_score is None else f"{event.home_score}-{event.away_score}"
    words = (
        event.type.replace("_", " "),
        minute,
        event.team,
        event.player,
        event.player_in,
        event.player_out,
    )
    return " ".join(word for word in (*words, score, event.detail) if word)
