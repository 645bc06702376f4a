"""What was known of a fixture before its kickoff: forms, places, profiles, meetings, referee."""

from collections.abc import Sequence
from textwrap import wrap

from footydata.faces.drawing.fixtures import pair
from footydata.faces.drawing.lines import BLANK, Line, Span, fitted, titled
from footydata.faces.drawing.table import LETTERS
from footydata.faces.zone import ClockZone, long_date
from footydata.football.records import KnockoutRecord
from footydata.football.rows import FixtureRow
from footydata.football.scores import end_score, end_scores, score_text
from footydata.football.table_rows import PointsStanding, Venue
from footydata.football.terms import Side
from footydata.football.wording import plural, safe
from footydata.store.read.fixtures.preview import Form, Preview, Profile, RefereeRate, heading_of

WIDE = 84
"""From how many columns the widest part has all its room."""
SHOWN = ("forms", "places", "profiles", "meetings", "referee")
"""The parts of the tab, in its order; the fair lines have a tab of their own."""


def preview_tab(content: Preview, width: int, *, zone: ClockZone) -> list[Line]:
    """All parts of a preview, each under its heading; an empty one says why."""
    lines: list[Line] = []
    for part in SHOWN:
        rows = getattr(content, part)
        remark = plural(len(content.meetings), "meeting") if part == "meetings" else ""
        lines.append(titled(heading_of(part), width, remark))
        if part == "forms" and rows:
            lines += _forms(rows, width)
        elif part == "places":
            lines += [_place(row, width) for row in rows]
        elif part == "profiles" and rows:
            lines += _profiles(rows, width)
        elif part == "meetings":
            lines += [_meeting(row, content.ends[row.id], width, zone) for row in rows]
        elif rows:
            lines += _rates(rows, width)
        if part in content.reasons or not rows:
            why = wrap(safe(content.reasons.get(part, "not known")), max(20, width - 2))
            lines += [[(f" {line}", "muted")] for line in why]
        lines.append(BLANK)
    return lines[:-1]


def _forms(rows: Sequence[Form], width: int) -> list[Line]:
    """A form a line; averages have one decimal if two have no room."""
    name, (figure, decimals) = _name(width), (13, 2) if width >= WIDE else (10, 1)
    heads = "".join(fitted(head, figure) for head in (" goals", " corners", " cards"))
    lines: list[Line] = [
        [(f" {fitted('', name)} {fitted('', 5)}{fitted('last', 7)}{heads}".rstrip(), "muted")]
    ]
    for row in rows:
        line: list[Span] = [
            (f" {fitted(safe(row.team), name)} ", "strong"),
            (fitted(row.venue, 5), "muted"),
        ]
        line += [(letter, LETTERS.get(letter, "plain")) for letter in row.letters]
        line.append((" " * max(0, 7 - len(row.letters)), "plain"))
        for made, conceded in (
            (row.goals_for, row.goals_against),
            (row.corners_for, row.corners_against),
            (row.cards_for, row.cards_against),
        ):
            line.append((fitted(_both(made, conceded, decimals), figure), "plain"))
        lines.append(line)
    return lines


def _name(width: int) -> int:
    """The columns of a name before figures."""
    return max(8, min(24, width - 45))


def _both(made: float | None, conceded: float | None, decimals: int = 2) -> str:
    """Two averages, the colons of all lines of a column below one another; empty if one is unknown."""
    if made is None or conceded is None:
        return ""
    whole = decimals + 3
    return f"{made:{whole}.{decimals}f}:{conceded:<{whole}.{decimals}f}"


def _place(row: PointsStanding, width: int) -> Line:
    goals = f"{row.goals_for}:{row.goals_against}"
    record = f"{row.points:4} points, {plural(row.played, 'fixture')}, goals {goals}"
    return [
        (f" {fitted(safe(row.team_name), _name(width))} ", "strong"),
        (f"{row.position:2}.", "accent"),
        (record, "plain"),
    ]


def _profiles(rows: Sequence[Profile], width: int) -> list[Line]:
    """A figure a line: the home side at home and the away side away, beside what the league has there."""
    column = 20 if width >= WIDE else 13
    at = ("home side at home", "away side away") if width >= WIDE else ("at home", "away")
    heads = "".join(fitted(head, column) for head in at)
    lines: list[Line] = [[(f" {fitted('', _name(width))} {heads}league", "muted")]]
    for figure in dict.fromkeys(row.figure for row in rows):
        line: list[Span] = [
            (f" {fitted(figure.replace('_', ' ').capitalize(), _name(width))} ", "strong")
        ]
        league = ""
        for side in Side:
            profile = next(
                (
                    row
                    for row in rows
                    if (row.figure, row.side) == (figure, side) and row.venue != Venue.ALL
                ),
                None,
            )
            text = ""
            if profile is not None and profile.own is not None and profile.opponents is not None:
                text = _both(profile.own, profile.opponents)
                league = f"{profile.league_both:.2f} in all"
            line.append((fitted(text, column), "plain"))
        lines.append([*line, (league, "muted")])
    return lines


def _meeting(row: FixtureRow, end: KnockoutRecord, width: int, zone: ClockZone) -> Line:
    on = zone.date_of(row.kickoff_ts, time_known=row.time_known)
    name = max(8, min(26, (width - 40) // 2))
    final = end_scores(end)[2]
    score = f"{score_text(final)}?" if final else pair(row.home_goals, row.away_goals, started=True)
    corners = (
        ""
        if row.home_corners is None
        else f"corners {pair(row.home_corners, row.away_corners, started=True)}"
    )
    return [
        (f" {fitted(long_date(on), 17)}", "muted"),
        (fitted(safe(row.home), name, "right"), "plain"),
        (fitted(score, 7, "centre"), "strong"),
        (fitted(safe(row.away), name), "plain"),
        (f" {end_score(row.home_goals, row.away_goals, end)}".rstrip(), "strong"),
        (f" {corners}", "muted"),
    ]


def _rates(rows: Sequence[RefereeRate], width: int) -> list[Line]:
    first = rows[0]
    lines: list[Line] = [
        [(f" {safe(first.referee)}", "strong"), (f"  {plural(first.fixtures, 'fixture')}", "muted")]
    ]
    for row in rows:
        both = f"{row.both:5.2f}" + (
            "" if row.league_both is None else f"   league {row.league_both:.2f}"
        )
        lines.append(
            [
                (f" {fitted(row.figure.replace('_', ' ').capitalize(), _name(width))} ", "plain"),
                (both, "plain"),
            ]
        )
    return lines
