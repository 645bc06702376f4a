"""Holds the values of records to the types that their fields declare.

How large a number is, is not looked at: `valid_records` has the ranges.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Any, NamedTuple, Protocol, TypeGuard, Union, get_args, get_origin, get_type_hints


class Record(Protocol):
    """A NamedTuple of any fields."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _asdict(self) -> dict[str, Any]: ...


class WrongValue(NamedTuple):
    """A value that a record can't have; field: where it stands; why: in words that come after the field's name."""

    field: str
    why: str
    value: object

    @property
    def reason(self) -> str:
        """The fault without the value, so that rows share it."""
        return f"{self.field} {self.why}"


def is_record(value: object) -> TypeGuard[Record]:
    """Whether a value is a NamedTuple."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def wrong_type(record: Record, before: str = "") -> WrongValue | None:
    """The first value of a record that is not of its declared type, None if all are; before: what leads to it.

    >>> from footydata.sources.parsed import BookmakerKey
    >>> wrong_type(BookmakerKey("bet365", 365))
    WrongValue(field='name', why='is no str but of the type int', value=365)
    """
    for value, (name, plain, hint) in zip(values_of(record), _declared(type(record)), strict=True):
        if type(value) not in plain and (fault := _misfit(value, hint, before + name)) is not None:
            return fault
    return None


def values_of(record: Record) -> tuple[object, ...]:
    """The values of a record, in the order of its fields."""
    return tuple(record)  # type: ignore[arg-type]  # a NamedTuple is a tuple


@cache
def _declared(kind: type) -> Sequence[tuple[str, frozenset[type], Any]]:
    """Each field, the types of values that need no further look, and its whole type."""
    hints = get_type_hints(kind).items()
    return [
        (name, frozenset(chain.from_iterable(map(_plain, _members(hint)))), hint)
        for name, hint in hints
    ]


def _plain(member: Any) -> tuple[type, ...]:
    """The types of the values that are of a type and hold no others."""
    if member is float:
        return float, int
    is_plain = isinstance(member, type) and not issubclass(member, tuple)
    return (member,) if is_plain else ()


def _members(hint: Any) -> tuple[Any, ...]:
    """The members of a union; the type itself if it is none."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _misfit(value: object, hint: Any, where: str) -> WrongValue | None:
    """The fault of a value, or of one within it, None if it is of the type."""
    members = _members(hint)
    for member in members:
        if _is_of(value, member):
            return _misfit_within(value, member, where)
    names = " or ".join("None" if member is NoneType else _name_of(member) for member in members)
    return WrongValue(where, f"is no {names} but of the type {type(value).__name__}", value)


def _is_of(value: object, member: Any) -> bool:
    """Whether a value is of a type, whatever it holds; a bool is no number, and a whole number is a float."""
    if member is Any:
        return True
    if member is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if member is int:
        return type(value) is int
    if member is str:
        return isinstance(value, str)
    kind = get_origin(member) or member
    return callable(value) if kind is Callable else isinstance(value, kind)


def _misfit_within(value: object, member: Any, where: str) -> WrongValue | None:
    if isinstance(value, tuple) and (of := get_args(member)):
        return _first(_misfit(part, of[0], f"{where}[{place}]") for place, part in enumerate(value))
    return wrong_type(value, f"{where}.") if is_record(value) else None


def _first(faults: Iterable[WrongValue | None]) -> WrongValue | None:
    return next((fault for fault in faults if fault is not None), None)


def _name_of(member: Any) -> str:
    return str(getattr(get_origin(member) or member, "__name__", member))
