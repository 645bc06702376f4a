"""A league table: one line a team, in the columns of its type that fit."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from footydata.faces.drawing.lines import Line, Span, fitted, tab_line, width_of
from footydata.football.table_rows import StandingRow, TableHalf, Venue
from footydata.football.terms import TableType
from footydata.football.wording import plural, safe
from footydata.store.forecasts import Projection
from footydata.views.tables import POSITION, TEAM
from footydata.views.view import Shown, View

LETTERS = {"W": "good", "D": "muted", "L": "bad"}
"""The letters of the form and their style."""

NAMES = {TableType.TOTAL: "Points", TableType.CORNER: "Corners", TableType.CARD: "Cards"}
"""What the kinds of table are called, in the order of the keys 1, 2, 3."""

VENUES: dict[str, str] = {Venue.ALL: "all fixtures", Venue.HOME: "home", Venue.AWAY: "away"}

HALVES: dict[str, str] = {TableHalf.FULL: "whole match", TableHalf.FIRST: "first half"}


UNKNOWN = "·"
"""What stands for an average that is not known."""

GROUP_WIDTH, MOST_ACROSS, GAP = 58, 3, 2
"""The least width of a group beside others, how many stand so at most, and the blanks between them."""


def table_columns(shown: Sequence[Shown], width: int) -> tuple[Shown, ...]:
    """The columns behind position and team that a width has room for."""
    return tuple(column for column in shown[2:] if width >= column.from_width)


class Sorting(NamedTuple):
    """The column by which a table is sorted, by its head; is_turned: in the other direction than it begins with.

    Figures begin with the highest, positions and names with the first.
    """

    head: str = POSITION.head
    is_turned: bool = False

    @property
    def is_by_position(self) -> bool:
        """Whether the rows stand in the order of the table."""
        return self == Sorting()

    @property
    def sign(self) -> str:
        """The sign at the head of the column."""
        return "▾" if (self.head in (POSITION.head, TEAM.head)) == self.is_turned else "▴"

    def by(self, head: str) -> "Sorting":
        """Sorted by a column; by the one that it is sorted by already in the other direction."""
        return Sorting(head, is_turned=head == self.head and not self.is_turned)

    def view(self, view: View) -> View:
        """The view with its rows in this order, so that a file follows the screen."""
        if self.is_by_position:
            return view
        rows, blocks, ordered = iter(view.rows), [], []
        for block in view.blocks:
            pairs = self._sorted(list(zip(block.rows, rows, strict=False)), view.shown)
            blocks.append(block._replace(rows=[row for row, _ in pairs], ends=()))
            ordered += [values for _, values in pairs]
        return view._replace(rows=ordered, blocks=blocks)

    def _sorted(
        self, pairs: list[tuple[Any, Any]], shown: Sequence[Shown]
    ) -> list[tuple[Any, Any]]:
        """Rows in this order, those of which the figure is unknown last; parts of a table stay apart."""
        column = next((one for one in shown if one.head == self.head), POSITION)
        known = [pair for pair in pairs if column.rank(pair[0]) is not None]
        is_falling = column not in (POSITION, TEAM)
        known.sort(key=lambda pair: column.rank(pair[0]), reverse=is_falling != self.is_turned)
        unknown = [pair for pair in pairs if column.rank(pair[0]) is None]
        parts = {getattr(row, "group", None): row.position for row, _ in reversed(pairs)}
        return sorted([*known, *unknown], key=lambda pair: parts[getattr(pair[0], "group", None)])


def sorted_heads(shown: Sequence[Shown], width: int) -> list[str]:
    """The heads of the columns that a width has room for, from the left."""
    return [column.head for column in (POSITION, TEAM, *table_columns(shown, width))]


def table_head(shown: Sequence[Shown], width: int, sorting: Sorting | None = None) -> Line:
    """The heads of the columns; the one that the rows are sorted by stands out, with a sign for the direction."""
    columns = table_columns(shown, width)
    sorting = sorting or Sorting()
    spans: list[Span] = [(" ", "muted")]
    for column in (POSITION, TEAM, *columns):
        is_sorted = column.head == sorting.head and not sorting.is_by_position
        head = f"{column.head}{sorting.sign}" if is_sorted else column.head
        cells = _team_width(columns, width) if column is TEAM else column.width
        spans.append(
            (
                fitted(head, cells, "left" if column is TEAM else "right"),
                "accent" if is_sorted else "muted",
            )
        )
        if column is POSITION:
            spans.append(("  ", "muted"))
    return spans


def head_at(shown: Sequence[Shown], width: int, x: int) -> str | None:
    """The head of the column at an x of the line, None if there is none."""
    end = 0
    for text, _ in table_head(shown, width):
        end += width_of([(text, "")])
        if x < end:
            return text.strip() or None
    return None


def groups_across(width: int) -> int:
    """How many groups stand beside one another."""
    return max(1, min(MOST_ACROSS, width // GROUP_WIDTH))


def group_width(width: int, across: int) -> int:
    """The width of each of so many groups beside one another."""
    return (width - GAP * (across - 1)) // across


def groups_head(shown: Sequence[Shown], width: int, sorting: Sorting | None = None) -> Line:
    """The head of groups beside one another: that of a table over each."""
    across = groups_across(width)
    head = table_head(shown, group_width(width, across), sorting)
    return side_by_side([head] * across, width)


def side_by_side(cells: Sequence[Line], width: int) -> Line:
    """Lines beside one another, each in its share of a width."""
    share = group_width(width, len(cells))
    spans: list[Span] = []
    for place, cell in enumerate(cells):
        gap = GAP if place < len(cells) - 1 else 0
        spans += [*cell, (" " * (share - width_of(cell) + gap), "plain")]
    return spans


def table_line(
    row: StandingRow,
    shown: Sequence[Shown],
    width: int,
    *,
    mark: Span,
    is_zone_end: bool = False,
    chance: str = "",
) -> Line:
    """The line of a team. mark: the cursor's sign. is_zone_end: whether something is decided below its position."""
    columns = table_columns(shown, width)
    line: list[Span] = [
        mark,
        (fitted(str(row.position), 3, "right"), "muted"),
        ("▁ " if is_zone_end else "  ", "rule"),
        (fitted(safe(row.team_name), _team_width(columns, width)), "plain"),
    ]
    for column in columns:
        text = column.text(row, UNKNOWN)
        if column.kind == "form":
            line += _form(text, column.width)
        else:
            line.append((fitted(text, column.width, "right"), column.style))
    if chance and has_room(chance, shown, width):
        line.append((f"  {chance}", "muted"))
    return line


def table_cells(row: StandingRow, shown: Sequence[Shown]) -> list[str]:
    """A team's row as cells of text: position, team, and every column."""
    return [safe(column.text(row, UNKNOWN)).strip() for column in shown]


def view_notes(view: View) -> list[list[Span]]:
    """Why tables may be wrong, the decisions that their points hold, what they leave out, and why others have none."""
    notes = [*map(_doubt, view.doubts), *map(_note, view.notes)]
    for block in view.blocks:
        own = [
            *map(_doubt, block.doubts),
            *([(f" * {safe(decision)}", "muted")] for decision in block.decisions),
            *map(_note, block.notes),
        ]
        notes += [[(f" {safe(block.title)}", "strong")]] if own and block.title else []
        notes += own
    return notes + [
        [(f" ? {safe(stage)}: no table: {safe(why)}", "plain")]
        for stage, why in view.left_out.items()
    ]


def _doubt(text: str) -> list[Span]:
    return [(f" ? doubtful: {safe(text)}", "plain")]


def _note(text: str) -> list[Span]:
    return [(f"   {safe(text)}", "muted")]


def chance_texts(projection: Projection) -> dict[int, str]:
    """By team: its points at the end, and the chance of each zone that it may reach."""
    texts: dict[int, str] = {}
    for team in projection.teams:
        zones = [
            f"{zone} {chance:.0%}"
            for zone, chance in team.zones.items()
            if 0.005 <= chance <= 0.995
        ]
        first = (
            [f"1st {team.places[0]:.0%}"]
            if team.places and team.places[0] >= 0.005 and not zones
            else []
        )
        texts[team.team_id] = "  ".join(
            [f"{team.low_points:.0f}-{team.high_points:.0f} pts", *first, *zones]
        )
    return texts


def live_notes(live: int) -> list[list[Span]]:
    """That a table counts fixtures which are not over; live: how many."""
    if not live:
        return []
    are = "is" if live == 1 else "are"
    return [
        [
            (
                f" As it stands: {plural(live, 'fixture')} {are} live and count as if they were over now.",
                "live",
            )
        ]
    ]


def projection_notes(projection: Projection, *, is_shown: bool) -> list[list[Span]]:
    """What the chances at the end of the rows rest on; where no row has room for them, that they are there."""
    if not is_shown:
        return [
            [(" A wider terminal shows at the end of the rows how the season may end.", "muted")]
        ]
    meaning = f" At the end of a row: its points at the end in four of five of {projection.runs:,} runs, and its chances."
    return [[(meaning, "muted")], *[[(f"   {safe(note)}", "muted")] for note in projection.notes]]


def has_room(chance: str, shown: Sequence[Shown], width: int) -> bool:
    """Whether a row of a table has room for a chance at its end."""
    columns = table_columns(shown, width)
    return (
        7 + _team_width(columns, width) + sum(column.width for column in columns) + len(chance) + 2
        <= width
    )


def wrapped(note: list[Span], width: int) -> list[list[Span]]:
    """The lines of a note, which has one style: those after the first begin below its words.

    >>> wrapped([(" * Ashmere: -3 points", "muted")], 14)
    [[(' * Ashmere: -3', 'muted')], [('   points', 'muted')]]
    """
    text, style = "".join(part for part, _ in note), note[0][1]
    return [[(line, style)] for line in wrap(text, max(20, width), subsequent_indent="   ")]


def table_tabs(type: TableType, width: int, *, venue: str, half: str, at: str) -> Line:
    """The kinds of table with their keys, the shown one in brackets, then venue, half, and the moment."""
    line = tab_line(list(NAMES.values()), list(NAMES).index(type))
    rest = " · ".join(filter(None, (VENUES[venue], HALVES[half], at)))
    if at and width_of(line) + len(rest) + 2 > width:
        # What is unusual goes first.
        own = [
            VENUES[venue] if venue != Venue.ALL else "",
            HALVES[half] if half != TableHalf.FULL else "",
        ]
        rest = " · ".join(filter(None, (at, *own)))
    return [*line, (fitted(f"  {rest}", max(0, width - width_of(line))), "muted")]


def _team_width(columns: tuple[Shown, ...], width: int) -> int:
    return max(4, min(36, width - 7 - sum(column.width for column in columns)))


def _form(form: str, width: int) -> list[Span]:
    blank = " " * max(0, width - len(form))
    return [(blank, "plain"), *[(letter, LETTERS.get(letter, "plain")) for letter in form]]
