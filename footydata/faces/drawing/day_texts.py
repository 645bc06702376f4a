"""The texts of a day and of a search: titles, and what to do where there is nothing."""

from collections.abc import Sequence
from datetime import date

from footydata.faces.drawing.fixtures import is_live
from footydata.faces.reading.days import DayContent
from footydata.faces.zone import long_date, relative_day
from footydata.football.wording import plural


def day_title(day: date, today: date) -> str:
    """The title of a day, as Sat 14 Mar 2026 · today."""
    return f"{long_date(day)} · {relative_day(day, today)}"


def day_counts_text(content: DayContent, *, now: int) -> str:
    """How many fixtures, leagues and live fixtures a day has, to follow its title; now: unix seconds."""
    if not content.fixtures:
        return ""
    leagues = len({row.league_id for row in content.fixtures})
    live = sum(is_live(row, now=now) for row in content.fixtures)
    text = f" · {plural(len(content.fixtures), 'fixture')} in {plural(leagues, 'league')}"
    return f"{text}, {live} live" if live else text


def empty_day(content: DayContent, file: str) -> str:
    """What to do on a day without fixtures."""
    if content.before or content.after:
        lines = [f"No fixtures on {long_date(content.day)}.", ""]
        if content.before:
            lines.append(f"p   {long_date(content.before)} is the nearest day before")
        if content.after:
            lines.append(f"n   {long_date(content.after)} is the nearest day after")
        return "\n".join(lines)
    return (
        "There are no fixtures in this file yet.\n\n"
        f"Load some in another terminal:\nfootydata load {file} FILE...\n\n"
        "r   read the file again"
    )


NOTHING_LIVE = "Nothing is live on this day.\n\nL   all fixtures of the day"
"""What to do if nothing is live where live fixtures alone are shown."""


def empty_filter(text: str, near: Sequence[str] = (), place: int = 0) -> str:
    """What to do if a filter leaves nothing of a day. near: the names that may be meant, that of `place` chosen."""
    return (
        f"No fixture of this day has “{text}” in its teams, league or country.{_suggestion_text(near, place)}\n\n"
        "Tab   find it in all days\n"
        "Esc   drop the filter"
    )


def empty_search(text: str, near: Sequence[str] = (), place: int = 0) -> str:
    """What to do if a search of all days finds nothing. near, place: as in empty_filter."""
    if not text:
        return "Type a part of a name."
    return (
        f"No fixture has “{text}” in its teams, league or country.{_suggestion_text(near, place)}"
    )


def _suggestion_text(near: Sequence[str], place: int) -> str:
    if not near:
        return ""
    lines = [f"{'▌' if number == place else ' '} {name}" for number, name in enumerate(near)]
    keys = "↑ ↓ Enter   choose one" if len(near) > 1 else "Enter   take it"
    return "\n".join(["\n\nDid you mean", *lines, "", keys])
