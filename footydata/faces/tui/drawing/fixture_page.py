"""A fixture's head, notes on what is missing, and the pages that show all of it and its preview beside a list."""

from textwrap import wrap

from footydata.faces.tui.drawing.fixtures import FRESH, is_live, minute_of, pair, total
from footydata.faces.tui.drawing.line_tab import line_tab
from footydata.faces.tui.drawing.lines import BLANK, Line, fitted, spaced
from footydata.faces.tui.drawing.odds import corner_lines, odds_tab
from footydata.faces.tui.drawing.statistics import figure_lines, further_lines
from footydata.faces.tui.drawing.timeline import timeline_lines
from footydata.faces.tui.reading.fixture import FixtureRead
from footydata.faces.tui.zone import ClockZone, long_date
from footydata.football.terms import EventType, Part, Status
from footydata.football.wording import safe


def fixture_page(read: FixtureRead, width: int, *, zone: ClockZone, now: int, bookmaker: str = "") -> list[Line]:
    """All of a fixture on one page. now: unix seconds. bookmaker: the slug of the one whose quotes stand first."""
    quoted = odds_tab(read, width, bookmaker=bookmaker)
    figures = spaced([figure_lines(read, width), further_lines(read, width), timeline_lines(read, width)])
    lines = [*fixture_head(read, width, zone, now=now), BLANK, *figures, *quoted]
    lines += line_tab(read, width, zone=zone, bookmaker=bookmaker)
    return lines + _missing_parts(read, has_odds=bool(quoted or read.fair_lines))


def _missing_parts(read: FixtureRead, *, has_odds: bool) -> list[Line]:
    """Which parts are missing: fetched and empty, or never fetched. Before kickoff timeline and statistics are not."""
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


def preview_page(read: FixtureRead, width: int, *, zone: ClockZone, now: int) -> list[Line]:
    """The fixture under the cursor, beside a list."""
    head = [*fixture_head(read, width, zone, now=now), BLANK]
    return head + spaced([figure_lines(read, width), corner_lines(read, width), timeline_lines(read, width)])


def absent_lines(read: FixtureRead, name: str, part: Part, width: int) -> list[Line]:
    """Why a tab is empty: its part was fetched and has nothing, was never fetched, or comes with the kickoff."""
    if not part:
        why = f"No {name} are stored for this fixture; 'footydata lines' computes those of coming ones."
    elif _is_coming(read) and part & (Part.EVENTS | Part.STATISTICS):
        why = f"No {name} before the kickoff."
    elif read.fetched & part:
        why = f"Nothing recorded for this fixture: {name}."
    else:
        why = f"Not fetched for this fixture: {name}."
    return [[(f" {line}", "muted")] for line in wrap(why, max(20, width - 2))]


def _is_coming(read: FixtureRead) -> bool:
    return read.fixture.status == Status.SCHEDULED and not read.fixture.state_detail


def fixture_head(read: FixtureRead, width: int, zone: ClockZone, *, now: int) -> list[Line]:
    """Five lines: where, when, the score between the names, and the state with its figures. now: unix seconds."""
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
        [(fitted(_state(read, width, now=now), width, "centre"), "live" if is_live(row, now=now) else "muted")],
    ]
    return lines


def _where(read: FixtureRead) -> list[str]:
    row = read.fixture
    where = [f"{read.country} · {safe(row.league)}"]
    where += [row.season] if row.season else []
    where += [f"round {row.round}"] if row.round is not None else []
    return where + ([safe(row.stage)] if row.stage else [])


def _state(read: FixtureRead, width: int, *, now: int) -> str:
    """The state; corners and cards if there is room for them."""
    row = read.fixture
    parts = [row.state_detail.replace("_", " ")] if row.state_detail else []
    if row.status == Status.LIVE:
        seen = _last_seen(read, now=now)
        live = "live" if is_live(row, now=now) else "no result, live when last seen"
        parts.append(f"{live}, {seen}" if seen else live)
    elif not row.state_detail:
        parts.append(row.status)
    if row.half_home_goals is not None:
        parts.append(f"half-time {pair(row.half_home_goals, row.half_away_goals, started=True)}")
    if row.home_corners is not None and row.away_corners is not None:
        parts.append(f"corners {row.home_corners}-{row.away_corners}")
    cards = [total(row.home_yellow, row.home_red), total(row.away_yellow, row.away_red)]
    if None not in cards:
        parts.append(f"cards {cards[0]}-{cards[1]}")
    while len(parts) > 1 and len(" · ".join(parts)) > width:
        parts.pop()
    return " · ".join(parts)


def _last_seen(read: FixtureRead, *, now: int) -> str:
    """The minute of a live fixture, as far as quotes or events tell it; empty if neither does."""
    tick_minute, tick_ts = read.last_tick
    last = read.events[-1] if read.events else None
    is_break = last is not None and last.type == EventType.PERIOD_SCORE
    at_event = 45 if last and is_break and last.half == 1 else (last.minute if last else None) or 0
    if tick_minute is not None and tick_ts is not None and tick_minute > at_event:
        return f"{tick_minute}'" if now <= tick_ts + FRESH else f"last quote {tick_minute}'"
    if last is None:
        return ""
    if is_break:
        return "half-time" if last.half == 1 else "full time"
    return f"last event {minute_of(last.half, last.minute, last.stoppage, half_over=False)}"
