"""The events of a fixture: the home side's left of the minute, the away side's right of it."""

from footydata.faces.tui.drawing.fixtures import minute_of, pair
from footydata.faces.tui.drawing.lines import Line, Span, fitted, titled
from footydata.faces.tui.reading.fixture import FixtureRead
from footydata.football.records import EventRecord
from footydata.football.terms import EventType, Side
from footydata.football.wording import safe

MINUTE = 9


def timeline_lines(read: FixtureRead, width: int) -> list[Line]:
    """The events: the home side's left of the minute, the away side's right of it."""
    if not read.events:
        return []
    lines: list[Line] = [titled("Timeline", width)]
    goals = {Side.HOME.value: 0, Side.AWAY.value: 0}
    side = (width - MINUTE) // 2
    for event in read.events:
        if event.type == EventType.PERIOD_SCORE:
            name = "half-time" if event.half == 1 else "full time"
            score = pair(event.home_score, event.away_score, started=True)
            lines.append([(fitted(f"── {name} {score} ──", 2 * side + MINUTE, "centre"), "rule")])
            continue
        if event.type == EventType.GOAL and event.team in goals:
            goals[event.team] += 1
        text, style = _event(event, f"{goals[Side.HOME]}-{goals[Side.AWAY]}", side)
        minute = minute_of(event.half, event.minute, event.stoppage, half_over=False)
        home = event.team == Side.HOME
        lines.append(
            [
                (fitted(text if home else "", side, "right"), style),
                (fitted(minute, MINUTE, "centre"), "muted"),
                (fitted("" if home else text, side), style),
            ]
        )
    return lines


def _event(event: EventRecord, score: str, width: int) -> Span:
    player = safe(event.player or "")
    words: dict[str, Span] = {
        EventType.GOAL: (f"GOAL {score} {player}", "live"),
        EventType.CORNER: (f"corner {event.count or ''}", "muted"),
        EventType.YELLOW_CARD: (f"yellow card {player}", "warning"),
        EventType.RED_CARD: (f"RED CARD {player}", "bad"),
        EventType.MISSED_PENALTY: (f"missed penalty {player}", "plain"),
        EventType.SUBSTITUTION: (_substitution(event, width), "muted"),
    }
    text, style = words.get(event.type, (safe(event.type).replace("_", " "), "plain"))
    return text.strip(), style


def _substitution(event: EventRecord, width: int) -> str:
    """Who came for whom; first names as initials if there is no room."""
    came, went = safe(event.player_in or "?"), safe(event.player_out or "?")
    names = f"{came} for {went}"
    return names if len(names) <= width else f"{_short(came)} for {_short(went)}"


def _short(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest else name
