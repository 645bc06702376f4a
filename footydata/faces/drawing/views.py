"""A view as lines of a terminal: the rows of each block, in the columns that a width has room for.

Beside the rows of a league's table stand its tabs, how the season may end, and what is live.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from footydata.faces.drawing.lines import (
    BLANK,
    GAP,
    UNKNOWN,
    Align,
    Item,
    Line,
    Span,
    fitted,
    titled,
    wrapped,
)
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import TableType
from footydata.football.wording import safe
from footydata.store.forecasts import Projection
from footydata.views import SEASON_VIEWS
from footydata.views.view import Shown, View, Views, known

SHORTEST = 10
"""Texts are not cut below so many columns."""

LONGEST = 44
"""The most columns of a text: a value may be a whole timeline."""

LETTERS = {"W": "good", "D": "muted", "L": "bad"}
"""The letters of a form and their style."""

FIRST = ("#", "Team")
"""The heads of columns whose first value is the least."""


class Sorting(NamedTuple):
    """The column by which a view is sorted, by its head; is_turned: in the other direction than it begins with.

    Figures begin with the highest, positions and names with the first.
    """

    head: str = FIRST[0]
    is_turned: bool = False

    @property
    def sign(self) -> str:
        """The sign at the head of the column; none in the order of the view."""
        return "" if self == UNSORTED else "▾" if (self.head in FIRST) == self.is_turned else "▴"

    def by(self, head: str) -> "Sorting":
        """Sorted by a column; by the one that it is sorted by already in the other direction."""
        return Sorting(head, is_turned=head == self.head and not self.is_turned)

    def view(self, view: View) -> View:
        """The view with its rows in this order, so that a file follows the screen."""
        if self == UNSORTED:
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
        column = next((one for one in shown if one.head == self.head), shown[0])
        known = [pair for pair in pairs if column.rank(pair[0]) is not None]
        is_falling = column.head not in FIRST
        known.sort(key=lambda pair: column.rank(pair[0]), reverse=is_falling != self.is_turned)
        unknown = [pair for pair in pairs if column.rank(pair[0]) is None]
        parts = {getattr(row, "group", None): row.position for row, _ in reversed(pairs)}
        return sorted([*known, *unknown], key=lambda pair: parts[getattr(pair[0], "group", None)])


UNSORTED = Sorting()
"""The order of the view."""


class Layout(NamedTuple):
    """The columns of a view that a width has room for, and the width of each."""

    columns: Sequence[Shown]
    widths: Sequence[int]

    def head(self, sorting: Sorting = UNSORTED) -> Line:
        """The heads of the columns; the one that the rows are sorted by stands out, with a sign for the direction."""
        spans: list[Span] = [(" ", "muted")]
        for column, width in zip(self.columns, self.widths, strict=True):
            sign = sorting.sign if column.head == sorting.head else ""
            side: Align = "left" if column.kind else "right"
            text = fitted(column.head, width, side)
            if sign:
                text = fitted(f"{text.rstrip()}{sign}", width + len(sign), side)
            spans.append((text + " " * (GAP - len(sign)), "accent" if sign else "muted"))
        return spans

    def head_at(self, x: int) -> str | None:
        """The head of the column at an x of the line, None if there is none."""
        end = 1
        for column, width in zip(self.columns, self.widths, strict=True):
            end += width + GAP
            if x < end:
                return column.head
        return None

    def line(self, row: Any, *, mark: str = " ", is_end: bool = False) -> Line:
        """The line of a row. mark: a sign before it. is_end: whether something is decided below its place."""
        spans: list[Span] = [(mark, "accent")]
        for place, (column, width) in enumerate(zip(self.columns, self.widths, strict=True)):
            text = cell_text(column, row)
            if column.kind == "form":
                spans += [(letter, LETTERS.get(letter, "plain")) for letter in text]
                spans.append((" " * (width - len(text)), "plain"))
            else:
                spans.append(
                    (fitted(text, width, "left" if column.kind else "right"), column.style)
                )
            spans.append(("▁ ", "rule") if is_end and not place else (" " * GAP, "plain"))
        return spans


def layout(shown: Sequence[Shown], rows: Sequence[Any], width: int) -> Layout:
    """The columns in which any row has something: first those with the highest
    least width are left out, those of one together, then texts are cut.
    """
    shown = known(shown, rows)
    widths = [
        min(LONGEST, max(map(cell_len, (one.head, *(cell_text(one, row) for row in rows)))))
        for one in shown
    ]
    places = list(range(len(shown)))
    while (lack := sum(widths[place] + GAP for place in places) - GAP + 1 - width) > 0:
        least = max(shown[place].from_width for place in places)
        wide = max(places, key=lambda place: widths[place] * _is_cut(shown[place]))
        if least:
            places = [place for place in places if shown[place].from_width < least]
        elif _is_cut(shown[wide]) and widths[wide] > SHORTEST:
            widths[wide] = max(SHORTEST, widths[wide] - lack)
        else:
            places.pop()
    return Layout([shown[place] for place in places], [widths[place] for place in places])


def view_layout(view: View, width: int) -> Layout:
    """The layout of all blocks that have the columns of the view."""
    rows = [row for block in view.blocks if block.shown is None for row in block.rows]
    return layout(view.shown, rows, width)


def view_items(
    view: View,
    width: int,
    *,
    sorting: Sorting = UNSORTED,
    is_starred: Callable[[Any], bool] = lambda _: False,
) -> list[Item]:
    """The rows of a view, each block under its title, then what is to be said of them; without the head."""
    whole = view_layout(view, width)
    items: list[Item] = []
    for block in view.blocks:
        own = whole if block.shown is None else layout(block.shown, block.rows, width)
        group = block.title or None
        if group:
            items.append(Item(titled(safe(group), width)))
        if own is not whole:
            items.append(Item(own.head(sorting)))
        for row in block.rows:
            if not block.title and getattr(row, "group", None) != group:
                group = row.group
                items.append(Item(titled(group or "", width)))
            is_end = row is not block.rows[-1] and getattr(row, "position", None) in block.ends
            mark = "★" if is_starred(row) else " "
            items.append(Item(own.line(row, mark=mark, is_end=is_end), row))
    return items + [Item(line) for line in view_notes(view, width)]


def view_notes(view: View, width: int) -> list[Line]:
    """Why a view may be wrong, the decisions that it holds, what it leaves out, why there are no rows, or not all."""
    notes, doubts = view.remarks()
    texts = [
        *(f"? doubtful: {doubt}" for doubt in doubts),
        *(f"* {decision}" for block in view.blocks for decision in block.decisions),
        *(f"  {note}" for note in notes),
        *(f"? {name}: no table: {why}" for name, why in view.left_out.items()),
        view.reason or view.footer,
    ]
    return [
        line
        for text in texts
        for line in wrapped(safe(text), width, "plain" if text[:1] == "?" else "muted")
    ]


def view_lines(view: View, width: int) -> list[Line]:
    """The rows of a view under the heads of its columns."""
    lines = [item.line for item in view_items(view, width)]
    return [view_layout(view, width).head(), *lines] if view.blocks else lines


def views_lines(views: Views, width: int) -> list[Line]:
    """What is doubtful of a thing, then its parts, each under its heading; an empty one says why."""
    lines = [
        line
        for doubt in views.doubts
        for line in wrapped(f"? doubtful: {safe(doubt)}", width, "plain")
    ]
    for name, view in views.parts.items():
        if view.blocks or view.reason:
            lines += [titled(name.replace("_", " ").capitalize(), width), *view_lines(view, width)]
            lines.append(BLANK)
    return lines[:-1]


def cell_text(column: Shown, row: Any) -> str:
    """What people see of a column, an average in two decimals, with a sign for a figure that is not known."""
    value = column.cell(row)
    if value is None:
        return "" if column.kind else UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else safe(str(value))


def _is_cut(column: Shown) -> bool:
    return column.kind in ("text", "sentence")


NAMES: Mapping[str, str] = {
    TableType.TOTAL: "Points",
    TableType.CORNER: "Corners",
    TableType.CARD: "Cards",
    **{name: name.capitalize() for name in SEASON_VIEWS},
}
"""What the kinds of table and the views of a season are called, in the order of the keys 1, 2, 3."""

VENUES: dict[str, str] = {Venue.ALL: "all fixtures", Venue.HOME: "home", Venue.AWAY: "away"}

HALVES: dict[str, str] = {TableHalf.FULL: "whole match", TableHalf.FIRST: "first half"}

LEFT_OUT_FIRST = 999
"""The least width of a column that is left out before all others."""


def ending_view(view: View, projection: Projection, width: int) -> View:
    """The view with how the season may end at the end of its rows, if they have room for it, and what that rests on."""
    texts = _chances(projection)
    column = Shown(
        "at the end",
        lambda row: texts.get(row.team_id),
        LEFT_OUT_FIRST,
        style="muted",
        kind="text",
    )
    wider = view._replace(shown=(*view.shown, column))
    if column not in view_layout(wider, width).columns:
        note = "A wider terminal shows at the end of the rows how the season may end."
        return view._replace(notes=[*view.notes, note])
    meaning = f"At the end: points in four of five of {projection.runs:,} runs, and the chances."
    return wider._replace(notes=[*view.notes, meaning, *projection.notes])


def _chances(projection: Projection) -> dict[int, str]:
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
        points = f"{team.low_points:.0f}-{team.high_points:.0f} pts"
        texts[team.team_id] = "  ".join([points, *first, *zones])
    return texts
