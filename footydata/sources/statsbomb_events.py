"""Derives the timeline of a StatsBomb match from its events, and the figures and statistics of ninety minutes.

Derived: goals (own goals for the side that they count for), corners (passes of type Corner), cards (fouls and bad
behaviour; a second yellow is one red card), substitutions, missed penalties, the scores of the halves, shots on
target (goals and saves) and off target (off, wayward, post), possession as the share of passes; and the
further figures that register/figures.csv declares as a count of events, or as the sum of a field of theirs.
Not derived: attacks and dangerous attacks, which a collector judges. Blocked shots are neither on nor off target.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.register.figures import FurtherFigure, further_figures
from footydata.football.terms import EventType, GoalDetail, Side
from footydata.sources.cells import read_name
from footydata.sources.json_rows import Count, Text, shaped
from footydata.sources.match_scores import MatchScores, Score, TimedEvent, timeline_of
from footydata.sources.parsed import NO_ID, Figures, ParsedFigure
from footydata.sources.refusing import BadRow

ON_TARGET = frozenset({"Goal", "Saved", "Saved to Post", "Saved To Post"})
OFF_TARGET = frozenset({"Off T", "Wayward", "Post", "Saved Off T", "Saved Off Target"})
CARDS = {
    "Yellow Card": EventType.YELLOW_CARD,
    "Second Yellow": EventType.RED_CARD,
    "Red Card": EventType.RED_CARD,
}
HALVES = (1, 2)
LAST_MINUTES = {1: 45, 2: 90, 3: 105, 4: 120}
"""Half, of extra time too → the minute at which its stoppage time begins."""

SHOOTOUT = 5
"""The period of the penalties after a draw, which are shots."""


class MatchEvents(NamedTuple):
    """The figures, timeline and statistics of a match.

    scores: what followed ninety minutes.
    """

    figures: Figures
    events: tuple[EventRecord, ...]
    statistics: StatisticsRecord
    scores: MatchScores
    further: tuple[ParsedFigure, ...]


class _Named(Struct):
    name: Text | None = None


class _Shot(Struct):
    outcome: _Named
    type: _Named | None = None


class _Pass(Struct):
    type: _Named | None = None


class _Substitution(Struct):
    replacement: _Named


class _Carded(Struct):
    card: _Named | None = None


class _Event(Struct):
    """The keys of an event that are read."""

    type: _Named
    period: Count
    minute: Count
    team: _Named
    player: _Named | None = None
    shot: _Shot | None = None
    passed: _Pass | None = field(default=None, name="pass")
    substitution: _Substitution | None = None
    foul_committed: _Carded | None = None
    bad_behaviour: _Carded | None = None
    id: Text | None = None
    related_events: list[Text] | None = None


_Placed = tuple[int, TimedEvent]
"""The half and an event of it."""


def read_events(rows: Sequence[object], *, home: str) -> MatchEvents:
    """The timeline, figures and statistics of a match; home: the home team's name in the events.

    Raises BadRow if an event is out of shape, no event is of that team, or a half is missing: figures are sums, so
    one missing event would make them wrong.
    """
    events = [_event(row, place) for place, row in enumerate(rows, start=1)]
    played = [event for event in events if event.period in HALVES]
    names = {event.team.name for event in played}
    if home not in names or len(names) != 2:
        raise BadRow(
            f"the teams of the events are {sorted(map(str, names))}, not {home!r} and another"
        )
    if {event.period for event in played} != set(HALVES):
        raise BadRow("they don't reach the second half")

    def side(event: _Event) -> Side:
        return Side.HOME if event.team.name == home else Side.AWAY

    own_goals = {
        event.id: event.player
        for event in events
        if event.type.name == "Own Goal Against" and event.id
    }
    timed = [event for event in events if event.period in LAST_MINUTES]
    happenings = [one for event in timed for one in _happenings(event, side(event), own_goals)]
    halves = sorted({event.period for event in timed})
    kicks = [
        (event, side(event))
        for event in events
        if event.period == SHOOTOUT and event.type.name == "Shot"
    ]
    scored = [team for event, team in kicks if _is_goal(event)]
    figures = _figures(happenings)
    goals = [one.team for _, one in happenings if one.type == EventType.GOAL]
    return MatchEvents(
        figures,
        timeline_of((half, [one for at, one in happenings if at == half]) for half in halves),
        _statistics(played, side),
        MatchScores(
            extra_time=_sides(goals) if max(halves) > max(HALVES) else None,
            shootout=_sides(scored) if kicks else None,
        ),
        tuple(_further(rows, events, side)),
    )


def _sides(teams: Sequence[Side]) -> Score:
    return teams.count(Side.HOME), teams.count(Side.AWAY)


def _event(row: object, place: int) -> _Event:
    try:
        event = shaped(row, _Event)
        kind = event.type.name
        if (kind == "Shot" and event.shot is None) or (
            kind == "Substitution" and event.substitution is None
        ):
            raise BadRow(f"a {kind} without its details")
    except BadRow as error:
        raise BadRow(f"event {place}: {error.reason}", error.text) from None
    return event


def _is_goal(event: _Event) -> bool:
    return event.shot is not None and event.shot.outcome.name == "Goal"


def _happenings(event: _Event, team: Side, own_goals: Mapping[str, _Named | None]) -> list[_Placed]:
    half, elapsed = event.period, event.minute + 1
    over = elapsed - LAST_MINUTES[half]
    at = team, min(elapsed, LAST_MINUTES[half]), over if over > 0 else None
    player, kind = _player(event.player), event.type.name
    if kind == "Shot" and event.shot is not None:
        is_penalty = event.shot.type is not None and event.shot.type.name == "Penalty"
        if _is_goal(event):
            detail = GoalDetail.PENALTY if is_penalty else None
            return [(half, TimedEvent(EventType.GOAL, *at, player, detail=detail))]
        if is_penalty:
            return [(half, TimedEvent(EventType.MISSED_PENALTY, *at, player))]
    elif kind == "Own Goal For":
        # The event of the side that it counts against names who scored it.
        scorer = next(
            (own_goals[one] for one in event.related_events or () if one in own_goals), event.player
        )
        own_goal = TimedEvent(EventType.GOAL, *at, _player(scorer), detail=GoalDetail.OWN_GOAL)
        return [(half, own_goal)]
    elif (
        kind == "Pass" and event.passed and event.passed.type and event.passed.type.name == "Corner"
    ):
        return [(half, TimedEvent(EventType.CORNER, *at, player))]
    elif kind == "Substitution" and event.substitution is not None:
        replacement = _player(event.substitution.replacement)
        return [(half, TimedEvent(EventType.SUBSTITUTION, *at, player, replacement))]
    carded = event.foul_committed or event.bad_behaviour
    card = CARDS.get(carded.card.name or "") if carded and carded.card else None
    return [(half, TimedEvent(card, *at, player))] if card else []


def _player(named: _Named | None) -> str | None:
    return read_name(named.name, "a player") if named and named.name else None


def _figures(happenings: Sequence[_Placed]) -> Figures:
    return Figures(
        **{
            f"{prefix}{team}_{name}": sum(
                half in halves and (one.type, one.team) == (kind, team) for half, one in happenings
            )
            for prefix, halves, names in (("", HALVES, _COUNTED), ("half_", (1,), _COUNTED_BY_HALF))
            for kind, name in names.items()
            for team in Side
        }
    )


_COUNTED_BY_HALF = {EventType.GOAL: "goals", EventType.CORNER: "corners"}
_COUNTED = {
    **_COUNTED_BY_HALF,
    EventType.YELLOW_CARD: "yellow",
    EventType.RED_CARD: "red",
}
"""Kind of an event → the figure that counts it."""


def _statistics(played: list[_Event], side: Callable[[_Event], Side]) -> StatisticsRecord:
    columns: dict[str, int] = {}
    for prefix, events in (
        ("", played),
        ("half_", [event for event in played if event.period == 1]),
    ):
        shots = [
            (side(event), event.shot.outcome.name)
            for event in events
            if event.type.name == "Shot" and event.shot
        ]
        passes = [side(event) for event in events if event.type.name == "Pass"]
        home_share = round(100 * passes.count(Side.HOME) / len(passes)) if passes else 50
        for team in Side:
            outcomes = [outcome for shooter, outcome in shots if shooter == team]
            columns[f"{prefix}{team}_shots_on_target"] = sum(
                outcome in ON_TARGET for outcome in outcomes
            )
            columns[f"{prefix}{team}_shots_off_target"] = sum(
                outcome in OFF_TARGET for outcome in outcomes
            )
            columns[f"{prefix}{team}_possession"] = (
                home_share if team == Side.HOME else 100 - home_share
            )
    return StatisticsRecord(NO_ID, **columns)


def _further(
    rows: Sequence[object], events: Sequence[_Event], side: Callable[[_Event], Side]
) -> Iterator[ParsedFigure]:
    """The further figures of the fixture and of its first half, but for those whose field an event lacks."""
    for figure in further_figures():
        if figure.statsbomb is None:
            continue
        kind, _, name = figure.statsbomb.partition(".")
        values: list[tuple[int, Side, float | None]] = [
            (event.period, side(event), _value(row, kind, name) if name else 1)
            for row, event in zip(rows, events, strict=True)
            if event.type.name == kind and event.period in HALVES
        ]
        for half, periods in ((0, HALVES), (1, HALVES[:1])):
            counted = [(team, value) for period, team, value in values if period in periods]
            home, away = (
                _total(figure, [value for team, value in counted if team == each]) for each in Side
            )
            if home is not None and away is not None:
                yield ParsedFigure(figure.name, home, away, half)


def _value(row: object, kind: str, name: str) -> float | None:
    """A number in the details of an event: `shot.statsbomb_xg` of a Shot; None if it has none."""
    detail = row.get(kind.lower().replace(" ", "_")) if isinstance(row, dict) else None
    value = detail.get(name) if isinstance(detail, dict) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _total(figure: FurtherFigure, values: Sequence[float | None]) -> float | None:
    """The sum; None if a value is missing, or the sum is out of the figure's range."""
    if None in values:
        return None
    total = sum(value for value in values if value is not None)
    return round(total, _DECIMALS) if 0 <= total <= figure.highest else None


_DECIMALS = 6
"""Decimals of a sum; further ones come from binary fractions, not from the file."""
