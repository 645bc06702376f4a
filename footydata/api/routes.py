"""From a path to its endpoint, and from a query to the values of its parameters, driven by the contract.

Of a query its names are checked first, then repeats, then absences, then the values in the documented order; only
these may look into the database. Source: decisions 1 and 2.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple
from urllib.parse import parse_qsl

from footydata.contract.endpoints import ENDPOINTS, Endpoint
from footydata.contract.errors import MissingParameter, ResourceNotFound, UnknownParameter
from footydata.contract.params import EQUIVALENTS, Param, Value, is_whole_number

_ID = "{id}"


class Route(NamedTuple):
    """An endpoint and the text of the id in the path, None where the endpoint has none."""

    endpoint: Endpoint
    id_text: str | None


_BY_SEGMENTS: dict[tuple[str, ...], Endpoint] = {tuple(endpoint.path.split("/")): endpoint for endpoint in ENDPOINTS}
_ID_AT: frozenset[int] = frozenset(
    segments.index(_ID) for segments in (endpoint.path.split("/") for endpoint in ENDPOINTS) if _ID in segments
)
_PATHS = [endpoint.path for endpoint in ENDPOINTS]


def find_route(path: str) -> Route:
    """The route of a path. Raises ResourceNotFound, whose message names the right path where one is near."""
    segments = path.split("/")
    endpoint = _BY_SEGMENTS.get(tuple(segments))
    if endpoint and _ID not in segments:
        return Route(endpoint, None)
    for at in _ID_AT:
        if len(segments) > at and segments[at]:
            pattern = (*segments[:at], _ID, *segments[at + 1 :])
            endpoint = _BY_SEGMENTS.get(pattern)
            if endpoint:
                return Route(endpoint, segments[at])
    near = nearest_path(path)
    raise ResourceNotFound(f"there is nothing at {path!r}" + (f"; did you mean {near}?" if near else ""))


def nearest_path(path: str) -> str | None:
    """The path that was probably meant: without stray slashes, in lower case, or in its nearest spelling."""
    segments = [segment for segment in path.lower().split("/") if segment]
    numbers = [segment for segment in segments if is_whole_number(segment)]
    shape = "/" + "/".join(_ID if is_whole_number(segment) else segment for segment in segments)
    found = [shape] if shape in _PATHS else get_close_matches(shape, _PATHS, n=1, cutoff=0.75)
    if not found:
        return None
    return found[0].replace(_ID, numbers[0]) if numbers else found[0]


def sent_texts(endpoint: Endpoint, query: str) -> dict[str, str]:
    """The texts of the parameters that were sent, by name; query: percent-encoded, as it was sent.

    Raises UnknownParameter, then the parameter's own error where it is given more than once, then MissingParameter.
    """
    pairs = parse_qsl(query, keep_blank_values=True) if query else []
    texts = dict(pairs)
    known = {param.name for param in endpoint.params}
    unknown = [name for name in texts if name not in known]
    if unknown:
        raise _unknown(unknown, endpoint)
    if len(pairs) > len(texts):
        _refuse_repeated([name for name, _ in pairs], endpoint.params)
    _refuse_missing(texts, endpoint)
    return texts


def read_values(
    endpoint: Endpoint, texts: Mapping[str, str], look_up: Mapping[str, Callable[[Value], object]]
) -> dict[str, Value]:
    """The values of the parameters, each read and looked up before the next one, in the documented order.

    look_up: parameter → what raises its error where the database does not know the value.
    Raises the error of the first parameter whose text can't be read.
    """
    values: dict[str, Value] = {}
    for param in endpoint.params:
        if param.name in texts:
            values[param.name] = param.read(texts[param.name])
            if param.name in look_up:
                look_up[param.name](values[param.name])
    return values


def suggestion(name: str, endpoint: Endpoint) -> str | None:
    """What to send instead of an unknown name: its equivalent that the endpoint knows, else the nearest spelling."""
    names = [param.name for param in endpoint.params]
    equivalent = EQUIVALENTS.get(name)
    if equivalent:
        is_known_here = equivalent.startswith("/") or equivalent.partition(" ")[0] in names
        return equivalent if is_known_here else None
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.7)
    return near[0] if near else None


def _unknown(unknown: list[str], endpoint: Endpoint) -> UnknownParameter:
    named = "; ".join(_with_suggestion(name, endpoint) for name in unknown)
    names = ", ".join(param.name for param in endpoint.params)
    supported = f"{endpoint.path} supports {names}" if names else f"{endpoint.path} supports no parameters"
    return UnknownParameter(f"unknown parameter: {named}; {supported}", param=unknown[0])


def _with_suggestion(name: str, endpoint: Endpoint) -> str:
    instead = suggestion(name, endpoint)
    return f"{name} (did you mean {instead}?)" if instead else name


def _refuse_repeated(names: Iterable[str], params: Iterable[Param]) -> None:
    sent = list(names)
    for param in params:
        if sent.count(param.name) > 1:
            raise param.error(f"{param.name} is given more than once", param=param.name)


def _refuse_missing(texts: dict[str, str], endpoint: Endpoint) -> None:
    for param in endpoint.params:
        if param.required and not texts.get(param.name):
            raise MissingParameter(f"{endpoint.path} needs the parameter {param.name}", param=param.name)
        if param.needs and param.name in texts and param.needs not in texts:
            raise MissingParameter(f"{param.name} needs the parameter {param.needs}", param=param.needs)
