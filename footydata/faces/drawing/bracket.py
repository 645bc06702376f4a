"""A bracket: rounds as columns, each tie midway between those from which its sides come, joined by lines."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from footydata.faces.drawing.lines import BLANK, Line, Span, fitted, titled, width_of
from footydata.faces.zone import ClockZone, long_date, short_date
from footydata.football.wording import safe
from footydata.rules.brackets import Entrant, Pairing, Place, next_ties, placeholder_words, slots
from footydata.store.read.seasons.brackets import BracketRow, SeasonBracket

ROUND_WIDTH, GAP, HEIGHT = 28, 3, 4
"""The least width of a round, the columns between two of them, and the lines of a tie with the blank one below it."""

DETAIL_HEIGHT = 5
"""The lines about the tie under the cursor."""

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8

BOXES = {
    LEFT | RIGHT: "─",
    UP | DOWN: "│",
    LEFT | DOWN: "┐",
    LEFT | UP: "┘",
    RIGHT | DOWN: "┌",
    RIGHT | UP: "└",
    LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴",
    LEFT | UP | DOWN: "┤",
    RIGHT | UP | DOWN: "├",
    LEFT | RIGHT | UP | DOWN: "┼",
}
"""The sign for the directions in which lines leave a cell."""


class DrawnTie(NamedTuple):
    """A tie as it is drawn. title: what stands over it, for the match for third place below the final."""

    pairing: Pairing
    row: BracketRow
    title: str = ""


class Rounds(NamedTuple):
    """The columns of a drawn bracket: names, ties from the top, and where those of a tie play on."""

    names: tuple[str, ...]
    ties: tuple[tuple[DrawnTie, ...], ...]
    nexts: Mapping[Place, Place]

    def window(self, first: int, count: int) -> "Rounds":
        """Some of the columns, numbered from 0."""
        last = first + count
        nexts = {
            (at - first, place): (on - first, there)
            for (at, place), (on, there) in self.nexts.items()
            if first <= at and on < last
        }
        return Rounds(self.names[first:last], self.ties[first:last], nexts)

    def slots(self) -> dict[Place, float]:
        """How far down each tie stands, in ties; a match for third place below the final."""
        of_tree = slots([sum(not tie.title for tie in ties) for ties in self.ties], self.nexts)
        for at, ties in enumerate(self.ties):
            lowest = max(
                (slot for (column, _), slot in of_tree.items() if column == at), default=-1.0
            )
            for place, tie in enumerate(ties):
                if tie.title:
                    lowest += 1 + 1 / HEIGHT  # a line for its title, below a blank one
                    of_tree[at, place] = lowest
        return of_tree


def drawn_rounds(bracket: SeasonBracket) -> Rounds:
    """The columns to draw: a match for third place stands in that of its final, if there is one."""
    rows = iter(bracket.rows())
    names: list[str] = []
    ties: list[list[DrawnTie]] = []
    drawn_at: dict[int, int] = {}
    thirds: list[tuple[object, DrawnTie]] = []
    for at, column in enumerate(bracket.columns):
        of_column = [DrawnTie(pairing, next(rows)) for pairing in column.pairings]
        if column.is_third_place:
            thirds += [(column.stage.path, tie._replace(title=tie.row.round)) for tie in of_column]
            continue
        drawn_at[at] = len(names)
        names.append(of_column[0].row.round)
        ties.append(of_column)
    paths = [bracket.columns[at].stage.path for at in drawn_at]
    for path, third in thirds:
        if path in paths:
            ties[len(paths) - 1 - paths[::-1].index(path)].append(third)
        else:
            names.append(third.title)
            ties.append([third])
    nexts = {
        (drawn_at[at], place): (drawn_at[on], there)
        for (at, place), (on, there) in next_ties(bracket.columns).items()
        if at in drawn_at
    }
    return Rounds(tuple(names), tuple(map(tuple, ties)), nexts)


def rounds_across(width: int) -> int:
    """How many rounds stand beside one another."""
    return max(1, (width + GAP) // (ROUND_WIDTH + GAP))


def round_width(width: int, across: int) -> int:
    """The width of each of so many rounds beside one another."""
    return (width - GAP * (across - 1)) // across


def rounds_head(names: Sequence[str], width: int, *, before: int, after: int) -> Line:
    """The names of the rounds; before, after: how many more there are to the left and right."""
    each = round_width(width, len(names))
    line: list[Span] = []
    for place, name in enumerate(names):
        start = f"← {before} more · " if before and place == 0 else ""
        end = f" · {after} more →" if after and place == len(names) - 1 else ""
        gap = GAP if place < len(names) - 1 else 0
        room = each - 2 - len(start) - len(end)
        line += [
            (f" {start}", "muted"),
            (fitted(safe(name), max(4, min(width_of([(name, "")]), room))), "heading"),
        ]
        line.append((end, "muted"))
        used = width_of(line[-3:])
        line.append((" " * max(0, each + gap - used), "plain"))
    return line


def bracket_lines(window: Rounds, width: int, cursor: Place, zone: ClockZone) -> list[Line]:
    """The lines of some rounds beside one another; cursor: the tie that is marked."""
    each = round_width(width, len(window.names))
    cells: defaultdict[int, dict[int, Line]] = defaultdict(dict)
    tops = {tie: top_of(slot) for tie, slot in window.slots().items()}
    for (at, place), top in tops.items():
        tie = window.ties[at][place]
        is_joined = (at, place) in window.nexts
        for offset, line in enumerate(_tie_lines(tie, each, zone, is_marked=(at, place) == cursor)):
            cells[top + offset][at] = _led_on(line, each) if is_joined and offset == 1 else line
        if tie.title and top:
            cells[top - 1][at] = [(f"   {fitted(safe(tie.title), each - 3)}", "heading")]
    joints = _joints(window, tops)
    for line_number, at in joints:
        cells[line_number].setdefault(at, BLANK)
    lines: list[Line] = []
    for number in range(max(cells, default=-1) + 1):
        spans: list[Span] = []
        for at in range(len(window.names)):
            sides = joints.get((number, at), 0)
            cell = cells[number].get(at, BLANK)
            if cell == BLANK and joints.get((number, at - 1), 0) & RIGHT and sides & LEFT:
                cell = [("─" * each, "rule")]
            spans += [*cell, (" " * max(0, each - width_of(cell)), "plain")]
            if at < len(window.names) - 1:
                left, right = "─" if sides & LEFT else " ", "─" if sides & RIGHT else " "
                spans.append((f"{left}{BOXES.get(sides, ' ')}{right}", "rule"))
        lines.append(spans)
    return lines


def top_of(slot: float) -> int:
    """The first line of a tie."""
    return round(slot * HEIGHT)


def _joints(window: Rounds, tops: Mapping[Place, int]) -> dict[tuple[int, int], int]:
    """Line and gap → the directions in which lines leave the middle of the gap right of that round."""
    joints: defaultdict[tuple[int, int], int] = defaultdict(int)
    for before, after in window.nexts.items():
        start, end = tops[before] + 1, tops[after] + 1
        last = after[0] - 1
        for at in range(before[0], last):
            joints[start, at] |= LEFT | RIGHT
        joints[start, last] |= LEFT | (RIGHT if start == end else DOWN if start < end else UP)
        if start != end:
            joints[end, last] |= RIGHT | (UP if start < end else DOWN)
        for number in range(min(start, end) + 1, max(start, end)):
            joints[number, last] |= UP | DOWN
    return dict(joints)


def _tie_lines(tie: DrawnTie, width: int, zone: ClockZone, *, is_marked: bool) -> list[Line]:
    mark = ("▌" if is_marked else " ", "accent")
    pairing, row = tie.pairing, tie.row
    lines: list[Line] = []
    for entrant, name in ((pairing.one, row.home), (pairing.other, row.away)):
        is_through = pairing.through is not None and entrant.team == pairing.through
        style = (
            "strong"
            if is_through
            else "muted"
            if entrant.team is None or pairing.through
            else "plain"
        )
        sign = "✓ " if is_through else "  "
        text = safe(name)
        lines.append(
            [mark, (sign, "good"), (fitted(text, min(width - 3, width_of([(text, "")]))), style)]
        )
    doubt = [("? ", "warning")] if row.doubt else [("  ", "plain")]
    text = row.score or _when(pairing, zone)
    return [*lines, [mark, *doubt, (fitted(text, min(width - 3, width_of([(text, "")]))), "muted")]]


def _led_on(line: Line, width: int) -> Line:
    """A line with a rule to the end of its column."""
    rest = width - width_of(line)
    return [*line, (" " + "─" * (rest - 1), "rule")] if rest > 0 else line


def _when(pairing: Pairing, zone: ClockZone) -> str:
    on = short_date(zone.moment(pairing.kickoff_ts).date())
    return on if pairing.number is None else f"match {pairing.number} · {on}"


def doubt_notes(bracket: SeasonBracket) -> list[Line]:
    """What is doubtful, tie by tie, and why places of groups are open."""
    doubts = [
        (f"{row.round}, {row.home} v {row.away}", row.doubt) for row in bracket.rows() if row.doubt
    ]
    notes: list[Line] = [[(f" ? {safe(what)}: {safe(why)}", "plain")] for what, why in doubts]
    return [*notes, *([(f" ? {safe(why)}", "plain")] for why in bracket.open_reasons())]


def tie_detail(bracket: SeasonBracket, tie: DrawnTie, width: int, zone: ClockZone) -> list[Line]:
    """The tie under the cursor in whole words: its sides, each leg, who goes through by what, and what is doubtful."""
    pairing, row = tie.pairing, tie.row
    number = f"match {pairing.number}, " if pairing.number is not None else ""
    remark = f"{number}{long_date(zone.moment(pairing.kickoff_ts).date())}"
    sides = " v ".join(_whole(bracket, each) for each in (pairing.one, pairing.other))
    by = f" by {row.decided_by}" if row.decided_by not in (None, "score") else ""
    through = f"{row.through} through{by}" if row.through else ""
    reasons = [
        row.doubt or "",
        *(bracket.why_open(each) or "" for each in (pairing.one, pairing.other)),
    ]
    doubt = "; ".join(filter(None, reasons))
    lines: list[Line] = [
        titled(safe(row.round), width, remark),
        [(f" {safe(sides)}", "strong")],
        [(f" {safe(' · '.join(filter(None, (row.score, through))) or 'not played yet')}", "plain")],
    ]
    room = DETAIL_HEIGHT - len(lines)
    words = (
        wrap(f"? {safe(doubt)}", max(20, width - 2), max_lines=room, placeholder="…")
        if doubt
        else []
    )
    return [*lines, *([(f" {line}", "warning")] for line in words)]


def _whole(bracket: SeasonBracket, entrant: Entrant) -> str:
    name = bracket.side(entrant)
    return (
        f"{name} ({placeholder_words(entrant.code)})"
        if entrant.team is not None and entrant.code
        else name
    )
