"""What a column holds: its dtype, a description, a unit. Records give it beside their fields with `FieldMeaning`.

The dtypes are those of frames; `frames.viewed` has the Arrow type of each.
"""

from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple, get_args, get_origin, get_type_hints

INTEGER: Final = "Int64"
NUMBER: Final = "Float64"
TEXT: Final = "str"
YES_NO: Final = "boolean"
MOMENT: Final = "datetime64[us, UTC]"
CATEGORY: Final = "category"

_DTYPES: dict[type, str] = {int: INTEGER, float: NUMBER, str: TEXT}


class Meaning(NamedTuple):
    """What a column of a frame holds.

    unit: what a number counts or is measured in, empty where it has none. is_optional: whether it may be unknown.
    """

    dtype: str
    text: str
    unit: str = ""
    is_optional: bool = False


class FieldMeaning(NamedTuple):
    """What a stored column holds, beside its field: `Annotated[int | None, FieldMeaning("spectators", "people")]`.

    unit: as in Meaning. dtype: in frames, where it does not follow from the type of the field. of_sides: this is the
    home side's column, and the text describes the away side's and the first half's too.
    """

    text: str
    unit: str = ""
    dtype: str = ""
    of_sides: bool = False


def meanings_of(record: type[tuple[object, ...]]) -> Iterator[tuple[str, Meaning]]:
    """The columns of a record that have a FieldMeaning, named as in frames: `kickoff_ts` is the moment `kickoff`.

    The name of an of_sides column comes without its side.

    >>> class Crowd(NamedTuple):
    ...     gates_ts: Annotated[int, FieldMeaning("when the gates open", "UTC")]
    ...     home_fans: Annotated[int | None, FieldMeaning("fans", "people", of_sides=True)]
    ...     away_fans: int | None
    >>> [(name, meaning.dtype, meaning.is_optional) for name, meaning in meanings_of(Crowd)]
    [('gates', 'datetime64[us, UTC]', False), ('fans', 'Int64', True)]
    """
    for field, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is Annotated:
            kind, holds = get_args(hint)
            known = [each for each in get_args(kind) or (kind,) if each is not type(None)]
            name = field.removeprefix("home_") if holds.of_sides else field.removesuffix("_ts")
            dtype = MOMENT if field.endswith("_ts") else holds.dtype or _DTYPES[known[0]]
            yield (
                name,
                Meaning(
                    dtype, holds.text, holds.unit, is_optional=len(known) < len(get_args(kind))
                ),
            )
