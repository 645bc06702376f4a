"""A column as programs have it: in frames, exports, `--format` and the guide.

What it holds is said beside its field in a record, or else in a row of `meanings.csv`, whose frame is empty where all
frames are meant. Each name has one entry; a test finds columns without one, columns with two, and entries of no frame.
"""

import csv
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from footydata.football.records import TABLES
from footydata.football.records.meaning import MOMENT, TEXT, Meaning, meanings_of
from footydata.football.terms import Period


def _declared() -> dict[tuple[str, str], Meaning]:
    text = files("footydata.views").joinpath("meanings.csv").read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    return {
        (frame, name): Meaning(dtype, text, unit, is_optional=bool(is_optional))
        for frame, name, dtype, is_optional, unit, text in rows
    }


IN_RECORDS = {
    ("", name): meaning for record in TABLES.values() for name, meaning in meanings_of(record)
}
"""No frame and a column of a record → what the record says that it holds."""

MEANINGS = _declared()
"""Frame, empty for all, and column → what it holds."""

_PREFIXES = {
    "half_": "{}, first half",
    "home_": "home side's {}",
    "away_": "away side's {}",
    **{
        f"{period}_": f"{{}}, {'in play' if period is Period.INPLAY else f'at {period}'}"
        for period in Period
    },
}


def meaning_of(name: str, *, frame: str = "") -> Meaning:
    """What a column holds, in a frame if it is named. Raises KeyError if nothing says it.

    >>> meaning_of("half_home_corners").text, meaning_of("line", frame="odds_movement").text
    ("home side's corners, first half", 'by how much the line moved')
    """
    for key in ((frame, name), ("", name)):
        if meaning := MEANINGS.get(key) or IN_RECORDS.get(key):
            return meaning
    for prefix, text in _PREFIXES.items():
        if name.startswith(prefix):
            prefixed = meaning_of(name.removeprefix(prefix), frame=frame)
            return prefixed._replace(text=text.format(prefixed.text))
    raise KeyError(
        f"no meaning of the column {name}; say it with FieldMeaning in its record, or in views/meanings.csv"
    )


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


def undeclared(fields: Sequence[str], moments: Sequence[str] = ()) -> tuple[Column, ...]:
    """The columns of rows that no frame has. moments: those of them that are unix seconds."""
    return tuple(
        column(column_name(field), MOMENT if field in moments else TEXT, field) for field in fields
    )


def row_of(columns: Sequence[Column], values: Mapping[str, object]) -> tuple[object, ...]:
    """What the columns show of the values of fields, in the order of the columns."""
    return tuple(values[each.field] for each in columns)
