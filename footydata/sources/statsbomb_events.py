"""Derives the timeline of a StatsBomb match from its events, and the figures and statistics of ninety minutes.

Derived: goals (own goals for the side that they count for), corners (passes of type Corner), cards (fouls and bad
behaviour; a second yellow is one red card), substitutions, missed penalties, the scores of the halves, shots on
target (goals and saves) and off target (off, wayward, post), possession as the share of passes; and the
further figures that register/figures.csv declares as a count of events, or as the sum of a field of theirs.
Not derived: attacks and dangerous attacks, which a collector judges. Blocked shots are neither on nor off target.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.register import further_figures
from footydata.football.terms import EventType, GoalDetail, Side
from footydata.sources.cells import read_name
from footydata.sources.match_scores import (
    LAST_MINUTES,
    MatchScores,
    counted,
    timeline_of,
)
from footydata.sources.parsed import NO_ID, Figures, ParsedFigure, ParsedFixture
from footydata.sources.protocol import Count, Text, shaped
from footydata.sources.refusing import BadRow

ON_TARGET = frozenset({"Goal", "Saved", "Saved to Post", "Saved To Post"})
OFF_TARGET = frozenset({"Off T", "Wayward", "Post", "Saved Off T", "Saved Off Target"})
CARDS = {
    "Yellow Card": EventType.YELLOW_CARD,
    "Second Yellow": EventType.RED_CARD,
    "Red Card": EventType.RED_CARD,
}
HALVES = (1, 2)
SHOOTOUT = 5
"""The period of the penalties after a draw, which are shots."""


class _Named(Struct):
    name: Text | None = None


class _Details(Struct):
    """What a shot, a pass, a substitution, a foul or other bad behaviour says of itself."""

    outcome: _Named | None = None
    type: _Named | None = None
    replacement: _Named | None = None
    card: _Named | None = None


class _Event(Struct):
    """The keys of an event that are read."""

    type: _Named
    period: Count
    minute: Count
    team: _Named
    player: _Named | None = None
    shot: _Details | None = None
    passed: _Details | None = field(default=None, name="pass")
    substitution: _Details | None = None
    foul_committed: _Details | None = None
    bad_behaviour: _Details | None = None
    id: Text | None = None
    related_events: list[Text] | None = None

    def __post_init__(self) -> None:
        if self.type.name == "Shot" and self.shot is None:
            raise ValueError("a shot without its outcome")

    @property
    def details(self) -> _Details:
        """Those of its kind, which are one of these at most."""
        card = self.foul_committed or self.bad_behaviour
        return self.shot or self.passed or self.substitution or card or _Details()

    @property
    def is_goal(self) -> bool:
        """Whether it is a shot that went in."""
        return self.shot is not None and _name(self.shot.outcome) == "Goal"

    @property
    def statistic(self) -> str | None:
        """What it counts for in the statistics: a pass for possession, a shot on or off target."""
        outcome = _name(self.shot.outcome) if self.shot else None
        if outcome in ON_TARGET:
            return "shots_on_target"
        if outcome in OFF_TARGET:
            return "shots_off_target"
        return "passes" if self.type.name == "Pass" else None


def _name(named: _Named | None) -> str | None:
    return named.name if named else None


def with_events(
    fixture: ParsedFixture, rows: Sequence[object], listed: tuple[int | None, int | None]
) -> ParsedFixture:
    """The fixture with the timeline, figures and statistics of its events.

    listed: how the fixture ended, extra time included.
    Raises BadRow if an event is out of shape, no event is of the home team, a half is missing, or it ended otherwise:
    figures are sums, so one missing event would make them wrong.
    """
    events = shaped(rows, list[_Event])
    played = [event for event in events if event.period in HALVES]
    names = {event.team.name for event in played}
    home = fixture.home.name
    if home not in names or len(names) != 2:
        teams = sorted(map(str, names))
        raise BadRow(f"the teams of the events are {teams}, not {home!r} and another")
    if {event.period for event in played} != set(HALVES):
        raise BadRow("they don't reach the second half")

    def side(event: _Event) -> Side:
        return Side.HOME if event.team.name == home else Side.AWAY

    own_goals = {
        event.id: event.player for event in events if event.type.name == "Own Goal Against"
    }
    timed = [event for event in events if 0 < event.period <= len(LAST_MINUTES)]
    happenings = [one for event in timed for one in _happenings(event, side(event), own_goals)]
    goals = counted(one for one in happenings if one.type == EventType.GOAL)
    if goals != listed:
        raise BadRow("the events end {}-{}, the matches file says {}-{}".format(*goals, *listed))
    kicks = [event for event in events if event.period == SHOOTOUT and event.shot]
    scored = [side(event) for event in kicks if event.is_goal]
    halves = {event.period for event in timed}
    counts = Counter(
        f"{prefix}{team}_{name}"
        for half, team, name in (
            *((one.half, one.team, _COUNTED.get(one.type)) for one in happenings),
            *((event.period, side(event), event.statistic) for event in played),
        )
        for prefix, last in (("", HALVES[-1]), ("half_", HALVES[0]))
        if name is not None and half <= last
    )
    scores = MatchScores(
        extra_time=goals if max(halves) > max(HALVES) else None,
        shootout=(scored.count(Side.HOME), scored.count(Side.AWAY)) if kicks else None,
    )
    return fixture._replace(
        figures=Figures(*(counts[name] for name in Figures._fields)),
        events=timeline_of(happenings, halves),
        statistics=_statistics(counts),
        knockout=scores.knockout(),
        further=tuple(_further(rows, events, side)),
    )


def _happenings(
    event: _Event, team: Side, own_goals: Mapping[str | None, _Named | None]
) -> Iterator[EventRecord]:
    last = LAST_MINUTES[event.period - 1]
    over = event.minute + 1 - last
    at = event.period, last + min(over, 0), over if over > 0 else None, team
    kind, details, player = event.type.name, event.details, _player(event.player)
    happening = EventRecord(NO_ID, 0, EventType.GOAL, *at, player=player)
    if kind == "Shot":
        is_penalty = _name(details.type) == "Penalty"
        if event.is_goal:
            yield happening._replace(detail=GoalDetail.PENALTY if is_penalty else None)
        elif is_penalty:
            yield happening._replace(type=EventType.MISSED_PENALTY)
    elif kind == "Own Goal For":
        # The event of the side that it counts against names who scored it.
        scorers = [own_goals[one] for one in event.related_events or () if one in own_goals]
        scorer = _player(scorers[0] if scorers else event.player)
        yield happening._replace(player=scorer, detail=GoalDetail.OWN_GOAL)
    elif event.passed and _name(details.type) == "Corner":
        yield happening._replace(type=EventType.CORNER)
    elif event.substitution:
        happening = happening._replace(type=EventType.SUBSTITUTION, player=None, player_out=player)
        yield happening._replace(player_in=_player(details.replacement))
    if card := CARDS.get(_name(details.card) or ""):
        yield happening._replace(type=card)


def _player(named: _Named | None) -> str | None:
    name = _name(named)
    return read_name(name, "a player") if name else None


_COUNTED: dict[str, str] = {
    EventType.GOAL: "goals",
    EventType.CORNER: "corners",
    EventType.YELLOW_CARD: "yellow",
    EventType.RED_CARD: "red",
}
"""Kind of an event → the figure that counts it."""


def _statistics(counts: Mapping[str, int]) -> StatisticsRecord:
    columns = {name: counts[name] for name in StatisticsRecord._fields if "_shots_" in name}
    for prefix in ("", "half_"):
        home, away = (counts[f"{prefix}{team}_passes"] for team in Side)
        share = round(100 * home / (home + away)) if home + away else 50
        columns[f"{prefix}home_possession"] = share
        columns[f"{prefix}away_possession"] = 100 - share
    return StatisticsRecord(NO_ID, **columns)


def _further(
    rows: Sequence[object], events: Sequence[_Event], side: Callable[[_Event], Side]
) -> Iterator[ParsedFigure]:
    """The further figures of the fixture and of its first half, but for those whose field an event lacks."""
    for figure in further_figures():
        kind, _, name = (figure.statsbomb or "").partition(".")
        values = [
            (event.period, side(event), _value(row, kind, name) if name else 1)
            for row, event in zip(rows, events, strict=True)
            if event.type.name == kind and event.period in HALVES
        ]
        if figure.statsbomb is None or any(value is None for *_, value in values):
            continue
        for half, last in ((0, HALVES[-1]), (1, HALVES[0])):
            home, away = (
                sum(value or 0 for period, by, value in values if by == team and period <= last)
                for team in Side
            )
            if max(home, away) <= figure.highest:
                counts = round(home, _DECIMALS), round(away, _DECIMALS)
                yield ParsedFigure(figure.name, *counts, half)


def _value(row: object, kind: str, name: str) -> float | None:
    """A number in the details of an event: `shot.statsbomb_xg` of a Shot; None if it has none."""
    detail = row.get(kind.lower().replace(" ", "_")) if isinstance(row, dict) else None
    value = detail.get(name) if isinstance(detail, dict) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


_DECIMALS = 6
"""Decimals of a sum; further ones come from binary fractions, not from the file."""
