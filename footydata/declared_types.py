"""Checks what a door is given against the types that it declares, before anything is done with it."""

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from footydata.contract.errors import FootydataError

P = ParamSpec("P")
T = TypeVar("T")


class WrongType(FootydataError):
    """An argument is of no type that its parameter takes."""


_WORDS = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Path: "a path",
}
"""The types that are checked, in words; a parameter that takes any other has a check of its own behind the door."""


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """A function whose arguments are of the types that its signature declares, as far as these are plain.

    A whole number is one of NumPy too, and never True or False. Raises WrongType.
    """
    declared = signature(function)
    plain = {name: each.annotation for name, each in declared.parameters.items() if _is_plain(each)}
    starred = next((name for name in plain if declared.parameters[name].kind is Parameter.VAR_POSITIONAL), None)

    @wraps(function)
    def checking(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            given = declared.bind(*args, **kwargs).arguments
        except TypeError:
            # A missing or unknown parameter: Python's own message names it.
            return function(*args, **kwargs)
        for name, kind in plain.items():
            values = given.get(name, ()) if name == starred else (given[name],) if name in given else ()
            for value in values:
                if not _fits(value, kind):
                    raise WrongType(f"{name} {_misfit(value, kind)}; {name} is {_said(kind)}")
        return function(*args, **kwargs)

    return checking


def _is_plain(parameter: Parameter) -> bool:
    return parameter.kind is not Parameter.VAR_KEYWORD and _leaves(parameter.annotation) <= {NoneType, *_WORDS}


def _leaves(kind: Any) -> set[Any]:
    """The types that an annotation is made of."""
    if get_origin(kind) in (Union, UnionType, Iterable):
        return set().union(*map(_leaves, get_args(kind)))
    return {str} if get_origin(kind) is Literal else {kind}


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if len(_kinds(kind)) > 1:
        return any(_fits(value, each) for each in _kinds(kind))
    if origin is Iterable:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return False
        # What can be gone through once alone is left to what is behind the door.
        return not isinstance(value, Collection) or all(_fits(each, get_args(kind)[0]) for each in value)
    if origin is Literal:
        # Which words there are is said by who knows them.
        return True
    if kind is bool:
        return isinstance(value, bool) or type(value).__name__ == "bool"
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if kind is Path:
        return isinstance(value, PathLike)
    return isinstance(value, kind)


def _misfit(value: object, kind: Any) -> str:
    """What does not fit, of several the first that does not, and what it is."""
    many = [get_args(each)[0] for each in _kinds(kind) if get_origin(each) is Iterable]
    if many and isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping):
        value = next(each for each in value if not _fits(each, many[0]))
    return f"{reprlib.repr(value)} is {_called(value)}"


def _kinds(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _called(value: object) -> str:
    """What an argument is, in words."""
    for kind, words in _WORDS.items():
        if _fits(value, kind):
            return words
    return "no single value" if isinstance(value, Iterable) else f"of type {type(value).__name__}"


def _said(kind: Any) -> str:
    """What a parameter takes, in words.

    >>> _said(int | None), _said(int | str | Iterable[int | str])
    ('a whole number', 'a whole number or a text, or several')
    """
    words = [_WORDS.get(str if get_origin(each) is Literal else each, "") for each in _kinds(kind)]
    is_many = any(get_origin(each) is Iterable for each in _kinds(kind))
    return " or ".join(dict.fromkeys(filter(None, words))) + (", or several" if is_many else "")
