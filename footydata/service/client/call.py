"""Calls: an endpoint with its path id and query, as the target of a request."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from operator import index
from typing import SupportsIndex
from urllib.parse import urlencode

from footydata.football.errors import InvalidArgument
from footydata.football.moments import midnight_of
from footydata.service.endpoints import BY_NAME, Endpoint

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
    values = {param.name: (arguments or {}).get(param.name) for param in endpoint.params}
    query = tuple(
        (name, text_of(name, value)) for name, value in values.items() if value is not None
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
