"""A list of fixtures: one line each, in as many columns as the terminal has room for."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date
from functools import cache
from typing import NamedTuple

from footydata.contract.terms import DAY, StateDetail, Status
from footydata.queries.days import ListedFixture
from footydata.queries.names import LeagueLabel
from footydata.tui.drawing.lines import Align, Line, Span, fitted
from footydata.tui.zone import Zone, short_date
from footydata.wording import safe

UNKNOWN = "·"
"""A figure of a fixture that was played, but is not known. Of one still to come it stays blank."""

SHORT_STATES: dict[str, str] = {
    StateDetail.POSTPONED: "postp.",
    StateDetail.CANCELLED: "canc.",
    StateDetail.ABANDONED: "aband.",
    StateDetail.AWARDED: "award.",
}

SCORE = 7
TIME = 6
DATE = 11


class Shown(NamedTuple):
    """How a list is shown. zone: of its times; dated: with dates before them, and leagues where there is room.

    now: what should be over by then and has no result is told so.
    """

    zone: Zone
    now: int
    leagues: Mapping[int, LeagueLabel]
    dated: bool


def pair(home: int | None, away: int | None, *, started: bool) -> str:
    """Two counts as 2-1; what is not known is a dot where the fixture was played, and blank before."""
    if home is None and away is None:
        return UNKNOWN if started else ""
    return f"{UNKNOWN if home is None else home}-{UNKNOWN if away is None else away}"


def total(*counts: int | None) -> int | None:
    """The sum of counts, None where one is unknown."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def minute_of(half: int | None, minute: int | None, stoppage: int | None, *, half_over: bool) -> str:
    """How far a live fixture is by its last event: 63', 45+2', HT, empty where no event tells."""
    if half_over:
        return "HT" if half == 1 else "90'"
    if minute is None:
        return ""
    return f"{minute}+{stoppage}'" if stoppage else f"{minute}'"


OVER = 3 * 3600
"""Seconds from kickoff after which a fixture should be over. Source: decisions 6."""


def status_of(row: ListedFixture, *, now: int, wide: bool) -> Span:
    """The status in a word: live with its minute, finished, why it was not played, or that its result is missing."""
    if row.state_detail and row.status != Status.LIVE:
        detail = safe(row.state_detail).replace("_", " ")
        return (detail if wide else SHORT_STATES.get(detail, detail)), "warning"
    if row.status == Status.LIVE:
        minute = minute_of(row.last_half, row.last_minute, row.last_stoppage, half_over=bool(row.half_over))
        return (f"● live {minute}".rstrip() if wide else f"● {minute or 'live'}"), "live"
    if row.status == Status.FINISHED:
        return ("finished" if wide else "FT"), "muted"
    if now > row.kickoff_ts + OVER + (0 if row.time_known else DAY):
        return ("no result" if wide else "no res."), "muted"
    return ("scheduled" if wide else ""), "muted"


def _started(row: ListedFixture) -> bool:
    return row.status != Status.SCHEDULED


def _half_time(row: ListedFixture) -> Span:
    return pair(row.half_home_goals, row.half_away_goals, started=row.status == Status.FINISHED), "muted"


def _corners(row: ListedFixture) -> Span:
    return pair(row.home_corners, row.away_corners, started=_started(row)), "plain"


def _cards(row: ListedFixture) -> Span:
    home, away = total(row.home_yellow, row.home_red), total(row.away_yellow, row.away_red)
    return pair(home, away, started=_started(row)), "plain"


def _reds(row: ListedFixture) -> Span:
    """Red cards, where there are any: most fixtures have none, and the eye shall find those that do."""
    return (pair(row.home_red, row.away_red, started=True) if row.home_red or row.away_red else ""), "bad"


def _line(row: ListedFixture) -> Span:
    return ("" if row.corner_line is None else f"{row.corner_line:g}"), "muted"


def _league(row: ListedFixture, shown: Shown) -> Span:
    league = shown.leagues.get(row.league_id)
    return (safe(league.name) if league else ""), "muted"


def _fair(row: ListedFixture) -> Span:
    return ("" if row.fair_corner_line is None else f"{row.fair_corner_line:g}"), "accent"


class Column(NamedTuple):
    """A column right of the names. names: the width that it must leave to each name, or it is left out."""

    head: str
    width: int
    align: Align
    names: int
    cell: Callable[[ListedFixture, Shown], Span]


STATUS = Column("Status", 7, "left", 10, lambda row, shown: status_of(row, now=shown.now, wide=False))
WIDE_STATUS = Column("Status", 12, "left", 19, lambda row, shown: status_of(row, now=shown.now, wide=True))
CORNERS = Column("Corner", 6, "centre", 13, lambda row, shown: _corners(row))
HALF_TIME = Column("HT", 5, "centre", 15, lambda row, shown: _half_time(row))
CARDS = Column("Cards", 5, "centre", 17, lambda row, shown: _cards(row))
LINE = Column("Line", 5, "right", 20, lambda row, shown: _line(row))
FAIR = Column("Fair", 5, "right", 20, lambda row, shown: _fair(row))
REDS = Column("Red", 5, "centre", 20, lambda row, shown: _reds(row))
LEAGUE = Column("League", 18, "left", 19, lambda row, shown: _league(row, shown))

BY_IMPORTANCE = (STATUS, CORNERS, HALF_TIME, CARDS, LEAGUE, WIDE_STATUS, LINE, FAIR, REDS)
IN_ORDER = (HALF_TIME, CORNERS, LINE, FAIR, CARDS, REDS, STATUS, WIDE_STATUS, LEAGUE)
"""Line and Fair are of corners: the bookmaker's line and ours. Cards are yellow + red."""


@cache
def layout(width: int, *, dated: bool) -> tuple[int, tuple[Column, ...]]:
    """The width of each name, and the columns that a list of a width has room for, in order."""
    room = width - TIME - SCORE - (DATE if dated else 0)
    taken: list[Column] = []
    for column in BY_IMPORTANCE:
        if column is LEAGUE and not dated:
            continue
        kept = [one for one in taken if not (one is STATUS and column is WIDE_STATUS)]
        if (room - _widths([*kept, column])) // 2 >= column.names:
            taken = [*kept, column]
    return max(3, (room - _widths(taken)) // 2), tuple(column for column in IN_ORDER if column in taken)


def _widths(columns: Sequence[Column]) -> int:
    return sum(column.width + 2 for column in columns)


def fixture_line(row: ListedFixture, width: int, shown: Shown) -> Line:
    """The line of a fixture: time, names around the score, figures, status."""
    name, columns = layout(width, dated=shown.dated)
    home, away = _name_styles(row)
    line: list[Span] = []
    if shown.dated:
        on = shown.zone.date_of(row.kickoff_ts, time_known=row.time_known)
        line.append((fitted(on.isoformat(), DATE), "muted"))
    line += [
        (fitted(shown.zone.time_of(row.kickoff_ts, time_known=row.time_known), TIME), "muted"),
        (fitted(safe(row.home), name, "right"), home),
        (fitted(_score(row), SCORE, "centre"), "live" if row.status == Status.LIVE else "strong"),
        (fitted(safe(row.away), name), away),
    ]
    for column in columns:
        text, style = column.cell(row, shown)
        line.append(("  " + fitted(text, column.width, column.align), style))
    return line


def head_line(width: int, *, zone: Zone, dated: bool) -> Line:
    """The heads of the columns; the head of the times tells their zone. width: of the list, its mark included."""
    name, columns = layout(width - 1, dated=dated)
    cells = [" ", fitted("Date", DATE)] if dated else [" "]
    cells += [
        fitted("UTC" if zone.info is UTC else "Local", TIME),
        fitted("Home", name, "right"),
        fitted("Score", SCORE, "centre"),
        fitted("Away", name),
    ]
    cells += ["  " + fitted(column.head, column.width, column.align) for column in columns]
    return [("".join(cells), "muted")]


def waiting_line(width: int) -> Line:
    """The line of a fixture whose row is being read."""
    return [(fitted("…", width, "centre"), "muted")]


def date_heading(on: date, today: date) -> str:
    """The heading of a day within a season, with the year where it is another one than today's."""
    return short_date(on) if on.year == today.year else f"{short_date(on)} {on.year}"


def _score(row: ListedFixture) -> str:
    if row.status == Status.SCHEDULED:
        return "v"
    return pair(row.home_goals, row.away_goals, started=True)


def _name_styles(row: ListedFixture) -> tuple[str, str]:
    """The winner of a finished fixture stands out."""
    if row.status != Status.FINISHED or row.home_goals is None or row.away_goals is None:
        return "plain", "plain"
    if row.home_goals == row.away_goals:
        return "plain", "plain"
    return ("strong", "plain") if row.home_goals > row.away_goals else ("plain", "strong")
