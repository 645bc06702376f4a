"""The events of a StatsBomb match as our timeline, figures and statistics of regulation time.

Derived: goals (own goals under the side that they count for), corners (passes of type Corner), cards (fouls and bad
behaviour; a second yellow is one red card), substitutions, missed penalties, the scores of the halves, shots on
target (goals and saves) and off target (off, wayward, post), possession as the share of passes.
Not derivable: attacks and dangerous attacks, which are a collector's own judgement; blocked shots count as neither.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from footydata.contract.terms import COUNTED_EVENTS, EventType, Side
from footydata.records import Event, Statistics
from footydata.sources.parsed import NO_ID, Figures

ON_TARGET = frozenset({"Goal", "Saved", "Saved to Post", "Saved To Post"})
OFF_TARGET = frozenset({"Off T", "Wayward", "Post", "Saved Off T", "Saved Off Target"})
CARDS = {
    "Yellow Card": EventType.YELLOW_CARD,
    "Second Yellow": EventType.RED_CARD,
    "Red Card": EventType.RED_CARD,
}
HALVES = (1, 2)
REGULATION = {1: 45, 2: 90}
"""Period → the minute at which its stoppage time begins."""


class Told(NamedTuple):
    """What the events of a match tell; extra_time: whether it went on after the second half."""

    figures: Figures
    events: tuple[Event, ...]
    statistics: Statistics
    extra_time: bool


class _Happening(NamedTuple):
    half: int
    minute: int
    stoppage: int | None
    type: EventType
    team: Side
    player: str | None
    player_in: str | None = None


def read_events(rows: list[dict[str, Any]], *, home: str) -> Told:
    """The timeline, figures and statistics of a match; home: the home team's name in the events.

    Raises ValueError where no event is of that team, or the match has not both halves.
    """
    played = [row for row in rows if row.get("period") in HALVES]
    names = {row["team"]["name"] for row in played}
    if home not in names or len(names) != 2:
        raise ValueError(f"the teams of the events are {sorted(names)}, not {home!r} and another")
    if {row["period"] for row in played} != set(HALVES):
        raise ValueError("the events don't reach the second half")

    def side(row: dict[str, Any]) -> Side:
        return Side.HOME if row["team"]["name"] == home else Side.AWAY

    happenings = [told for row in played for told in _happenings(row, side(row))]
    happenings.sort(key=lambda one: (one.half, one.minute, one.stoppage or 0))
    extra_time = any(row.get("period", 0) > max(HALVES) for row in rows)
    return Told(_figures(happenings), _timeline(happenings), _statistics(played, side), extra_time)


def _happenings(row: dict[str, Any], team: Side) -> list[_Happening]:
    half, elapsed = row["period"], row["minute"] + 1
    beyond = elapsed - REGULATION[half]
    at = (half, min(elapsed, REGULATION[half]), beyond if beyond > 0 else None)
    player = (row.get("player") or {}).get("name")
    kind = row["type"]["name"]
    if kind == "Shot":
        shot = row["shot"]
        if shot["outcome"]["name"] == "Goal":
            return [_Happening(*at, EventType.GOAL, team, player)]
        if shot.get("type", {}).get("name") == "Penalty":
            return [_Happening(*at, EventType.MISSED_PENALTY, team, player)]
    elif kind == "Own Goal For":
        return [_Happening(*at, EventType.GOAL, team, player)]
    elif kind == "Pass" and row.get("pass", {}).get("type", {}).get("name") == "Corner":
        return [_Happening(*at, EventType.CORNER, team, player)]
    elif kind == "Substitution":
        replacement = row["substitution"]["replacement"]["name"]
        return [_Happening(*at, EventType.SUBSTITUTION, team, player, replacement)]
    card = (row.get("foul_committed") or row.get("bad_behaviour") or {}).get("card", {}).get("name")
    return [_Happening(*at, CARDS[card], team, player)] if card in CARDS else []


def _timeline(happenings: list[_Happening]) -> tuple[Event, ...]:
    events: list[Event] = []
    counts = {(kind, team): 0 for kind in EventType for team in Side}
    for half in HALVES:
        for told in (one for one in happenings if one.half == half):
            counts[told.type, told.team] += 1
            is_change = told.type == EventType.SUBSTITUTION
            events.append(
                Event(
                    NO_ID,
                    len(events) + 1,
                    told.type,
                    half,
                    told.minute,
                    told.stoppage,
                    told.team,
                    counts[told.type, told.team] if told.type in COUNTED_EVENTS else None,
                    None if is_change else told.player,
                    told.player_in,
                    told.player if is_change else None,
                )
            )
        score = (counts[EventType.GOAL, Side.HOME], counts[EventType.GOAL, Side.AWAY])
        closing = Event(NO_ID, len(events) + 1, EventType.PERIOD_SCORE, half)
        events.append(closing._replace(home_score=score[0], away_score=score[1]))
    return tuple(events)


def _figures(happenings: list[_Happening]) -> Figures:
    def count(kind: EventType, team: Side, *, half: bool = False) -> int:
        return sum(one.type == kind and one.team == team and (not half or one.half == 1) for one in happenings)

    home, away = Side.HOME, Side.AWAY
    return Figures(
        home_goals=count(EventType.GOAL, home),
        away_goals=count(EventType.GOAL, away),
        half_home_goals=count(EventType.GOAL, home, half=True),
        half_away_goals=count(EventType.GOAL, away, half=True),
        home_corners=count(EventType.CORNER, home),
        away_corners=count(EventType.CORNER, away),
        half_home_corners=count(EventType.CORNER, home, half=True),
        half_away_corners=count(EventType.CORNER, away, half=True),
        home_yellow=count(EventType.YELLOW_CARD, home),
        away_yellow=count(EventType.YELLOW_CARD, away),
        home_red=count(EventType.RED_CARD, home),
        away_red=count(EventType.RED_CARD, away),
    )


def _statistics(played: list[dict[str, Any]], side: Callable[[dict[str, Any]], Side]) -> Statistics:
    told: dict[str, int] = {}
    for prefix, rows in (("", played), ("half_", [row for row in played if row["period"] == 1])):
        shots = [(side(row), row["shot"]["outcome"]["name"]) for row in rows if row["type"]["name"] == "Shot"]
        passes = [side(row) for row in rows if row["type"]["name"] == "Pass"]
        home_share = round(100 * passes.count(Side.HOME) / len(passes)) if passes else 50
        for team in Side:
            told[f"{prefix}{team}_shots_on_target"] = sum(t == team and name in ON_TARGET for t, name in shots)
            told[f"{prefix}{team}_shots_off_target"] = sum(t == team and name in OFF_TARGET for t, name in shots)
            told[f"{prefix}{team}_possession"] = home_share if team == Side.HOME else 100 - home_share
    return Statistics(NO_ID, **told)
