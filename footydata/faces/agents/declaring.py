"""What a tool takes, read from the signature of its function: its schema, and what a client sent checked by it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, cleandoc, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant
from footydata.store.typed_names import one_of

LONGEST_TEXT = 200
"""The most characters of a text that a client sends; of SQL, `Says.longest`."""


@dataclass(frozen=True, slots=True)
class Says:
    """What an argument is, in its annotation: for a client, and its bounds."""

    text: str
    least: int | None = None
    most: int | None = None
    longest: int = LONGEST_TEXT


@dataclass(frozen=True, slots=True)
class ToolArgument:
    """An argument of a tool. kind: str, int, float or bool; choices: the words that it may be, empty for any."""

    name: str
    kind: type
    says: Says
    is_needed: bool
    choices: tuple[str, ...] = ()

    def schema(self) -> dict[str, object]:
        """The argument in JSON Schema."""
        kinds = {str: "string", int: "integer", float: "number", bool: "boolean"}
        bounds = {"minimum": self.says.least, "maximum": self.says.most}
        return {
            "type": kinds[self.kind],
            **({"description": self.says.text} if self.says.text else {}),
            **({"enum": list(self.choices)} if self.choices else {}),
            **{name: bound for name, bound in bounds.items() if bound is not None},
        }

    def read(self, value: object) -> object:
        """The value that a client sent, as its kind. Raises InvalidArgument."""
        if self.kind is str:
            return self._read_text(value)
        if self.kind is bool:
            if isinstance(value, bool):
                return value
            raise self._wrong(value, "true or false")
        return self._read_number(value)

    def _read_text(self, value: object) -> str:
        # An id is a text too, and clients send it as a number.
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._wrong(value, "a text")
        text = str(value) if isinstance(value, str) or abs(value) < 1e30 else "9" * 30
        if not text.strip():
            raise self._wrong(text, "a text that is not empty; leave it out if it is not meant")
        if len(text) > self.says.longest:
            raise self._wrong(text, f"at most {self.says.longest:,} characters")
        return one_of(self.name, text.strip(), self.choices) if self.choices else text

    def _read_number(self, value: object) -> float:
        if isinstance(value, str) and len(value) < 30:
            # Some clients send every value as a text.
            try:
                value = float(value)
            except ValueError:
                raise self._wrong(value, "a number") from None
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(_as_float(value))
        ):
            raise self._wrong(value, "a number")
        if self.kind is int and value != int(value):
            raise self._wrong(value, "a whole number")
        low, high = self.says.least, self.says.most
        if (low is not None and value < low) or (high is not None and value > high):
            raise self._wrong(
                value, f"from {low:,} to {high:,}" if high is not None else f"{low:,} or more"
            )
        return int(value) if self.kind is int else float(value)

    def _wrong(self, value: object, right: str) -> InvalidArgument:
        given = (
            repr(value)
            if isinstance(value, str | int | float | None)
            else f"a {type(value).__name__}"
        )
        given = given if len(given) <= LONGEST_TEXT else f"{given[:LONGEST_TEXT]}..."
        return InvalidArgument(
            f"{self.name} {given} is not usable; it is {right}", parameter=self.name, value=value
        )


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that a file answers.

    Attributes:
        name: what a client calls.
        text: one sentence on what it answers.
        arguments: what it takes, in order.
        function: answers it, given a Database and the arguments by name.
    """

    name: str
    text: str
    arguments: tuple[ToolArgument, ...]
    function: Callable[..., Any]

    def schema(self) -> dict[str, object]:
        """What it takes, in JSON Schema."""
        needed = [each.name for each in self.arguments if each.is_needed]
        return {
            "type": "object",
            "properties": {each.name: each.schema() for each in self.arguments},
            **({"required": needed} if needed else {}),
            "additionalProperties": False,
        }

    def read(self, sent: Mapping[str, object]) -> dict[str, object]:
        """The arguments that a client sent, by name; what is null is as left out. Raises InvalidArgument."""
        by_name = {each.name: each for each in self.arguments}
        for name in sent:
            if name not in by_name:
                raise InvalidArgument(
                    f"{self.name} takes no {name[:LONGEST_TEXT]!r}; {meant(name[:LONGEST_TEXT], by_name)}",
                    parameter=name,
                    value=sent[name],
                )
        for each in self.arguments:
            if each.is_needed and sent.get(each.name) is None:
                raise InvalidArgument(
                    f"{self.name} needs {each.name}: {each.says.text}",
                    parameter=each.name,
                    value=None,
                )
        return {
            name: by_name[name].read(value) for name, value in sent.items() if value is not None
        }


def tool(function: Callable[..., Any]) -> Tool:
    """The tool of a function: its docstring is the sentence, its keyword-only parameters are the arguments.

    Each is annotated as Annotated[str | int | float | bool, Says(...)] or with a Literal in its place; one without a
    default is needed.
    """
    hints = get_type_hints(function, include_extras=True)
    arguments = [
        _argument(name, hints[name], is_needed=each.default is Parameter.empty)
        for name, each in signature(function).parameters.items()
        if each.kind is Parameter.KEYWORD_ONLY
    ]
    text = " ".join(cleandoc(function.__doc__ or "").split())
    return Tool(function.__name__, text, tuple(arguments), function)


def _argument(name: str, hint: Any, *, is_needed: bool) -> ToolArgument:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    kind, says = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, Says(""))
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return ToolArgument(name, str if choices else kind, says, is_needed, choices)
