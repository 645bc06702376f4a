"""A view as every face shows it: its rows for programs, and how people see them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from footydata.football.moments import iso_utc, minute_text
from footydata.football.records.meaning import INTEGER, MOMENT, NUMBER, YES_NO
from footydata.views.columns import Column


class Shown(NamedTuple):
    """A column as people see it.

    of: a field of a row, or a function of the row; None is not known. format: makes the text of what is known.
    from_width: the terminal leaves it out below, pages on narrow screens, and a print first where there is no room.
    width, style: in the terminal. order: what it is sorted by, by default `of`.
    kind: "" a figure, "text", "whole" (never cut), "sentence" (wrapped, and left out last), "form" (letters of
    results). link: what a row's cell opens.
    """

    head: str
    of: str | Callable[[Any], Any]
    from_width: int = 0
    format: Callable[[Any], str] | None = None
    style: str = "plain"
    width: int = 5
    order: str | Callable[[Any], Any] | None = None
    kind: str = ""
    is_needed: bool = False
    link: tuple[str, str] | None = None

    def value(self, row: Any) -> Any:
        """What the column has of a row, None if that is not known."""
        return self.of(row) if callable(self.of) else getattr(row, self.of)

    def cell(self, row: Any) -> Any:
        """What people see of it."""
        value = self.value(row)
        return value if value is None or self.format is None else self.format(value)

    def text(self, row: Any, unknown: str = "") -> str:
        """What people see of it, as a text."""
        value = self.cell(row)
        return unknown if value is None else str(value)

    def rank(self, row: Any) -> Any:
        """What the column is sorted by, None if that is not known."""
        order = self.of if self.order is None else self.order
        return order(row) if callable(order) else getattr(row, order)


class Block(NamedTuple):
    """Rows that stand together: a group, a stage, a part.

    rows: the objects that Shown reads. decisions: what was decided on them. footnotes: what stands below a print alone.
    notes, doubts: as of a view, of these rows. ends: the places below which something is decided. shown: its columns, if others than those of the view.
    """

    title: str
    rows: Sequence[Any]
    decisions: Sequence[str] = ()
    footnotes: Sequence[str] = ()
    notes: Sequence[str] = ()
    doubts: Sequence[str] = ()
    ends: Sequence[int] = ()
    shown: Sequence[Shown] | None = None


_MADE: Mapping[str, Callable[[Any], object]] = {MOMENT: iso_utc, YES_NO: bool}


class View(NamedTuple):
    """All that may be shown of what was asked.

    columns, rows: for programs: whole tuples in the order of the columns.
    shown, blocks: for people. title: what it is of; headline: the title is printed above the rows.
    notes: what the rows leave out. doubts: why they may be wrong. left_out: what has no rows → why.
    about: further facts by name. reason: why there are no rows; is_empty_fine: and that this is no error.
    footer: a sentence below the rows.
    fixture_ids: those from which it was made, None for all of the file; rests_on: on how many it rests, if that is
    another number. as_of_ts: the moment of which it is, None for now. made_of: what was computed, for what stores it.
    """

    columns: Sequence[Column]
    rows: Sequence[tuple[Any, ...]]
    shown: Sequence[Shown] = ()
    blocks: Sequence[Block] = ()
    title: str = ""
    notes: Sequence[str] = ()
    doubts: Sequence[str] = ()
    left_out: Mapping[str, str] = {}
    about: Mapping[str, Any] = {}
    reason: str = ""
    is_empty_fine: bool = False
    footer: str = ""
    fixture_ids: Sequence[int] | None = ()
    rests_on: int | None = None
    as_of_ts: int | None = None
    made_of: Any = None

    def remarks(self) -> tuple[list[str], list[str]]:
        """The notes and the doubts, those of each block after its title; of doubts these come first."""
        notes, doubts = list(self.notes), []
        for block in self.blocks:
            title = f"{block.title}: " if block.title else ""
            notes += [f"{title}{note}" for note in block.notes]
            doubts += [f"{title}{doubt}" for doubt in block.doubts]
        return notes, [*doubts, *self.doubts]

    @property
    def names(self) -> list[str]:
        """The names of the columns in files."""
        return [_name_in_files(each) for each in self.columns]

    def values(self) -> list[list[Any]]:
        """The rows for programs: moments as ISO texts, flags as true and false."""
        makes = [_MADE.get(each.dtype) for each in self.columns]
        return [
            [
                value if make is None or value is None else make(value)
                for make, value in zip(makes, row, strict=True)
            ]
            for row in self.rows
        ]

    def objects(self) -> list[dict[str, Any]]:
        """The rows for programs by the names of the columns in files."""
        return [dict(zip(self.names, row, strict=True)) for row in self.values()]


def known(shown: Iterable[Shown], rows: Sequence[Any]) -> tuple[Shown, ...]:
    """The columns of which any row's value is known, and those that are needed."""
    return tuple(
        each
        for each in shown
        if each.is_needed or any(each.value(row) not in (None, "") for row in rows)
    )


class Views(NamedTuple):
    """Several views of one thing: those of a fixture, or of what was known before it.

    parts: name → view; one without blocks is not printed. doubts, notes: of all. fixture_ids, rests_on, as_of_ts: as
    of a view. about: further facts by name, as JSON has them.
    """

    title: str
    parts: Mapping[str, View]
    doubts: Sequence[str] = ()
    notes: Sequence[str] = ()
    about: Mapping[str, Any] = {}
    fixture_ids: Sequence[int] | None = ()
    rests_on: int | None = None
    as_of_ts: int | None = None
    footer: str = ""

    @property
    def reasons(self) -> dict[str, str]:
        """Part → why it has no rows, or not all."""
        return {name: view.reason for name, view in self.parts.items() if view.reason}


def _name_in_files(column: Column) -> str:
    """The name of a column in files: that of a moment ends in _utc."""
    return f"{column.name}_utc" if column.dtype == MOMENT else column.name


_KINDS = {INTEGER: "", NUMBER: "", MOMENT: "whole"}


def listed(
    columns: Sequence[Column],
    rows: Sequence[tuple[Any, ...]],
    *,
    spare: Sequence[str] = (),
    sentences: Sequence[str] = (),
    zone: tzinfo = UTC,
    **facts: Any,
) -> View:
    """The view of rows that people see as programs do: a column each, an id as `id`, in one block.

    spare: the fields that a narrow print leaves out, one after the other. sentences: those that it wraps. zone: of the
    moments. facts: of View.
    """
    formats: dict[str, Callable[[Any], str]] = {
        YES_NO: lambda value: "yes" if value else "",
        MOMENT: partial(minute_text, zone=zone),
    }
    shown = tuple(
        Shown(
            "id" if each.field == "id" else _name_in_files(each) if zone is UTC else each.name,
            itemgetter(place),
            len(spare) - spare.index(each.field) if each.field in spare else 0,
            formats.get(each.dtype),
            kind="sentence" if each.field in sentences else _KINDS.get(each.dtype, "text"),
        )
        for place, each in enumerate(columns)
    )
    return View(columns, rows, shown, [Block("", rows)] if rows else [], **facts)
