"""Plays one fixture: its timeline, what of it has happened at a moment, its figures and statistics."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.terms import COUNTED_EVENTS, EventType, Side

from .players import STARTERS, Squad
from .strengths import Means

FIRST_HALF_GOALS, FIRST_HALF_CORNERS, FIRST_HALF_CARDS = 0.45, 0.47, 0.33
"""The first half's share of what a fixture brings."""

CORNER_DISPERSION = 1.16
"""Variance / mean of a fixture's corners. Source: ANALYTICS 4."""

CORNER_COHESION = 16.0
"""M of the beta-binomial split: corners come to one side in streaks. Source: ANALYTICS 4."""

PENALTY_MISSED, SECOND_YELLOW, SUBSTITUTIONS = 0.04, 0.5, (2, 5)
ATTACKS, DANGEROUS = 48.0, 0.5
EXTRA_SHOTS_ON, SHOTS_OFF = 1.5, 2.6
"""Means of a side and half."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How long a fixture lasts: minutes of a half and of the break, longest stoppage of each half.

    full: whether cards, substitutions and penalties are recorded (e-football has none).
    """

    half: int
    interval: int
    stoppage: tuple[int, int]
    full: bool = True


FOOTBALL = Rules(45, 15, (4, 7))
ESPORTS = Rules(6, 1, (0, 0), full=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happens: `at` is in minutes since its half's kickoff."""

    half: int
    at: float
    type: EventType
    side: Side
    player: str | None = None
    player_in: str | None = None
    player_out: str | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole fixture in order of time, with the length of both halves in minutes."""

    rules: Rules
    lengths: tuple[int, int]
    marks: tuple[Mark, ...]

    @property
    def duration(self) -> int:
        """Minutes from kickoff to the end, the break included."""
        return sum(self.lengths) + self.rules.interval


@dataclass(frozen=True, slots=True)
class Clock:
    """A moment of a fixture: the half in play, minutes since its kickoff, how many halves are over."""

    half: int
    at: float
    over: int

    def has_seen(self, mark: Mark) -> bool:
        """Whether the mark has happened."""
        return (mark.half, mark.at) <= (self.half, self.at)


def clock_at(timeline: Timeline, elapsed: float) -> Clock:
    """The fixture's clock, `elapsed` minutes after kickoff."""
    first, second = timeline.lengths
    if elapsed < first:
        return Clock(1, elapsed, 0)
    in_second = elapsed - first - timeline.rules.interval
    if in_second < second:
        return Clock(2, max(in_second, 0.0), 1) if in_second >= 0 else Clock(1, first, 1)
    return Clock(2, second, 2)


def elapsed_at(timeline: Timeline, mark: Mark) -> float:
    """Minutes from kickoff to the mark, the break included."""
    return mark.at if mark.half == 1 else mark.at + timeline.lengths[0] + timeline.rules.interval


def play(rng: Random, means: Means, rules: Rules, squads: dict[Side, Squad]) -> Timeline:
    """A fixture that its means describe; corners are total x split, as real ones are."""
    lengths = (
        rules.half + _stoppage(rng, rules.stoppage[0]),
        rules.half + _stoppage(rng, rules.stoppage[1]),
    )
    pace = rng.gammavariate(means.corners / (CORNER_DISPERSION - 1), 1) * (CORNER_DISPERSION - 1)
    split = rng.betavariate(
        means.corner_share * CORNER_COHESION, (1 - means.corner_share) * CORNER_COHESION
    )
    marks: list[Mark] = []
    for side, goals, corners, yellows in (
        (Side.HOME, means.home_goals, pace * split, means.home_yellows),
        (Side.AWAY, means.away_goals, pace * (1 - split), means.away_yellows),
    ):
        marks += _marks(rng, EventType.GOAL, side, goals, FIRST_HALF_GOALS, lengths)
        marks += _marks(rng, EventType.CORNER, side, corners, FIRST_HALF_CORNERS, lengths)
        if rules.full:
            marks += _marks(rng, EventType.YELLOW_CARD, side, yellows, FIRST_HALF_CARDS, lengths)
            marks += _marks(rng, EventType.RED_CARD, side, means.reds, 0.2, lengths)
            marks += _marks(rng, EventType.MISSED_PENALTY, side, PENALTY_MISSED, 0.45, lengths)
            marks += _substitutions(rng, side, lengths[1])
    marks.sort(key=lambda mark: (mark.half, mark.at, mark.side, mark.type))
    return Timeline(
        rules, lengths, tuple(_with_players(rng, marks, squads) if rules.full else marks)
    )


def events_of(fixture_id: int, timeline: Timeline, clock: Clock) -> list[EventRecord]:
    """The events that have happened by the clock; a period_score closes each half that is over."""
    events: list[EventRecord] = []
    running: Counter[tuple[EventType, Side]] = Counter()
    for half in (1, 2):
        for mark in timeline.marks:
            if mark.half == half and clock.has_seen(mark):
                running[mark.type, mark.side] += 1
                count = running[mark.type, mark.side] if mark.type in COUNTED_EVENTS else None
                events.append(_event(fixture_id, len(events) + 1, mark, timeline.rules, count))
        if clock.over >= half:
            score = running[EventType.GOAL, Side.HOME], running[EventType.GOAL, Side.AWAY]
            events.append(
                EventRecord(
                    fixture_id,
                    len(events) + 1,
                    EventType.PERIOD_SCORE,
                    half,
                    home_score=score[0],
                    away_score=score[1],
                )
            )
    return events


def tally(
    marks: Iterable[Mark], clock: Clock, *, half: int | None = None
) -> Counter[tuple[EventType, Side]]:
    """How often each type of event has happened by the clock for each side, in one half or in both."""
    return Counter(
        (mark.type, mark.side)
        for mark in marks
        if clock.has_seen(mark) and half in (None, mark.half)
    )


def statistics_of(
    fixture_id: int, rng: Random, means: Means, timeline: Timeline, clock: Clock
) -> StatisticsRecord:
    """The statistics by the clock; the first half's are unknown until it is over."""
    possession = min(max(rng.gauss(50 + 90 * (means.corner_share - 0.5), 6), 28), 72)
    halves = [_half_statistics(rng, possession, timeline, clock, half) for half in (1, 2)]
    # Half by half the ball may be shared otherwise; the whole lies between them.
    first = min(max(round(possession + rng.gauss(0, 3)), 25), 75)
    whole = round((first + possession) / 2) if clock.half == 2 else first
    totals = tuple(a + b for a, b in zip(*halves, strict=True))
    firsts: tuple[int | None, ...] = (
        (*halves[0], first, 100 - first) if clock.over else (None,) * 10
    )
    return StatisticsRecord._make((fixture_id, *totals, whole, 100 - whole, *firsts))


def poisson(rng: Random, mean: float) -> int:
    """A count of chance with that mean (Knuth's product of uniforms)."""
    bound, product, count = exp(-mean), rng.random(), 0
    while product > bound:
        product *= rng.random()
        count += 1
    return count


def _stoppage(rng: Random, longest: int) -> int:
    return rng.randint(1, longest) if longest else 0


def _marks(
    rng: Random,
    type_: EventType,
    side: Side,
    mean: float,
    first_share: float,
    lengths: tuple[int, int],
) -> list[Mark]:
    return [
        Mark(half, rng.random() * lengths[half - 1], type_, side)
        for half, share in ((1, first_share), (2, 1 - first_share))
        for _ in range(poisson(rng, mean * share))
    ]


def _substitutions(rng: Random, side: Side, length: int) -> list[Mark]:
    return [
        Mark(2, rng.uniform(0.05, 0.95) * length, EventType.SUBSTITUTION, side)
        for _ in range(rng.randint(*SUBSTITUTIONS))
    ]


def _with_players(rng: Random, marks: Sequence[Mark], squads: dict[Side, Squad]) -> list[Mark]:
    """The marks with their players: nobody who has left the field does anything more on it."""
    field = {side: list(squad)[:STARTERS] for side, squad in squads.items()}
    bench = {side: list(squad)[STARTERS:] for side, squad in squads.items()}
    booked: set[str] = set()
    named = []
    for mark in marks:
        playing, names = field[mark.side], squads[mark.side]
        player = _player(rng, mark.type, playing, booked)
        if mark.type is EventType.CORNER:
            named.append(mark)
        elif mark.type is EventType.SUBSTITUTION:
            comes = bench[mark.side].pop(0)
            playing[playing.index(player)] = comes
            named.append(replace(mark, player_in=names[comes], player_out=names[player]))
        else:
            if mark.type is EventType.YELLOW_CARD:
                booked.add(player)
            elif mark.type is EventType.RED_CARD:
                playing.remove(player)
            named.append(replace(mark, player=names[player]))
    return named


def _player(rng: Random, type_: EventType, playing: Sequence[str], booked: set[str]) -> str:
    """Who does it: never the goalkeeper, the first of a squad; a booked player's next card is red."""
    field = playing[1:]
    if type_ is EventType.YELLOW_CARD:
        return rng.choice([player for player in field if player not in booked] or field)
    if type_ is EventType.RED_CARD and rng.random() < SECOND_YELLOW:
        return rng.choice([player for player in field if player in booked] or field)
    return rng.choice(field)


def _event(fixture_id: int, seq: int, mark: Mark, rules: Rules, count: int | None) -> EventRecord:
    minute, stoppage = int(mark.at) + 1, None
    if minute > rules.half:
        minute, stoppage = rules.half, minute - rules.half
    return EventRecord(
        fixture_id,
        seq,
        mark.type,
        mark.half,
        minute + rules.half * (mark.half - 1),
        stoppage,
        mark.side,
        count,
        mark.player,
        mark.player_in,
        mark.player_out,
    )


def _half_statistics(
    rng: Random, possession: float, timeline: Timeline, clock: Clock, half: int
) -> tuple[int, ...]:
    """Attacks, dangerous attacks, shots on and off target of one half, home and away in turn."""
    played = (
        0.0
        if half > clock.half
        else (clock.at / timeline.lengths[half - 1] if half == clock.half else 1.0)
    )
    goals = tally(timeline.marks, clock, half=half)
    figures: list[int] = []
    for side, share in ((Side.HOME, possession / 100), (Side.AWAY, 1 - possession / 100)):
        attacks = round((poisson(rng, ATTACKS * 2 * share) + 5) * played)
        dangerous = round(attacks * min(max(rng.gauss(DANGEROUS, 0.08), 0.2), 0.8))
        on_target = goals[EventType.GOAL, side] + round(
            poisson(rng, EXTRA_SHOTS_ON * 2 * share) * played
        )
        off_target = round(poisson(rng, SHOTS_OFF * 2 * share) * played)
        figures += (attacks, dangerous, on_target, off_target)
    home, away = figures[:4], figures[4:]
    return tuple(figure for pair in zip(home, away, strict=True) for figure in pair)
