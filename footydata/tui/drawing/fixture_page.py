"""The page of a fixture: score, figures, timeline, odds, for any width."""

from collections.abc import Sequence
from typing import TypeAlias

from footydata.contract.terms import STATISTICS, EventType, Part, Side, Status
from footydata.records import Event
from footydata.register.figures import figures_by_name
from footydata.tables import TableHalf
from footydata.tui.drawing.fixtures import UNKNOWN, minute_of, pair
from footydata.tui.drawing.lines import BLANK, Line, Span, beside, fitted, spaced, titled
from footydata.tui.drawing.odds import corner_lines, odds_lines
from footydata.tui.reading.fixture import FixtureRead
from footydata.tui.zone import Zone, long_date
from footydata.wording import safe

TWO_COLUMNS_FROM = 110
"""The width from which timeline and figures stand side by side."""

LEFT = 55
GAP = 2
MINUTE = 9
LABEL = 20


def fixture_page(read: FixtureRead, width: int, *, zone: Zone, bookmaker: int = 0) -> list[Line]:
    """All lines of the page. bookmaker: the place in read.bookmakers whose odds are shown."""
    lines = [*_head(read, width, zone)]
    if width >= TWO_COLUMNS_FROM and read.events:
        left = spaced(
            [figure_lines(read, LEFT), further_lines(read, LEFT), corner_lines(read, LEFT, bookmaker=bookmaker)]
        )
        right = timeline_lines(read, width - LEFT - GAP)
        lines += spaced([beside(left, right, left_width=LEFT, gap=GAP)])
    else:
        corners = corner_lines(read, width, bookmaker=bookmaker)
        lines += spaced([figure_lines(read, width), further_lines(read, width), corners, timeline_lines(read, width)])
    odds = odds_lines(read, width, zone=zone, bookmaker=bookmaker)
    lines += odds
    return lines + _absent_lines(read, has_odds=bool(odds))


def _absent_lines(read: FixtureRead, *, has_odds: bool) -> list[Line]:
    """What the page lacks: fetched and empty, or never fetched. A fixture to come lacks no timeline yet."""
    to_come = read.fixture.status == Status.SCHEDULED
    there = (
        ("timeline", Part.EVENTS, bool(read.events) or to_come),
        ("statistics", Part.STATISTICS, any(figure is not None for figure in read.statistics[1:]) or to_come),
        ("odds", Part.ODDS | Part.ODDS_SUMMARY, has_odds),
    )
    absent = [(name, bool(read.fetched & part)) for name, part, has in there if not has]
    empty = [name for name, fetched in absent if fetched]
    unasked = [name for name, fetched in absent if not fetched]
    lines: list[Line] = []
    if empty:
        lines.append([(f" Nothing recorded for this fixture: {', '.join(empty)}.", "muted")])
    if unasked:
        lines.append([(f" Not fetched for this fixture: {', '.join(unasked)}.", "muted")])
    return lines


def _head(read: FixtureRead, width: int, zone: Zone) -> list[Line]:
    row = read.fixture
    started = row.status != Status.SCHEDULED
    on = zone.date_of(row.kickoff_ts, time_known=row.time_known)
    time = f"{zone.time_of(row.kickoff_ts, time_known=row.time_known)} {zone.label(row.kickoff_ts)}"
    when = [long_date(on), time if row.time_known else "time not known"]
    when += [f"referee {safe(row.referee)}"] if row.referee else []
    score = pair(row.home_goals, row.away_goals, started=True) if started else "v"
    name = (width - len(score) - 8) // 2
    lines: list[Line] = [
        [(fitted(" · ".join(_where(read)), width, "centre"), "muted")],
        [(fitted(" · ".join(when), width, "centre"), "muted")],
        BLANK,
        [
            (fitted(safe(row.home), name, "right"), "strong"),
            ("   ", "plain"),
            (f" {score} ", "picked" if started else "muted"),
            ("   ", "plain"),
            (fitted(safe(row.away), name), "strong"),
        ],
        [(fitted(_state(read), width, "centre"), "live" if row.status == Status.LIVE else "muted")],
        BLANK,
    ]
    return lines


def _where(read: FixtureRead) -> list[str]:
    row = read.fixture
    where = [f"{read.country} · {safe(row.league)}"]
    where += [row.season] if row.season else []
    where += [f"round {row.round}"] if row.round is not None else []
    return where + ([safe(row.stage)] if row.stage else [])


def _state(read: FixtureRead) -> str:
    row = read.fixture
    told = [row.state_detail.replace("_", " ")] if row.state_detail else []
    if row.status == Status.LIVE:
        told.append(f"live, {_last_minute(read.events)}" if read.events else "live")
    elif not row.state_detail:
        told.append(row.status)
    if row.half_home_goals is not None:
        told.append(f"half-time {pair(row.half_home_goals, row.half_away_goals, started=True)}")
    return " · ".join(told)


def _last_minute(events: Sequence[Event]) -> str:
    last = events[-1]
    if last.type == EventType.PERIOD_SCORE:
        return "half-time" if last.half == 1 else "full time"
    return f"last event {minute_of(last.half, last.minute, last.stoppage, half_over=False)}"


_Figure: TypeAlias = tuple[str, float | None, float | None, float | None, float | None]
"""A figure's name, home and away count, and those of the first half."""


def figure_lines(read: FixtureRead, width: int) -> list[Line]:
    """Counts of both sides as bars around their names, with those of the first half."""
    row, statistics = read.fixture, read.statistics._asdict()
    figures: list[_Figure] = [
        ("Goals", row.home_goals, row.away_goals, row.half_home_goals, row.half_away_goals),
        ("Corners", row.home_corners, row.away_corners, row.half_home_corners, row.half_away_corners),
        ("Yellow cards", row.home_yellow, row.away_yellow, None, None),
        ("Red cards", row.home_red, row.away_red, None, None),
    ]
    for name in STATISTICS:
        whole = [statistics[f"{side}_{name}"] for side in Side]
        half = [statistics[f"half_{side}_{name}"] for side in Side]
        label = name.replace("_", " ").capitalize()
        figures.append(("Possession %" if name == "possession" else label, whole[0], whole[1], half[0], half[1]))
    known = [figure for figure in figures if None not in figure[1:3]]
    if not known:
        return []
    lines = [titled("Figures", width, "first half" if any(None not in figure[3:] for figure in known) else "")]
    return lines + [_figure_line(figure, width) for figure in known]


def _figure_line(figure: _Figure, width: int) -> Line:
    name, home, away, half_home, half_away = figure
    if home is None or away is None:
        return BLANK
    half = "" if half_home is None and half_away is None else f"{_value(half_home)}-{_value(half_away)}"
    bar = max(0, (width - LABEL - 2 * 5 - 10) // 2)
    most = max(home + away, 1)
    left, right = round(bar * home / most), round(bar * away / most)
    return [
        (f"{_value(home):>4} ", "strong" if home > away else "plain"),
        (" " * (bar - left) + "━" * left, "good"),
        (fitted(name, LABEL, "centre"), "plain"),
        ("━" * right + " " * (bar - right), "away"),
        (f" {_value(away):<4}", "strong" if away > home else "plain"),
        (fitted(half, 9, "right"), "muted"),
    ]


def _value(value: float | None) -> str:
    """A count as it is, a sum with two decimals."""
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def further_lines(read: FixtureRead, width: int) -> list[Line]:
    """The figures that the contract does not carry, each source's under its name."""
    lines: list[Line] = []
    for source in dict.fromkeys(row.source for row in read.further):
        told = {(row.figure, row.half): row for row in read.further if row.source == source}
        halves = any(half == TableHalf.FIRST for _, half in told)
        lines.append(titled("Further figures", width, f"{source}, first half" if halves else source))
        for (figure, half), row in told.items():
            if half != TableHalf.FULL:
                continue
            name = figure.replace("_", " ").capitalize()
            first = told.get((figure, TableHalf.FIRST))
            if row.home is not None and row.away is not None:
                sides = (first.home, first.away) if first else (None, None)
                lines.append(_figure_line((name, row.home, row.away, *sides), width))
            else:
                known = [f"{value:,}" if value is not None else "?" for value in (row.home, row.away)]
                shown = known[0] if not figures_by_name()[figure].sided else " - ".join(known)
                lines.append([(fitted(f"{name} {shown}", width - 9, "centre"), "plain")])
    return lines


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


def _event(event: Event, score: str, width: int) -> Span:
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


def _substitution(event: Event, width: int) -> str:
    """Who came for whom; first names as initials where there is no room."""
    came, went = safe(event.player_in or "?"), safe(event.player_out or "?")
    told = f"{came} for {went}"
    return told if len(told) <= width else f"{_short(came)} for {_short(went)}"


def _short(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest else name
