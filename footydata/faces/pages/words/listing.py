"""A fixture in a list, and in which state it is, in words."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from footydata.faces.drawing.fixtures import is_live, live_minute, pair, state_of
from footydata.faces.drawing.lines import price_text
from footydata.faces.zone import MONTHS, short_date
from footydata.football.moments import day_of, is_overdue, iso_utc
from footydata.football.rows import FixtureRow
from footydata.football.scores import end_scores, score_text
from footydata.football.terms import DAY, DUE_AFTER, Status, card_count
from footydata.store.read.days import ListedFixture

BEFORE = DAY // 2
"""Seconds before a kickoff from which a page looks for what is new: it may be opened in the morning and left open."""


class FixtureLine(NamedTuple):
    """A fixture in a list.

    when: its day, empty where the list is of one. at: its time, or its state once it has begun. kickoff_utc: ISO text,
    None if only the day is known; shows_time: whether `at` is the time of the kickoff. remarks: what is
    recorded beside the score, or quoted before kickoff. is_followed: whether its page looks for what is new.
    """

    id: int
    when: str
    at: str
    home: str
    score: str
    away: str
    remarks: list[str]
    is_live: bool
    is_followed: bool
    kickoff_utc: str | None
    shows_time: bool


def fixture_lines(
    rows: Iterable[ListedFixture], *, now: int, dated: bool = False
) -> list[FixtureLine]:
    """The lines of fixtures, in their order. dated: whether each names its day."""
    return [_line(row, now=now, dated=dated) for row in rows]


def _line(row: ListedFixture, *, now: int, dated: bool) -> FixtureLine:
    started = row.status != Status.SCHEDULED
    time = kickoff_time(row)
    state = state_of(row, now=now)[0]
    final = end_scores(row.end)[2] if row.end and row.home_goals is None else None
    score = (
        f"{score_text(final)}?" if final else pair(row.home_goals, row.away_goals, started=started)
    )
    return FixtureLine(
        row.id,
        day_in_list(day_of(row.kickoff_ts), day_of(now)) if dated else "",
        state or time or "time?",
        row.home,
        score or "v",
        row.away,
        _played(row) if started else _quoted(row),
        is_live(row, now=now),
        is_followed(row, now=now),
        iso_utc(row.kickoff_ts) if row.time_known else None,
        bool(time) and not state,
    )


def is_followed(row: ListedFixture | FixtureRow, *, now: int) -> bool:
    """Whether a fixture is live, or may be soon: near its kickoff, and not known to have begun."""
    is_near = -BEFORE <= now - row.kickoff_ts <= DUE_AFTER
    return is_live(row, now=now) or (row.status == Status.SCHEDULED and is_near)


def day_in_list(on: date, today: date) -> str:
    """A day, with its year where that is not this one."""
    return short_date(on) if on.year == today.year else f"{on.day} {MONTHS[on.month - 1]} {on.year}"


def _played(row: ListedFixture) -> list[str]:
    remarks = [row.after_ninety or ""]
    if row.half_home_goals is not None:
        remarks.append(f"half-time {pair(row.half_home_goals, row.half_away_goals, started=True)}")
    if row.home_corners is not None:
        remarks.append(f"corners {pair(row.home_corners, row.away_corners, started=True)}")
    cards = card_count(row.home_yellow, row.home_red), card_count(row.away_yellow, row.away_red)
    if None not in cards:
        remarks.append(f"cards {cards[0]}-{cards[1]}")
    if row.doubt:
        remarks.append("in doubt")
    return [remark for remark in remarks if remark]


def is_quoted(row: ListedFixture) -> bool:
    """Whether the line of a fixture has lines or prices of a bookmaker."""
    return row.status == Status.SCHEDULED and bool(_quoted(row))


def _quoted(row: ListedFixture) -> list[str]:
    prices = row.price_home, row.price_draw, row.price_away
    remarks = (
        [" ".join(price_text(price) if price else "–" for price in prices)] if any(prices) else []
    )
    if row.goal_line is not None:
        remarks.append(f"goals {row.goal_line:g}")
    if row.corner_line is not None:
        remarks.append(f"corners {row.corner_line:g}")
    return remarks


def kickoff_time(row: ListedFixture) -> str:
    """The time of a kickoff, UTC; empty if it is not known."""
    minutes = row.kickoff_ts // 60 % 1440
    return f"{minutes // 60:02}:{minutes % 60:02}" if row.time_known else ""


def state_in_words(row: ListedFixture, *, now: int) -> str:
    """In which state a fixture is: finished, its minute, postponed, or that its result is missing."""
    if row.state_detail and row.status != Status.LIVE:
        return row.state_detail.replace("_", " ").capitalize()
    if row.status == Status.FINISHED:
        return "Finished"
    if is_overdue(row, now=now):
        return (
            "No result: live when last seen"
            if row.status == Status.LIVE
            else "No result, though it should be over"
        )
    if row.status == Status.LIVE:
        minute = live_minute(row, now=now).replace("HT", "half-time")
        later = " or later" if minute.startswith("≥") else ""
        return f"Live, {minute.lstrip('≥')}{later}" if minute else "Live"
    return "To be played"
