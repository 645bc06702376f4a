"""Makes a client's method of an endpoint: signature, help and request follow from the declaration."""

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Any, Literal, SupportsIndex

from footydata.football.declared_types import named_arguments
from footydata.service import wire
from footydata.service.client.call import Moment, call_of
from footydata.service.endpoints import Endpoint
from footydata.service.params import Param

MOST_CHOICES = 5
"""The most values that an annotation lists; longer choices (languages, markets) are in the docs."""


def method_of(endpoint: Endpoint, page: Any, history: Any) -> Callable[..., Any]:
    """The method of an endpoint. page, history: what the client answers with for a list and for an odds history."""
    answer: Any = getattr(wire, endpoint.model)
    ask = "_record"
    if endpoint.paged:
        answer, ask = (page[answer], "_page") if endpoint.is_list else (history, "_history")
    place = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("self", "id")]
    place[1] = place[1].replace(annotation=SupportsIndex)
    # Those that an endpoint needs come first.
    declared = sorted(endpoint.params, key=lambda param: not param.required)
    called = Signature(
        [*place[: 1 + ("{id}" in endpoint.path)], *map(_parameter, declared)],
        return_annotation=answer,
    )

    def method(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = called.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{endpoint.name}() {error}") from None
        given = bound.arguments
        client, place = given.pop("self"), given.pop("id", None)
        return getattr(client, ask)(call_of(endpoint.name, place, given))

    lines = [f"{param.name}: {param.doc}" for param in endpoint.params]
    method.__name__ = method.__qualname__ = endpoint.name
    method.__doc__ = "\n".join([f"{endpoint.summary}.", *[""][: len(lines)], *lines])
    method.__signature__ = called  # type: ignore[attr-defined]  # which inspect and help read
    return named_arguments(method)


def _parameter(param: Param) -> Parameter:
    kind = annotation_of(param)
    if param.required:
        return Parameter(param.name, Parameter.KEYWORD_ONLY, annotation=kind)
    return Parameter(param.name, Parameter.KEYWORD_ONLY, annotation=kind | None, default=None)


def annotation_of(param: Param) -> Any:
    """The Python type of a parameter's value, None left out."""
    kind, items = param.schema["type"], param.schema.get("items")
    if isinstance(items, dict):
        return Sequence[_choice(items.get("enum"))]  # type: ignore[misc]  # a type made of values
    if param.name.endswith("_time"):
        return Moment
    if param.name == "season":
        return str | int
    if kind == "integer":
        return int
    values = param.schema.get("enum")
    return bool if values == ["true", "false"] else _choice(values)


def _choice(values: object) -> Any:
    if not isinstance(values, list) or len(values) > MOST_CHOICES:
        return str
    listed: Any = Literal
    return listed[tuple(values)]
