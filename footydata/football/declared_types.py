"""The words that public functions accept, as types, and the check of arguments against declared types."""

import reprlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant, plural

P = ParamSpec("P")
T = TypeVar("T")

OneOrMany: TypeAlias = T | Iterable[T]
"""A filter: one value, or several."""

StatusName = Literal["scheduled", "live", "finished"]
PlayersName = Literal["goals", "cards"]
TableTypeName = Literal["total", "corner", "card"]
VenueName = Literal["all", "home", "away"]
SideName = Literal["home", "away"]
HalfName = Literal["full", "first"]
GroupName = Literal["team", "league", "referee"]
HandicapName = Literal["home", "own"]
MethodName = Literal["multiplicative", "additive", "power", "shin", "odds_ratio"]
ExportFormat = Literal["parquet", "csv", "json"]
MarketName = Literal[
    # [[[cog
    # from footydata.odds.markets import ALL_MARKETS
    # for market in ALL_MARKETS:
    #     cog.outl(f'"{market.param}",')
    # ]]]
    "1x2",
    "asian",
    "goalline",
    "corner",
    "corner_asian",
    "cards",
    "cards_asian",
    "asian_half",
    "goalline_half",
    "corner_half",
    "btts",
    "draw_no_bet",
    "double_chance",
    "1x2_half",
    "btts_half",
    "draw_no_bet_half",
    "double_chance_half",
    "home_goals",
    "away_goals",
    "home_goals_half",
    "away_goals_half",
    "home_corners",
    "away_corners",
    "home_corners_half",
    "away_corners_half",
    "home_cards",
    "away_cards",
    # [[[end]]]
]

_WORDS = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
_WORDS[Path] = "a path"
"""The types that are checked here, in words; the function itself checks parameters of other types."""

MOST_WORDS = 20
"""The most words that an argument lists; one of more is shown by the name of its type."""

_NAMES = {hint: name for name, hint in list(globals().items()) if get_origin(hint) is Literal}
"""Type of words → its name."""

_WIDER: dict[type, Any] = {int: Integral, float: Real, Path: PathLike}
"""Type → the wider one that is accepted for it: numbers of NumPy too."""


def checked(function: Callable[P, T], called: Signature | None = None) -> Callable[P, T]:
    """Decorates a function so that it raises InvalidArgument for values of other types than declared.

    called: how it is called, where its own signature does not say it.
    """
    called = called or signature(function)
    declared = called.parameters
    hints = {name: parameter.annotation for name, parameter in declared.items()}
    plain = {
        name: {type(Path()) if each is Path else each for each in _alternatives(hint)}
        for name, hint in hints.items()
        if _types(hint) <= {NoneType, *_WORDS}
    }

    @wraps(function)
    def checking(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            arguments = called.bind(*args, **kwargs).arguments
        except TypeError as error:
            _refuse_call(function.__qualname__, declared, args, kwargs)
            raise TypeError(f"{function.__qualname__}() {error}") from None
        for name in filter(plain.__contains__, arguments):
            is_starred = declared[name].kind is Parameter.VAR_POSITIONAL
            for value in arguments[name] if is_starred else (arguments[name],):
                if type(value) in plain[name]:
                    continue
                if reason := _why_refused(value, name, hints[name]):
                    hint = "" if name in kwargs else _meant_by(value, declared)
                    raise InvalidArgument(reason + hint, parameter=name, value=value)
        return function(*args, **kwargs)

    checking.__dict__["__signature__"] = _readable(called)
    return checking


def named_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Decorates a function so that the TypeError of a wrong call names its arguments."""
    declared = signature(function).parameters
    # Methods of clients go by their own name, as both clients have them.
    name = function.__qualname__ if function.__name__ == "__init__" else function.__name__

    @wraps(function)
    def calling(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except TypeError:
            _refuse_call(name, declared, args, kwargs)
            raise

    calling.__dict__["__signature__"] = _readable(signature(function))
    return calling


class _Hint(NamedTuple):
    """An annotation as editors and help show it: `int | str | several | None`."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _readable(called: Signature) -> Signature:
    """The signature with annotations that people can read."""
    parameters = [
        each
        if each.annotation is Parameter.empty
        else each.replace(annotation=_Hint(" | ".join(_hints(each.annotation))))
        for each in called.parameters.values()
    ]
    return called.replace(parameters=parameters)


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """The types of which an annotation accepts any."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _hints(kind: Any) -> Iterator[str]:
    """The alternatives of an annotation in words."""
    for part in _alternatives(kind):
        words = get_args(part)
        if get_origin(part) is Literal:
            yield from map(repr, words) if len(words) <= MOST_WORDS else [_NAMES[part]]
        elif get_origin(part) is Iterable:
            yield "several"
        else:
            yield "None" if part is NoneType else getattr(part, "__name__", str(part))


def _refuse_call(name: str, declared: Mapping[str, Parameter], args: Any, kwargs: Any) -> None:
    """Raises TypeError for a keyword that does not exist, and for too many values without a name."""
    name, kinds = name.removesuffix(".__init__") + "()", {each.kind for each in declared.values()}
    names = [each for each in declared if each != "self"]
    unknown = [each for each in kwargs if each not in declared]
    if unknown and Parameter.VAR_KEYWORD not in kinds:
        wrong = f"got an unexpected keyword argument {unknown[0]!r}; {meant(unknown[0], names)}"
        raise TypeError(f"{name} {wrong}") from None
    by_name = [each for each in names if declared[each].kind is Parameter.KEYWORD_ONLY]
    most = len(declared) - len(by_name)
    if by_name and len(args) > most and Parameter.VAR_POSITIONAL not in kinds:
        count, keys = plural(len(names) - len(by_name), "argument"), ", ".join(by_name)
        hint = _meant_by(args[most], {each: declared[each] for each in by_name})
        raise TypeError(f"{name} takes {count} without a name, and by name {keys}{hint}") from None


def _meant_by(value: object, declared: Mapping[str, Parameter]) -> str:
    """A hint for a text without its name: the parameter that has it as a word, else those that take a name."""
    if not isinstance(value, str):
        return ""
    names = [name for name in declared if value in _types(declared[name].annotation)]
    names = names[:1] or [name for name in ("league", "team") if name in declared]
    meanings = " or ".join(f"{name}={value!r}" for name in names)
    return f"; did you mean {meanings}?" if names else ""


def _types(kind: Any) -> set[Any]:
    """The types of which an annotation is composed, and the words that it lists."""
    is_composed = get_origin(kind) in (Union, UnionType, Iterable, Literal)
    return set().union(*map(_types, get_args(kind))) if is_composed else {kind}


def _why_refused(value: object, name: str, kind: Any) -> str:
    """Why an annotation does not accept a value, in words; empty if it does."""
    alternatives = _alternatives(kind)
    several = [get_args(each)[0] for each in alternatives if get_origin(each) is Iterable]
    is_many = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
    misfits = [] if _is_a(value, *alternatives) else [value]
    if misfits and several and is_many:
        # An iterator can be read only once, so the function itself checks its values.
        values = value if isinstance(value, Collection) else ()
        misfits = [each for each in values if not _is_a(each, *_types(several[0]))]
    if not misfits:
        return ""
    found = [words for each, words in _WORDS.items() if _is_a(misfits[0], each)]
    found += ["not a single value"] if isinstance(misfits[0], Iterable) else []
    found += [f"of type {type(misfits[0]).__name__}"]
    types = " or ".join(words for each, words in _WORDS.items() if each in _types(kind))
    return f"{name} {reprlib.repr(misfits[0])} is {found[0]}; {name} is {types}{', or several' * bool(several)}"


def _is_a(value: object, *kinds: Any) -> bool:
    if type(value).__name__ == "bool":  # NumPy's too; True and False are no numbers
        return bool in kinds
    return isinstance(value, tuple(_WIDER.get(each, each) for each in kinds if type(each) is type))
