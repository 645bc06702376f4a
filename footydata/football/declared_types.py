"""Checks the arguments of public functions against the types that they declare."""

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, Signature, iscoroutinefunction, signature
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant, plural

P = ParamSpec("P")
T = TypeVar("T")


_WORDS = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Path: "a path",
}
"""The types that are checked here, in words; parameters of other types are checked by the function itself."""


LEAGUE = "league"
"""The parameter that a text without a name is most likely meant for."""


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Decorates a function so that its arguments are checked, where its signature declares types of _WORDS.

    Numbers of NumPy are accepted; True and False are not numbers. The function then raises InvalidArgument.
    """
    declared = signature(function)
    plain = {name: each.annotation for name, each in declared.parameters.items() if _is_plain(each)}
    starred = next((name for name in plain if declared.parameters[name].kind is Parameter.VAR_POSITIONAL), None)

    @wraps(function)
    def checking(*args: P.args, **kwargs: P.kwargs) -> T:
        arguments = _bound(declared, function.__qualname__.removesuffix(".__init__"), args, kwargs)
        if arguments is None:
            return function(*args, **kwargs)
        for name, kind in plain.items():
            values = arguments.get(name, ()) if name == starred else (arguments[name],) if name in arguments else ()
            for value in values:
                if not _fits(value, kind):
                    hint = "" if name in kwargs else _meant_by(value, declared.parameters)
                    raise InvalidArgument(
                        f"{name} {_misfit(value, kind)}; {name} is {_type_in_words(kind)}{hint}",
                        parameter=name,
                        value=value,
                    )
        return function(*args, **kwargs)

    return checking


def named_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Decorates a function so that the error of a wrong call names its arguments; their types are not checked.

    The function then raises TypeError, a coroutine function when it is awaited. A right call costs next to nothing:
    what is wrong with a call is looked for after a TypeError.
    """
    declared = signature(function)
    # Of a class, its own name; methods of clients go by theirs, as both clients have them.
    is_made = function.__name__ == "__init__"
    name = function.__qualname__.removesuffix(".__init__") if is_made else function.__name__

    if iscoroutinefunction(function):

        @wraps(function)
        async def awaiting(*args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return await function(*args, **kwargs)
            except TypeError:
                _bound(declared, name, args, kwargs)
                raise

        return awaiting  # type: ignore[return-value]  # T is the coroutine that it returns

    @wraps(function)
    def calling(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except TypeError:
            _bound(declared, name, args, kwargs)
            raise

    return calling


def _bound(
    declared: Signature, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """The arguments of a call by name; None if Python's own message says what is wrong with it.

    That names a missing parameter, or one that is given twice. Raises TypeError for another wrong call.
    """
    try:
        return declared.bind(*args, **kwargs).arguments
    except TypeError:
        wrong = _wrong_call(declared.parameters, args, kwargs)
        if wrong is None:
            return None
        raise TypeError(f"{name}() {wrong}") from None


def _wrong_call(declared: Mapping[str, Parameter], placed: Sequence[object], named: Iterable[str]) -> str | None:
    """What is wrong with a call: a keyword that does not exist, or more values without a name than there may be.

    placed: the values that are given without a name. None if it is something else.
    """
    kinds = {each.kind for each in declared.values()}
    names = [name for name in declared if name != "self"]
    unknown = next((name for name in named if name not in declared), None)
    if unknown is not None and Parameter.VAR_KEYWORD not in kinds:
        return f"got an unexpected keyword argument {unknown!r}; {meant(unknown, names)}"
    by_name = [name for name in names if declared[name].kind is Parameter.KEYWORD_ONLY]
    by_place = [name for name in declared if name not in by_name]
    if len(placed) > len(by_place) and by_name and Parameter.VAR_POSITIONAL not in kinds:
        most = plural(sum(name != "self" for name in by_place), "argument")
        value = placed[len(by_place)]
        hint = _meant_by(value, {name: declared[name] for name in by_name})
        return f"takes {most} without a name, and by name {', '.join(by_name)}{hint}"
    return None


def _meant_by(value: object, parameters: Mapping[str, Parameter]) -> str:
    """A hint for a text that is given without its name: the parameter that has it as a word, else the league."""
    if not isinstance(value, str):
        return ""
    # A league's name comes to mind first; as a value without its name it lands elsewhere.
    words = (name for name, each in parameters.items() if value in _literals(each.annotation))
    name = next(words, LEAGUE if LEAGUE in parameters else None)
    return "" if name is None else f"; did you mean {name}={value!r}?"


def _literals(kind: Any) -> set[Any]:
    """The words that an annotation lists."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return set().union(*map(_literals, get_args(kind))) if get_origin(kind) in (Union, UnionType, Iterable) else set()


def _is_plain(parameter: Parameter) -> bool:
    return parameter.kind is not Parameter.VAR_KEYWORD and _leaves(parameter.annotation) <= {NoneType, *_WORDS}


def _leaves(kind: Any) -> set[Any]:
    """The types of which an annotation is composed."""
    if get_origin(kind) in (Union, UnionType, Iterable):
        return set().union(*map(_leaves, get_args(kind)))
    return {str} if get_origin(kind) is Literal else {kind}


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if len(_alternatives(kind)) > 1:
        return any(_fits(value, each) for each in _alternatives(kind))
    if origin is Iterable:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return False
        # An iterator can be read only once, so the function itself checks its values.
        return not isinstance(value, Collection) or all(_fits(each, get_args(kind)[0]) for each in value)
    if origin is Literal:
        # The function itself checks which words it accepts.
        return True
    if kind is bool:
        return isinstance(value, bool) or type(value).__name__ == "bool"
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if kind is Path:
        return isinstance(value, PathLike)
    return isinstance(value, kind)


def _misfit(value: object, kind: Any) -> str:
    """The value that does not fit (of several the first), and what it is, in words."""
    many = [get_args(each)[0] for each in _alternatives(kind) if get_origin(each) is Iterable]
    if many and isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping):
        value = next(each for each in value if not _fits(each, many[0]))
    return f"{reprlib.repr(value)} is {_value_in_words(value)}"


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _value_in_words(value: object) -> str:
    """What a value is, in words."""
    for kind, words in _WORDS.items():
        if _fits(value, kind):
            return words
    return "not a single value" if isinstance(value, Iterable) else f"of type {type(value).__name__}"


def _type_in_words(kind: Any) -> str:
    """What a parameter accepts, in words.

    >>> _type_in_words(int | None), _type_in_words(int | str | Iterable[int | str])
    ('a whole number', 'a whole number or a text, or several')
    """
    words = [_WORDS.get(str if get_origin(each) is Literal else each, "") for each in _alternatives(kind)]
    is_many = any(get_origin(each) is Iterable for each in _alternatives(kind))
    return " or ".join(dict.fromkeys(filter(None, words))) + (", or several" if is_many else "")
