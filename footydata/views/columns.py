"""A column as programs have it: in frames, exports, `--format` and the guide. What it holds is in its record or `views.meanings`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from footydata.football.records.meaning import TEXT
from footydata.views.meanings import meaning_of


class Column(NamedTuple):
    """A column of a frame. field: the field of the row that it shows. text, unit, is_optional: as of Meaning."""

    name: str
    dtype: str
    field: str
    text: str = ""
    unit: str = ""
    is_optional: bool = True


def column(name: str, dtype: str, field: str | None = None) -> Column:
    """A column whose name depends on the call, like that of a figure. field: by default, the one of the same name."""
    return Column(name, dtype, field or name)


def column_name(field: str) -> str:
    """What a field of a row is called in every list: a team by its name is `team`."""
    return "team" if field == "team_name" else field


def columns(frame: str, fields: Sequence[str], *, entity: str = "") -> tuple[Column, ...]:
    """The columns of a frame that show these fields; that of `kickoff_ts` is `kickoff`, that of `id` is ENTITY_id."""
    declared = []
    for field in fields:
        name = f"{entity}_id" if field == "id" else column_name(field).removesuffix("_ts")
        means = meaning_of(name, frame=frame)
        declared.append(Column(name, means.dtype, field, means.text, means.unit, means.is_optional))
    return tuple(declared)


def undeclared(fields: Sequence[str]) -> tuple[Column, ...]:
    """The columns of rows that no frame has."""
    return tuple(column(column_name(field), TEXT, field) for field in fields)


def row_of(columns: Sequence[Column], values: Mapping[str, object]) -> tuple[object, ...]:
    """What the columns show of the values of fields, in the order of the columns."""
    return tuple(values[each.field] for each in columns)
