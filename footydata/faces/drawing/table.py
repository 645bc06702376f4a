"""A league table: one line a team, in the columns of its type that fit."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from footydata.faces.drawing.lines import Align, Line, Span, fitted, tab_line, width_of
from footydata.football.table_rows import StandingRow, Table, TableHalf, Venue
from footydata.football.terms import TableType
from footydata.football.wording import plural, safe
from footydata.store.forecasts import Projection
from footydata.store.read.seasons.group_tables import SeasonTables
from footydata.store.typed_names import folded

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


class TableColumn(NamedTuple):
    """A column of a table. field: of the row, or a function of it; from_width: where it is shown.

    order: the field, or a function of the row, by which the column is sorted, None: `field`.
    """

    head: str
    width: int
    field: str | Callable[[Any], str]
    from_width: int = 0
    style: str = "plain"
    align: Align = "right"
    order: str | Callable[[Any], Any] | None = None

    def value(self, row: StandingRow) -> Any:
        """What the column is sorted by, None if that is unknown."""
        order = self.field if self.order is None else self.order
        return order(row) if callable(order) else getattr(row, order)


def _goal_difference(row: Any) -> str:
    return _signed(row.goal_difference)


def _corner_difference(row: Any) -> str:
    return _signed(row.total_for - row.total_against)


def _signed(difference: int) -> str:
    return f"{difference:+d}" if difference else "0"


def _points(row: Any) -> str:
    return f"{row.points}{'*' if row.deduction else ' '}"


def _form_points(row: Any) -> int:
    return sum({"W": 3, "D": 1}.get(letter, 0) for letter in row.form)


def _mean(head: str, width: int, field: str, from_width: int, style: str = "plain") -> TableColumn:
    """A column of averages, in two decimals."""

    def text(row: Any) -> str:
        value: float | None = getattr(row, field)
        return UNKNOWN if value is None else f"{value:.2f}"

    return TableColumn(head, width, text, from_width, style, order=field)


_PLAYED = TableColumn("P", 4, "played")

COLUMNS: Mapping[TableType, tuple[TableColumn, ...]] = {
    TableType.TOTAL: (
        _PLAYED,
        TableColumn("W", 4, "won", 44),
        TableColumn("D", 4, "drawn", 44),
        TableColumn("L", 4, "lost", 44),
        TableColumn("GF", 5, "goals_for", 56),
        TableColumn("GA", 5, "goals_against", 56),
        TableColumn("GD", 5, _goal_difference, 36, order="goal_difference"),
        TableColumn("Pts", 6, _points, style="strong", order="points"),
        TableColumn("Form", 7, "form", 66, order=_form_points),
    ),
    TableType.CORNER: (
        _PLAYED,
        TableColumn("For", 6, "total_for"),
        TableColumn("Ag", 6, "total_against", 44),
        TableColumn(
            "+/-", 6, _corner_difference, 50, order=lambda row: row.total_for - row.total_against
        ),
        _mean("For/g", 7, "average_for", 60),
        _mean("Ag/g", 7, "average_against", 60),
        _mean("1st half", 10, "half_average_for", 84, "muted"),
        _mean("against", 9, "half_average_against", 84, "muted"),
        TableColumn("Pts", 6, "points", 36, "strong"),
    ),
    TableType.CARD: (
        _PLAYED,
        TableColumn("For", 6, "total_for", style="strong"),
        TableColumn("Ag", 6, "total_against", 44),
        _mean("For/g", 7, "average_for", 52),
        _mean("Ag/g", 7, "average_against", 60),
        TableColumn("Yellow", 8, "yellow_for", 68),
        TableColumn("Red", 5, "red_for", 68),
        TableColumn("Yellow ag", 11, "yellow_against", 100, "muted"),
        TableColumn("Red ag", 8, "red_against", 100, "muted"),
        TableColumn("Booking", 9, "booking_points", 76),
    ),
}
"""The columns right of position and team; booking points are 10 a yellow card, 25 a red one."""


def table_columns(type: TableType, width: int) -> tuple[TableColumn, ...]:
    """The columns of a type that a width has room for."""
    return tuple(column for column in COLUMNS[type] if width >= column.from_width)


POSITION = TableColumn("#", 3, "position")
TEAM = TableColumn("Team", 0, "team_name", align="left", order=lambda row: folded(row.team_name))
"""The columns at the left, whose first value is the least; TEAM takes the width that is left."""


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

    def rows(self, table: Table) -> tuple[StandingRow, ...]:
        """The rows of a table in this order, those of which the figure is unknown last; parts of a table stay apart."""
        if self.is_by_position:
            return table.rows
        column = next(
            (one for one in (POSITION, TEAM, *COLUMNS[table.type]) if one.head == self.head),
            POSITION,
        )
        known = [row for row in table.rows if column.value(row) is not None]
        is_falling = column not in (POSITION, TEAM)
        known.sort(key=column.value, reverse=is_falling != self.is_turned)
        rows = [*known, *[row for row in table.rows if column.value(row) is None]]
        parts = {getattr(row, "group", None): row.position for row in reversed(table.rows)}
        return tuple(sorted(rows, key=lambda row: parts[getattr(row, "group", None)]))


def sorted_heads(type: TableType, width: int) -> list[str]:
    """The heads of the columns that a width has room for, from the left."""
    return [column.head for column in (POSITION, TEAM, *table_columns(type, width))]


def table_head(type: TableType, width: int, sorting: Sorting | None = None) -> Line:
    """The heads of the columns; the one that the rows are sorted by stands out, with a sign for the direction."""
    columns = table_columns(type, width)
    sorting = sorting or Sorting()
    spans: list[Span] = [(" ", "muted")]
    for column in (POSITION, TEAM, *columns):
        is_sorted = column.head == sorting.head and not sorting.is_by_position
        head = f"{column.head}{sorting.sign}" if is_sorted else column.head
        cells = _team_width(columns, width) if column is TEAM else column.width
        spans.append((fitted(head, cells, column.align), "accent" if is_sorted else "muted"))
        if column is POSITION:
            spans.append(("  ", "muted"))
    return spans


def head_at(type: TableType, width: int, x: int) -> str | None:
    """The head of the column at an x of the line, None if there is none."""
    end = 0
    for text, _ in table_head(type, width):
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


def groups_head(type: TableType, width: int, sorting: Sorting | None = None) -> Line:
    """The head of groups beside one another: that of a table over each."""
    across = groups_across(width)
    head = table_head(type, group_width(width, across), sorting)
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
    type: TableType,
    width: int,
    *,
    mark: Span,
    is_zone_end: bool = False,
    chance: str = "",
) -> Line:
    """The line of a team. mark: the cursor's sign. is_zone_end: whether something is decided below its position."""
    columns = table_columns(type, width)
    line: list[Span] = [
        mark,
        (fitted(str(row.position), 3, "right"), "muted"),
        ("▁ " if is_zone_end else "  ", "rule"),
        (fitted(safe(row.team_name), _team_width(columns, width)), "plain"),
    ]
    for column in columns:
        if column.field == "form":
            line += _form(str(getattr(row, "form", "")), column.width)
            continue
        text = column.field(row) if callable(column.field) else str(getattr(row, column.field))
        line.append((fitted(text, column.width, column.align), column.style))
    if chance and has_room(chance, type, width):
        line.append((f"  {chance}", "muted"))
    return line


def table_cells(row: StandingRow, type: TableType) -> list[str]:
    """A team's row as cells of text: position, team, and every column of the type."""
    cells = [str(row.position), safe(row.team_name)]
    for column in COLUMNS[type]:
        cells.append(
            column.field(row) if callable(column.field) else str(getattr(row, column.field))
        )
    return [cell.strip() for cell in cells]


def group_notes(groups: SeasonTables) -> list[list[Span]]:
    """The notes of all groups, those of each after its name, and why others have no table."""
    notes = [*map(_doubt, groups.doubts), *map(_note, groups.notes)]
    for table in groups.tables:
        own = table_notes(table)
        notes += [[(f" {safe(table.stage or '')}", "strong")], *own] if own else []
    return notes + [
        [(f" ? {safe(stage)}: no table: {safe(why)}", "plain")]
        for stage, why in groups.left_out.items()
    ]


def table_notes(table: Table) -> list[list[Span]]:
    """Why the table may be wrong, the decisions that the points hold with their reasons, and what it leaves out."""
    names = {row.team_id: safe(row.team_name) for row in table.rows}
    notes: list[list[Span]] = [*map(_doubt, table.doubts)]
    for one in table.adjustments:
        decided = f", decided {one.decided_on}" if one.decided_on else ""
        notes.append(
            [(f" * {names.get(one.team_id, '?')}: {one.points:+d} points{decided}", "muted")]
        )
        notes += [[(f"   {safe(one.reason)}", "muted")]] if one.reason else []
    return [*notes, *map(_note, table.notes)]


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


def has_room(chance: str, type: TableType, width: int) -> bool:
    """Whether a row of a table has room for a chance at its end."""
    columns = table_columns(type, width)
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


def _team_width(columns: tuple[TableColumn, ...], width: int) -> int:
    return max(4, min(36, width - 7 - sum(column.width for column in columns)))


def _form(form: str, width: int) -> list[Span]:
    blank = " " * max(0, width - len(form))
    return [(blank, "plain"), *[(letter, LETTERS.get(letter, "plain")) for letter in form]]
