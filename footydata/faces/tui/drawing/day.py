"""The texts of a day of fixtures: its title, its counts, and what to do if it is empty."""

from collections.abc import Sequence
from datetime import date

from footydata.faces.tui.drawing.fixtures import is_live
from footydata.faces.tui.reading.days import DayRead
from footydata.faces.tui.zone import how_far, long_date
from footydata.football.wording import plural


def kind_of(*, esports: bool) -> str:
    """What is listed: fixtures, or e-football fixtures."""
    return "e-football fixtures" if esports else "fixtures"


def day_title(day: date, today: date, *, esports: bool) -> str:
    """The title of a day, as Sat 14 Mar 2026 · today."""
    return f"{'e-football · ' if esports else ''}{long_date(day)} · {how_far(day, today)}"


def day_counts_text(read: DayRead, *, now: int) -> str:
    """How many fixtures, leagues and live fixtures a day has, to follow its title; now: unix seconds."""
    if not read.entries:
        return ""
    leagues = len({entry.league_id for entry in read.entries})
    live = sum(is_live(row, now=now) for row in read.rows.values())
    counted = f" · {plural(len(read.entries), 'fixture')} in {plural(leagues, 'league')}"
    return f"{counted}, {live} live" if live else counted


def empty_day(read: DayRead, file: str, *, esports: bool) -> str:
    """What to do on a day without fixtures."""
    kind = kind_of(esports=esports)
    if read.before or read.after:
        lines = [f"No {kind} on {long_date(read.day)}.", ""]
        if read.before:
            lines.append(f"p   {long_date(read.before)} is the nearest day before")
        if read.after:
            lines.append(f"n   {long_date(read.after)} is the nearest day after")
        return "\n".join(lines)
    if esports:
        return f"There are no {kind} in this file.\n\nE   back to football"
    return (
        f"There are no {kind} in this file yet.\n\n"
        f"Load some in another terminal:\nfootydata load {file} FILE...\n\n"
        "r   read the file again"
    )


def empty_filter(text: str, near: Sequence[str] = ()) -> str:
    """What to do if a filter leaves nothing of a day. near: the names that may be meant."""
    return (
        f"No fixture of this day has “{text}” in its teams, league or country.{_meant(near)}\n\n"
        "Tab   find it in all days\n"
        "Esc   drop the filter"
    )


def empty_search(text: str, near: Sequence[str] = ()) -> str:
    """What to do if a search of all days finds nothing."""
    return (
        f"No fixture has “{text}” in its teams, league or country.{_meant(near)}" if text else "Type a part of a name."
    )


def _meant(near: Sequence[str]) -> str:
    return f"\nDid you mean {', '.join(near)}?" if near else ""
