"""A list of fixtures: one line each, in as many columns as the terminal has room for."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC
from functools import lru_cache, partial
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from footydata.faces.drawing.lines import UNKNOWN, Align, Line, Span, fitted, price_text
from footydata.faces.zone import ClockZone
from footydata.football.moments import is_overdue
from footydata.football.rows import FixtureRow, LeagueRow
from footydata.football.scores import winner_of
from footydata.football.terms import Side, StateDetail, Status, card_count
from footydata.football.wording import safe
from footydata.store.read.days import ListedFixture

SHORT_STATES: dict[str, str] = {
    StateDetail.POSTPONED: "postp.",
    StateDetail.CANCELLED: "canc.",
    StateDetail.ABANDONED: "aband.",
    StateDetail.AWARDED: "award.",
}

FRESH = 300
"""Seconds for which the minute of the last quotes is current: services record quotes every few minutes."""

SCORE = 7
TIME = 6
STATE = 8
DATE = 11


class ListDisplay(NamedTuple):
    """How a list of fixtures is shown.

    zone: of the times. now: unix seconds; fixtures that should be over by then and have no result are marked. dated:
    whether dates and leagues are shown. filled: the heads of the columns that have something to show. marks: fixture →
    what happened a moment ago. followed: the teams that the user follows.
    """

    zone: ClockZone
    now: int
    leagues: Mapping[int, LeagueRow]
    dated: bool
    filled: frozenset[str] = frozenset()
    marks: Mapping[int, str] = MappingProxyType({})
    followed: Collection[int] = ()


def pair(home: int | None, away: int | None, *, started: bool) -> str:
    """Two counts as 2-1; an unknown one is a dot once the fixture has started, and blank before."""
    return pair_cell(home, away, started=started).strip()


def pair_cell(home: int | None, away: int | None, *, started: bool) -> str:
    """Two counts in five characters with the dash in the middle, so that they align in a column.

    >>> pair_cell(10, 2, started=True), pair_cell(2, 1, started=True), pair_cell(None, None, started=False)
    ('10-2 ', ' 2-1 ', '')
    """
    if home is None and away is None:
        return f"  {UNKNOWN}  " if started else ""
    return f"{UNKNOWN if home is None else home:>2}-{UNKNOWN if away is None else away:<2}"


def minute_of(minute: int | None, stoppage: int | None) -> str:
    """The minute of an event: 63', 45+2'; empty without one."""
    if minute is None:
        return ""
    return f"{minute}+{stoppage}'" if stoppage else f"{minute}'"


def live_minute(row: ListedFixture, *, now: int) -> str:
    """The minute of a live fixture: 63', or ≥63' if it is that of its last event or of older quotes; empty if unknown.

    now: unix seconds.
    """
    at_event = 45 if row.half_over and row.last_half == 1 else row.last_minute or 0
    if row.tick_minute is not None and row.tick_minute > at_event:
        minute = f"{row.tick_minute}'"
    elif row.half_over:
        minute = "HT" if row.last_half == 1 else "90'"
    else:
        minute = minute_of(row.last_minute, row.last_stoppage)
    is_fresh = row.tick_ts is not None and now <= row.tick_ts + FRESH
    return minute if is_fresh or not minute else f"≥{minute}"


def state_of(row: ListedFixture, *, now: int) -> Span:
    """The state of a fixture, abbreviated: its minute, FT, why it was not played, or that its result is missing."""
    if row.state_detail and row.status != Status.LIVE:
        detail = safe(row.state_detail).replace("_", " ")
        return SHORT_STATES.get(detail, detail), "warning"
    if row.status == Status.FINISHED:
        return "FT", "muted"
    if is_overdue(row, now=now):
        return "no res.", "warning" if row.status == Status.LIVE else "muted"
    return (
        (live_minute(row, now=now) or "live", "live")
        if row.status == Status.LIVE
        else ("", "muted")
    )


def is_live(row: ListedFixture | FixtureRow, *, now: int) -> bool:
    """Whether a fixture is played now: stored as live, and not overdue."""
    return row.status == Status.LIVE and not is_overdue(row, now=now)


def _half_time(row: ListedFixture) -> Span:
    is_over = row.status == Status.FINISHED
    return pair_cell(row.half_home_goals, row.half_away_goals, started=is_over), "muted"


def _corners(row: ListedFixture) -> Span:
    return pair_cell(
        row.home_corners, row.away_corners, started=row.status != Status.SCHEDULED
    ), "plain"


def _cards(row: ListedFixture) -> Span:
    home, away = (
        card_count(row.home_yellow, row.home_red),
        card_count(row.away_yellow, row.away_red),
    )
    return pair_cell(home, away, started=row.status != Status.SCHEDULED), "plain"


def _reds(row: ListedFixture) -> Span:
    """Red cards, blank if there are none, so that the few are easily seen."""
    has_any = bool(row.home_red or row.away_red)
    return pair_cell(row.home_red, row.away_red, started=True) if has_any else "", "bad"


def _quote(row: ListedFixture, field: str, text: str) -> Span:
    """A bookmaker's line or prices; those in play end with a minute's sign."""
    return (f"{text}'", "live") if field in row.in_play else (f"{text} ", "muted")


def _line(field: str, form: str, row: ListedFixture) -> Span:
    line: float | None = getattr(row, field)
    if line is None:
        return "", "muted"
    return _quote(row, field, f"{line:{form}}" if line else "0")


def _prices(row: ListedFixture) -> Span:
    prices = (row.price_home, row.price_draw, row.price_away)
    if all(price is None for price in prices):
        return "", "muted"
    text = " ".join(f"{price_text(price):>5}" for price in prices)
    return _quote(row, "price_home", text)


def _fair(row: ListedFixture) -> Span:
    return ("" if row.fair_corner_line is None else f"{row.fair_corner_line:g}"), "accent"


def _after_ninety(row: ListedFixture) -> Span:
    return row.after_ninety or "", "plain"


class ListColumn(NamedTuple):
    """A column right of the names.

    names: the width that must remain for each name, else the column is left out. rank: the least is the most important. cell:
    None of the league, whose name the display has. fields: the column has something to show if any of these is known (and not 0, for red cards) in any
    row.
    """

    head: str
    width: int
    align: Align
    names: int
    rank: int
    cell: Callable[[ListedFixture], Span] | None
    fields: tuple[str, ...]

    def span(self, row: ListedFixture, display: ListDisplay) -> Span:
        if self.cell is not None:
            return self.cell(row)
        league = display.leagues.get(row.league_id)
        return safe(league.name) if league else "", "muted"


REDS = ListColumn("Red", 5, "centre", 20, 10, _reds, ("home_red", "away_red"))
LEAGUE = ListColumn("League", 18, "left", 17, 3, None, ("league_id",))
IN_ORDER = (
    ListColumn("After 90'", 15, "left", 13, 0, _after_ninety, ("after_ninety",)),
    ListColumn("HT", 5, "centre", 19, 9, _half_time, ("half_home_goals",)),
    ListColumn("Corners", 7, "centre", 13, 1, _corners, ("home_corners",)),
    ListColumn(
        "Corner l.", 9, "right", 18, 5, partial(_line, "corner_line", "g"), ("corner_line",)
    ),
    ListColumn("Fair", 5, "right", 19, 6, _fair, ("fair_corner_line",)),
    ListColumn("Cards", 5, "centre", 18, 4, _cards, ("home_yellow",)),
    REDS,
    ListColumn("Goal l.", 7, "right", 15, 2, partial(_line, "goal_line", "g"), ("goal_line",)),
    ListColumn("AH", 6, "right", 19, 8, partial(_line, "handicap", "+g"), ("handicap",)),
    ListColumn("    1     X     2", 18, "left", 19, 7, _prices, ("price_home", "price_away")),
    LEAGUE,
)
"""In the order of the screen.

After 90' is extra time and the shootout. Fair is our corner line; cards are yellow + red; AH is the home side's
handicap. Lines and prices are the closing ones (else the opening ones), of a live fixture those in play, which end with
a minute's sign.
"""

LONGEST_NAME = 30
"""The most width for a name; in a wide terminal the rest stays empty at the right."""


def filled_columns(rows: Iterable[ListedFixture]) -> frozenset[str]:
    """The heads of the columns in which any row has something to show."""
    columns = dict(zip(ListedFixture._fields, zip(*rows, strict=True), strict=False))

    def shows(column: ListColumn) -> bool:
        nothing = {None, 0} if column is REDS else {None}
        return any(set(columns.get(field, ())) - nothing for field in column.fields)

    return frozenset(column.head for column in IN_ORDER if shows(column))


@lru_cache(maxsize=64)
def layout(
    width: int, *, dated: bool, filled: frozenset[str]
) -> tuple[int, tuple[ListColumn, ...]]:
    """The width of each name, and the filled columns that fit into a width, in the order of the screen."""
    room = width - TIME - STATE - SCORE - (DATE if dated else 0)
    columns: list[ListColumn] = []
    for column in sorted(IN_ORDER, key=attrgetter("rank")):
        if column.head not in filled or (column is LEAGUE and not dated):
            continue
        if (room - _widths([*columns, column])) // 2 >= column.names:
            columns.append(column)
    name = max(3, min(LONGEST_NAME, (room - _widths(columns)) // 2))
    return name, tuple(column for column in IN_ORDER if column in columns)


def _widths(columns: Sequence[ListColumn]) -> int:
    return sum(column.width + 2 for column in columns)


def fixture_line(row: ListedFixture, width: int, display: ListDisplay) -> Line:
    """The line of a fixture: time, state, names around the score, figures, lines and prices."""
    name, columns = layout(width, dated=display.dated, filled=display.filled)
    home, away = _name_styles(row)
    mark = display.marks.get(row.id)
    score_style = "picked" if mark else "strong"
    if row.status == Status.LIVE and not mark:
        score_style = "live" if is_live(row, now=display.now) else "warning"
    state = (mark, "picked") if mark else state_of(row, now=display.now)
    when = fitted(display.zone.time_of(row.kickoff_ts, time_known=row.time_known), TIME)
    if display.dated:
        on = display.zone.date_of(row.kickoff_ts, time_known=row.time_known)
        when = fitted(on.isoformat(), DATE) + when
    line: list[Span] = [
        (when, "muted"),
        (fitted(state[0], STATE - 1) + " ", state[1]),
        (fitted(safe(row.home), name, "right"), home),
        (_score(row), score_style),
        (fitted(safe(row.away), name), away),
    ]
    for column in columns:
        text, style = column.span(row, display)
        line.append(("  " + fitted(text, column.width, column.align), style))
    return line


def row_cells(row: ListedFixture, display: ListDisplay) -> list[str]:
    """A fixture as cells of text, whatever the width: date, time, state, names around the score, the filled columns."""
    cells = [
        display.zone.date_of(row.kickoff_ts, time_known=row.time_known).isoformat(),
        display.zone.time_of(row.kickoff_ts, time_known=row.time_known),
        state_of(row, now=display.now)[0],
        safe(row.home),
        _score(row),
        safe(row.away),
        *(column.span(row, display)[0] for column in IN_ORDER if column.head in display.filled),
    ]
    return [" ".join(cell.split()) for cell in cells]


def head_line(width: int, display: ListDisplay) -> Line:
    """The heads of the columns; the times have their zone as head. width: of the list, with its mark."""
    name, columns = layout(width - 1, dated=display.dated, filled=display.filled)
    cells = [" ", fitted("Date", DATE)] if display.dated else [" "]
    cells += [
        fitted("UTC" if display.zone.info is UTC else "Local", TIME),
        fitted("", STATE),
        fitted("Home", name, "right"),
        fitted("Score", SCORE, "centre"),
        fitted("Away", name),
    ]
    cells += ["  " + fitted(column.head, column.width, column.align) for column in columns]
    return [("".join(cells), "muted")]


def _score(row: ListedFixture) -> str:
    """The score with its dash in the middle, however many digits; with a question mark where it is doubtful."""
    if row.status == Status.SCHEDULED:
        return fitted("v", SCORE, "centre")
    goals = (row.home_goals, row.away_goals)
    if row.home_goals is None and row.end and row.end.final_home_goals is not None:
        goals = (row.end.final_home_goals, row.end.final_away_goals)
    cell = pair_cell(*goals, started=True)
    return f" {cell.rstrip()}?".ljust(SCORE) if row.doubt else f" {cell} "


def _name_styles(row: ListedFixture) -> tuple[str, str]:
    """The winner of a finished fixture stands out, also by extra time or a shootout, unless its scores are doubtful."""
    if row.status != Status.FINISHED or row.doubt is not None:
        return "plain", "plain"
    if row.end is not None:
        winner = winner_of(row.home_goals, row.away_goals, row.end)
        is_won = winner is Side.HOME, winner is Side.AWAY
    else:
        home, away = row.home_goals or 0, row.away_goals or 0
        is_won = home > away, away > home
    return ("strong" if is_won[0] else "plain"), ("strong" if is_won[1] else "plain")
