"""Calls: an endpoint with its path id and query, as the target of a request; and the client's methods that make them.

Signature, help and request of a method follow from the declaration of its endpoint.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from inspect import Parameter, Signature
from operator import index
from typing import Any, Literal, SupportsIndex
from urllib.parse import urlencode

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.moments import midnight_of
from footydata.service import wire
from footydata.service.endpoints import BY_NAME, Endpoint
from footydata.service.params import Param

Moment = int | datetime | date
"""Unix seconds, an aware datetime, or a date (its 00:00 UTC)."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request of an endpoint.

    Attributes:
        endpoint: its declaration.
        id: the path id, None if the path has none.
        query: name and text, in the order given.
    """

    endpoint: Endpoint
    id: int | None
    query: tuple[tuple[str, str], ...]

    @property
    def target(self) -> str:
        """The path and query, from /v1 on."""
        path = self.endpoint.path_of(self.id)
        return f"{path}?{urlencode(self.query, safe=',')}" if self.query else path

    def at_page(self, page: int) -> "Call":
        """The same call for another page."""
        others = tuple(pair for pair in self.query if pair[0] != "page")
        return replace(self, query=(*others, ("page", str(page))))

    @property
    def league_id(self) -> int | None:
        """The league that the call names, in its path or as a filter."""
        if self.endpoint.tag == "leagues" and self.id is not None:
            return self.id
        return next((int(text) for name, text in self.query if name == "league"), None)

    def for_league(self, league_id: int) -> "Call":
        """The same call for another league."""
        if self.endpoint.tag == "leagues" and self.id is not None:
            return replace(self, id=league_id)
        return replace(
            self,
            query=tuple(
                (name, str(league_id) if name == "league" else text) for name, text in self.query
            ),
        )


def call_of(
    name: str, id: SupportsIndex | None = None, arguments: Mapping[str, object] | None = None
) -> Call:
    """The call of an endpoint; arguments that are None, or not its parameters, are left out.

    Raises InvalidArgument if the path has an id and this is not a whole number, and as text_of does.

    >>> call_of("fixtures", None, {"status": "live", "include": ["odds", "stats"], "esports": True}).target
    '/v1/fixtures?status=live&include=odds,stats&esports=true'
    """
    endpoint = BY_NAME[name]
    values = arguments or {}
    query = tuple(
        (param.name, text_of(param.name, value))
        for param in endpoint.params
        if (value := values.get(param.name)) is not None
    )
    return Call(endpoint, _path_id(name, id) if "{id}" in endpoint.path else None, query)


def _path_id(name: str, id: object) -> int:
    if isinstance(id, SupportsIndex) and not isinstance(id, bool):
        # NumPy's arrays have the method too, and then raise.
        with suppress(TypeError):
            return index(id)
    raise InvalidArgument(
        f"id {id!r} is not a whole number; give {name} the id as a number", parameter="id", value=id
    )


def text_of(name: str, value: object) -> str:
    """A parameter's value as text for the query.

    Raises InvalidArgument if a datetime has no time zone, or a text has characters that can't be sent.

    >>> text_of("start_time", date(2026, 3, 14)), text_of("esports", False), text_of("include", ("odds", "stats"))
    ('1773446400', 'false', 'odds,stats')
    """
    if isinstance(value, str):
        return _sendable(name, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise InvalidArgument(
                f"{name} {value.isoformat()} has no time zone; give datetime(..., tzinfo=UTC)",
                parameter=name,
                value=value,
            )
        return str(int(value.timestamp()))
    if isinstance(value, date):
        return str(midnight_of(value))
    if isinstance(value, list | tuple | set | frozenset):
        return _sendable(name, ",".join(str(item) for item in value))
    return str(value)


def _sendable(name: str, text: str) -> str:
    """The text. Raises InvalidArgument if it has a lone surrogate, which UTF-8 lacks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{name} {text!r} has characters that are not text", parameter=name, value=text
        ) from None
    return text


MOST_CHOICES = 5
"""The most values that an annotation lists; longer choices (languages, markets) are in the docs."""


def method_of(endpoint: Endpoint, page: Any, history: Any) -> Callable[..., Any]:
    """The method of an endpoint. page, history: what the client answers with for a list and for an odds history."""
    answer: Any = getattr(wire, endpoint.model)
    ask = "_record"
    if endpoint.paged:
        answer, ask = (page[answer], "_page") if endpoint.is_list else (history, "_history")
    place = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
    if "{id}" in endpoint.path:
        place.append(place[0].replace(name="id", annotation=SupportsIndex))
    # Those that an endpoint needs come first.
    declared = sorted(endpoint.params, key=lambda param: not param.required)
    called = Signature([*place, *map(_parameter, declared)], return_annotation=answer)

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
    if param.name.endswith("_time"):
        return Moment
    if param.name == "season":
        return str | int
    if param.kind in (int, bool):
        return param.kind
    choice: Any = str
    if 0 < len(param.choices) <= MOST_CHOICES:
        choice = Literal[tuple(map(str, param.choices))]
    return choice if param.kind is str else Sequence[choice]
